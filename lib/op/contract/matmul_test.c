/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=3", "a f32[4]; b f32[4,8]", "out = (a @ b).sum()", "out f32[]"},
    {"0.10.2", "x=2", "a f32[4]; b f32[4@x,12]", "out = a.dot(b)", "out f32[12]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[6,8,6]; b f32[6@sp,4@fsdp]", "out = a.dot(b)",
     "out f32[6,8,4@fsdp]"},
    {"0.10.2", "x=2 y=4", "a f32[6,4@y,8@x]; b f32[8@(y,x)]",
     "out = jnp.dot(a, b, out_sharding=NamedSharding(mesh, P(None, 'x')))", "out f32[6,4@x]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[4]; b f32[4@z]", "out = jnp.dot(a, b)", "out f32[]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[4,3]; b f32[3,2]", "out = jnp.dot(a, b)", "out f32[4,2]"},
    {"0.10.2", "x=3 y=2", "a f32[6@x,2]; b f32[2,12]", "out = jnp.dot(a, b)", "out f32[6@x,12]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[4,4]; b f32[4,4@(z,x)]", "out = jnp.dot(a, b)",
     "out f32[4,4@(z,x)]"},
    {"0.10.2", "data=4", "a f32[12]; b f32[16]",
     "out = jnp.einsum('i,j->ij', a, b, out_sharding=NamedSharding(mesh, P(None, "
     "'data')))",
     "out f32[12,16@data]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,4@x]; b f32[3,4]",
     "out = jnp.einsum('bqd,kd->bqk', a, b, out_sharding=P(None, None, None))", "out f32[8,1,3]"},
    {"0.10.2", "x=8", "a f32[16,12]; b f32[12]",
     "out = jnp.einsum('ij,j->i', a, b, out_sharding=P('x'))", "out f32[16@x]"},
    {"0.10.2", "x=2 y=4", "a f32[2,6,2@x]; b f32[2,2,8]",
     "out = jnp.einsum('bij, bjk -> bik', a, b, out_sharding=P('x', None, 'y'))",
     "out f32[2@x,6,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[4,4]; b f32[4,1]; c f32[1,2]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, c, out_sharding=P('y', None))", "out f32[4@y,2]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[12@y,8@x]", "out = jnp.einsum('ij->i', x)", "out f32[12@y]"},
    {"0.10.2", "x=8", "x f32[16@x,8]", "out = jnp.einsum('ij->ji', x)", "out f32[8,16@x]"},
    {"0.10.2", "x=2", "a f32[3,4@x]; b f32[4]", "out = jnp.einsum('ij,j->i', a, b)", "out f32[3]"},
    {"0.10.2", "x=2 y=2", "a f32[4]; b f32[2]", "out = jnp.einsum('i,j->ij', a, b)",
     "out f32[4,2]"},
    {"0.10.2", "x=8", "a f32[1,8,4,4]; b f32[1,8@x,1,4]",
     "out = jnp.einsum('bhqd, bhkd -> bhqk', a, b)", "out f32[1,8,4,1]"},
    {"0.10.2", "dp=4 tp=2", "a f32[16]; b f32[2@tp]", "out = jnp.einsum('i,j->ij', a, b)",
     "out f32[16,2@tp]"},
    {"0.10.2", "x=2 y=2", "a f32[4@(y,x),1]; b f32[1,1]", "out = jnp.einsum('ij,jk->ik', a, b)",
     "out f32[4@(y,x),1]"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[8@y,16,8,12@z,2]; b f32[8,16@y,8,2]",
     "out = jnp.einsum('btgrk,bsgk->bgrts', a, b)", "out f32[8,8,12@z,16,16@y]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[8@sp,16@tp]; b f32[16]", "out = jnp.inner(a, b)",
     "out f32[8@sp]"},
    {"0.10.2", "x=4 y=2", "a f32[6@y]; b f32[6]", "out = jnp.matmul(a, b, out_sharding=P())",
     "out f32[]"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[4,8@x]; b f32[8@x,8@y]",
     "out = jnp.matmul(a, b, out_sharding=P())", "out f32[4,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[4@tp,1,4,8@fsdp]; b f32[4@(fsdp,sp),8,8@tp]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, None))", "out f32[4,4,4,8]"},
    {"0.10.2", "x=2 y=2", "a f32[4]; b f32[4,8]", "out = jnp.matmul(a, b, out_sharding=P('y'))",
     "out f32[8@y]"},
    {"0.10.2", "x=2 y=2", "a f32[4,4]; b f32[2,4,4]", "out = jnp.matmul(a, b, out_sharding=P('x'))",
     "out f32[2,4@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,8]; b f32[8@x,8]",
     "out = jnp.matmul(a, b, out_sharding=P('x', 'y'))", "out f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=2", "a f32[4,4]; b f32[2,4,4]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None, 'y'))", "out f32[2,4@x,4@y]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[2@fsdp,1,4,8]; b f32[2@fsdp,8,4]",
     "out = jnp.matmul(a, b, out_sharding=P('fsdp', 'tp', 'sp', None))",
     "out f32[2@fsdp,2@sp,4@tp,4]"},
    {"0.10.2", "x=3", "a f32[2]; b f32[2,4]", "out = jnp.matmul(a, b)", "out f32[4]"},
    {"0.10.2", "data=4", "a f32[2,1,8]; b f32[8,2]", "out = jnp.matmul(a, b)", "out f32[2,1,2]"},
    {"0.10.2", "x=8", "a f32[6,12,4,6]; b f32[6,4]", "out = jnp.matmul(a, b)", "out f32[6,12,4,4]"},
    {"0.10.2", "x=3", "a f32[2,3@x,4]; b f32[4,8]", "out = jnp.matmul(a, b)", "out f32[2,3@x,8]"},
    {"0.10.2", "x=3 y=2", "a f32[1,12@x,8,6]; b f32[6,3]", "out = jnp.matmul(a, b)",
     "out f32[1,12@x,8,3]"},
    {"0.10.2", "x=4 y=2", "a f32[8@x,8@y,12]; b f32[12,4]", "out = jnp.matmul(a, b)",
     "out f32[8@x,8@y,4]"},
    {"0.10.2", "x=4", "a f32[3,6]; b f32[6,4]", "out = jnp.outer(a, b)", "out f32[18,24]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[4@(sp,fsdp)]; b f32[4,12]", "out = jnp.outer(a, b)",
     "out f32[4@(sp,fsdp),48]"},
    {"0.10.2", "b=4 a=4", "a f32[6,8]; b f32[8,8]", "out = jnp.tensordot(a, b, 1)", "out f32[6,8]"},
    {"0.10.2", "x=8", "a f32[8@x,16,8,8]; b f32[8@x,16,8,4]", "out = jnp.tensordot(a, b, 1)",
     "out f32[8@x,16,8,16,8,4]"},
    {"0.10.2", "b=4 a=4", "a f32[1,4]; b f32[4,4@a]", "out = lax.dot(a, b)", "out f32[1,4@a]"},
    {"0.10.2", "x=3 y=2", "a f32[4,4]; b f32[4]", "out = a @ b", "out f32[4]"},
    {"0.10.2", "dp=4 tp=2", "a f32[2,4,2,4]; b f32[4]", "out = a @ b", "out f32[2,4,2]"},
    {"0.10.2", "x=4 y=2", "a f32[8,3,6,8@y]; b f32[8,3]", "out = a @ b", "out f32[8,3,6,3]"},
    {"0.10.2", "x=2 y=2", "a f32[4@x,4]; b f32[2,4,4]", "out = a @ b", "out f32[2,4@x,4]"},
};

