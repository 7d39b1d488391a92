"""A tree's arrays in one vector. JAX: flatten_util.py."""


def _way_back(leaves, treedef, dtype):
    """What makes the tree of such a vector, each leaf with its own dtype; without one they have the vector's."""
    sizes, start = [], 0
    for x in leaves[:-1]:
        start += x.size
        sizes.append(start)

    def unravel(vector):
        total = sum([x.size for x in leaves])
        cut = release >= (0, 10)  # by lax.split, whatever is cut
        if not cut and vector.shape != (total,):
            unknown("a vector of another size than the tree's")
        if dtype is not None and vector.dtype != dtype:
            refuse(TypeError, f"unravel function given array of dtype {vector.dtype.name}, but expected dtype "
                   f"{dtype.name}", rule="dtype-mismatch")
        parts = lax.split(vector, [x.size for x in leaves]) if cut else jnp.split(vector, sizes)
        return jax.tree.unflatten(treedef, [
            part.reshape(x.shape) if dtype is None else lax.convert_element_type(part.reshape(x.shape), x.dtype)
            for part, x in zip(parts, leaves)])

    return unravel


@function("jax.flatten_util")
def ravel_pytree(pytree):
    leaves, treedef = jax.tree.flatten(pytree)
    if not leaves:
        return jnp.array([], float), lambda vector: jax.tree.unflatten(treedef, [])
    leaves = [leaf_array(x) for x in leaves]
    if all([x.dtype == leaves[0].dtype for x in leaves]):
        vectors, dtype = [lax.reshape(x, (x.size,)) for x in leaves], None
    else:
        dtype = jnp.result_type(*[x.dtype for x in leaves])
        vectors = [lax.convert_element_type(x, dtype).ravel() for x in leaves]
    return lax.concatenate(vectors, 0), _way_back(leaves, treedef, dtype)
