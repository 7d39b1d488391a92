"""Rules of logical axes by their older names. flax 0.12.8: linen/partitioning.py."""
from prelude.flax.logical import (
    RulesFallback,
    axis_rules,
    get_axis_rules,
    logical_to_mesh_axes,
    set_axis_rules,
)
from prelude.flax.boxes import logical_to_mesh

MODULE = "flax.linen.partitioning"
