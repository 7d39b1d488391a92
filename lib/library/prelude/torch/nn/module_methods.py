"""Methods of modules. torch: torch/nn/modules/module.py."""
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, Tensor

MODULE = "torch._module_methods"


def named_modules(self, memo=None, prefix="", remove_duplicate=True):
    return iter(_walk(self, set(), prefix, remove_duplicate, []))


def _walk(module, seen, prefix, once, found):
    if identity(module) in seen:
        return found
    if once:
        seen.add(identity(module))
    found.append((prefix, module))
    for name, child in module._modules.items():
        if child is not None:
            _walk(child, seen, prefix + "." + name if prefix else name, once, found)
    return found


def modules(self):
    return iter([module for _, module in self.named_modules()])


def named_children(self):
    found = []
    seen = set()
    for name, child in self._modules.items():
        if child is not None and identity(child) not in seen:
            seen.add(identity(child))
            found.append((name, child))
    return iter(found)


def children(self):
    return iter([child for _, child in self.named_children()])


def _named(self, kind, prefix, recurse, once):
    found, seen = [], set()
    modules = _walk(self, set(), prefix, once, []) if recurse else [(prefix, self)]
    for path, module in modules:
        for name, x in module.__dict__[kind].items():
            if x is None or identity(x) in seen:
                continue
            if once:
                seen.add(identity(x))
            found.append((path + "." + name if path else name, x))
    return found


def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
    return iter(_named(self, "_parameters", prefix, recurse, remove_duplicate))


def parameters(self, recurse=True):
    return iter([x for _, x in _named(self, "_parameters", "", recurse, True)])


def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
    return iter(_named(self, "_buffers", prefix, recurse, remove_duplicate))


def buffers(self, recurse=True):
    return iter([x for _, x in _named(self, "_buffers", "", recurse, True)])


def _check_name(kind, name):
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."')
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')


def register_parameter(self, name, param):
    _check_name("parameter", name)
    if hasattr(self, name) and name not in self._parameters:
        raise KeyError(f"attribute '{name}' already exists")
    if param is not None and not isinstance(param, Parameter):
        raise TypeError(
            f"cannot assign '{param.type()}' object to parameter '{name}' (torch.nn.Parameter or None required)"
        )
    self._parameters[name] = param


def register_buffer(self, name, tensor, persistent=True):
    _check_name("buffer", name)
    if hasattr(self, name) and name not in self._buffers:
        raise KeyError(f"attribute '{name}' already exists")
    if tensor is not None and not isinstance(tensor, Tensor):
        raise TypeError(
            f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' (torch.Tensor or None required)"
        )
    self._buffers[name] = tensor
    if not persistent:
        self._unsaved.add(name)


def add_module(self, name, module):
    if module is not None and not isinstance(module, Module):
        raise TypeError(f"{type(module).__name__} is not a Module subclass")
    self._modules[name] = module


register_module = add_module


def apply_each(self, f):
    """Gives f(x) in place of each parameter and buffer. A parameter stays the object it is, unless
    its new data is of another kind of tensor: those that go to xla, or from there, are new ones."""
    for child in self.children():
        child.apply_each(f)
    for name, x in self._parameters.items():
        if x is None:
            continue
        made = f(x.data)
        if ("xla" in (made._storage.device, x._storage.device) and made._storage.device != x._storage.device) or (
            x._is_distributed or made._is_distributed
        ):
            new = member("torch._aliases", "parameter_of")(x, made)
            self._parameters[name] = new
        else:
            x._array, x._storage = made._array, made._storage
        if x.grad is not None:
            x.grad = f(x.grad)
    for name, x in self._buffers.items():
        if x is not None:
            self._buffers[name] = f(x)
    return self


def apply(self, fn):
    for child in self.children():
        child.apply(fn)
    fn(self)
    return self


def to(self, *args, **kwargs):
    dtype = kwargs.get("dtype")
    where = kwargs.get("device")
    for x in args:
        if isinstance(x, Tensor):
            dtype, where = x.dtype, x.device
        elif isinstance(x, member("torch", "dtype")):
            dtype = x
        elif isinstance(x, (str, int, member("torch", "device"))) and not isinstance(x, bool):
            where = x
        elif not is_known(x):
            return of_unknown(x)
        elif x is not None and not isinstance(x, bool):
            member("torch._moving", "refuse_to")(x)
    if dtype is not None and dtype.kind < 2:
        raise TypeError(
            f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
        )
    return self.apply_each(lambda x: x.to(where, dtype if x.dtype.kind > 1 else None))


def cpu(self):
    return self.apply_each(lambda x: x.to("cpu"))


def cuda(self, device=None):
    return self.apply_each(lambda x: x.to("cuda" if device is None else device))


def to_empty(self, *, device, recurse=True):
    return self.apply_each(lambda x: member("torch", "empty_like")(x, device=device))


def train(self, mode=True):
    for module in self.modules():
        module.__dict__["training"] = mode
    return self


def eval(self):
    return self.train(False)


def requires_grad_(self, requires_grad=True):
    for x in self.parameters():
        x.requires_grad_(requires_grad)
    return self


def zero_grad(self, set_to_none=True):
    for x in self.parameters():
        if set_to_none:
            x.grad = None


def share_memory(self):
    return self


def extra_repr(self):
    return ""


def compile(self, *args, **kwargs):
    return None


def get_submodule(self, target):
    found = self
    for name in target.split(".") if target else []:
        if not hasattr(found, name):
            raise AttributeError(f"{type(found).__name__} has no attribute `{name}`")
        found = getattr(found, name)
        if not isinstance(found, Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
    return found


def get_parameter(self, target):
    path, _, name = target.rpartition(".")
    return getattr(self.get_submodule(path), name)


get_buffer = get_parameter


def set_submodule(self, target, module, strict=False):
    path, _, name = target.rpartition(".")
    setattr(self.get_submodule(path), name, module)
