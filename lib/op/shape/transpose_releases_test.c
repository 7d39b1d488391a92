/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2", "x f32[1,1]", "out = x.squeeze((1,))", "out f32[1]"},
    {"0.6.0", "x=4 y=2", "x f32[8@y,8@x,8,16]", "out = jnp.flip(x)", "out f32[8@y,8@x,8,16]"},
    {"0.6.0", "x=8", "x f32[6,1]", "out = lax.rev(x, (0, 1))", "out f32[6,1]"},
    {"0.6.0", "x=2", "x f32[8@x]", "out = lax.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.6.0", "b=4 a=4", "x f32[4,1,16@(a,b)]", "out = x.squeeze()", "out f32[4,16@(a,b)]"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[1,1,2@y]", "out = jnp.swapaxes(x, 1, 1)", "out f32[1,1,2@y]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@z,4@x,8]", "out = jnp.transpose(x, (0, 2, 1))",
     "out f32[2@z,8,4@x]"},
    {"0.6.0", "x=2", "x f32[4@x,1,4]", "out = lax.squeeze(x, (1,))", "out f32[4@x,4]"},
    {"0.6.0", "x=4 y=2", "x f32[1,3]", "out = lax.squeeze(x, (0,))", "out f32[3]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[8@y,1,2@x,2@z]", "out = lax.squeeze(x, dimensions=(1,))",
     "out f32[8@y,2@x,2@z]"},
    {"0.6.0", "b=4 a=4", "x f32[4@b,8@a,1,1]", "out = jnp.squeeze(x, axis=3)",
     "out f32[4@b,8@a,1]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[8]", "out = x.T", "out f32[8]"},
    {"0.6.0", "x=3", "x f32[1,8,16]", "out = jnp.moveaxis(x, 2, 0)", "out f32[16,1,8]"},
    {"0.6.0", "x=1 y=4", "x f32[8@x]", "out = jnp.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.6.0", "x=8", "x f32[8]", "out = jnp.transpose(x, (0,))", "out f32[8]"},
    {"0.6.0", "x=4", "x f32[4,8,4@x]", "out = jnp.transpose(x, (0, 1, 2))", "out f32[4,8,4@x]"},
    {"0.6.0", "x=8", "x f32[1,1,8@x,8]", "out = x.swapaxes(0, -3)", "out f32[1,1,8@x,8]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2]", "out = x.transpose(0)", "out f32[2]"},
    {"0.6.0", "x=2 y=4", "x f32[4@y,4@x]", "out = lax.expand_dims(x, (1, 2))",
     "out f32[4@y,1,1,4@x]"},
    {"0.6.0", "x=8", "x f32[12,16]", "out = lax.transpose(x, (0, 1))", "out f32[12,16]"},
    {"0.6.0", "x=8", "x f32[8,2]", "out = jnp.swapaxes(x, 0, 0)", "out f32[8,2]"},
    {"0.6.0", "data=4", "x f32[6,1]", "out = x.swapaxes(1, -2)", "out f32[1,6]"},
    {"0.6.0", "x=4 y=2", "x f32[12@y,4,12@x]", "out = jnp.transpose(x, (2, 0))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (2, 0) for operand shape (12, 4, 12)."},
    {"0.6.0", "x=2 y=2", "x f32[2@x,1,8@y]", "out = x.squeeze((1,))", "out f32[2@x,8@y]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[8@sp,4@fsdp,1,2@tp]", "out = x[:, :, :, :, None]",
     "out f32[8@sp,4@fsdp,1,2@tp,1]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2,8@y,4@z,2]", "out = lax.rev(x, (0, 1, 2, 3))",
     "out f32[2,8@y,4@z,2]"},
    {"0.6.0", "x=3 y=2", "x f32[8,3,6@x,12@y]", "out = lax.transpose(x, (0, 3, 2, 1))",
     "out f32[8,12@y,6@x,3]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@z,1,12@y]", "out = lax.squeeze(x, (1,))",
     "out f32[2@z,12@y]"},
    {"0.6.0", "data=2 model=4", "x f32[8@(data,model)]", "out = jnp.flip(x, 0)",
     "out f32[8@(data,model)]"},
    {"0.6.0", "x=2", "x f32[8@x,1,12,8]", "out = lax.transpose(x, (1, 2, 3))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (1, 2, 3) for operand shape (8, 1, 12, 8)."},
};

