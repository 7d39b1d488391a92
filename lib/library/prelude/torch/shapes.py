"""Views and what changes shapes. torch: torch/_torch_docs.py."""
from prelude.torch.strides import after, of_view
from prelude.torch.tensor import Tensor, dispatch

MODULE = "torch._shapes"


def sizes_of(given):
    """(2, 3), or ((2, 3),), with tensors as numbers."""
    if len(given) == 1 and isinstance(given[0], (tuple, list)):
        given = given[0]
    return tuple([int(n) if isinstance(n, Tensor) else n for n in given])


def viewed(name, x, *args):
    """A view: what is written into it is written into the tensor."""
    made = dispatch(name, (x, *args))
    if isinstance(made, Tensor) and not made._is_distributed:
        root = x if x._root is None else x._root
        made._root, made._seen = root, root._storage.version
        made._whole = x if x._whole is None else x._whole
        if made._array.shape != x._array.shape or x._strides is not None or name != "alias_copy":
            made._strides = after(name, x, args, made._array.shape)
    return made


def check_viewable(x, shape):
    """torch's error for a view of elements that do not lie in order. On xla all do."""
    if x._strides is None or x._is_distributed or x._storage.device == "xla":
        return
    inferred = member("torch._aten", "inferred")(shape, x.numel())
    if x.numel() and of_view(x._array.shape, x._strides, inferred) is None:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )


def parts(name, x, *args):
    """Views of x side by side."""
    made = dispatch(name, (x, *args))
    for part in made:
        if isinstance(part, Tensor) and not part._is_distributed:
            root = x if x._root is None else x._root
            part._root, part._seen = root, root._storage.version
            part._strides = after(name, x, args[-1:], part._array.shape)
    return made


def check_expands(x, other):
    if isinstance(other, Tensor):
        member("torch._aten", "aten_expand")(other, x.shape)
