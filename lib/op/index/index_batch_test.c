/* SPDX-License-Identifier: Apache-2.0 */
/* vmap of indexing.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]",
     "p = jax.vmap(lambda q: q[0])(a)\nq = jax.vmap(lambda q: q[1:3, ::2])(a)",
     "p f32[8@x,4]; q f32[8@x,2,2]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]",
     "p = jax.vmap(lambda q: q[0])(a)\nq = jax.vmap(lambda q: q[1:3, ::2])(a)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]",
     "p = jax.vmap(lambda q: q[0])(a)\nq = jax.vmap(lambda q: q[1:3, ::2])(a)",
     "p f32[8@x,4]; q f32[8@x,2,2]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x,4]",
     "p = jax.vmap(lambda q: q[:, None], in_axes=1, out_axes=2)(b)", "p f32[6,1,8@x,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; w f32[6,4]", "p = jax.vmap(lambda k: w[k])(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,2])"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; w f32[6,4]", "p = jax.vmap(lambda k: w[k])(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; w f32[6,4]", "p = jax.vmap(lambda k: w[k])(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,2])"},
    {"0.10.2", "x=2 y=4", "j i32[8@x,3]; w f32[6,4]", "p = jax.vmap(lambda k: w[k])(j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,3,1])"},
    {"0.6.0", "x=2 y=4", "j i32[8@x,3]; w f32[6,4]", "p = jax.vmap(lambda k: w[k])(j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "j i32[8@x,3]; w f32[6,4]", "p = jax.vmap(lambda k: w[k])(j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,3,1])"},
    {"0.10.2", "x=2 y=4", "j i32[8@x,3]; w f32[6,4]", "p = jax.vmap(lambda k: w[:, k])(j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,3,1])"},
    {"0.6.0", "x=2 y=4", "j i32[8@x,3]; w f32[6,4]", "p = jax.vmap(lambda k: w[:, k])(j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "j i32[8@x,3]; w f32[6,4]", "p = jax.vmap(lambda k: w[:, k])(j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,3,1])"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]", "p = jax.vmap(lambda q, k: q[k])(a, i)",
     "p f32[8@x,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]", "p = jax.vmap(lambda q, k: q[k])(a, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]", "p = jax.vmap(lambda q, k: q[k])(a, i)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]", "p = jax.vmap(lambda q, k: q[k])(a, j)",
     "p f32[8@x,3,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]", "p = jax.vmap(lambda q, k: q[k])(a, j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]", "p = jax.vmap(lambda q, k: q[k])(a, j)",
     "p f32[8@x,3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q[:, k])(a, j)", "p f32[8@x,6,3]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]", "p = jax.vmap(lambda q, k: q[:, k])(a, j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q[:, k])(a, j)", "p f32[8@x,6,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q[k, k])(a, j)", "p f32[8@x,3]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]", "p = jax.vmap(lambda q, k: q[k, k])(a, j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q[k, k])(a, j)", "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; u i32[8]", "p = jax.vmap(lambda q, k: q[k])(a, u)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; b f32[6,8@x,4]",
     "p = jax.vmap(lambda q, k: q[k], in_axes=(1, 0))(b, i)", "p f32[8@x,4]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; b f32[6,8@x,4]",
     "p = jax.vmap(lambda q, k: q[k], in_axes=(1, 0))(b, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; b f32[6,8@x,4]",
     "p = jax.vmap(lambda q, k: q[k], in_axes=(1, 0))(b, i)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "w f32[6,4]; u i32[8]",
     "p = jax.vmap(lambda q, k: q[k], in_axes=(None, 0))(w, u)", "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]", "p = jax.vmap(lambda q: q[jnp.array([0, 1])])(a)",
     "p f32[8@x,2,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]", "p = jax.vmap(lambda q: q[jnp.array([0, 1])])(a)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]", "p = jax.vmap(lambda q: q[jnp.array([0, 1])])(a)",
     "p f32[8@x,2,4]"},
    {"0.10.2", "x=2 y=4", "d f32[8,6@y,4]", "p = jax.vmap(lambda q: q[0])(d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.6.0", "x=2 y=4", "d f32[8,6@y,4]", "p = jax.vmap(lambda q: q[0])(d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None))"},
    {"0.12.0.1", "x=2 y=4", "d f32[8,6@y,4]", "p = jax.vmap(lambda q: q[0])(d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.10.2", "x=2 y=4", "d f32[8,6@y,4]", "p = jax.vmap(lambda q: q[:, 0])(d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.6.0", "x=2 y=4", "d f32[8,6@y,4]", "p = jax.vmap(lambda q: q[:, 0])(d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None))"},
    {"0.12.0.1", "x=2 y=4", "d f32[8,6@y,4]", "p = jax.vmap(lambda q: q[:, 0])(d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.10.2", "x=2 y=4", "u i32[8]; d f32[8,6@y,4]", "p = jax.vmap(lambda q, k: q[k])(d, u)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.6.0", "x=2 y=4", "u i32[8]; d f32[8,6@y,4]", "p = jax.vmap(lambda q, k: q[k])(d, u)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None))"},
    {"0.12.0.1", "x=2 y=4", "u i32[8]; d f32[8,6@y,4]", "p = jax.vmap(lambda q, k: q[k])(d, u)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: lax.dynamic_slice(q, (k, 0), (2, 4)))(a, i)", "p f32[8@x,2,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: lax.dynamic_slice(q, (k, 0), (2, 4)))(a, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: lax.dynamic_slice(q, (k, 0), (2, 4)))(a, i)", "p f32[8@x,2,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; w f32[6,4]",
     "p = jax.vmap(lambda k: lax.dynamic_slice(w, (k, 0), (2, 4)))(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,2])"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; w f32[6,4]",
     "p = jax.vmap(lambda k: lax.dynamic_slice(w, (k, 0), (2, 4)))(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; w f32[6,4]",
     "p = jax.vmap(lambda k: lax.dynamic_slice(w, (k, 0), (2, 4)))(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,4]), indices=ShapedArray(int32[8@x,2])"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: lax.dynamic_index_in_dim(q, k, 0, keepdims=False))(a, i)",
     "p f32[8@x,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: lax.dynamic_index_in_dim(q, k, 0, keepdims=False))(a, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: lax.dynamic_index_in_dim(q, k, 0, keepdims=False))(a, i)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, k, r: lax.dynamic_update_slice(q, r[None], (k, 0)))(a, i, v)",
     "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, k, r: lax.dynamic_update_slice(q, r[None], (k, 0)))(a, i, v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, k, r: lax.dynamic_update_slice(q, r[None], (k, 0)))(a, i, v)",
     "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, r: lax.dynamic_update_slice(q, r[None], (0, 0)))(a, v)",
     "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, r: lax.dynamic_update_slice(q, r[None], (0, 0)))(a, v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, r: lax.dynamic_update_slice(q, r[None], (0, 0)))(a, v)",
     "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; w f32[6,4]",
     "p = jax.vmap(lambda k: lax.dynamic_update_slice(w, jnp.ones((1, 4)), (k, 0)))(i)",
     "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; w f32[6,4]",
     "p = jax.vmap(lambda k: lax.dynamic_update_slice(w, jnp.ones((1, 4)), (k, 0)))(i)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; w f32[6,4]",
     "p = jax.vmap(lambda k: lax.dynamic_update_slice(w, jnp.ones((1, 4)), (k, 0)))(i)",
     "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: jnp.take(q, k, axis=0))(a, j)", "p f32[8@x,3,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: jnp.take(q, k, axis=0))(a, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: jnp.take(q, k, axis=0))(a, j)", "p f32[8@x,3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: jnp.take_along_axis(q, k[:, None], axis=0))(a, j)",
     "p f32[8@x,3,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: jnp.take_along_axis(q, k[:, None], axis=0))(a, j)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: jnp.take_along_axis(q, k[:, None], axis=0))(a, j)",
     "p f32[8@x,3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: q.at[k].set(0.0))(a, i)", "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: q.at[k].set(0.0))(a, i)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: q.at[k].set(0.0))(a, i)", "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, k, r: q.at[k].set(r))(a, i, v)", "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, k, r: q.at[k].set(r))(a, i, v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, k, r: q.at[k].set(r))(a, i, v)", "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q.at[k].add(1.0))(a, j)", "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q.at[k].add(1.0))(a, j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q.at[k].add(1.0))(a, j)", "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]", "p = jax.vmap(lambda q: q.at[0].set(1.0))(a)",
     "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]", "p = jax.vmap(lambda q: q.at[0].set(1.0))(a)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]", "p = jax.vmap(lambda q: q.at[0].set(1.0))(a)",
     "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, r: q.at[0].set(r))(a, v)", "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, r: q.at[0].set(r))(a, v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda q, r: q.at[0].set(r))(a, v)", "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "w f32[6,4]; v f32[8@x,4]", "p = jax.vmap(lambda r: w.at[0].set(r))(v)",
     "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "w f32[6,4]; v f32[8@x,4]", "p = jax.vmap(lambda r: w.at[0].set(r))(v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "w f32[6,4]; v f32[8@x,4]", "p = jax.vmap(lambda r: w.at[0].set(r))(v)",
     "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; w f32[6,4]", "p = jax.vmap(lambda k: w.at[k].add(1.0))(i)",
     "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; w f32[6,4]", "p = jax.vmap(lambda k: w.at[k].add(1.0))(i)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; w f32[6,4]", "p = jax.vmap(lambda k: w.at[k].add(1.0))(i)",
     "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; w f32[6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda k, r: w.at[k].add(r))(i, v)", "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; w f32[6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda k, r: w.at[k].add(r))(i, v)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; w f32[6,4]; v f32[8@x,4]",
     "p = jax.vmap(lambda k, r: w.at[k].add(r))(i, v)", "p f32[8@x,6,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x]; b f32[6,8@x,4]",
     "p = jax.vmap(lambda q, k: q.at[k].multiply(2.0), in_axes=(1, 0), out_axes=1)(b, i)",
     "p f32[6,8@x,4]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x]; b f32[6,8@x,4]",
     "p = jax.vmap(lambda q, k: q.at[k].multiply(2.0), in_axes=(1, 0), out_axes=1)(b, i)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x]; b f32[6,8@x,4]",
     "p = jax.vmap(lambda q, k: q.at[k].multiply(2.0), in_axes=(1, 0), out_axes=1)(b, i)",
     "p f32[6,8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; u i32[8]",
     "p = jax.vmap(lambda q, k: q.at[k].max(2.0))(a, u)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q.at[:, k].get())(a, j)", "p f32[8@x,6,3]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q.at[:, k].get())(a, j)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; j i32[8@x,3]",
     "p = jax.vmap(lambda q, k: q.at[:, k].get())(a, j)", "p f32[8@x,6,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]",
     "p = jax.vmap(jax.vmap(lambda q, k: q[k]))(a, jnp.zeros((8, 6), jnp.int32))",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: q.at[k].apply(jnp.sin))(a, i)", "p f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: q.at[k].apply(jnp.sin))(a, i)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6,4]; i i32[8@x]",
     "p = jax.vmap(lambda q, k: q.at[k].apply(jnp.sin))(a, i)", "p f32[8@x,6,4]"},
};

/* The array, the index, or both are mapped; the mapped dimension stays in front of what is taken.
 */
