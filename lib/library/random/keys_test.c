/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case keys[] = {
    {"0.10.2", "x=2", "", "y = jax.random.normal(jax.random.key(1))", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jax.random.normal(jax.random.PRNGKey(1))", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jax.random.PRNGKey(0)", "y u32[2]"},
    {"0.10.2", "x=2", "i i32[]", "y = jax.random.PRNGKey(i)", "y u32[2]"},
    {"0.10.2", "x=2", "i i32[]", "y = jax.random.normal(jax.random.key(i), (2,))", "y f32[2]"},
    {"0.10.2", "x=2", "", "y = jax.random.split(jax.random.PRNGKey(0))", "y u32[2,2]"},
    {"0.10.2", "x=2", "", "y = jax.random.split(jax.random.PRNGKey(0), 3)", "y u32[3,2]"},
    {"0.10.2", "x=2", "", "y = jax.random.split(jax.random.PRNGKey(0), (2, 3))", "y u32[2,3,2]"},
    {"0.10.2", "x=2", "k u32[2]", "y = jax.random.split(k, num=4)", "y u32[4,2]"},
    {"0.10.2", "x=2", "", "a, b = jax.random.split(jax.random.PRNGKey(0))", "a u32[2]; b u32[2]"},
    {"0.10.2", "x=2", "i i32[]", "y = jax.random.fold_in(jax.random.PRNGKey(0), i)", "y u32[2]"},
    {"0.10.2", "x=2", "k u32[2]", "y = jax.random.fold_in(k, 7)", "y u32[2]"},
    {"0.10.2", "x=2", "", "y = jax.random.key_data(jax.random.key(0))", "y u32[2]"},
    {"0.10.2", "x=2", "", "y = jax.random.key_data(jax.random.split(jax.random.key(0), 5))",
     "y u32[5,2]"},
    {"0.10.2", "x=2", "k u32[2]", "y = jax.random.normal(jax.random.wrap_key_data(k), (2,))",
     "y f32[2]"},
    {"0.10.2", "x=2", "m u32[3,2]", "y = jax.random.key_data(jax.random.wrap_key_data(m))",
     "y u32[3,2]"},
    {"0.10.2", "x=2", "", "y = jax.random.normal(jax.random.clone(jax.random.key(0)))", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jax.random.key_data(jax.random.key(0, impl='threefry2x32'))",
     "y u32[2]"},
    {"0.10.2", "x=2", "",
     "y = jax.vmap(lambda q: jax.random.normal(q, (2,)))(jax.random.split(jax.random.key(0), 3))",
     "y f32[3,2]"},
    {"0.10.2", "x=2", "s i32[3]",
     "y = jax.vmap(lambda n: jax.random.normal(jax.random.fold_in(jax.random.key(0), n)))(s)",
     "y f32[3]"},
    {"0.10.2", "x=2", "", "y = jax.random.key(0).shape", ""},
    {"0.10.2", "x=2", "", "y = jnp.zeros(jax.random.split(jax.random.key(0), 4).shape)",
     "y f32[4]"},
    {"0.10.2", "x=2", "", "y = jax.random.normal(jax.random.split(jax.random.key(0), 4)[1])",
     "y f32[]"},
};

/* Made of seeds, split, and taken apart. */
Test(random_keys, keys)
{
	testing_programs(keys, ROWS(keys));
}

static const struct program_case keys_refused[] = {
    {"0.10.2", "x=2", "f f32[]", "y = jax.random.key(f)", ""},
    {"0.10.2", "x=2", "", "y = jax.random.key(1.5)", ""},
    {"0.10.2", "x=2", "s i32[3]", "y = jax.random.key(s)",
     "TypeError: key accepts a scalar seed, but was given an array of shape (3,) != "
     "(). Use jax.vmap for batching"},
    {"0.10.2", "x=2", "", "y = jax.random.key()",
     "TypeError: key() missing 1 required positional argument: 'seed'"},
    {"0.10.2", "x=2", "", "y = jax.random.key(0, 'rbg')",
     "TypeError: key() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "", "y = jax.random.key(0, kind='rbg')",
     "TypeError: key() got an unexpected keyword argument 'kind'"},
    {"0.10.2", "x=2", "s i32[3]", "y = jax.random.PRNGKey(s)",
     "TypeError: PRNGKey accepts a scalar seed, but was given an array of shape (3,) "
     "!= (). Use jax.vmap for batching"},
    {"0.10.2", "x=2", "", "y = jax.random.PRNGKey(1.5)", "y u32[2]"},
    {"0.10.2", "x=2", "", "y = jax.random.split(0)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data to have "
     "ndim, shape, and dtype attributes. Got 0"},
    {"0.10.2", "x=2", "k f32[2]", "y = jax.random.split(k)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data.dtype = "
     "uint32; got dtype=float32"},
    {"0.10.2", "x=2", "", "y = jax.random.split(jax.random.split(jax.random.key(0)))",
     "ValueError: split accepts a single key, but was given a key array of shape (2,) "
     "!= (). Use jax.vmap for batching."},
    {"0.10.2", "x=2", "", "y = jax.random.split(jax.random.key(0), n=3)",
     "TypeError: split() got an unexpected keyword argument 'n'"},
    {"0.10.2", "x=2", "", "a, b, c = jax.random.split(jax.random.key(0))",
     "ValueError: not enough values to unpack (expected 3, got 2)"},
    {"0.10.2", "x=2", "s i32[3]", "y = jax.random.fold_in(jax.random.key(0), s)",
     "TypeError: fold_in accepts a scalar, but was given an array ofshape (3,) != (). "
     "Use jax.vmap for batching."},
    {"0.10.2", "x=2", "", "y = jax.random.fold_in(jax.random.key(0), 1.5)", ""},
    {"0.10.2", "x=2", "", "y = jax.random.fold_in(jax.random.key(0))",
     "TypeError: fold_in() missing 1 required positional argument: 'data'"},
    {"0.10.2", "x=2", "", "y = jax.random.fold_in(0, 1)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data to have "
     "ndim, shape, and dtype attributes. Got 0"},
    {"0.10.2", "x=2", "k f32[2]", "y = jax.random.key_data(k)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data.dtype = "
     "uint32; got dtype=float32"},
    {"0.10.2", "x=2", "", "y = jax.random.key_data(jax.random.PRNGKey(0))", "y u32[2]"},
    {"0.10.2", "x=2", "", "y = jax.random.key_data(0)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data to have "
     "ndim, shape, and dtype attributes. Got 0"},
    {"0.10.2", "x=2", "k f32[2]", "y = jax.random.wrap_key_data(k)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data.dtype = "
     "uint32; got dtype=float32"},
    {"0.10.2", "x=2", "", "y = jax.random.normal(jax.random.split(jax.random.key(0)))",
     "ValueError: normal accepts a single key, but was given a key array of shape (2,) "
     "!= (). Use jax.vmap for batching."},
    {"0.10.2", "x=2", "", "y = jax.random.normal(0)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data to have "
     "ndim, shape, and dtype attributes. Got 0"},
    {"0.10.2", "x=2", "", "y = jax.random.normal(None)",
     "TypeError: unexpected PRNG key type <class 'NoneType'>"},
};

/* Seeds that are no integers, data that are no keys. */
Test(random_keys, keys_refused)
{
	testing_programs(keys_refused, ROWS(keys_refused));
}
