"""torch: torch/nn/modules/activation.py, dropout.py."""
from prelude.torch.nn.functional import celu, dropout, elu, gelu, glu, hardsigmoid, hardswish, hardtanh, leaky_relu, log_softmax, logsigmoid, mish, relu, relu6, selu, sigmoid, silu, softmax, softplus, softsign, tanh
from prelude.torch.nn.modules import Module

MODULE = "torch.nn"


class ReLU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return relu(input)


class SiLU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return silu(input)


class LeakyReLU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return leaky_relu(input)


class ELU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return elu(input)


class SELU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return selu(input)


class CELU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return celu(input)


class ReLU6(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return relu6(input)


class Hardtanh(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return hardtanh(input)


class Hardswish(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return hardswish(input)


class Hardsigmoid(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return hardsigmoid(input)


class Mish(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return mish(input)


class GELU(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return gelu(input)


class Softplus(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return softplus(input)


class LogSigmoid(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return logsigmoid(input)


class Sigmoid(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return sigmoid(input)


class Tanh(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return tanh(input)


class Softsign(Module):
    def __init__(self, *options, **named):
        super().__init__()

    def forward(self, input):
        return softsign(input)


class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return softmax(input, self.dim)


class LogSoftmax(Softmax):
    def forward(self, input):
        return log_softmax(input, self.dim)


class GLU(Module):
    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return glu(input, self.dim)


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if is_known(p) and (p < 0.0 or p > 1.0):
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return dropout(input, self.p, self.training, self.inplace)


class Dropout1d(Dropout):
    pass


class Dropout2d(Dropout):
    pass


class AlphaDropout(Dropout):
    pass
