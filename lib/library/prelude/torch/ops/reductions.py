"""Reductions, and what goes along a dimension. torch: aten/src/ATen/native/ReduceOps.cpp,
aten/src/ATen/WrapDimUtilsMulti.h."""
from prelude.torch.dtypes import float32, int64, uint8
from prelude.torch.ops.promotion import on_device, wrapped_dim

MODULE = "torch._aten"


def dims_of(dim, rank):
    """All dimensions for None and (), each once."""
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return tuple(range(rank))
    dims = []
    for d in dim if isinstance(dim, (tuple, list)) else (dim,):
        d = wrapped_dim(d, rank)
        if d in dims:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
        dims.append(d)
    return tuple([d for d in dims if d < rank])


def reduced_shape(shape, dims, keepdim):
    if keepdim:
        return tuple([1 if i in dims else n for i, n in enumerate(shape)])
    return tuple([n for i, n in enumerate(shape) if i not in dims])


def aten_sum(x, dim=None, keepdim=False, dtype=None):
    if dtype is None:
        dtype = int64 if x.dtype.kind < 2 else x.dtype
    return jnp.sum(x._array, axis=dims_of(dim, x._array.ndim), keepdims=keepdim, dtype=dtype._array)


aten_nansum = aten_sum


def aten_mean(x, dim=None, keepdim=False, dtype=None):
    if dtype is None and x.dtype.kind < 2:
        raise RuntimeError(
            f"mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {member('torch._tensor', 'capital')(x.dtype)}"
        )
    shape = reduced_shape(x._array.shape, dims_of(dim, x._array.ndim), keepdim)
    return array_of(shape, x._array.dtype if dtype is None else dtype._array)


aten_nanmean = aten_mean


def aten_prod(x, dim=None, keepdim=False, dtype=None):
    if dtype is None:
        dtype = int64 if x.dtype.kind < 2 else x.dtype
    return jnp.prod(x._array, axis=dims_of(dim, x._array.ndim), keepdims=keepdim, dtype=dtype._array)


def _float_reduction(x, dim=None, keepdim=False):
    if x.dtype.kind < 2:
        raise RuntimeError("std and var only support floating point and complex dtypes")
    return array_of(reduced_shape(x._array.shape, dims_of(dim, x._array.ndim), keepdim), x._array.dtype)


aten_var = lambda x, dim=None, correction=1, keepdim=False: _float_reduction(x, dim, keepdim)
aten_std = aten_var


def aten_linalg_vector_norm(x, ord=2, dim=None, keepdim=False, dtype=None):
    if x.dtype.kind < 2 and not on_device(x):
        raise RuntimeError(
            f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {member('torch._tensor', 'capital')(x.dtype)}"
        )
    made = x.dtype.to_real() if dtype is None else dtype
    return array_of(reduced_shape(x._array.shape, dims_of(dim, x._array.ndim), keepdim), made._array)


aten_norm = aten_linalg_vector_norm


def aten_logsumexp(x, dim, keepdim=False):
    dtype = x.dtype if x.dtype.kind > 1 else float32
    return array_of(reduced_shape(x._array.shape, dims_of(dim, x._array.ndim), keepdim), dtype._array)


def aten_all(x, dim=None, keepdim=False):
    made = jnp.all(x._array, axis=dims_of(dim, x._array.ndim), keepdims=keepdim)
    return made.astype(jnp.uint8) if x.dtype is uint8 else made


def aten_any(x, dim=None, keepdim=False):
    made = jnp.any(x._array, axis=dims_of(dim, x._array.ndim), keepdims=keepdim)
    return made.astype(jnp.uint8) if x.dtype is uint8 else made


def _check_not_empty(name, x, dims):
    for d in dims:
        if x._array.shape[d] == 0:
            raise IndexError(f"{name}(): Expected reduction dim {d} to have non-zero size.")


def aten_amax(x, dim=(), keepdim=False):
    dims = dims_of(dim, x._array.ndim)
    _check_not_empty("amax", x, dims)
    return jnp.max(x._array, axis=dims, keepdims=keepdim)


def aten_amin(x, dim=(), keepdim=False):
    dims = dims_of(dim, x._array.ndim)
    _check_not_empty("amin", x, dims)
    return jnp.min(x._array, axis=dims, keepdims=keepdim)


