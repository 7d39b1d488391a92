/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions: axes, dtypes, starting values, and what they refuse.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case axes[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis=(0, 0))",
     "ValueError: duplicate value in 'axis': (0, 0)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis=(0, -2))",
     "ValueError: duplicate value in 'axis': (0, -2)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; s f32[]",
     "p = jnp.sum(s)\nq = jnp.sum(s, keepdims=True)\nr = jnp.sum(a, axis=())",
     "p f32[]; q f32[]; r f32[8,6]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.sum(s, axis=0)",
     "ValueError: axis 0 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.sum(s, axis=-1)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis='0')",
     "NameError: Found an unbound axis name: 0. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis=1.0)",
     "TypeError: 'float' object is not iterable"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, axis=[0, 1])", "p f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.sum(a, (0, 1), keepdims=True)\n"
     "q = jnp.prod(a, axis=-1)\n"
     "r = jnp.max(a, axis=(-1,))",
     "p f32[1,1]; q f32[8]; r f32[8]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]",
     "p = jnp.sum(c, axis=0)\n"
     "q = jnp.sum(c, axis=1, keepdims=True)\n"
     "r = jnp.mean(c)",
     "p f32[4@y]; q f32[8@x,1]; r f32[]"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]", "p = jnp.max(e)",
     "ValueError: zero-size array to reduction operation max which has no identity"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]", "p = jnp.max(e, axis=0)",
     "ValueError: zero-size array to reduction operation max which has no identity"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]",
     "p = jnp.max(e, axis=1)\nq = jnp.sum(e)\nr = jnp.prod(e, axis=0)",
     "p f32[0]; q f32[]; r f32[6]"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]",
     "p = jnp.max(e, initial=0.0)\nq = jnp.min(e, axis=0, initial=1)", "p f32[]; q f32[6]"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]", "p = jnp.argmax(e)",
     "ValueError: attempt to get argmax of an empty sequence"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]", "p = jnp.argmax(e, axis=0)",
     "ValueError: attempt to get argmax of an empty sequence"},
    {"0.10.2", "x=2 y=4", "e f32[0,6]", "p = jnp.argmax(e, axis=1)", "p i32[0]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.argmax(a)\n"
     "q = jnp.argmin(a, axis=-1)\n"
     "r = jnp.argmax(a, axis=0, keepdims=True)",
     "p i32[]; q i32[8]; r i32[1,6]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.argmax(s)", "p i32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.argmax(a, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.argmax(c, axis=0)", "p i32[4@y]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.argmax(c)", "p i32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; c f32[8@x,4@y]; b bool[8,6]",
     "p = jnp.all(a)\n"
     "q = jnp.any(b, axis=0)\n"
     "r = jnp.any(c, axis=1, keepdims=True)",
     "p bool[]; q bool[6]; r bool[8@x,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]",
     "p = jnp.sum(a, where=b)\n"
     "q = jnp.max(a, where=b, initial=0)\n"
     "r = jnp.mean(a, where=b)",
     "p f32[]; q f32[]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]", "p = jnp.max(a, where=b)",
     "ValueError: reduction operation max does not have an identity, so to use a where "
     "mask one has to specify 'initial'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, where=1)",
     "ValueError: jnp.sum: where must be None or a boolean array; got "
     "where.dtype=dtype('int32')."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, where=jnp.ones((8, 5), jnp.bool_))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8, 5), (8, 6), ()]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.sum(a, initial=2)\nq = jnp.sum(a, initial=jnp.ones(3))",
     "ValueError: initial value must be a scalar. Got array of shape (3,)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sum(a, out=a)",
     "NotImplementedError: The 'out' argument to jnp.sum is not supported."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.sum([1, 2, 3])",
     "TypeError: sum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; e f32[0,6]; c f32[8@x,4@y]",
     "p = jnp.mean(e, axis=0)\nq = jnp.var(a, ddof=1)\nr = jnp.std(c, axis=0)",
     "p f32[6]; q f32[]; r f32[4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.ptp(a)\nq = jnp.ptp(a, axis=0)\nr = jnp.count_nonzero(a, axis=1)",
     "p f32[]; q f32[6]; r i32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.average(a)\nq = jnp.average(a, axis=0, weights=jnp.ones(8))", "p f32[]; q f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.average(a, weights=jnp.ones(8))",
     "ValueError: Axis must be specified when shapes of a and weights differ."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.average(a, axis=1, weights=jnp.ones(8))",
     "ValueError: Shape of weights must be consistent with shape of a along specified "
     "axis."},
};

