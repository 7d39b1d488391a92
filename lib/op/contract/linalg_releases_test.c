/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "b=4 a=4", "x f32[3,8@b]", "out = jnp.triu(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'b'))."},
    {"0.6.0", "x=2 y=2 z=2", "a f32[8@(y,x),2,2@z]; b f32[8@x,2,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(('y', 'x'), None, 'z')."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2,8@(x,z),8,8]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[2,8@(x,z),8,8]; out1 f32[2,8@(x,z),8,8]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[2@z,4,4]; b f32[2@z,4,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "out f32[2@z,4,4]"},
    {"0.6.0", "b=4 a=4", "x f32[1,8,8@a]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'a'))."},
    {"0.6.0", "data=4", "x f32[8,2,2]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[8,2,2]; out1 f32[8,2,2]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[2@tp,6,8,8@fsdp]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=True)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got PartitionSpec('tp', None, None, 'fsdp')."},
    {"0.6.0", "x=4 y=1 z=2", "x f32[1@y,4@z,4@x]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('y', 'z', "
     "'x'), ('y', 'x', 'z')."},
    {"0.6.0", "dp=4 tp=2", "x f32[2@tp,2]", "out = jnp.trace(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('tp', None))."},
    {"0.6.0", "x=4 y=2", "x f32[12,2,2]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "out f32[12,2,2]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[16,4,8,2]", "out = jnp.tril(x)", "out f32[16,4,8,2]"},
    {"0.6.0", "x=1 y=4", "a f32[2,4,4@(y,x)]; b f32[2,4,8@(y,x)]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, None, ('y', 'x'))."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[4,4@z]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: Input 0 to cholesky must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'z')."},
    {"0.6.0", "x=2 y=2", "x f32[3,4,4]", "out = jnp.triu(x, 1)", "out f32[3,4,4]"},
    {"0.6.0", "x=2", "a f32[6,8@x,8]; b f32[6,8,2@x]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'x', None)."},
    {"0.6.0", "x=4", "x f32[4@x,4,4]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None, None))."},
    {"0.6.0", "dp=4 tp=2", "x f32[4,2]", "out = jnp.trace(x)", "out f32[]"},
    {"0.6.0", "x=1 y=4", "x f32[4@y,8@x,8,4]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[4@y,8@x,8,4]; out1 f32[4@y,8@x,4,4]"},
    {"0.6.0", "x=2", "x f32[8,4@x,4]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add operation with inputs: f32[8,4@x,4], f32[8,4,4@x] "
     "produces an illegally sharded result: f32[8,4@x,4@x]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[8@(x,y),4,2@z]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': "
     "2, axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(None, None, "
     "None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(('x', 'y'), None, "
     "'z'))."},
    {"0.6.0", "x=8", "a f32[2,2]; b f32[2,2]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)", "out f32[2,2]"},
};

/* What release 0.6.0 says. */
Test(linalg_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "b=4 a=4", "x f32[3,8@b]", "out = jnp.triu(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'b'))."},
    {"0.7.0", "x=2 y=2 z=2", "a f32[8@(y,x),2,2@z]; b f32[8@x,2,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(('y', 'x'), None, 'z')."},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2,8@(x,z),8,8]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[2,8@(x,z),8,8]; out1 f32[2,8@(x,z),8,8]"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[2@z,4,4]; b f32[2@z,4,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "out f32[2@z,4,4]"},
    {"0.7.0", "b=4 a=4", "x f32[1,8,8@a]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'a'))."},
    {"0.7.0", "data=4", "x f32[8,2,2]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[8,2,2]; out1 f32[8,2,2]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[2@tp,6,8,8@fsdp]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=True)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got PartitionSpec('tp', None, None, 'fsdp')."},
    {"0.7.0", "x=4 y=1 z=2", "x f32[1@y,4@z,4@x]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('y', 'z', "
     "'x'), ('y', 'x', 'z')."},
    {"0.7.0", "dp=4 tp=2", "x f32[2@tp,2]", "out = jnp.trace(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('tp', None))."},
    {"0.7.0", "x=4 y=2", "x f32[12,2,2]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "out f32[12,2,2]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[16,4,8,2]", "out = jnp.tril(x)", "out f32[16,4,8,2]"},
    {"0.7.0", "x=1 y=4", "a f32[2,4,4@(y,x)]; b f32[2,4,8@(y,x)]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, None, ('y', 'x'))."},
    {"0.7.0", "x=2 y=2 z=2", "x f32[4,4@z]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: Input 0 to cholesky must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'z')."},
    {"0.7.0", "x=2 y=2", "x f32[3,4,4]", "out = jnp.triu(x, 1)", "out f32[3,4,4]"},
    {"0.7.0", "x=2", "a f32[6,8@x,8]; b f32[6,8,2@x]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'x', None)."},
    {"0.7.0", "x=4", "x f32[4@x,4,4]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None, None))."},
    {"0.7.0", "dp=4 tp=2", "x f32[4,2]", "out = jnp.trace(x)", "out f32[]"},
    {"0.7.0", "x=1 y=4", "x f32[4@y,8@x,8,4]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[4@y,8@x,8,4]; out1 f32[4@y,8@x,4,4]"},
    {"0.7.0", "x=2", "x f32[8,4@x,4]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add operation with inputs: f32[8,4@x,4], f32[8,4,4@x] "
     "produces an illegally sharded result: f32[8,4@x,4@x]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[8@(x,y),4,2@z]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': "
     "2, axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(None, None, "
     "None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(('x', 'y'), None, "
     "'z'))."},
    {"0.7.0", "x=8", "a f32[2,2]; b f32[2,2]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)", "out f32[2,2]"},
};

