/* SPDX-License-Identifier: Apache-2.0 */
/* Einstein sums: the equation, its operands, and the contractions that it comes to.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case sums[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]",
     "p = jnp.einsum('ij,jk->ik', a, b)\n"
     "q = jnp.einsum('ij,jk', a, b)\n"
     "r = jnp.einsum('ij,jk->ki', a, b)",
     "p f32[2,4]; q f32[2,4]; r f32[4,2]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]",
     "p = jnp.einsum('ij->', a)\n"
     "q = jnp.einsum('ij->i', a)\n"
     "r = jnp.einsum('ij->ji', a)\n"
     "y = jnp.einsum('ij', a)",
     "p f32[]; q f32[2]; r f32[3,2]; y f32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; s f32[3,3]",
     "p = jnp.einsum('ba', a)\n"
     "q = jnp.einsum('ii', s)\n"
     "r = jnp.einsum('ii->i', s)",
     "p f32[3,2]; q f32[]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3,3]",
     "p = jnp.einsum('ii->', s)\n"
     "q = jnp.einsum('iij->ij', jnp.ones((3, 3, 2)))\n"
     "r = jnp.einsum('iji->j', jnp.ones((3, 2, 3)))",
     "p f32[]; q f32[3,2]; r f32[2]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.einsum('iii->i', jnp.ones((3, 3, 3)))", "p f32[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3,3]; v f32[3]",
     "p = jnp.einsum('ii,i->i', s, v)\n"
     "q = jnp.einsum('ii,jj->ij', s, s)\n"
     "r = jnp.einsum('ij,ij->ij', s, s)",
     "p f32[3]; q f32[3,3]; r f32[3,3]"},
    {"0.10.2", "x=2 y=4", "c f32[4,5]; t f32[2,3,4]; w f32[2,4,5]",
     "p = jnp.einsum('...ij,...jk->...ik', t, w)\n"
     "q = jnp.einsum('...ij,jk->...ik', t, c)",
     "p f32[2,3,5]; q f32[2,3,5]"},
    {"0.10.2", "x=2 y=4", "t f32[2,3,4]; z f32[]",
     "p = jnp.einsum('i...->...i', t)\n"
     "q = jnp.einsum('...', t)\n"
     "r = jnp.einsum('...->...', z)",
     "p f32[3,4,2]; q f32[2,3,4]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; z f32[]",
     "p = jnp.einsum('...j,j->...', a, v)\n"
     "q = jnp.einsum('...,...->...', a, v)\n"
     "r = jnp.einsum('...i,...->...i', a, z)",
     "p f32[2]; q f32[2,3]; r f32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; t f32[2,3,4]",
     "p = jnp.einsum('...ij->ij...', jnp.ones((7, 6, 2, 3)))\n"
     "q = jnp.einsum('i...,i...', t, a)",
     "ValueError: Size of label 'c' for operand 1 (4) does not match previous terms "
     "(3)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; c f32[4,5]",
     "p = jnp.einsum('ij,jk,kl->il', a, b, c)\n"
     "q = jnp.einsum('ij,jk,kl->', a, b, c)\n"
     "r = jnp.einsum('ij,jk,kl,il->', a, b, c, jnp.ones((2, 5)))",
     "p f32[2,5]; q f32[]; r f32[]"},
    {"0.10.2", "x=2 y=4", "v f32[3]",
     "p = jnp.einsum('a,b,c,d,e->', v, v, v, v, v)\n"
     "q = jnp.einsum('a,b,c,d,e->abcde', v, v, v, v, v)",
     "p f32[]; q f32[3,3,3,3,3]"},
    {"0.10.2", "x=2 y=4", "s f32[3,3]", "p = jnp.einsum('ij,jk,kl,lm,mn->in', s, s, s, s, s)",
     "p f32[3,3]"},
    {"0.10.2", "x=2 y=4", "v f32[3]; i i32[3]",
     "p = jnp.einsum('i,i', v, i)\n"
     "q = jnp.einsum('i,j->ij', i, i)\n"
     "r = jnp.einsum('i->', i)",
     "p f32[]; q i32[3,3]; r i32[]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; s f32[3,3]",
     "p = jnp.einsum(a, [0, 1], b, [1, 2], [0, 2])\n"
     "q = jnp.einsum(a, [0, 1], b, [1, 2])\n"
     "r = jnp.einsum(s, [0, 0])",
     "p f32[2,4]; q f32[2,4]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; t f32[2,3,4]",
     "p = jnp.einsum(t, [..., 0], [0, ...])\n"
     "q = jnp.einsum(t, [0, ...], a, [0, 3], [3, ...])",
     "p f32[4,2,3]; q f32[3,3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]",
     "p = jnp.einsum(' i j , j k -> i k ', a, b)\n"
     "q = jnp.einsum('Ij,jK->IK', a, b)\n"
     "r = jnp.einsum('aB,Bb', a, b)",
     "p f32[2,4]; q f32[2,4]; r f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; o f32[1,3]",
     "p = jnp.einsum('ij,jk->ik', o, b)\nq = jnp.einsum('ij,ij->ij', o, a)",
     "p f32[1,4]; q f32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; z f32[]",
     "p = jnp.einsum('ij,->ij', a, z)\n"
     "q = jnp.einsum(',->', z, z)\n"
     "r = jnp.einsum('->', z)",
     "p f32[2,3]; q f32[]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; i i32[3]",
     "p = jnp.einsum('ij,jk->ik', a, b, preferred_element_type=jnp.bfloat16)\n"
     "q = jnp.einsum('i,i->', i, i, preferred_element_type=jnp.float32)",
     "p bf16[2,4]; q f32[]"},
    {"0.10.2", "x=2 y=4", "b f32[3,4]",
     "p = jnp.einsum('ij,jk->ik', jnp.ones((0, 3)), b)\n"
     "q = jnp.einsum('ij,jk->ik', jnp.ones((2, 0)), jnp.ones((0, 4)))",
     "p f32[0,4]; q f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('αβ,βγ->αγ', a, b)",
     "p f32[2,4]"},
};

/* Labels that are kept, summed, repeated, spread by dots, or implied. */
Test(einsum, give_the_types_of_jax)
{
	testing_programs(sums, ROWS(sums));
}

