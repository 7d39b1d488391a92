"""Convolutions. JAX: lax/convolution.py."""
from prelude.lax.padding import dilated, named_padding


def _read_operand(x):
    if not is_array(x):
        raise AttributeError(f"'{type(x).__name__}' object has no attribute 'shape'")
    return x


def _check_letters(spec, which):
    one, two = ("NC", "OI", "NC")[which]
    letters = list(spec)
    if letters.count(one) != 1 or letters.count(two) != 1:
        raise TypeError(f"convolution dimension_numbers[{which}] must contain the characters '{one}' and "
                        f"'{two}' exactly once, got {spec}.")
    if len(set(letters)) != len(letters):
        raise TypeError(f"convolution dimension_numbers[{which}] cannot have duplicate characters, got {spec}.")


def _permutations(numbers):
    """The dimensions that letters stand for, spatial ones in the kernel's order (conv_general_permutations)."""
    for which in range(3):
        _check_letters(numbers[which], which)
    spatial = [[c for c in spec if c not in other] for spec, other in zip(numbers, ("NC", "OI", "NC"))]
    if any([set(letters) != set(spatial[0]) for letters in spatial]):
        raise TypeError("convolution dimension_numbers elements must each have the same set of spatial "
                        f"characters, got {tuple(numbers)}.")
    orders = [pair + "".join(spatial[1]) for pair in ("NC", "OI", "NC")]
    return [tuple([list(spec).index(c) for c in order]) for spec, order in zip(numbers, orders)]


def _named_numbers(numbers, ndim):
    specs = [static_ints(spec) for spec in numbers]
    for spec in specs:
        if any([not 0 <= dim < ndim for dim in spec]):
            unknown("dimension numbers that are out of range")
        if len(spec) != ndim:
            unknown("dimension numbers of another rank than the operands")
    return specs


def _dimension_numbers(shapes, numbers):
    """Where batch, features and space stand in lhs, rhs and the result (conv_dimension_numbers)."""
    ndim = len(shapes[0])
    if type(numbers).__name__ == "ConvDimensionNumbers":
        return _named_numbers(numbers, ndim)
    if ndim != len(shapes[1]):
        refuse(TypeError, f"convolution requires lhs and rhs ndim to be equal, got {ndim} and {len(shapes[1])}.",
               rule="shape-mismatch")
    if numbers is None:
        return [tuple(range(ndim)) for _ in range(3)]
    if not isinstance(numbers, (list, tuple)):
        raise TypeError("convolution dimension_numbers must be tuple/list or None, got "
                        f"<class '{type(numbers).__name__}'>.")
    if len(numbers) != 3:
        raise TypeError(f"convolution dimension_numbers list/tuple must be length 3, got {len(numbers)}.")
    if not all([isinstance(spec, str) for spec in numbers]):
        kinds = ", ".join([f"<class '{type(spec).__name__}'>" for spec in numbers])
        raise TypeError(f"convolution dimension_numbers elements must be strings, got ({kinds}).")
    for which, spec in enumerate(numbers):
        if len(spec) != ndim:
            raise TypeError(f"convolution dimension_numbers[{which}] must have len equal to the ndim of lhs "
                            f"and rhs, got {len(spec)} for lhs and rhs shapes {shapes[0]} and {shapes[1]}.")
    return _permutations(numbers)


@function("jax.lax")
def conv_general_permutations(dimension_numbers):
    if not isinstance(dimension_numbers, (list, tuple)) or len(dimension_numbers) != 3:
        unknown("conv_general_permutations of what are not three texts")
    return tuple(_permutations(dimension_numbers))


@function("jax.lax")
def ConvDimensionNumbers(lhs_spec, rhs_spec, out_spec):
    return named_tuple("ConvDimensionNumbers", "lhs_spec rhs_spec out_spec", lhs_spec, rhs_spec, out_spec)


@function("jax.lax")
def conv_dimension_numbers(lhs_shape, rhs_shape, dimension_numbers):
    shapes = [shape_sizes(lhs_shape), shape_sizes(rhs_shape)]
    return ConvDimensionNumbers(*_dimension_numbers(shapes, dimension_numbers))


def _sequence(x):
    if x is None or isinstance(x, (int, float)):
        raise TypeError(f"'{type(x).__name__}' object is not iterable")
    return static_ints(x)


def _dilation(x, dilation):
    return (1,) * max(x.ndim - 2, 0) if dilation is None else _sequence(dilation)


def _is_pair(x):
    return isinstance(x, (list, tuple)) and len(x) == 2 and all([type(n) is int for n in x])


def _window_padding(padding, lhs, rhs, specs, strides, rhs_dilation):
    if not isinstance(padding, str):
        if not isinstance(padding, (list, tuple)) or not all([_is_pair(x) for x in padding]):
            raise ValueError("padding argument to conv_general_dilated should be a string or a sequence of "
                             f"(low, high) pairs, got {padding!r}")
        return padding
    if lhs.ndim < 2:
        unknown("a convolution of this rank")
    space = [lhs.shape[i] for i in specs[0][2:]]
    window = [dilated(rhs.shape[i], n) for i, n in zip(specs[1][2:], rhs_dilation)]
    if len(window) != len(space) or len(strides) != len(space):
        unknown("a padding by name with strides or dilations of another rank")
    if any([stride <= 0 for stride in strides]):
        unknown("a convolution whose strides are not positive")
    return named_padding(padding, space, window, strides)


