"""Reductions over the edges of nodes and the nodes of graphs. jraph 0.0.6: _src/utils.py."""
MODULE = "jraph"


def segment_sum(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False):
    return jax.ops.segment_sum(data, segment_ids, num_segments, indices_are_sorted, unique_indices)


def segment_max(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False):
    return jax.ops.segment_max(data, segment_ids, num_segments, indices_are_sorted, unique_indices)


def segment_min(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False):
    return jax.ops.segment_min(data, segment_ids, num_segments, indices_are_sorted, unique_indices)


def segment_mean(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False):
    total = segment_sum(data, segment_ids, num_segments, indices_are_sorted, unique_indices)
    count = segment_sum(jnp.ones_like(data), segment_ids, num_segments, indices_are_sorted, unique_indices)
    return total / jnp.maximum(count, jnp.ones([], count.dtype))


def segment_variance(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False):
    options = (segment_ids, num_segments, indices_are_sorted, unique_indices)
    means = segment_mean(data, *options)[segment_ids]
    count = segment_sum(jnp.ones_like(data), *options)
    return segment_sum(jnp.power(data - means, 2), *options) / jnp.maximum(count, jnp.ones_like(count))


def segment_normalize(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, eps=1e-8):
    options = (segment_ids, num_segments, indices_are_sorted, unique_indices)
    means = segment_mean(data, *options)[segment_ids]
    variances = segment_variance(data, *options)[segment_ids]
    return (data - means) * jax.lax.rsqrt(jnp.maximum(variances, jnp.array(eps, variances.dtype)))


def _unless_empty(reduced, segment_ids, num_segments, constant):
    ones = jnp.ones((len(segment_ids),) + reduced.shape[1:], jnp.int32)
    filled = segment_sum(ones, segment_ids, num_segments) > 0
    return jnp.where(filled, reduced, jnp.array(constant, reduced.dtype))


def segment_max_or_constant(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, constant=0.0):
    reduced = segment_max(data, segment_ids, num_segments, indices_are_sorted, unique_indices)
    return _unless_empty(reduced, segment_ids, num_segments, constant)


def segment_min_or_constant(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, constant=0.0):
    reduced = segment_min(data, segment_ids, num_segments, indices_are_sorted, unique_indices)
    return _unless_empty(reduced, segment_ids, num_segments, constant)


def segment_softmax(logits, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False):
    options = (segment_ids, num_segments, indices_are_sorted, unique_indices)
    powers = jnp.exp(logits - segment_max(logits, *options)[segment_ids])
    return powers / segment_sum(powers, *options)[segment_ids]


def partition_softmax(logits, partitions, sum_partitions=None):
    count = len(partitions)
    segment_ids = jnp.repeat(jnp.arange(count), partitions, axis=0, total_repeat_length=sum_partitions)
    return segment_softmax(logits, segment_ids, count, indices_are_sorted=True)
