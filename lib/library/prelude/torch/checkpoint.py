"""torch: torch/utils/checkpoint.py."""
from prelude.torch.tensor import tensors_in

MODULE = "torch.utils.checkpoint"


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False, early_stop=True, preserve_rng_state=True, **kwargs):
    _check_device(args)
    return function(*args, **kwargs)


def _check_device(args):
    """torch looks for the module of the device, and has none for XLA."""
    for x in tensors_in(args, []):
        if x._storage.device == "xla":
            refuse(
                "AttributeError", "module 'torch' has no attribute 'xla'", "program-error",
                "torch.utils.checkpoint does not know the XLA device",
                "from torch_xla.utils.checkpoint import checkpoint",
            )


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    for function in functions:
        input = function(input)
    return input
