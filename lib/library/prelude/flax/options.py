"""Options of flax.config: most change no verdict. flax 0.12.8: configurations.py."""
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
    unknown(f"what flax.config.update changes by '{name}' is not known")
