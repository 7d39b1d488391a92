"""Modules with hooks. torch: torch/nn/modules/module.py _call_impl."""
MODULE = "torch._hooks"


class RemovableHandle:
    def __init__(self, hooks, key):
        self.hooks, self.key = hooks, key

    def remove(self):
        self.hooks.pop(self.key, None)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.remove()


def add(hooks, hook, with_kwargs, prepend):
    key = len(hooks) + 1
    while key in hooks:
        key += 1
    if prepend:
        old = dict(hooks)
        hooks.clear()
        hooks[key] = (hook, with_kwargs)
        hooks.update(old)
    else:
        hooks[key] = (hook, with_kwargs)
    return RemovableHandle(hooks, key)


def call(module, args, kwargs):
    for hook, with_kwargs in list(module.__dict__["_before"].values()):
        given = hook(module, args, kwargs) if with_kwargs else hook(module, args)
        if given is not None and with_kwargs:
            args, kwargs = given
        elif given is not None:
            args = given if isinstance(given, tuple) else (given,)
    result = module.forward(*args, **kwargs)
    for hook, with_kwargs in list(module.__dict__["_behind"].values()):
        given = hook(module, args, kwargs, result) if with_kwargs else hook(module, args, result)
        if given is not None:
            result = given
    return result
