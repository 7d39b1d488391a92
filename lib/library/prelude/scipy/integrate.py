"""Integrals of SciPy. JAX: scipy/integrate.py."""


@function("jax.scipy.integrate", jitted="itself")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    return jnp.trapezoid(y, x, dx, axis)
