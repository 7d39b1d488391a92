"""torch: torch/nn/modules/sparse.py, normalization.py, batchnorm.py, conv.py, pooling.py, flatten.py."""
from prelude.torch.creation import empty, ones, zeros
from prelude.torch.nn.functional import _check_batched
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, dispatch

MODULE = "torch.nn"


def _of(name):
    return member("torch.nn.functional", name)


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        super().__init__()
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise AssertionError("Padding_idx must be within num_embeddings")
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = padding_idx
        if _weight is None:
            _weight = empty((num_embeddings, embedding_dim), device=device, dtype=dtype)
        self.weight = Parameter(_weight, not _freeze)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
        rows, columns = embeddings.shape
        return cls(rows, columns, _weight=embeddings, _freeze=freeze, padding_idx=padding_idx)

    def reset_parameters(self):
        return None

    def forward(self, input):
        return dispatch("embedding", (self.weight, input))


class _Norm(Module):
    """Over the last dimensions, of this shape."""

    def __init__(self, normalized_shape, eps, elementwise_affine, **made):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        self.register_parameter("weight", Parameter(ones(shape, **made)) if elementwise_affine else None)

    def reset_parameters(self):
        return None


class LayerNorm(_Norm):
    def __init__(self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__(normalized_shape, eps, elementwise_affine, device=device, dtype=dtype)
        has_bias = elementwise_affine and bias
        made = Parameter(zeros(self.normalized_shape, device=device, dtype=dtype)) if has_bias else None
        self.register_parameter("bias", made)

    def forward(self, input):
        return dispatch("native_layer_norm", (input, self.normalized_shape, self.weight, self.bias))


class RMSNorm(_Norm):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__(normalized_shape, eps, elementwise_affine, device=device, dtype=dtype)

    def forward(self, input):
        return dispatch("rms_norm", (input, self.normalized_shape, self.weight))


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("num_channels must be divisible by num_groups")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        for name, make in (("weight", ones), ("bias", zeros)):
            self.register_parameter(name, Parameter(make(num_channels, device=device, dtype=dtype)) if affine else None)

    def forward(self, input):
        return dispatch("group_norm", (input, self.num_groups, self.weight, self.bias))


class _BatchNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        for name, make in (("weight", ones), ("bias", zeros)):
            self.register_parameter(name, Parameter(make(num_features, device=device, dtype=dtype)) if affine else None)
        tracks = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, device=device, dtype=dtype) if tracks else None)
        self.register_buffer("running_var", ones(num_features, device=device, dtype=dtype) if tracks else None)
        counted = zeros((), dtype=member("torch", "int64"), device=device)
        self.register_buffer("num_batches_tracked", counted if tracks else None)

    def forward(self, input):
        self._check(input)
        training = self.training or self.running_mean is None
        return dispatch("batch_norm", (input, self.weight, self.bias, self.running_mean, self.running_var, training))

    def _check(self, input):
        if input.ndim not in self._ranks:
            expected = " or ".join([f"{n}D" for n in self._ranks])
            raise ValueError(f"expected {expected} input (got {input.ndim}D input)")


class BatchNorm1d(_BatchNorm):
    _ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    _ranks = (4,)


class BatchNorm3d(_BatchNorm):
    _ranks = (5,)


class SyncBatchNorm(_BatchNorm):
    _ranks = (2, 3, 4, 5)


class _ConvNd(Module):
    _rank = 2
    _transposed = False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride = _several(kernel_size, self._rank), _several(stride, self._rank)
        self.padding = padding if isinstance(padding, str) else _several(padding, self._rank)
        self.dilation, self.padding_mode = _several(dilation, self._rank), padding_mode
        a, b = (in_channels, out_channels // groups) if self._transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(empty((a, b, *self.kernel_size), device=device, dtype=dtype))
        self.register_parameter("bias", Parameter(empty(out_channels, device=device, dtype=dtype)) if bias else None)

    def reset_parameters(self):
        return None

    def forward(self, input):
        if not self._transposed:
            _check_batched(self._rank, input)
        return dispatch("convolution", (input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, self._transposed))


def _several(x, count):
    return (x,) * count if isinstance(x, int) else tuple(x)


class Conv1d(_ConvNd):
    _rank = 1


class Conv2d(_ConvNd):
    _rank = 2


class Conv3d(_ConvNd):
    _rank = 3


class ConvTranspose1d(_ConvNd):
    _rank = 1
    _transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype)
        self.output_padding = output_padding

    def forward(self, input):
        more = self.output_padding if isinstance(self.output_padding, int) else self.output_padding[0]
        return dispatch("convolution", (input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, True, more))


class ConvTranspose2d(ConvTranspose1d):
    _rank = 2


class ConvTranspose3d(ConvTranspose1d):
    _rank = 3


class _Pool(Module):
    _name = "max_pool2d"

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.dilation, self.ceil_mode = dilation, ceil_mode

    def forward(self, input):
        return _of(self._name)(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode)


class MaxPool1d(_Pool):
    _name = "max_pool1d"


class MaxPool2d(_Pool):
    _name = "max_pool2d"


class MaxPool3d(_Pool):
    _name = "max_pool3d"


class AvgPool1d(_Pool):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__(kernel_size, stride, padding, 1, False, ceil_mode)

    def forward(self, input):
        return _of("avg_pool1d")(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)


class AvgPool2d(AvgPool1d):
    def forward(self, input):
        return _of("avg_pool2d")(input, self.kernel_size, self.stride, self.padding, self.ceil_mode)


class AdaptiveAvgPool1d(Module):
    _rank = 1

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return dispatch("adaptive_pool", (input, _several(self.output_size, self._rank)))


class AdaptiveAvgPool2d(AdaptiveAvgPool1d):
    _rank = 2


class AdaptiveMaxPool2d(AdaptiveAvgPool1d):
    _rank = 2


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)


class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)


class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode

    def forward(self, input):
        return _of("interpolate")(input, self.size, self.scale_factor, self.mode)


class PixelShuffle(Module):
    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        return dispatch("pixel_shuffle", (input, self.upscale_factor))


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.weight = Parameter(empty(num_parameters, device=device, dtype=dtype))

    def forward(self, input):
        return dispatch("prelu", (input, self.weight))
