"""rearrange, reduce and repeat: as reshapes, transposes and reductions. einops 0.8.2: einops.py,
_backends.py."""
from prelude.einops.errors import EinopsError
from prelude.einops.patterns import names_of, read_side, why_no_name
from prelude.loading.tensors import Loaded


_REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")


def set_text(names):
    """The names as Python prints a set, an ellipsis as the letter that einops makes of it."""
    shown = []
    for name in names:
        number, dash, _ = name.partition(" of the ")
        shown.append(number if dash else repr(name.replace(".", "…")))
    return "{" + ", ".join(shown) + "}"


def _check_names(left, right, operation, sizes, lengths, fail):
    """Whether the names stand on the sides where the operation wants them."""
    left_only = [name for name in left if name not in right]
    right_only = [name for name in right if name not in left]
    if operation == "rearrange":
        if sizes:
            fail("Non-unitary anonymous axes are not supported in rearrange (exception is length 1)")
        if left_only or right_only:
            fail(f"Identifiers only on one side of expression (should be on both): {set_text(left_only + right_only)}")
    elif operation == "repeat":
        if left_only:
            fail(f"Unexpected identifiers on the left side of repeat: {set_text(left_only)}")
        missing = [name for name in right_only if name not in lengths and name not in sizes]
        if missing:
            fail(f"Specify sizes for new axes in repeat: {set_text(missing)}")
    elif callable(operation) or operation in _REDUCTIONS:
        if right_only:
            fail(f"Unexpected identifiers on the right side of reduce {operation}: {set_text(right_only)}")
    else:
        fail(f"Unknown reduction {operation}. Expect one of {_REDUCTIONS}.")


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


def read_pattern(pattern, operation, rank, lengths, fail):
    """The groups of both sides, as many on the left as there are dimensions, and the sizes of numbers."""
    if not isinstance(pattern, str):
        unknown("a pattern that is not text")
    sides = pattern.split("->")
    if len(sides) < 2:
        raise ValueError("not enough values to unpack (expected 2, got 1)")
    if len(sides) > 2:
        raise ValueError("too many values to unpack (expected 2)")
    left, sizes = read_side(sides[0], "left", fail)
    right, more = read_side(sides[1], "right", fail)
    sizes = {**sizes, **more}
    left_names, right_names = names_of(left), names_of(right)
    if "." in right_names and "." not in left_names:
        fail(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if "." in left_names and "." not in left:
        fail(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    _check_names(left_names, right_names, operation, sizes, lengths, fail)
    others = []
    if "." in left_names:
        if rank < len(left) - 1:
            fail(f"Wrong shape: expected >={len(left) - 1} dims. Received {rank}-dim tensor.")
        others = [f". {i}" for i in range(rank - len(left) + 1)]
    elif len(left) != rank:
        fail(f"Wrong shape: expected {len(left)} dims. Received {rank}-dim tensor.")
    return _expand(left, others), _expand(right, others), sizes


def check_lengths(left, right, lengths, sizes, fail):
    """Whether the names that were given lengths are in the pattern, and one length at most is open."""
    for name in lengths:
        if why_no_name(name):
            fail(f"('Invalid name for an axis', {name!r})")
        if not any([name in group for group in left + right]):
            fail(f"Axis {name} is not used in transform")
    for group in left:
        missing = [name for name in group if name not in lengths and name not in sizes]
        if len(missing) > 1:
            fail(f"Could not infer sizes for {set_text(missing)}")


def find_lengths(left, right, shape, sizes, lengths, fail):
    """The length of every axis."""
    check_lengths(left, right, lengths, sizes, fail)
    known = {**sizes}
    for name, length in lengths.items():
        if not is_integer(length) and not isinstance(length, float):
            unknown("a length that is not an integer")
        known[name] = length
    for group, size in zip(left, shape):
        missing = [name for name in group if name not in known]
        product = math.prod([known[name] for name in group if name in known])
        whole = is_integer(product)  # others are left to the array's reshape
        if not missing and whole and size != product:
            fail(f"Shape mismatch, {size} != {product}")
        if missing and product == 0:
            raise ZeroDivisionError("integer modulo by zero")
        if missing and whole and size % product != 0:
            fail(f"Shape mismatch, can't divide axis of length {size} in chunks of {product}")
        if missing:
            known[missing[0]] = size // product
    return known


def _apply_reduction(x, operation, axes):
    if callable(operation):
        return operation(x, axes)
    if operation == "mean" and (not jnp.issubdtype(x.dtype, jnp.floating) or x.dtype.itemsize == 1):
        refuse("NotImplementedError", "reduce_mean is not available for non-floating tensors",
               rule="dtype-mismatch")
    return getattr(x, operation)(axis=axes)


def module_of(x):
    """The module whose functions einops calls for this array."""
    if not is_array(x) and not is_of_numpy(x):
        if not is_known(x) or isinstance(x, Loaded):
            unknown("einops of what is not known")
        raise RuntimeError(f"Tensor type unknown to einops {type(x)}")
    return np if is_of_numpy(x) else jnp


def transformed_array(x, left, right, known, operation):
    """The steps of einops, of which those that change nothing are left out."""
    xnp = module_of(x)
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
        repeats = [1] * (len(kept) + len(added))
        for i in added:
            x = xnp.expand_dims(x, i)
            repeats[i] = known[after[i]]
        x = xnp.tile(x, tuple(repeats))
    if any([len(group) != 1 for group in right]):
        x = x.reshape([math.prod([known[name] for name in group]) for group in right])
    return x


def _apply(tensor, pattern, operation, lengths):
    given = "Input is list"
    if isinstance(tensor, list):
        if not tensor:
            raise TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list")
        tensor = module_of(tensor[0]).stack(tensor)
    else:
        module_of(tensor)
        given = f"Input tensor shape: {tensor.shape}"

    def fail(why):
        refuse(EinopsError, f' Error while processing {operation}-reduction pattern "{pattern}".\n {given}. '
               f"Additional info: {lengths}.\n {why}", rule="shape-mismatch",
               say=f"the pattern does not fit: {why}")

    left, right, sizes = read_pattern(pattern, operation, tensor.ndim, lengths, fail)
    known = find_lengths(left, right, tensor.shape, sizes, lengths, fail)
    return transformed_array(tensor, left, right, known, operation)


@function("einops")
def rearrange(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, "rearrange", axes_lengths)


@function("einops")
def repeat(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, "repeat", axes_lengths)


@function("einops")
def reduce(tensor, pattern, reduction, **axes_lengths):
    return _apply(tensor, pattern, reduction, axes_lengths)
