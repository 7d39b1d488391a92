"""Which modules are sharded on their own. torch_xla: distributed/fsdp/wrap.py."""
MODULE = "torch_xla.distributed.fsdp.wrap torch.distributed.fsdp.wrap"


def always_wrap_policy(*args, **kwargs):
    return True


def lambda_auto_wrap_policy(module, recurse, unwrapped_params, lambda_fn):
    return True if recurse else lambda_fn(module)


def transformer_auto_wrap_policy(module, recurse, unwrapped_params, transformer_layer_cls):
    return True if recurse else isinstance(module, tuple(transformer_layer_cls))


def size_based_auto_wrap_policy(module, recurse, unwrapped_params, min_num_params=100000000, force_leaf_modules=None, exclude_wrap_modules=None):
    nn = member("torch", "nn")
    leaves = {nn.MultiheadAttention} if force_leaf_modules is None else force_leaf_modules
    excluded = {nn.ModuleList, nn.ModuleDict} if exclude_wrap_modules is None else exclude_wrap_modules
    return unwrapped_params >= min_num_params and not isinstance(module, tuple(leaves if recurse else excluded))


def _wrap_children(module, policy, wrap):
    """Wraps what the policy picks below a module: how many parameters are wrapped then."""
    count = sum([p.numel() for p in module.parameters()])
    if not policy(module=module, recurse=True, unwrapped_params=count):
        return 0
    wrapped = 0
    for name, child in list(module.named_children()):
        own = sum([p.numel() for p in child.parameters()])
        below = _wrap_children(child, policy, wrap)
        if policy(module=child, recurse=True, unwrapped_params=own) and policy(
            module=child, recurse=False, unwrapped_params=own - below
        ):
            setattr(module, name, wrap(child))
            below = own
        wrapped += below
    return wrapped
