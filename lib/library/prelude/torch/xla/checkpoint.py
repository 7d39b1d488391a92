"""Layers that are run again for their gradients. torch_xla: torch_xla/utils/checkpoint.py,
distributed/fsdp/utils.py."""
MODULE = "torch_xla.utils.checkpoint"


def checkpoint(function, *args, use_reentrant=True, **kwargs):
    """Gradients go through it where an argument needs one, and not for the parameters alone."""
    if any([getattr(x, "requires_grad", False) for x in args]):
        return function(*args, **kwargs)
    with member("torch", "no_grad")():
        return function(*args, **kwargs)
