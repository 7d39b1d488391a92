"""The assignment of rows to columns that costs least. optax 0.2.8: assignment/_hungarian_algorithm.py."""
MODULE = "optax.assignment"


def _assigned(name, cost_matrix):
    """The rows and columns, of whose types alone this is the formula."""
    shape = cost_matrix.shape
    if len(shape) < 2:
        raise IndexError("tuple index out of range")
    if shape[0] == 0 or shape[1] == 0:
        return jnp.zeros(0, int), jnp.zeros(0, int)
    if len(shape) != 2 or not is_replicated(cost_matrix):
        unknown(f"optax.assignment.{name} of such costs")
    count = min(shape[0], shape[1])
    return opaque(unheld(jnp.zeros(count, int)), name), opaque(unheld(jnp.zeros(count, int)), name)


def base_hungarian_algorithm(cost_matrix):
    return _assigned("base_hungarian_algorithm", cost_matrix)


def hungarian_algorithm(cost_matrix):
    return _assigned("hungarian_algorithm", cost_matrix)