/* What release 0.7.0 says. */
Test(linalg_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "b=4 a=4", "x f32[3,8@b]", "out = jnp.triu(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'b'))."},
    {"0.8.2", "x=2 y=2 z=2", "a f32[8@(y,x),2,2@z]; b f32[8@x,2,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(('y', 'x'), None, 'z')."},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2,8@(x,z),8,8]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[2,8@(x,z),8,8]; out1 f32[2,8@(x,z),8,8]"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[2@z,4,4]; b f32[2@z,4,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "out f32[2@z,4,4]"},
    {"0.8.2", "b=4 a=4", "x f32[1,8,8@a]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'a'))."},
    {"0.8.2", "data=4", "x f32[8,2,2]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[8,2,2]; out1 f32[8,2,2]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[2@tp,6,8,8@fsdp]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=True)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got PartitionSpec('tp', None, None, 'fsdp')."},
    {"0.8.2", "x=4 y=1 z=2", "x f32[1@y,4@z,4@x]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('y', 'z', "
     "'x'), ('y', 'x', 'z')."},
    {"0.8.2", "dp=4 tp=2", "x f32[2@tp,2]", "out = jnp.trace(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('tp', None))."},
    {"0.8.2", "x=4 y=2", "x f32[12,2,2]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "out f32[12,2,2]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[16,4,8,2]", "out = jnp.tril(x)", "out f32[16,4,8,2]"},
    {"0.8.2", "x=1 y=4", "a f32[2,4,4@(y,x)]; b f32[2,4,8@(y,x)]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, None, ('y', 'x'))."},
    {"0.8.2", "x=2 y=2 z=2", "x f32[4,4@z]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: Input 0 to cholesky must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'z')."},
    {"0.8.2", "x=2 y=2", "x f32[3,4,4]", "out = jnp.triu(x, 1)", "out f32[3,4,4]"},
    {"0.8.2", "x=2", "a f32[6,8@x,8]; b f32[6,8,2@x]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'x', None)."},
    {"0.8.2", "x=4", "x f32[4@x,4,4]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None, None))."},
    {"0.8.2", "dp=4 tp=2", "x f32[4,2]", "out = jnp.trace(x)", "out f32[]"},
    {"0.8.2", "x=1 y=4", "x f32[4@y,8@x,8,4]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[4@y,8@x,8,4]; out1 f32[4@y,8@x,4,4]"},
    {"0.8.2", "x=2", "x f32[8,4@x,4]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add operation with inputs: f32[8,4@x,4], f32[8,4,4@x] "
     "produces an illegally sharded result: f32[8,4@x,4@x]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[8@(x,y),4,2@z]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': "
     "2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(('x', "
     "'y'), None, 'z'))."},
    {"0.8.2", "x=8", "a f32[2,2]; b f32[2,2]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)", "out f32[2,2]"},
};

/* What release 0.8.2 says. */
Test(linalg_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "b=4 a=4", "x f32[3,8@b]", "out = jnp.triu(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'b'))."},
    {"0.9.0", "x=2 y=2 z=2", "a f32[8@(y,x),2,2@z]; b f32[8@x,2,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(('y', 'x'), None, 'z')."},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2,8@(x,z),8,8]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[2,8@(x,z),8,8]; out1 f32[2,8@(x,z),8,8]"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[2@z,4,4]; b f32[2@z,4,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "out f32[2@z,4,4]"},
    {"0.9.0", "b=4 a=4", "x f32[1,8,8@a]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'a'))."},
    {"0.9.0", "data=4", "x f32[8,2,2]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[8,2,2]; out1 f32[8,2,2]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[2@tp,6,8,8@fsdp]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=True)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got PartitionSpec('tp', None, None, 'fsdp')."},
    {"0.9.0", "x=4 y=1 z=2", "x f32[1@y,4@z,4@x]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('y', 'z', "
     "'x'), ('y', 'x', 'z')."},
    {"0.9.0", "dp=4 tp=2", "x f32[2@tp,2]", "out = jnp.trace(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('tp', None))."},
    {"0.9.0", "x=4 y=2", "x f32[12,2,2]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "out f32[12,2,2]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[16,4,8,2]", "out = jnp.tril(x)", "out f32[16,4,8,2]"},
    {"0.9.0", "x=1 y=4", "a f32[2,4,4@(y,x)]; b f32[2,4,8@(y,x)]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, None, ('y', 'x'))."},
    {"0.9.0", "x=2 y=2 z=2", "x f32[4,4@z]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: Input 0 to cholesky must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'z')."},
    {"0.9.0", "x=2 y=2", "x f32[3,4,4]", "out = jnp.triu(x, 1)", "out f32[3,4,4]"},
    {"0.9.0", "x=2", "a f32[6,8@x,8]; b f32[6,8,2@x]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'x', None)."},
    {"0.9.0", "x=4", "x f32[4@x,4,4]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None, None))."},
    {"0.9.0", "dp=4 tp=2", "x f32[4,2]", "out = jnp.trace(x)", "out f32[]"},
    {"0.9.0", "x=1 y=4", "x f32[4@y,8@x,8,4]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[4@y,8@x,8,4]; out1 f32[4@y,8@x,4,4]"},
    {"0.9.0", "x=2", "x f32[8,4@x,4]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add operation with inputs: f32[8,4@x,4], f32[8,4,4@x] "
     "produces an illegally sharded result: f32[8,4@x,4@x]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[8@(x,y),4,2@z]", "out = jnp.tril(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': "
     "2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(('x', "
     "'y'), None, 'z'))."},
    {"0.9.0", "x=8", "a f32[2,2]; b f32[2,2]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)", "out f32[2,2]"},
};

/* What release 0.9.0 says. */
Test(linalg_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}
