y = f(axis=0, x)
y = f(axis=0, axis=1)
y = f(**k, *a)
y = f(x.y=1)
y = f(x for x in y, 1)
y = jnp.sum(x axis=0)
y = jnp.sum(x, axis=)
good = 1
