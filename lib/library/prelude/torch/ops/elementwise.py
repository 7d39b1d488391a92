"""Operations on each element. torch: aten/src/ATen/native/BinaryOps.cpp, UnaryOps.cpp."""
from prelude.torch.dtypes import _bool
from prelude.torch.ops.promotion import array_as, broadcast_shape, common_shape, floating, on_device, operand_shape, result_dtype
from prelude.torch.tensor import Tensor

MODULE = "torch._aten"


def _binary(f, x, y, dtype=None):
    shape = broadcast_shape(operand_shape(x), operand_shape(y))
    dtype = result_dtype(x, y) if dtype is None else dtype
    return f(array_as(x, dtype), array_as(y, dtype))


def aten_add(x, y, alpha=1):
    return _binary(jnp.add, x, _scaled(y, alpha))


def aten_sub(x, y, alpha=1):
    if result_dtype(x, y).kind == 0:
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
    return _binary(jnp.subtract, x, _scaled(y, alpha))


def aten_rsub(x, y, alpha=1):
    if x.dtype.kind == 0 and (isinstance(y, bool) or not isinstance(y, Tensor)):
        raise RuntimeError("Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
    return _binary(jnp.subtract, y, _scaled(x, alpha))


def _scaled(y, alpha):
    if alpha == 1:
        return y
    return Tensor(_made=(aten_mul(y, alpha), y._storage)) if isinstance(y, Tensor) else y * alpha


def aten_mul(x, y):
    return _binary(jnp.multiply, x, y)


def aten_div(x, y, rounding_mode=None):
    if rounding_mode == "floor":
        return aten_floor_divide(x, y)
    if rounding_mode == "trunc":
        return _blank(common_shape(x, y), result_dtype(x, y))
    return _binary(jnp.true_divide, x, y, floating(result_dtype(x, y)))


def _blank(shape, dtype):
    return array_of(shape, dtype._array)


def aten_floor_divide(x, y):
    return _binary(jnp.floor_divide, x, y)


def aten_remainder(x, y):
    return _binary(jnp.remainder, x, y)


def aten_fmod(x, y):
    return _blank(common_shape(x, y), result_dtype(x, y))


def aten_pow(x, y):
    dtype = result_dtype(x, y)
    if dtype.kind == 1:
        return _binary(jnp.power, x, y) if isinstance(y, int) and y >= 0 else _blank(common_shape(x, y), dtype)
    return _blank(common_shape(x, y), dtype)


def aten_maximum(x, y):
    return _binary(jnp.maximum, x, y)


def aten_minimum(x, y):
    return _binary(jnp.minimum, x, y)


def aten_eq(x, y):
    return _binary(jnp.equal, x, y)


def aten_ne(x, y):
    return _binary(jnp.not_equal, x, y)


def aten_lt(x, y):
    return _binary(jnp.less, x, y)


def aten_le(x, y):
    return _binary(jnp.less_equal, x, y)


def aten_gt(x, y):
    return _binary(jnp.greater, x, y)


def aten_ge(x, y):
    return _binary(jnp.greater_equal, x, y)


def aten_logical_and(x, y):
    return _binary(jnp.logical_and, x, y)


def aten_logical_or(x, y):
    return _binary(jnp.logical_or, x, y)


def aten_logical_xor(x, y):
    return _binary(jnp.logical_xor, x, y)


def aten_bitwise_and(x, y):
    return _integral("bitwise_and_cpu", jnp.bitwise_and, x, y)


def aten_bitwise_or(x, y):
    return _integral("bitwise_or_cpu", jnp.bitwise_or, x, y)


def aten_bitwise_xor(x, y):
    return _integral("bitwise_xor_cpu", jnp.bitwise_xor, x, y)


def aten_bitwise_left_shift(x, y):
    return _integral("lshift_cpu", jnp.left_shift, x, y)


def aten_bitwise_right_shift(x, y):
    return _integral("rshift_cpu", jnp.right_shift, x, y)


def _integral(name, f, x, y):
    dtype = result_dtype(x, y)
    if dtype.kind > 1 and on_device(x):
        if name[:11] not in ("bitwise_and", "bitwise_or_"):
            return unknown("an operation on the bits of floating-point numbers on the XLA device is not known")
        found = member("torch_xla._shapes", "type_name")(dtype._array).upper()
        raise RuntimeError(f"Expected pred or integral type in argument to and/or operation; got {found}.")
    if dtype.kind > 1:
        raise RuntimeError(f'"{name}" not implemented for \'{member("torch._tensor", "capital")(dtype)}\'')
    return _binary(f, x, y)


def aten_bitwise_not(x):
    if x.dtype.kind > 1:
        raise RuntimeError(
            f'"bitwise_not_cpu" not implemented for \'{member("torch._tensor", "capital")(x.dtype)}\''
        )
    return jnp.bitwise_not(x._array)


def aten_logical_not(x):
    return jnp.logical_not(x._array)


def aten_neg(x):
    if x.dtype.kind == 0:
        raise RuntimeError("Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
    return jnp.negative(x._array)


def aten_abs(x):
    return jnp.abs(x._array)


def aten_unary(x, *options, **named):
    """One that keeps the shape and the dtype."""
    return unheld(x._array)


def aten_unary_float(x, *options, **named):
    """One that makes floating-point numbers of integers."""
    return _blank(x._array.shape, floating(x.dtype))


def aten_unary_bool(x):
    return _blank(x._array.shape, _bool)


aten_relu = aten_unary
aten_relu6 = aten_unary
aten_leaky_relu = aten_unary
aten_elu = aten_unary
aten_hardtanh = aten_unary
aten_hardswish = aten_unary
aten_hardsigmoid = aten_unary
aten_threshold = aten_unary
aten_clone = aten_unary
aten_sign = aten_unary
aten_ceil = aten_unary
aten_floor = aten_unary
aten_round = aten_unary
aten_trunc = aten_unary
aten_frac = aten_unary
aten_positive = aten_unary
aten_conj = aten_unary
aten_alias_copy = aten_unary
aten_sgn = aten_unary
aten_square = aten_unary
aten_dropout = aten_unary
aten_exp = aten_unary_float
aten_exp2 = aten_unary_float
aten_expm1 = aten_unary_float
aten_log = aten_unary_float
aten_log2 = aten_unary_float
aten_log10 = aten_unary_float
aten_log1p = aten_unary_float
aten_sqrt = aten_unary_float
aten_rsqrt = aten_unary_float
aten_reciprocal = aten_unary_float
aten_sin = aten_unary_float
aten_cos = aten_unary_float
aten_tan = aten_unary_float
aten_asin = aten_unary_float
aten_acos = aten_unary_float
aten_atan = aten_unary_float
aten_sinh = aten_unary_float
aten_cosh = aten_unary_float
aten_tanh = aten_unary_float
aten_asinh = aten_unary_float
aten_acosh = aten_unary_float
aten_atanh = aten_unary_float
aten_sigmoid = aten_unary_float
aten_erf = aten_unary_float
aten_erfc = aten_unary_float
aten_erfinv = aten_unary_float
aten_lgamma = aten_unary_float
aten_digamma = aten_unary_float
aten_softplus = aten_unary_float
aten_gelu = aten_unary_float
aten_silu = aten_unary_float
aten_mish = aten_unary_float
aten_logsigmoid = aten_unary_float
aten_logit = aten_unary_float
aten_deg2rad = aten_unary_float
aten_rad2deg = aten_unary_float
aten_sinc = aten_unary_float
aten_celu = aten_unary_float
aten_selu = aten_unary_float
aten_isnan = aten_unary_bool
aten_isinf = aten_unary_bool
aten_isfinite = aten_unary_bool
aten_isposinf = aten_unary_bool
aten_isneginf = aten_unary_bool
aten_signbit = aten_unary_bool
aten_isreal = aten_unary_bool