static const struct program_case misfits[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ij,jk->ik', a)",
     "ValueError: Number of einsum subscripts, 2, must be equal to the number of "
     "operands, 1."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij->ij', a, b)",
     "ValueError: Number of einsum subscripts, 1, must be equal to the number of "
     "operands, 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ij,jk->ik', a, a)",
     "ValueError: Size of label 'j' for operand 1 (3) does not match previous terms "
     "(2)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij,jk->il', a, b)",
     "ValueError: Output character 'l' did not appear in the input"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij,jk->iik', a, b)",
     "ValueError: Output character 'i' appeared more than once in the output."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ijk,jk->ik', a, b)",
     "ValueError: Einstein sum subscript 'ijk' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('i,jk->ik', a, b)",
     "ValueError: Einstein sum subscript 'i' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij,jk->i->k', a, b)",
     "ValueError: Subscripts can only contain one '->'."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij,jk-ik', a, b)",
     "ValueError: Subscripts can only contain one '->'."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij,jk>ik', a, b)",
     "ValueError: Subscripts can only contain one '->'."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('i1,1k->ik', a, b)",
     "p f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('i$,$k->ik', a, b)",
     "p f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('..ij->ij', a)",
     "ValueError: Invalid Ellipses."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('i...j...->ij', a)",
     "ValueError: Invalid Ellipses."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('....ij->ij', a)",
     "ValueError: Invalid Ellipses."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('...ijk->ijk', a)",
     "ValueError: Ellipses lengths do not match."},
    {"0.10.2", "x=2 y=4", "t f32[2,3,4]", "p = jnp.einsum('...ij->ij', t)", "p f32[3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ij->...ij', a)", "p f32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; t f32[2,3,4]", "p = jnp.einsum('...i,...i->...', t, a)",
     "ValueError: Size of label 'c' for operand 1 (3) does not match previous terms "
     "(2)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ii->i', a)",
     "ValueError: Size of label 'i' for operand 0 (2) does not match previous terms "
     "(3)."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.einsum('')",
     "ValueError: Number of einsum subscripts, 1, must be equal to the number of "
     "operands, 0."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.einsum('ij')",
     "ValueError: Number of einsum subscripts, 1, must be equal to the number of "
     "operands, 0."},
    {"0.10.2", "x=2 y=4", "z f32[]", "p = jnp.einsum('', z)", "p f32[]"},
    {"0.10.2", "x=2 y=4", "z f32[]", "p = jnp.einsum('i', z)",
     "ValueError: Einstein sum subscript 'i' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum(a, [0, 1], b)",
     "TypeError: unhashable type: 'DynamicJaxprTracer'"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum(a, b)",
     "TypeError: For this input type lists must contain either Ellipsis or hashable "
     "and comparable object (e.g. int, str)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum(a, [0, 1, 2])",
     "ValueError: Einstein sum subscript 'abc' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum(a, [0, 'x'])",
     "TypeError: For this input type lists must contain either Ellipsis or hashable "
     "and comparable object (e.g. int, str)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]",
     "p = jnp.einsum('ij,jk->ik', a, b, precision='bogus')",
     "ValueError: Precision argument must be one of:"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]",
     "p = jnp.einsum('ij,jk->ik', a, b, preferred_element_type=jnp.int32)", "p i32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ij,jk->ik', a, 2.0)",
     "ValueError: Einstein sum subscript 'jk' does not contain the correct number of "
     "indices for operand 1."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ij,->ij', a, 2.0)", "p f32[2,3]"},
    {"0.6.0", "x=2 y=4", "a f32[2,3]", "p = jnp.einsum('ij,->ij', a, 2.0)",
     "ShardingTypeError: Mesh of both lhs and rhs should match. Got lhs: "
     "AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)) and rhs: "
     "AbstractMesh((), axis_types=())"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.einsum('ij,jk,kl->il', a, b, a)",
     "ValueError: Size of label 'k' for operand 2 (4) does not match previous terms "
     "(2)."},
};

