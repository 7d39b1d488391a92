"""Functions of optax.tree by the names that optax itself has for them. optax 0.2.8: _src/deprecations.py, __init__.py."""
from prelude.optax.tree_arithmetic import (
    bias_correction,
    update_infinity_moment,
    update_moment,
    update_moment_per_elem_norm,
)

MODULE = "optax"
