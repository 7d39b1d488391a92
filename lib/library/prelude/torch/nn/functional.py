"""torch: torch/nn/functional.py."""
from prelude.torch.tensor import dispatch, inplace

MODULE = "torch.nn.functional"


def _unary(name, x, inplace_):
    return inplace(name, x, ()) if inplace_ else dispatch(name, (x,))


def relu(input, inplace=False):
    return _unary("relu", input, inplace)


def silu(input, inplace=False):
    return _unary("silu", input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return _unary("leaky_relu", input, inplace)


def elu(input, alpha=1.0, inplace=False):
    return _unary("elu", input, inplace)


def selu(input, inplace=False):
    return _unary("selu", input, inplace)


def celu(input, alpha=1.0, inplace=False):
    return _unary("celu", input, inplace)


def relu6(input, inplace=False):
    return _unary("relu6", input, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    return _unary("hardtanh", input, inplace)


def hardswish(input, inplace=False):
    return _unary("hardswish", input, inplace)


def hardsigmoid(input, inplace=False):
    return _unary("hardsigmoid", input, inplace)


def mish(input, inplace=False):
    return _unary("mish", input, inplace)


def gelu(input, approximate="none"):
    return dispatch("gelu", (input,))


def softplus(input, beta=1, threshold=20):
    return dispatch("softplus", (input,))


def logsigmoid(input):
    return dispatch("logsigmoid", (input,))


def sigmoid(input):
    return dispatch("sigmoid", (input,))


def tanh(input):
    return dispatch("tanh", (input,))


def softsign(input):
    return dispatch("sigmoid", (input,))


def glu(input, dim=-1):
    return dispatch("glu", (input, dim))


def prelu(input, weight):
    return dispatch("prelu", (input, weight))


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    dim = (0 if input.ndim in (0, 1, 3) else 1) if dim is None else dim
    return dispatch("_softmax", (input, dim), {} if dtype is None else {"dtype": dtype})


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    dim = (0 if input.ndim in (0, 1, 3) else 1) if dim is None else dim
    return dispatch("_log_softmax", (input, dim), {} if dtype is None else {"dtype": dtype})


def softmin(input, dim=None, dtype=None):
    return softmax(-input, dim, dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    return dispatch("_softmax", (logits, dim))


def dropout(input, p=0.5, training=True, inplace=False):
    if is_known(p) and (p < 0.0 or p > 1.0):
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    return _unary("dropout", input, inplace) if training else input


alpha_dropout = dropout
dropout1d = dropout
dropout2d = dropout
dropout3d = dropout
feature_alpha_dropout = dropout


def linear(input, weight, bias=None):
    return dispatch("linear", (input, weight) if bias is None else (input, weight, bias))


def bilinear(input1, input2, weight, bias=None):
    return unknown("torch.nn.functional.bilinear is not known")


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    return dispatch("embedding", (weight, input))


def one_hot(tensor, num_classes=-1):
    return dispatch("one_hot", (tensor, num_classes))


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    return dispatch("native_layer_norm", (input, shape, weight, bias))


def rms_norm(input, normalized_shape, weight=None, eps=None):
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    return dispatch("rms_norm", (input, shape, weight))


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    return dispatch("batch_norm", (input, weight, bias, running_mean, running_var, training))


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    return dispatch("group_norm", (input, num_groups, weight, bias))


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    return dispatch("clone", (input,))


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    norm = dispatch("linalg_vector_norm", (input, p, dim), {"keepdim": True})
    return dispatch("div", (input, norm.clamp(min=eps).expand(*input.shape)))


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    return dispatch("sum", (dispatch("mul", (x1, x2)), dim))


def pad(input, pad, mode="constant", value=None):
    if mode == "constant":
        return dispatch("constant_pad_nd", (input, list(pad)))
    return dispatch("pad_inside", (input, list(pad)))


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
    smoothing = (label_smoothing,) if label_smoothing else ()
    return dispatch("cross_entropy_loss", (input, target, weight, reduction, ignore_index, *smoothing))


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    return dispatch("nll_loss", (input, target, weight, reduction, ignore_index))


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    return dispatch("mse_loss", (input, target, reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    return dispatch("l1_loss", (input, target, reduction))


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    return dispatch("smooth_l1_loss", (input, target, reduction))


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    return dispatch("huber_loss", (input, target, reduction))


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    return dispatch("kl_div", (input, target, "mean" if reduction == "batchmean" else reduction))


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    if tuple(target.shape) != tuple(input.shape):
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is deprecated. Please ensure they have the same size."
        )
    return dispatch("mse_loss", (input, target, reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    return dispatch("binary_cross_entropy_with_logits", (input, target, reduction))


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if dropout_p and query._is_distributed:
        return unknown("attention of DTensors with dropout is not known")
    return dispatch("scaled_dot_product_attention", (query, key, value, attn_mask, is_causal, enable_gqa))


def _several(x, count):
    return (x,) * count if isinstance(x, int) else tuple(x) * (count if len(x) == 1 else 1)


def _check_batched(count, x):
    if x.ndim not in (count + 1, count + 2):
        raise RuntimeError(
            f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to conv{count}d, but got input of size: {list(x.shape)}"
        )


def _convolved(count, x, weight, bias, stride, padding, dilation, groups):
    _check_batched(count, x)
    padding = padding if isinstance(padding, str) else _several(padding, count)
    return dispatch("convolution", (x, weight, bias, _several(stride, count), padding, _several(dilation, count), groups))


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(3, input, weight, bias, stride, padding, dilation, groups)


def _pooled(count, x, kernel, stride, padding, dilation, ceil):
    kernel = _several(kernel, count)
    stride = kernel if stride is None else _several(stride, count)
    return dispatch("pool", (x, kernel, stride, _several(padding, count), _several(dilation, count), ceil))


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _pooled(1, input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _pooled(2, input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _pooled(3, input, kernel_size, stride, padding, dilation, ceil_mode)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _pooled(1, input, kernel_size, stride, padding, 1, ceil_mode)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _pooled(2, input, kernel_size, stride, padding, 1, ceil_mode)


def adaptive_avg_pool1d(input, output_size):
    return dispatch("adaptive_pool", (input, _several(output_size, 1)))


def adaptive_avg_pool2d(input, output_size):
    return dispatch("adaptive_pool", (input, _several(output_size, 2)))


adaptive_max_pool1d = adaptive_avg_pool1d
adaptive_max_pool2d = adaptive_avg_pool2d


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    rank = input.ndim - 2
    if size is None:
        scale = (scale_factor,) * rank if isinstance(scale_factor, (int, float)) else tuple(scale_factor)
        sizes = [int(n * s) for n, s in zip(input.shape[2:], scale)]
    else:
        sizes = _several(size, rank)
    return dispatch("upsample", (input, tuple(sizes)))


def pixel_shuffle(input, upscale_factor):
    return dispatch("pixel_shuffle", (input, upscale_factor))
