"""Views and what changes shapes. torch: torch/_torch_docs.py."""
from prelude.torch.ops.promotion import wrapped_dim
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
    return made


def check_expands(x, other):
    if isinstance(other, Tensor):
        member("torch._aten", "aten_expand")(other, x.shape)
