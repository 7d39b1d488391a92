"""jnp.pad. JAX: numpy/lax_numpy.py."""
from prelude.numpy.repeating import repeat_along
from prelude.numpy.slicing import slice_dim, with_size

VALUES = "pad"

_MAX_COPIES = 1000

# The keyword that each mode takes; those of the second table are not followed.
_OPTIONS = {"constant": "constant_values", "edge": None, "wrap": None, "reflect": "reflect_type",
            "symmetric": "reflect_type", "empty": None, "linear_ramp": "end_values",
            "maximum": "stat_length", "mean": "stat_length", "median": "stat_length",
            "minimum": "stat_length"}
_OTHERS = ("linear_ramp", "maximum", "mean", "median", "minimum")


def _pair(value):
    """The two numbers of a pair; a single one stands for both."""
    if is_array(value):
        concrete_int(value)
    if value is None or isinstance(value, (float, str)):
        raise TypeError("`pad_width` must be of integral type.")
    for item in value if isinstance(value, (list, tuple)) else ():
        if is_array(item) or isinstance(item, float):
            _pair(item)
    numbers = static_ints(value)
    if len(numbers) not in (1, 2):
        unknown("widths of padding of such a form")
    return numbers[0], numbers[-1]


def _read_widths(value, rank):
    """One pair for each dimension (_broadcast_to_pairs)."""
    if isinstance(value, dict):
        unknown("widths of padding by axis")
    nested = isinstance(value, (list, tuple)) and len(value) and isinstance(value[0], (list, tuple))
    if nested and len(value) != 1:
        if len(value) != rank:
            refuse(ValueError, f"jnp.pad: pad_width with nd={rank} has unsupported shape "
                   f"({len(value)}, 2). Valid shapes are ({rank}, 2), (1, 2), (2,), (1,), or ().",
                   rule="shape-mismatch")
        widths = [_pair(item) for item in value]
    else:
        widths = [_pair(value[0] if nested else value)] * rank
    if any([before < 0 or after < 0 for before, after in widths]):
        raise ValueError("index can't contain negative values")
    return widths


def _pad_constant(x, widths, values):
    listed = isinstance(values, (list, tuple))
    if listed and len(values) > 2 and not isinstance(values[0], (list, tuple)):
        unknown("so many values to pad with")
    if is_array(values) and values.ndim:
        unknown("values to pad with in an array")
    number = 0 if values is None else values if isinstance(values, int) else None
    fill = values if is_array(values) else constant(x.dtype, x.weak_type, number)
    flat = [width for pair in widths for width in pair]
    if not listed or (len(values) == 1 and not isinstance(values[0], (list, tuple))):
        return pad_array(x, fill, flat)
    for i in range(2 * x.ndim):
        if flat[i]:
            side = [0] * len(flat)
            side[i] = flat[i]
            x = pad_array(x, fill, side, i // 2)
    return x


def _pad_edge(x, axis, before, after):
    first = repeat_along(slice_dim(x, axis, 0, 1), axis, before)
    last = repeat_along(slice_dim(x, axis, x.shape[axis] - 1, x.shape[axis]), axis, after)
    return lax.concatenate([first, x, last], axis)


def _pad_wrap(x, axis, before, after):
    size = x.shape[axis]
    copies = before // size + after // size + 1
    if copies > _MAX_COPIES:
        unknown(f"padding of more than {_MAX_COPIES} copies")
    left, right = before % size, after % size
    parts = [slice_dim(x, axis, size - left, size)] if left else []
    parts = parts + [x] * copies + ([slice_dim(x, axis, 0, right)] if right else [])
    return lax.concatenate(parts, axis)


def _pad_side(x, axis, padding, before, size, offset):
    """One side of the mirrored array, whose size was `size`; it may take several mirrors."""
    edge = 0 if before else x.shape[axis] - 1
    slice_dim(x, axis, edge, edge + 1)  # taken in any case, though only odd reflections use it
    if padding > (size - offset) * _MAX_COPIES:
        unknown(f"padding of more than {_MAX_COPIES} copies")
    while padding > 0:
        part = min(padding, size - offset)
        start = offset if before else x.shape[axis] - part - offset
        turned = lax.rev(slice_dim(x, axis, start, start + part), (axis,))
        x = lax.concatenate([turned, x] if before else [x, turned], axis)
        padding = padding - part
    return x


def _pad_mirror(x, axis, before, after, reflect):
    size = x.shape[axis]
    offset = 1 if reflect and size > 1 else 0
    if release >= (0, 8, 1) and before == 0 and after == 0:
        return x
    return _pad_side(_pad_side(x, axis, before, True, size, offset), axis, after, False, size, offset)


def _pad_empty(x, axis, before, after):
    shapes = [with_size(x.shape, axis, width) for width in (before, after)]
    if release >= (0, 11):
        first, last = [jnp.empty_like(x, shape=shape) for shape in shapes]
    else:
        first, last = [lax.full_like(x, 0, shape=shape) for shape in shapes]
    return lax.concatenate([first, x, last], axis)


def _pad_dim(x, mode, axis, before, after):
    if x.shape[axis] == 0 and mode != "empty":
        if before == 0 and after == 0:
            return x
        refuse(ValueError, f"Cannot apply '{mode}' padding to empty axis", rule="shape-mismatch")
    if mode == "edge":
        return _pad_edge(x, axis, before, after)
    if mode == "wrap":
        return _pad_wrap(x, axis, before, after)
    if mode == "empty":
        return _pad_empty(x, axis, before, after)
    return _pad_mirror(x, axis, before, after, mode == "reflect")


@function("jax.numpy", jitted="within", called=True)
def pad(array, pad_width, mode='constant', **kwargs):
    x = require_arrays("pad", array)
    widths = _read_widths(pad_width, x.ndim)
    if not isinstance(mode, str):
        unknown("padding by a function")
    if mode not in _OPTIONS:
        raise NotImplementedError(f"Unimplemented padding mode '{mode}' for np.pad.")
    for name in kwargs:
        if name != _OPTIONS[mode]:
            raise ValueError(f"unsupported keyword arguments for mode '{mode}': {{'{name}'}}")
    if x.ndim == 0:
        return x
    option = kwargs.get(_OPTIONS[mode])
    if mode in _OTHERS or (kwargs and mode != "constant" and option != "even"):
        unknown(f"padding by mode '{mode}'")
    if mode == "constant":
        return _pad_constant(x, widths, option)
    for i in range(x.ndim):
        x = _pad_dim(x, mode, i, *widths[i])
    return x
