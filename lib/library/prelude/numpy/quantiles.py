"""Medians, quantiles and percentiles. JAX: numpy/reductions.py _quantile."""
from prelude.numpy.reductions import is_nan

METHODS = ("linear", "lower", "higher", "midpoint", "nearest")
NOT_GIVEN = "DeprecatedArg()"


def _read_axis(axis):
    if isinstance(axis, list):
        unknown("an axis given as list is not known")
    return reduction_axes(axis)


def _refuse_parameters(out, overwrite_input, squash_nans):
    if (overwrite_input is not None and static_bool(overwrite_input)) or out is not None:
        name = "nanquantile" if squash_nans else "quantile"
        raise ValueError(f"jax.numpy.{name} does not support overwrite_input=True or out != None")


def _check_method(method, weights):
    weighted = release >= (0, 10)
    if weighted and method == "inverted_cdf":
        unknown("quantiles by inverted_cdf are not known")
    if method not in METHODS:
        ending = " 'nearest' or 'inverted_cdf'" if weighted else " or 'nearest'"
        raise ValueError("method can only be 'linear', 'lower', 'higher', 'midpoint'," + ending)
    if weights is not None:
        raise NotImplementedError(f"{method} doesn't support weights. Only method 'inverted_cdf' "
                                  "supports weights.")


def _merge(a, axes):
    """The array with these axes merged into one at the end, and the shape with 1 in their place."""
    axes = [canonical_axis(i, a.ndim) for i in axes]
    if len(set(axes)) != len(axes):
        refuse(ValueError, "repeated axis", rule="shape-mismatch")
    order = list(range(a.ndim))
    kept = [i for i in range(a.ndim) if i not in axes]
    for left, i in enumerate(kept):
        order[left], order[i] = order[i], order[left]
    shape = [a.shape[i] for i in kept] + [math.prod([a.shape[i] for i in axes])]
    a = lax.reshape(a, shape, dimensions=order)
    return a, len(kept), [a.shape[kept.index(i)] if i in kept else 1 for i in range(len(order))]


def _arrange(a, axis, axes, keepdims):
    """The array, the axis to go along, and the shape that keepdims wants or None."""
    a, = promote_dtypes_inexact(a)
    if jnp.issubdtype(a.dtype, jnp.complexfloating):
        refuse(ValueError, "quantile does not support complex input, as the operation is poorly "
               "defined.", rule="dtype-mismatch")
    if axis is None:
        return jnp.reshape(a, (a.size,)), 0, [1] * a.ndim if keepdims else None
    if isinstance(axis, tuple):
        return _merge(a, axes)
    return a, canonical_axis(axes[0], a.ndim), None


def _like(x):
    return constant(x.dtype, x.weak_type)


def _weigh(place):
    """The places below and above, and how much each of them counts."""
    low, high = lax.floor(place), lax.ceil(place)
    high_weight = lax.sub(place, low)
    return low, high, lax.sub(_like(high_weight), high_weight), high_weight


def _take(a, places, axis, keepdims):
    """The elements at the places along the axis."""
    count = a.ndim if keepdims else a.ndim - 1
    sizes = [1 if i == axis else a.shape[i] for i in range(a.ndim)]
    dimensions = lax.GatherDimensionNumbers(
        offset_dims=tuple([places.ndim + i for i in range(count)]),
        collapsed_slice_dims=() if keepdims else (axis,), start_index_map=(axis,))
    return lax.gather(a, lax.expand_dims(places, (places.ndim,)), dimensions, sizes)


def _spread(weight, like):
    return lax.broadcast_in_dim(weight, like.shape, (0,)) if weight.ndim == 1 else weight


def _among_all(a, q, axis, keepdims):
    """The neighbours of the quantiles among all elements along the axis, with their weights."""
    last = constant(q.dtype)
    place = lax.mul(q, last)
    low, high, low_weight, high_weight = _weigh(place)
    low = lax.clamp(_like(low), low, last).astype(int)
    high = lax.clamp(_like(high), high, last).astype(int)
    low, high = _take(a, low, axis, keepdims), _take(a, high, axis, keepdims)
    return low, high, _spread(low_weight, low), _spread(high_weight, high), place.dtype


def _at(a, places, axis, keepdims, first):
    """a[indices]: places along the axis, and each place of the other dimensions itself."""
    indices = []
    at = first
    for i in range(a.ndim):
        others = i != axis
        indices.append(lax.broadcasted_iota(int, places.shape, at) if others else places)
        at = at + 1 if others or keepdims else at
    return a[tuple(indices)]


def _among_numbers(a, q, axis, keepdims):
    """The same among what is a number along the axis."""
    counts = jnp.sum(lax.bitwise_not(is_nan(a)), axis, dtype=q.dtype, keepdims=keepdims)
    first = q.ndim
    q = lax.expand_dims(q, range(first, first + counts.ndim))
    counts = lax.expand_dims(counts, range(first))
    last = lax.sub(counts, _like(q))
    q = lax.mul(q, last)
    low, high, low_weight, high_weight = _weigh(q)
    low = lax.max(_like(low), lax.min(low, last)).astype(int)
    high = lax.max(_like(high), lax.min(high, last)).astype(int)
    low, high = _at(a, low, axis, keepdims, first), _at(a, high, axis, keepdims, first)
    return low, high, low_weight, high_weight, q.dtype


