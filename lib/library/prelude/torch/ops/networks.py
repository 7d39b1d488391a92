"""What layers compute. torch: aten/src/ATen/native/layer_norm.cpp, Embedding.cpp, LossNLL.cpp,
transformers/attention.cpp, Convolution.cpp, Pool.h."""
from prelude.torch.dtypes import _bool, int32, int64
from prelude.torch.ops.promotion import broadcast_shape, common_shape, on_device, result_dtype, wrapped_dim

MODULE = "torch._aten"


def _capital(x):
    return member("torch._tensor", "capital")(x.dtype)


def aten_embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if indices.dtype not in (int64, int32) and on_device(indices):
        raise RuntimeError("Check failed: indices->dtype() == at::ScalarType::Long || indices->dtype() == at::ScalarType::Int: ")
    if indices.dtype not in (int64, int32):
        raise RuntimeError(
            f"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got {_text(indices)} instead (while checking arguments for embedding)"
        )
    if weight._array.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    found = held(indices._array)
    if found and any([i < 0 or i >= weight._array.shape[0] for i in found]) and weight._storage.device == "cpu":
        raise IndexError("index out of range in self")
    return array_of((*indices._array.shape, weight._array.shape[1]), weight._array.dtype)


def _text(x):
    return member("torch._reading", "type_text")(x)


def aten_native_layer_norm(x, shape, weight=None, bias=None, eps=1e-5):
    shape = tuple(shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []"
        )
    for name, x_ in (("weight", weight), ("bias", bias)):
        if x_ is not None and tuple(x_._array.shape) != shape:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape {list(x_._array.shape)} and normalized_shape = {list(shape)}"
            )
    have = tuple(x._array.shape)
    if len(have) < len(shape) or have[len(have) - len(shape):] != shape:
        stars = "".join([f", {n}" for n in shape])
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*{stars}], but got input of size{list(have)}"
        )
    for other in (weight, bias):
        if other is not None and on_device(x) and other.dtype is not x.dtype:
            return array_of(x._array.shape, result_dtype(x, other)._array)
        if other is not None and other.dtype is not x.dtype and not (x.dtype.itemsize == 2 and other.dtype.name == "float32"):
            raise RuntimeError("expected scalar type " + _capital(x) + " but found " + _capital(other))
    return unheld(x._array)


def aten_rms_norm(x, shape, weight=None, eps=None):
    shape = tuple(shape)
    if weight is not None and tuple(weight._array.shape) != shape:
        raise RuntimeError(
            f"Expected weight to be of same shape as normalized_shape, but got weight of shape {list(weight._array.shape)} and normalized_shape = {list(shape)}"
        )
    have = tuple(x._array.shape)
    if len(have) < len(shape) or have[len(have) - len(shape):] != shape:
        stars = "".join([f", {n}" for n in shape])
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*{stars}], but got input of size{list(have)}"
        )
    return unheld(x._array) if weight is None else array_of(have, result_dtype(x, weight)._array)


def aten_batch_norm(x, weight, bias, mean, var, training):
    shape = x._array.shape
    if len(shape) < 2:
        raise RuntimeError(f"expected at least 2D input (got {len(shape)}D input)")
    for name, other in (("running_mean", mean), ("running_var", var), ("weight", weight), ("bias", bias)):
        if other is not None and other.numel() != shape[1]:
            raise RuntimeError(f"{name} should contain {shape[1]} elements not {other.numel()}")
    count = 1
    for n in (shape[0], *shape[2:]):
        count *= n
    if training and count == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size torch.Size({list(shape)})")
    return unheld(x._array)


def aten_group_norm(x, groups, weight=None, bias=None):
    shape = x._array.shape
    if shape[1] % groups:
        raise RuntimeError(
            f"Expected number of channels in input to be divisible by num_groups, but got input of shape {list(shape)} and num_groups={groups}"
        )
    for name, other in (("weight", weight), ("bias", bias)):
        if other is not None and tuple(other._array.shape) != (shape[1],):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of shape {list(other._array.shape)} and input of shape {list(shape)}"
            )
    return unheld(x._array)


