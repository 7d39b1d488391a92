"""Reductions. torch: torch/_torch_docs.py."""
from prelude.torch.tensor import Tensor, dispatch

MODULE = "torch torch._methods"


def _options(**named):
    return {k: v for k, v in named.items() if v is not None and v is not False}


def _dims(dim, axis):
    return axis if dim is None else dim


def sum(input, dim=None, keepdim=False, *, axis=None, dtype=None, out=None):
    return dispatch("sum", (input, _dims(dim, axis)), _options(keepdim=keepdim, dtype=dtype))


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return dispatch("nansum", (input, dim), _options(keepdim=keepdim, dtype=dtype))


def mean(input, dim=None, keepdim=False, *, axis=None, dtype=None, out=None):
    return dispatch("mean", (input, _dims(dim, axis)), _options(keepdim=keepdim, dtype=dtype))


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return dispatch("nanmean", (input, dim), _options(keepdim=keepdim, dtype=dtype))


def prod(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return dispatch("prod", (input, dim), _options(keepdim=keepdim, dtype=dtype))


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=1, out=None):
    return dispatch("var", (input, None if isinstance(dim, bool) else dim), _options(keepdim=keepdim))


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=1, out=None):
    return dispatch("std", (input, None if isinstance(dim, bool) else dim), _options(keepdim=keepdim))


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return var(input, dim, keepdim=keepdim), mean(input, dim, keepdim)


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return std(input, dim, keepdim=keepdim), mean(input, dim, keepdim)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    return dispatch("linalg_vector_norm", (input, 2 if p in ("fro", None) else p, dim), _options(keepdim=keepdim, dtype=dtype))


def logsumexp(input, dim, keepdim=False, *, out=None):
    return dispatch("logsumexp", (input, dim), _options(keepdim=keepdim))


def all(input, dim=None, keepdim=False, *, out=None):
    return dispatch("all", (input, dim), _options(keepdim=keepdim))


def any(input, dim=None, keepdim=False, *, out=None):
    return dispatch("any", (input, dim), _options(keepdim=keepdim))


def amax(input, dim=(), keepdim=False, *, out=None):
    return dispatch("amax", (input, dim), _options(keepdim=keepdim))


def amin(input, dim=(), keepdim=False, *, out=None):
    return dispatch("amin", (input, dim), _options(keepdim=keepdim))


def aminmax(input, *, dim=None, keepdim=False, out=None):
    dims = () if dim is None else dim
    return named_tuple("torch.return_types.aminmax", "min max", amin(input, dims, keepdim), amax(input, dims, keepdim))


def _pair(name, x, *args, **named):
    values, indices = dispatch(name, (x, *args), _options(**named))
    return named_tuple("torch.return_types." + name, "values indices", values, indices)


def max(input, dim=None, keepdim=False, *, other=None, axis=None, out=None):
    dim = _dims(dim, axis)
    if isinstance(dim, Tensor) or other is not None:
        return dispatch("maximum", (input, dim if other is None else other))
    return dispatch("max_all", (input,)) if dim is None else _pair("max", input, dim, keepdim=keepdim)


def min(input, dim=None, keepdim=False, *, other=None, axis=None, out=None):
    dim = _dims(dim, axis)
    if isinstance(dim, Tensor) or other is not None:
        return dispatch("minimum", (input, dim if other is None else other))
    return dispatch("min_all", (input,)) if dim is None else _pair("min", input, dim, keepdim=keepdim)


def median(input, dim=None, keepdim=False, *, out=None):
    return dispatch("median", (input,)) if dim is None else _pair("median", input, dim, keepdim=keepdim)


def mode(input, dim=-1, keepdim=False, *, out=None):
    return _pair("mode", input, dim, keepdim=keepdim)


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None):
    return _pair("kthvalue", input, k, dim, keepdim=keepdim)


def argmax(input, dim=None, keepdim=False, *, axis=None, out=None):
    return dispatch("argmax", (input, _dims(dim, axis)), _options(keepdim=keepdim))


def argmin(input, dim=None, keepdim=False, *, axis=None, out=None):
    return dispatch("argmin", (input, _dims(dim, axis)), _options(keepdim=keepdim))


def count_nonzero(input, dim=None):
    return dispatch("count_nonzero", (input, dim))


def cumsum(input, dim, *, dtype=None, out=None):
    return dispatch("cumsum", (input, dim), _options(dtype=dtype))


def cumprod(input, dim, *, dtype=None, out=None):
    return dispatch("cumprod", (input, dim), _options(dtype=dtype))


def logcumsumexp(input, dim, *, out=None):
    return dispatch("logcumsumexp", (input, dim))


def cummax(input, dim, *, out=None):
    return _pair("cummax", input, dim)


def cummin(input, dim, *, out=None):
    return _pair("cummin", input, dim)


def softmax(input, dim, dtype=None, *, out=None):
    return dispatch("_softmax", (input, dim), _options(dtype=dtype))


def log_softmax(input, dim, dtype=None, *, out=None):
    return dispatch("_log_softmax", (input, dim), _options(dtype=dtype))


def sort(input, dim=-1, descending=False, *, stable=False, out=None):
    return _pair("sort", input, dim, descending=descending)


def msort(input, *, out=None):
    return _pair("sort", input, 0)[0]


def argsort(input, dim=-1, descending=False, *, stable=False):
    return dispatch("argsort", (input, dim))


def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None):
    return _pair("topk", input, k, dim)
