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
