"""rearrange, reduce and repeat: as reshapes, transposes and reductions. einops: einops.py."""
from prelude.einops.patterns import is_axis_name, names_of, read_side


_REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")


def _is_reduction(operation):
    return callable(operation) or operation in _REDUCTIONS


def _check_names(left, right, operation, sizes, lengths, fail):
    """Whether the names stand on the sides where the operation wants them."""
    if operation == "rearrange":
        if sizes:
            fail("rearrange takes no lengths but 1 in its pattern")
        one_sided = [name for name in left + right if name not in left or name not in right]
        if one_sided:
            fail(f"axis '{one_sided[0]}' stands on one side only")
    elif operation == "repeat":
        for name in left:
            if name not in right:
                fail(f"axis '{name}' is not on the right side")
        for name in right:
            if name not in left and name not in lengths and name not in sizes:
                fail(f"the new axis '{name}' has no length")
    elif _is_reduction(operation):
        for name in right:
            if name not in left:
                fail(f"axis '{name}' is not on the left side")
    else:
        fail(f"there is no reduction of this name: {operation}")


def _expand(groups, others):
    """The groups with the names that an ellipsis stands for."""
    result = []
    for group in groups:
        if group == ".":
            result += [[name] for name in others]
        else:
            names = []
            for name in group:
                names += others if name == "." else [name]
            result.append(names)
    return result


def _read_pattern(pattern, operation, rank, lengths, fail):
    """The groups of both sides, as many on the left as there are dimensions, and the sizes of numbers."""
    if not isinstance(pattern, str):
        unknown("a pattern that is not text")
    left_text, right_text = pattern.split("->")
    left, sizes = read_side(left_text, "left", fail)
    right, more = read_side(right_text, "right", fail)
    sizes = {**sizes, **more}
    left_names, right_names = names_of(left), names_of(right)
    if "." in right_names and "." not in left_names:
        fail("an ellipsis stands on the right side, and none on the left")
    if "." in left_names and "." not in left:
        fail("an ellipsis stands in parentheses on the left side")
    _check_names(left_names, right_names, operation, sizes, lengths, fail)
    others = []
    if "." in left_names:
        if rank < len(left) - 1:
            fail(f"the pattern has {len(left) - 1} dimensions, and the array {rank}")
        others = [f". {i}" for i in range(rank - len(left) + 1)]
    elif len(left) != rank:
        fail(f"the pattern has {len(left)} dimensions, and the array {rank}")
    return _expand(left, others), _expand(right, others), sizes


def _find_lengths(left, right, shape, sizes, lengths, fail):
    """The length of every axis."""
    known = {**sizes}
    for name, length in lengths.items():
        if not is_axis_name(name):
            fail(f"'{name}' is not a name of an axis")
        if not any([name in group for group in left + right]):
            fail(f"axis '{name}' is not in the pattern")
        if not is_integer(length):
            unknown("a length that is not an integer")
        known[name] = length
    for group, size in zip(left, shape):
        missing = [name for name in group if name not in known]
        product = math.prod([known[name] for name in group if name in known])
        if len(missing) > 1:
            fail(f"the lengths of '{missing[0]}' and '{missing[1]}' are not told")
        if not missing and size != product:
            fail(f"a dimension of {size} elements is to have {product}")
        if missing and (product == 0 or size % product != 0):
            fail(f"a dimension of {size} elements cannot be cut into parts of {product}")
        if missing:
            known[missing[0]] = size // product
    return known


def _apply_reduction(x, operation, axes):
    if callable(operation):
        return operation(x, axes)
    if operation == "mean":
        if not jnp.issubdtype(x.dtype, jnp.floating) or x.dtype.itemsize == 1:
            refuse("NotImplementedError", "reduce_mean is not available for non-floating tensors",
                   rule="dtype-mismatch")
        return x.mean(axis=axes)
    return getattr(x, operation)(axis=axes)


def _transform(x, left, right, known, operation):
    """The steps of einops, of which those that change nothing are left out."""
    before, after = names_of(left), names_of(right)
    if any([len(group) != 1 for group in left]):
        x = x.reshape([known[name] for name in before])
    kept = [name for name in after if name in before]
    order = [before.index(name) for name in kept] + [i for i, name in enumerate(before) if name not in after]
    if order != list(range(len(before))):
        x = x.transpose(order)
    if len(kept) < len(before):
        x = _apply_reduction(x, operation, tuple(range(len(kept), len(before))))
    added = [i for i, name in enumerate(after) if name not in before]
    if added:
        repeats = [1] * (len(before) + len(added))
        for i in added:
            x = jnp.expand_dims(x, i)
            repeats[i] = known[after[i]]
        x = jnp.tile(x, tuple(repeats))
    if any([len(group) != 1 for group in right]):
        x = x.reshape([math.prod([known[name] for name in group]) for group in right])
    return x


def _apply(tensor, pattern, operation, lengths):
    def fail(why):
        refuse("EinopsError", f' Error while processing {operation}-reduction pattern "{pattern}".',
               rule="shape-mismatch", say=f"the pattern does not fit: {why}")

    if isinstance(tensor, list):
        if not tensor:
            raise TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list")
        tensor = jnp.stack(tensor)
    if not is_array(tensor):
        unknown("einops of what is not an array of JAX")
    left, right, sizes = _read_pattern(pattern, operation, tensor.ndim, lengths, fail)
    known = _find_lengths(left, right, tensor.shape, sizes, lengths, fail)
    return _transform(tensor, left, right, known, operation)


@function("einops")
def rearrange(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, "rearrange", axes_lengths)


@function("einops")
def repeat(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, "repeat", axes_lengths)


@function("einops")
def reduce(tensor, pattern, reduction, **axes_lengths):
    return _apply(tensor, pattern, reduction, axes_lengths)
