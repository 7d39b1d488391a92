"""Reductions of jax.lax, by primitives and by any function. JAX: lax/lax.py, lax/windowed_reductions.py."""
from prelude.lax.lowered import lower_argument
from prelude.lax.padding import named_padding

VALUES = "reduce_sum reduce_prod reduce_max reduce_min reduce_or reduce_and reduce_xor argmax argmin"


def _axes(axes):
    """Axes as a tuple is made of them; an integer is none."""
    if axes is None or isinstance(axes, (int, float)):
        raise TypeError(f"'{type(axes).__name__}' object is not iterable")
    return static_ints(axes)


def _reduce(name, primitive, operand, axes, out_sharding=None):
    operand = require_operand(name, operand)
    out_sharding = canonical_sharding(out_sharding, name)
    return primitive(operand, _axes(axes), out_sharding)


@function("jax.lax", since="0.5.3", until="0.8.0", without="out_sharding")
@function("jax.lax", since="0.8.0")
def reduce_sum(operand, axes, *, out_sharding=None):
    return _reduce("reduce_sum", apply_reduce_sum, operand, axes, out_sharding)


@function("jax.lax", since="0.5.3")
def reduce_prod(operand, axes):
    return _reduce("reduce_prod", apply_reduce_prod, operand, axes)


@function("jax.lax", since="0.5.3", until="0.11.1", without="out_sharding")
@function("jax.lax", since="0.11.1")
def reduce_max(operand, axes, *, out_sharding=None):
    return _reduce("reduce_max", apply_reduce_max, operand, axes, out_sharding)


@function("jax.lax", since="0.5.3", until="0.11.1", without="out_sharding")
@function("jax.lax", since="0.11.1")
def reduce_min(operand, axes, *, out_sharding=None):
    return _reduce("reduce_min", apply_reduce_min, operand, axes, out_sharding)


@function("jax.lax", since="0.5.3")
def reduce_or(operand, axes):
    return _reduce("reduce_or", apply_reduce_or, operand, axes)


@function("jax.lax", since="0.5.3")
def reduce_and(operand, axes):
    return _reduce("reduce_and", apply_reduce_and, operand, axes)


@function("jax.lax", since="0.5.3")
def reduce_xor(operand, axes):
    return _reduce("reduce_xor", apply_reduce_xor, operand, axes)


@function("jax.lax")
def argmax(operand, axis, index_dtype):
    places = apply_argmax(require_operand("argmax", operand), (static_int(axis),), None, as_dtype(index_dtype))
    lower_argument(lax.gt, operand)
    return places


@function("jax.lax")
def argmin(operand, axis, index_dtype):
    places = apply_argmin(require_operand("argmin", operand), (static_int(axis),), None, as_dtype(index_dtype))
    lower_argument(lax.lt, operand)
    return places


def _least(x):
    return False if isinstance(x, bool) else -2147483648 if isinstance(x, int) else -math.inf


def _greatest(x):
    return True if isinstance(x, bool) else 2147483647 if isinstance(x, int) else math.inf


def _known(computation, initial):
    """The name of the function of jax.lax that has primitives to reduce by, when the initial value is a number
    that changes nothing."""
    if not isinstance(initial, (bool, int, float)):
        return None
    known = [("add", lax.add, 0), ("mul", lax.mul, 1), ("max", lax.max, _least(initial)),
             ("min", lax.min, _greatest(initial))]
    if not isinstance(initial, float):
        known += [("or", lax.bitwise_or, 0), ("xor", lax.bitwise_xor, 0),
                  ("and", lax.bitwise_and, 1 if isinstance(initial, bool) else -1)]
    for name, f, identity in known:
        if computation is f and initial == identity:
            return name
    return None


def _tree(x):
    if isinstance(x, list):
        return f"PyTreeDef([{', '.join(['*' for _ in x])}])"
    if isinstance(x, tuple):
        return f"PyTreeDef(({', '.join(['*' for _ in x])}{',' if len(x) == 1 else ''}))"
    return "PyTreeDef(*)"


def _read_operands(name, operands, init_values):
    several = isinstance(operands, (list, tuple))
    if _tree(operands) != _tree(init_values):
        raise ValueError("Operands must have the same tree structure as init_values: "
                         f"{_tree(operands)} vs. {_tree(init_values)}")
    if not several:
        operands, init_values = [operands], [init_values]
    arrays, initial = [], []
    for x, value in zip(operands, init_values):
        arrays.append(require_operand(name, x))
        initial.append(require_operand(name, value))
    return arrays, initial


def _returned(computation, initial, init_values):
    """What the function returns for two of the initial values (_variadic_reduction_jaxpr)."""
    if isinstance(init_values, list):
        return computation(list(initial), list(initial))
    if isinstance(init_values, tuple):
        return computation(tuple(initial), tuple(initial))
    return computation(initial[0], initial[0])


