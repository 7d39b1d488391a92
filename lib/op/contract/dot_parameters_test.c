/* SPDX-License-Identifier: Apache-2.0 */
/* What contractions refuse in their dimension numbers, dtypes and shardings.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case numbers[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))))", "p f32[2,3,5]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1, 2)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (4, 5)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1,)), ((0,), ())))",
     "TypeError: dot_general requires equal numbers of lhs_batch and rhs_batch "
     "dimensions, got lhs_batch (0,) and rhs_batch ()."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (2,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (5,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1,)), ((1,), (0,))))",
     "TypeError: dot_general requires lhs batch dimensions and rhs batch dimensions to "
     "have the same shape, got (3,) and (2,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((3,), (1,)), ((), ())))",
     "TypeError: dot_general requires lhs dimension numbers to be nonnegative and less "
     "than the number of axes of the lhs value, got lhs_batch of () and "
     "lhs_contracting of (3,) for lhs of rank 3"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (3,)), ((), ())))",
     "TypeError: dot_general requires rhs dimension numbers to be nonnegative and less "
     "than the number of axes of the rhs value, got rhs_batch of () and "
     "rhs_contracting of (3,) for rhs of rank 3"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((-1,), (1,)), ((), ())))",
     "TypeError: dot_general requires lhs dimension numbers to be nonnegative and less "
     "than the number of axes of the lhs value, got lhs_batch of () and "
     "lhs_contracting of (-1,) for lhs of rank 3"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (-2,)), ((), ())))",
     "TypeError: dot_general requires rhs dimension numbers to be nonnegative and less "
     "than the number of axes of the rhs value, got rhs_batch of () and "
     "rhs_contracting of (-2,) for rhs of rank 3"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2, 2), (1, 1)), ((), ())))",
     "TypeError: dot_general requires lhs contracting dimensions to be distinct, got "
     "lhs_contracting (2, 2)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1,)), ((0, 0), (0, 0))))",
     "TypeError: dot_general requires lhs batch dimensions to be distinct, got "
     "lhs_batch (0, 0)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((0,), (0,)), ((0,), (0,))))",
     "TypeError: dot_general requires lhs batch dimensions to be disjoint from "
     "contracting dimensions, got lhs_batch (0,) and lhs_contracting (0,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1,)), ((5,), (0,))))",
     "TypeError: dot_general requires lhs dimension numbers to be nonnegative and less "
     "than the number of axes of the lhs value, got lhs_batch of (5,) and "
     "lhs_contracting of (2,) for lhs of rank 3"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2,), (1,)), ((0,), (-3,))))",
     "TypeError: dot_general requires rhs dimension numbers to be nonnegative and less "
     "than the number of axes of the rhs value, got rhs_batch of (-3,) and "
     "rhs_contracting of (1,) for rhs of rank 3"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((0, 2), (0, 1)), ((), ())))", "p f32[3,5]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]",
     "p = lax.dot_general(a, b, (((2, 0), (1, 0)), ((), ())))", "p f32[3,5]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; s f32[]",
     "p = lax.dot_general(a, s, (((), ()), ((), ())))", "p f32[2,3,4]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.dot_general(s, s, (((), ()), ((), ())))", "p f32[]"},
    {"0.10.2", "x=2 y=4", "v f32[4]", "p = lax.dot_general(v, v, (((0,), (0,)), ((), ())))",
     "p f32[]"},
    {"0.10.2", "x=2 y=4", "v f32[4]", "p = lax.dot_general(v, v, (((), ()), ((0,), (0,))))",
     "p f32[4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; v f32[4]", "p = lax.dot(a, v)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=(2, 3, 4) rhs_shape=(4,)"},
    {"0.6.0", "x=2 y=4", "a f32[2,3,4]; v f32[4]", "p = lax.dot(a, v)",
     "TypeError: Incompatible shapes for dot: got (2, 3, 4) and (4,)."},
    {"0.10.2", "x=2 y=4", "b f32[2,4,5]; v f32[4]", "p = lax.dot(v, b)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=(4,) rhs_shape=(2, 4, 5)"},
    {"0.6.0", "x=2 y=4", "b f32[2,4,5]; v f32[4]", "p = lax.dot(v, b)",
     "TypeError: Incompatible shapes for dot: got (4,) and (2, 4, 5)."},
    {"0.10.2", "x=2 y=4", "v f32[4]", "p = lax.dot(v, v)\nq = lax.dot(jnp.ones((2, 4)), v)",
     "p f32[]; q f32[2]"},
    {"0.6.0", "x=2 y=4", "v f32[4]", "p = lax.dot(v, v)\nq = lax.dot(jnp.ones((2, 4)), v)",
     "ShardingTypeError: Mesh of both lhs and rhs should match. Got lhs: "
     "AbstractMesh((), axis_types=()) and rhs: AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "v f32[4]", "p = lax.dot(v, jnp.ones(5))",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=(4,) rhs_shape=(5,)"},
    {"0.6.0", "x=2 y=4", "v f32[4]", "p = lax.dot(v, jnp.ones(5))",
     "TypeError: Incompatible shapes for dot: got (4,) and (5,)."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.dot(s, s)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=() rhs_shape=()"},
    {"0.6.0", "x=2 y=4", "s f32[]", "p = lax.dot(s, s)",
     "TypeError: Incompatible shapes for dot: got () and ()."},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; b f32[2,4,5]", "p = lax.batch_matmul(a, b)",
     "p f32[2,3,5]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3,4]; v f32[4]", "p = lax.batch_matmul(a, v)",
     "ValueError: Arguments to batch_matmul must be at least 2D, got 3, 1"},
    {"0.10.2", "x=2 y=4", "v f32[4]", "p = lax.batch_matmul(v, v)",
     "ValueError: Arguments to batch_matmul must be at least 2D, got 1, 1"},
};

/* Dimension numbers pair dimensions that are there, each once, and of equal sizes. */
Test(dot_parameters, refuse_dimension_numbers)
{
	testing_programs(numbers, ROWS(numbers));
}

