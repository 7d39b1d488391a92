/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of dtype, new arrays and cumulative sums: what they refuse.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case conversions[] = {
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = s.astype(jnp.int32)\n"
     "q = s.astype('bfloat16')\n"
     "r = s.astype(int)\n"
     "t = s.astype(bool)\n"
     "w = s.astype(complex)",
     "p i32[8@x,4]; q bf16[8@x,4]; r i32[8@x,4]; t bool[8@x,4]; w c64[8@x,4]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = z.astype(jnp.float32)", "p f32[3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = s.astype('bogus')",
     "TypeError: data type 'bogus' not understood"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = s.astype(None)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = s.astype(jnp.float64)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "l i32[3]; b bool[3]",
     "p = jnp.astype(l, jnp.float16)\n"
     "q = jnp.array(l, jnp.int8)\n"
     "r = jnp.asarray(b, jnp.float32)\n"
     "t = jnp.float32(l)",
     "p f16[3]; q i8[3]; r f32[3]; t f32[3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]; z c64[3]",
     "p = lax.convert_element_type(s, jnp.int8)\n"
     "q = lax.convert_element_type(2.5, jnp.int32)\n"
     "r = lax.convert_element_type(z, jnp.float32)",
     "p i8[8@x,4]; q i32[]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = lax.bitcast_convert_type(s, jnp.int32)\n"
     "q = lax.bitcast_convert_type(s, jnp.int8)\n"
     "r = lax.bitcast_convert_type(jnp.ones((3, 4), jnp.int8), jnp.int32)",
     "p i32[8@x,4]; q i8[8@x,4,4]; r i32[3]"},
    {"0.10.2", "x=2 y=4", "", "p = lax.bitcast_convert_type(jnp.ones((3, 3), jnp.int8), jnp.int32)",
     "ValueError: Attempting to convert array of shape (3, 3) from int8 of size 8 bits "
     "to int32 of size 32, bits but 3 * 8 != 32"},
    {"0.10.2", "x=2 y=4", "", "p = lax.bitcast_convert_type(jnp.ones((), jnp.int8), jnp.int32)",
     "ValueError: Attempting to convert array of shape () from int8 of size 8 bits to "
     "int32 of size 32, bits but 1 * 8 != 32"},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = lax.bitcast_convert_type(b, jnp.int8)",
     "TypeError: lax.bitcast_convert_type does not support bool or complex values "
     "unless the operand and destination types match. Got operand dtype=bool, "
     "new_dtype=dtype('int8'). Consider using the arr.view() method instead."},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = lax.bitcast_convert_type(s, jnp.bool_)",
     "TypeError: lax.bitcast_convert_type does not support bool or complex values "
     "unless the operand and destination types match. Got operand dtype=float32, "
     "new_dtype=dtype('bool'). Consider using the arr.view() method instead."},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = lax.bitcast_convert_type(z, jnp.int32)",
     "TypeError: lax.bitcast_convert_type does not support bool or complex values "
     "unless the operand and destination types match. Got operand dtype=complex64, "
     "new_dtype=dtype('int32'). Consider using the arr.view() method instead."},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = lax.bitcast_convert_type(s, jnp.int16)\n"
     "q = lax.bitcast_convert_type(p, jnp.float32)",
     "p i16[8@x,4,2]; q f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]; l i32[3]",
     "p = jnp.issubdtype(l.dtype, jnp.integer)\n"
     "q = l + jnp.iinfo(jnp.int8).max\n"
     "r = s + jnp.finfo(jnp.bfloat16).max",
     "q i32[3]; r f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "l i32[3]; h bf16[6]", "p = jnp.result_type(l, h)\nq = jnp.zeros(3, p)",
     "q bf16[3]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.promote_types(jnp.int8, jnp.uint8)\nq = jnp.zeros(3, p)",
     "q i16[3]"},
};

/* astype and its kin by dtypes, names and bits. */
Test(conversions, judge_conversions)
{
	testing_programs(conversions, ROWS(conversions));
}

