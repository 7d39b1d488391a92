"""Solutions of ordinary differential equations. JAX: experimental/ode.py."""


@function("jax.experimental.ode")
def odeint(func, y0, t, *args, rtol=1.4e-8, atol=1.4e-8, mxstep=1e999, hmax=1e999):
    for arg in jax.tree.leaves(args):
        if callable(arg) or isinstance(arg, str):
            raise TypeError(f"The contents of odeint *args must be arrays or scalars, but got {arg}.")
    if not jnp.issubdtype(t.dtype, jnp.floating):
        refuse(TypeError, "t must be an array of floats", say=f"the times that odeint takes are floats, not {t.dtype}",
               help="write them as floats: jnp.arange(10.), or t.astype(float)")
    start, unravel = jax.flatten_util.ravel_pytree(y0)

    def slope(y, time):
        return jax.flatten_util.ravel_pytree(func(unravel(y), time, *args))[0]

    first = jax.eval_shape(slope, start, t[0])
    if first.shape != start.shape or first.dtype != start.dtype:
        unknown("odeint of a function that gives another type than that of y0")

    def step(y, time):
        y = y + slope(y, time)
        return y, y

    return jax.vmap(unravel)(jnp.concatenate((start[None], jax.lax.scan(step, start, t[1:])[1])))
