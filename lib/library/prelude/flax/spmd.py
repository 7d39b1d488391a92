"""Names of flax.linen that say how parameters and activations are partitioned. flax 0.12.8: linen/spmd.py."""
from prelude.flax.boxes import (
    LogicallyPartitioned,
    PARTITION_NAME,
    Partitioned,
    get_partition_spec,
    get_sharding,
    logical_to_mesh,
    logical_to_mesh_sharding,
    unbox,
    with_logical_partitioning,
    with_partitioning,
)
from prelude.flax.logical import (
    RulesFallback,
    get_logical_axis_rules,
    logical_axis_rules,
    logical_to_mesh_axes,
    set_logical_axis_rules,
    with_logical_constraint,
)
from prelude.flax.scopes import DenyList, Variable

MODULE = "flax.linen flax.linen.spmd"
