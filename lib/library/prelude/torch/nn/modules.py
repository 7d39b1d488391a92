"""Modules. torch: torch/nn/modules/module.py."""
from prelude.torch.tensor import Parameter, Tensor

MODULE = "torch.nn"


class Module:
    training = True

    def __init__(self, *args, **kwargs):
        fields = self.__dict__
        fields["training"] = True
        fields["_parameters"] = {}
        fields["_buffers"] = {}
        fields["_modules"] = {}
        fields["_unsaved"] = set()
        fields["_before"] = {}
        fields["_behind"] = {}

    def forward(self, *input):
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args, **kwargs):
        fields = self.__dict__
        if not fields.get("_before") and not fields.get("_behind"):
            return self.forward(*args, **kwargs)
        return member("torch._hooks", "call")(self, args, kwargs)

    def __setattr__(self, name, value):
        fields = self.__dict__
        if not is_known(value):
            object.__setattr__(self, name, value)
        elif isinstance(value, Parameter):
            if "_parameters" not in fields:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            for kind in ("_modules", "_buffers"):
                fields[kind].pop(name, None)
            fields.pop(name, None)
            fields["_parameters"][name] = value
        elif "_parameters" in fields and name in fields["_parameters"]:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_kind(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            fields["_parameters"][name] = value
        elif isinstance(value, Module):
            if "_modules" not in fields:
                raise AttributeError("cannot assign module before Module.__init__() call")
            for kind in ("_parameters", "_buffers"):
                fields[kind].pop(name, None)
            fields.pop(name, None)
            fields["_modules"][name] = value
        elif "_modules" in fields and name in fields["_modules"]:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_kind(value)}' as child module '{name}' (torch.nn.Module or None expected)"
                )
            fields["_modules"][name] = value
        elif "_buffers" in fields and name in fields["_buffers"]:
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{_kind(value)}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None expected)"
                )
            fields["_buffers"][name] = value
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        fields = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in fields.get(kind, ()):
                return fields[kind][name]
        found = member("torch._module_methods", name)
        if found is not None:
            setattr(Module, name, found)
            return functools.partial(found, self)
        if name == "_apply":
            return self.apply_each
        if name in ("_register_load_state_dict_pre_hook", "_register_state_dict_hook"):
            return self.register_load_state_dict_pre_hook
        if not lacks("torch.nn.Module", name):
            return unknown("torch.nn.Module." + name + " is not known")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__[kind]:
                del self.__dict__[kind][name]
                return
        object.__delattr__(self, name)


def _kind(x):
    if isinstance(x, Tensor):
        return x.type()
    return type(x).__name__