def _unflatten(returned, results):
    """Results as the function has returned its own (tree_unflatten)."""
    leaves, tree = jax.tree.flatten(returned)
    said = f"the function that reduces returns {len(leaves)} values, and there are {len(results)} operands"
    if len(leaves) > len(results):
        refuse(ValueError, f"Too few leaves for PyTreeDef; expected {len(leaves)}, got {len(results)}", say=said)
    if len(leaves) < len(results):
        refuse(ValueError, f"Too many leaves for PyTreeDef; expected {len(leaves)}.", say=said)
    return jax.tree.unflatten(tree, results)


@function("jax.lax", until="0.8.0", without="out_sharding")
@function("jax.lax", since="0.8.0")
def reduce(operands, init_values, computation, dimensions, out_sharding=None):
    if not isinstance(operands, (list, tuple)) and not is_array(operands) and release >= (0, 10):
        unknown("lax.reduce of a tree is not known")
    arrays, initial = _read_operands("reduce", operands, init_values)
    if isinstance(dimensions, int):
        raise TypeError("'int' object is not iterable")
    dimensions = static_ints(dimensions)
    given = init_values[0] if isinstance(init_values, (list, tuple)) and len(initial) == 1 else init_values
    name = _known(computation, given) if len(arrays) == 1 else None
    if name is None:
        returned = _returned(computation, initial, init_values)
        return _unflatten(returned, apply_reduce(arrays, initial, dimensions))
    if out_sharding is not None and name != "add":
        refuse("NotImplementedError", "")
    out_sharding = canonical_sharding(out_sharding, "reduce_sum")
    primitives = {"add": apply_reduce_sum, "mul": apply_reduce_prod, "max": apply_reduce_max,
                  "min": apply_reduce_min, "or": apply_reduce_or, "xor": apply_reduce_xor, "and": apply_reduce_and}
    result = primitives[name](arrays[0], dimensions, out_sharding)
    return converted(result, arrays[0])


def _read_padding(padding, x, dims, strides, gaps):
    if not isinstance(padding, str):
        if not isinstance(padding, (list, tuple)):
            unknown("a padding of this kind is not known")
        padding = [static_ints(pair) for pair in padding]
        for pair in padding:
            if len(pair) != 2:
                unknown(f"a padding of {len(pair)} numbers is not known")
        if len(dims) != x.ndim or len(padding) == x.ndim:
            return padding
        if release < (0, 9, 2):
            than = "shorter" if len(padding) < x.ndim else "longer"
            refuse(ValueError, f"safe_zip() argument 2 is {than} than argument 1", rule="shape-mismatch")
        refuse(ValueError, f"safe_zip() argument 1 has length {len(padding)} but argument 0 has length {x.ndim}. "
               f"All lengths: ({x.ndim}, {len(padding)})", rule="shape-mismatch")
    if any([n <= 0 for n in gaps]):
        raise TypeError(f"All dilations must be positive, got {gaps}.")
    if len(dims) != x.ndim or len(strides) != x.ndim:
        return named_padding(padding, (), (), ())  # the operation says what is wrong
    return named_padding(padding, x.shape, [(n - 1) * gap + 1 for n, gap in zip(dims, gaps)], strides)


def _window(operand, init_value, computation, dims, strides, padding, base_dilation, window_dilation):
    arrays, initial = _read_operands("reduce_window", operand, init_value)
    if not arrays:
        raise ValueError("reduce_window must have at least one operand.")
    dims = static_ints(dims)
    strides, base, gaps = [(1,) * len(dims) if x is None else static_ints(x)
                           for x in (strides, base_dilation, window_dilation)]
    padding = _read_padding(padding, arrays[0], dims, strides, gaps)
    window = (dims, strides, [n for pair in padding for n in pair], base, gaps)
    given = init_value[0] if isinstance(init_value, (list, tuple)) else init_value
    name = _known(computation, given) if len(arrays) == 1 else None
    if name in ("add", "max", "min"):
        primitives = {"add": apply_window_sum, "max": apply_window_max, "min": apply_window_min}
        return primitives[name](arrays[0], window)
    returned = _returned(computation, initial, init_value)
    if jax.tree.structure(operand) != jax.tree.structure(returned):
        raise ValueError("reduce_window output must have the same tree structure as the operands "
                         f"{structure_text(operand)} vs. {structure_text(returned)}")
    return _unflatten(returned, apply_window(arrays, initial, window))


@function("jax.lax", until="0.7.0", name="reduce_window")
def plain_reduce_window(operand, init_value, computation, window_dimensions, window_strides, padding,
                        base_dilation=None, window_dilation=None):
    return _window(operand, init_value, computation, window_dimensions, window_strides, padding, base_dilation,
                   window_dilation)


@function("jax.lax", since="0.7.0")
def reduce_window(operand, init_value, computation, window_dimensions, window_strides=None, padding="VALID",
                  base_dilation=None, window_dilation=None):
    return _window(operand, init_value, computation, window_dimensions, window_strides, padding, base_dilation,
                   window_dilation)
