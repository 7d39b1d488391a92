/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case bincount_counts_up_to_a_length[] = {
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, length=8)", "y i32[8]"},
    {"0.10.2", "x=2", "u u8[6]", "y = jnp.bincount(u, length=3)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[6]; w f32[6]", "y = jnp.bincount(i, w, length=8)", "y f32[8]"},
    {"0.10.2", "x=2", "i i32[6]; h f16[6]", "y = jnp.bincount(i, weights=h, length=8)", "y f16[8]"},
    {"0.10.2", "x=2", "i i32[6]; k i32[6]", "y = jnp.bincount(i, weights=k, minlength=2, length=8)",
     "y i32[8]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, length=0)", "y i32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.bincount(jnp.array([True, False]), length=2)", "y i32[2]"},
};

/* Counts of integers; under jit the length has to be said. */
Test(numpy_counting, bincount_counts_up_to_a_length)
{
	testing_programs(bincount_counts_up_to_a_length, ROWS(bincount_counts_up_to_a_length));
}

static const struct program_case bincount_refuses[] = {
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "f f32[6]", "y = jnp.bincount(f, length=4)",
     "TypeError: x argument to bincount must have an integer type; got float32"},
    {"0.10.2", "x=2", "m i32[2,3]", "y = jnp.bincount(m, length=4)",
     "ValueError: only 1-dimensional input supported."},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.bincount(n, length=4)",
     "ValueError: only 1-dimensional input supported."},
    {"0.10.2", "x=2", "i i32[6]; w f32[5]", "y = jnp.bincount(i, w, length=4)",
     "ValueError: type of weights must match type of x. Got "
     "typeof(x)=i32[6]({Explicit: ('x',)}) and typeof(weights)=f32[5]({Explicit: "
     "('x',)})"},
    {"0.10.2", "x=2", "i i32[6]; n i32[]", "y = jnp.bincount(i, length=n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[6]; n i32[]", "y = jnp.bincount(i, minlength=n, length=4)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, None, 0, 4)",
     "TypeError: bincount() takes from 1 to 3 positional arguments but 4 were given"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, length=2.0)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "", "y = jnp.bincount([1, 2], length=3)",
     "TypeError: bincount requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.bincount()",
     "TypeError: bincount() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, size=3)",
     "TypeError: bincount() got an unexpected keyword argument 'size'"},
    {"0.9.0", "x=2", "b bool[6]", "y = jnp.bincount(b, length=2)", "y i32[2]"},
    {"0.12.0.1", "x=2", "b bool[6]", "y = jnp.bincount(b, length=2)", "y i32[2]"},
    {"0.9.0", "x=2", "i i32[6]; w f32[5]", "y = jnp.bincount(i, w, length=4)",
     "ValueError: shape of weights must match shape of x."},
    {"0.12.0.1", "x=2", "i i32[6]; w f32[5]", "y = jnp.bincount(i, w, length=4)",
     "ValueError: type of weights must match type of x. Got "
     "typeof(x)=i32[6]({Explicit: ('x',)}) and typeof(weights)=f32[5]({Explicit: "
     "('x',)})"},
};

/* What is no vector of integers, weights of another shape, sizes that are traced. */
Test(numpy_counting, bincount_refuses)
{
	testing_programs(bincount_refuses, ROWS(bincount_refuses));
}

static const struct program_case bincount_is_replicated[] = {
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, length=8, out_sharding=P())", "y i32[8]"},
    {"0.12.0.1", "x=2", "i i32[6]", "y = jnp.bincount(i, length=8, out_sharding=P())", "y i32[8]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.bincount(i, length=8, out_sharding=P('x'))",
     "ShardingTypeError: out_sharding passed to `jnp.bincount` can only be fully "
     "replicated or fully unreduced along all mesh axes"},
    {"0.12.0.1", "x=2", "i i32[6]", "y = jnp.bincount(i, length=8, out_sharding=P('x'))",
     "ShardingTypeError: out_sharding passed to `jnp.bincount` can only be fully "
     "replicated or fully unreduced along all mesh axes"},
    {"0.10.2", "x=2", "s i32[6@x]; w f32[6]", "y = jnp.bincount(s, w, length=8)",
     "ValueError: type of weights must match type of x. Got "
     "typeof(x)=i32[6@x]({Explicit: ('x',)}) and typeof(weights)=f32[6]({Explicit: "
     "('x',)})"},
    {"0.12.0.1", "x=2", "s i32[6@x]; w f32[6]", "y = jnp.bincount(s, w, length=8)",
     "ValueError: type of weights must match type of x. Got "
     "typeof(x)=i32[6@x]({Explicit: ('x',)}) and typeof(weights)=f32[6]({Explicit: "
     "('x',)})"},
    {"0.10.2", "x=2", "s i32[6@x]; ws f32[6@x]",
     "y = jnp.bincount(s, ws, length=8, out_sharding=P())", "y f32[8]"},
    {"0.12.0.1", "x=2", "s i32[6@x]; ws f32[6@x]",
     "y = jnp.bincount(s, ws, length=8, out_sharding=P())", "y f32[8]"},
    {"0.10.2", "x=2", "s i32[6@x]", "y = jnp.bincount(s, length=8)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(int32[8]), indices=ShapedArray(int32[6@x,1]), "
     "updates=ShapedArray(int32[6@x])"},
    {"0.12.0.1", "x=2", "s i32[6@x]", "y = jnp.bincount(s, length=8)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(int32[8]), indices=ShapedArray(int32[6@x,1]), "
     "updates=ShapedArray(int32[6@x])"},
};

