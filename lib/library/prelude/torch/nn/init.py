"""torch: torch/nn/init.py."""
from prelude.torch.tensor import inplace

MODULE = "torch.nn.init"


def _filled(x):
    with member("torch", "no_grad")():
        return inplace("normal", x, ())


def _fans(x):
    if x.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    return _filled(x)


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return _filled(tensor)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return _filled(tensor)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    return _filled(tensor)


def constant_(tensor, val):
    with member("torch", "no_grad")():
        return inplace("fill", tensor, (val,))


def ones_(tensor):
    return constant_(tensor, 1.0)


def zeros_(tensor):
    with member("torch", "no_grad")():
        return inplace("zero", tensor, ())


def eye_(tensor):
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _filled(tensor)


def xavier_uniform_(tensor, gain=1.0, generator=None):
    return _fans(tensor)


def xavier_normal_(tensor, gain=1.0, generator=None):
    return _fans(tensor)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    return _fans(tensor)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    return _fans(tensor)


def orthogonal_(tensor, gain=1, generator=None):
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    return _filled(tensor)


def calculate_gain(nonlinearity, param=None):
    gains = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 0.75}
    return gains.get(nonlinearity, 1.0)
