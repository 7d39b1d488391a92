"""Options that tyro reads: what their defaults would fail by is not known, and what all of them fail by is."""
# shardctl: framework=jax==0.10.2
from dataclasses import dataclass

import jax.numpy as jnp
import tyro


@dataclass
class Options:
    files: list[str] | None = None
    width: int = 8


options = tyro.cli(Options)
assert options.files, "no files"
y = jnp.ones((4, 8)) @ jnp.ones((options.width, 2))
z = jnp.ones((4, 8)) + jnp.ones((3,))
