"""Products by dot_general. JAX: lax/lax.py dot, batch_matmul."""


def _simple_dimensions(lhs, rhs):
    """Those of a product of vectors and matrices."""
    if 1 <= lhs.ndim <= 2 and 1 <= rhs.ndim <= 2 and lhs.shape[-1] == rhs.shape[0]:
        return ((lhs.ndim - 1,), (0,)), ((), ())
    advice = "jnp.matmul multiplies batches; lax.dot_general takes any dimensions"
    if release < (0, 7, 1):
        refuse(TypeError, f"Incompatible shapes for dot: got {lhs.shape} and {rhs.shape}.", rule="shape-mismatch",
               help=advice)
    refuse(ValueError, "jax.lax.dot: dimension_numbers must be specified when not performing simple un-batched "
           f"matrix-matrix, matrix-vector, or vector-vector products; got lhs_shape={lhs.shape} rhs_shape={rhs.shape}",
           rule="shape-mismatch", help=advice)


def _dot(lhs, rhs, dimensions, precision, dtype, out_sharding=None):
    lhs, rhs = require_operand("dot_general", lhs), require_operand("dot_general", rhs)
    dimensions = _simple_dimensions(lhs, rhs) if dimensions is None else dimensions
    if out_sharding is None:
        return lax.dot_general(lhs, rhs, dimensions, precision, dtype)
    return lax.dot_general(lhs, rhs, dimensions, precision, dtype, out_sharding=out_sharding)


@function("jax.lax", until="0.7.1", name="dot")
def plain_dot(lhs, rhs, precision=None, preferred_element_type=None):
    return _dot(lhs, rhs, None, precision, preferred_element_type)


@function("jax.lax", since="0.7.1", until="0.10.0", name="dot")
def leaving_dot(lhs, rhs, *args, dimension_numbers=None, precision=None, preferred_element_type=None,
                out_sharding=None):
    """As it was while positional arguments behind the operands were on their way out."""
    if args and release >= (0, 9):
        raise TypeError(f"dot() takes 2 positional arguments but {2 + len(args)} were given. Passing precision or "
                        "preferred_element_type by position is not allowed as of JAX v0.9.0; pass them by keyword "
                        "instead.")
    if len(args) > 2:
        raise TypeError("Too many positional arguments passed to jax.lax.dot.")
    if args and precision is not None:
        raise TypeError("jax.lax.dot got multiple values for argument 'precision'")
    if len(args) > 1 and preferred_element_type is not None:
        raise TypeError("jax.lax.dot got multiple values for argument 'preferred_element_type'")
    precision = args[0] if args else precision
    preferred_element_type = args[1] if len(args) > 1 else preferred_element_type
    return _dot(lhs, rhs, dimension_numbers, precision, preferred_element_type, out_sharding)


@function("jax.lax", since="0.10.0")
def dot(lhs, rhs, *, dimension_numbers=None, precision=None, preferred_element_type=None, out_sharding=None):
    return _dot(lhs, rhs, dimension_numbers, precision, preferred_element_type, out_sharding)


@function("jax.lax")
def batch_matmul(lhs, rhs, precision=None):
    lhs, rhs = require_operand("batch_matmul", lhs), require_operand("batch_matmul", rhs)
    check_precision(precision)
    if lhs.ndim < 2 or rhs.ndim < 2:
        refuse(ValueError, f"Arguments to batch_matmul must be at least 2D, got {lhs.ndim}, {rhs.ndim}",
               rule="shape-mismatch")
    if lhs.ndim != rhs.ndim:
        refuse(ValueError, f"Arguments to batch_matmul must have same ndim, got {lhs.ndim}, {rhs.ndim}",
               rule="shape-mismatch")
    batch = tuple(range(lhs.ndim - 2))
    return lax.dot_general(lhs, rhs, (((lhs.ndim - 1,), (lhs.ndim - 2,)), (batch, batch)))
