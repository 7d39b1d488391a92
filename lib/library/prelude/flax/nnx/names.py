"""Names of NNX that are of JAX and of Linen. flax 0.12.8: nnx/__init__.py."""
from prelude.flax.attention import combine_masks, make_attention_mask, make_causal_mask
from prelude.flax.boxes import PARTITION_NAME
from prelude.flax.containers import avg_pool, max_pool, min_pool, pool
from prelude.flax.logical import get_logical_axis_rules, logical_axis_rules, set_logical_axis_rules

MODULE = "flax.nnx"
