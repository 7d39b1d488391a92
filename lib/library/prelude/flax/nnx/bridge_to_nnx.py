"""Modules of Linen as modules of NNX. flax 0.12.8: nnx/bridge/wrappers.py."""
from prelude.flax.nnx.bridge_variables import linen_vars_to_nnx_attrs, nnx_attrs_to_linen_vars
from prelude.flax.nnx.modules import Module, Pytree, data, hidden_fields, is_data, iter_graph
from prelude.flax.nnx.rngs import Rngs
from prelude.flax.nnx.traversals import flatten_mapping, unflatten_mapping

MODULE = "flax.nnx.bridge flax.nnx.bridge.wrappers"


def _keys_of(rngs):
    if isinstance(rngs, Rngs):
        keys = {name: stream() for name, stream in rngs.items()}
    else:
        keys = {"params": rngs} if is_array(rngs) else {}
    if "params" not in keys and "default" in keys:
        keys["params"] = keys.pop("default")
    return keys


def _set_initializing(module, initializing):
    for _, part in iter_graph(module):
        if isinstance(part, Pytree):
            if initializing:
                part.__dict__["_initializing"] = True
            else:
                part.__dict__.pop("_initializing", None)


def lazy_init(fn, *args, **kwargs):
    module = fn if isinstance(fn, Module) else partial_of(fn)[1][0] if is_method(fn) else None
    if not isinstance(module, Module):
        raise ValueError(f"fn = {fn!r} needs to be a method of an NNX Module.")
    _set_initializing(module, True)
    try:
        program_call(fn, *args, **kwargs)
    finally:
        _set_initializing(module, False)
    return fn


def _merged(old, new):
    flat = flatten_mapping(old)
    flat.update(flatten_mapping(new))
    return unflatten_mapping(flat)


class ToNNX(Module):
    def __init__(self, module, rngs=None):
        self.to_nnx__module = module
        if is_array(rngs):
            rngs = Rngs(params=rngs)
        elif isinstance(rngs, Rngs):
            rngs = rngs.fork()
        self.to_nnx__rngs = rngs

    def lazy_init(self, *args, **kwargs):
        return lazy_init(self, *args, **kwargs)

    def __getattr__(self, name):
        module = self.__dict__.get("to_nnx__module")
        method = None if module is None else getattr(type(module), name, None)
        if not callable(method):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return functools.partial(self.__call__, method=method)

    def _variables(self):
        hidden = ("to_nnx__module", "to_nnx__rngs", "_initializing") + hidden_fields
        return nnx_attrs_to_linen_vars({name: x for name, x in self.__dict__.items() if name not in hidden})

    def _take(self, updates):
        for name, value in linen_vars_to_nnx_attrs(updates).items():
            if isinstance(value, dict) and name in self.__dict__:
                value = _merged(self.__dict__[name], value)
            setattr(self, name, data(value))

    def __call__(self, *args, rngs=None, method=None, mutable=None, **kwargs):
        keys = _keys_of(self.to_nnx__rngs if rngs is None else rngs)
        module = self.to_nnx__module
        if "_initializing" in self.__dict__:
            out, updates = module.init_with_output(keys, *args, method=method, **kwargs)
        else:
            mutable = mutable or False
            out = module.apply(self._variables(), *args, rngs=keys, method=method, mutable=mutable, **kwargs)
            out, updates = out if mutable else (out, {})
        self._take(updates)
        return out
