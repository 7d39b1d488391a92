"""Gradients. torch: torch/autograd, torch/csrc/autograd/engine.cpp."""
from prelude.torch.distributed.dispatch import distributed_backward
from prelude.torch.tensor import Storage, Tensor

MODULE = "torch"

_mode = {"grad": True, "autocast": None}


_keep_nothing = ("add", "sub", "rsub", "neg", "sum", "mean", "view", "transpose", "t", "permute", "select", "slice", "unsqueeze", "squeeze", "expand", "cat", "stack", "clone", "_to_copy", "cumsum", "alias_copy", "split", "split_with_sizes", "chunk", "unbind", "repeat", "copy", "zero", "fill", "detach", "flip", "roll", "constant_pad_nd", "diagonal")


def _roots(node, seen, leaves, frees):
    """The leaves that a result was made of; what was kept for it is given up."""
    if node.freed and node.operation not in _keep_nothing:
        raise RuntimeError(
            "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward."
        )
    node.freed = node.freed or frees
    if node.refused:
        member("torch_xla._wrappers", "refuse_wrapper")("backward()")
    for x in node.inputs:
        if x.grad_fn is None:
            if identity(x) not in seen:
                seen.add(identity(x))
                leaves.append(x)
        elif identity(x.grad_fn) not in seen:
            seen.add(identity(x.grad_fn))
            if x._retains:
                leaves.append(x)
            _roots(x.grad_fn, seen, leaves, frees)
    return leaves


def _backward(root, gradient, retain_graph, inputs, create_graph=False):
    if not root.requires_grad:
        raise RuntimeError(
            "element 0 of tensors does not require grad and does not have a grad_fn"
        )
    if gradient is None and root.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if gradient is not None and tuple(gradient.shape) != tuple(root.shape):
        raise RuntimeError(
            f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has a shape of {root.shape}."
        )
    if root.grad_fn is None:
        leaves = [root]
    else:
        leaves = _roots(root.grad_fn, set(), [], not (create_graph if retain_graph is None else retain_graph))
    if inputs is not None:
        leaves = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    if any(x._is_distributed for x in [root, *leaves]):
        distributed_backward(root, leaves)
        communicates("backward", "what the backward pass communicates is not known", root)
        member("torch.distributed.fsdp", "reshard_all")()
        return None
    for x in leaves:
        if x.grad is None:
            x.grad = Tensor(_made=(unheld(x._array), _gradient_storage(x)))
    member("torch.distributed.fsdp", "reshard_all")()


def _gradient_storage(x):
    """Where the gradient of a leaf lies: unmarked, unless a mark with gradients is on it."""
    made = Storage(x._storage.device, x._storage.index)
    made.annotation = x._grad_mark
    return made


class no_grad:
    _to = False

    def __init__(self, orig_func=None):
        self.function = orig_func

    def __enter__(self):
        self.before = _mode["grad"]
        _mode["grad"] = self._to

    def __exit__(self, *details):
        _mode["grad"] = self.before

    def __call__(self, *args, **kwargs):
        if self.function is not None:
            with self.__class__():
                return self.function(*args, **kwargs)
        function, made = args[0], self.__class__

        def inner(*a, **k):
            with made():
                return function(*a, **k)

        return inner


class enable_grad(no_grad):
    _to = True


class inference_mode(no_grad):
    def __init__(self, mode=True):
        self.function = None
        self._to = not mode and _mode["grad"]
        if callable(mode):
            self.function = mode


class set_grad_enabled(no_grad):
    def __init__(self, mode):
        self.function = None
        self.before = _mode["grad"]
        _mode["grad"] = self._to = mode


def is_grad_enabled():
    return _mode["grad"]
