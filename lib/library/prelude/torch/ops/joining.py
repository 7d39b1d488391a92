"""What joins tensors, and takes them apart. torch: aten/src/ATen/native/TensorShape.cpp."""
from prelude.torch.ops.promotion import on_device, wrapped_dim

MODULE = "torch._aten"


def _result_dtype(tensors):
    return member("torch._promotion", "of_tensors")(tensors)


def aten_cat(tensors, dim=0):
    if not tensors:
        raise RuntimeError("torch.cat(): expected a non-empty list of Tensors")
    first = None
    for i, x in enumerate(tensors):
        if not x._array.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {i}) cannot be concatenated")
        if first is None and x._array.shape != (0,):
            first = x
    if first is None:
        return tensors[0]._array
    dim = wrapped_dim(dim, first._array.ndim)
    shape = first._array.shape
    for i, x in enumerate(tensors):
        other = x._array.shape
        if other == (0,):
            continue
        if len(other) != len(shape):
            raise RuntimeError(f"Tensors must have same number of dimensions: got {len(shape)} and {len(other)}")
        for d, n in enumerate(shape):
            if d != dim and n != other[d]:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {n} but got size {other[d]} for tensor number {i} in the list."
                )
    dtype = _result_dtype(tensors)
    parts = [x._array.astype(dtype._array) for x in tensors if x._array.shape != (0,)]
    return jnp.concatenate(parts, axis=dim)


def aten_stack(tensors, dim=0):
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    shape = tensors[0]._array.shape
    dim = wrapped_dim(dim, len(shape) + 1)
    for i, x in enumerate(tensors):
        if x._array.shape != shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(shape)} at entry 0 and {list(x._array.shape)} at entry {i}"
            )
    dtype = _result_dtype(tensors)
    return jnp.stack([x._array.astype(dtype._array) for x in tensors], axis=dim)


def aten_split_with_sizes(x, sizes, dim=0):
    dim = wrapped_dim(dim, x._array.ndim)
    n, total = x._array.shape[dim], 0
    for size in sizes:
        if size < 0:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
            )
        total += size
    if total != n:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size at dimension {dim}), but got split_sizes={list(sizes)}"
        )
    return _parts(x, sizes, dim)


def _parts(x, sizes, dim):
    made, at = [], 0
    for size in sizes:
        made.append(x._array[(*[slice(None)] * dim, slice(at, at + size))])
        at += size
    return tuple(made)


def aten_split(x, size, dim=0):
    if not x._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = wrapped_dim(dim, x._array.ndim)
    n = x._array.shape[dim]
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if not size:
        if n:
            raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {n}")
        return (x._array,)
    count = max((n + size - 1) // size, 1)
    return _parts(x, [size] * (count - 1) + [n - size * (count - 1)], dim)


def aten_chunk(x, chunks, dim=0):
    if not x._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    dim = wrapped_dim(dim, x._array.ndim)
    n = x._array.shape[dim]
    size = (n + chunks - 1) // chunks
    return aten_split(x, size, dim) if size else tuple([x._array] * chunks)


def aten_tensor_split(x, sections, dim=0):
    dim = wrapped_dim(dim, x._array.ndim)
    n = x._array.shape[dim]
    if isinstance(sections, int):
        if sections <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {sections}")
        sizes = [n // sections + (1 if i < n % sections else 0) for i in range(sections)]
        return _parts(x, sizes, dim)
    ends, made = [min(max(e + n if e < 0 else e, 0), n) for e in sections] + [n], []
    at = 0
    for end in ends:
        made.append(max(end - at, 0))
        at = max(end, at)
    return _parts(x, made, dim)


def aten_unbind(x, dim=0):
    dim = wrapped_dim(dim, x._array.ndim)
    if not x._array.ndim:
        raise RuntimeError("Dimension specified as 0 but tensor has no dimensions")
    return tuple([jnp.take(x._array, i, axis=dim) for i in range(x._array.shape[dim])])


def aten_repeat(x, repeats):
    shape = x._array.shape
    if len(repeats) < len(shape) and on_device(x):
        raise RuntimeError(
            f"Check failed: input_sizes.size() <= repeats.size() ({len(shape)} vs. {len(repeats)})Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"
        )
    if len(repeats) < len(shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"
        )
    old = [1] * (len(repeats) - len(shape)) + list(shape)
    if any([r < 0 for r in repeats]):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(repeats)}: {[n * r for n, r in zip(old, repeats)]}")
    return jnp.tile(x._array, tuple(repeats))


def aten_repeat_interleave(x, repeats, dim=None):
    if not isinstance(repeats, int):
        return unknown("torch.repeat_interleave by a tensor is not known")
    if dim is None:
        return jnp.repeat(jnp.ravel(x._array), repeats)
    return jnp.repeat(x._array, repeats, axis=wrapped_dim(dim, x._array.ndim))


def aten_roll(x, shifts, dims=()):
    for d in dims if isinstance(dims, (tuple, list)) else (dims,):
        wrapped_dim(d, x._array.ndim)
    return unheld(x._array)


def aten_flip(x, dims):
    for d in dims:
        wrapped_dim(d, x._array.ndim)
    return jnp.flip(x._array, axis=tuple(dims)) if dims else x._array


def aten_constant_pad_nd(x, pad, value=0):
    shape = list(x._array.shape)
    if len(pad) % 2:
        raise RuntimeError("Length of pad must be even but instead it equals %d" % len(pad))
    if len(pad) // 2 > len(shape):
        raise RuntimeError(
            f"Length of pad should be no more than twice the number of dimensions of the input. Pad length is {len(pad)} while the input has {len(shape)} dimensions."
        )
    for i in range(len(pad) // 2):
        d = len(shape) - 1 - i
        made = shape[d] + pad[2 * i] + pad[2 * i + 1]
        if made < 0:
            raise RuntimeError(
                f"The input size {shape[d]}, plus negative padding {pad[2 * i]} and {pad[2 * i + 1]} resulted in a negative output size, which is invalid. Check dimension {d} of your input."
            )
        shape[d] = made
    return array_of(tuple(shape), x._array.dtype)


def aten_pad_inside(x, pad):
    """A padding that repeats what is there: reflect, replicate and circular."""
    return aten_constant_pad_nd(x, pad)
