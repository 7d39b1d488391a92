/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case collectives_over_a_mapped_axis[] = {
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r, 'i'), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.pmean(r, 'i'), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.pmax(r, 'i'), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.pmin(r, 'i'), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: r / lax.psum(1, 'i'), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: r - lax.pmean(r.sum(), 'i'), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum({'u': r, 'v': 2.0}, 'i')['u'], axis_name='i')(a)",
     "y f32[4,3]"},
    {"0.10.2", "x=2", "i i32[5]",
     "y = jax.vmap(lambda r: lax.axis_index('i') + r, axis_name='i')(i)", "y i32[5]"},
    {"0.10.2", "x=2", "i i32[5]",
     "y = jax.vmap(lambda r: r * lax.axis_size('i'), axis_name='i')(i)", "y i32[5]"},
    {"0.10.2", "x=2", "i i32[5]; b f32[2,4,3]",
     "y = jax.vmap(jax.vmap(lambda r: lax.psum(r, ('i', 'j')), axis_name='j'), axis_name='i')(b)",
     "y f32[2,4,3]"},
    {"0.10.2", "x=2", "i i32[5]; b f32[2,4,3]",
     "y = jax.vmap(jax.vmap(lambda r: lax.pmax(r, 'i'), axis_name='j'), axis_name='i')(b)",
     "y f32[2,4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r, axis_name='i'), axis_name='i', in_axes=1)(a)",
     "y f32[3,4]"},
    {"0.10.2", "x=2", "i i32[5]", "y = jax.vmap(lambda r: lax.pmean(r, 'i'), axis_name='i')(i)",
     "y f32[5]"},
    {"0.10.2", "x=2", "i i32[5]; s f32[4@x,3]",
     "y = jax.vmap(lambda r: lax.psum(r, 'i'), axis_name='i')(s)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r, ()), axis_name='i')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r > 0, 'i'), axis_name='i')(a)", "y i32[4,3]"},
};

/* psum and its like inside of vmap with a name. */
Test(collectives, collectives_over_a_mapped_axis)
{
	testing_programs(collectives_over_a_mapped_axis, ROWS(collectives_over_a_mapped_axis));
}

static const struct program_case collectives_refused[] = {
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]", "y = lax.psum(a, 'i')",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]", "y = lax.pmean(a, 'i')",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]", "y = lax.pmax(a, 'i')",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]", "y = lax.pmin(a, 'i')",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "i i32[5]", "y = lax.axis_index('i')",
     "NameError: Found an unbound axis name: i. To fix this, please call axis_index "
     "under `jax.shard_map`."},
    {"0.10.2", "x=2", "i i32[5]", "y = lax.axis_size('i')", "NameError: unbound axis name: i"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r, 'j'), axis_name='i')(a)",
     "NameError: Found an unbound axis name: j. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.pmax(r, ('i', 'j')), axis_name='i')(a)",
     "NameError: Found an unbound axis name: j. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.axis_index('j'), axis_name='i')(a)",
     "NameError: Found an unbound axis name: j. To fix this, please call axis_index "
     "under `jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.axis_size('j'), axis_name='i')(a)",
     "NameError: unbound axis name: j"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]", "y = jax.vmap(lambda r: lax.psum(r, 'i'))(a)",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r), axis_name='i')(a)",
     "TypeError: psum() missing 1 required positional argument: 'axis_name'"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.psum(r, 'i', axis=0), axis_name='i')(a)",
     "TypeError: psum() got an unexpected keyword argument 'axis'"},
    {"0.10.2", "x=2", "a f32[4,3]; i i32[5]",
     "y = jax.vmap(lambda r: lax.axis_index(), axis_name='i')(a)",
     "TypeError: axis_index() missing 1 required positional argument: 'axis_name'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.psum(a, 'x')",
     "NameError: Found an unbound axis name: x. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2", "", "y = lax.axis_index('x')",
     "NameError: Found an unbound axis name: x. To fix this, please call axis_index "
     "under `jax.shard_map`."},
    {"0.6.0", "x=2", "a f32[4,3]; i i32[5]", "y = lax.psum(a, 'i')",
     "NameError: unbound axis name: i"},
    {"0.9.0", "x=2", "a f32[4,3]; i i32[5]", "y = lax.psum(a, 'i')",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.12.0.1", "x=2", "a f32[4,3]; i i32[5]", "y = lax.psum(a, 'i')",
     "NameError: Found an unbound axis name: i. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.6.0", "x=2", "i i32[5]", "y = jax.vmap(lambda r: r * lax.axis_size('i'), axis_name='i')(i)",
     "AttributeError: module 'jax.lax' has no attribute 'axis_size'"},
    {"0.9.0", "x=2", "i i32[5]", "y = jax.vmap(lambda r: r * lax.axis_size('i'), axis_name='i')(i)",
     "y i32[5]"},
    {"0.12.0.1", "x=2", "i i32[5]",
     "y = jax.vmap(lambda r: r * lax.axis_size('i'), axis_name='i')(i)", "y i32[5]"},
};

/* Names of axes that nothing binds. */
Test(collectives, collectives_refused)
{
	testing_programs(collectives_refused, ROWS(collectives_refused));
}
