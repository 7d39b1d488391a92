"""Distinct elements, and membership. Which elements are distinct is not followed: what functions give
is made of all of them. JAX: numpy/setops.py."""

VALUES = "isin"


def made_of(x, dtype, shape, name="jnp.unique"):
    """
    An array that a function of this name makes of all elements of x, which must be replicated. None: one that
    moves no more than this.
    """
    some = jnp.broadcast_to(jnp.any(lax.ne(x, x)).astype(dtype), shape)
    return some if name is None else opaque(some, name)


def _find(x, axis, index, inverse, counts, size):
    if size < 0 or not is_replicated(x) or release < (0, 7, 1):
        unknown("the distinct elements of such an array are not known")
    shape = (size,) if axis is None else x.shape[:axis] + (size,) + x.shape[axis + 1:]
    results = [made_of(x, x.dtype, shape)]
    if index:
        results.append(made_of(x, int, (size,)))
    if inverse:
        results.append(made_of(x, int, x.shape if axis is None else (x.shape[axis],)))
    if counts:
        results.append(made_of(x, int, (size,)))
    return results[0] if len(results) == 1 else tuple(results)


def _check_elements(x, axis, size, fill_value):
    if size and fill_value is None and (x.size if axis is None else x.shape[axis]) == 0:
        refuse(ValueError, "jnp.unique: for zero-sized input with nonzero size argument, fill_value "
               "must be specified", rule="shape-mismatch")


def _distinct(x):
    """The distinct elements in order; where each stands first; which each element is; how often each is there."""
    numbers = held(x)
    if numbers is None or any([n != n for n in numbers]):
        return None
    values = sorted(set(numbers))
    place = {n: i for i, n in enumerate(values)}
    inverse = [place[n] for n in numbers]
    first, counts = [None] * len(values), [0] * len(values)
    for at, i in enumerate(inverse):
        first[i] = at if first[i] is None else first[i]
        counts[i] += 1
    return values, first, inverse, counts


def _find_known(x, found, flags):
    """Of all elements, which are known, without a size: an array for the values and for each flag."""
    values, first, inverse, counts = found
    results = [holding(made_of(x, x.dtype, (len(values),)), values)]
    index, inverted, counted = flags
    if index:
        results.append(holding(made_of(x, int, (len(values),)), first))
    if inverted:
        flat = release < (0, 4, 31) and not is_numpy()
        results.append(holding(made_of(x, int, (x.size,) if flat else x.shape), inverse))
    if counted:
        results.append(holding(made_of(x, int, (len(values),)), counts))
    return results[0] if len(results) == 1 else tuple(results)


@function("jax.numpy", until="0.5.3", without="sorted")
@function("jax.numpy", since="0.5.3")
def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *,
           equal_nan=True, size=None, fill_value=None, sorted=True):
    ar = require_arrays("unique", ar)
    if size is None and axis is None and not is_tracer(ar) and _distinct(ar) is not None:
        return _find_known(ar, _distinct(ar), [static_bool(f) for f in (return_index, return_inverse, return_counts)])
    size = concrete_int(unheld(ar) if size is None else size)
    flags = [static_bool(flag) for flag in (return_index, return_inverse, return_counts)]
    axis = None if axis is None else canonical_axis(axis, ar.ndim)
    _check_elements(ar, axis, size, fill_value)
    return _find(ar, axis, *flags, size)


@function("jax.numpy")
def unique_values(x, /, *, size=None, fill_value=None):
    x = require_arrays("unique_values", x)
    if size is None and not is_tracer(x) and _distinct(x) is not None:
        return _find_known(x, _distinct(x), (False, False, False))
    size = concrete_int(unheld(x) if size is None else size)
    _check_elements(x, None, size, fill_value)
    return _find(x, None, False, False, False, size)


def _several(name, x, size, fill_value, index, inverse, counts):
    x = require_arrays(name, x)
    if size is None and not is_tracer(x) and _distinct(x) is not None:
        return _find_known(x, _distinct(x), (index, inverse, counts))
    size = concrete_int(unheld(x) if size is None else size)
    _check_elements(x, None, size, fill_value)
    return _find(x, None, index, inverse, counts, size)


@function("jax.numpy")
def unique_all(x, /, *, size=None, fill_value=None):
    return named_tuple("_UniqueAllResult", "values indices inverse_indices counts",
                       *_several("unique_all", x, size, fill_value, True, True, True))


@function("jax.numpy")
def unique_counts(x, /, *, size=None, fill_value=None):
    return named_tuple("_UniqueCountsResult", "values counts",
                       *_several("unique_counts", x, size, fill_value, False, False, True))


@function("jax.numpy")
def unique_inverse(x, /, *, size=None, fill_value=None):
    return named_tuple("_UniqueInverseResult", "values inverse_indices",
                       *_several("unique_inverse", x, size, fill_value, False, True, False))


@function("jax.numpy", until="0.4.35", without="method")
@function("jax.numpy", since="0.4.35")
def isin(element, test_elements, assume_unique=False, invert=False, *, method='auto'):
    element, test_elements = require_arrays("isin", element, test_elements)
    invert = static_bool(invert)
    if element.size == 0 or test_elements.size == 0:
        unknown("isin without elements is not known")
    if method not in ("auto", "compare_all", None):
        unknown("this method of isin is not known")
    x, others = promote_dtypes(element, test_elements)
    x, others = jnp.ravel(x)[:, None], jnp.ravel(others)[None, :]
    same = jnp.all(x != others, -1) if invert else jnp.any(x == others, -1)
    return jnp.reshape(same, element.shape)


def _combined(name, ar1, ar2, size, joins, chosen):
    """The elements that are chosen, by the distinct ones of both; they must be known."""
    x, y = require_arrays(name, ar1, ar2)
    if size is not None:
        unknown(f"jnp.{name} with a size is not known")
    first, second = held(x), held(y)
    if first is None or second is None or any([n != n for n in first + second]):
        concrete_int(unheld(x) if joins else jnp.ravel(unheld(promote_dtypes(x, y)[0])))
    dtype = x.dtype if name == "setdiff1d" else promote_dtypes(x, y)[0].dtype
    values = sorted([n for n in set(first + second) if chosen(n in first, n in second)])
    return holding(made_of(x, dtype, (len(values),)), values)


@function("jax.numpy")
def union1d(ar1, ar2, *, size=None, fill_value=None):
    return _combined("union1d", ar1, ar2, size, True, lambda a, b: True)


@function("jax.numpy")
def setdiff1d(ar1, ar2, assume_unique=False, *, size=None, fill_value=None):
    return _combined("setdiff1d", ar1, ar2, size, True, lambda a, b: a and not b)


@function("jax.numpy", since="0.4.38")
def intersect1d(ar1, ar2, assume_unique=False, return_indices=False, *, size=None, fill_value=None):
    if return_indices:
        ar1, ar2 = [unheld(x) for x in require_arrays("intersect1d", ar1, ar2)]
    return _combined("intersect1d", ar1, ar2, size, False, lambda a, b: a and b)


@function("jax.numpy", since="0.4.38")
def setxor1d(ar1, ar2, assume_unique=False, *, size=None, fill_value=None):
    return _combined("setxor1d", ar1, ar2, size, False, lambda a, b: a != b)
