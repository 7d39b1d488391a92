"""Places of values in sorted arrays. JAX: numpy/lax_numpy.py searchsorted, numpy/hijax.py."""

VALUES = "searchsorted"


def _check_choices(side, method):
    methods = ("sort", "scan", "scan_unrolled", "compare_all")
    if release >= (0, 9, 2):
        if side not in ("left", "right"):
            raise ValueError(f"invalid argument {side=}, expected 'left' or 'right'")
        if method not in methods:
            raise ValueError(f"invalid argument {method=}, expected one of ['compare_all', 'scan', "
                             "'scan_unrolled', 'sort']")
    if side not in ("left", "right"):
        raise ValueError(f"{side!r} is an invalid value for keyword 'side'. Expected one of ['left', 'right'].")
    if method not in methods:
        raise ValueError(f"{method!r} is an invalid value for keyword 'method'. Expected one of ['sort', "
                         "'scan', 'scan_unrolled', 'compare_all'].")


def _sorting_key(x):
    """What sorting compares: one zero, and one NaN (_canonicalize_float_for_sort)."""
    if not jnp.issubdtype(x.dtype, jnp.floating) or not is_recorded():
        return x
    key = lax.select(x == 0, jnp.zeros_like(x), x)
    return lax.select(x != x, jnp.full_like(x, math.nan), key)


def _comes_first(value, element):
    first, second = _sorting_key(value), _sorting_key(element)
    return ordered(first, second) if is_recorded() else first <= second


def _halve(elements, value):
    """By halves, for one value; since 0.10 with places that have no sign."""
    size, signed = elements.shape[0], jnp.dtype(jnp.int32)
    counted = signed if release < (0, 9, 2) else jnp.dtype(jnp.uint32)

    def step(state, _):
        low, high = state
        if release < (0, 9, 2):
            middle = lax.div(low.astype(jnp.uint32) + high.astype(jnp.uint32), jnp.array(2, dtype=jnp.uint32))
            middle = middle.astype(signed)
            left = _comes_first(value, elements[middle])
            return (jnp.where(left, low, middle), jnp.where(left, middle, high)), ()
        middle = low + (high - low) // 2
        left = _comes_first(value, elements[middle])
        return (lax.select(left, low, middle), lax.select(left, middle, high)), ()

    start = [jnp.array(n, dtype=counted) for n in (0, size)]
    if has_explicit_axes() and (release < (0, 9, 2) or release >= (0, 11, 1)):
        start = [converted(n, n, P()) for n in start]  # between them these are on no mesh
    vary = [name for x in (elements, value) for name in varying_axes(x)]
    start = [collective("pvary", n, vary, 1) if vary and release >= (0, 7) else n for n in start]
    levels = math.ceil(math.log2(size + 1))
    return lax.scan(step, tuple(start), (), length=levels)[0][1].astype(signed)


def _scan(elements, values):
    if release < (0, 9, 2):
        return jnp.vectorize(functools.partial(_halve, elements))(values)
    if elements.shape[0] == 0:
        return lax.full(values.shape, 0, jnp.int32)
    if values.ndim:
        return jax.vmap(_scan, in_axes=(None, 0))(elements, values)
    return _halve(elements, values)


def _rank(x):
    places = lax.iota(jnp.int32, x.shape[0])
    return lax.full_like(places, 0).at[lax.sort_key_val(x, places)[1]].set(places)


def _sort(elements, values, side):
    if side == "left":
        places = _rank(lax.concatenate([values.ravel(), elements], 0))[:values.size]
    else:
        places = _rank(lax.concatenate([elements, values.ravel()], 0))[elements.shape[0]:]
    return lax.reshape(lax.sub(places, _rank(values.ravel())), values.shape).astype(jnp.int32)


def _compare(elements, values):
    if release < (0, 8) and not is_replicated(elements):
        unknown("searchsorted of sharded arrays is not known in this release")
    below = jax.vmap(lambda x, y: x < y, in_axes=(0, None))(elements, values)
    return below.sum(dtype=jnp.int32, axis=0)


def _places_of(ordered, numbers, side):
    """The place of each number, where the elements are known to ascend."""
    if ordered is None or numbers is None or ordered != sorted(ordered):
        return None
    return [len([m for m in ordered if (m < n if side == "left" else m <= n)]) for n in numbers]


@function("jax.numpy", jitted="itself")
def searchsorted(a, v, side='left', sorter=None, *, method='scan'):
    a, v = require_arrays("searchsorted", a, v) if sorter is None else require_arrays("searchsorted", a, v, sorter)[:2]
    if release < (0, 9, 2):
        _check_choices(side, method)
    if a.ndim != 1:
        refuse(ValueError, "a should be 1-dimensional", rule="shape-mismatch")
    _check_choices(side, method)
    a, v = promote_dtypes(a, v)
    if sorter is not None:
        a = a[sorter]
    if release < (0, 9, 2) and a.shape[0] == 0:
        return jnp.zeros_like(v, dtype=jnp.int32)
    places = _places_of(held(a), held(v), side)
    if method == "sort":
        return holding(_sort(a, v, side), places)
    return holding(_compare(a, v) if method == "compare_all" else _scan(a, v), places)
