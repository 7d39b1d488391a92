"""Attention of DTensors on GPUs. torch: torch/distributed/tensor/_ops/_matrix_ops.py."""
MODULE = "torch.distributed._further"


def _is_fused(inputs, args):
    """Whether a GPU takes one of the fused kernels: the decomposition, which has no rule of its own, is for what these cannot."""
    q, k, v = [x._array for x in inputs[:3]]
    same = q.ndim == k.ndim == v.ndim == 4 and q.shape[-1] == k.shape[-1] == v.shape[-1] <= 256 and q.shape[1] == k.shape[1] == v.shape[1]
    step = {"float32": 4, "float16": 8, "bfloat16": 8}.get(str(q.dtype))
    return same and step is not None and q.dtype == k.dtype == v.dtype and q.shape[-1] % step == 0 and args[3] is None


def scaled_dot_product_attention(inputs, args, kwargs):
    """All are cut along the batch or the heads, or along nothing. torch: _matrix_ops.py scaled_dot_product_flash_attention_strategy,
    scaled_dot_product_efficient_attention_strategy, scaled_dot_product_cudnn_attention_strategy."""
    if len(inputs) != 3 or inputs[0].device.type != "cuda" or not _is_fused(inputs, args):
        return None
    placements = inputs[0]._placements
    for i, p in enumerate(placements):
        even = p.is_replicate() or ((p.is_shard(0) or p.is_shard(1)) and all(x._array.shape[p.dim] % math.prod(x._mesh.shape) == 0 for x in inputs))
        if not even or any(x._placements[i] != p for x in inputs):
            return None
    return [placements], [placements] * 3