/* The sharding asked for can only be replicated. */
Test(numpy_counting, bincount_is_replicated)
{
	testing_programs(bincount_is_replicated, ROWS(bincount_is_replicated));
}

static const struct program_case nonzero_finds_as_many_as_asked[] = {
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.nonzero(i, size=3)", "y[0] i32[3]"},
    {"0.10.2", "x=2", "i i32[6]", "y, = jnp.nonzero(i, size=3)", "y i32[3]"},
    {"0.10.2", "x=2", "m f32[2,3]; c c64[3]", "r, c = jnp.nonzero(m, size=4)",
     "c i32[4]; r i32[4]"},
    {"0.10.2", "x=2", "m f32[2,3]; c c64[3]", "r, c = jnp.nonzero(m, size=4, fill_value=-1)",
     "c i32[4]; r i32[4]"},
    {"0.10.2", "x=2", "b bool[4,2,2]", "p, q, r = jnp.nonzero(b, size=0)",
     "p i32[0]; q i32[0]; r i32[0]"},
    {"0.10.2", "x=2", "m f32[2,3]; c c64[3]", "r, c = m.nonzero(size=5)", "c i32[5]; r i32[5]"},
    {"0.10.2", "x=2", "c c64[3]", "y, = c.nonzero(size=1, fill_value=0)", "y i32[1]"},
    {"0.10.2", "x=2", "c c64[3]; e f32[0,2]", "r, c = jnp.nonzero(e, size=2)",
     "c i32[2]; r i32[2]"},
    {"0.10.2", "x=2", "m f32[2,3]; c c64[3]", "r, c = jnp.where(m > 0, size=3)",
     "c i32[3]; r i32[3]"},
    {"0.10.2", "x=2", "m f32[2,3]; c c64[3]", "r, c = jnp.where(m, size=3, fill_value=0)",
     "c i32[3]; r i32[3]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.flatnonzero(m, size=4)", "y i32[4]"},
    {"0.10.2", "x=2", "b bool[4,2,2]", "y = jnp.flatnonzero(b, size=4, fill_value=0)", "y i32[4]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.argwhere(m, size=4)", "y i32[4,2]"},
    {"0.10.2", "x=2", "b bool[4,2,2]", "y = jnp.argwhere(b, size=2, fill_value=-1)", "y i32[2,3]"},
};

/* Positions in every dimension, of the size said. */
Test(numpy_counting, nonzero_finds_as_many_as_asked)
{
	testing_programs(nonzero_finds_as_many_as_asked, ROWS(nonzero_finds_as_many_as_asked));
}

static const struct program_case nonzero_refuses[] = {
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.nonzero(i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "b bool[6]", "y = jnp.nonzero(b)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "n f32[]", "y = jnp.nonzero(n, size=1)",
     "ValueError: Calling nonzero on 0d arrays is not allowed. Use "
     "jnp.atleast_1d(scalar).nonzero() instead."},
    {"0.10.2", "x=2", "n f32[]", "y = n.nonzero(size=1)",
     "ValueError: Calling nonzero on 0d arrays is not allowed. Use "
     "jnp.atleast_1d(scalar).nonzero() instead."},
    {"0.10.2", "x=2", "i i32[6]", "y = i.nonzero()",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.nonzero(i, 3)",
     "TypeError: nonzero() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "i i32[6]; c i32[]", "y = jnp.nonzero(i, size=c)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.nonzero(i, size=1.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "i i32[6]; c i32[]", "r, c = jnp.nonzero(i, size=3)",
     "ValueError: not enough values to unpack (expected 2, got 1)"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.where(m)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.where(m > 0)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.flatnonzero(m)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "m f32[2,3]; c i32[]", "y = jnp.flatnonzero(m, size=c)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jnp.flatnonzero(None, size=1)",
     "TypeError: ravel requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 0."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.argwhere(m)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "m f32[2,3]; c i32[]", "y = jnp.argwhere(m, size=c)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.argwhere(m, 3)",
     "TypeError: argwhere() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.flatnonzero(m, length=3)",
     "TypeError: flatnonzero() got an unexpected keyword argument 'length'"},
    {"0.10.2", "x=2", "s f32[4@x]", "y = jnp.nonzero(s, size=2)", "unknown"},
};

/* Without a size the number of elements is a tracer; scalars have no positions. */
Test(numpy_counting, nonzero_refuses)
{
	testing_programs(nonzero_refuses, ROWS(nonzero_refuses));
}