static const struct program_case created[] = {
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.zeros((2, 3))\n"
     "q = jnp.ones(4, jnp.int32)\n"
     "r = jnp.full((2,), 7)\n"
     "t = jnp.empty(())\n"
     "w = jnp.eye(3, 4)",
     "p f32[2,3]; q i32[4]; r i32[2]; t f32[]; w f32[3,4]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.zeros((2, -3))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -3)."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.zeros((2, 1.5))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2, 1.5)."},
    {"0.10.2", "x=2 y=4", "o f32[]", "p = jnp.zeros((2, o))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2, JitTracer(float32[]))."},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.zeros((8, 4), out_sharding=P('x', 'y'))\n"
     "q = jnp.ones((8,), out_sharding=P('y'))\n"
     "r = jnp.full((8, 4), 2, out_sharding=P(None, 'x'))",
     "p f32[8@x,4@y]; q f32[8@y]; r i32[8,4@x]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.zeros((7, 4), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 7. Got shape: (7, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.zeros((8, 4), out_sharding=P('x', None, 'y'))",
     "AssertionError: (2, P('x', None, 'y'))"},
    {"0.12.0.1", "x=2 y=4", "", "p = jnp.zeros((8, 4), out_sharding=P('x', None, 'y'))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', None, 'y'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, 'y'))"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.zeros((8, 4), out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]; o f32[]",
     "p = jnp.zeros_like(s)\n"
     "q = jnp.ones_like(s, jnp.int8)\n"
     "r = jnp.full_like(s, 2, shape=(3,))\n"
     "t = jnp.empty_like(o)",
     "p f32[8@x,4]; q i8[8@x,4]; r f32[3]; t f32[]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.arange(5)\n"
     "q = jnp.arange(2, 8, 3)\n"
     "r = jnp.arange(0.0, 1.0, 0.25)\n"
     "t = jnp.arange(5, 2)\n"
     "w = jnp.arange(4, dtype=jnp.bfloat16)",
     "p i32[5]; q i32[2]; r f32[4]; t i32[0]; w bf16[4]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.arange(0, 5, 0)", "ZeroDivisionError: division by zero"},
    {"0.10.2", "x=2 y=4", "o f32[]", "p = jnp.arange(o)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape float32[]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.arange(8, out_sharding=P('x'))", "p i32[8@x]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]; o f32[]",
     "p = jnp.linspace(0, 1, 5)\n"
     "q = jnp.linspace(0, o, 4)\n"
     "r, t = jnp.linspace(0, 1, 5, retstep=True)\n"
     "w = jnp.linspace(s[0], 1.0, 3)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,4] and "
     "output shape=(1, 4)"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.linspace(0, 1, -1)",
     "ValueError: Number of samples, -1, must be non-negative."},
    {"0.10.2", "x=2 y=4", "",
     "p, q = jnp.meshgrid(jnp.arange(2), jnp.arange(3))\n"
     "r, t = jnp.meshgrid(jnp.arange(2), jnp.arange(3), indexing='ij')",
     "p i32[3,2]; q i32[3,2]; r i32[2,3]; t i32[2,3]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.meshgrid(jnp.arange(2), indexing='xx')",
     "ValueError: Valid values for indexing are 'xy' and 'ij', got xx"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.iota(jnp.int32, 4)\n"
     "q = lax.broadcasted_iota(jnp.float32, (2, 3), 1)",
     "p i32[4]; q f32[2,3]"},
    {"0.10.2", "x=2 y=4", "", "p = lax.broadcasted_iota(jnp.int32, (2, 3), 2)",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=2 for "
     "shape=(2, 3)"},
    {"0.10.2", "x=2 y=4", "", "p = lax.iota(jnp.bool_, 4)",
     "TypeError: iota does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "", "p = lax.broadcasted_iota(jnp.int32, (2, -3), 0)",
     "TypeError: iota shape must have every element be nonnegative, got (2, -3)."},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = lax.full((2, 3), 1.5)\n"
     "q = lax.full_like(s, 0)\n"
     "r = lax.full((2,), 1, jnp.bfloat16)",
     "p f32[2,3]; q f32[8@x,4]; r bf16[2]"},
    {"0.10.2", "x=2 y=4", "", "p = lax.full((2, 3), jnp.ones(3))",
     "TypeError: full must be called with scalar fill_value, got fill_value.shape "
     "(3,)."},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.full((2, 3), jnp.ones(3))\n"
     "q = jnp.full((2, 3), jnp.ones(2)[:, None])",
     "p f32[2,3]; q f32[2,3]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.full((2, 3), jnp.ones(2))",
     "ValueError: Incompatible types for broadcasting: input type=float32[2] and "
     "requested type=float32[2,3]"},
    {"0.10.2", "x=2 y=4", "o f32[]",
     "p = jnp.array([1, 2.5])\n"
     "q = jnp.array([[1], [2]])\n"
     "r = jnp.array([True, 2])\n"
     "t = jnp.array([])\n"
     "w = jnp.array([o, o])",
     "p f32[2]; q i32[2,1]; r i32[2]; t f32[0]; w f32[2]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.array([[1, 2], [3]])",
     "ValueError: setting an array element with a sequence. The requested array has an "
     "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + "
     "inhomogeneous part."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.indices((2, 3))", "p i32[2,2,3]"},
};

