/* SPDX-License-Identifier: Apache-2.0 */
/* How findings speak of arrays and their shardings. */
#include "testing/program_cases.h"

static const struct program_case cases[] = {
    {"0.12.0.1", "x=2 y=2", "a f32[8@(x,y),4]; b f32[8@y,4]", "o = a + b",
     "'a' f32[8@(x,y),4] and 'b' f32[8@y,4] are sharded differently along dimension 0 "
     "-- reshard first: o = a + jax.sharding.reshard(b, P(('x', 'y'), None))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4@y]; b f32[4@y,8]", "o = a @ b",
     "each device holds a part of the sum, and nothing says how the parts are joined: "
     "dimension 1 of 'a' f32[8@x,4@y] is sharded over y, dimension 0 of 'b' f32[4@y,8] "
     "is sharded over y -- say how the result is sharded: o = jnp.matmul(a, b, "
     "out_sharding=P('x', None)); the parts are joined by all-reduce; "
     "out_sharding=P('x', 'y') has them joined by reduce-scatter"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4@y]; b f32[4,8]", "o = a @ b.T",
     "dimensions that are summed over differ: dimension 1 of 'a' f32[8@x,4@y] has size 4, "
     "dimension 0 of 'b.T' f32[8,4] 8 -- this fails without any sharding too: transpose or "
     "reshape an operand so that the sizes are equal"},
    {"0.12.0.1", "x=2", "a f32[4,8@x,4]; b f32[4@x,4,8]", "o = a @ b",
     "batch dimensions are sharded differently: dimension 0 of 'a' f32[4,8@x,4] is not "
     "sharded, dimension 0 of 'b' f32[4@x,4,8] is sharded over x -- reshard first: o = "
     "a @ jax.sharding.reshard(b, P(None, 'x', None))"},
    {"0.12.0.1", "x=2", "a f32[4,8,4]; b f32[3,4,8]", "o = a @ b",
     "batch dimensions differ in size: dimension 0 of 'a' f32[4,8,4] has size 4, dimension "
     "0 of 'b' f32[3,4,8] has size 3 -- this fails without any sharding too: sizes must be "
     "equal or 1"},
    {"0.12.0.1", "x=2", "a f32[8@x]; i i32[4]", "o = a[i]",
     "dimension 0 of 'a' f32[8@x] is sharded over x, and indexed: an index may point "
     "to what another device holds -- say how the result is sharded: o = "
     "a.at[i].get(out_sharding=P(None))"},
    {"0.12.0.1", "x=2", "a f32[8]; i i32[4@x]", "o = a[i]",
     "dimension 0 of the indices is sharded over x: each device would look up other "
     "elements -- say how the result is sharded: o = a.at[i].get(out_sharding=P('x'))"},
    {"0.12.0.1", "x=2", "a f32[8@x]; i i32[4]", "o = a.at[i].set(1.0)",
     "dimension 0 of 'a' f32[8@x] is sharded over x, and indexed: an index may point "
     "to what another device holds -- say how the result is sharded: o = "
     "a.at[i].set(1.0, out_sharding=P('x'))"},
    {"0.12.0.1", "x=2", "a f32[8]; i i32[4]; v f32[4@x]", "o = a.at[i].add(v)",
     "'v' f32[4@x] is sharded otherwise than what it is to fill, f32[4] -- say how the "
     "result is sharded: o = a.at[i].add(v, out_sharding=P(None))"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "o = a.reshape(32)\np = a.reshape(4, 8)",
     "how 'a' f32[8@x,4] is sharded once it has the shape (4, 8) cannot be told -- say "
     "how the result is sharded: p = a.reshape(4, 8, out_sharding=P('x', None))"},
    {"0.12.0.1", "x=2", "a f32[8,4]; u f32[1,4@x]",
     "o = jax.lax.dynamic_update_slice(a, u, (0, 0))",
     "'u' f32[1,4@x] cannot be written into 'a' f32[8,4]: it is sharded otherwise -- "
     "reshard first: o = jax.lax.dynamic_update_slice(jax.sharding.reshard(a, P(None, "
     "'x')), u, (0, 0))"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]; u f32[1,4]",
     "o = jax.lax.dynamic_update_slice(a, u, (0, 0))",
     "'u' f32[1,4] cannot be written into 'a' f32[8@x,4]: it is sharded otherwise -- "
     "reshard first: o = jax.lax.dynamic_update_slice(jax.sharding.reshard(a, P(None, "
     "None)), u, (0, 0))"},
    {"0.12.0.1", "x=2", "a f32[8,4]; u f32[9,4]", "o = jax.lax.dynamic_update_slice(a, u, (0, 0))",
     "'u' f32[9,4] does not fit into 'a' f32[8,4] -- this fails without any sharding too: "
     "an update has the rank of the array, and is nowhere larger"},
    {"0.12.0.1", "x=2", "v f32[4@x]", "o = jnp.broadcast_to(v, (8, 4), out_sharding=P())",
     "'v' f32[4@x] is sharded otherwise than what it is to fill, f32[8,4] -- write: o "
     "= jnp.broadcast_to(v, (8, 4), out_sharding=P(None, 'x'))"},
    {"0.12.0.1", "x=2", "v f32[3]", "o = jnp.broadcast_to(v, (8, 4))",
     "'v' f32[3] cannot be broadcast to the shape (8, 4) -- this fails without any sharding "
     "too: counted from the last, each size must be equal or 1"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[1,4@x]", "o = a * b",
     "the result of 'a' f32[8@x,4] and 'b' f32[1,4@x] would be f32[8@x,4@x], with mesh "
     "axis 'x' on two dimensions -- reshard first: o = jax.sharding.reshard(a, P(None, "
     "'x')) * b"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jax.sharding.reshard(a, P(None, 'x'))",
     "dimension 1 of the result has size 3, which 2 shards over x do not divide -- "
     "write: o = jax.sharding.reshard(a, P(None, None))"},
    {"0.12.0.1", "x=2", "a f32[8,4]", "o = jax.sharding.reshard(a, P('x', None, None))",
     "the sharding P('x', None, None) has 3 entries, but the array has rank 2 -- "
     "write: o = jax.sharding.reshard(a, P('x', None))"},
    {"0.12.0.1", "x=2", "a f32[]", "o = jax.sharding.reshard(a, P('x'))",
     "the sharding P('x') has 1 entry, but the array has rank 0 -- write: o = "
     "jax.sharding.reshard(a, P())"},
    {"0.12.0.1", "x=2", "a f32[8@x,4,4]",
     "o = jnp.linalg.cholesky(a)\np = jnp.linalg.cholesky(jax.sharding.reshard(a, P(None, 'x')))",
     "the condition bool[8,4,4] is sharded otherwise than the values that it chooses "
     "between, f32[8@x,4,4] -- reshard first: o = "
     "jnp.linalg.cholesky(jax.sharding.reshard(a, P(None, None, None)))"},
    {"0.12.0.1", "x=2", "a f32[8@x]; b f32[8]", "o, p = jax.lax.sort((a, b))",
     "this sorts along dimension 0 of 'a' f32[8@x], which is sharded over x -- reshard "
     "first: o, p = jax.lax.sort((jax.sharding.reshard(a, P(None)), b))"},
    {"0.12.0.1", "x=2", "a f32[4,8@x]; b f32[4,8]", "o, p = jax.lax.sort((b, a), dimension=0)",
     "arrays that are sorted together must be sharded alike, but are 'b' f32[4,8] and "
     "'a' f32[4,8@x] -- reshard first: o, p = jax.lax.sort((jax.sharding.reshard(b, "
     "P(None, 'x')), a), dimension=0)"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jnp.repeat(a, 2)",
     "jnp.repeat without an axis flattens 'a' f32[8@x]: it does not tell by itself how "
     "the result lies -- say how the result is sharded: o = jnp.repeat(a, 2, "
     "out_sharding=P(None))"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jnp.roll(a, 2)\np = jnp.tile(a, 2)\nq = jnp.unstack(a)",
     "dimension 0 of 'a' f32[8@x] is sharded over x, and is to be rolled over -- "
     "reshard first: o = jnp.roll(jax.sharding.reshard(a, P(None)), 2)"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]; b f32[8,4]",
     "o = jax.lax.scan(lambda c, e: (c, e), 0.0, (b, a))",
     "dimension 0 of 'a' f32[8@x,4] is sharded over x: each iteration needs an element "
     "that other devices do not have -- reshard first: o = jax.lax.scan(lambda c, e: "
     "(c, e), 0.0, (b, jax.sharding.reshard(a, P(None, None))))"},
    {"0.12.0.1", "x=2", "a f32[8,4@x]; b f32[4,8]", "o = jax.vmap(jnp.dot, in_axes=(1, 1))(a, b)",
     "vmap maps 4 examples, but dimension 1 of 'b' f32[4,8] has size 8 -- map dimensions of "
     "equal size, or give in_axes=None for what is shared"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]; w f32[4@x]",
     "o = jax.vmap(jnp.dot, in_axes=(0, None))(a, w)",
     "vmap maps over x, over which 'w' f32[4@x], which it does not map, is sharded too "
     "-- reshard first: o = jax.vmap(jnp.dot, in_axes=(0, None))(a, "
     "jax.sharding.reshard(w, P(None)))"},
    {"0.12.0.1", "x=2", "a f32[8]; b f32[4]", "o = jax.vmap(jnp.add)(a, b)",
     "vmap maps 8 examples, but dimension 0 of 'b' f32[4] has size 4 -- map dimensions of "
     "equal size, or give in_axes=None for what is shared"},
    {"0.12.0.1", "x=2", "a f32[8]; b f32[4]", "o = a + b",
     "the shapes of 'a' f32[8] and 'b' f32[4] do not fit together -- this fails without any "
     "sharding too: two sizes must be equal, or one of them 1"},
    {"0.12.0.1", "x=2", "a f32[8]; b f32[4,8]", "o = jax.lax.add(a, b)",
     "lax.add takes arrays of one rank, but these are 'a' f32[8] and 'b' f32[4,8] -- the "
     "functions of jax.numpy broadcast ranks; those of jax.lax do not"},
    {"0.12.0.1", "x=2", "a f32[8]; b bf16[8]", "o = jax.lax.add(a, b)",
     "lax.add converts nothing: 'a' f32[8] and 'b' bf16[8] differ in dtype -- use jnp.add, "
     "or convert one operand"},
    {"0.12.0.1", "x=2", "a i32[8]", "o = jax.lax.exp(a)",
     "'exp' takes no int32: its dtypes are floating, complexfloating -- convert it first, "
     "as .astype(jnp.float32) does"},
    {"0.12.0.1", "x=2", "a f32[8,3]; b f32[8,4]", "o = jnp.concatenate([a, b])",
     "arrays joined along dimension 0 differ in another one: 'a' f32[8,3] and 'b' f32[8,4] "
     "-- this fails without any sharding too: only dimension 0 may differ"},
    {"0.12.0.1", "x=2", "a f32[8]; b f32[8,4]", "o = jnp.concatenate([a, b])",
     "arrays that are joined differ in rank: 'a' f32[8] and 'b' f32[8,4] -- this fails "
     "without any sharding too: jnp.stack joins along a new dimension"},
    {"0.12.0.1", "x=2", "a f32[8,3]",
     "o = jnp.reshape(a, (5, 5))\np = jnp.split(a, 3)\nq = jax.lax.split(a, (4, 5))\n",
     "the 24 elements of 'a' f32[8,3] do not fill the shape (5, 5) -- this fails without "
     "any sharding too: the number of elements changes"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jnp.transpose(a, (0, 0))",
     "a transpose names each of the 2 dimensions of 'a' f32[8,3] once"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jax.lax.transpose(a, (1,))",
     "the order names each of the 2 dimensions of 'a' f32[8,3] once"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jnp.squeeze(a, 0)",
     "only a dimension of size 1 can be taken out of 'a' f32[8,3] -- this fails without any "
     "sharding too: x[0] takes one element, x.reshape joins dimensions"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jax.lax.squeeze(a, (0,))",
     "only a dimension of size 1 can be taken out of 'a' f32[8,3] -- this fails without any "
     "sharding too: x[0] takes one element, x.reshape joins dimensions"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jax.lax.top_k(a, 4)",
     "the 4 largest of 3 elements cannot be chosen -- this fails without any sharding too: "
     "dimension 1 of 'a' f32[8,3] is as long as that"},
    {"0.12.0.1", "x=2", "a f32[8,3]", "o = jax.lax.pad(a, 0.0, ((-9, 0, 0), (0, 0, 0)))",
     "the negative padding takes more from dimension 0 than its 8 elements"},
    {"0.12.0.1", "x=2", "a f32[8]", "o = jax.lax.broadcasted_iota(jnp.int32, (2, 3), 2)",
     "there is no dimension 2 in a shape of 2 sizes"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jnp.cumsum(a)",
     "without an axis cumsum flattens 'a' f32[8@x], which is sharded -- reshard first: "
     "o = jnp.cumsum(jax.sharding.reshard(a, P(None)))"},
    {"0.12.0.1", "x=2", "a f32[8]", "o = jax.device_put(a, NamedSharding(mesh, P('x', None)))",
     "the sharding of 'a' has 2 entries, but the array has rank 1 -- write: o = "
     "jax.device_put(a, NamedSharding(mesh, P('x')))"},
    {"0.12.0.1", "x=2", "a f32[7]", "o = jax.device_put(a, NamedSharding(mesh, P('x')))",
     "dimension 0 of 'a' has size 7, which x = 2 does not divide -- write: o = "
     "jax.device_put(a, NamedSharding(mesh, P(None)))"},
    {"0.12.0.1", "x=2", "a f32[8]", "o = jax.sharding.reshard(a, P('q'))",
     "the mesh has no axis 'q' -- write: o = jax.sharding.reshard(a, P(None))"},
    {"0.12.0.1", "x=2", "a f32[8,4]", "o = jax.sharding.reshard(a, P('x', 'x'))",
     "axis 'x' is used twice in the sharding -- write: o = jax.sharding.reshard(a, "
     "P('x', None))"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jax.lax.with_sharding_constraint(a, P())",
     "on explicit axes a constraint moves nothing, and the array is sharded P('x'), "
     "not P(None) -- on explicit axes it is reshard that moves an array: o = "
     "jax.sharding.reshard(a, P())"},
    {"0.6.2", "x=2", "a f32[8@x]", "o = jax.lax.with_sharding_constraint(a, P())",
     "with_sharding_constraint can only use auto axes of the mesh, and all of its axes "
     "are explicit -- on explicit axes it is reshard that moves an array, with 'from "
     "jax.experimental.shard import reshard': o = reshard(a, P())"},
    {"0.12.0.1", "auto x=2", "a f32[8]", "o = jax.sharding.reshard(a, P('x'))",
     "a sharding can be asked for over explicit axes only, and 'x' is auto -- leave 'x' out "
     "of the sharding, use jax.lax.with_sharding_constraint, or make the axis explicit in "
     "'types' of the mesh"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,8@y]; b f32[8@y,8]",
     "u = jnp.matmul(a, b, out_sharding=P('x', None, unreduced={'y'}))\no = jnp.sin(u)\np = u * "
     "u\nq = u + b",
     "'u' f32[8@x,8]{U:y} is a sum still to be taken, and sin of its parts is no part "
     "of the result -- reshard first: o = jnp.sin(jax.sharding.reshard(u, P('x', "
     "None)))"},
    {"0.6.0", "x=2", "a f32[8@x,4]; i i32[2]", "o = a.at[i].set(0.0)",
     "JAX 0.6.0 cannot shard scatter on explicit axes -- leave the layout inside to "
     "the compiler, with 'from jax.experimental.shard import auto_axes': o = "
     "auto_axes(lambda a, i: a.at[i].set(0.0), out_shardings=P('x', None))(a, i)"},
};

Test(words, words)
{
	testing_words(cases, ROWS(cases));
}
