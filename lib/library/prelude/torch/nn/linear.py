"""torch: torch/nn/modules/linear.py."""
from prelude.torch.creation import empty
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, dispatch

MODULE = "torch.nn"


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)

    def reset_parameters(self):
        return None

    def forward(self, input):
        args = (input, self.weight) if self.bias is None else (input, self.weight, self.bias)
        return dispatch("linear", args)

    def __repr__(self):
        return f"Linear(in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None})"


class Identity(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input
