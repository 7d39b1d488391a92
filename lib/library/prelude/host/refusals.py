"""What NumPy raises where its arrays do not fit. NumPy 2.4: umath/ufunc_object.c, multiarray/shape.c, multiarray.c,
lib/_shape_base_impl.py, linalg/_linalg.py."""

_TOGETHER = (
    "add subtract multiply divide true_divide floor_divide mod remainder fmod power float_power maximum minimum fmax "
    "fmin hypot arctan2 logaddexp equal not_equal less less_equal greater greater_equal logical_and logical_or "
    "logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift where copysign nextafter"
).split()

_ALONG = (
    "sum prod mean std var max min amax amin any all argmax argmin cumsum cumprod sort argsort nansum nanmean nanmax "
    "nanmin median"
).split()


def _shape_text(shape):
    texts = ["newaxis" if size < 0 else str(size) for size in shape]
    return f"({texts[0]},)" if len(texts) == 1 else f"({','.join(texts)})"


def _of(x):
    return tuple(x.shape) if hasattr(x, "shape") else ()


def _fit_together(shapes):
    rank = max([len(shape) for shape in shapes])
    wide = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    return all([len({size for size in sizes if size != 1}) <= 1 for sizes in zip(*wide)])


def _refuse_together(shapes):
    if not _fit_together(shapes):
        texts = " ".join([_shape_text(shape) for shape in shapes])
        raise ValueError(f"operands could not be broadcast together with shapes {texts} ")


def _refuse_axis(axis, rank):
    """Numbers are reduced along an axis 0 that they have not."""
    dims = rank or 1
    for one in axis if isinstance(axis, (tuple, list)) else (axis,):
        if is_integer(one) and not -dims <= one < dims:
            refuse("AxisError", f"axis {one} is out of bounds for array of dimension {rank}")


def _refuse_product(name, a, b):
    if not a or not b:
        return
    dim = max(len(b) - 2, 0)
    if a[-1] == b[dim]:
        return
    if name == "dot":
        raise ValueError(
            f"shapes {_shape_text(a)} and {_shape_text(b)} not aligned: {a[-1]} (dim {len(a) - 1}) != {b[dim]} (dim {dim})"
        )
    raise ValueError(
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
        f"(size {b[dim]} is different from {a[-1]})"
    )


def _refuse_reshape(shape, new):
    new = tuple(new[0]) if len(new) == 1 and isinstance(new[0], (tuple, list)) else tuple(new)
    if not new or not all([is_integer(size) for size in new]):
        return
    open = [size for size in new if size < 0]
    if len(open) > 1:
        raise ValueError("can only specify one unknown dimension")
    size, known = math.prod(shape), math.prod([n for n in new if n >= 0])
    if size != known if not open else known == 0 or size % known:
        raise ValueError(f"cannot reshape array of size {size} into shape {_shape_text(new)}")


def _refuse_joined(shapes, axis):
    first = shapes[0]
    for i, shape in enumerate(shapes):
        if len(shape) != len(first):
            raise ValueError(
                "all the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{len(first)} dimension(s) and the array at index {i} has {len(shape)} dimension(s)"
            )
    _refuse_axis(axis, len(first))
    for i, shape in enumerate(shapes):
        for dim, (size, other) in enumerate(zip(first, shape)):
            if size != other and dim != axis % len(first):
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along "
                    f"dimension {dim}, the array at index 0 has size {size} and the array at index {i} has size {other}"
                )


def _refuse_list(name, arrays, axis):
    if not isinstance(arrays, (list, tuple)) or not is_integer(axis):
        return
    shapes = [_of(x) for x in arrays]
    if name == "stack":
        if not shapes:
            raise ValueError("need at least one array to stack")
        if any([shape != shapes[0] for shape in shapes]):
            raise ValueError("all input arrays must have the same shape")
        return
    if not shapes:
        raise ValueError("need at least one array to concatenate")
    if name == "vstack":
        shapes = [(1,) * (2 - len(shape)) + shape for shape in shapes]
    if name == "hstack":
        shapes = [shape or (1,) for shape in shapes]
        axis = 0 if len(shapes[0]) == 1 else 1
    if all(shapes):
        _refuse_joined(shapes, axis)


def _refuse_transpose(rank, axes):
    axes = axes[0] if len(axes) == 1 and not is_integer(axes[0]) else axes
    if axes is None or not all([is_integer(axis) for axis in axes]):
        return
    if len(axes) != rank:
        raise ValueError("axes don't match array")
    _refuse_axis(tuple(axes), rank)
    if len({axis % rank for axis in axes}) < rank:
        raise ValueError("repeated axis in transpose")


def _refuse_index(rank, index):
    index = index if isinstance(index, tuple) else (index,)
    if not all([one is None or one is Ellipsis or is_integer(one) or isinstance(one, slice) for one in index]):
        return
    taken = len([one for one in index if one is not None and one is not Ellipsis])
    if taken > rank:
        raise IndexError(f"too many indices for array: array is {rank}-dimensional, but {taken} were indexed")


def _refuse_norm(rank, ord=None, axis=None, keepdims=False):
    axes = tuple(range(rank)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if not all([is_integer(one) for one in axes]):
        return
    if len(axes) not in (1, 2):
        raise ValueError("Improper number of dimensions to norm.")
    if len(axes) == 1 and isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    _refuse_axis(axes, rank)
    if len(axes) == 2 and axes[0] % rank == axes[1] % rank:
        raise ValueError("Duplicate axes given.")
    if len(axes) == 2 and ord not in (None, "fro", "f", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
        raise ValueError("Invalid norm order for matrices.")


@function("<numpy>")
def refuse_call(name, operands, keywords):
    """Raises what NumPy raises of a call that jax.numpy refuses, as far as that is told of here."""
    shape, rest = _of(operands[0]) if operands else (), operands[1:]
    if name in _TOGETHER and len(operands) == (3 if name == "where" else 2):
        _refuse_together([_of(x) for x in operands])
    elif name in ("matmul", "dot") and len(operands) == 2:
        _refuse_product(name, shape, _of(operands[1]))
    elif name == "reshape" and rest and not keywords:
        _refuse_reshape(shape, rest)
    elif name in ("stack", "concatenate", "vstack", "hstack") and operands:
        _refuse_list(name, operands[0], keywords.get("axis", rest[0] if rest else 0))
    elif name == "transpose" and rest and not keywords:
        _refuse_transpose(len(shape), rest)
    elif name == "split" and len(rest) == 1 and is_integer(rest[0]) and rest[0] > 0 and shape:
        if shape[0] % rest[0]:
            raise ValueError("array split does not result in an equal division")
    elif name in _ALONG:
        axis = keywords.get("axis", rest[0] if rest else None)
        if isinstance(axis, list) and name != "median":
            raise TypeError("'list' object cannot be interpreted as an integer")
        _refuse_axis(axis, len(shape))
    elif name == "expand_dims":
        _refuse_axis(keywords.get("axis", rest[0] if rest else None), len(shape) + 1)
    elif name == "norm" and operands and not set(keywords) - {"ord", "axis", "keepdims"}:
        _refuse_norm(len(shape), *rest, **keywords)
    elif name == "__getitem__" and len(rest) == 1:
        _refuse_index(len(shape), rest[0])
