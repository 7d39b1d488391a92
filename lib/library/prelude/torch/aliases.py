"""Tensors that share what others hold. torch: torch/_tensor.py."""
from prelude.torch.tensor import Parameter

MODULE = "torch._aliases"


def set_data(x, other):
    if other._storage.device != x._storage.device and "cpu" in (other._storage.device, x._storage.device):
        raise RuntimeError(
            "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type."
        )
    x._array, x._storage = other._array, other._storage


def deep_copy(x, memo):
    if x.grad_fn is not None:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001"
        )
    made = copied_object(x)
    made._storage = copied_object(x._storage)
    if x.grad is not None:
        made.grad = deep_copy(x.grad, memo)
    return made


def parameter_of(old, data):
    """A new parameter in the place of one whose data is of another kind of tensor."""
    if old._optimized and "xla" in (old._storage.device, data._storage.device):
        lint(
            "optimizer-stale",
            f"the move to {data._storage.device} makes new parameters, but an optimizer that was built before holds the old ones: it trains nothing",
            "build the optimizer after the move",
        )
    return Parameter(data, old.requires_grad)