/* New arrays have the shape, dtype and sharding that are asked for. */
Test(conversions, judge_new_arrays)
{
	testing_programs(created, ROWS(created));
}

static const struct program_case sums[] = {
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = lax.cumsum(s, 1)\n"
     "q = lax.cumprod(s, 1)\n"
     "r = lax.cummax(s, 1, reverse=True)\n"
     "t = lax.cumlogsumexp(s, 1)",
     "p f32[8@x,4]; q f32[8@x,4]; r f32[8@x,4]; t f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = lax.cumsum(s, 2)",
     "ValueError: axis 2 is out of bounds for array of shape (8, 4)"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = lax.cumsum(s, -1)",
     "ValueError: XLA operations do not allow negative axes"},
    {"0.10.2", "x=2 y=4", "o f32[]", "p = lax.cumsum(o, 0)",
     "ValueError: axis 0 is out of bounds for array of shape ()"},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = lax.cumsum(b)",
     "TypeError: cumsum does not accept dtype bool. Accepted dtypes are subtypes of "
     "number."},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = lax.cummin(b)",
     "TypeError: cummin does not accept dtype bool. Accepted dtypes are subtypes of "
     "number."},
    {"0.10.2", "x=2 y=4", "e f32[0,3]", "p = lax.cumsum(e, 0)\nq = lax.cumsum(e, 1)",
     "p f32[0,3]; q f32[0,3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = lax.cumsum(s, 0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8@x,4] and axis=0"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = jnp.cumsum(s)",
     "ShardingTypeError: The input should be fully replicated when axis is not "
     "specified to cumsum. Got input type=float32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]; b bool[3]; o f32[]",
     "p = jnp.cumsum(s, axis=1)\n"
     "q = jnp.cumsum(o)\n"
     "r = jnp.cumsum(b)\n"
     "t = jnp.cumprod(s, axis=-1, dtype=jnp.bfloat16)",
     "p f32[8@x,4]; q f32[1]; r i32[3]; t bf16[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = jnp.cumsum(s, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = jnp.cumulative_sum(s, axis=1)\n"
     "q = jnp.cumulative_sum(s[0], include_initial=True)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,4] and "
     "output shape=(1, 4)"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = jnp.cumulative_sum(s)",
     "ValueError: The input array has rank 2, however axis was not set to an explicit "
     "value. The axis argument is only optional for one-dimensional arrays."},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]",
     "p = jnp.diff(s, axis=1)\nq = jnp.diff(s[0], n=2)\nr = jnp.ediff1d(s[0])",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,4] and "
     "output shape=(1, 4)"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = jnp.diff(s, n=-1)",
     "ValueError: order must be non-negative but got -1"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4]", "p = jnp.gradient(s[0])\nq = jnp.trapezoid(s, axis=1)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,4] and "
     "output shape=(1, 4)"},
};

