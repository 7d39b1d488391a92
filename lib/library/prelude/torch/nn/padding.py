"""torch: torch/nn/modules/padding.py, instancenorm.py."""
from prelude.torch.creation import ones, zeros
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, dispatch

MODULE = "torch.nn"


class _Pad(Module):
    _rank, _mode = 2, "constant"

    def __init__(self, padding, value=0.0):
        super().__init__()
        self.padding = (padding,) * (2 * self._rank) if isinstance(padding, int) else tuple(padding)

    def forward(self, input):
        if self._mode != "constant" and input.ndim not in (self._rank + 1, self._rank + 2):
            return unknown("a padding of such a rank is not known")
        return member("torch.nn.functional", "pad")(input, self.padding, self._mode)


class ReflectionPad1d(_Pad):
    _rank, _mode = 1, "reflect"


class ReplicationPad1d(_Pad):
    _rank, _mode = 1, "replicate"


class CircularPad1d(_Pad):
    _rank, _mode = 1, "circular"


class ConstantPad1d(_Pad):
    _rank, _mode = 1, "constant"


class ZeroPad1d(_Pad):
    _rank, _mode = 1, "constant"


class ReflectionPad2d(_Pad):
    _rank, _mode = 2, "reflect"


class ReplicationPad2d(_Pad):
    _rank, _mode = 2, "replicate"


class CircularPad2d(_Pad):
    _rank, _mode = 2, "circular"


class ConstantPad2d(_Pad):
    _rank, _mode = 2, "constant"


class ZeroPad2d(_Pad):
    _rank, _mode = 2, "constant"


class ReflectionPad3d(_Pad):
    _rank, _mode = 3, "reflect"


class ReplicationPad3d(_Pad):
    _rank, _mode = 3, "replicate"


class CircularPad3d(_Pad):
    _rank, _mode = 3, "circular"


class ConstantPad3d(_Pad):
    _rank, _mode = 3, "constant"


class ZeroPad3d(_Pad):
    _rank, _mode = 3, "constant"


class _InstanceNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__()
        self.num_features, self.affine = num_features, affine
        for name, make in (("weight", ones), ("bias", zeros)):
            self.register_parameter(name, Parameter(make(num_features, device=device, dtype=dtype)) if affine else None)

    def forward(self, input):
        return dispatch("group_norm", (input, 1, self.weight, self.bias)) if self.affine else dispatch("clone", (input,))


class InstanceNorm1d(_InstanceNorm):
    pass


class InstanceNorm2d(_InstanceNorm):
    pass


class InstanceNorm3d(_InstanceNorm):
    pass
