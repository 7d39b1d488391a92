"""Names of flax.linen that are of other modules too. flax 0.12.8: linen/__init__.py."""
from prelude.flax.dictionaries import FrozenDict
from prelude.flax.initializers import ones, ones_init, zeros, zeros_init

MODULE = "flax.linen"
