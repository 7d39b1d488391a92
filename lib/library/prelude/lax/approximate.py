"""The largest and smallest elements, approximately. JAX: lax/ann.py."""


def _choose(operand, k, dimension, aggregate_to_topk):
    x = operand
    if not is_array(x):
        unknown("approx_max_k of what is not an array")
    if k <= 0:
        raise ValueError(f"k must be positive, got {k}")
    if x.ndim == 0:
        refuse(TypeError, "approx_top_k operand must have >= 1 dimension, got ()", rule="shape-mismatch")
    if not -x.ndim <= dimension < x.ndim:
        refuse(IndexError, "list index out of range", rule="program-error")
    size = x.shape[dimension]
    if size < k:
        refuse(ValueError, f"k must be smaller than the size of reduction_dim {size}, got {k}",
               rule="shape-mismatch")
    if not jnp.issubdtype(x.dtype, jnp.floating):
        refuse(ValueError, "operand must be a floating type", rule="dtype-mismatch")
    if not aggregate_to_topk:
        unknown("how many elements are found without aggregate_to_topk is not known")
    if not is_replicated(x) and (release < (0, 10) or sharding_of(x).spec[dimension] is not None):
        unknown("approx_max_k of such a sharded array is not known")
    values = opaque(lax.slice_in_dim(x, 0, k, axis=dimension), "jax.lax.approx_max_k")
    return values, lax.convert_element_type(values, jnp.int32)


@function("jax.lax")
def approx_max_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True):
    return _choose(operand, k, reduction_dimension, aggregate_to_topk)


@function("jax.lax")
def approx_min_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True):
    return _choose(operand, k, reduction_dimension, aggregate_to_topk)