/* The axes of a reduction are of the array, and each is named once. */
Test(reduce_parameters, judge_axes)
{
	testing_programs(axes, ROWS(axes));
}

static const struct program_case dtypes[] = {
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]; z c64[3]; h bf16[3]",
     "p = jnp.sum(b)\n"
     "q = jnp.sum(i)\n"
     "r = jnp.sum(u)\n"
     "s = jnp.sum(h)\n"
     "t = jnp.sum(z)",
     "p i32[]; q i32[]; r u32[]; s bf16[]; t c64[]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; z c64[3]; h bf16[3]",
     "p = jnp.mean(b)\nq = jnp.mean(i)\nr = jnp.mean(h)\ns = jnp.mean(z)",
     "p f32[]; q f32[]; r bf16[]; s c64[]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]",
     "p = jnp.prod(b)\nq = jnp.prod(u)\nr = jnp.max(b)\ns = jnp.min(i)",
     "p i32[]; q u32[]; r bool[]; s i8[]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; u u8[3]",
     "p = jnp.sum(i, promote_integers=False)\n"
     "q = jnp.prod(u, promote_integers=False)",
     "p i8[]; q u8[]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; h bf16[3]",
     "p = jnp.sum(i, dtype=jnp.float32)\n"
     "q = jnp.sum(h, dtype=jnp.int32)\n"
     "r = jnp.mean(i, dtype=jnp.int32)",
     "p f32[]; q i32[]; r i32[]"},
    {"0.10.2", "x=2 y=4", "z c64[3]; h bf16[3]; l i32[3]",
     "p = jnp.mean(l, dtype=jnp.bfloat16)\n"
     "q = jnp.var(l)\n"
     "r = jnp.var(z)\n"
     "s = jnp.std(h)",
     "p bf16[]; q f32[]; r f32[]; s bf16[]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = jnp.var(z, dtype=jnp.float32)",
     "ValueError: jax.numpy.var does not yet support real dtype parameters when "
     "computing the variance of an array of complex values. The semantics of numpy.var "
     "seem unclear in this case. Please comment on "
     "https://github.com/jax-ml/jax/issues/2283 if this behavior is important to you."},
    {"0.10.2", "x=2 y=4", "i i8[3]; h bf16[3]",
     "p = jnp.var(h, dtype=jnp.float32)\nq = jnp.std(i, dtype=jnp.float16)", "p f32[]; q f16[]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = jnp.var(l, dtype=jnp.int32)", "p f32[]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = jnp.max(z)\nq = jnp.argmax(z)", "p c64[]; q i32[]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; z c64[3]", "p = jnp.argmax(b)\nq = jnp.argmax(z)",
     "p i32[]; q i32[]"},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = jnp.sum(b, dtype=jnp.bool_)", "p bool[]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]; h bf16[3]",
     "p = jnp.cumsum(b)\n"
     "q = jnp.cumsum(i)\n"
     "r = jnp.cumprod(u)\n"
     "s = jnp.cumsum(h, dtype=jnp.float32)",
     "p i32[3]; q i8[3]; r u8[3]; s f32[3]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.sum(2)\nq = jnp.sum(2.5)\nr = jnp.mean(3)\ns = jnp.sum(True)",
     "p i32[]; q f32[]; r f32[]; s i32[]"},
    {"0.10.2", "x=2 y=4", "h bf16[3]; f f16[3]; l i32[3]",
     "p = jnp.logaddexp(h, f)\n"
     "q = jax.nn.logsumexp(l)\n"
     "r = jax.nn.logsumexp(h)",
     "p f32[3]; q f32[]; r bf16[]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; z c64[3]", "p = jnp.all(z)\nq = jnp.any(i)",
     "p bool[]; q bool[]"},
};

