"""What a tensor holds. torch: aten/src/ATen/native/Scalar.cpp, torch/csrc/utils/tensor_list.cpp."""
MODULE = "torch._reading"


def number(x):
    """The one number of a tensor."""
    if x.numel() != 1:
        raise RuntimeError(f"a Tensor with {x.numel()} elements cannot be converted to Scalar")
    if x._storage.device == "xla":
        member("torch_xla._state", "settle")()
    found = held(x._array)
    kind = x.dtype.kind
    return found[0] if found else unknowable("a number of a tensor", True if kind == 0 else 1 if kind == 1 else 1.0)


def index(x):
    if x.numel() != 1 or x.dtype.kind > 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return number(x)


def truth(x):
    if x.numel() != 1:
        if not x.numel():
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    found = held(x._array)
    return found[0] != 0 if found else unknowable("a tensor", True)


def contains(x, element):
    return truth((x == element).any())


def text(x):
    return unknowable("the text of a tensor")


def formatted(x, spec):
    return unknowable("the text of a tensor")


def type_text(x):
    """x.type(): "torch.FloatTensor"."""
    device = x._storage.device
    return ("torch." if device == "cpu" else f"torch.{device}.") + member("torch._tensor", "capital")(x.dtype) + "Tensor"
