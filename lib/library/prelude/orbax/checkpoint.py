"""Trees on disks: what the program itself has put there is known again. orbax-checkpoint: checkpointers.py,
checkpoint_manager.py, args.py, options.py."""
from prelude.flax.checkpoints import restored_like
from prelude.flax.serialization import to_state_dict
from prelude.standard.pathlib import Path

MODULE = (
    "orbax.checkpoint orbax.checkpoint.args orbax.checkpoint.checkpoint_utils orbax.checkpoint.options "
    "orbax.checkpoint.test_utils orbax.checkpoint.utils"
)

_kept = {}  # what the program has put at a path


class _Options:
    """What only says how something is read or written."""

    def __init__(self, *args, **kwargs):
        self.__dict__.update(kwargs)


class SaveArgs(_Options):
    pass


class RestoreArgs(_Options):
    pass


class ArrayRestoreArgs(RestoreArgs):
    pass


class CheckpointManagerOptions(_Options):
    pass


class AsyncOptions(_Options):
    pass


class PyTreeCheckpointHandler(_Options):
    pass


class StandardCheckpointHandler(_Options):
    pass


class JsonCheckpointHandler(_Options):
    pass


class CompositeCheckpointHandler(_Options):
    pass


class _Item:
    """An item that is saved, or what an item is to be like."""

    def __init__(self, item=None, save_args=None, **kwargs):
        self.item = item


class StandardSave(_Item):
    pass


class StandardRestore(_Item):
    pass


class PyTreeSave(_Item):
    pass


class PyTreeRestore(_Item):
    pass


class ArraySave(_Item):
    pass


class ArrayRestore(_Item):
    pass


class JsonSave(_Item):
    pass


class JsonRestore(_Item):
    pass


class Composite:
    """Items by name."""

    def __init__(self, *args, **items):
        self.__dict__.update(items)

    def __getitem__(self, name):
        return self.__dict__[name]

    def __contains__(self, name):
        return name in self.__dict__

    def keys(self):
        return self.__dict__.keys()

    def values(self):
        return self.__dict__.values()

    def items(self):
        return self.__dict__.items()

    def get(self, name, default=None):
        return self.__dict__.get(name, default)


args = Composite(
    StandardSave=StandardSave,
    StandardRestore=StandardRestore,
    PyTreeSave=PyTreeSave,
    PyTreeRestore=PyTreeRestore,
    ArraySave=ArraySave,
    ArrayRestore=ArrayRestore,
    JsonSave=JsonSave,
    JsonRestore=JsonRestore,
    Composite=Composite,
)


def _without_classes(tree):
    """A tree as it is read when nothing says what it is to be like: dicts and lists."""
    if isinstance(tree, (list, tuple)) and not hasattr(tree, "_fields"):
        return [_without_classes(x) for x in tree]
    plain = to_state_dict(tree)
    if isinstance(plain, dict):
        return {key: _without_classes(x) for key, x in (tree if isinstance(tree, dict) else plain).items()}
    return member("flax.nnx", "to_pure_dict")(plain) if hasattr(plain, "to_pure_dict") else plain


def _read(path, like):
    if like is not None:
        return restored_like(like)
    if path not in _kept:
        unknown("what a checkpoint holds")
    return _without_classes(_kept[path])


def _item_of(given):
    return given.item if isinstance(given, _Item) else given


class _Closing:
    def close(self):
        return None

    def wait_until_finished(self):
        return None

    def check_for_errors(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


class Checkpointer(_Closing):
    def __init__(self, *args, **kwargs):
        self._options = kwargs

    def save(self, directory, state=None, *, item=None, args=None, save_args=None, force=False, **kwargs):
        given = item if state is None else state
        kept = _item_of(args if given is None else given)
        if kept is None:
            _kept.pop(str(directory), None)
        else:
            _kept[str(directory)] = kept

    def restore(self, directory, target=None, *, item=None, args=None, restore_args=None, transforms=None, **kwargs):
        if transforms is not None:
            unknown("a checkpoint that is transformed")
        like = target if target is not None else item
        return _read(str(directory), _item_of(args if like is None else like))

    def metadata(self, directory):
        unknown("the metadata of a checkpoint")


class StandardCheckpointer(Checkpointer):
    pass


class PyTreeCheckpointer(Checkpointer):
    pass


class AsyncCheckpointer(Checkpointer):
    pass


class CheckpointManager(_Closing):
    def __init__(self, directory, checkpointers=None, options=None, **kwargs):
        known = is_known(directory)
        self._directory = Path(directory) if known and isinstance(directory, str) else directory
        self._place = f"{self._directory}" if known else f"manager {identity(self)}"
        self._steps = []

    @property
    def directory(self):
        return self._directory

    def _path(self, step):
        return f"{self._place}/{step}"

    def should_save(self, step):
        return unknowable("CheckpointManager.should_save", True)

    def save(self, step, items=None, save_kwargs=None, metrics=None, force=False, *, args=None, **kwargs):
        if step not in self._steps:
            self._steps.append(step)
        _kept[self._path(step)] = _item_of(args if items is None else items)
        return True

    def all_steps(self, read=False):
        return list(self._steps) if self._steps else unknowable("CheckpointManager.all_steps")

    def latest_step(self):
        return max(self._steps) if self._steps else unknowable("CheckpointManager.latest_step")

    def best_step(self):
        return unknowable("CheckpointManager.best_step", 0)

    def restore(self, step=None, items=None, restore_kwargs=None, directory=None, *, args=None):
        path = self._path(self.latest_step() if step is None else step)
        given = args if items is None else items
        if not isinstance(given, Composite):
            kept = _kept.get(path)
            return kept if given is None and isinstance(kept, Composite) else _read(path, _item_of(given))
        kept = _kept.get(path)
        found = {}
        for name, wanted in given.items():
            like = _item_of(wanted)
            if like is None and (kept is None or name not in kept):
                unknown("what a checkpoint holds")
            found[name] = restored_like(like) if like is not None else _without_classes(_item_of(kept[name]))
        return Composite(**found)


def construct_restore_args(target, sharding_tree=None, set_global_shape=True, **kwargs):
    return jax.tree.map(lambda _: ArrayRestoreArgs(), target)


def erase_and_create_empty(path):
    return Path(path) if isinstance(path, str) else path
