"""What an operation on tensors of XLA does. torch_xla: torch_xla/csrc/aten_xla_bridge.cpp."""
from prelude.torch.tensor import Parameter, run_rule
from prelude.torch.xla.shapes import refuse_shapes
from prelude.torch.xla.state import _process, annotation_of, result_of, settle

MODULE = "torch_xla._dispatch"

# Operations that move a tensor of the CPU to the device by themselves (GetOrCreateXlaTensor).
_moving = (
    "add sub rsub mul div floor_divide fmod pow hypot index index_put copy_ copy "
    "add_ sub_ mul_ div_ pow_ l1_loss huber_loss kl_div binary_cross_entropy_with_logits native_layer_norm "
    "group_norm rms_norm bitwise_and bitwise_or bitwise_xor"
).split()

# Those that want all of their tensors there (GetXlaTensor).
_strict = (
    "mm bmm matmul addmm baddbmm mv dot linear einsum embedding mse_loss nll_loss cross_entropy_loss "
    "smooth_l1_loss binary_cross_entropy cat stack gather index_select index_add index_copy index_fill scatter "
    "scatter_add take addmv addbmm lerp where prelu masked_scatter xlogy repeat_interleave cdist "
    "scaled_dot_product_attention"
).split()

# Those that want the arrays there: a number may lie on the CPU.
_strict_arrays = (
    "eq ne lt le gt ge maximum minimum remainder atan2 logical_and logical_or logical_xor addcmul addcdiv masked_fill"
).split()

# Those that want the first there, and move the others.
_first_there = "clamp batch_norm".split()

# Those that give each element from the elements at its place.
_elementwise = (
    "add sub rsub mul div pow neg relu gelu silu tanh sigmoid exp log sqrt rsqrt abs square sin cos erf "
    "reciprocal clamp maximum minimum eq ne lt le gt ge dropout where"
).split()


def device_dispatch(name, args, kwargs, tensors):
    """Called for every operation of which a tensor lies on xla: the Storage that its result is to be
    like (device, index, state), or the error of a tensor that lies elsewhere."""
    like = None
    for at, x in enumerate(tensors):
        if x._storage.device == "xla":
            like = x._storage if like is None else like
        else:
            _check_place(name, at, x, tensors)
    if is_known(tensors):
        refuse_shapes(name, args)
    if name in ("clone", "to", "_to_copy", "contiguous"):
        return result_of(like, annotation_of(like), like.annotation)
    return result_of(like, _spread(name, tensors))


def _check_place(name, at, x, tensors):
    """Whether an operation takes a tensor that is not on the XLA device: the one at this position."""
    array = x._array.ndim > 0
    if name == "convolution" and at == 1 and tensors[0]._storage.device == "cpu":
        return unknown("a convolution of which only the bias is on the XLA device is not known")
    if name in _strict or (array and name in _strict_arrays) or (name in _first_there and not at) or (name == "convolution" and at):
        return _elsewhere(name, at, x, tensors)
    if name in ("index", "index_put") and not at:
        return _refuse_place(name, x, _text_of_index())
    if not array:
        return None
    if x._storage.device == "cpu" and (name in _moving or name in _first_there or name == "convolution"):
        return lint(
            "tensor-elsewhere",
            "a tensor of the CPU is copied to the XLA device each time",
            "move it there once: tensor.to('xla')",
        )
    return unknown("torch." + name + " of tensors on several devices is not known")


def _elsewhere(name, at, x, tensors):
    text = xla_device_error(x._array, x._storage.device, True)
    if framework[1] >= (2, 9) and name == "cat":
        text = f"Expected all tensors in the given list to be XLA tensors. Element at index {at} is not an XLA tensor. {text[text.index('Got:'):]}"
    elif name == "scaled_dot_product_attention" and len(tensors) == 3:
        places = [str(t.device) for t in tensors]
        text = f"Expected query, key, and value to have the same device type, but got query.device: {places[0]} key.device: {places[1]} and value.device: {places[2]} instead."
    return _refuse_place(name, x, text)


def _refuse_place(name, x, text):
    place = "the CPU" if x._storage.device == "cpu" else "the " + x._storage.device + " device"
    return refuse(
        "RuntimeError", text, "tensor-device",
        f"'{name}' is given a tensor on {place} beside tensors of the XLA device",
        "move it first: tensor.to('xla')",
    )


def _text_of_index():
    if framework[1] < (2, 9):
        return unknown("what torch_xla 2.8 says of an index on another device is not known")
    return "Check failed: bridge::IsXlaTensor(self) && indices_on_cpu_or_xla: indices should be either on cpu or on the same device as the indexed tensor (XLA). When using XLA, the indexed tensor must be an XLA tensor."


def device_rule(name, args, kwargs):
    """Runs the rule of an operation on the XLA device."""
    try:
        return run_rule(name, args, kwargs)
    except (RuntimeError, IndexError) as error:
        text = member("torch_xla._words", "device_words")(name, str(error), args)
        if text is None:
            raise
        raise RuntimeError(text)


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
    else:
        settle()
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
