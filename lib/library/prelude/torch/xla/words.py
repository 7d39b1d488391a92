"""What torch_xla says where torch refuses an operation in other words. torch_xla 2.9:
torch_xla/csrc/tensor_methods.cpp, aten_xla_type.cpp, xla_lower_util.cpp."""
from prelude.torch.xla.shapes import type_name

MODULE = "torch_xla._words"

# Operations whose dimensions the binding checks.
_lazy_dims = (
    "all any amax amin argmax argmin cat cumsum cumprod flip gather index_select linalg_vector_norm logsumexp max mean "
    "min prod roll _softmax stack std sum topk var"
).split()

# How torch's text begins, and what is said in its place, or in front of it.
_instead = {
    "Length of pad must be even": "Padding length must be divisible by 2",
    "Explicit attn_mask should not": "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True",
    "Number of heads in key and value must": "Number of heads in key and value must divide the number of heads in ",
    "'weight' must be 2-D": "Check failed: weight->shape().get().dimensions_size() == 2 (1 vs. 2)",
    "Index put requires the source": "Check failed: self.scalar_type() == values.scalar_type(): ",
    "index_select(): Index is supposed": "Check failed: casted->xla_shape().dimensions_size() <= 1 (2 vs. 1)",
}
_before = {
    "Negation, the `-` operator": "Check failed: self.scalar_type() != at::kBool: ",
    "Subtraction, the `-` operator, with two": "Check failed: type1 != at::kBool || type2 != at::kBool: ",
    "Subtraction, the `-` operator, with a": "Check failed: type1 != at::kBool && type2 != at::kBool: ",
}


def device_words(name, text, args):
    """The text for an operation on the XLA device, or None: torch's own."""
    if text.startswith("Dimension out of range"):
        return "Value" + text[len("Dimension"):] if name in _lazy_dims else None
    if framework[1] < (2, 9):
        return None
    for start, found in _instead.items():
        if text.startswith(start):
            return found
    for start, found in _before.items():
        if text.startswith(start):
            return found + text
    return _counted(name, text, args)


def _counted(name, text, args):
    """The same where sizes and dtypes stand in it."""
    if text.startswith("mean(): could not infer") or text.startswith("std and var only"):
        return f"Invalid type for NanValue ({type_name(args[0]._array.dtype).upper()})."
    if text.startswith("The shape of the mask"):
        return _of_mask(text)
    if text.startswith("dim ") and "appears multiple times" in text:
        return f"Duplicate reduction dimension: {text.split()[1]}"
    if name == "stack":
        return _of_stack(args[0], args[1] if len(args) > 1 else 0)
    if name == "mm" and text.endswith("must be a matrix"):
        at = 0 if text.startswith("self") else 1
        x = args[at]._array
        return f"mm(): expected the {('first', 'second')[at]} input tensor {_shown(x.shape, x.dtype)} to be a matrix (i.e. a 2D tensor)."
    if name == "bmm" and text.endswith("must be a 3D tensor"):
        at = 0 if text.startswith("batch1") else 1
        n = args[at]._array.ndim
        return f"Check failed: actual_rank == expected_rank ({n} vs. 3)Expected 3-dimensional tensor, but got {n}-dimensional tensor for argument #{at + 1} 'batch{at + 1}' (while checking arguments for bmm)"
    if name == "constant_pad_nd" and text.startswith("Length of pad should"):
        return f"Padding length should be less than or equal to two times the input dimension but got padding length {len(args[1])} and input of dimension {args[0]._array.ndim}"
    return None


def _shown(shape, dtype):
    return f"{type_name(dtype)}[{','.join([str(n) for n in shape])}]"


def _of_mask(text):
    """torch's text has the sizes of the mask and of the tensor, and at which of them they differ."""
    words = text.replace("]", "[").split("[")
    mask, shape = words[1].split(", "), words[3].split(", ")
    i, at = int(words[2].split()[2]), int(text.split()[-1])
    if at >= len(shape):
        return None
    return f"Check failed: index->size(j) == self.size(src_idx) ({mask[i]} vs. {shape[at]}){text}"


def _of_stack(tensors, dim):
    shapes = [list(x._array.shape) for x in tensors]
    dim = dim + len(shapes[0]) + 1 if dim < 0 else dim
    for other in shapes[1:]:
        if other != shapes[0]:
            a, b = [_shown((*s[:dim], 1, *s[dim:]), tensors[0]._array.dtype) for s in (shapes[0], other)]
            if len(other) != len(shapes[0]):
                return f"Cannot concatenate arrays with different ranks: {len(shapes[0]) + 1} ({a}) vs {len(other) + 1} ({b})."
            at = [i for i, n in enumerate(other) if n != shapes[0][i]][0]
            return f"Cannot concatenate arrays that differ in dimensions other than the one being concatenated. Dimension {at + 1 if at >= dim else at} in both shapes must be equal (or compatible): {a} vs {b}."
    return None
