"""What is kept on disks between runs. flax 0.12.8: training/checkpoints.py, training/orbax_utils.py."""
from prelude.flax.serialization import from_state_dict, to_state_dict
from prelude.standard.pathlib import PurePath

MODULE = "flax.training.checkpoints flax.training.orbax_utils"


def restored_like(target):
    """A tree like another, with arrays of which nobody knows what they hold."""
    made = arrays_of_types(target)
    return jax.tree.map(lambda x: unheld(x) if is_array(x) else x, made)


_kept = {}  # of each folder pairs of a path and what the program has put there, the newest last


def _folder(ckpt_dir):
    return str(ckpt_dir) if isinstance(ckpt_dir, PurePath) else ckpt_dir


def save_checkpoint(
    ckpt_dir,
    target,
    step,
    prefix="checkpoint_",
    keep=1,
    overwrite=False,
    keep_every_n_steps=None,
    async_manager=None,
    orbax_checkpointer=None,
):
    folder = _folder(ckpt_dir)
    path = f"{folder}/{prefix}{step}"
    _kept.setdefault(folder, []).append((path, to_state_dict(target)))
    return path


def save_checkpoint_multiprocess(
    ckpt_dir,
    target,
    step,
    prefix="checkpoint_",
    keep=1,
    overwrite=False,
    keep_every_n_steps=None,
    async_manager=None,
    gda_manager=None,
    orbax_checkpointer=None,
):
    return save_checkpoint(ckpt_dir, target, step, prefix)


def latest_checkpoint(ckpt_dir, prefix="checkpoint_"):
    kept = _kept.get(_folder(ckpt_dir))
    return kept[-1][0] if kept else unknowable("flax.training.checkpoints.latest_checkpoint(…)")


def restore_checkpoint(
    ckpt_dir,
    target,
    step=None,
    prefix="checkpoint_",
    parallel=True,
    gda_manager=None,
    allow_partial_mpa_restoration=False,
    orbax_checkpointer=None,
    orbax_transforms=None,
):
    folder = _folder(ckpt_dir)
    wanted = None if step is None else f"{folder}/{prefix}{step}"
    for path, state in reversed(_kept.get(folder, [])):
        if orbax_transforms is None and wanted in (None, path):
            return state if target is None else from_state_dict(target, state)
    if target is None or orbax_transforms is not None:
        unknown("what a checkpoint holds")
    return restored_like(target)


def save_args_from_target(target):
    return jax.tree.map(lambda _: member("orbax.checkpoint", "SaveArgs")(), target)


def restore_args_from_target(target, mesh=None):
    return jax.tree.map(lambda _: member("orbax.checkpoint", "RestoreArgs")(), target)
