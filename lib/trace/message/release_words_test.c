/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of names and arguments that a release does not have. */
#include "testing/program_cases.h"

static const struct program_case cases[] = {
    {"0.6.0", "x=2", "a f32[8@x]", "o = jax.sharding.reshard(a, P())",
     "JAX 0.6.0 has no jax.sharding.reshard; JAX 0.7.0 has it -- this release has it as "
     "jax.experimental.shard.reshard"},
    {"0.7.0", "x=2", "a f32[8@x]", "o = jax.reshard(a, P())",
     "JAX 0.7.0 has no jax.reshard; JAX 0.8.2 has it -- this release has it as "
     "jax.sharding.reshard"},
    {"0.8.2", "x=2", "a f32[8@x]", "o = jax.sharding.PositionalSharding(jax.devices())",
     "JAX 0.8.2 has no jax.sharding.PositionalSharding any more -- write "
     "NamedSharding(mesh, P(…)), with P() to replicate"},
    {"0.6.0", "x=2", "a f32[8@x]", "o = jnp.zeros((8,), out_sharding=P('x'))",
     "jnp.zeros takes no argument 'out_sharding' in JAX 0.6.0; in JAX 0.7.0 it does -- "
     "reshard the result, with 'from jax.experimental.shard import reshard': o = "
     "reshard(jnp.zeros((8,)), P('x'))"},
    {"0.6.0", "x=2", "a f32[8@x]; i i32[2]", "o = a.at[i].set(0.0, out_sharding=P('x'))",
     "a.at[i].set takes no argument 'out_sharding' in JAX 0.6.0; in JAX 0.7.1 it does "
     "-- leave the layout inside to the compiler, with 'from jax.experimental.shard "
     "import auto_axes': o = auto_axes(lambda a, i: a.at[i].set(0.0), "
     "out_shardings=P('x'))(a, i)"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jnp.sum(a, out_sharding=P())",
     "jnp.sum takes no argument 'out_sharding' in JAX 0.12.0.1 -- reshard the result: "
     "o = jax.sharding.reshard(jnp.sum(a), P())"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jnp.sum(a, axes=0)",
     "jnp.sum takes no argument 'axes' in JAX 0.12.0.1 -- did you mean axis=?"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "o = jnp.summ(a)",
     "jax.numpy has no 'summ' -- it has jax.numpy.sum"},
    {"0.12.0.1", "x=2", "a f32[8@x]", "def f(a): return a\no = f(b=a)",
     "f() got an unexpected keyword argument 'b'"},
};

Test(release_words, words)
{
	testing_words(cases, ROWS(cases));
}
