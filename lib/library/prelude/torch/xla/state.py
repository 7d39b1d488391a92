"""What torch_xla keeps of a tensor and of the process. torch_xla: torch_xla/csrc/tensor.cpp."""
from prelude.torch.tensor import Storage

MODULE = "torch_xla._state"

_process = {"spmd": False, "syncs": 0, "global_mesh": None, "early": [], "moved": [], "racing": False}


class _State:
    """Of a tensor on the XLA device: the kind is "data" for what lies on the devices, "ir" for what
    has not run. `spread` is how the compiler lays out the result, when it has run: a text, None for
    replicated, "?" when it is not known."""

    def __init__(self, kind, spread=None):
        self.kind, self.spread = kind, spread
        self.epoch = _process["syncs"]


def settle():
    """The program waits for what runs on the devices."""
    _process["racing"] = False


def is_racing(storage):
    """Whether the last sync, which did not wait, is what makes the tensor."""
    state = storage.state
    made = state is not None and state.kind == "ir" and state.epoch == _process["syncs"] - 1
    return made and _process["racing"] and storage.annotation is None


def lazy():
    """The state of what is made on the device."""
    return _State("ir")


def kind_of(storage):
    state = storage.state
    if state is None:
        return "host"
    if state.kind == "ir" and state.epoch < _process["syncs"]:
        return "data"
    return state.kind


def has_run(storage):
    """Whether the tensor may have been through an execution, which calls what has no mark replicated."""
    return _process["syncs"] > 0 if storage.state is None else storage.state.epoch < _process["syncs"]


def annotation_of(storage):
    """The sharding that a tensor has: a text, None, or "?"."""
    if storage.annotation is not None:
        return storage.annotation
    if storage.state is not None and kind_of(storage) == "data":
        return storage.state.spread
    return None


def result_of(like, spread, annotation=None):
    """The storage that the result of an operation is to be like."""
    made = Storage("xla", 0 if like is None else like.index)
    made.state = _State("ir", spread)
    made.annotation = annotation
    made.mesh = None if like is None else like.mesh
    return made


def spmd():
    return _process["spmd"] or xla_starts_spmd()


def raise_first(violations):
    """Raises what torch_xla raises, with our words."""
    if not is_known(violations):
        return violations
    if violations:
        error, text, rule, say, help = violations[0]
        refuse(error, text, rule, say, help)