Test(index_batch, map_indexes)
{
	testing_programs(mapped, ROWS(mapped));
}

static const struct program_case partial[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[0]",
     "p f32[8,6]{U:x}; q f32[6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[0]",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[:, 1:3]",
     "p f32[8,6]{U:x}; q f32[8,2]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[:, 1:3]",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[i]",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[i]",
     "NotImplementedError: unreduced rule for gather is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p[None]",
     "p f32[8,6]{U:x}; q f32[1,8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[0].set(1.0)",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[0].set(1.0)",
     "NotImplementedError: unreduced/reduced rule for scatter is not implemented. "
     "Please file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[0].set(1.0)",
     "NotImplementedError: unreduced rule for scatter is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[i].add(1.0)",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[i].add(1.0)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[i].add(1.0)",
     "NotImplementedError: unreduced rule for scatter-add is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[0].add(p[0])",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[0].add(p[0])",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[0].add(p[0])",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[i].add(p[i])",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.at[i].add(p[i])",
     "NotImplementedError: unreduced rule for gather is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.zeros((8, 6)).at[0].set(p[0])",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.zeros((8, 6)).at[0].set(p[0])",
     "p f32[8,6]{U:x}; q f32[8,6]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.zeros((8, 6)).at[0].set(p[0])",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]; i i32[3]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.dynamic_slice(p, (i[0], 0), (2, 6))",
     "NotImplementedError: unreduced rule for dynamic_slice is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.take_along_axis(p, jnp.zeros((1, 6), jnp.int32), axis=0)",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.take_along_axis(p, jnp.zeros((1, 6), jnp.int32), axis=0)",
     "NotImplementedError: unreduced rule for gather is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
};

/* Indexing of arrays that hold partial sums. */
Test(index_batch, index_partial_sums)
{
	testing_programs(partial, ROWS(partial));
}
