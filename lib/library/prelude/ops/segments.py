"""Reductions of segments. JAX: ops/scatter.py."""


def _count(segment_ids, num_segments):
    """How many segments there are, which must be known."""
    if num_segments is None:
        numbers = held(segment_ids)
        num_segments = max(numbers) + 1 if numbers else np.max(segment_ids) + 1
    count = concrete_int(num_segments) if is_array(num_segments) else static_int(num_segments)
    if count < 0:
        raise ValueError("num_segments must be non-negative.")
    return count


def _is_unreduced(sharding):
    """Whether a sharding, or a spec of one, leaves sums over axes to be done."""
    spec = getattr(sharding, "spec", sharding)
    return sharding is not None and len(spec.unreduced) > 0


def _update(out, index, data, reducer, options):
    """The result with the data put to it as the reduction does."""
    place = out.at[index]
    if reducer == "sum" and (0, 7) <= release < (0, 7, 1) and has_explicit_axes(arrays=(out, index, data)):
        refuse(NotImplementedError, "sharding rule for scatter_add is not implemented.",
               rule="operation-without-rule")
    if reducer == "sum":
        return place.add(data, **options)
    if reducer == "prod":
        return place.multiply(data, **options)
    return place.max(data, **options) if reducer == "max" else place.min(data, **options)


def _reduce(name, reducer, data, segment_ids, num_segments, is_sorted, unique, bucket_size, mode,
            out_sharding):
    canonical_sharding(out_sharding, name)
    if reducer != "sum" and _is_unreduced(out_sharding):
        raise NotImplementedError(f"unreduced for {reducer} is not yet supported.")
    data, segment_ids = require_arrays(name, data, segment_ids)
    count = _count(segment_ids, num_segments)
    options = {"indices_are_sorted": is_sorted, "unique_indices": unique,
               "mode": "drop" if mode is None else mode}
    if release >= (0, 7):
        options["wrap_negative_indices"] = False
    shape = (count,) + data.shape[1:]
    if bucket_size is None:
        if out_sharding is not None:
            options["out_sharding"] = out_sharding
        return _update(jnp.full(shape, 0, dtype=data.dtype), segment_ids, data, reducer, options)
    if out_sharding is not None:
        raise NotImplementedError("")
    buckets = -(-segment_ids.size // bucket_size)
    index = (jnp.arange(segment_ids.shape[0]) // bucket_size, segment_ids[None, :])
    out = _update(jnp.full((buckets,) + shape, 0, dtype=data.dtype), index, data, reducer, options)
    reduce = {"sum": jnp.sum, "prod": jnp.prod, "max": jnp.max, "min": jnp.min}[reducer]
    return reduce(out, axis=0).astype(data.dtype)


@function("jax.ops", until="0.10.2", without="out_sharding")
@function("jax.ops", since="0.10.2")
def segment_sum(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                bucket_size=None, mode=None, out_sharding=None):
    return _reduce("segment_sum", "sum", data, segment_ids, num_segments, indices_are_sorted,
                   unique_indices, bucket_size, mode, out_sharding)


@function("jax.ops", until="0.10.2", without="out_sharding")
@function("jax.ops", since="0.10.2")
def segment_prod(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                 bucket_size=None, mode=None, out_sharding=None):
    return _reduce("segment_prod", "prod", data, segment_ids, num_segments, indices_are_sorted,
                   unique_indices, bucket_size, mode, out_sharding)


@function("jax.ops", until="0.10.2", without="out_sharding")
@function("jax.ops", since="0.10.2")
def segment_max(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                bucket_size=None, mode=None, out_sharding=None):
    return _reduce("segment_max", "max", data, segment_ids, num_segments, indices_are_sorted,
                   unique_indices, bucket_size, mode, out_sharding)


@function("jax.ops", until="0.10.2", without="out_sharding")
@function("jax.ops", since="0.10.2")
def segment_min(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                bucket_size=None, mode=None, out_sharding=None):
    return _reduce("segment_min", "min", data, segment_ids, num_segments, indices_are_sorted,
                   unique_indices, bucket_size, mode, out_sharding)
