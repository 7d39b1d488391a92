"""Squares of what may be complex. optax 0.2.8: _src/numerics.py abs_sq, tree_utils/_tree_math.py _square."""


def abs_sq(x):
    return (x.conj() * x).real


def square_of_parts(x):
    """Of a real array its square alone: that of no imaginary part is folded away."""
    return jnp.square(x) if jnp.isrealobj(x) else jnp.square(x.real) + jnp.square(x.imag)