/* What release 0.6.0 says. */
Test(transpose_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2", "x f32[1,1]", "out = x.squeeze((1,))", "out f32[1]"},
    {"0.7.0", "x=4 y=2", "x f32[8@y,8@x,8,16]", "out = jnp.flip(x)", "out f32[8@y,8@x,8,16]"},
    {"0.7.0", "x=8", "x f32[6,1]", "out = lax.rev(x, (0, 1))", "out f32[6,1]"},
    {"0.7.0", "x=2", "x f32[8@x]", "out = lax.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.7.0", "b=4 a=4", "x f32[4,1,16@(a,b)]", "out = x.squeeze()", "out f32[4,16@(a,b)]"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[1,1,2@y]", "out = jnp.swapaxes(x, 1, 1)", "out f32[1,1,2@y]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@z,4@x,8]", "out = jnp.transpose(x, (0, 2, 1))",
     "out f32[2@z,8,4@x]"},
    {"0.7.0", "x=2", "x f32[4@x,1,4]", "out = lax.squeeze(x, (1,))", "out f32[4@x,4]"},
    {"0.7.0", "x=4 y=2", "x f32[1,3]", "out = lax.squeeze(x, (0,))", "out f32[3]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[8@y,1,2@x,2@z]", "out = lax.squeeze(x, dimensions=(1,))",
     "out f32[8@y,2@x,2@z]"},
    {"0.7.0", "b=4 a=4", "x f32[4@b,8@a,1,1]", "out = jnp.squeeze(x, axis=3)",
     "out f32[4@b,8@a,1]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[8]", "out = x.T", "out f32[8]"},
    {"0.7.0", "x=3", "x f32[1,8,16]", "out = jnp.moveaxis(x, 2, 0)", "out f32[16,1,8]"},
    {"0.7.0", "x=1 y=4", "x f32[8@x]", "out = jnp.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.7.0", "x=8", "x f32[8]", "out = jnp.transpose(x, (0,))", "out f32[8]"},
    {"0.7.0", "x=4", "x f32[4,8,4@x]", "out = jnp.transpose(x, (0, 1, 2))", "out f32[4,8,4@x]"},
    {"0.7.0", "x=8", "x f32[1,1,8@x,8]", "out = x.swapaxes(0, -3)", "out f32[1,1,8@x,8]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2]", "out = x.transpose(0)", "out f32[2]"},
    {"0.7.0", "x=2 y=4", "x f32[4@y,4@x]", "out = lax.expand_dims(x, (1, 2))",
     "out f32[4@y,1,1,4@x]"},
    {"0.7.0", "x=8", "x f32[12,16]", "out = lax.transpose(x, (0, 1))", "out f32[12,16]"},
    {"0.7.0", "x=8", "x f32[8,2]", "out = jnp.swapaxes(x, 0, 0)", "out f32[8,2]"},
    {"0.7.0", "data=4", "x f32[6,1]", "out = x.swapaxes(1, -2)", "out f32[1,6]"},
    {"0.7.0", "x=4 y=2", "x f32[12@y,4,12@x]", "out = jnp.transpose(x, (2, 0))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (2, 0) for operand shape (12, 4, 12)."},
    {"0.7.0", "x=2 y=2", "x f32[2@x,1,8@y]", "out = x.squeeze((1,))", "out f32[2@x,8@y]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[8@sp,4@fsdp,1,2@tp]", "out = x[:, :, :, :, None]",
     "out f32[8@sp,4@fsdp,1,2@tp,1]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2,8@y,4@z,2]", "out = lax.rev(x, (0, 1, 2, 3))",
     "out f32[2,8@y,4@z,2]"},
    {"0.7.0", "x=3 y=2", "x f32[8,3,6@x,12@y]", "out = lax.transpose(x, (0, 3, 2, 1))",
     "out f32[8,12@y,6@x,3]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@z,1,12@y]", "out = lax.squeeze(x, (1,))",
     "out f32[2@z,12@y]"},
    {"0.7.0", "data=2 model=4", "x f32[8@(data,model)]", "out = jnp.flip(x, 0)",
     "out f32[8@(data,model)]"},
    {"0.7.0", "x=2", "x f32[8@x,1,12,8]", "out = lax.transpose(x, (1, 2, 3))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (1, 2, 3) for operand shape (8, 1, 12, 8)."},
};