/* Cumulative sums along an axis that is there, and is whole. */
Test(conversions, judge_cumulative_sums)
{
	testing_programs(sums, ROWS(sums));
}

static const struct program_case slices[] = {
    {"0.10.2", "x=2 y=4", "i i32[]; j i32[2]; a f32[8,6]",
     "p = lax.dynamic_slice(a, (i, 0), (2, 6))\n"
     "q = lax.dynamic_slice(a, j, (2, 3))\n"
     "r = lax.dynamic_slice_in_dim(a, i, 3, axis=1)",
     "p f32[2,6]; q f32[2,3]; r f32[8,3]"},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]", "p = lax.dynamic_slice(a, (i,), (2, 6))",
     "ValueError: Length of slice indices must match number of operand dimensions (1 "
     "vs (8, 6))"},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]", "p = lax.dynamic_slice(a, (i, 0), (9, 6))",
     "TypeError: slice slice_sizes must be less than or equal to operand shape, got "
     "slice_sizes (9, 6) for operand shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]", "p = lax.dynamic_slice(a, (i, 0), (-1, 6))",
     "TypeError: slice slice_sizes must be greater than or equal to zero, got "
     "slice_sizes of (-1, 6)."},
    {"0.10.2", "x=2 y=4", "f f32[]; a f32[8,6]", "p = lax.dynamic_slice(a, (f, 0), (2, 6))",
     "TypeError: index arguments to dynamic_slice must be integers of the same type, "
     "got: float32, int32"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,6]; i i32[]", "p = lax.dynamic_slice(s, (0, i), (8, 2))",
     "p f32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,6]; i i32[]", "p = lax.dynamic_slice(s, (i, 0), (4, 6))",
     "p f32[4@x,6]"},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]; v f32[6]",
     "p = lax.dynamic_update_slice(a, a[:2], (i, 0))\n"
     "q = lax.dynamic_update_slice_in_dim(a, v[None], i, axis=0)\n"
     "r = lax.dynamic_update_index_in_dim(a, v, i, 0)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]; v f32[6]",
     "p = lax.dynamic_update_slice(a, v, (i, 0))",
     "TypeError: dynamic_update_slice update must have the same rank as operand, got "
     "update shape (6,) for operand shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]",
     "p = lax.dynamic_update_slice(a, jnp.ones((9, 6)), (i, 0))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (9, 6) for operand shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]",
     "p = lax.dynamic_update_slice(a, jnp.ones((1, 6), jnp.int32), (i, 0))",
     "TypeError: lax.dynamic_update_slice requires arguments to have the same dtypes, "
     "got float32, int32."},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]", "p = lax.dynamic_update_slice(a, a[:2], (i,))",
     "ValueError: Length of slice indices must match number of operand dimensions (1 "
     "vs (8, 6))"},
    {"0.10.2", "x=2 y=4", "f f32[]; a f32[8,6]", "p = lax.dynamic_update_slice(a, a[:2], (f, f))",
     "TypeError: index arguments to dynamic_update_slice must be integers of the same "
     "type, got float32, float32"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,6]; i i32[]", "p = lax.dynamic_update_slice(s, s[:2], (i, 0))",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,6]; i i32[]", "p = lax.dynamic_update_slice(s, s, (0, i))",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,6]; i i32[]; a f32[8,6]",
     "p = lax.dynamic_update_slice(s, a, (0, i))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[8@x,6]({Explicit: ('x', 'y')}) and update "
     "sharding float32[8,6]({Explicit: ('x', 'y')})."},
    {"0.10.2", "x=2 y=4", "i i32[]; a f32[8,6]",
     "p = lax.dynamic_index_in_dim(a, i, 1)\n"
     "q = lax.dynamic_index_in_dim(a, i, -1, keepdims=False)",
     "p f32[8,1]; q f32[8]"},
};

/* Slices at places that are known when the program runs. */
Test(conversions, judge_dynamic_slices)
{
	testing_programs(slices, ROWS(slices));
}
