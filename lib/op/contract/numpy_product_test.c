/* SPDX-License-Identifier: Apache-2.0 */
/* The products of jax.numpy: ranks, axes and what they refuse.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case products[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; v f32[3]; s f32[]",
     "p = jnp.kron(a, b)\nq = jnp.kron(v, a)\nr = jnp.kron(s, v)",
     "p f32[6,12]; q f32[2,9]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; i i32[3]; t f32[2,3,4]",
     "p = jnp.kron(a, i)\nq = jnp.kron(t, v)", "p f32[2,9]; q f32[2,3,12]"},
    {"0.10.2", "x=2 y=4", "v f32[3]; c f32[8@x,3]", "p = jnp.kron(c, v)", "p f32[8@x,9]"},
    {"0.10.2", "x=2 y=4", "v f32[3]; c f32[8@x,3]", "p = jnp.kron(v, c)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[1,8@x,3,3], new sizes: (8, 9)"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; s f32[]; c f32[8@x,3]",
     "p = jnp.outer(v, a)\nq = jnp.outer(s, v)\nr = jnp.outer(c, v)",
     "p f32[3,6]; q f32[1,3]; r f32[24@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; s f32[]",
     "p = jnp.inner(a, v)\nq = jnp.inner(a, a)\nr = jnp.inner(v, s)",
     "p f32[2]; q f32[2,2]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.inner(a, b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2 y=4", "v f32[3]; c f32[8@x,3]", "p = jnp.inner(c, v)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; w f32[3]",
     "p = jnp.vdot(v, w)\nq = jnp.vdot(a, a)", "p f32[]; q f32[]"},
    {"0.10.2", "x=2 y=4", "v f32[3]", "p = jnp.vdot(v, jnp.ones(4))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2 y=4", "c f32[8@x,3]", "p = jnp.vdot(c, c)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; t f32[2,3,4]",
     "p = jnp.tensordot(a, b, axes=1)\n"
     "q = jnp.tensordot(a, b, axes=0)\n"
     "r = jnp.tensordot(a, t, axes=2)",
     "p f32[2,4]; q f32[2,3,3,4]; r f32[4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]",
     "p = jnp.tensordot(a, b, axes=((1,), (0,)))\n"
     "q = jnp.tensordot(a, b, axes=(1, 0))\n"
     "r = jnp.tensordot(a, b, axes=(-1, -2))",
     "p f32[2,4]; q f32[2,4]; r f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b, axes=3)",
     "TypeError: Number of tensordot axes (axes 3) exceeds input ranks ((2, 3) and (3, "
     "4))"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (2, 3) and (3, 4)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b, axes=-1)",
     "p f32[2,3,3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b, axes=((0, 1), (0,)))",
     "TypeError: tensordot requires axes lists to have equal length, got (0, 1) and "
     "(0,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b, axes=((0,), (0,)))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (2,) and (3,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b, axes=((2,), (0,)))",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]", "p = jnp.tensordot(a, b, axes=(0, 1, 2))",
     "TypeError: tensordot axes argument must be an int, a pair of ints, or a pair of "
     "lists/tuples of ints."},
    {"0.10.2", "x=2 y=4", "v f32[3]; c f32[8@x,3]", "p = jnp.tensordot(c, v, axes=1)",
     "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; s f32[]; t f32[2,3,4]",
     "p = jnp.dot(s, a)\nq = jnp.dot(t, v[:1])",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (1,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; s f32[]; t f32[2,3,4]",
     "p = jnp.dot(s, a)\nq = jnp.dot(a, t[0])", "p f32[2,3]; q f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.dot(a, a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (2,)."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.dot(jnp.ones((2, 3, 4)), jnp.ones((5, 4, 6)))",
     "p f32[2,3,5,6]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; s f32[]", "p = jnp.matmul(s, a)",
     "ValueError: matmul input operand 0 must have ndim at least 1, but it has ndim 0"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; s f32[]", "p = jnp.matmul(a, s)",
     "ValueError: matmul input operand 1 must have ndim at least 1, but it has ndim 0"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]", "p = jnp.matmul(a, a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (2,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; b f32[3,4]; v f32[3]; w f32[3]",
     "p = jnp.matmul(v, w)\nq = v @ b\nr = a @ w", "p f32[]; q f32[4]; r f32[2]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.matmul(jnp.ones((2, 1, 3, 4)), jnp.ones((5, 4, 6)))",
     "p f32[2,5,3,6]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.matmul(jnp.ones((2, 3, 4)), jnp.ones((5, 4, 6)))",
     "ValueError: Incompatible types for matmul arguments: float32[2,3,4] and "
     "float32[5,4,6]"},
    {"0.10.2", "x=2 y=4", "b f32[3,4]",
     "p = jnp.matmul(jnp.ones((0, 3)), b)\n"
     "q = jnp.matmul(jnp.ones((2, 0)), jnp.ones((0, 4)))",
     "p f32[0,4]; q f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; t f32[2,3,4]",
     "p = jnp.trace(t, axis1=0, axis2=2)\n"
     "q = jnp.diagonal(a, 1)\n"
     "r = jnp.diagonal(t, axis1=1, axis2=2)",
     "p f32[3]; q f32[2]; r f32[2,3]"},
    {"0.10.2", "x=2 y=4", "v f32[3]", "p = jnp.trace(v)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2 y=4", "a f32[2,3]; v f32[3]; t f32[2,3,4]",
     "p = jnp.linalg.norm(a)\n"
     "q = jnp.linalg.norm(t, axis=(0, 1))\n"
     "r = jnp.linalg.norm(v, ord=1, keepdims=True)",
     "p f32[]; q f32[4]; r f32[1]"},
    {"0.10.2", "x=2 y=4", "t f32[2,3,4]", "p = jnp.linalg.norm(t, ord=2)",
     "ValueError: Improper number of axes for norm: axis=(0, 1, 2). Pass one axis to "
     "compute a vector-norm, or two axes to compute a matrix-norm."},
};

/* Each product brings its operands into the form that it contracts. */
Test(numpy_product, give_the_types_of_jax)
{
	testing_programs(products, ROWS(products));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "c f32[8@x,3]", "p = jax.vmap(lambda q: jnp.kron(q, jnp.ones(2)))(c)",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]",
     "p = jax.vmap(lambda q: jnp.tensordot(q, jnp.ones((3, 4)), axes=1))(a)", "p f32[8@x,2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]", "p = jax.vmap(lambda q: jnp.inner(q, q))(a)",
     "p f32[8@x,2,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,3]", "p = jax.vmap(jnp.linalg.norm)(a)", "p f32[8@x]"},
};

/* vmap of products. */
Test(numpy_product, map_products)
{
	testing_programs(mapped, ROWS(mapped));
}