/* Equations that do not fit their operands, and labels that do not fit each other. */
Test(einsum, refuse_equations)
{
	testing_programs(misfits, ROWS(misfits));
}

static const struct program_case shardings[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk->ik', a, b)\nq = jnp.einsum('ij,jk->ki', a, b)",
     "p f32[8@x,8@y]; q f32[8@y,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; r f32[8@x,4@y]",
     "p = jnp.einsum('ij->j', a)\n"
     "q = jnp.einsum('ij->', r)\n"
     "o = jnp.einsum('ij->ji', r)",
     "o f32[4@y,8@x]; p f32[4]; q f32[]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.einsum('ij,jk->ik', c, d)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.einsum('ij,jk->ik', c, d, out_sharding=P('y'))", "p f32[8@y,8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.einsum('ij,jk->ki', c, d, out_sharding=P('y', None))", "p f32[8@y,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk->ki', a, b, out_sharding=P('x', 'y'))", "p f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('x', 'y', None))", "p f32[8@x,8@y]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('x', 'y', None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y', None))"},
    {"0.7.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('x', 'y', None))", "p f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.einsum('ij,jk->ik', c, d, out_sharding=P(unreduced={'x'}))", "p f32[8,8]{U:x}"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.einsum('ij,jk->ki', c, d, out_sharding=P(None, 'y', unreduced={'x'}))",
     "p f32[8,8@y]{U:x}"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,8]", "p = jnp.einsum('ii->i', s)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))."},
    {"0.7.2", "x=2 y=4", "s f32[8@x,8]", "p = jnp.einsum('ii->i', s)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None))."},
    {"0.10.2", "x=2 y=4", "s f32[8@x,8]", "p = jnp.einsum('ii->', s)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))."},
    {"0.7.2", "x=2 y=4", "s f32[8@x,8]", "p = jnp.einsum('ii->', s)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None))."},
    {"0.10.2", "x=2 y=4", "t f32[8@x,4,4@y]; u f32[4@y,6]", "p = jnp.einsum('ijk,kl->ijl', t, u)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.10.2", "x=2 y=4", "t f32[8@x,4,4@y]; u f32[4@y,6]",
     "p = jnp.einsum('ijk,kl->ijl', t, u, out_sharding=P('x'))", "p f32[8@x,4,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk,kl->il', a, b, jnp.ones((8, 4)))", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.einsum('ij,jk,kl->il', a, b, jnp.ones((8, 4)), out_sharding=P('x'))", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "b f32[4,8@y]",
     "p = jnp.einsum('ij,jk,kl->il', jnp.ones((6, 4)), b, jnp.ones((8, 6)), out_sharding=P('y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (6, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', None))"},
    {"0.7.2", "x=2 y=4", "b f32[4,8@y]",
     "p = jnp.einsum('ij,jk,kl->il', jnp.ones((6, 4)), b, jnp.ones((8, 6)), out_sharding=P('y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (6, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None))"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; r f32[8@x,4@y]",
     "p = jnp.einsum('ij,ij->ij', r, r)\nq = jnp.einsum('ij,ij->i', a, a)",
     "p f32[8@x,4@y]; q f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]", "p = jnp.einsum('ij,kj->ik', a, a)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,4], f32[8@x,4] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]", "p = jnp.einsum('ij->ij', a, out_sharding=P('y'))",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]", "p = jnp.einsum('ij->i', a, out_sharding=P('y'))",
     "p f32[8@y]"},
    {"0.7.2", "x=2 y=4", "a f32[8@x,4]", "p = jnp.einsum('ij->i', a, out_sharding=P('y'))",
     "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "t f32[8@x,4,4@y]; u f32[4@y,6]",
     "p = jnp.einsum('...ij,jk->...ik', t, u, out_sharding=P('x'))", "p f32[8@x,4,6]"},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.einsum('ij,jk->ik', c, d)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.einsum('ij,jk->ik', c, d, out_sharding=P('x'))", "p f32[8@x,8]"},
    {"0.10.2", "auto x=2 y=4", "c f32[8,4]; d f32[4,8]",
     "p = jnp.einsum('ij,jk->ik', c, d, out_sharding=P('x'))",
     "ValueError: PartitionSpec passed to einsum cannot contain axis names that are of "
     "type Auto or Manual. Got PartitionSpec: P('x',) with axis name: x of type: "
     "AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "auto x=2 y=4", "c f32[8,4]; d f32[4,8]",
     "p = jnp.einsum('ij,jk->ik', c, d, out_sharding=P('x'))",
     "ValueError: PartitionSpec passed to einsum cannot contain axis names that are of "
     "type Auto or Manual. Got PartitionSpec: PartitionSpec('x',) with axis name: x of "
     "type: AxisType.Auto. This error occurs at source: "},
};

