"""Arrays of JAX as those of NumPy. JAX: api.py device_get."""


@function("jax", takes_unknown=True)
def device_get(x):
    if is_foreign(x):
        return unknowable("jax.device_get(…)")

    def get(leaf):
        return np.asarray(leaf) if is_array(leaf) and not is_tracer(leaf, derived=True) else leaf

    return jax.tree.map(get, x)


@function("NamedSharding")
def is_equivalent_to(self, other, ndim):
    return True if self == other else unknowable()
