"""Numbers between bounds, grids, and the shapes that arrays have in common. JAX: numpy/lax_numpy.py."""
from prelude.numpy.slicing import with_size

VALUES = "plain_linspace atleast_1d atleast_2d atleast_3d meshgrid indices"


def _read_bounds(start, stop, dtype):
    """As floats of one shape, and the dtype of what is between them."""
    start, stop = require_arrays("linspace", start, stop)
    if dtype is None:
        dtype = to_inexact(promote_dtypes(start, stop)[0].dtype)
    dtype = as_dtype(dtype)
    start, stop = [lax.convert_element_type(x, to_inexact(dtype)) for x in (start, stop)]
    start, stop = jnp.broadcast_arrays(start, stop)
    return start, stop, dtype


@function("jax.numpy", until="0.4.35", without="device")
@function("jax.numpy", since="0.4.35")
def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    num, endpoint, axis = concrete_int(num), static_bool(endpoint), static_int(axis)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    start, stop, dtype = _read_bounds(start, stop, dtype)
    axis, retstep = canonical_axis(axis, start.ndim + 1), static_bool(retstep)
    shape = start.shape[:axis] + (1,) + start.shape[axis:]
    if num > 1:
        count = num - 1 if endpoint else num
        real = real_dtype(start.dtype)
        step = lax.reshape(lax.iota(real, count), with_size([1] * len(shape), axis, count))
        step = lax.convert_element_type(step / constant(real, number=count), start.dtype)
        result = lax.reshape(start, shape) * (1.0 - step) + lax.reshape(stop, shape) * step
        if endpoint:
            result = lax.concatenate([result, lax.expand_dims(stop, (axis,))], axis)
    elif num == 1:
        result = lax.reshape(start, shape)
    else:
        result = lax.full(with_size(shape, axis, 0), 0, dtype)
    result = lax.convert_element_type(result, dtype)
    if device is not None and release < (0, 9) and not runs_at_once():
        unknown("jnp.linspace on a device")
    result = result if device is None else jax.device_put(result, device)
    return (result, stop - start) if retstep else result


def _plain_numbers(start, stop, num, endpoint):
    """The numbers between two numbers, computed as NumPy does."""
    count = num - 1 if endpoint else num
    step = (stop - start) / count if count > 0 else math.nan
    numbers = [i * step + start if step != 0 else i / count * (stop - start) + start for i in range(num)]
    if num == 1:
        numbers = [start * 1.0]
    if endpoint and num > 1:
        numbers[-1] = stop * 1.0
    return numbers, step


@function("numpy", name="linspace", also="device")
def plain_linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    num = static_int(num)
    if isinstance(start, (int, float)) and isinstance(stop, (int, float)) and num <= 4096 and dtype in (None, float):
        numbers, step = _plain_numbers(start, stop, num, static_bool(endpoint))
        result = np.array(numbers, dtype=float)
        return (result, np.float64(step)) if retstep else result
    start, stop = np.asarray(start), np.asarray(stop)
    sums = start * 1.0 + stop
    result = np.moveaxis(np.empty((num,) + sums.shape, sums.dtype if dtype is None else dtype), 0, axis)
    return (result, unheld(np.asarray(sums))) if retstep else result


def _common_size(sizes):
    """The size that all of them are but for 1s; None when two do not fit."""
    others = [size for size in sizes if size != 1]
    return 1 if not others else others[0] if others.count(others[0]) == len(others) else None


@function("jax.numpy")
@function("jax.lax")
def broadcast_shapes(*shapes):
    shapes = [shape_sizes(shape) for shape in shapes]
    rank = max([0] + [len(shape) for shape in shapes])
    common = tuple([_common_size([s[i - rank] for s in shapes if len(s) >= rank - i]) for i in range(rank)])
    if None in common:
        text = ", ".join([f"{shape}" for shape in shapes])
        refuse(ValueError, f"Incompatible shapes for broadcasting: shapes=[{text}]",
               rule="shape-mismatch", say=f"the shapes {text} do not fit together",
               help="this fails without any sharding too: two sizes must be equal, or one of them 1")
    return common


def _at_least(name, arys, widen):
    if release < (0, 10):  # with a warning
        arys = [jnp.asarray(x) if isinstance(x, (list, tuple)) else x for x in arys]
    arrays = require_arrays(name, *arys) if arys else ()
    if len(arys) == 1:
        return widen(arrays)
    arrays = [widen(x) for x in arrays]
    return tuple(arrays) if release >= (0, 12) else arrays


def with_ones(x, rank):
    """Dimensions of 1 in front, up to `rank` dimensions."""
    return x if x.ndim >= rank else lax.expand_dims(x, range(rank - x.ndim))


def at_least_3d(x):
    return x if x.ndim >= 3 else lax.expand_dims(x, [(0, 1, 2), (0, 2), (2,)][x.ndim])


@function("jax.numpy")
def atleast_1d(*arys):
    return _at_least("atleast_1d", arys, lambda x: with_ones(x, 1))


@function("jax.numpy")
def atleast_2d(*arys):
    return _at_least("atleast_2d", arys, lambda x: with_ones(x, 2))


@function("jax.numpy")
def atleast_3d(*arys):
    return _at_least("atleast_3d", arys, at_least_3d)


def _grid_part(x, sizes, axis, sparse):
    """The vector along an axis of a grid; sparse: of 1 in other dimensions."""
    shape = with_size([1] * len(sizes), axis, sizes[axis]) if sparse else sizes
    return lax.broadcast_in_dim(x, shape, (axis,))


@function("jax.numpy")
def meshgrid(*xi, copy=True, sparse=False, indexing='xy'):
    arrays = [require_arrays("meshgrid", *xi)] if len(xi) == 1 else require_arrays("meshgrid", *xi)
    copy, sparse = static_bool(copy), static_bool(sparse)
    if not copy:
        raise ValueError("jax.numpy.meshgrid only supports copy=True")
    if any([x.ndim != 1 for x in arrays]):
        refuse(ValueError, "Arguments to jax.numpy.meshgrid must be 1D, got shapes "
               f"{[x.shape for x in arrays]}", rule="shape-mismatch")
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Valid values for indexing are 'xy' and 'ij', got {indexing}")
    order = list(range(len(arrays)))
    if indexing == "xy" and len(order) > 1:
        order[0], order[1] = 1, 0
    sizes = [arrays[i].shape[0] for i in order]
    parts = [_grid_part(x, sizes, i, sparse) for x, i in zip(arrays, order)]
    return tuple(parts) if release >= (0, 11, 1) else parts


@function("jax.numpy")
def indices(dimensions, dtype=None, sparse=False):
    dtype = canonical_dtype(dtype, int if release >= (0, 4, 31) else jnp.int32)
    if isinstance(dimensions, (list, tuple)):
        dimensions = [concrete_int(n) if is_array(n) else n for n in dimensions]
    sizes = static_ints([n for n in dimensions])
    sparse = static_bool(sparse)
    parts = [_grid_part(lax.iota(dtype, n), sizes, i, sparse) for i, n in enumerate(sizes)]
    if sparse:
        return tuple(parts)
    return jnp.stack(parts, 0) if parts else jnp.array([], dtype)