def _combine(method, low, high, low_weight, high_weight, dtype):
    if method == "lower":
        return low
    if method == "higher":
        return high
    if method == "nearest":
        return lax.select_n(lax.le(high_weight, _like(high_weight)), high, low)
    if method == "midpoint":
        return lax.mul(lax.add(low, high), _like(low))
    low = lax.mul(low.astype(dtype), low_weight)
    return lax.add(low, lax.mul(high.astype(dtype), high_weight))


def _quantile(a, q, axis, axes, method, keepdims, squash_nans):
    a, axis, kept = _arrange(a, axis, axes, keepdims)
    if q.ndim > 1:
        refuse(ValueError, f"q must be have rank <= 1, got shape {q.shape}", rule="shape-mismatch")
    if squash_nans and a.shape[axis] == 0:
        unknown("a quantile of no elements is not known")
    mask = is_nan(a)
    if not squash_nans:
        mask = jnp.any(mask, axis, keepdims=True)
    a = lax.sort(jnp.where(mask, jnp.nan, a), dimension=axis)
    find = _among_numbers if squash_nans else _among_all
    result = _combine(method, *find(a, q, axis, keepdims))
    if keepdims and kept:
        result = jnp.reshape(result, list(q.shape) + kept)
    return result.astype(a.dtype)


def _read_quantile(name, a, q, axis, out, overwrite_input, method, keepdims, weights, interpolation,
                   out_sharding=None):
    if not (isinstance(interpolation, str) and interpolation == NOT_GIVEN):
        if release >= (0, 8):
            raise TypeError(f"{name}() argument interpolation was removed in JAX v0.8.0. Use method "
                            "instead.")
        method = interpolation
    a, q = require_arrays(name, a, q)
    axes = _read_axis(axis)
    keepdims = static_bool(keepdims)
    if "percentile" in name:
        q, = promote_dtypes_inexact(q)
        q = q / 100
    squash_nans = name.startswith("nan")
    _refuse_parameters(out, overwrite_input, squash_nans)
    _check_method(method, weights)
    if out_sharding is None:
        return _quantile(a, q, axis, axes, method, keepdims, squash_nans)
    return jax.sharding.auto_axes(
        lambda x, y: _quantile(x, y, axis, axes, method, keepdims, squash_nans),
        out_sharding=out_sharding)(a, q)


@function("jax.numpy", until="0.9.0", without="weights", jitted="itself")
@function("jax.numpy", since="0.9.0", until="0.10.0", without=("weights", "interpolation"), jitted="itself")
@function("jax.numpy", since="0.10.0", without="interpolation", jitted="itself")
def quantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *,
             weights=None, interpolation='DeprecatedArg()'):
    return _read_quantile("quantile", a, q, axis, out, overwrite_input, method, keepdims, weights,
                          interpolation)


@function("jax.numpy", until="0.9.0", without="weights", jitted="itself")
@function("jax.numpy", since="0.9.0", until="0.10.0", without=("weights", "interpolation"), jitted="itself")
@function("jax.numpy", since="0.10.0", without="interpolation", jitted="itself")
def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *,
                weights=None, interpolation='DeprecatedArg()'):
    return _read_quantile("nanquantile", a, q, axis, out, overwrite_input, method, keepdims, weights,
                          interpolation)


@function("jax.numpy", until="0.9.0", without=("weights", "out_sharding"), jitted="itself")
@function("jax.numpy", since="0.9.0", until="0.10.0", jitted="itself",
          without=("weights", "interpolation", "out_sharding"))
@function("jax.numpy", since="0.10.0", until="0.10.2", without=("interpolation", "out_sharding"),
          jitted="itself")
@function("jax.numpy", since="0.10.2", without="interpolation", jitted="itself")
def percentile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *,
               weights=None, out_sharding=None, interpolation='DeprecatedArg()'):
    return _read_quantile("percentile", a, q, axis, out, overwrite_input, method, keepdims, weights,
                          interpolation, out_sharding)


@function("jax.numpy", until="0.9.0", without="weights", jitted="itself")
@function("jax.numpy", since="0.9.0", until="0.10.0", without=("weights", "interpolation"), jitted="itself")
@function("jax.numpy", since="0.10.0", without="interpolation", jitted="itself")
def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *,
                  weights=None, interpolation='DeprecatedArg()'):
    return _read_quantile("nanpercentile", a, q, axis, out, overwrite_input, method, keepdims, weights,
                          interpolation)


def _median(name, a, axis, out, overwrite_input, keepdims):
    a = require_arrays(name, a)
    axes = _read_axis(axis)
    keepdims = static_bool(keepdims)
    squash_nans = name == "nanmedian"
    if not squash_nans and release >= (0, 11, 2) and 0 in [a.shape[i] for i in canonical_axes(axes, a.ndim)]:
        refuse(ValueError, "jax.numpy.median reduction axis must be non-empty", rule="shape-mismatch")
    _refuse_parameters(out, overwrite_input, squash_nans)
    half = constant(float, weak=True)
    return _quantile(a, half, axis, axes, "midpoint", keepdims, squash_nans)


@function("jax.numpy", jitted="itself")
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _median("median", a, axis, out, overwrite_input, keepdims)


@function("jax.numpy", jitted="itself")
def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _median("nanmedian", a, axis, out, overwrite_input, keepdims)
