"""Functions with their own gradients. torch: torch/autograd/function.py."""
from prelude.torch.autograd import _backward
from prelude.torch.tensor import Node, Tensor, tensors_in

MODULE = "torch.autograd torch.autograd.function"


class FunctionCtx:
    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        return None

    def mark_dirty(self, *tensors):
        return None

    def set_materialize_grads(self, value):
        return None

    @property
    def needs_input_grad(self):
        return unknowable("which gradients are needed")


class Function:
    @staticmethod
    def setup_context(ctx, inputs, output):
        return None

    @classmethod
    def apply(cls, *args, **kwargs):
        with member("torch", "no_grad")():
            ctx = FunctionCtx()
            if "setup_context" in cls.__dict__:
                result = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args, **kwargs)
        inputs = [x for x in tensors_in(args, []) if x.requires_grad]
        if inputs and member("torch", "is_grad_enabled")():
            for x in tensors_in([result], []):
                if x.dtype.kind > 1:
                    x.requires_grad, x.grad_fn = True, Node(cls.__name__, inputs)
        return result


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    for x in [tensors] if isinstance(tensors, Tensor) else tensors:
        _backward(x, None, retain_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, is_grads_batched=False, materialize_grads=False):
    inputs = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    return tuple([member("torch", "empty_like")(x) for x in inputs])


def set_detect_anomaly(mode, check_nan=True):
    return None