/* What release 0.7.0 says. */
Test(transpose_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2", "x f32[1,1]", "out = x.squeeze((1,))", "out f32[1]"},
    {"0.8.2", "x=4 y=2", "x f32[8@y,8@x,8,16]", "out = jnp.flip(x)", "out f32[8@y,8@x,8,16]"},
    {"0.8.2", "x=8", "x f32[6,1]", "out = lax.rev(x, (0, 1))", "out f32[6,1]"},
    {"0.8.2", "x=2", "x f32[8@x]", "out = lax.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.8.2", "b=4 a=4", "x f32[4,1,16@(a,b)]", "out = x.squeeze()", "out f32[4,16@(a,b)]"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[1,1,2@y]", "out = jnp.swapaxes(x, 1, 1)", "out f32[1,1,2@y]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@z,4@x,8]", "out = jnp.transpose(x, (0, 2, 1))",
     "out f32[2@z,8,4@x]"},
    {"0.8.2", "x=2", "x f32[4@x,1,4]", "out = lax.squeeze(x, (1,))", "out f32[4@x,4]"},
    {"0.8.2", "x=4 y=2", "x f32[1,3]", "out = lax.squeeze(x, (0,))", "out f32[3]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[8@y,1,2@x,2@z]", "out = lax.squeeze(x, dimensions=(1,))",
     "out f32[8@y,2@x,2@z]"},
    {"0.8.2", "b=4 a=4", "x f32[4@b,8@a,1,1]", "out = jnp.squeeze(x, axis=3)",
     "out f32[4@b,8@a,1]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[8]", "out = x.T", "out f32[8]"},
    {"0.8.2", "x=3", "x f32[1,8,16]", "out = jnp.moveaxis(x, 2, 0)", "out f32[16,1,8]"},
    {"0.8.2", "x=1 y=4", "x f32[8@x]", "out = jnp.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.8.2", "x=8", "x f32[8]", "out = jnp.transpose(x, (0,))", "out f32[8]"},
    {"0.8.2", "x=4", "x f32[4,8,4@x]", "out = jnp.transpose(x, (0, 1, 2))", "out f32[4,8,4@x]"},
    {"0.8.2", "x=8", "x f32[1,1,8@x,8]", "out = x.swapaxes(0, -3)", "out f32[1,1,8@x,8]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2]", "out = x.transpose(0)", "out f32[2]"},
    {"0.8.2", "x=2 y=4", "x f32[4@y,4@x]", "out = lax.expand_dims(x, (1, 2))",
     "out f32[4@y,1,1,4@x]"},
    {"0.8.2", "x=8", "x f32[12,16]", "out = lax.transpose(x, (0, 1))", "out f32[12,16]"},
    {"0.8.2", "x=8", "x f32[8,2]", "out = jnp.swapaxes(x, 0, 0)", "out f32[8,2]"},
    {"0.8.2", "data=4", "x f32[6,1]", "out = x.swapaxes(1, -2)", "out f32[1,6]"},
    {"0.8.2", "x=4 y=2", "x f32[12@y,4,12@x]", "out = jnp.transpose(x, (2, 0))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (2, 0) for operand shape (12, 4, 12)."},
    {"0.8.2", "x=2 y=2", "x f32[2@x,1,8@y]", "out = x.squeeze((1,))", "out f32[2@x,8@y]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[8@sp,4@fsdp,1,2@tp]", "out = x[:, :, :, :, None]",
     "out f32[8@sp,4@fsdp,1,2@tp,1]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2,8@y,4@z,2]", "out = lax.rev(x, (0, 1, 2, 3))",
     "out f32[2,8@y,4@z,2]"},
    {"0.8.2", "x=3 y=2", "x f32[8,3,6@x,12@y]", "out = lax.transpose(x, (0, 3, 2, 1))",
     "out f32[8,12@y,6@x,3]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@z,1,12@y]", "out = lax.squeeze(x, (1,))",
     "out f32[2@z,12@y]"},
    {"0.8.2", "data=2 model=4", "x f32[8@(data,model)]", "out = jnp.flip(x, 0)",
     "out f32[8@(data,model)]"},
    {"0.8.2", "x=2", "x f32[8@x,1,12,8]", "out = lax.transpose(x, (1, 2, 3))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (1, 2, 3) for operand shape (8, 1, 12, 8)."},
};

