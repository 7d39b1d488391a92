/* SPDX-License-Identifier: Apache-2.0 */
/* Messages call arrays as the program does. */
#include "testing/program_cases.h"

static const struct program_case cases[] = {
    {"0.12.0.1", "x=2", "a f32[8@x,4]; b f32[8,4]", "o = jnp.where(a > 0, a, b)",
     "the values to choose from must be sharded alike, replication included, but are "
     "'b' f32[8,4] and 'a' f32[8@x,4] -- reshard first: o = jnp.where(a > 0, a, "
     "jax.sharding.reshard(b, P('x', None)))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "o = a + b",
     "'a' f32[8@x,4] and 'b' f32[8@y,4] are sharded differently along dimension 0 -- "
     "reshard first: o = a + jax.sharding.reshard(b, P('x', None))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[4,8@y]", "o = jnp.add(a, b.T)",
     "'a' f32[8@x,4] and 'b.T' f32[8@y,4] are sharded differently along dimension 0 -- "
     "reshard first: o = jnp.add(a, jax.sharding.reshard(b.T, P('x', None)))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "o = a\no += b",
     "'o' f32[8@x,4] and 'b' f32[8@y,4] are sharded differently along dimension 0 -- move "
     "one of them first: jax.sharding.reshard(b, P('x', None))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]",
     "def f(left, right): return left * right\no = f(a, b)",
     "'left' f32[8@x,4] and 'right' f32[8@y,4] are sharded differently along dimension "
     "0 -- reshard first: def f(left, right): return left * "
     "jax.sharding.reshard(right, P('x', None))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]",
     "params = {'w': a, 'b': (b, b)}\no = params['w'] - params['b'][1]",
     "'params['w']' f32[8@x,4] and 'params['b'][1]' f32[8@y,4] are sharded differently "
     "along dimension 0 -- reshard first: o = params['w'] - "
     "jax.sharding.reshard(params['b'][1], P('x', None))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]",
     "params = {'w': a, 'b': [b]}\no = jnp.concatenate([params['w'], *params['b']])",
     "arrays that are joined must be sharded alike, but these are 'params['w']' f32[8@x,4] "
     "and 'params['b'][0]' f32[8@y,4] -- reshard them to one sharding first, by "
     "jax.sharding.reshard"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "o = jnp.concatenate((a, b), axis=1)",
     "arrays that are joined must be sharded alike, but these are 'a' f32[8@x,4] and "
     "'b' f32[8@y,4] -- reshard first: o = jnp.concatenate((a, jax.sharding.reshard(b, "
     "P('x', None))), axis=1)"},
    {"0.12.0.1", "x=2 y=2", "a bf16[8@x,4]; b f32[8@y,4]", "o = a + b",
     "'a' f32[8@x,4] and 'b' f32[8@y,4] are sharded differently along dimension 0 -- "
     "reshard first: o = jax.sharding.reshard(a, P('y', None)) + b"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,1]", "o = a / b",
     "'a' f32[8@x,4] and 'b' f32[8@y,1] are sharded differently along dimension 0 -- "
     "reshard first: o = a / jax.sharding.reshard(b, P('x', None))"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = jnp.sort(a, axis=0)",
     "this sorts along dimension 0 of 'a' f32[8@x,4], which is sharded over x -- "
     "reshard first: o = jnp.sort(jax.sharding.reshard(a, P(None, None)), axis=0)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = jnp.cumsum(jnp.tanh(a), axis=0)",
     "this accumulates along dimension 0 of 'jnp.tanh(a)' f32[8@x,4], which is sharded "
     "over x -- reshard first: o = jnp.cumsum(jax.sharding.reshard(jnp.tanh(a), "
     "P(None, None)), axis=0)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]",
     "o = jnp.cumsum(jnp.tanh(jnp.exp(jnp.sin(jnp.cos(a)))), axis=0)",
     "this accumulates along dimension 0 of the array f32[8@x,4], which is sharded "
     "over x -- reshard first: o = "
     "jnp.cumsum(jax.sharding.reshard(jnp.tanh(jnp.exp(jnp.sin(jnp.cos(a)))), P(None, "
     "None)), axis=0)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = a[:3]",
     "dimension 0 of 'a' f32[8@x,4] is cut into 2 shards over x, which do not divide "
     "its new size 3 -- reshard first: o = jax.sharding.reshard(a, P(None, None))[:3]"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = [jnp.cumsum(row, axis=0) for row in (a, a)]",
     "this accumulates along dimension 0 of 'row' f32[8@x,4], which is sharded over x "
     "-- reshard first: o = [jnp.cumsum(jax.sharding.reshard(row, P(None, None)), "
     "axis=0) for row in (a, a)]"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]",
     "def f(q):\n  def g(k): return jnp.cumsum(k + q, axis=0)\n  return g(q)\no = f(a)",
     "this accumulates along dimension 0 of 'k + q' f32[8@x,4], which is sharded over "
     "x -- reshard first: def g(k): return jnp.cumsum(jax.sharding.reshard(k + q, "
     "P(None, None)), axis=0)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = jnp.cumsum(axis=0, a=a)",
     "this accumulates along dimension 0 of 'a' f32[8@x,4], which is sharded over x -- "
     "reshard first: o = jnp.cumsum(axis=0, a=jax.sharding.reshard(a, P(None, None)))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "o = jax.vmap(lambda p, q: p + q)(a, b)",
     "vmap maps dimensions together that are sharded differently: dimension 0 of 'a' "
     "f32[8@x,4] is sharded over x, dimension 0 of 'b' f32[8@y,4] is sharded over y -- "
     "reshard first: o = jax.vmap(lambda p, q: p + q)(a, jax.sharding.reshard(b, "
     "P('x', None)))"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]; b f32[8,4]",
     "o = jax.vmap(lambda p: jnp.concatenate([p, b]))(a)",
     "arrays that are joined differ in rank: 'p' f32[8@x,4] and 'b' f32[8@x,8,4] -- this "
     "fails without any sharding too: jnp.stack joins along a new dimension"},
    {"0.12.0.1", "x=2", "a f32[8,4@x]; b f32[8,4]",
     "o = jax.vmap(lambda p, q: jnp.cumsum(p) + q)(a, b)",
     "without an axis cumsum flattens 'p' f32[4@x], which is sharded -- reshard first: "
     "o = jax.vmap(lambda p, q: jnp.cumsum(jax.sharding.reshard(p, P(None))) + q)(a, "
     "b)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]; s f32[2]",
     "def body(c, e): return jax.sharding.reshard(c, P()), e\no, _ = jax.lax.scan(body, a, s)",
     "'a' goes into the loop as f32[8@x,4], and its body gives f32[8,4] -- reshard "
     "first: o, _ = jax.lax.scan(body, jax.sharding.reshard(a, P(None, None)), s)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]",
     "o = jax.lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P()), a)",
     "'a' goes into the loop as f32[8@x,4], and its body gives f32[8,4] -- reshard "
     "first: o = jax.lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P()), "
     "jax.sharding.reshard(a, P(None, None)))"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]",
     "o = jax.lax.fori_loop(0, 3, lambda i, c: (c[0], jnp.ones((8, 4))), (jnp.ones(3), a * 2))",
     "[1] of the carry goes into the loop as f32[8@x,4], and its body gives f32[8,4] "
     "-- reshard first: o = jax.lax.fori_loop(0, 3, lambda i, c: (c[0], jnp.ones((8, "
     "4))), (jnp.ones(3), jax.sharding.reshard(a * 2, P(None, None))))"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]; n i32[]",
     "o = jax.lax.fori_loop(0, n, lambda i, c: (c, c), a)",
     "the carry goes into the loop as one array and comes out of it as a tuple of 2 -- give "
     "back what the body got, with new values in the same places"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = jax.lax.while_loop(lambda c: True, lambda c: None, a)",
     "the carry goes into the loop as one array and comes out of it as None -- give back "
     "what the body got, with new values in the same places"},
};

Test(argument_name, words)
{
	testing_words(cases, ROWS(cases));
}
