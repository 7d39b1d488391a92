/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=2", "a f32[4,8@(x,y),6]; b f32[6,4,8@x]",
     "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,8@(x,y),6], "
     "f32[6,4,8@x] produces an illegally sharded result: f32[4,8@(x,y),4,8@x]"},
    {"0.6.0", "x=8", "a f32[8@x,16,8,8]; b f32[8@x,16,8,4]", "out = jnp.tensordot(a, b, 1)",
     "out f32[8@x,16,8,16,8,4]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[12@y,8@z]; b f32[8@x]", "out = jnp.einsum('ij,j->i', a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('z',) and ('x',)."},
    {"0.6.0", "x=2", "a f32[12,8,2]; b f32[2,2,12]",
     "out = jnp.einsum('bsd, dhk -> bshk', a, b, out_sharding=P(None, None, 'x', "
     "None))",
     "out f32[12,8,2@x,12]"},
    {"0.6.0", "x=4", "a f32[3,6]; b f32[6,4]", "out = jnp.outer(a, b)", "out f32[18,24]"},
    {"0.6.0", "x=2 y=2", "a f32[8@(x,y),8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@(x,y),8], "
     "f32[8@x,8@y] produces an illegally sharded result: f32[8@(x,y),8@y]"},
    {"0.6.0", "b=4 a=4", "a f32[1,4]; b f32[4,4@a]", "out = lax.dot(a, b)", "out f32[1,4@a]"},
    {"0.6.0", "x=3", "a f32[2,3@x,4]; b f32[4,8]", "out = jnp.matmul(a, b)", "out f32[2,3@x,8]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[4]; b f32[4@z]", "out = jnp.dot(a, b)", "out f32[]"},
    {"0.6.0", "x=4", "a f32[4,8@x,8]; b f32[8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P('q', 'x', None)))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.6.0", "x=2 y=2", "a f32[4,2@y]; b f32[2,8]", "out = lax.dot(a, b)", "out f32[4,8]"},
    {"0.6.0", "x=1 y=4", "a f32[8@y,1,6@x]; b f32[8,6,2]", "out = jnp.matmul(a, b)",
     "out f32[8@y,1,2]"},
    {"0.6.0", "x=4", "a f32[8,12@x,1]; b f32[1,8,6]", "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "out f32[8,12@x,8,6]"},
    {"0.6.0", "x=2 y=2 z=3", "a f32[2@x,8@y]; b f32[8@x,6]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('y',) and ('x',)."},
    {"0.6.0", "dp=4 tp=2", "a f32[2,1,8@(dp,tp),8]; b f32[2@tp,8,8@dp]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[2,8@(dp,tp),8], "
     "f32[2@tp,8,8@dp] produces an illegally sharded result: "
     "f32[2,8@(dp,tp),2@tp,8@dp]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[1,12@x]; b f32[12,8@y]; c f32[8@y,2]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, c)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter of einsum. Or reshard your input via "
     "`jax.experimental.shard.reshard` so that the dot is conflict free. Got "
     "lhs_contracting_spec=('y',) and rhs_contracting_spec=('y',)"},
    {"0.6.0", "x=2", "a f32[8@x,1]; b f32[1,8@x]", "out = jnp.tensordot(a, b, 1)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,1], f32[1,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.6.0", "x=4 y=1 z=2", "a f32[4,1@y,2@z,8]; b f32[4@y,1,8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'y', ('z', "
     "'x'), None, 'z')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'y', ('z', "
     "'x'), None, 'z') has duplicate entries for `z`"},
    {"0.6.0", "x=2", "a f32[12@x,1]; b f32[1,16@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@x,1], f32[1,16@x] "
     "produces an illegally sharded result: f32[12@x,16@x]"},
};