static const struct program_case dtypes[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,4]; b bf16[4,3]", "p = lax.dot(a, b)", "p f32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]; i i32[4,3]", "p = lax.dot(a, i)", "p f32[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]", "p = lax.dot(j, k)", "p i8[2,3]"},
    {"0.10.2", "x=2 y=4", "k i8[4,3]; u u8[2,4]", "p = lax.dot(u, k)", "p i8[2,3]"},
    {"0.10.2", "x=2 y=4", "o bool[2,4]; q bool[4,3]", "p = lax.dot(o, q)", "p bool[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]; c c64[4,3]", "p = lax.dot(a, c)", "p c64[2,3]"},
    {"0.10.2", "x=2 y=4", "b bf16[4,3]; h f16[2,4]", "p = lax.dot(h, b)", "p bf16[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]",
     "p = lax.dot(j, k, preferred_element_type=jnp.int32)", "p i32[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]",
     "p = lax.dot(j, k, preferred_element_type=jnp.float32)", "p f32[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]",
     "p = lax.dot(j, k, preferred_element_type=jnp.uint32)", "p u32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, preferred_element_type=jnp.bfloat16)",
     "p bf16[2,2]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, preferred_element_type=jnp.int32)",
     "p i32[2,2]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, preferred_element_type=jnp.complex64)",
     "p c64[2,2]"},
    {"0.10.2", "x=2 y=4", "o bool[2,4]; q bool[4,3]",
     "p = lax.dot(o, q, preferred_element_type=jnp.int32)", "p i32[2,3]"},
    {"0.10.2", "x=2 y=4", "b bf16[4,3]", "p = lax.dot(b.T, b, preferred_element_type=jnp.float32)",
     "p f32[3,3]"},
    {"0.10.2", "x=2 y=4", "b bf16[4,3]", "p = lax.dot(b.T, b, preferred_element_type=jnp.int8)",
     "p i8[3,3]"},
    {"0.10.2", "x=2 y=4", "c c64[4,3]", "p = lax.dot(c.T, c, preferred_element_type=jnp.float32)",
     "p f32[3,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]; b bf16[4,3]; i i32[4,3]; q bool[4,3]; h f16[2,4]",
     "p = jnp.dot(a, i)\nq = jnp.matmul(h, b)", "p f32[2,3]; q f32[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]; o bool[2,4]; q bool[4,3]",
     "p = jnp.matmul(o, q)\nr = jnp.matmul(j, k)", "p bool[2,3]; r i8[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]",
     "p = jnp.matmul(j, k, preferred_element_type=jnp.int32)", "p i32[2,3]"},
    {"0.10.2", "x=2 y=4", "j i8[2,4]; k i8[4,3]",
     "p = jnp.dot(j, k, preferred_element_type=jnp.float32)", "p f32[2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, precision='highest')", "p f32[2,2]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, precision='bogus')",
     "ValueError: Precision argument must be one of:"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, precision=lax.Precision.HIGH)",
     "p f32[2,2]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4]", "p = lax.dot(a, a.T, precision=('high', 'default'))",
     "p f32[2,2]"},
};