/* What sums and means are accumulated and given in. */
Test(reduce_parameters, give_dtypes)
{
	testing_programs(dtypes, ROWS(dtypes));
}

static const struct program_case lax[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce([a], [0.0], lambda p, q: (p[0] + q[0],), (0,))", "p[0] f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p = lax.reduce((a, i), (0.0, 0), lambda p, q: p[0] + q[0], (0,))",
     "ValueError: Too many leaves for PyTreeDef; expected 1."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]",
     "p = lax.reduce_sum(a, (0,))\n"
     "q = lax.reduce_max(a, (0, 1))\n"
     "r = lax.reduce_and(b, (1,))",
     "p f32[6]; q f32[]; r bool[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce_sum(a, (2,))",
     "ValueError: reduction axes (2,) contains out-of-bounds indices for float32[8,6]."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce_sum(a, (0, 0))",
     "ValueError: duplicate value in 'axes' of reduction: (0, 0)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce_sum(a, (-1,))",
     "ValueError: reduction axes (-1,) contains out-of-bounds indices for "
     "float32[8,6]."},
    {"0.10.2", "x=2 y=4", "b bool[8,6]", "p = lax.reduce_sum(b, (0,))",
     "TypeError: reduce_sum does not accept dtype bool. Accepted dtypes are subtypes "
     "of number."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce_and(a, (0,))",
     "TypeError: logical reduction requires operand dtype bool or int, got float32."},
    {"0.10.2", "x=2 y=4", "", "p = lax.reduce_max(jnp.ones(3, jnp.complex64), (0,))", "p c64[]"},
    {"0.10.2", "x=2 y=4", "i i32[8,6]; b bool[8,6]",
     "p = lax.reduce_or(i, (0,))\nq = lax.reduce_xor(b, (0,))", "p i32[6]; q bool[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce(a, 0.0, lax.add, (0,))\n"
     "q = lax.reduce(a, 1.0, lax.mul, (0, 1))\n"
     "r = lax.reduce(a, -jnp.inf, lax.max, (1,))",
     "p f32[6]; q f32[]; r f32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]",
     "p = lax.reduce(a, jnp.inf, lax.min, (1,))\n"
     "q = lax.reduce(b, True, lax.bitwise_and, (0,))\n"
     "r = lax.reduce(b, False, lax.bitwise_or, (0,))",
     "p f32[8]; q bool[6]; r bool[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; s f32[]", "p = lax.reduce(a, s, lax.add, (0,))", "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 2.0, lax.add, (0,))", "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 0.0, lambda p, q: p + q, (0,))",
     "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 0.0, lambda p, q: p * 2 + q, (0,))",
     "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 0, lax.add, (0,))", "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, jnp.zeros(3), lax.add, (0,))",
     "ValueError: reduce found non-scalar initial value: [(3,)]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 0.0, lax.add, (2,))",
     "ValueError: reduction axes (2,) contains out-of-bounds indices for float32[8,6]."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 0.0, lambda p, q: (p, q), (0,))",
     "ValueError: Too few leaves for PyTreeDef; expected 2, got 1"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.reduce(a, 0.0, lambda p, q: p > q, (0,))",
     "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p, q = lax.reduce((a, i), (0.0, 0), lambda p, q: (p[0] + q[0], p[1] * q[1]), (0,))",
     "p f32[6]; q i32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p, q = lax.reduce((a, jnp.ones((8, 5))), (0.0, 0.0), lambda p, q: (p[0] + q[0], p[1] * "
     "q[1]), (0,))",
     "p f32[6]; q f32[5]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p = lax.reduce((a, i), (0.0,), lambda p, q: p, (0,))",
     "ValueError: Operands must have the same tree structure as init_values: "
     "PyTreeDef((*, *)) vs. PyTreeDef((*,))"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p = lax.reduce(c, 0.0, lax.add, (0,))", "p f32[4]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p = lax.reduce(c, 0.0, lax.add, (1,))", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p = lax.reduce(c, 0.0, lambda p, q: p * q + p, (1,))",
     "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p = lax.reduce(c, 0.0, lambda p, q: p * q + p, (0,))",
     "p f32[4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.argmax(a, 1, jnp.int32)\nq = lax.argmin(a, 0, jnp.int8)", "p i32[8]; q i8[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.argmax(a, 2, jnp.int32)",
     "ValueError: Invalid axis 2 for operand shape (8, 6)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.argmax(a, -1, jnp.int32)",
     "ValueError: Invalid axis -1 for operand shape (8, 6)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.argmax(a, 0, jnp.float32)",
     "TypeError: index_dtype must be an integer type, but got float32"},
    {"0.10.2", "x=2 y=4", "", "p = lax.argmax(jnp.ones((0, 3)), 0, jnp.int32)",
     "ValueError: argmin and argmax require non-empty reduced dimension. "
     "operand.shape=(0, 3) axis=0"},
    {"0.10.2", "x=2 y=4", "", "p = lax.argmax(jnp.ones(3, jnp.complex64), 0, jnp.int32)",
     "p i32[]"},
};