def aten_glu(x, dim=-1):
    dim = wrapped_dim(dim, x._array.ndim)
    shape = x._array.shape
    if shape[dim] % 2 and not on_device(x):
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {shape[dim]}")
    return array_of((*shape[:dim], shape[dim] // 2, *shape[dim + 1:]), x._array.dtype)


def aten_prelu(x, weight):
    return unheld(x._array)


def aten_cross_entropy_loss(x, target, weight=None, reduction="mean", ignore_index=-100, label_smoothing=0.0):
    shape, labels = tuple(x._array.shape), tuple(target._array.shape)
    if shape == labels:
        if target.dtype.kind < 2:
            raise RuntimeError(f"Expected floating point type for target with class probabilities, got {_capital(target)}")
        count = shape[:1] + shape[2:] if len(shape) > 1 else ()
        return array_of(() if reduction != "none" else count, x._array.dtype)
    return aten_nll_loss(x, target, weight, reduction, ignore_index)


def aten_nll_loss(x, target, weight=None, reduction="mean", ignore_index=-100):
    shape, labels = tuple(x._array.shape), tuple(target._array.shape)
    if len(shape) < 1:
        raise ValueError(f"Expected 1 or more dimensions (got {len(shape)})")
    if len(shape) != 1 and (len(labels) < 1 or shape[0] != labels[0]):
        raise ValueError(f"Expected input batch_size ({shape[0]}) to match target batch_size ({labels[0] if labels else 0}).")
    if target.dtype is not int64 and target.dtype.name != "uint8" and not on_device(target):
        raise RuntimeError(f"expected scalar type Long but found {_capital(target)}")
    if len(shape) <= 2:
        if len(labels) > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        made = labels
    else:
        if len(shape) == 4 and len(labels) != 3:
            raise RuntimeError(f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {len(labels)}")
        if shape[2:] != labels[1:]:
            raise RuntimeError(f"Expected target size {[shape[0], *shape[2:]]}, got {list(labels)}" if len(shape) != 4 else f"size mismatch (got input: {list(shape)} , target: {list(labels)}")
        made = labels
    found = held(target._array)
    classes = shape[1] if len(shape) > 1 else shape[0]
    if found and target._storage.device == "cpu":
        for t in found:
            if t != ignore_index and (t < 0 or t >= classes):
                raise IndexError(f"Target {t} is out of bounds.")
    return array_of(() if reduction != "none" else made, x._array.dtype)


def _loss(x, target, reduction="mean"):
    shape = common_shape(x, target)
    return array_of(() if reduction != "none" else shape, result_dtype(x, target)._array)


aten_mse_loss = _loss
aten_l1_loss = _loss
aten_smooth_l1_loss = _loss
aten_huber_loss = _loss
aten_kl_div = _loss
aten_poisson_loss = _loss


def aten_binary_cross_entropy_with_logits(x, target, reduction="mean"):
    if tuple(target._array.shape) != tuple(x._array.shape):
        raise ValueError(f"Target size (torch.Size({list(target._array.shape)})) must be the same as input size (torch.Size({list(x._array.shape)}))")
    return _loss(x, target, reduction)


def aten_scaled_dot_product_attention(query, key, value, attn_mask=None, is_causal=False, enable_gqa=False):
    q, k, v = query._array.shape, key._array.shape, value._array.shape
    for x in (key, value):
        if x.dtype is not query.dtype:
            raise RuntimeError(
                f"Expected query, key, and value to have the same dtype, but got query.dtype: {_word(query)} key.dtype: {_word(key)} and value.dtype: {_word(value)} instead."
            )
    if len(q) < 2 or len(k) < 2 or len(v) < 2:
        raise RuntimeError(
            f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {len(q)} key.dim: {len(k)} and value.dim: {len(v)} instead."
        )
    if attn_mask is not None and is_causal:
        raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
    if enable_gqa:
        if len(q) < 3 or q[-3] % k[-3] or q[-3] % v[-3]:
            raise RuntimeError("Number of heads in key and value must divide the number of heads in query")
        k, v = (*k[:-3], q[-3], *k[-2:]), (*v[:-3], q[-3], *v[-2:])
    batch = broadcast_shape(q[:-2], k[:-2])
    if q[-1] != k[-1]:
        return _mismatch(batch, q, k)
    if k[-2] != v[-2]:
        return _mismatch(batch, (*q[:-1], k[-2]), (*v[:-2], v[-1], v[-2]))
    if attn_mask is not None:
        if attn_mask.dtype is not _bool and attn_mask.dtype is not query.dtype and attn_mask.dtype.name != "float32":
            raise RuntimeError(
                f"Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: {_word(attn_mask)} and  query.dtype: {_word(query)} instead."
            )
        mask = attn_mask._array.shape
        member("torch._aten", "aten_expand_shape")(mask, (*batch, q[-2], k[-2]))
    return array_of((*broadcast_shape(batch, v[:-2]), q[-2], v[-1]), query._array.dtype)


def _word(x):
    """dtypes as c10 prints them in lists: float."""
    return {"float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16"}.get(x.dtype.name, x.dtype.name)


def _mismatch(batch, q, k):
    count = 1
    for n in batch:
        count *= n
    if len(q) == 2:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({q[0]}x{q[1]} and {k[1]}x{k[0]})")
    raise RuntimeError(
        f"Expected size for first two dimensions of batch2 tensor to be: [{count}, {q[-1]}] but got: [{count}, {k[-1]}]."
    )


def aten_expand_shape(shape, target):
    for i in range(len(shape)):
        a, b = shape[-1 - i], target[-1 - i] if i < len(target) else 1
        if a != b and a != 1:
            raise RuntimeError(
                f"The expanded size of the tensor ({b}) must match the existing size ({a}) at non-singleton dimension {len(target) - 1 - i}.  Target sizes: {list(target)}.  Tensor sizes: {list(shape)}"
            )


def aten_convolution(x, weight, bias, stride, padding, dilation, groups, transposed=False, output_padding=0):
    rank = weight._array.ndim - 2
    shape, kernel = x._array.shape, weight._array.shape
    name = f"conv{'_transpose' if transposed else ''}{rank}d"
    if len(shape) not in (rank + 1, rank + 2):
        raise RuntimeError(
            f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to {name}, but got input of size: {list(shape)}"
        )
    batched = len(shape) == rank + 2
    channels = shape[1] if batched else shape[0]
    inside = kernel[0] if transposed else kernel[1] * groups
    if channels != inside:
        shown = shape if batched else (1, *shape)
        raise RuntimeError(
            f"Given {'transposed=1, ' if transposed else ''}{'' if transposed else f'groups={groups}, '}weight of size {list(kernel)}, expected input{list(shown)} to have {inside} channels, but got {channels} channels instead"
        )
    if x.dtype is not weight.dtype and not on_device(x):
        raise RuntimeError(
            f"Input type ({_input_type(x)}) and weight type ({_input_type(weight)}) should be the same"
        ) if x._storage.device != weight._storage.device else RuntimeError(f"Input type ({_input_type(x)}) and bias type ({_input_type(weight)}) should be the same")
    sizes = []
    for d in range(rank):
        n, k = shape[len(shape) - rank + d], kernel[2 + d]
        reach = dilation[d] * (k - 1) + 1
        if transposed:
            sizes.append((n - 1) * stride[d] - 2 * padding[d] + reach + output_padding)
            continue
        if padding == "same":
            sizes.append(n)
            continue
        pad = 0 if padding == "valid" else padding[d]
        if n + 2 * pad < reach:
            padded = " x ".join([str(shape[len(shape) - rank + i] + 2 * (0 if padding == "valid" else padding[i])) for i in range(rank)])
            kernels = " x ".join([str(dilation[i] * (kernel[2 + i] - 1) + 1) for i in range(rank)])
            raise RuntimeError(
                f"Calculated padded input size per channel: ({padded}). Kernel size: ({kernels}). Kernel size can't be greater than actual input size"
            )
        sizes.append((n + 2 * pad - reach) // stride[d] + 1)
    outside = kernel[1] * groups if transposed else kernel[0]
    return array_of((*(shape[:1] if batched else ()), outside, *sizes), x._array.dtype)


def _input_type(x):
    return _capital(x).lower() if x._storage.device == "meta" else "torch." + _capital(x) + "Tensor" if x._storage.device == "cpu" else _text(x)


def aten_pool(x, kernel, stride, padding, dilation, ceil):
    shape, rank = x._array.shape, len(kernel)
    sizes = []
    for d in range(rank):
        n = shape[len(shape) - rank + d] + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1
        steps = -(-n // stride[d]) if ceil else n // stride[d]
        if ceil and (steps) * stride[d] >= shape[len(shape) - rank + d] + padding[d]:
            steps -= 1
        sizes.append(steps + 1)
    if any([n < 1 for n in sizes]):
        return unknown("a pooling of a small input is not known")
    return array_of((*shape[:len(shape) - rank], *sizes), x._array.dtype)


def aten_adaptive_pool(x, sizes):
    shape = x._array.shape
    rank = len(sizes)
    made = [shape[len(shape) - rank + i] if n is None else n for i, n in enumerate(sizes)]
    return array_of((*shape[:len(shape) - rank], *made), x._array.dtype)


def aten_rnn(x, weight, hidden, layers, ways, batch_first):
    shape = x._array.shape
    batch = () if len(shape) == 2 else (shape[0 if batch_first else 1],)
    return array_of((*shape[:-1], hidden * ways), x._array.dtype), array_of((layers * ways, *batch, hidden), x._array.dtype)


def aten_one_hot(x, classes=-1):
    if x.dtype is not int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if classes < 0:
        return unknown("torch.nn.functional.one_hot without num_classes is not known")
    return array_of((*x._array.shape, classes), jnp.int64)


def aten_upsample(x, sizes):
    shape = x._array.shape
    return array_of((*shape[:2], *sizes), x._array.dtype)


def aten_pixel_shuffle(x, factor):
    shape = x._array.shape
    if shape[-3] % (factor * factor):
        raise RuntimeError(
            f"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)={shape[-3]} is not divisible by {factor * factor}"
        )
    return array_of((*shape[:-3], shape[-3] // (factor * factor), shape[-2] * factor, shape[-1] * factor), x._array.dtype)