def _all_elements(name, f, x):
    if not x.numel():
        raise RuntimeError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
    return f(x._array)


def aten_max_all(x):
    return _all_elements("max", jnp.max, x)


def aten_min_all(x):
    return _all_elements("min", jnp.min, x)


def _with_indices(name, f, arg, x, dim, keepdim):
    dims = dims_of(dim, x._array.ndim)
    _check_not_empty(name, x, dims)
    axis = dims[0] if dims else None
    return (f(x._array, axis=axis, keepdims=keepdim), arg(x._array, axis=axis, keepdims=keepdim).astype(jnp.int64))


def aten_max(x, dim, keepdim=False):
    return _with_indices("max", jnp.max, jnp.argmax, x, dim, keepdim)


def aten_min(x, dim, keepdim=False):
    return _with_indices("min", jnp.min, jnp.argmin, x, dim, keepdim)


def aten_median(x, dim=None, keepdim=False):
    if dim is None:
        return array_of((), x._array.dtype)
    shape = reduced_shape(x._array.shape, dims_of(dim, x._array.ndim), keepdim)
    return array_of(shape, x._array.dtype), array_of(shape, jnp.int64)


aten_nanmedian = aten_median
aten_mode = aten_median


def aten_kthvalue(x, k, dim=-1, keepdim=False):
    return aten_median(x, dim, keepdim)


def aten_argmax(x, dim=None, keepdim=False):
    if dim is not None:
        wrapped_dim(dim, x._array.ndim)
    elif on_device(x) and not x.numel():
        return array_of((1,) * x._array.ndim if keepdim else (), jnp.int64)
    return jnp.argmax(x._array, axis=dim if x._array.ndim else None, keepdims=keepdim).astype(jnp.int64)


def aten_argmin(x, dim=None, keepdim=False):
    if dim is not None:
        wrapped_dim(dim, x._array.ndim)
    return jnp.argmin(x._array, axis=dim if x._array.ndim else None, keepdims=keepdim).astype(jnp.int64)


def aten_count_nonzero(x, dim=None):
    return array_of(reduced_shape(x._array.shape, dims_of(dim, x._array.ndim), False), jnp.int64)


def aten_cumsum(x, dim, dtype=None):
    dim = wrapped_dim(dim, x._array.ndim)
    if dtype is None:
        dtype = int64 if x.dtype.kind < 2 and not on_device(x) else x.dtype
    if on_device(x):
        return array_of(x._array.shape, dtype._array)
    return jnp.cumsum(x._array, axis=dim, dtype=dtype._array) if x._array.ndim else x._array


aten_cumprod = aten_cumsum


def aten_logcumsumexp(x, dim):
    wrapped_dim(dim, x._array.ndim)
    return unheld(x._array)


def aten_cummax(x, dim):
    wrapped_dim(dim, x._array.ndim)
    return unheld(x._array), array_of(x._array.shape, jnp.int64)


aten_cummin = aten_cummax


def aten__softmax(x, dim, dtype=None):
    wrapped_dim(dim, x._array.ndim)
    if dtype is None and x.dtype.kind < 2 and not on_device(x):
        raise NotImplementedError(f'"softmax_lastdim_kernel_impl" not implemented for \'{member("torch._tensor", "capital")(x.dtype)}\'')
    return array_of(x._array.shape, x._array.dtype if dtype is None else dtype._array)


aten__log_softmax = aten__softmax


def aten_sort(x, dim=-1, descending=False, stable=False):
    wrapped_dim(dim, x._array.ndim)
    return unheld(x._array), array_of(x._array.shape, jnp.int64)


def aten_argsort(x, dim=-1, descending=False, stable=False):
    wrapped_dim(dim, x._array.ndim)
    return array_of(x._array.shape, jnp.int64)


def aten_topk(x, k, dim=-1, largest=True, sorted=True):
    dim = wrapped_dim(dim, x._array.ndim)
    shape = x._array.shape
    if k > (shape[dim] if shape else 1) and on_device(x):
        raise RuntimeError(f"Check failed: k <= shape.dimensions(dim) ({k} vs. {shape[dim] if shape else 1})")
    if k < 0 or k > (shape[dim] if shape else 1):
        raise RuntimeError("selected index k out of range")
    made = tuple([k if i == dim else n for i, n in enumerate(shape)])
    return array_of(made, x._array.dtype), array_of(made, jnp.int64)
