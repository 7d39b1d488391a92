"""Branches of which one is taken when the program runs. JAX: lax/control_flow/conditionals.py."""

_MOST = 64  # branches


def _operands(given, operand):
    if isinstance(operand, str) and operand == "_no_operand_sentinel":
        return given
    if given:
        raise TypeError("if 'operand' keyword is passed then no positional operands can be passed, got "
                        f"operand={operand!r} and positional operands {given!r}")
    return (operand,)


def _refuse_shape(what, value, shape):
    shown = "[...]" if is_array(value) and not is_tracer(value) else repr(value)
    refuse(TypeError, f"{what} scalar, got {shown} of shape {shape}.", rule="shape-mismatch",
           help="jnp.where chooses element by element")


def _predicate(pred):
    """The index of a branch, 0 for false."""
    if pred is None:
        raise TypeError("cond predicate is None")
    if isinstance(pred, (tuple, list)):
        raise TypeError(f"Pred must be a scalar, got {pred!r} of type <class '{type(pred).__name__}'>")
    x = leaf_array(pred)
    if x.ndim:
        _refuse_shape("Pred must be a", pred, x.shape)
    if is_key(x) or jnp.issubdtype(x.dtype, jnp.complexfloating):
        refuse(TypeError, f"Pred type must be either boolean or number, got {x.dtype.name}.", rule="dtype-mismatch")
    if x.dtype != jnp.bool_:
        x = lax.ne(x, constant(x.dtype, weak=x.weak_type))
    return lax.convert_element_type(x, jnp.int32)


@function("jax.lax", also="*, linear")
def cond(pred, true_fun, false_fun, *operands, operand="_no_operand_sentinel"):
    if not callable(true_fun) or not callable(false_fun):
        if callable(false_fun) and len(operands) == 2 and callable(operands[1]):
            unknown("cond with an operand for each branch is not followed")
        raise TypeError("lax.cond: true_fun and false_fun arguments should be callable.")
    operands = _operands(operands, operand)
    return run_branches("cond", _predicate(pred), (true_fun, false_fun), ("true_fun", "false_fun"), operands)


def _branch_index(index):
    x = leaf_array(index)
    if x.ndim:
        _refuse_shape("Branch index must be", index, x.shape)
    if not jnp.issubdtype(x.dtype, jnp.integer):
        refuse(TypeError, f"Index type must be an integer, got {index!r} as {x.dtype.name}", rule="dtype-mismatch")
    bound = constant(jnp.int32)
    return lax.clamp(bound, lax.convert_element_type(x, jnp.int32), bound)


@function("jax.lax")
def switch(index, branches, *operands, operand="_no_operand_sentinel"):
    if not isinstance(branches, (tuple, list)) or not all([callable(branch) for branch in branches]):
        raise TypeError("lax.switch: branches argument should be a sequence of callables.")
    if len(branches) > _MOST:
        unknown(f"more than {_MOST} branches are not followed")
    operands = _operands(operands, operand)
    index = _branch_index(index)
    if not branches:
        raise ValueError("Empty branch sequence")
    if len(branches) == 1:
        return program_call(branches[0], *operands)
    return run_branches("switch", index, branches, [f"branch {i}" for i in range(len(branches))], operands)


@function("jax.lax", since="0.5.0")
def composite(decomposition, name, version=0):
    """What the compiler may replace by an operation of its own. JAX: lax/lax.py."""
    def applied(*args, **kwargs):
        return traced_call(lambda *arrays: decomposition(*arrays, **kwargs), *args)

    return applied
