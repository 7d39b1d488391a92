/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=2", "x f32[3]", "out = jax.nn.logsumexp(x, axis=(0,))", "out f32[]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,4]", "out = jnp.all(x)", "out bool[]"},
    {"0.10.2", "x=2 y=2", "x f32[4@(y,x),2,6]", "out = jnp.all(x, axis=(0, 2), keepdims=True)",
     "out bool[1,2,1]"},
    {"0.10.2", "b=4 a=4", "x f32[2,1,8,12]", "out = jnp.any(x)", "out bool[]"},
    {"0.10.2", "x=4 y=2", "x f32[1]", "out = jnp.argmax(x, axis=-1)", "out i32[]"},
    {"0.10.2", "x=1 y=4", "x f32[1@x,6,8,12@y]", "out = jnp.argmax(x, axis=2)",
     "out i32[1@x,6,12@y]"},
    {"0.10.2", "x=3 y=2", "x f32[3,12@x]", "out = jnp.argmin(x, axis=0)", "out i32[12@x]"},
    {"0.10.2", "data=4", "x f32[2,8@data,8,16]", "out = jnp.argmin(x, 3)", "out i32[2,8@data,8]"},
    {"0.10.2", "x=4 y=2", "x f32[4,4,1,1]", "out = jnp.average(x, axis=0)", "out f32[4,1,1]"},
    {"0.10.2", "x=4 y=2", "x f32[1,6,6]", "out = jnp.max(x)", "out f32[]"},
    {"0.10.2", "x=3 y=2", "x f32[12,8,6@x]", "out = jnp.max(x, axis=(0, 1, 2), keepdims=True)",
     "out f32[1,1,1]"},
    {"0.10.2", "x=4", "x f32[8,4@x]", "out = jnp.mean(x, axis=-1, keepdims=True)", "out f32[8,1]"},
    {"0.10.2", "x=1 y=4", "x f32[8,4,8@(y,x)]", "out = jnp.mean(x, axis=(1,), keepdims=True)",
     "out f32[8,1,8@(y,x)]"},
    {"0.10.2", "x=4", "x f32[4]", "out = jnp.prod(x)", "out f32[]"},
    {"0.10.2", "x=2 y=4", "x f32[8@(y,x),6,4]", "out = jnp.prod(x, axis=(2,), keepdims=True)",
     "out f32[8@(y,x),6,1]"},
    {"0.10.2", "x=2 y=2", "x f32[6@y,4,8,2@x]", "out = jnp.ptp(x, axis=2)", "out f32[6@y,4,2@x]"},
    {"0.10.2", "x=3 y=2", "x f32[6,12,1]", "out = jnp.std(x, axis=(-3, -2), keepdims=True)",
     "out f32[1,1,1]"},
    {"0.10.2", "x=3 y=2", "x f32[12@y,3@x]", "out = jnp.sum(x, axis=(1,))", "out f32[12@y]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@(y,z),16,4@x]", "out = jnp.sum(x, axis=-2)",
     "out f32[8@(y,z),4@x]"},
    {"0.10.2", "x=2 y=4", "x f32[4@y,4@x]", "out = jnp.var(x, axis=(-1,), keepdims=True)",
     "out f32[4@y,1]"},
    {"0.10.2", "x=8", "x f32[8]", "out = lax.argmax(x, 0, jnp.int32)", "out i32[]"},
    {"0.10.2", "x=3 y=2", "x f32[1,8,12@y]", "out = lax.argmax(x, 0, jnp.int32)",
     "out i32[8,12@y]"},
    {"0.10.2", "x=3 y=2", "x f32[6@x,2@y,4]", "out = lax.argmin(x, 0, jnp.int32)",
     "out i32[2@y,4]"},
    {"0.10.2", "x=8", "x i32[8]", "out = lax.reduce_and(x, (0,))", "out i32[]"},
    {"0.10.2", "x=1 y=4", "x i32[6@x,12@y,3]", "out = lax.reduce_and(x, (1,))", "out i32[6@x,3]"},
    {"0.10.2", "x=2 y=4", "x f32[4@y,1]", "out = lax.reduce_max(x, (1,))", "out f32[4@y]"},
    {"0.10.2", "x=1 y=4", "x f32[1]", "out = lax.reduce_min(x, (0,))", "out f32[]"},
    {"0.10.2", "x=8", "x f32[8@x,1,8]", "out = lax.reduce_min(x, (2,))", "out f32[8@x,1]"},
    {"0.10.2", "x=4", "x i32[4@x,8]", "out = lax.reduce_or(x, (1,))", "out i32[4@x]"},
    {"0.10.2", "x=1 y=4", "x f32[8@x]", "out = lax.reduce_prod(x, (0,))", "out f32[]"},
    {"0.10.2", "x=4 y=2", "x f32[12,4@y,8]", "out = lax.reduce_prod(x, (2,))", "out f32[12,4@y]"},
    {"0.10.2", "x=1 y=4", "x f32[8,12@y,6@x]",
     "out = lax.reduce_sum(x, axes=(0,), out_sharding=P('x', None))", "out f32[12@x,6]"},
    {"0.10.2", "x=3 y=2", "x f32[3@x,12@y]", "out = lax.reduce_sum(x, (1,))", "out f32[3@x]"},
    {"0.10.2", "data=4", "x f32[4,16@data]", "out = x.all(axis=0)", "out bool[16@data]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8]", "out = x.any(axis=(-1,))", "out bool[]"},
    {"0.10.2", "x=1 y=4", "x f32[8,4@y,4]", "out = x.argmax(0)", "out i32[4@y,4]"},
    {"0.10.2", "x=4 y=2", "x f32[1,12@x,1,8]", "out = x.argmin(2)", "out i32[1,12@x,8]"},
    {"0.10.2", "x=8", "x f32[16@x,4]", "out = x.max(axis=(0, 1), keepdims=True)", "out f32[1,1]"},
    {"0.10.2", "x=4 y=2", "x f32[4@x,1,8]", "out = x.max(axis=(1, 2), keepdims=True)",
     "out f32[4@x,1,1]"},
    {"0.10.2", "x=2 y=2", "x f32[4@y,2@x,8]", "out = x.mean(axis=(0, 1, 2), keepdims=True)",
     "out f32[1,1,1]"},
    {"0.10.2", "x=1 y=4", "x f32[1@x,8]", "out = x.prod()", "out f32[]"},
    {"0.10.2", "x=4", "x f32[1,4@x]", "out = x.prod(axis=0, keepdims=True)", "out f32[1,4@x]"},
    {"0.10.2", "x=2", "x f32[8]", "out = x.sum()", "out f32[]"},
    {"0.10.2", "x=4 y=2", "x f32[3]", "out = x.var(axis=0)", "out f32[]"},
};

/* The types that JAX gives. */
Test(reduce, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2 z=3", "x f32[16@x,1,4@y]", "out = jnp.median(x, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "'z': 3, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P('x', None, 'y')) and sorting dimension=0"},
    {"0.10.2", "x=4 y=2", "x f32[4@y,1,6]",
     "out = lax.reduce_sum(x, (1, 2), out_sharding=P('x', 'y', None))",
     "AssertionError: (1, P('x', 'y', None))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,1,6@z]",
     "out = lax.reduce_sum(x, (1, 2), out_sharding=P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('x', 'y', 'z')."},
};

/* What JAX refuses, with its texts. */
Test(reduce, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
