@jax.jit
def f(x):
    y = x +
    def g(z):
        w = (z
        return w w
    return jax.vmap(g)(y

out = f(x)
bad = out out
