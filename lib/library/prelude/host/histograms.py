"""How many elements are between edges. NumPy: numpy/lib/_histograms_impl.py."""


def _edges(a, bins):
    """The edges of the bins of some elements, which are floats where only a number of them is given."""
    if isinstance(bins, str):
        unknown("how many bins an estimator makes")
    if np.ndim(bins) == 1:
        return np.asarray(bins)
    if np.ndim(bins):
        raise ValueError("`bins` must be 1d, when an array")
    count = static_int(bins)
    if count < 1:
        raise ValueError("`bins` must be positive, when an integer")
    return np.empty(count + 1, a.dtype if jnp.issubdtype(a.dtype, np.floating) else float)


def _counts(shape, weights, density, plain):
    if density:
        return np.empty(shape)
    return np.empty(shape, plain if weights is None else np.asarray(weights).dtype)


@function("numpy")
def histogram(a, bins=10, range=None, density=None, weights=None):
    a = np.asarray(a)
    if weights is not None and np.shape(weights) != a.shape:
        raise ValueError("weights should have the same shape as a.")
    edges = _edges(a, bins)
    return _counts(edges.shape[0] - 1, weights, density, int), edges


@function("numpy")
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    return _edges(np.asarray(a), bins)


@function("numpy")
def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    sample = sample if is_array(sample) else np.transpose(np.atleast_2d(np.asarray(sample)))
    if sample.ndim == 1:
        sample = np.reshape(sample, (-1, 1))
    count = sample.shape[1]
    each = list(bins) if np.ndim(bins) or isinstance(bins, (list, tuple)) else [bins] * count
    if len(each) != count:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    edges = [_edges(sample, bins_here) for bins_here in each]
    return np.empty(tuple([edge.shape[0] - 1 for edge in edges])), tuple(edges)


@function("numpy")
def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    x, y = np.asarray(x), np.asarray(y)
    if x.shape != y.shape:
        raise ValueError("x and y must have the same length.")
    several = isinstance(bins, (list, tuple)) or np.ndim(bins) > 0
    if several and len(bins) not in (1, 2):
        bins = [np.asarray(bins)] * 2
    counts, edges = np.histogramdd([x, y], bins, range, density, weights)
    return counts, edges[0], edges[1]
