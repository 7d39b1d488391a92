"""Operations on what mark_sharding returns. torch_xla: distributed/spmd/xla_sharded_tensor.py
__torch_dispatch__; torch: aten/src/ATen/FunctionalTensorWrapper.cpp."""
from prelude.torch.xla.wrapper import XLAShardedTensor

MODULE = "torch_xla._wrappers"

# Views that torch cannot make of a wrapper.
_refused_views = ("t", "permute", "select", "slice", "split", "split_with_sizes", "chunk", "unbind", "narrow")

# Those whose gradient takes such a view.
_products = ("linear", "mm", "addmm", "matmul", "mv", "cross_entropy_loss")

# Those that keep a wrapper's own tensor where another operand is a plain one.
_of_the_first = ("expand", "view", "_to_copy", "copy_", "alias_copy")


def refuse_wrapper(call):
    """torch's error where a wrapper meets what it does not reach."""
    line = 850 if framework[1] >= (2, 9) else 838
    refuse(
        "RuntimeError",
        f'!at::functionalization::impl::isFunctionalTensor(t) INTERNAL ASSERT FAILED at "/pytorch/aten/src/ATen/FunctionalTensorWrapper.cpp":{line}, please report a bug to PyTorch. The composite op functionalization fallback expects its inputs all not to be functional tensors',
        "program-error",
        f"what mark_sharding returns is a wrapper, and {call} fails on it",
        "call mark_sharding as a statement, and go on with the tensor itself",
    )


def wrapped_results(name, result, tensors):
    """The tensors that an operation gives, where an operand is a wrapper: wrappers too, without a
    tensor in them where another operand on the device is a plain one."""
    broken = name != "to_device" and any([x._broken for x in tensors])
    if not broken and (name in _refused_views or (name == "linear" and tensors[1]._wraps)):
        return refuse_wrapper(f"'{name}'")
    for x in tensors:
        if not x._wraps and x._storage.device == "xla" and name not in _of_the_first:
            _note_broken(name)
            broken = True
    return _wrapped(name, result, broken)


def _note_broken(name):
    what = "a linear layer" if name == "linear" else f"'{name}' beside a plain tensor"
    lint(
        "mark-result-used",
        f"what mark_sharding returns is given to {what}: the result is a wrapper without a tensor, which cannot be marked or looked into",
        "call mark_sharding as a statement, and go on with the tensor itself",
    )


def _wrapped(name, result, broken):
    if isinstance(result, (tuple, list)):
        items = [_wrapped(name, x, broken) for x in result]
        return tuple(items) if isinstance(result, tuple) else items
    made = XLAShardedTensor(result)
    made._broken = broken
    made._strides = result._strides
    made.requires_grad, made.grad_fn = result.requires_grad, result.grad_fn
    if made.grad_fn is not None and name in _products:
        made.grad_fn.refused = broken
    return made
