"""Convolutions that are cases of conv_general_dilated. JAX: lax/convolution.py."""


@function("jax.lax")
def conv(lhs, rhs, window_strides, padding, precision=None, preferred_element_type=None):
    return lax.conv_general_dilated(lhs, rhs, window_strides, padding, precision=precision,
                                    preferred_element_type=preferred_element_type)


@function("jax.lax")
def conv_with_general_padding(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,
                              precision=None, preferred_element_type=None):
    return lax.conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,
                                    precision=precision, preferred_element_type=preferred_element_type)


def _read_operand(x):
    if not is_array(x):
        raise AttributeError(f"'{type(x).__name__}' object has no attribute 'shape'")
    return x


def _read_numbers(lhs, rhs, numbers):
    """Where the dimensions stand, by the defaults for each rank when nothing is said."""
    if numbers is None and lhs.ndim > 5:
        raise ValueError("No 4+ dimensional dimension_number defaults.")
    if numbers is None:
        space = ("", "H", "HW", "HWD")[lhs.ndim - 2]
        spec = f"N{space}C"
        numbers = (spec, f"{space}IO", spec)
    return lax.conv_dimension_numbers(lhs.shape, rhs.shape, numbers)


def _sequence(x):
    if x is None or isinstance(x, (int, float)):
        raise TypeError(f"'{type(x).__name__}' object is not iterable")
    return static_ints(x)


def _named_padding(window, stride, name):
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
        return [_named_padding(n, stride, padding) for n, stride in zip(windows, strides)]
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
    windows = [max(d * (rhs.shape[i] - 1) + 1, 0) for i, d in zip(numbers.rhs_spec[2:], rhs_dilation)]
    padding = _read_padding(padding, windows, strides, static_bool(use_consistent_padding))
    rhs = _turned(rhs, numbers.rhs_spec) if turns else rhs
    return lax.conv_general_dilated(lhs, rhs, ones, padding, strides, rhs_dilation, numbers,
                                    precision=precision, preferred_element_type=preferred_element_type)
