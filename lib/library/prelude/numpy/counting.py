"""Counts of equal elements, where elements are not 0, places in sorted arrays, and histograms. What
they make of sharded arrays is known only in part. JAX: numpy/lax_numpy.py."""
from prelude.numpy.reductions import is_nan
from prelude.numpy.sets import made_of


def _knows_scatter():
    """Whether the release can tell how counts are sharded."""
    return release < (0, 7) or release >= (0, 7, 1)


def _count(x, weights, length, sharding=None, clipped=True):
    """zeros(length).at[x].add(weights)"""
    mode = "drop" if release >= (0, 4, 38) else None
    counts = lax.full((length,), 0, weights.dtype).at[jnp.maximum(0, x) if clipped else x]
    if sharding is None:
        return counts.add(weights, mode=mode)
    return counts.add(weights, mode=mode, out_sharding=sharding)


def _read_weights(weights, x):
    """They must be of the type of x but for their dtype; 1 without any."""
    if weights is None:
        return constant(int, number=1)
    weights = require_arrays("bincount", weights)
    typed = release >= (0, 10, 2)
    one, other = sharding_of(x), sharding_of(weights)
    same = x.shape == weights.shape
    if typed and same and one is not None and other is not None:
        same = tuple(one.spec) == tuple(other.spec)
    if not same and typed:
        refuse(ValueError, "type of weights must match type of x. Got typeof(x)="
               f"{phrase('{axes}', x)} and typeof(weights)={phrase('{axes}', weights)}",
               rule="sharding-conflict")
    if not same:
        refuse(ValueError, "shape of weights must match shape of x.", rule="shape-mismatch")
    return weights


def _read_integers(x):
    x = require_arrays("bincount", x)
    if x.dtype == bool and release >= (0, 4, 38):
        x = x.astype(int)
    if not jnp.issubdtype(x.dtype, jnp.integer):
        refuse(TypeError, f"x argument to bincount must have an integer type; got {x.dtype.name}",
               rule="dtype-mismatch")
    if x.ndim != 1:
        refuse(ValueError, "only 1-dimensional input supported.", rule="shape-mismatch")
    return x


def _is_replicated_or_unreduced(sharding):
    """A spec of no entries at all; what is reduced over some axes alone is not followed."""
    return sharding is None or len(sharding if isinstance(sharding, P) else sharding.spec) == 0


@function("jax.numpy", until="0.10.2", without="out_sharding")
@function("jax.numpy", since="0.10.2")
def bincount(x, weights=None, minlength=0, *, length=None, out_sharding=None):
    x = _read_integers(x)
    minlength, numbers = concrete_int(minlength), held(x)
    if length is None and numbers is not None and all([n >= 0 for n in numbers]):
        length = max([minlength] + [n + 1 for n in numbers])
    length = concrete_int(x if length is None else length)
    if length < 0:
        unknown("counts of a negative length are not known")
    if (not is_replicated(x) and release < (0, 10, 2)) or not _knows_scatter():
        unknown("counts of a sharded array are not known")
    unweighted, weights = weights is None, _read_weights(weights, x)
    out_sharding = canonical_sharding(out_sharding, "jnp.bincount")
    if not _is_replicated_or_unreduced(out_sharding):
        refuse("ShardingTypeError", "out_sharding passed to `jnp.bincount` can only be fully "
               "replicated or fully unreduced along all mesh axes", rule="sharding-conflict")
    counts = _count(x, weights, length, out_sharding)
    if numbers is None or not unweighted or any([n < 0 for n in numbers]):
        return counts
    found = [0] * length
    for n in numbers:
        if n < length:
            found[n] += 1
    return holding(counts, found)


