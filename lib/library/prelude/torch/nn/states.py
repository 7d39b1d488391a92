"""State of modules, and their hooks. torch: torch/nn/modules/module.py."""
from prelude.torch.hooks_alias import _add_hook
from prelude.torch.tensor import Parameter, Tensor, alias

MODULE = "torch._module_methods"


def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
    return _add_hook(self._before, hook, with_kwargs, prepend)


def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
    return _add_hook(self._behind, hook, with_kwargs, prepend)


def register_full_backward_hook(self, hook, prepend=False):
    return _add_hook({}, hook, False, prepend)


register_full_backward_pre_hook = register_full_backward_hook
register_backward_hook = register_full_backward_hook
register_state_dict_pre_hook = register_full_backward_hook
register_load_state_dict_post_hook = register_full_backward_hook


def register_state_dict_post_hook(self, hook, with_module=False):
    """It may give the keys other names, as may that of what is loaded."""
    self.__dict__["_renames"] = True
    return _add_hook({}, hook, False, False)


register_load_state_dict_pre_hook = register_state_dict_post_hook


def _renames(module):
    return any("_renames" in part.__dict__ for part in module.modules())


def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
    if "_renames" in self.__dict__:
        return unknown("the state of a module with hooks for it is not known")
    found = member("collections", "OrderedDict")() if destination is None else destination
    for name, x in self._parameters.items():
        if x is not None:
            found[prefix + name] = x if keep_vars else alias(x)
    for name, x in self._buffers.items():
        if x is not None and name not in self._unsaved:
            found[prefix + name] = x if keep_vars else alias(x)
    for name, child in self._modules.items():
        if child is not None:
            child.state_dict(destination=found, prefix=prefix + name + ".", keep_vars=keep_vars)
    return found


def load_state_dict(self, state_dict, strict=True, assign=False):
    if not isinstance(state_dict, dict) and not hasattr(state_dict, "keys"):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    if not is_known(list(state_dict)):
        return of_unknown(state_dict)
    if _renames(self):
        return unknown("load_state_dict of a module with hooks for it is not known")
    own = self.state_dict(keep_vars=True)
    missing = [k for k in own if k not in state_dict]
    unexpected = [k for k in state_dict if k not in own]
    errors = []
    for key, x in own.items():
        if key not in state_dict:
            continue
        other = state_dict[key]
        if not is_known(other):
            return of_unknown(other)
        if not isinstance(other, Tensor):
            errors.append(
                f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint but received {type(other)}'
            )
        elif tuple(other.shape) != tuple(x.shape) and not (tuple(other.shape) == (1,) and not x.ndim):
            errors.append(
                f"size mismatch for {key}: copying a param with shape {other.shape} from checkpoint, the shape in current model is {x.shape}."
            )
        elif x._is_distributed != other._is_distributed and not assign:
            errors.append(
                f'While copying the parameter named "{key}", whose dimensions in the model are {x.shape} and whose dimensions in the checkpoint are {other.shape}, an exception occurred'
            )
        else:
            _load(self, key, x, other, assign)
    if strict:
        if missing:
            errors.insert(0, "Missing key(s) in state_dict: " + ", ".join([f'"{k}"' for k in missing]) + ". ")
        if unexpected:
            errors.insert(0, "Unexpected key(s) in state_dict: " + ", ".join([f'"{k}"' for k in unexpected]) + ". ")
    if errors:
        lines = "\n\t".join(errors)
        kind = "FSDP" if "_fsdp" in self.__dict__ else ""
        raise RuntimeError(f"Error(s) in loading state_dict for {kind}{type(self).__name__}:\n\t{lines}")
    return named_tuple("_IncompatibleKeys", "missing_keys unexpected_keys", missing, unexpected)


def _load(module, key, x, other, assign):
    if assign:
        path, _, name = key.rpartition(".")
        owner = module.get_submodule(path)
        if isinstance(x, Parameter):
            owner._parameters[name] = other if isinstance(other, Parameter) else Parameter(other, x.requires_grad)
        else:
            owner._buffers[name] = other
        return
    with member("torch", "no_grad")():
        if x._is_distributed:
            x._array = unheld(x._array)
        elif "xla" in (x._storage.device, other._storage.device):
            x.copy_(other)
        elif other._storage.device != "meta":
            x._array = x._array if x._storage.device == "meta" else unheld(x._array)
