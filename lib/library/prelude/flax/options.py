"""Options of flax.config: most change no verdict. flax 0.12.8: configurations.py."""
from prelude.flax.nnx.modes import set_graph_mode, set_graph_updates
from prelude.flax.nnx.variables import use_eager_sharding

MODULE = "flax.config"

_FREE = (
    "flax_filter_frames", "flax_profile", "flax_use_orbax_checkpointing", "flax_use_flaxlib", "flax_max_repr_depth",
    "flax_fix_rng_separator")


def update(name, value):
    if name in _FREE:
        return None
    if name == "flax_always_shard_variable":
        use_eager_sharding(value)
        return None
    if name == "nnx_graph_mode":
        set_graph_mode(value)
        return None
    if name == "nnx_graph_updates":
        set_graph_updates(value)
        return None
    unknown(f"what flax.config.update changes by '{name}' is not known")


flax_filter_frames = unknowable("flax.config.flax_filter_frames")
flax_profile = unknowable("flax.config.flax_profile")
flax_use_orbax_checkpointing = unknowable("flax.config.flax_use_orbax_checkpointing")
flax_use_flaxlib = unknowable("flax.config.flax_use_flaxlib")
flax_max_repr_depth = unknowable("flax.config.flax_max_repr_depth")
flax_fix_rng_separator = unknowable("flax.config.flax_fix_rng_separator")
flax_always_shard_variable = unknowable("flax.config.flax_always_shard_variable")
flax_preserve_adopted_names = unknowable("flax.config.flax_preserve_adopted_names")
flax_return_frozendict = unknowable("flax.config.flax_return_frozendict")
