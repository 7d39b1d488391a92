"""x[i]. torch: torch/csrc/autograd/python_variable_indexing.cpp."""
from prelude.torch.creation import tensor
from prelude.torch.dtypes import _bool, uint8
from prelude.torch.ops.choosing import broadcast_fits
from prelude.torch.shapes import viewed
from prelude.torch.tensor import Tensor, check_writable, dispatch

MODULE = "torch._indexing"


def _items(x, index):
    """The index as a list with `...` written out, and how many dimensions it takes."""
    items = list(index) if isinstance(index, tuple) else [index]
    items = [_item(i) for i in items]
    taken = 0
    for i in items:
        if isinstance(i, Tensor) and i.dtype in (_bool, uint8) and i.ndim:
            taken += i.ndim
        elif i is not None and i is not Ellipsis and not isinstance(i, bool):
            taken += 1
    if taken > x.ndim:
        raise IndexError(f"too many indices for tensor of dimension {x.ndim}")
    if Ellipsis in [i for i in items if not isinstance(i, Tensor)]:
        at = [i for i, item in enumerate(items) if item is Ellipsis][0]
        items = items[:at] + [slice(None)] * (x.ndim - taken) + [i for i in items[at + 1:] if i is not Ellipsis]
    return items


def _item(i):
    if isinstance(i, (list, range)):
        return tensor(list(i))
    if isinstance(i, np.ndarray):
        return member("torch", "from_numpy")(i)
    if i is None or i is Ellipsis or isinstance(i, (Tensor, slice, bool, int)):
        return i
    if not is_known(i):
        return of_unknown(i)
    if hasattr(i, "__index__"):
        return int(i)
    if isinstance(i, str):
        raise TypeError("new(): invalid data type 'str'")
    raise IndexError(
        f"only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got {type(i).__name__})"
    )


def _bound(n):
    return int(n) if isinstance(n, Tensor) else n


def _basic(x, items):
    """Views by the numbers and slices of an index, and what of it is tensors."""
    dim, taken, tensors, made = 0, 0, [], x
    for i in items:
        if i is None:
            made = viewed("unsqueeze", made, dim)
            dim += 1
        elif isinstance(i, bool):
            return unknown("a tensor indexed by a bool is not known")
        elif isinstance(i, int):
            shape = tuple(made.shape)
            n = shape[dim]
            if i < -n or i >= n:
                raise IndexError(f"index {i} is out of bounds for dimension {taken} with size {n}")
            made = viewed("select", made, dim, i)
            taken += 1
        elif isinstance(i, slice):
            if i.start is not None or i.stop is not None or i.step is not None:
                step = 1 if i.step is None else _bound(i.step)
                if step <= 0:
                    raise ValueError("step must be greater than zero")
                made = viewed("slice", made, dim, _bound(i.start), _bound(i.stop), step)
            dim, taken = dim + 1, taken + 1
        else:
            taken += i.ndim if i.dtype in (_bool, uint8) and i.ndim else 1
            tensors += [None] * (dim - len(tensors)) + [i]
            dim += i.ndim if i.dtype in (_bool, uint8) and i.ndim else 1
            tensors += [None] * (dim - len(tensors))
    return made, tensors


def _trimmed(tensors):
    """Without what stands for the further dimensions of a mask."""
    made, skip = [], 0
    for t in tensors:
        if skip:
            skip -= 1
            continue
        made.append(t)
        if t is not None and t.dtype in (_bool, uint8):
            skip = max(t.ndim - 1, 0)
    return made


def get_item(x, index):
    if not is_known(index):
        return of_unknown(index)
    if isinstance(index, list) and any([isinstance(i, (slice, Tensor)) or i is None or i is Ellipsis for i in index]):
        index = tuple(index)
    if isinstance(index, Tensor) and not index.ndim and index.dtype.kind == 1 and not x._is_distributed:
        found = held(index._array)
        if found:
            index = found[0]
    items = _items(x, index)
    if isinstance(index, (int, Tensor)) and not x.ndim:
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )
    made, tensors = _basic(x, items)
    if tensors:
        return dispatch("index", (made, _trimmed(tensors)))
    return viewed("alias_copy", made) if made is x else made


def set_item(x, index, value):
    if x._is_distributed:
        return member("torch.distributed._dispatch", "set_part")(x, index, value)
    items = _items(x, index)
    check_writable(x, not any([isinstance(i, Tensor) for i in items]))
    made, tensors = _basic(x, items)
    target = x if made is x else made
    if not isinstance(value, Tensor):
        if not is_known(value) and not isinstance(value, (int, float, complex, bool)):
            return of_unknown(value)
        if isinstance(value, (list, tuple)):
            raise TypeError(f"can't assign a {type(value).__name__} to a torch.{type_of(x)}Tensor")
        value = tensor(value) if is_known(value) else member("torch", "empty")(())
    if tensors:
        dispatch("index_put", (target, _trimmed(tensors), value))
    else:
        shape = tuple(target.shape)
        other = tuple(value.shape)
        while len(other) > len(shape) and other[0] == 1:
            other = other[1:]
        if not broadcast_fits(other, shape):
            member("torch._aten", "aten_expand")(value.reshape(other) if other != tuple(value.shape) else value, shape)
        if x._is_distributed or value._is_distributed:
            return dispatch("copy_", (target, value))
    x._array = unheld(x._array)
    x._storage.version += 1
    if x._root is not None:
        x._root._array = unheld(x._root._array)
        x._root._storage.version += 1
    member("torch_xla._dispatch", "inplace_dispatch")("index_put", x)
    if value.requires_grad and not x.requires_grad:
        x.requires_grad, x.grad_fn = True, value.grad_fn
        if value.grad_fn is None:
            x.grad_fn = member("torch._tensor", "Node")("copy_slices", [value])


def type_of(x):
    return member("torch._tensor", "capital")(x.dtype)