/* The types that JAX gives. */
Test(matmul, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2 z=3", "a f32[4,8@x]; b f32[8@x,16]", "out = (a @ b).sum()",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "b=4 a=4", "a f32[16@b,8@a]; b f32[8@b,4]", "out = (a @ b).sum()",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('a',) and ('b',)."},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[4@fsdp,4@(tp,sp),8]; b f32[4,8@(sp,fsdp),8@tp]",
     "out = (a @ b).sum()",
     "ValueError: Incompatible types for matmul arguments: "
     "float32[4@fsdp,4@(tp,sp),8] and float32[4,8@(sp,fsdp),8@tp]"},
    {"0.10.2", "x=1 y=4", "a f32[8@x,6,8@y]; b f32[8@x,8,4]", "out = a.dot(b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,6,8@y], "
     "f32[8@x,8,4] produces an illegally sharded result: f32[8@x,6,8@x,4]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8@z,6@x]; b f32[6@x,8]",
     "out = jnp.dot(a, b, out_sharding=NamedSharding(mesh, P(('y', 'x'), 'q')))",
     "ValueError: Resource axis: q of P(('y', 'x'), 'q') is not found in mesh: ('x', "
     "'y', 'z')."},
    {"0.10.2", "x=2 y=2", "a f32[4,1,6@y,6@x]; b f32[6,4@y]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,1,6@y,6@x], "
     "f32[6,4@y] produces an illegally sharded result: f32[4,1,6@y,4@y]"},
    {"0.10.2", "x=2", "a f32[12@x,3]; b f32[3,8@x]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@x,3], f32[3,8@x] "
     "produces an illegally sharded result: f32[12@x,8@x]"},
    {"0.10.2", "x=4 y=2", "a f32[4,8,8]; b f32[8,12@x,3]",
     "out = jnp.einsum('bsd,dhk->bshk', a, b, out_sharding=P(None, None, None, None, "
     "('x', 'y'), None))",
     "AssertionError: (4, P(None, None, None, None, ('x', 'y'), None))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,16,12]; b f32[8,12,4,4]",
     "out = jnp.einsum('bhts,bshk->bthk', a, b, out_sharding=P('q', None, None, "
     "'x'))",
     "ValueError: Resource axis: q of P('q', None, None, 'x') is not found in mesh: "
     "('x', 'y')."},
    {"0.10.2", "x=4 y=2", "a f32[2,12@x,12]; b f32[12,8@x]; d f32[8,12@x]",
     "out = jnp.einsum('abc,cd,de->abe', a, b, d, out_sharding=P('x', 'y', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 12, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', 'y', None))"},
    {"0.10.2", "x=2 y=2", "a f32[4,2@y]; b f32[2@x,2@y]", "out = jnp.einsum('ij, kj -> ik', a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.10.2", "x=4 y=2", "a f32[4,8@(x,y),6]; b f32[6,4,8@x]",
     "out = jnp.einsum('bsd,dhk->bshk', a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,8@(x,y),6], "
     "f32[6,4,8@x] produces an illegally sharded result: f32[4,8@(x,y),4,8@x]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[2@y,4]; b f32[4@(z,x),6@y]",
     "out = jnp.einsum('ij, jk -> ik', a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[2@y,4], "
     "f32[4@(z,x),6@y] produces an illegally sharded result: f32[2@y,6@y]"},
    {"0.10.2", "x=1 y=4", "a f32[8@y,4]; b f32[8@x,4@y]", "out = jnp.einsum('ij,ij->i', a, b)",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('y',) and ('x',)."},
    {"0.10.2", "x=2 y=2 z=2", "a f32[1,12@x]; b f32[12,8@y]; c f32[8@y,2]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, c)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.10.2", "x=2", "a f32[3,12]; b f32[12@x,4]", "out = jnp.inner(a, b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (12,) and (4,)."},
    {"0.10.2", "x=4 y=1 z=2", "a f32[4,1@y,2@z,8]; b f32[4@y,1,8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'y', ('z', "
     "'x'), None, 'z')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P(None, 'y', ('z', 'x'), "
     "None, 'z') has duplicate entries for `z`"},
    {"0.10.2", "x=4", "a f32[4,8@x,8]; b f32[8,8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P('q', 'x', None)))",
     "ValueError: Resource axis: q of P('q', 'x', None) is not found in mesh: "
     "('x',)."},
    {"0.12.0.1", "x=3", "a f32[8,8,8]; b f32[8]",
     "out = jnp.matmul(a, b, out_sharding=NamedSharding(mesh, P(None, 'x', None)))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, 'x', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', None))"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8]; b f32[8@y,16]",
     "out = jnp.matmul(a, b, out_sharding=P('z', ('x', 'y')))",
     "AssertionError: (1, P('z', ('x', 'y')))"},
    {"0.10.2", "x=1 y=4", "a f32[2,8]; b f32[8,8@y]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, P(None, 'y', 'x'))"},
    {"0.10.2", "x=1 y=4", "a f32[1,1]; b f32[1,1]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'x', 'y', None))",
     "AssertionError: (2, P(None, 'x', 'y', None))"},
    {"0.10.2", "x=2", "a f32[2,4@x,8]; b f32[8@x]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, 'x'))",
     "AssertionError: (2, P(None, None, 'x'))"},
    {"0.10.2", "x=3 y=2", "a f32[8@y,2]; b f32[2,4]",
     "out = jnp.matmul(a, b, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "a f32[2@x,4,4]; b f32[2,4,4]",
     "out = jnp.matmul(a, b, out_sharding=P('x'))",
     "ValueError: Incompatible types for matmul arguments: float32[2@x,4,4] and "
     "float32[2,4,4]"},
    {"0.10.2", "x=4 y=2", "a f32[1,6]; b f32[6,3]",
     "out = jnp.matmul(a, b, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=2", "a f32[8,1,4@y]; b f32[8,4@y,6]",
     "out = jnp.matmul(a, b, out_sharding=P('y', None, 'q'))",
     "ValueError: Resource axis: q of P('y', None, 'q') is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "dp=4 tp=2", "a f32[3,16]; b f32[16,2]",
     "out = jnp.matmul(a, b, out_sharding=P(None, 'q'))",
     "ValueError: Resource axis: q of P(None, 'q') is not found in mesh: ('dp', "
     "'tp')."},
    {"0.10.2", "x=3", "a f32[8,6]; b f32[6@x,4]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 8. Got shape: (8, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "x=2", "a f32[2,4@x,8]; b f32[8@x]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, 'x'))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, None, 'x'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x'))"},
    {"0.10.2", "x=3", "a f32[4,6@x,8,4]; b f32[4,3@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[4,6@x,8,4], "
     "f32[4,3@x] produces an illegally sharded result: f32[4,6@x,8,3@x]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,8]; b f32[8@y,8@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,8], f32[8@y,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@(y,x),3]; b f32[3,6@x]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@(y,x),3], "
     "f32[3,6@x] produces an illegally sharded result: f32[8@(y,x),6@x]"},
    {"0.10.2", "x=4", "a f32[8@x,2,8]; b f32[8,8@x,4]", "out = jnp.matmul(a, b)",
     "ValueError: Incompatible types for matmul arguments: float32[8@x,2,8] and "
     "float32[8,8@x,4]"},
    {"0.12.0.1", "b=4 a=4", "a f32[1,8@b]; b f32[8@a,8]", "out = jnp.matmul(a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('b',) and "
     "rhs_contracting_spec=('a',)"},
    {"0.10.2", "x=2 y=4", "a f32[12@y]; b f32[12@y,8]", "out = jnp.outer(a, b)",
     "ShardingTypeError: mul operation with inputs: f32[12@y,1], f32[1,96@y] "
     "produces an illegally sharded result: f32[12@y,96@y]"},
    {"0.10.2", "x=2", "a f32[8@x,1]; b f32[1,8@x]", "out = jnp.tensordot(a, b, 1)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,1], f32[1,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=3 y=2", "a f32[3@x,2,1]; b f32[3@x,1,4]", "out = jnp.tensordot(a, b, 1)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (1,) and (3,)."},
    {"0.10.2", "x=3", "a f32[1,2,4]; b f32[1,4,4]", "out = jnp.vdot(a, b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (8,) and (16,)."},
    {"0.12.0.1", "x=1 y=4", "a f32[3,12,2]; b f32[3,2,1@x]", "out = jnp.vdot(a, b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (72,) and (6,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4@y,3]; b f32[2,3,3,4@y]", "out = a @ b",
     "ShardingTypeError: dot_general operation with inputs: f32[2,3,4@y,3], "
     "f32[2,3,3,4@y] produces an illegally sharded result: f32[2,3,4@y,4@y]"},
    {"0.10.2", "x=2", "a f32[2@x,8]; b f32[8,2@x]", "out = a @ b",
     "ShardingTypeError: dot_general operation with inputs: f32[2@x,8], f32[8,2@x] "
     "produces an illegally sharded result: f32[2@x,2@x]"},
    {"0.10.2", "x=1 y=4", "a f32[4@(x,y),2]; b f32[2,2@x]", "out = a @ b",
     "ShardingTypeError: dot_general operation with inputs: f32[4@(x,y),2], "
     "f32[2,2@x] produces an illegally sharded result: f32[4@(x,y),2@x]"},
    {"0.10.2", "b=4 a=4", "a f32[3,12]; b f32[12@a,8@b]", "out = a @ b.T",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (12,) and (8,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,12]; b f32[2@x,12,3]", "out = a @ b",
     "ValueError: Incompatible types for matmul arguments: float32[2,4,12] and "
     "float32[2@x,12,3]"},
};

/* What JAX refuses, with its texts. */
Test(matmul, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