@function("jax.lax", until="0.7.2", without="out_sharding")
@function("jax.lax", since="0.7.2")
def conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation=None, rhs_dilation=None,
                         dimension_numbers=None, feature_group_count=1, batch_group_count=1, precision=None,
                         preferred_element_type=None, out_sharding=None):
    lhs = require_operand("conv_general_dilated", _read_operand(lhs))
    rhs = require_operand("conv_general_dilated", _read_operand(rhs))
    specs = _dimension_numbers((lhs.shape, rhs.shape), dimension_numbers)
    out_sharding = canonical_sharding(out_sharding, "dot_general")
    lhs_dilation = _dilation(lhs, lhs_dilation)
    if isinstance(padding, str) and any([n != 1 for n in lhs_dilation]):
        raise ValueError("String padding is not implemented for transposed convolution using this op. Please "
                         "either exactly specify the required padding or use conv_transpose.")
    rhs_dilation, strides = _dilation(rhs, rhs_dilation), _sequence(window_strides)
    padding = _window_padding(padding, lhs, rhs, specs, strides, rhs_dilation)
    return convolve(lhs, rhs, specs, (strides, lhs_dilation, rhs_dilation), padding,
                    (feature_group_count, batch_group_count), precision, preferred_element_type, out_sharding)


@function("jax.lax")
def conv(lhs, rhs, window_strides, padding, precision=None, preferred_element_type=None):
    return lax.conv_general_dilated(lhs, rhs, window_strides, padding, precision=precision,
                                    preferred_element_type=preferred_element_type)


@function("jax.lax")
def conv_with_general_padding(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,
                              precision=None, preferred_element_type=None):
    return lax.conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,
                                    precision=precision, preferred_element_type=preferred_element_type)


def _read_numbers(lhs, rhs, numbers):
    """Where the dimensions stand, by the defaults for each rank when nothing is said."""
    if numbers is None and lhs.ndim > 5:
        raise ValueError("No 4+ dimensional dimension_number defaults.")
    if numbers is None:
        space = ("", "H", "HW", "HWD")[lhs.ndim - 2]
        spec = f"N{space}C"
        numbers = (spec, f"{space}IO", spec)
    return lax.conv_dimension_numbers(lhs.shape, rhs.shape, numbers)


def _transposed_padding(window, stride, name):
    """Of a transposed convolution from that of the convolution it undoes (_conv_transpose_padding)."""
    if name == "SAME":
        length = window + stride - 2
        low = window - 1 if stride > window - 1 else -(-length // 2)
    else:
        length = window + stride - 2 + max(window - stride, 0)
        low = window - 1
    return low, length - low


def _read_padding(padding, windows, strides, consistent):
    if not isinstance(padding, str):
        if not consistent or not isinstance(padding, (list, tuple)):
            return padding
        return [(n - low - 1, n - high - 1) for n, (low, high) in zip(windows, padding)]
    if padding in ("SAME", "VALID"):
        return [_transposed_padding(n, stride, padding) for n, stride in zip(windows, strides)]
    if not consistent:
        unknown("a padding of this name in conv_transpose")
    raise ValueError(f"Invalid padding mode: {padding}")


def _turned(rhs, spec):
    """The kernel turned around, with its features exchanged."""
    order = list(range(rhs.ndim))
    order[spec[0]], order[spec[1]] = spec[1], spec[0]
    for i in spec[2:]:
        rhs = lax.rev(rhs, (i,))
    return lax.transpose(rhs, order)


@function("jax.lax", until="0.9.0", without="use_consistent_padding")
@function("jax.lax", since="0.9.0")
def conv_transpose(lhs, rhs, strides, padding, rhs_dilation=None, dimension_numbers=None,
                   transpose_kernel=False, precision=None, preferred_element_type=None,
                   use_consistent_padding=False):
    lhs, rhs = _read_operand(lhs), _read_operand(rhs)
    if lhs.ndim != rhs.ndim or lhs.ndim < 2:
        refuse(AssertionError, "", rule="shape-mismatch")
    numbers = _read_numbers(lhs, rhs, dimension_numbers)
    ones = (1,) * (lhs.ndim - 2)
    rhs_dilation = ones if rhs_dilation is None else _sequence(rhs_dilation)
    strides, turns = _sequence(strides), static_bool(transpose_kernel)
    windows = [dilated(rhs.shape[i], d) for i, d in zip(numbers.rhs_spec[2:], rhs_dilation)]
    padding = _read_padding(padding, windows, strides, static_bool(use_consistent_padding))
    rhs = _turned(rhs, numbers.rhs_spec) if turns else rhs
    return lax.conv_general_dilated(lhs, rhs, ones, padding, strides, rhs_dilation, numbers,
                                    precision=precision, preferred_element_type=preferred_element_type)
