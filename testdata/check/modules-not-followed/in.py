"""What of a project cannot be had is foreign, and never an error."""
import jax.numpy as jnp

import broken
import missing
from . import nothing
from .. import above
from helpers import absent, present
from helpers.none import deep

x = jnp.ones(3)
y = present(x)
z = x + missing.value
for name in (broken.f, nothing, above, absent, deep):
    print(name)
