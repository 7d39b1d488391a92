/* SPDX-License-Identifier: Apache-2.0 */
/* Keys and what is drawn from them, as types.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case drawn[] = {
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.normal(key, (3, 4))\n"
     "q = jax.random.uniform(key)\n"
     "r = jax.random.normal(key, (2,), jnp.bfloat16)",
     "p f32[3,4]; q f32[]; r bf16[2]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.PRNGKey(0)\n"
     "p = key\n"
     "q = jax.random.normal(key, (3,))\n"
     "r = jax.random.split(key)\n"
     "t = jax.random.split(key, 5)",
     "key u32[2]; p u32[2]; q f32[3]; r u32[2,2]; t u32[5,2]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "q = jax.random.key_data(key)\n"
     "r = jax.random.key_data(jax.random.split(key, (2, 3)))",
     "q u32[2]; r u32[2,3,2]"},
    {"0.10.2", "x=2 y=4", "u u32[2]; w u32[8,2]",
     "p = jax.random.key_data(jax.random.wrap_key_data(u))\n"
     "q = jax.random.key_data(jax.random.wrap_key_data(w))",
     "p u32[2]; q u32[8,2]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.random.wrap_key_data(jnp.ones(2))",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data.dtype = "
     "uint32; got dtype=float32"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "q = jax.random.key_data(jax.random.fold_in(key, 3))",
     "q u32[2]"},
    {"0.10.2", "x=2 y=4", "i i32[8]", "key = jax.random.key(0)\nq = jax.random.fold_in(key, i)",
     "TypeError: fold_in accepts a scalar, but was given an array ofshape (8,) != (). "
     "Use jax.vmap for batching."},
    {"0.10.2", "x=2 y=4", "i i32[8]",
     "key = jax.random.key(0)\n"
     "q = jax.random.key_data(jax.vmap(lambda n: jax.random.fold_in(key, n))(i))",
     "q u32[8,2]"},
    {"0.10.2", "x=2 y=4", "u u32[2]", "p = jax.random.normal(u, (3,))\nq = jax.random.split(u, 2)",
     "p f32[3]; q u32[2,2]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.random.normal(3, (3,))",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data to have "
     "ndim, shape, and dtype attributes. Got 3"},
    {"0.10.2", "x=2 y=4", "w u32[8,2]", "p = jax.random.split(w)",
     "ValueError: split accepts a single key, but was given a key array of shape (8, "
     "2) != (). Use jax.vmap for batching."},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.normal(jax.random.split(key), (3,))",
     "ValueError: normal accepts a single key, but was given a key array of shape (2,) "
     "!= (). Use jax.vmap for batching."},
    {"0.10.2", "x=2 y=4", "", "key = jax.random.key(0)\np = key + 1",
     "TypeError: add does not accept dtypes key<fry>, int32."},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.randint(key, (3,), 0, 10)\n"
     "q = jax.random.bernoulli(key, 0.5, (4,))\n"
     "r = jax.random.bits(key, (2,))\n"
     "t = jax.random.permutation(key, 5)",
     "p i32[3]; q bool[4]; r u32[2]; t i32[5]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.randint(key, (3,), 0, 10, jnp.float32)",
     "TypeError: randint only accepts integer dtypes, got float32"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\np = jax.random.normal(key, (3,), jnp.int32)",
     "ValueError: dtype argument to `normal` must be a float or complex dtype, got "
     "int32"},
    {"0.10.2", "x=2 y=4", "s f32[]",
     "key = jax.random.key(0)\n"
     "p = jax.random.uniform(key, (3, 2), minval=jnp.ones(2), maxval=s)",
     "p f32[3,2]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.uniform(key, (3, 2), minval=jnp.ones(3))",
     "TypeError: mul got incompatible shapes for broadcasting: (3, 2), (1, 3)."},
    {"0.10.2", "x=2 y=4", "i i32[8]",
     "key = jax.random.key(0)\n"
     "p = jax.random.choice(key, 5, (3,))\n"
     "q = jax.random.choice(key, i, (2, 2), replace=False)\n"
     "r = jax.random.permutation(key, i)",
     "p i32[3]; q i32[2,2]; r i32[8]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.choice(key, 5, (6,), replace=False)",
     "ValueError: Cannot take a larger sample (size 6) than population (size 5) when "
     "'replace=False'"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "key = jax.random.key(0)\n"
     "p = jax.random.categorical(key, a)\n"
     "q = jax.random.categorical(key, a, axis=0)",
     "p i32[8@x]; q i32[6]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.truncated_normal(key, -1, 1, (3,))\n"
     "q = jax.random.gumbel(key, (2,))\n"
     "r = jax.random.exponential(key, (2,))\n"
     "t = jax.random.laplace(key)",
     "p f32[3]; q f32[2]; r f32[2]; t f32[]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.normal(key, (8, 4), out_sharding=P('x'))",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.uniform(key, (8, 4), out_sharding=P('x', 'y'))\n"
     "q = jax.random.bits(key, (8,), out_sharding=P('x'))",
     "p f32[8@x,4@y]; q u32[8@x]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.normal(key, (7, 4), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 7. Got shape: (7, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.6.0", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "p = jax.random.normal(key, (7, 4), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 7. Got shape: (7, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))"},
    {"0.10.2", "x=2 y=4", "k u32[8@x,2]",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 8)\n"
     "p = jax.vmap(lambda k: jax.random.normal(k, (3,)))(keys)\n"
     "q = jax.vmap(jax.random.uniform)(keys)",
     "p f32[8,3]; q f32[8]"},
    {"0.10.2", "x=2 y=4", "k u32[8@x,2]",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 8)\n"
     "q = jax.random.key_data(jax.vmap(lambda k: jax.random.split(k, 3))(keys))",
     "q u32[8,3,2]"},
    {"0.10.2", "x=2 y=4", "i i32[8]",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 8)\n"
     "q = jax.random.key_data(jax.vmap(jax.random.fold_in)(keys, i))",
     "q u32[8,2]"},
    {"0.10.2", "x=2 y=4", "w u32[8,2]",
     "p = jax.random.key_data(jax.vmap(jax.random.wrap_key_data)(w))", "p u32[8,2]"},
    {"0.10.2", "x=2 y=4", "i i32[8]",
     "p = jax.vmap(lambda n: jax.random.key_data(jax.random.key(n)))(i)", "p u32[8,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; k u32[8@x,2]",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 8)\n"
     "p = jax.vmap(lambda k, m: m + jax.random.normal(k, (6,)))(keys, a)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; k u32[8@x,2]",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 8)\n"
     "p = jax.vmap(lambda k, m: m + jax.random.normal(k, (6,)))(keys, a)",
     "ValueError: Resource axis: x of PartitionSpec('x',) is not found in mesh: ()."},
    {"0.10.2", "x=2 y=4", "s f32[]",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 4)\n"
     "p = keys.shape[0] * s\n"
     "q = jax.random.key_data(keys[1])\n"
     "r = jax.random.key_data(keys[None, 1:3])\n"
     "t = jax.random.key_data(jnp.stack([keys[0], key]))",
     "p f32[]; q u32[2]; r u32[1,2,2]; t u32[2,2]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 4)\n"
     "q = jax.random.key_data(keys.reshape(2, 2))\n"
     "r = jax.random.key_data(jnp.concatenate([keys, keys]))\n"
     "t = jax.random.key_data(jnp.broadcast_to(key, (3,)))",
     "q u32[2,2,2]; r u32[8,2]; t u32[3,2]"},
    {"0.10.2", "x=2 y=4", "",
     "key = jax.random.key(0)\n"
     "keys = jax.random.split(key, 4)\n"
     "q = jnp.sort(keys)",
     ""},
    {"0.10.2", "x=2 y=4", "s f32[]", "key = jax.random.key(0)\nq = jnp.where(s > 0, key, key)", ""},
    {"0.10.2", "x=2 y=4", "", "key = jax.random.key(0)\nq = key == key", "q bool[]"},
};

/* Keys split, fold and wrap; samples have the shape, dtype and sharding that are asked for. */
Test(random, give_the_types_of_jax)
{
	testing_programs(drawn, ROWS(drawn));
}