def _positions(x, numbers):
    """For each dimension of x the indices of the elements that are not 0."""
    found = [i for i, n in enumerate(numbers) if n != 0]
    behind, indices = x.size, []
    for size in x.shape:
        behind = behind // size if size else 0
        indices.append([i // behind % size for i in found])
    return indices


def _filled(indices, size, fill_value):
    """So many of them: the first ones, or more by the fill value."""
    fill = 0 if fill_value is None else fill_value
    return indices[:size] + [fill] * (size - len(indices))


def _check_whole(x):
    """Refuses an array that is cut, however many elements are looked for. JAX: numpy/hijax.py Nonzero."""
    if not is_replicated(x):
        refuse(ValueError, f"Cannot apply nonzero over sharded axes {tuple(range(x.ndim))} for array "
               f"with sharding {jax.typeof(x).sharding}", rule="sharding-conflict",
               say=phrase("{array|the array} is sharded, and what is not 0 can be looked for in a whole array only", x),
               help=phrase("gather it first: {reshard}({written}, P())", x))


def _found_places(x, size, fill_value):
    """The positions as JAX computes them: of how many elements each is behind, in order of all."""
    shape = x.shape
    x = jnp.ravel(x) if release >= (0, 12) else x
    mask = x if x.dtype == bool else x != 0
    behind = jnp.cumsum(jnp.ravel(mask))
    places = jnp.cumsum(_count(behind, constant(int), size, clipped=release < (0, 12)))
    columns, behind = [], x.size
    for length in shape:
        behind = behind // length
        columns.append(unheld(places // behind % length))
    if fill_value is None and release < (0, 12):
        return tuple(columns)
    beyond = jnp.arange(size) >= jnp.sum(mask)
    return tuple([unheld(jnp.where(beyond, 0 if fill_value is None else fill_value, column)) for column in columns])


@function("<prelude>")
def find_nonzero(x, size, fill_value):
    """Positions of the elements that are not 0, as many arrays as x has dimensions."""
    numbers = held(x) if x.ndim else None
    if numbers is not None and size is None:
        size = len([n for n in numbers if n != 0])
    if x.ndim == 0:
        refuse(ValueError, "Calling nonzero on 0d arrays is not allowed. Use "
               "jnp.atleast_1d(scalar).nonzero() instead.", rule="shape-mismatch")
    if size is None:
        size = jnp.sum(x if x.dtype == bool else x != 0)
        if release >= (0, 12) and not is_tracer(x):
            _check_whole(x)
    size = concrete_int(size)
    if fill_value is not None and not isinstance(fill_value, int):
        unknown("this fill_value is not known")
    if release >= (0, 12) and size >= 0 and not is_mapped(x):
        _check_whole(x)
    if size < 0 or not is_replicated(x) or not _knows_scatter():
        unknown("where a sharded array is not 0 is not known")
    if not size or not x.size:
        return (made_of(x, int, (size,), None),) * x.ndim
    columns = _found_places(x, size, fill_value)
    if numbers is None:
        return columns
    return tuple([holding(column, _filled(indices, size, fill_value))
                  for column, indices in zip(columns, _positions(x, numbers))])


@function("jax.numpy")
@function("ndarray", errors_say="_nonzero")
def nonzero(a, *, size=None, fill_value=None):
    return find_nonzero(require_arrays("nonzero", a), size, fill_value)


@function("jax.numpy")
def flatnonzero(a, *, size=None, fill_value=None):
    return find_nonzero(jnp.ravel(require_arrays("ravel", a)), size, fill_value)[0]


@function("jax.numpy")
def argwhere(a, *, size=None, fill_value=None):
    a = require_arrays("argwhere", a)
    if a.ndim == 0:
        unknown("argwhere of a scalar is not known")
    columns = find_nonzero(a, size, fill_value)
    if size is None:
        return jnp.stack(columns, 1)
    return jnp.transpose(jnp.vstack(columns))


def _digits(bins, numbers, right):
    """The bin of each number, where the bins are known to ascend."""
    if bins is None or numbers is None or bins != sorted(bins):
        return None
    return [len([b for b in bins if (b < n if right else b <= n)]) for n in numbers]


def _places(ordered, values):
    """The place of each value in the array, of the shape of the values."""
    ordered, values = promote_dtypes(ordered, values)
    return (jnp.any(is_nan(ordered)).astype(values.dtype) < values).astype(jnp.int32)


def _places_both_ways(bins, x, right, method):
    """The same as JAX finds it, of bins that ascend or descend."""
    size = bins.shape[0]
    if size == 0:
        return jnp.zeros_like(x, dtype=jnp.int32)

    def find(ordered):
        return jnp.searchsorted(ordered, x, side="left" if right else "right", method=method or "scan")

    return jnp.where(bins[-1] >= bins[0], find(bins), size - find(bins[::-1]))


@function("jax.numpy", until="0.4.35", without="method", jitted="itself")
@function("jax.numpy", since="0.4.35", jitted="itself")
def digitize(x, bins, right=False, *, method=None):
    x, bins = require_arrays("digitize", x, bins)
    if bins.ndim != 1:
        unknown("digitize of bins that are not a vector is not known")
    if not is_replicated(bins) or not is_replicated(x):
        unknown("digitize of sharded arrays is not known")
    right = static_bool(right)
    places = _places_both_ways(bins, x, right, method) if is_recorded() else _places(bins, x)
    return holding(places, _digits(held(bins), held(x), right))


def _edges(x, bins, range):
    """Edges of bins: those given, or as many as bins and one more."""
    if isinstance(bins, (str, list, tuple)):
        unknown(f"bins given as {type(bins).__name__} are not known")
    if is_array(bins) and bins.ndim == 1:
        return bins.astype(to_inexact(x.dtype))
    count = concrete_int(bins)
    plain = range is None or (isinstance(range, (list, tuple)) and len(range) == 2)
    if count < 0 or not plain or not is_replicated(x):
        unknown("such a histogram is not known")
    dtype = to_inexact(x.dtype)
    ends = jnp.asarray([x.min(), x.max()] if range is None else list(range), dtype=dtype)
    same = jnp.ptp(ends) == 0
    low, high = jnp.where(same, ends[0] - 0.5, ends[0]), jnp.where(same, ends[1] + 0.5, ends[1])
    return jnp.linspace(low, high, count + 1, dtype=dtype)


@function("jax.numpy")
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    return _edges(require_arrays("histogram_bin_edges", a), bins, range)


@function("jax.numpy", until="0.11.2", without="out_sharding")
@function("jax.numpy", since="0.11.2")
def histogram(a, bins=10, range=None, weights=None, density=None, out_sharding=None):
    arrays = [require_arrays("histogram", a)]
    if weights is not None:
        arrays.append(require_arrays("histogram", 0, 0, weights)[2])
    if arrays[-1].shape != arrays[0].shape:
        refuse(ValueError, "weights should have the same shape as a.", rule="shape-mismatch")
    arrays = promote_dtypes_inexact(*arrays)
    if is_array(density) or out_sharding is not None or not all([is_replicated(x) for x in arrays]) \
            or release < (0, 7, 1):
        unknown("such a histogram is not known")
    edges = _edges(arrays[0], bins, range)
    if not is_replicated(edges) or edges.shape[0] == 0:
        unknown("such bins are not known")
    x, weights = arrays[0], jnp.ones_like(arrays[0]) if weights is None else arrays[-1]
    places = jnp.searchsorted(edges, x, side="right")
    places = jnp.where(x == edges[-1], len(edges) - 1, places)
    counts = jnp.zeros(len(edges), weights.dtype).at[places].add(weights)[1:]
    if density:
        counts = counts / jnp.diff(edges) / counts.sum()
    return counts, edges
