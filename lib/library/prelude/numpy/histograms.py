"""Histograms of several dimensions. JAX: numpy/lax_numpy.py histogramdd."""


def _check_ranges(range_, shape):
    count = shape[1]
    if range_ is not None and (len(range_) != count or any([r is not None and len(r) != 2 for r in range_])):
        raise ValueError(f"For sample.shape={shape}, range must be a sequence of {count} pairs or Nones; got "
                         f"range={range_}")


def _bins_of_each(bins, count):
    if isinstance(bins, (list, tuple)):
        bins = list(bins)
    elif is_array(bins) and bins.ndim:
        bins = [bins[i] for i in range(bins.shape[0])]
    else:
        return [bins] * count
    if len(bins) != count:
        raise ValueError("should be a bin for each dimension.")
    return bins


@function("jax.numpy")
def histogramdd(sample, bins=10, range=None, weights=None, density=None):
    if weights is None:
        sample, = promote_dtypes_inexact(require_arrays("histogramdd", sample))
    else:
        sample, weights = require_arrays("histogramdd", sample, weights)
        if weights.shape != sample.shape[:1]:
            refuse(ValueError, "should have one weight for each sample.", rule="shape-mismatch")
        sample, weights = promote_dtypes_inexact(sample, weights)
    if sample.ndim != 2:
        unknown("histogramdd of samples that are not a matrix")
    _check_ranges(range, sample.shape)
    count = sample.shape[1]
    places, edges = [], []
    for i, bins_here in enumerate(_bins_of_each(bins, count)):
        column = sample[:, i]
        edge = jnp.histogram_bin_edges(column, bins_here, None if range is None else range[i], weights)
        place = jnp.searchsorted(edge, sample[:, i], side="right")
        places.append(jnp.where(sample[:, i] == edge[-1], place - 1, place))
        edges.append(edge)
    sizes = tuple([len(edge) + 1 for edge in edges])
    widths = [jnp.diff(edge) for edge in edges]
    places = jnp.ravel_multi_index(tuple(places), sizes, mode="clip")
    counts = jnp.reshape(jnp.bincount(places, weights, length=math.prod(sizes)), sizes)
    counts = counts[(slice(1, -1),) * count]
    if density:
        counts = counts.astype(sample.dtype)
        counts = counts / counts.sum()
        for width in jnp.ix_(*widths):
            counts = counts / width
    return counts, edges


@function("jax.numpy")
def histogram2d(x, y, bins=10, range=None, weights=None, density=None):
    x, y = require_arrays("histogram2d", x, y)
    count = len(bins) if isinstance(bins, (list, tuple)) or (is_array(bins) and bins.ndim) else 1
    if count not in (1, 2):
        bins = [jnp.asarray(bins)] * 2
    counts, edges = histogramdd(jnp.transpose(jnp.asarray([x, y])), bins, range, weights, density)
    return counts, edges[0], edges[1]
