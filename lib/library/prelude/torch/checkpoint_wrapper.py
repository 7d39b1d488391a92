"""torch: torch/distributed/algorithms/_checkpoint/checkpoint_wrapper.py."""
from prelude.torch.checkpoint import checkpoint
from prelude.torch.nn.modules import Module

MODULE = "torch.distributed.algorithms._checkpoint.checkpoint_wrapper"


class CheckpointImpl:
    REENTRANT, NO_REENTRANT = "reentrant", "no_reentrant"


class ActivationWrapper(Module):
    def __init__(self, mod):
        super().__init__()
        self._checkpoint_wrapped_module = mod

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self._checkpoint_wrapped_module, name)

    def __getitem__(self, key):
        return self._checkpoint_wrapped_module.__getitem__(key)

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        return self._checkpoint_wrapped_module.state_dict(destination=destination, prefix=prefix, keep_vars=keep_vars)

    def named_parameters(self, *args, **kwargs):
        for name, x in super().named_parameters(*args, **kwargs):
            yield name.replace("_checkpoint_wrapped_module.", ""), x


class CheckpointWrapper(ActivationWrapper):
    def __init__(self, mod, checkpoint_impl="no_reentrant", checkpoint_fn=None, **checkpoint_fn_kwargs):
        super().__init__(mod)
        self.checkpoint_impl, self.checkpoint_fn, self._options = checkpoint_impl, checkpoint_fn, checkpoint_fn_kwargs

    def forward(self, *args, **kwargs):
        if self.checkpoint_fn is not None:
            return self.checkpoint_fn(self._checkpoint_wrapped_module, *args, **{**self._options, **kwargs})
        return checkpoint(self._checkpoint_wrapped_module, *args, **kwargs)


class OffloadWrapper(ActivationWrapper):
    def forward(self, *args, **kwargs):
        return self._checkpoint_wrapped_module(*args, **kwargs)


def checkpoint_wrapper(module, checkpoint_impl="no_reentrant", checkpoint_fn=None, **checkpoint_fn_kwargs):
    return CheckpointWrapper(module, checkpoint_impl, checkpoint_fn, **checkpoint_fn_kwargs)


def offload_wrapper(module):
    return OffloadWrapper(module)


def _wrap_children(module, wrapper, check):
    for name, child in list(module.named_children()):
        _wrap_children(child, wrapper, check)
        if check(child):
            setattr(module, name, wrapper(child))


def apply_activation_checkpointing(model, checkpoint_wrapper_fn=checkpoint_wrapper, check_fn=lambda _: True, auto_wrap_policy=None):
    if auto_wrap_policy is not None:
        return unknown("apply_activation_checkpointing with a policy is not known")
    _wrap_children(model, checkpoint_wrapper_fn, check_fn)
