"""Arrays of JAX as those of NumPy. JAX: api.py device_get."""


@function("jax")
def device_get(x):
    return jax.tree.map(lambda leaf: np.asarray(leaf) if is_array(leaf) else leaf, x)


@function("NamedSharding")
def is_equivalent_to(self, other, ndim):
    return True if self == other else unknowable()