/* What release 0.8.2 says. */
Test(transpose_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2", "x f32[1,1]", "out = x.squeeze((1,))", "out f32[1]"},
    {"0.9.0", "x=4 y=2", "x f32[8@y,8@x,8,16]", "out = jnp.flip(x)", "out f32[8@y,8@x,8,16]"},
    {"0.9.0", "x=8", "x f32[6,1]", "out = lax.rev(x, (0, 1))", "out f32[6,1]"},
    {"0.9.0", "x=2", "x f32[8@x]", "out = lax.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.9.0", "b=4 a=4", "x f32[4,1,16@(a,b)]", "out = x.squeeze()", "out f32[4,16@(a,b)]"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[1,1,2@y]", "out = jnp.swapaxes(x, 1, 1)", "out f32[1,1,2@y]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@z,4@x,8]", "out = jnp.transpose(x, (0, 2, 1))",
     "out f32[2@z,8,4@x]"},
    {"0.9.0", "x=2", "x f32[4@x,1,4]", "out = lax.squeeze(x, (1,))", "out f32[4@x,4]"},
    {"0.9.0", "x=4 y=2", "x f32[1,3]", "out = lax.squeeze(x, (0,))", "out f32[3]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[8@y,1,2@x,2@z]", "out = lax.squeeze(x, dimensions=(1,))",
     "out f32[8@y,2@x,2@z]"},
    {"0.9.0", "b=4 a=4", "x f32[4@b,8@a,1,1]", "out = jnp.squeeze(x, axis=3)",
     "out f32[4@b,8@a,1]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[8]", "out = x.T", "out f32[8]"},
    {"0.9.0", "x=3", "x f32[1,8,16]", "out = jnp.moveaxis(x, 2, 0)", "out f32[16,1,8]"},
    {"0.9.0", "x=1 y=4", "x f32[8@x]", "out = jnp.expand_dims(x, (0,))", "out f32[1,8@x]"},
    {"0.9.0", "x=8", "x f32[8]", "out = jnp.transpose(x, (0,))", "out f32[8]"},
    {"0.9.0", "x=4", "x f32[4,8,4@x]", "out = jnp.transpose(x, (0, 1, 2))", "out f32[4,8,4@x]"},
    {"0.9.0", "x=8", "x f32[1,1,8@x,8]", "out = x.swapaxes(0, -3)", "out f32[1,1,8@x,8]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2]", "out = x.transpose(0)", "out f32[2]"},
    {"0.9.0", "x=2 y=4", "x f32[4@y,4@x]", "out = lax.expand_dims(x, (1, 2))",
     "out f32[4@y,1,1,4@x]"},
    {"0.9.0", "x=8", "x f32[12,16]", "out = lax.transpose(x, (0, 1))", "out f32[12,16]"},
    {"0.9.0", "x=8", "x f32[8,2]", "out = jnp.swapaxes(x, 0, 0)", "out f32[8,2]"},
    {"0.9.0", "data=4", "x f32[6,1]", "out = x.swapaxes(1, -2)", "out f32[1,6]"},
    {"0.9.0", "x=4 y=2", "x f32[12@y,4,12@x]", "out = jnp.transpose(x, (2, 0))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (2, 0) for operand shape (12, 4, 12)."},
    {"0.9.0", "x=2 y=2", "x f32[2@x,1,8@y]", "out = x.squeeze((1,))", "out f32[2@x,8@y]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[8@sp,4@fsdp,1,2@tp]", "out = x[:, :, :, :, None]",
     "out f32[8@sp,4@fsdp,1,2@tp,1]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2,8@y,4@z,2]", "out = lax.rev(x, (0, 1, 2, 3))",
     "out f32[2,8@y,4@z,2]"},
    {"0.9.0", "x=3 y=2", "x f32[8,3,6@x,12@y]", "out = lax.transpose(x, (0, 3, 2, 1))",
     "out f32[8,12@y,6@x,3]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@z,1,12@y]", "out = lax.squeeze(x, (1,))",
     "out f32[2@z,12@y]"},
    {"0.9.0", "data=2 model=4", "x f32[8@(data,model)]", "out = jnp.flip(x, 0)",
     "out f32[8@(data,model)]"},
    {"0.9.0", "x=2", "x f32[8@x,1,12,8]", "out = lax.transpose(x, (1, 2, 3))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (1, 2, 3) for operand shape (8, 1, 12, 8)."},
};

/* What release 0.9.0 says. */
Test(transpose_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}
