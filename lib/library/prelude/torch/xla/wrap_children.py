"""Modules that are wrapped by themselves. torch_xla: distributed/fsdp/wrap.py recursive_wrap."""
MODULE = "torch_xla._wrapping"


def wrap_children(module, policy, wrap):
    """Wraps what the policy picks below a module: how many parameters are wrapped then."""
    count = sum([p.numel() for p in module.parameters()])
    if not policy(module=module, recurse=True, unwrapped_params=count):
        return 0
    wrapped = 0
    for name, child in list(module.named_children()):
        own = sum([p.numel() for p in child.parameters()])
        below = wrap_children(child, policy, wrap)
        if policy(module=child, recurse=True, unwrapped_params=own) and policy(
            module=child, recurse=False, unwrapped_params=own - below
        ):
            setattr(module, name, wrap(child))
            below = own
        wrapped += below
    return wrapped