/* What release 0.6.0 says. */
Test(matmul_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=2", "a f32[4,8@(x,y),6]; b f32[6,4,8@x]",
     "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,8@(x,y),6], "
     "f32[6,4,8@x] produces an illegally sharded result: f32[4,8@(x,y),4,8@x]"},
    {"0.7.0", "x=8", "a f32[8@x,16,8,8]; b f32[8@x,16,8,4]", "out = jnp.tensordot(a, b, 1)",
     "out f32[8@x,16,8,16,8,4]"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[12@y,8@z]; b f32[8@x]", "out = jnp.einsum('ij,j->i', a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('z',) and ('x',)."},
    {"0.7.0", "x=2", "a f32[12,8,2]; b f32[2,2,12]",
     "out = jnp.einsum('bsd, dhk -> bshk', a, b, out_sharding=P(None, None, 'x', "
     "None))",
     "out f32[12,8,2@x,12]"},
    {"0.7.0", "x=4", "a f32[3,6]; b f32[6,4]", "out = jnp.outer(a, b)", "out f32[18,24]"},
    {"0.7.0", "x=4 y=2", "a f32[1,6]; b f32[6,3]",
     "out = jnp.matmul(a, b, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.7.0", "x=2 y=2", "a f32[8@(x,y),8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@(x,y),8], "
     "f32[8@x,8@y] produces an illegally sharded result: f32[8@(x,y),8@y]"},
    {"0.7.0", "x=2 y=2", "a f32[8,8]; b f32[8@(x,y),8]",
     "out = jnp.matmul(a, b, out_sharding=P('x', 'y'))", "out f32[8@x,8@y]"},
    {"0.7.0", "b=4 a=4", "a f32[1,4]; b f32[4,4@a]", "out = lax.dot(a, b)", "out f32[1,4@a]"},
    {"0.7.0", "data=2 model=4", "a f32[2,4,8@data]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=P(None, ('model', 'data'), None))",
     "ValueError: Sharding spec ('model', 'data') implies that array axis 1 is "
     "partitioned 8 times, but does not evenly divide the dimension size 4. Got shape: "
     "(2, 4) and sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, ('model', 'data')))"},
    {"0.7.0", "x=3", "a f32[2,3@x,4]; b f32[4,8]", "out = jnp.matmul(a, b)", "out f32[2,3@x,8]"},
    {"0.7.0", "x=4 y=2", "a f32[12]; b f32[4,12@y,4@x]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'x'))",
     "AssertionError: (2, PartitionSpec('y', None, 'x'))"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[4]; b f32[4@z]", "out = jnp.dot(a, b)", "out f32[]"},
    {"0.7.0", "x=4", "a f32[4,8@x,8]; b f32[8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P('q', 'x', None)))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.7.0", "x=2 y=2", "a f32[8,1,4@y]; b f32[8,4@y,6]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec('y', None, 'q') is not found in "
     "mesh: ('x', 'y')."},
    {"0.7.0", "x=2 y=2", "a f32[4,2@y]; b f32[2,8]", "out = lax.dot(a, b)", "out f32[4,8]"},
    {"0.7.0", "x=1 y=4", "a f32[8@y,1,6@x]; b f32[8,6,2]", "out = jnp.matmul(a, b)",
     "out f32[8@y,1,2]"},
    {"0.7.0", "x=4", "a f32[8,12@x,1]; b f32[1,8,6]", "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "out f32[8,12@x,8,6]"},
    {"0.7.0", "x=2 y=2 z=3", "a f32[2@x,8@y]; b f32[8@x,6]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('y',) and ('x',)."},
    {"0.7.0", "x=4", "a f32[8,8@x,16,8]; b f32[8@x,2]",
     "out = jnp.matmul(a, b, out_sharding=P('q', 'x', None, None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None, None, None) is not "
     "found in mesh: ('x',)."},
    {"0.7.0", "x=1 y=4", "a f32[1,1]; b f32[1,1]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'x', 'y', None))",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y', None))"},
    {"0.7.0", "x=3", "a f32[8,8,8]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'x', None)))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 3 "
     "times, but does not evenly divide the dimension size 8. Got shape: (8, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, 'x'))"},
    {"0.7.0", "dp=4 tp=2", "a f32[2,1,8@(dp,tp),8]; b f32[2@tp,8,8@dp]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[2,8@(dp,tp),8], "
     "f32[2@tp,8,8@dp] produces an illegally sharded result: "
     "f32[2,8@(dp,tp),2@tp,8@dp]"},
    {"0.7.0", "x=2 y=4", "a f32[6,4@y,8@x]; b f32[8@(y,x)]",
     "out = jnp.dot(a, b, out_sharding=NamedSharding(mesh, P(None, 'x')))", "out f32[6,4@x]"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[1,12@x]; b f32[12,8@y]; c f32[8@y,2]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, c)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.7.0", "x=1 y=4", "a f32[2,8]; b f32[8,8@y]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x'))"},
    {"0.7.0", "x=2", "a f32[8@x,1]; b f32[1,8@x]", "out = jnp.tensordot(a, b, 1)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,1], f32[1,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[8,4,8@y]; b f32[8,4@z]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, None, ('y', 'x')))",
     "AssertionError: (3, PartitionSpec(None, None, None, ('y', 'x')))"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[4,1@y,2@z,8]; b f32[4@y,1,8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'y', ('z', "
     "'x'), None, 'z')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'y', ('z', "
     "'x'), None, 'z') has duplicate entries for `z`"},
    {"0.7.0", "x=2", "a f32[12@x,1]; b f32[1,16@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@x,1], f32[1,16@x] "
     "produces an illegally sharded result: f32[12@x,16@x]"},
};

/* What release 0.7.0 says. */
Test(matmul_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=2", "a f32[4,8@(x,y),6]; b f32[6,4,8@x]",
     "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,8@(x,y),6], "
     "f32[6,4,8@x] produces an illegally sharded result: f32[4,8@(x,y),4,8@x]"},
    {"0.8.2", "x=8", "a f32[8@x,16,8,8]; b f32[8@x,16,8,4]", "out = jnp.tensordot(a, b, 1)",
     "out f32[8@x,16,8,16,8,4]"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[12@y,8@z]; b f32[8@x]", "out = jnp.einsum('ij,j->i', a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('z',) and ('x',)."},
    {"0.8.2", "x=2", "a f32[12,8,2]; b f32[2,2,12]",
     "out = jnp.einsum('bsd, dhk -> bshk', a, b, out_sharding=P(None, None, 'x', "
     "None))",
     "out f32[12,8,2@x,12]"},
    {"0.8.2", "x=4", "a f32[3,6]; b f32[6,4]", "out = jnp.outer(a, b)", "out f32[18,24]"},
    {"0.8.2", "x=4 y=2", "a f32[1,6]; b f32[6,3]",
     "out = jnp.matmul(a, b, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.8.2", "x=2 y=2", "a f32[8@(x,y),8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@(x,y),8], "
     "f32[8@x,8@y] produces an illegally sharded result: f32[8@(x,y),8@y]"},
    {"0.8.2", "x=2 y=2", "a f32[8,8]; b f32[8@(x,y),8]",
     "out = jnp.matmul(a, b, out_sharding=P('x', 'y'))", "out f32[8@x,8@y]"},
    {"0.8.2", "b=4 a=4", "a f32[1,4]; b f32[4,4@a]", "out = lax.dot(a, b)", "out f32[1,4@a]"},
    {"0.8.2", "data=2 model=4", "a f32[2,4,8@data]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=P(None, ('model', 'data'), None))",
     "ValueError: Sharding spec ('model', 'data') implies that array axis 1 is "
     "partitioned 8 times, but does not evenly divide the dimension size 4. Got shape: "
     "(2, 4) and sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, ('model', 'data')))"},
    {"0.8.2", "x=3", "a f32[2,3@x,4]; b f32[4,8]", "out = jnp.matmul(a, b)", "out f32[2,3@x,8]"},
    {"0.8.2", "x=4 y=2", "a f32[12]; b f32[4,12@y,4@x]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'x'))",
     "AssertionError: (2, PartitionSpec('y', None, 'x'))"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[4]; b f32[4@z]", "out = jnp.dot(a, b)", "out f32[]"},
    {"0.8.2", "x=4", "a f32[4,8@x,8]; b f32[8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P('q', 'x', None)))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.8.2", "x=2 y=2", "a f32[8,1,4@y]; b f32[8,4@y,6]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec('y', None, 'q') is not found in "
     "mesh: ('x', 'y')."},
    {"0.8.2", "x=2 y=2", "a f32[4,2@y]; b f32[2,8]", "out = lax.dot(a, b)", "out f32[4,8]"},
    {"0.8.2", "x=1 y=4", "a f32[8@y,1,6@x]; b f32[8,6,2]", "out = jnp.matmul(a, b)",
     "out f32[8@y,1,2]"},
    {"0.8.2", "x=4", "a f32[8,12@x,1]; b f32[1,8,6]", "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "out f32[8,12@x,8,6]"},
    {"0.8.2", "x=2 y=2 z=3", "a f32[2@x,8@y]; b f32[8@x,6]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('y',) and ('x',)."},
    {"0.8.2", "x=4", "a f32[8,8@x,16,8]; b f32[8@x,2]",
     "out = jnp.matmul(a, b, out_sharding=P('q', 'x', None, None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None, None, None) is not "
     "found in mesh: ('x',)."},
    {"0.8.2", "x=1 y=4", "a f32[1,1]; b f32[1,1]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'x', 'y', None))",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y', None))"},
    {"0.8.2", "x=3", "a f32[8,8,8]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'x', None)))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 3 "
     "times, but does not evenly divide the dimension size 8. Got shape: (8, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x'))"},
    {"0.8.2", "dp=4 tp=2", "a f32[2,1,8@(dp,tp),8]; b f32[2@tp,8,8@dp]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[2,8@(dp,tp),8], "
     "f32[2@tp,8,8@dp] produces an illegally sharded result: "
     "f32[2,8@(dp,tp),2@tp,8@dp]"},
    {"0.8.2", "x=2 y=4", "a f32[6,4@y,8@x]; b f32[8@(y,x)]",
     "out = jnp.dot(a, b, out_sharding=NamedSharding(mesh, P(None, 'x')))", "out f32[6,4@x]"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[1,12@x]; b f32[12,8@y]; c f32[8@y,2]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, c)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.8.2", "x=1 y=4", "a f32[2,8]; b f32[8,8@y]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x'))"},
    {"0.8.2", "x=2", "a f32[8@x,1]; b f32[1,8@x]", "out = jnp.tensordot(a, b, 1)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,1], f32[1,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[8,4,8@y]; b f32[8,4@z]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, None, ('y', 'x')))",
     "AssertionError: (3, PartitionSpec(None, None, None, ('y', 'x')))"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[4,1@y,2@z,8]; b f32[4@y,1,8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'y', ('z', "
     "'x'), None, 'z')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'y', ('z', "
     "'x'), None, 'z') has duplicate entries for `z`"},
    {"0.8.2", "x=2", "a f32[12@x,1]; b f32[1,16@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@x,1], f32[1,16@x] "
     "produces an illegally sharded result: f32[12@x,16@x]"},
};

/* What release 0.8.2 says. */
Test(matmul_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=2", "a f32[4,8@(x,y),6]; b f32[6,4,8@x]",
     "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,8@(x,y),6], "
     "f32[6,4,8@x] produces an illegally sharded result: f32[4,8@(x,y),4,8@x]"},
    {"0.9.0", "x=8", "a f32[8@x,16,8,8]; b f32[8@x,16,8,4]", "out = jnp.tensordot(a, b, 1)",
     "out f32[8@x,16,8,16,8,4]"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[12@y,8@z]; b f32[8@x]", "out = jnp.einsum('ij,j->i', a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('z',) and ('x',)."},
    {"0.9.0", "x=2", "a f32[12,8,2]; b f32[2,2,12]",
     "out = jnp.einsum('bsd, dhk -> bshk', a, b, out_sharding=P(None, None, 'x', "
     "None))",
     "out f32[12,8,2@x,12]"},
    {"0.9.0", "x=4", "a f32[3,6]; b f32[6,4]", "out = jnp.outer(a, b)", "out f32[18,24]"},
    {"0.9.0", "x=4 y=2", "a f32[1,6]; b f32[6,3]",
     "out = jnp.matmul(a, b, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.9.0", "x=2 y=2", "a f32[8@(x,y),8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@(x,y),8], "
     "f32[8@x,8@y] produces an illegally sharded result: f32[8@(x,y),8@y]"},
    {"0.9.0", "x=2 y=2", "a f32[8,8]; b f32[8@(x,y),8]",
     "out = jnp.matmul(a, b, out_sharding=P('x', 'y'))", "out f32[8@x,8@y]"},
    {"0.9.0", "b=4 a=4", "a f32[1,4]; b f32[4,4@a]", "out = lax.dot(a, b)", "out f32[1,4@a]"},
    {"0.9.0", "data=2 model=4", "a f32[2,4,8@data]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=P(None, ('model', 'data'), None))",
     "ValueError: Sharding spec ('model', 'data') implies that array axis 1 is "
     "partitioned 8 times, but does not evenly divide the dimension size 4. Got shape: "
     "(2, 4) and sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, ('model', 'data')))"},
    {"0.9.0", "x=3", "a f32[2,3@x,4]; b f32[4,8]", "out = jnp.matmul(a, b)", "out f32[2,3@x,8]"},
    {"0.9.0", "x=4 y=2", "a f32[12]; b f32[4,12@y,4@x]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'x'))",
     "AssertionError: (2, PartitionSpec('y', None, 'x'))"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[4]; b f32[4@z]", "out = jnp.dot(a, b)", "out f32[]"},
    {"0.9.0", "x=4", "a f32[4,8@x,8]; b f32[8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P('q', 'x', None)))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.9.0", "x=2 y=2", "a f32[8,1,4@y]; b f32[8,4@y,6]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec('y', None, 'q') is not found in "
     "mesh: ('x', 'y')."},
    {"0.9.0", "x=2 y=2", "a f32[4,2@y]; b f32[2,8]", "out = lax.dot(a, b)", "out f32[4,8]"},
    {"0.9.0", "x=1 y=4", "a f32[8@y,1,6@x]; b f32[8,6,2]", "out = jnp.matmul(a, b)",
     "out f32[8@y,1,2]"},
    {"0.9.0", "x=4", "a f32[8,12@x,1]; b f32[1,8,6]", "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "out f32[8,12@x,8,6]"},
    {"0.9.0", "x=2 y=2 z=3", "a f32[2@x,8@y]; b f32[8@x,6]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('y',) and ('x',)."},
    {"0.9.0", "x=4", "a f32[8,8@x,16,8]; b f32[8@x,2]",
     "out = jnp.matmul(a, b, out_sharding=P('q', 'x', None, None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None, None, None) is not "
     "found in mesh: ('x',)."},
    {"0.9.0", "x=1 y=4", "a f32[1,1]; b f32[1,1]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'x', 'y', None))",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y', None))"},
    {"0.9.0", "x=3", "a f32[8,8,8]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'x', None)))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 3 "
     "times, but does not evenly divide the dimension size 8. Got shape: (8, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x'))"},
    {"0.9.0", "dp=4 tp=2", "a f32[2,1,8@(dp,tp),8]; b f32[2@tp,8,8@dp]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[2,8@(dp,tp),8], "
     "f32[2@tp,8,8@dp] produces an illegally sharded result: "
     "f32[2,8@(dp,tp),2@tp,8@dp]"},
    {"0.9.0", "x=2 y=4", "a f32[6,4@y,8@x]; b f32[8@(y,x)]",
     "out = jnp.dot(a, b, out_sharding=NamedSharding(mesh, P(None, 'x')))", "out f32[6,4@x]"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[1,12@x]; b f32[12,8@y]; c f32[8@y,2]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, c)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.9.0", "x=1 y=4", "a f32[2,8]; b f32[8,8@y]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x'))"},
    {"0.9.0", "x=2", "a f32[8@x,1]; b f32[1,8@x]", "out = jnp.tensordot(a, b, 1)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,1], f32[1,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[8,4,8@y]; b f32[8,4@z]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, None, ('y', 'x')))",
     "AssertionError: (3, PartitionSpec(None, None, None, ('y', 'x')))"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[4,1@y,2@z,8]; b f32[4@y,1,8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'y', ('z', "
     "'x'), None, 'z')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'y', ('z', "
     "'x'), None, 'z') has duplicate entries for `z`"},
    {"0.9.0", "x=2", "a f32[12@x,1]; b f32[1,16@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@x,1], f32[1,16@x] "
     "produces an illegally sharded result: f32[12@x,16@x]"},
};

/* What release 0.9.0 says. */
Test(matmul_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}
