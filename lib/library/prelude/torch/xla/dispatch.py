"""What an operation on tensors of XLA does. torch_xla: torch_xla/csrc/aten_xla_bridge.cpp."""
from prelude.torch.tensor import Parameter
from prelude.torch.xla.shapes import refuse_shapes
from prelude.torch.xla.state import _process, annotation_of, result_of
from prelude.torch.xla.wrapper import _is_wrapper

MODULE = "torch_xla._dispatch"

# Operations that move a tensor of the CPU to the device by themselves (GetOrCreateXlaTensor).
_moving = (
    "add sub rsub mul div floor_divide remainder fmod pow maximum minimum eq ne lt le gt ge "
    "logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor atan2 index index_put copy_ "
    "copy add_ sub_ mul_ div_ pow_ "
).split()

# Those that want all of their tensors there (GetXlaTensor).
_strict = (
    "mm bmm matmul addmm baddbmm mv dot linear einsum embedding mse_loss nll_loss cross_entropy l1_loss "
    "smooth_l1_loss huber_loss binary_cross_entropy kl_div cat stack gather index_select "
    "conv1d conv2d conv3d convolution scaled_dot_product_attention addmv addbmm"
).split()

# Those that give each element from the elements at its place.
_elementwise = (
    "add sub rsub mul div pow neg relu gelu silu tanh sigmoid exp log sqrt rsqrt abs square sin cos erf "
    "reciprocal clamp maximum minimum eq ne lt le gt ge dropout where"
).split()


def device_dispatch(name, args, kwargs, tensors):
    """Called for every operation of which a tensor lies on xla: the Storage that its result is to be
    like (device, index, state), or the error of a tensor that lies elsewhere."""
    like = None
    for x in tensors:
        if x._storage.device == "xla":
            like = x._storage if like is None else like
        elif name in _strict:
            return _elsewhere(name, x)
        elif name in _moving and x._array.ndim and x._storage.device == "cpu":
            lint(
                "tensor-elsewhere",
                "a tensor of the CPU is copied to the XLA device each time",
                "move it there once: tensor.to('xla')",
            )
        elif name not in _moving and x._array.ndim:
            return unknown("torch." + name + " of tensors on several devices is not known")
    if is_known(tensors):
        refuse_shapes(name, args)
    if name in ("clone", "to", "_to_copy", "contiguous"):
        return result_of(like, annotation_of(like), like.annotation)
    return result_of(like, _spread(name, tensors), None, _breaks(name, tensors))


def _elsewhere(name, x):
    place = "the CPU" if x._storage.device == "cpu" else "the " + x._storage.device + " device"
    return refuse(
        "RuntimeError", xla_device_error(x._array, x._storage.device, True), "tensor-device",
        f"'{name}' is given a tensor on {place} beside tensors of the XLA device",
        "move it first: tensor.to('xla')",
    )


def _breaks(name, tensors):
    """A linear layer of a wrapper gives a wrapper without a tensor in it."""
    if name != "linear" or not _is_wrapper(tensors[0]):
        return False
    lint(
        "mark-result-used",
        "what mark_sharding returns is given to a linear layer: the result is a wrapper without a tensor, which cannot be marked, printed or used on",
        "call mark_sharding as a statement, and go on with the tensor itself",
    )
    return True


def _spread(name, tensors):
    """How the compiler lays out the result."""
    found = None
    for x in tensors:
        spread = annotation_of(x._storage) if x._storage.device == "xla" else None
        if spread is None or spread == "{replicated}":
            continue
        if name not in _elementwise or spread == "?" or found not in (None, (spread, x.shape)):
            return "?"
        found = (spread, x.shape)
    if found is None:
        return None
    for x in tensors:
        if x.ndim and x.shape != found[1]:
            return "?"
    return found[0]


def inplace_dispatch(name, x):
    """Called behind every operation in place."""
    storage = x._storage
    if storage.device == "xla":
        made = result_of(storage, annotation_of(storage))
        storage.state = made.state


def move_dispatch(x, storage):
    """Called when a tensor goes to xla or from there: the Storage that the result is to be like."""
    if storage.device == "xla" and x._storage.device == "xla":
        return result_of(storage, annotation_of(x._storage), x._storage.annotation)
    if storage.device == "xla":
        _note_moved(x)
    storage.state = None
    storage.annotation = None
    return storage


def _note_moved(x):
    """What was done with a tensor before it is moved."""
    if x._storage in _process["early"]:
        xla_note_move()
    if not isinstance(x if x._root is None else x._root, Parameter):
        return
    if x._storage in _process["moved"]:
        lint(
            "weights-untied",
            "two parameters that are one tensor become two on the XLA device: their values and marks go apart",
            "tie them again behind the move: model.lm_head.weight = model.embed.weight",
        )
    _process["moved"].append(x._storage)
