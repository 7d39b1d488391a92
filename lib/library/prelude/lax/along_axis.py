"""Sorting and the largest elements along an axis of jax.lax. JAX: lax/lax.py."""

VALUES = "sort sort_key_val"


@function("jax.lax")
def sort(operand, dimension=-1, is_stable=True, num_keys=1):
    several = isinstance(operand, (list, tuple))
    operands = [require_operand("sort", x) for x in (operand if several else [operand])]
    dimension, num_keys = static_int(dimension), static_int(num_keys)
    if not operands:
        raise TypeError("Sort requires at least one operand")
    if several and not 1 <= num_keys <= len(operands):
        raise ValueError(f"num_keys={num_keys} must be between 1 and len(operand)={len(operands)}")
    if not several and num_keys != 1:
        raise ValueError(f"num_keys={num_keys} must equal 1 for a single operand.")
    results = apply_sort(operands, canonical_axis(dimension, operands[0].ndim), num_keys, True)
    return tuple(results) if several else results[0]


@function("jax.lax")
def sort_key_val(keys, values, dimension=-1, is_stable=True):
    operands = [require_operand("sort", keys), require_operand("sort", values)]
    return tuple(apply_sort(operands, canonical_axis(static_int(dimension), operands[0].ndim), 1, False))


@function("jax.lax", until="0.8.1", without=("axis", "is_stable"))
@function("jax.lax", since="0.8.1", until="0.11.0", without="is_stable")
@function("jax.lax", since="0.11.0")
def top_k(operand, k, *, axis=-1, is_stable=True):
    operand = require_operand("top_k", operand)
    if is_array(k) and k.size != 1:
        refuse(ValueError, "The truth value of an array with more than one element is ambiguous. Use a.any() or "
               "a.all()", help="k is the second argument, and a number")
    if is_array(k):
        refuse("TracerBoolConversionError",
               phrase("Attempted boolean conversion of traced array with shape {long}.", k < 0))
    k = static_int(k)
    if k < 0:
        raise ValueError(f"k argument to top_k must be nonnegative, got {k}")
    axis = -1 if axis is None else static_int(axis)
    axis = canonical_axis(axis, operand.ndim) if release >= (0, 8, 1) else operand.ndim - 1
    return apply_top_k(operand, k, axis)


@function("jax.lax")
def reduce_precision(operand, exponent_bits, mantissa_bits):
    operand = require_operand("reduce_precision", operand)
    exponent_bits, mantissa_bits = static_int(exponent_bits), static_int(mantissa_bits)
    if exponent_bits < 1:
        raise ValueError(f"reduce_precision: exponent_bits must be positive; got {exponent_bits}")
    if mantissa_bits < 0:
        raise ValueError(f"reduce_precision: mantissa_bits must be non-negative; got {mantissa_bits}")
    return apply_reduce_precision(operand)