/* The reductions of lax take axes in front order and starting values of the dtype. */
Test(reduce_parameters, judge_lax_reductions)
{
	testing_programs(lax, ROWS(lax));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; b f32[6,8@x]; c f32[8@x,4@y]",
     "p = jax.vmap(jnp.sum)(a)\n"
     "q = jax.vmap(jnp.sum, in_axes=1)(b)\n"
     "r = jax.vmap(jnp.sum)(c)",
     "p f32[8@x]; q f32[8@x]; r f32[8@x]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p = jax.vmap(lambda q: jnp.sum(q, axis=0, keepdims=True), in_axes=1, out_axes=1)(b)",
     "p f32[1,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.reduce_max(q, (0,)))(a)\n"
     "q = jax.vmap(lambda q: lax.reduce_and(q > 0, (0,)))(a)",
     "p f32[8@x]; q bool[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; b f32[6,8@x]",
     "p = jax.vmap(jnp.argmax)(a)\nq = jax.vmap(jnp.argmin, in_axes=1)(b)",
     "p i32[8@x]; q i32[8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jax.vmap(jnp.argmax)(c)", "p i32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.reduce(q, 0.0, lax.add, (0,)))(a)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.reduce(q, 0.0, lambda m, n: m * n + m, (0,)))(a)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: lax.reduce(q, r, lax.add, (0,)))(a, s)", "NotImplementedError: "},
    {"0.10.2", "x=2 y=4", "s f32[8@x]",
     "p = jax.vmap(lambda r: lax.reduce(jnp.ones(3), r, lax.add, (0,)))(s)",
     "NotImplementedError: "},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: lax.reduce(q, r, lambda m, n: m * n + m, (0,)))(a, s)",
     "NotImplementedError: "},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8@x,6]",
     "p, q = jax.vmap(lambda q, r: lax.reduce((q, r), (0.0, 0), lambda m, n: (m[0] + n[0], m[1] + "
     "n[1]), (0,)))(a, i)",
     "p f32[8@x]; q i32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8@x,6]",
     "p = jax.vmap(jnp.mean)(i)\n"
     "q = jax.vmap(jnp.var)(a)\n"
     "r = jax.vmap(jnp.any)(a > 0)",
     "p f32[8@x]; q f32[8@x]; r bool[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jax.vmap(jnp.sum, in_axes=(None,), axis_size=3)(a)",
     "p f32[3]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.vmap(jax.vmap(jnp.max))(jnp.ones((8, 3, 2)))", "p f32[8,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q, w: jnp.average(q, weights=w))(a, a)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(jax.nn.logsumexp)(a)\nq = jax.vmap(jax.nn.softmax)(a)",
     "p f32[8@x]; q f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(jax.nn.logsumexp)(a)\nq = jax.vmap(jax.nn.softmax)(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None,)), NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec('x',))]."},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jax.vmap(jax.nn.softmax)(c)", "p f32[8@x,4@y]"},
};

/* vmap of reductions. */
Test(reduce_parameters, map_reductions)
{
	testing_programs(mapped, ROWS(mapped));
}
