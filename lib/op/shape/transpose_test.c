/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2", "x f32[2]", "out = jnp.expand_dims(x, (1,))", "out f32[2,1]"},
    {"0.10.2", "x=4", "x f32[16]", "out = jnp.expand_dims(x, (0, 1))", "out f32[1,1,16]"},
    {"0.10.2", "x=1 y=4", "x f32[8@x]", "out = jnp.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.10.2", "x=4", "x f32[6,4@x,3]", "out = jnp.expand_dims(x, (1,))", "out f32[6,1,4@x,3]"},
    {"0.10.2", "x=2 y=2", "x f32[6,8@y,8@x]", "out = jnp.expand_dims(x, (1, 3))",
     "out f32[6,1,8@y,1,8@x]"},
    {"0.10.2", "data=2 model=4", "x f32[8@(data,model)]", "out = jnp.flip(x, 0)",
     "out f32[8@(data,model)]"},
    {"0.10.2", "x=4 y=2", "x f32[8@y,8@x,8,16]", "out = jnp.flip(x)", "out f32[8@y,8@x,8,16]"},
    {"0.10.2", "x=3", "x f32[1,8,16]", "out = jnp.moveaxis(x, 2, 0)", "out f32[16,1,8]"},
    {"0.10.2", "data=2 model=4", "x f32[1]", "out = jnp.squeeze(x, -1)", "out f32[]"},
    {"0.10.2", "b=4 a=4", "x f32[4@b,8@a,1,1]", "out = jnp.squeeze(x, axis=3)",
     "out f32[4@b,8@a,1]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[1,1,2@y]", "out = jnp.swapaxes(x, 1, 1)", "out f32[1,1,2@y]"},
    {"0.10.2", "x=8", "x f32[8]", "out = jnp.transpose(x, (0,))", "out f32[8]"},
    {"0.10.2", "x=1 y=4", "x f32[8,4@(y,x),2]", "out = jnp.transpose(x, (1, 2, 0))",
     "out f32[4@(y,x),2,8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z,4@x,8]", "out = jnp.transpose(x, (0, 2, 1))",
     "out f32[2@z,8,4@x]"},
    {"0.10.2", "x=8", "x f32[8,4]", "out = lax.expand_dims(x, (0,))", "out f32[1,8,4]"},
    {"0.10.2", "x=2", "x f32[8@x]", "out = lax.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.10.2", "x=2 y=4", "x f32[3,4@x]", "out = lax.expand_dims(x, (1, 2))", "out f32[3,1,1,4@x]"},
    {"0.10.2", "x=8", "x f32[3,12,4,8@x]", "out = lax.expand_dims(x, (0,))",
     "out f32[1,3,12,4,8@x]"},
    {"0.10.2", "x=2 y=4", "x f32[4@y,4@x]", "out = lax.expand_dims(x, (1, 2))",
     "out f32[4@y,1,1,4@x]"},
    {"0.10.2", "x=8", "x f32[4]", "out = lax.rev(x, (0,))", "out f32[4]"},
    {"0.10.2", "x=4", "x f32[1,3,16]", "out = lax.rev(x, (2,))", "out f32[1,3,16]"},
    {"0.10.2", "x=2", "x f32[4@x]", "out = lax.rev(x, (0,))", "out f32[4@x]"},
    {"0.10.2", "x=2 y=4", "x f32[8,12@y,1]", "out = lax.rev(x, (0, 2))", "out f32[8,12@y,1]"},
    {"0.10.2", "x=4 y=2", "x f32[12,8@y,6,8@x]", "out = lax.rev(x, (1, 2, 3))",
     "out f32[12,8@y,6,8@x]"},
    {"0.10.2", "x=3 y=2", "x f32[4,1,8,2]", "out = lax.squeeze(x, (1,))", "out f32[4,8,2]"},
    {"0.10.2", "x=2 y=4", "x f32[1,4@x]", "out = lax.squeeze(x, (0,))", "out f32[4@x]"},
    {"0.10.2", "x=8", "x f32[1,4,8@x,3]", "out = lax.squeeze(x, (0,))", "out f32[4,8@x,3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z,1,12@y]", "out = lax.squeeze(x, (1,))",
     "out f32[2@z,12@y]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@y,1,2@x,2@z]", "out = lax.squeeze(x, dimensions=(1,))",
     "out f32[8@y,2@x,2@z]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[1]", "out = lax.transpose(x, (0,))", "out f32[1]"},
    {"0.10.2", "x=4", "x f32[8,6,1,6]", "out = lax.transpose(x, (0, 1, 2, 3))", "out f32[8,6,1,6]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[4@y,2,8,1]", "out = lax.transpose(x, (3, 0, 1, 2))",
     "out f32[1,4@y,2,8]"},
    {"0.10.2", "data=2 model=4", "x f32[1]", "out = x.squeeze()", "out f32[]"},
    {"0.10.2", "x=3 y=2", "x f32[8,1,1]", "out = x.squeeze((1,))", "out f32[8,1]"},
    {"0.10.2", "x=2", "x f32[4@x,2,1]", "out = x.squeeze((2,))", "out f32[4@x,2]"},
    {"0.10.2", "x=2 y=2", "x f32[2@x,1,8@y]", "out = x.squeeze((1,))", "out f32[2@x,8@y]"},
    {"0.10.2", "x=8", "x f32[1,1,8@x,8]", "out = x.swapaxes(0, -3)", "out f32[1,1,8@x,8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6]", "out = x.transpose(0)", "out f32[6]"},
    {"0.10.2", "x=2", "x f32[2@x,1]", "out = x.transpose(1, 0)", "out f32[1,2@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8,8@(x,y),1]", "out = x.transpose(1, 0, 2)",
     "out f32[8@(x,y),8,1]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[3]", "out = x[..., None]", "out f32[3,1]"},
    {"0.10.2", "b=4 a=4", "x f32[6,3]", "out = x[:, None]", "out f32[6,1,3]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[2,12@z]", "out = x.T", "out f32[12@z,2]"},
    {"0.10.2", "x=2", "x f32[3,1,8@x,6]", "out = x.T", "out f32[6,8@x,1,3]"},
    {"0.10.2", "x=2 y=2", "x f32[1,12@y,4@x]", "out = x[..., None]", "out f32[1,12@y,4@x,1]"},
};

/* The types that JAX gives. */
Test(transpose, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=4 y=2", "x f32[12@y,4,12@x]", "out = jnp.transpose(x, (2, 0))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, "
     "got permutation (2, 0) for operand shape (12, 4, 12)."},
    {"0.10.2", "x=2 y=2", "x f32[6@y,8,1]", "out = lax.squeeze(x, (0,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(6, 8, 1) and dimensions=(0,)"},
    {"0.10.2", "x=2", "x f32[8@x,1,12,8]", "out = lax.transpose(x, (1, 2, 3))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, "
     "got permutation (1, 2, 3) for operand shape (8, 1, 12, 8)."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@y,1,3]", "out = x.squeeze((0,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(2, 1, 3) and dimensions=(0,)"},
};

/* What JAX refuses, with its texts. */
Test(transpose, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
