/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case quotients[] = {
    {"0.10.2", "x=2 y=4", "a i32[8@x]; b f32[8]", "out = a // b",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None,)) but case sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',))."},
    {"0.9.0", "x=2 y=4", "a i32[8@x]; b f32[8]", "out = a // b", "out f32[8@x]"},
    {"0.12.0.1", "x=2 y=4", "a i32[8]; b f32[8@x]", "out = a // b",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))]."},
    {"0.12.0.1", "x=2 y=4", "a i32[8@x]; b i32[8]", "out = a // b\nq = a % b",
     "out i32[8@x]; q i32[8@x]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,4]; b f32[4]", "out = a % b\nq = jnp.fmod(a, b)",
     "out f32[8@x,4]; q f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=4", "a i32[8,4]; b i32[4@y]", "out = a % b\nq = jnp.fmod(a, b)",
     "out i32[8,4@y]; q i32[8,4@y]"},
    {"0.12.0.1", "x=2 y=4", "a u8[8@x]; b i8[1]", "q, r = jnp.divmod(a, b)",
     "q i16[8@x]; r i16[8@x]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x]; b f32[8@y]", "q, r = jnp.divmod(a, b)",
     "ShardingTypeError: rem got incompatible shardings for broadcasting: ('x',), "
     "('y',)."},
    {"0.12.0.1", "x=2 y=4", "a c64[8@x]; b c64[8@x]", "q = jnp.divmod(a, b)",
     "TypeError: rem does not accept dtype complex64 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating."},
    {"0.12.0.1", "x=2 y=4", "a c64[8@x]; b c64[8@x]", "q = a // b",
     "TypeError: floor_divide does not support complex-valued inputs"},
    {"0.12.0.1", "x=2 y=4", "a bool[8@x]; b bool[8@x]", "q = a // b\nr = a % b",
     "q i32[8@x]; r i32[8@x]"},
};

/* Steps behind the first fail on their own: of floats the dividend is chosen by the divisor. */
Test(numpy_division, follows_each_step)
{
	testing_programs(quotients, ROWS(quotients));
}

static const struct program_case choices[] = {
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,4]; b f32[8@y,4]", "out = jnp.fmin(a, b)",
     "ShardingTypeError: lt got incompatible shardings for broadcasting: ('x', None), "
     "('y', None)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,4]; b f32[8@y,4]", "out = jnp.fmax(a, b)",
     "ShardingTypeError: gt got incompatible shardings for broadcasting: ('x', None), "
     "('y', None)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,4]; b i32[4]", "out = jnp.fmax(a, b)", "out f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=4", "a c64[8@x]; b c64[]", "out = jnp.less(a, b)\nd = a >= a",
     "d bool[8@x]; out bool[8@x]"},
    {"0.10.2", "x=2 y=4", "a c64[8@x]; b c64[8@y]", "out = a < b",
     "ShardingTypeError: eq got incompatible shardings for broadcasting: ('x',), "
     "('y',)."},
    {"0.10.2", "x=2 y=4", "a c64[0,4@y]", "out = jnp.where(a > 0, a, 0)", "out c64[0,4@y]"},
};

/* fmin and fmax compare first; complex numbers compare by their parts. */
Test(numpy_division, comparisons_choose)
{
	testing_programs(choices, ROWS(choices));
}

static const struct program_case powers[] = {
    {"0.12.0.1", "x=2 y=4", "a i8[4@x,6]", "out = a ** -1",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(int8[4@x,6], -1)"},
    {"0.4.30", "auto x=2 y=4", "a i32[4,6]", "out = a ** -2",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(ShapedArray(int32[4,6]), -2)"},
    {"0.6.0", "x=2 y=4", "a i32[4,6@x]", "out = lax.integer_pow(a, -2)",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(ShapedArray(int32[4,6@x]), -2)"},
    {"0.12.0.1", "x=2 y=4", "a f32[4@x,6]; b bool[4@y]", "out = a ** -1\nc = b ** 2",
     "c i32[4@y]; out f32[4@x,6]"},
    {"0.12.0.1", "x=2 y=4", "a i32[8,8@y]; b i32[8@x,1]", "out = a ** b", "out i32[8@x,8@y]"},
    {"0.12.0.1", "x=2 y=4", "a i32[8,8@y,2@x]; b i32[8@x,8,1]", "out = jnp.power(a, b)",
     "ShardingTypeError: and operation with inputs: bool[8,8@y,2@x], bool[8@x,8,1] "
     "produces an illegally sharded result: bool[8@x,8@y,2@x]"},
    {"0.12.0.1", "x=2 y=4", "a i8[8@x]; b i32[]", "out = a ** b\nc = 2 ** a",
     "c i8[8@x]; out i32[8@x]"},
    {"0.12.0.1", "x=2 y=4", "a bf16[8@x]; b i32[8]", "out = a ** b\nc = a ** 0.5",
     "c bf16[8@x]; out bf16[8@x]"},
    {"0.12.0.1", "x=2 y=4", "a i32[8@x]; b f32[8@x]", "out = a ** b", "out f32[8@x]"},
    {"0.12.0.1", "x=2 y=4", "a i8[8@x]", "out = a ** np.int32(2)", "out i8[8@x]"},
};

/* Of integers by squares, for each bit of the exponent. */
Test(numpy_division, powers_are_products)
{
	testing_programs(powers, ROWS(powers));
}
