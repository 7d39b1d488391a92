/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "dp=4 tp=2", "x f32[4,2]", "out = jnp.trace(x)", "out f32[]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[16,4,8,2]", "out = jnp.tril(x)", "out f32[16,4,8,2]"},
    {"0.10.2", "b=4 a=4", "x f32[1,8,8@a]", "out = jnp.tril(x)", "out f32[1,8,8@a]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[1,12,8@x,2@y]", "out = jnp.tril(x)", "out f32[1,12,8@x,2@y]"},
    {"0.10.2", "x=2 y=2", "x f32[3,4,4]", "out = jnp.triu(x, 1)", "out f32[3,4,4]"},
    {"0.10.2", "b=4 a=4", "x f32[3,8@b]", "out = jnp.triu(x)", "out f32[3,8@b]"},
    {"0.10.2", "x=2 y=2", "x f32[4@(y,x),4,4]", "out = jnp.triu(x)", "out f32[4@(y,x),4,4]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,8]", "out = lax.linalg.cholesky(x, symmetrize_input=True)",
     "out f32[8,8]"},
    {"0.10.2", "x=2", "x f32[4,2,2]", "out = lax.linalg.cholesky(x)", "out f32[4,2,2]"},
    {"0.10.2", "x=4", "x f32[2,2]", "out0, out1 = lax.linalg.qr(x, full_matrices=True)",
     "out0 f32[2,2]; out1 f32[2,2]"},
    {"0.10.2", "data=4", "x f32[8,2,2]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[8,2,2]; out1 f32[8,2,2]"},
    {"0.10.2", "x=3 y=2", "x f32[8,8,2,8]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[8,8,2,2]; out1 f32[8,8,2,8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6@x,4,4]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)", "out0 f32[6@x,4,4]; out1 f32[6@x,4,4]"},
    {"0.10.2", "x=2 y=2", "x f32[4,8@y,4,4]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[4,8@y,4,4]; out1 f32[4,8@y,4,4]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,8@(x,z),8,8]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[2,8@(x,z),8,8]; out1 f32[2,8@(x,z),8,8]"},
    {"0.10.2", "x=1 y=4", "x f32[4@y,8@x,8,4]",
     "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "out0 f32[4@y,8@x,8,4]; out1 f32[4@y,8@x,4,4]"},
    {"0.10.2", "x=8", "a f32[2,2]; b f32[2,2]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)", "out f32[2,2]"},
    {"0.10.2", "x=4 y=2", "a f32[3,6,8,8]; b f32[3,6,8,8]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)",
     "out f32[3,6,8,8]"},
    {"0.10.2", "x=4 y=2", "a f32[8@y,8]; b f32[4,8]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "out f32[4,8@y]"},
    {"0.10.2", "x=1 y=4", "a f32[6,8,8]; b f32[6,8@y,8]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "out f32[6,8@y,8]"},
    {"0.10.2", "x=2", "a f32[1,1,4@x,4]; b f32[1,1,4,4]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=False)",
     "out f32[1,1,4@x,4]"},
};

/* The types that JAX gives. */
Test(linalg, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "dp=4 tp=2", "x f32[2@tp,2]", "out = jnp.trace(x)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('tp', "
     "None))."},
    {"0.10.2", "x=3", "x f32[3,3@x]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: Input 0 to cholesky must be unsharded on non-batch "
     "dimensions, but got P(None, 'x')."},
    {"0.10.2", "x=4 y=1 z=2", "x f32[1@y,4@z,4@x]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('y', 'z', "
     "'x'), ('y', 'x', 'z')."},
    {"0.10.2", "x=2", "x f32[8,4@x,4]", "out = lax.linalg.cholesky(x)",
     "ShardingTypeError: add operation with inputs: f32[8,4@x,4], f32[8,4,4@x] "
     "produces an illegally sharded result: f32[8,4@x,4@x]"},
    {"0.10.2", "x=4", "x f32[4@x,4,4]", "out = lax.linalg.cholesky(x, symmetrize_input=False)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))."},
    {"0.10.2", "x=1 y=4", "x f32[3,8@x,4@y]", "out0, out1 = lax.linalg.qr(x, full_matrices=False)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, "
     "but got P(None, 'x', 'y')."},
    {"0.10.2", "x=2 y=2", "a f32[2,8,8]; b f32[2@x,2,8]",
     "out = lax.linalg.triangular_solve(a, b, left_side=False, transpose_a=True)",
     "ShardingTypeError: All inputs to triangular_solve must have the same batch "
     "sharding, but got (None,) and ('x',)."},
    {"0.10.2", "x=1 y=4", "a f32[4@y,4]; b f32[4,8]",
     "out = lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True)",
     "ShardingTypeError: triangular solve input `a` must be unsharded on the "
     "contracting axis, but got P('y', None) with left_side=True and "
     "transpose_a=True."},
};

/* What JAX refuses, with its texts. */
Test(linalg, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
