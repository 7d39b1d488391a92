"""Hooks of modules."""


def _add_hook(hooks, hook, with_kwargs, prepend):
    return member("torch._hooks", "add")(hooks, hook, with_kwargs, prepend)