/* Operands may differ in dtype only where the release lets them, and the preferred one has to hold
 * the sum. */
Test(dot_parameters, judge_dtypes)
{
	testing_programs(dtypes, ROWS(dtypes));
}

static const struct program_case requests[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.dot(a, b, out_sharding=P('y', 'x'))", "p f32[8@y,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]", "p = jnp.matmul(a, b, out_sharding=P('x'))",
     "p f32[8@x,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.matmul(a, b, out_sharding=P('x', 'y', None))", "p f32[8@x,8@y]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.matmul(a, b, out_sharding=P('x', 'y', None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y', None))"},
    {"0.8.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.matmul(a, b, out_sharding=P('x', 'y', None))", "p f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.matmul(a, b, out_sharding=P(None, None))", "p f32[8,8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P('x', None))", "p f32[8@x,8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.matmul(c, d, out_sharding=P())",
     "p f32[8,8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.matmul(c, d, out_sharding=P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.8.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.matmul(c, d, out_sharding=P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; e f32[4@y,8]", "p = jnp.matmul(c, e, out_sharding=P())",
     "p f32[8,8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.matmul(c, d)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; e f32[4@y,8]", "p = jnp.matmul(c, e)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and ('y',)."},
    {"0.12.0.1", "x=2 y=4", "c f32[8,4@x]; e f32[4@y,8]", "p = jnp.matmul(c, e)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.8.2", "x=2 y=4", "c f32[8,4@x]; e f32[4@y,8]", "p = jnp.matmul(c, e)",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and ('y',)."},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(unreduced={'x'}))", "p f32[8,8]{U:x}"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(unreduced={'y'}))",
     "ShardingTypeError: out_sharding's unreduced axes should be equal to the "
     "contracting specs. Got unreduced axes=frozenset({'y'}) and contracting "
     "spec=('x',)"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P('y', unreduced={'x'}))", "p f32[8@y,8]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.matmul(a, b, out_sharding=P('x', 'y', unreduced={'x'}))",
     "ValueError: partitions cannot overlap with unreduced axes passed to "
     "PartitionSpec. Got partitions: ('x', 'y') and unreduced axes: frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@y]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))",
     "ShardingTypeError: out_sharding's unreduced axes should be equal to the "
     "contracting specs. Got unreduced axes=frozenset({'x'}) and contracting "
     "spec=(None,)"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; e f32[4@y,8]",
     "p = jnp.matmul(c, e, out_sharding=P(unreduced={'x', 'y'}))",
     "ShardingTypeError: lhs and rhs contracting dims should be sharded identically "
     "when out_sharding provided to dot_general mentions unreduced_axes. Got "
     "lhs_contracting_spec=('x',), rhs_contracting_spec=('y',)"},
    {"0.8.2", "x=2 y=4", "c f32[8,4@x]; e f32[4@y,8]",
     "p = jnp.matmul(c, e, out_sharding=P(unreduced={'x', 'y'}))",
     "ShardingTypeError: lhs and rhs contracting dims should be sharded identically "
     "when out_sharding provided to dot_general mentions unreduced_axes. Got "
     "out_s=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(unreduced={'x', "
     "'y'})), lhs_contracting_spec=('x',), rhs_contracting_spec=('y',)"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]",
     "p = jnp.matmul(c, jnp.ones((4, 8)), out_sharding=P(unreduced={'x'}))",
     "ShardingTypeError: lhs and rhs contracting dims should be sharded identically "
     "when out_sharding provided to dot_general mentions unreduced_axes. Got "
     "lhs_contracting_spec=('x',), rhs_contracting_spec=(None,)"},
    {"0.8.2", "x=2 y=4", "c f32[8,4@x]",
     "p = jnp.matmul(c, jnp.ones((4, 8)), out_sharding=P(unreduced={'x'}))",
     "ShardingTypeError: lhs and rhs contracting dims should be sharded identically "
     "when out_sharding provided to dot_general mentions unreduced_axes. Got "
     "out_s=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(unreduced={'x'})), lhs_contracting_spec=('x',), "
     "rhs_contracting_spec=(None,)"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]", "p = jnp.matmul(c, jnp.ones((4, 8)))", "p f32[8,8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(reduced={'x'}))", "p f32[8,8]"},
    {"0.8.2", "x=2 y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(reduced={'x'}))", "p f32[8,8]{R:x}"},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]", "p = jnp.matmul(c, d)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(None, 'x'))", "p f32[8,8@x]"},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(None, 'y'))",
     "ValueError: PartitionSpec passed to dot_general cannot contain axis names that "
     "are of type Auto or Manual. Got PartitionSpec: P(None, 'y') with axis name: y of "
     "type: AxisType.Auto. This error occurs at source: "},
    {"0.8.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(None, 'y'))",
     "ValueError: PartitionSpec passed to dot_general cannot contain axis names that "
     "are of type Auto or Manual. Got PartitionSpec: PartitionSpec(None, 'y') with "
     "axis name: y of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(unreduced={'x'}))", "p f32[8,8]{U:x}"},
    {"0.10.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(unreduced={'y'}))",
     "ValueError: Unreduced axes can only refer to mesh axes that is of type "
     "`Explicit`. Got unreduced axes: frozenset({'y'}) and mesh: AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu)"},
    {"0.8.2", "x=2 auto y=4", "c f32[8,4@x]; d f32[4@x,8]",
     "p = jnp.matmul(c, d, out_sharding=P(unreduced={'y'}))",
     "ValueError: Unreduced axes can only refer to mesh axes that are of type "
     "`Explicit` or `Manual`. Got unreduced axes: frozenset({'y'}) and mesh: "
     "AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None)"},
    {"0.10.2", "auto x=2 y=4", "c f32[8,4]; d f32[4,8]",
     "p = jnp.matmul(c, d, out_sharding=P('x', 'y'))",
     "ValueError: PartitionSpec passed to dot_general cannot contain axis names that "
     "are of type Auto or Manual. Got PartitionSpec: P('x', 'y') with axis name: x of "
     "type: AxisType.Auto. This error occurs at source: "},
    {"0.8.2", "auto x=2 y=4", "c f32[8,4]; d f32[4,8]",
     "p = jnp.matmul(c, d, out_sharding=P('x', 'y'))",
     "ValueError: PartitionSpec passed to dot_general cannot contain axis names that "
     "are of type Auto or Manual. Got PartitionSpec: PartitionSpec('x', 'y') with axis "
     "name: x of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "auto x=2 y=4", "c f32[8,4]; d f32[4,8]",
     "p = lax.dot(c, d, out_sharding=P('x', 'y'))",
     "ValueError: PartitionSpec passed to dot_general cannot contain axis names that "
     "are of type Auto or Manual. Got PartitionSpec: P('x', 'y') with axis name: x of "
     "type: AxisType.Auto. This error occurs at source: "},
    {"0.8.2", "auto x=2 y=4", "c f32[8,4]; d f32[4,8]",
     "p = lax.dot(c, d, out_sharding=P('x', 'y'))",
     "ValueError: PartitionSpec passed to dot_general cannot contain axis names that "
     "are of type Auto or Manual. Got PartitionSpec: PartitionSpec('x', 'y') with axis "
     "name: x of type: AxisType.Auto. This error occurs at source: "},
};

/* A sharding that is asked for has to suit the contraction. */
Test(dot_parameters, judge_requests)
{
	testing_programs(requests, ROWS(requests));
}
