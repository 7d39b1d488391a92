"""Functions that are no methods. torch: torch/_torch_docs.py, torch/functional.py."""
from prelude.torch.dtypes import int64
from prelude.torch.ops.promotion import broadcast_shape, result_dtype
from prelude.torch.shapes import viewed
from prelude.torch.tensor import Tensor, dispatch

MODULE = "torch"


def cat(tensors, dim=0, *, axis=None, out=None):
    return dispatch("cat", (list(tensors), dim if axis is None else axis))


concat = cat
concatenate = cat


def stack(tensors, dim=0, *, out=None):
    return dispatch("stack", (list(tensors), dim))


def hstack(tensors, *, out=None):
    tensors = [x.reshape(1) if not x.ndim else x for x in tensors]
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors, *, out=None):
    return cat([x.reshape(1, -1) if x.ndim < 2 else x for x in tensors], 0)


def broadcast_to(input, size):
    return viewed("expand", input, tuple(size))


def broadcast_shapes(*shapes):
    made = ()
    for shape in shapes:
        made = broadcast_shape(made, (shape,) if isinstance(shape, int) else tuple(shape))
    return made


def broadcast_tensors(*tensors):
    shape = broadcast_shapes(*[x.shape for x in tensors])
    return [viewed("expand", x, shape) for x in tensors]


def meshgrid(*tensors, indexing="ij"):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    sizes = [x.numel() for x in tensors]
    if indexing == "xy" and len(sizes) > 1:
        sizes = [sizes[1], sizes[0], *sizes[2:]]
    made = []
    for i, x in enumerate(tensors):
        place = 1 - i if indexing == "xy" and i < 2 and len(sizes) > 1 else i
        made.append(x.reshape([-1 if d == place else 1 for d in range(len(sizes))]).expand(*sizes))
    return tuple(made)


def result_type(tensor1, tensor2):
    return result_dtype(tensor1, tensor2)


def can_cast(from_, to):
    return from_.kind <= to.kind


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    _check_comparable(input, other)
    broadcast_shape(input.shape, other.shape)
    if "xla" in (input._storage.device, other._storage.device):
        dispatch("eq", (input, other))
    return unknowable("whether tensors are close", True)


def equal(input, other):
    return unknowable("whether tensors are equal", True)


def _check_comparable(x, y):
    if x.dtype is not y.dtype:
        capital = member("torch._tensor", "capital")
        raise RuntimeError(f"{capital(x.dtype)} did not match {capital(y.dtype)}")


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    _check_comparable(input, other)
    return dispatch("eq", (input, other))


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    return dispatch("isnan", (elements,))


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    if not 0 < input.ndim <= 2:
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not replacement and num_samples > input.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    return dispatch("multinomial", (input, num_samples))


def bernoulli(input, p=None, *, generator=None, out=None):
    return dispatch("bernoulli", (input,))


def normal(mean, std=1.0, size=None, *, generator=None, out=None, dtype=None, device=None):
    if size is None:
        return dispatch("normal", (mean if isinstance(mean, Tensor) else std,))
    return member("torch", "randn")(size, dtype=dtype, device=device)


def complex(real, imag, *, out=None):
    return dispatch("complex", (real, imag))


def polar(abs, angle, *, out=None):
    return dispatch("complex", (abs, angle))


def view_as_complex(input):
    return dispatch("view_as_complex", (input,))


def view_as_real(input):
    return dispatch("view_as_real", (input,))


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    return dispatch("add", (dispatch("bmm", (batch1, batch2)), input))


def tensordot(a, b, dims=2, out=None):
    return dispatch("tensordot", (a, b, dims))


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return dispatch("einsum", (equation, list(operands)))


def chain_matmul(*matrices, out=None):
    made = matrices[0]
    for x in matrices[1:]:
        made = dispatch("mm", (made, x))
    return made


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    return dispatch("argsort", (input,)) if input.ndim else unknown("torch.bucketize is not known")


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, out=None, sorter=None):
    return dispatch("empty_like", (input,), {"dtype": int64})


def tril_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    count = sum([min(max(i + 1 + offset, 0), col) for i in range(row)])
    return member("torch", "empty")(2, count, dtype=dtype or int64, device=device)


def triu_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    count = sum([col - min(max(i + offset, 0), col) for i in range(row)])
    return member("torch", "empty")(2, count, dtype=dtype or int64, device=device)


def dropout(input, p, train):
    return dispatch("dropout", (input, p, train))


def cdist(x1, x2, p=2.0, compute_mode=None):
    batch = broadcast_shape(x1.shape[:-2], x2.shape[:-2])
    return dispatch("cdist", (x1, x2))


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    return dispatch("sum", (dispatch("mul", (x1, x2)), dim))


def inner(input, other, *, out=None):
    return dispatch("matmul", (input, other.transpose(-1, -2) if other.ndim > 1 else other))
