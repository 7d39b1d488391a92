/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters in the releases that judge them differently. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case issue_scatter[] = {
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]", "out = x.at[:, i].set(x.at[:, j].get())",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]", "out = x.at[:, i].set(x.at[:, j].get())",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]", "out = x.at[:, i].set(x.at[:, j].get())",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  return x.at[:, i].set(x.at[:, j].get())\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)))", "out f32[4@x,3]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)))", "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))", "out f32[4@x,3]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))", "out f32[4@x,3]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))", "out f32[4@x,3]"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P(None, 'x')))",
     "ValueError: Incompatible types for broadcasting: input type=float32[4,4@x] and "
     "requested type=float32[4@x,4]"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P())\n"
     "  return x.at[:, i].set(y)\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)), "
     "out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)), "
     "out_sharding=P('x', None))",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)), "
     "out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)), "
     "out_sharding=P('x', None))",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)), "
     "out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(out_sharding=P('x', None)), "
     "out_sharding=P('x', None))",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@jax.jit\n"
     "def f(x, i, j):\n"
     "  y = x.at[:, j].get(out_sharding=P(None, None))\n"
     "  return x.at[:, i].set(y, out_sharding=P('x', None))\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(x.at[:, j].get(), out_sharding=P('x', None))", "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()))(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()))(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()))(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.8.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,3]), indices=ShapedArray(int32[4@x,1])"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: i32[4@x], in_axes: None and vmapped mesh "
     "axis: ('x',)"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.8.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,3]), indices=ShapedArray(int32[4@x,1])"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get()), in_axes=(0, None, "
     "None))(x, i, j)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: i32[4@x], in_axes: None and vmapped mesh "
     "axis: ('x',)"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,1] "
     "produces an illegally sharded result: f32[4@x,4@x]"},
    {"0.8.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,3]), indices=ShapedArray(int32[4@x,1])"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: i32[4@x], in_axes: None and vmapped mesh "
     "axis: ('x',)"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(r, a, b):\n"
     "  return r.at[a].set(r.at[b].get().sum())\n"
     "\n"
     "out = f(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,2] "
     "produces an illegally sharded result: f32[4@x,4@x,1]"},
    {"0.8.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,3]), indices=ShapedArray(int32[4@x,2])"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: f32[4@x,3], in_axes: None and vmapped "
     "mesh axis: ('x',)"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ShardingTypeError: gather operation with inputs: f32[4@x,3], i32[4@x,2] "
     "produces an illegally sharded result: f32[4@x,4@x,1]"},
    {"0.8.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: None vs x"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[:, a].set(r.at[:, b].get()), "
     "in_axes=(None, 0, 0))(x, i, j)",
     "out f32[4,4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "out f32[4@x,3]"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: i32[4@x], in_axes: None and vmapped mesh "
     "axis: ('x',)"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "out f32[4@x,3]"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: i32[4@x], in_axes: None and vmapped mesh "
     "axis: ('x',)"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = jax.vmap(lambda r, a, b: r.at[a].set(r.at[b].get(out_sharding=P(None)), "
     "out_sharding=P(None)), in_axes=(0, None, None))(x, i, j)",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda c, a: c.at[a].set(0.0), in_axes=(1, None), "
     "out_axes=1)(x, i)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda c, a: c.at[a].set(0.0), in_axes=(1, None), "
     "out_axes=1)(x, i)",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, 'x'))"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = jax.vmap(lambda c, a: c.at[a].set(0.0), in_axes=(1, None), "
     "out_axes=1)(x, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[3,4@x]), indices=ShapedArray(int32[4@x,1]), "
     "updates=ShapedArray(float32[3,4@x])"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda c, a: c.at[a].set(0.0), in_axes=(1, None), "
     "out_axes=1)(x, i)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda c, a: c.at[a].set(0.0), in_axes=(1, None), "
     "out_axes=1)(x, i)",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, 'x'))"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4@x]",
     "out = jax.vmap(lambda c, a: c.at[a].set(0.0), in_axes=(1, None), "
     "out_axes=1)(x, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[3,4@x]), indices=ShapedArray(int32[4,1]), "
     "updates=ShapedArray(float32[3,4])"},
    {"0.6.0", "auto x=2", "x f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "out = x.at[:, i].set(x.at[:, j].get())", "out f32[4,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(jnp.take(x, j, axis=1))",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]",
     "out = x.at[:, i].set(jnp.take(x, j, axis=1))", "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]", "out = x.at[:, i].add(x[:, j])",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4]; j i32[4]", "out = x.at[:, i].add(x[:, j])",
     "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]", "out = x.at[:, 0].set(x[:, 2])",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]", "out = x.at[:, 0].set(x[:, 2])", "out f32[4@x,3]"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]", "out = x.at[:, i].set(1.0)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.2", "x=2", "x f32[4@x,3]; i i32[4@x]", "out = x.at[:, i].set(1.0)", "out f32[4@x,3]"},
};

/* Each release has its own verdict on the forms of a gather and scatter along rows. */
Test(releases_scatter, issue_scatter_by_release)
{
	testing_programs(issue_scatter, ROWS(issue_scatter));
}

static const struct program_case scatter_gather[] = {
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].add(v)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please "
     "file a bug at https://github.com/jax-ml/jax/issues. You can work around this "
     "error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].add(v)", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].multiply(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please "
     "file a bug at https://github.com/jax-ml/jax/issues. You can work around this "
     "error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.7.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].multiply(v)", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please "
     "file a bug at https://github.com/jax-ml/jax/issues. You can work around this "
     "error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.7.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].max(v)", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[i].add(r, out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[i].add(r, out_sharding=P('x', None))", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].set(v, out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].set(v, out_sharding=P('x', None))", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].mul(v, out_sharding=P('x', None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.10.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = x.at[:, i].mul(v, out_sharding=P('x', None))", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r[a])(x, k)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,)), spec=PartitionSpec('x', None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, None))."},
    {"0.6.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r[a])(x, k)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r[a])(x, k)", "out f32[8@x,1]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r.at[a].set(0.0))(x, k)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,)), spec=PartitionSpec('x', None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, None))."},
    {"0.6.2", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r.at[a].set(0.0))(x, k)", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r[a], in_axes=(0, None))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = jax.vmap(lambda r, a: r[a], in_axes=(0, None))(x, i)", "out f32[8@x,3]"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[3]; v f32[8@x,3]; r f32[3,4]; k i32[8@x,1]",
     "out = lax.dynamic_slice(x, (0, 1), (8, 2))", "out f32[8@x,2]"},
};

/* Each release has its own verdict on the forms of a gather and scatter along rows. */
Test(releases_scatter, scatter_gather_by_release)
{
	testing_programs(scatter_gather, ROWS(scatter_gather));
}
