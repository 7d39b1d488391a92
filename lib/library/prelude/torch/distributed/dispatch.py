"""What an operation on DTensors does. torch: torch/distributed/tensor/_dispatch.py."""
MODULE = "torch.distributed._dispatch"


def distributed_dispatch(name, args, kwargs):
    """Called for every operation of which an argument is a DTensor."""
    return unknown("torch." + name + " of a DTensor is not known")


def distributed_backward(root, leaves):
    """Gives the DTensors among the leaves their .grad; true when it has."""
    return unknown("backward of a DTensor is not known")
