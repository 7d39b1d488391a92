"""torch: torch/nn/modules/container.py."""
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, Tensor

MODULE = "torch.nn"


class _Numbered(Module):
    """Modules in a row, whose names are their numbers."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __getitem__(self, index):
        names = list(self._modules)
        if isinstance(index, slice):
            return self._of({name: self._modules[name] for name in names[index]})
        return self._modules[names[_checked(index, len(names))]]

    def __delitem__(self, index):
        names = list(self._modules)
        for name in names[index] if isinstance(index, slice) else [names[index]]:
            del self._modules[name]
        self._become(list(self._modules.values()))

    def append(self, module):
        self.add_module(str(len(self._modules)), module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def _put(self, index, module):
        items = list(self._modules.values())
        items.insert(index, module)
        self._become(items)

    def _become(self, items):
        self._modules.clear()
        for i, module in enumerate(items):
            self._modules[str(i)] = module


def _checked(index, count):
    """The number of a module from the front, or torch's error."""
    if not -count <= index < count:
        raise IndexError(f"index {index} is out of range")
    return index + count if index < 0 else index


class Sequential(_Numbered):
    def __init__(self, *args):
        super().__init__()
        named = isinstance(args[0], dict) if len(args) == 1 else False
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def _of(self, modules):
        return self.__class__(modules)

    def __setitem__(self, index, module):
        setattr(self, list(self._modules)[index], module)

    def insert(self, index, module):
        self._put(index, module)
        return self


class ModuleList(_Numbered):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _of(self, modules):
        return self.__class__(list(modules.values()))

    def __setitem__(self, index, module):
        self._modules[str(_checked(index, len(self._modules)))] = module

    def __contains__(self, module):
        return any([m is module for m in self._modules.values()])

    def insert(self, index, module):
        self._put(index, module)

    def __add__(self, other):
        return ModuleList([*self, *other])


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules))

    def __contains__(self, key):
        return key in self._modules

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()

    def update(self, modules):
        for key, module in modules.items() if isinstance(modules, (dict, ModuleDict)) else modules:
            self[key] = module

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def clear(self):
        self._modules.clear()


class ParameterList(Module):
    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        for x in values or ():
            self.append(x)

    def append(self, value):
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(self._size), value)
        self._size += 1
        return self

    def extend(self, values):
        for x in values:
            self.append(x)
        return self

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([getattr(self, str(i)) for i in range(self._size)])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return ParameterList(list(self)[index])
        return getattr(self, str(index + self._size if index < 0 else index))

    def __setitem__(self, index, value):
        setattr(self, str(index), value)


class ParameterDict(Module):
    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        for key, x in (parameters or {}).items():
            self[key] = x

    def __setitem__(self, key, value):
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        self._keys[key] = None
        setattr(self, key, value)

    def __getitem__(self, key):
        return getattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        return self._keys.keys()

    def values(self):
        return [self[k] for k in self._keys]

    def items(self):
        return [(k, self[k]) for k in self._keys]
