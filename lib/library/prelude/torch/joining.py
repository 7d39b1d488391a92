"""What joins tensors, and takes them apart. torch: torch/_torch_docs.py, torch/functional.py."""
from prelude.torch.ops.promotion import wrapped_dim
from prelude.torch.shapes import parts, sizes_of, viewed
from prelude.torch.tensor import Tensor, dispatch

MODULE = "torch torch._methods"


def split(input, split_size_or_sections, dim=0):
    if isinstance(split_size_or_sections, int):
        return parts("split", input, split_size_or_sections, dim)
    return parts("split_with_sizes", input, list(split_size_or_sections), dim)


def split_with_sizes(input, split_sizes, dim=0):
    return parts("split_with_sizes", input, list(split_sizes), dim)


def chunk(input, chunks, dim=0):
    return parts("chunk", input, chunks, dim)


def tensor_split(input, indices_or_sections, dim=0):
    return parts("tensor_split", input, indices_or_sections, dim)


def unbind(input, dim=0):
    return parts("unbind", input, dim)


def repeat_interleave(input, repeats, dim=None, *, output_size=None):
    return dispatch("repeat_interleave", (input, repeats, dim))


def roll(input, shifts, dims=()):
    return dispatch("roll", (input, shifts, dims))


def flip(input, *given, dims=None):
    return dispatch("flip", (input, sizes_of(given if dims is None else (dims,))))


def tile(input, *dims):
    dims = sizes_of(dims)
    return dispatch("repeat", (input, (1,) * (input.ndim - len(dims)) + tuple(dims)))


def flatten(input, start_dim=0, end_dim=-1):
    shape = tuple(input.shape)
    a, b = wrapped_dim(start_dim, len(shape)), wrapped_dim(end_dim, len(shape))
    if a > b:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return viewed("view", input, (1,))
    if a == b:
        return input
    count = 1
    for n in shape[a:b + 1]:
        count *= n
    return viewed("view", input, (*shape[:a], count, *shape[b + 1:]))


def unflatten(input, dim, sizes):
    shape = tuple(input.shape)
    dim = wrapped_dim(dim, len(shape))
    known, open = 1, 0
    for n in sizes:
        known, open = (known, open + 1) if n == -1 else (known * n, open)
    if open > 1:
        raise RuntimeError("only one dimension can be inferred")
    if (not open and known != shape[dim]) or (open and (not known or shape[dim] % known)):
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({shape[dim]}) in the input tensor"
        )
    return viewed("view", input, (*shape[:dim], *[shape[dim] // known if n == -1 else n for n in sizes], *shape[dim + 1:]))


def ravel(input):
    return viewed("view", input, (-1,))


def narrow(input, dim, start, length):
    dim = wrapped_dim(dim, input.ndim)
    n = input.shape[dim]
    start = start + n if start < 0 else start
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if start > n or start < 0:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n}], but got {start})")
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return viewed("slice", input, dim, start, start + length)


def movedim(input, source, destination):
    rank = input.ndim
    source = [source] if isinstance(source, int) else list(source)
    destination = [destination] if isinstance(destination, int) else list(destination)
    source = [wrapped_dim(d, rank) for d in source]
    destination = [wrapped_dim(d, rank) for d in destination]
    order = [d for d in range(rank) if d not in source]
    for place, d in sorted(zip(destination, source)):
        order.insert(place, d)
    return viewed("permute", input, tuple(order))


moveaxis = movedim


def where(condition, input=None, other=None):
    if input is None:
        return unknown("torch.where of a condition alone is not known")
    if not isinstance(condition, Tensor):
        raise TypeError(
            f"where(): argument 'condition' (position 1) must be Tensor, not {type(condition).__name__}"
        )
    return dispatch("where", (condition, input, other))


nonzero = lambda input, *, out=None, as_tuple=False: dispatch("nonzero", (input,))
masked_select = lambda input, mask, *, out=None: dispatch("masked_select", (input, mask))
masked_fill = lambda input, mask, value: dispatch("masked_fill", (input, mask, value))
gather = lambda input, dim, index, *, sparse_grad=False, out=None: dispatch("gather", (input, dim, index))
take_along_dim = lambda input, indices, dim=None, *, out=None: dispatch("take_along_dim", (input, indices, dim))
index_select = lambda input, dim, index, *, out=None: dispatch("index_select", (input, dim, index))
index_add = lambda input, dim, index, source, *, alpha=1, out=None: dispatch("index_add", (input, dim, index, source))
index_copy = lambda input, dim, index, source, *, out=None: dispatch("index_copy", (input, dim, index, source))
index_fill = lambda input, dim, index, value: dispatch("index_fill", (input, dim, index, value))
take = lambda input, index: dispatch("take", (input, index))
tril = lambda input, diagonal=0, *, out=None: dispatch("tril", (input, diagonal))
triu = lambda input, diagonal=0, *, out=None: dispatch("triu", (input, diagonal))
lerp = lambda input, end, weight, *, out=None: dispatch("lerp", (input, end, weight))
addcmul = lambda input, tensor1, tensor2, *, value=1, out=None: dispatch("addcmul", (input, tensor1, tensor2))
addcdiv = lambda input, tensor1, tensor2, *, value=1, out=None: dispatch("addcdiv", (input, tensor1, tensor2))
diag = lambda input, diagonal=0, *, out=None: dispatch("diag", (input, diagonal))


def diagonal(input, offset=0, dim1=0, dim2=1):
    return viewed("diagonal", input, offset, dim1, dim2)


def scatter(input, dim, index, src=None, value=None, reduce=None):
    return dispatch("scatter", (input, dim, index, value if src is None else src))


def scatter_add(input, dim, index, src):
    return dispatch("scatter_add", (input, dim, index, src))


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    return dispatch("scatter_reduce", (input, dim, index, src, reduce))


def clamp(input, min=None, max=None, *, out=None):
    return dispatch("clamp", (input, min, max))


clip = clamp


def clamp_min(input, min, *, out=None):
    return dispatch("clamp", (input, min, None))


def clamp_max(input, max, *, out=None):
    return dispatch("clamp", (input, None, max))


def outer(input, vec2, *, out=None):
    return dispatch("mul", (viewed("view", input, (-1, 1)), vec2))


def clone(input, *, memory_format=None):
    return dispatch("clone", (input,))