/* Sharded labels meet as in the contractions that the sum comes to. */
Test(einsum, judge_shardings)
{
	testing_programs(shardings, ROWS(shardings));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]",
     "p = jax.vmap(lambda q: jnp.einsum('ij,jk->ik', q, jnp.ones((3, 4))))(a)", "p f32[8@x,2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]",
     "p = jax.vmap(lambda q: jnp.einsum('ij->j', q), out_axes=1)(a)", "p f32[3,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]; v f32[8@x,3]",
     "p = jax.vmap(lambda q, r: jnp.einsum('ij,j->i', q, r))(a, v)", "p f32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]; w f32[3,8]",
     "p = jax.vmap(lambda q, r: jnp.einsum('ij,j->i', q, r), in_axes=(0, 1))(a, w)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "", "p = jax.vmap(lambda q: jnp.einsum('ii->i', q))(jnp.ones((8, 3, 3)))",
     "p f32[8,3]"},
    {"0.10.2", "x=2 y=4", "v f32[8@x,3]", "p = jax.vmap(lambda q: jnp.einsum('i,i->', q, q))(v)",
     "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: jnp.einsum('ij,jk->ik', q, jnp.ones((3, 4)), "
     "out_sharding=P('y')))(jnp.ones((8, 4, 3)))",
     "p f32[8,4@y,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]",
     "p = jax.vmap(lambda q: jnp.einsum('...ij->...ji', q))(a)", "p f32[8@x,3,2]"},
};

/* vmap of sums. */
Test(einsum, map_sums)
{
	testing_programs(mapped, ROWS(mapped));
}
