/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case primitives_of_one_element[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.sin(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.exp(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.log(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.tanh(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.logistic(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.rsqrt(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.abs(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.neg(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.sign(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.floor(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.ceil(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.round(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.is_finite(a, *([2] if 'integer_pow' == '' else []))",
     "y bool[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.erf(a, *([2] if 'integer_pow' == '' else []))",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = lax.integer_pow(a, *([2] if 'integer_pow' == '' else []))",
     "TypeError: integer_pow() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.sin(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.exp(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.exp2(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.log(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.tanh(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.logistic(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.rsqrt(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.sqrt(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.cbrt(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.abs(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.neg(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.sign(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.floor(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.ceil(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.is_finite(a)", "y bool[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.erf(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.lgamma(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.digamma(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.add(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.sub(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.mul(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.div(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.max(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.min(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.pow(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.atan2(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.rem(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.nextafter(a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.eq(a, b)", "y bool[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.lt(a, b)", "y bool[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.ge(a, b)", "y bool[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[4@x,3]", "y = lax.ne(a, b)", "y bool[4@x,3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.bitwise_and(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.bitwise_or(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.bitwise_xor(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.shift_left(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.shift_right_logical(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.shift_right_arithmetic(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.max(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.add(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.div(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.rem(i, i)", "y i32[3]"},
    {"0.10.2", "x=2", "u u32[3]", "y = lax.bitwise_not(u)", "y u32[3]"},
    {"0.10.2", "x=2", "u u32[3]", "y = lax.population_count(u)", "y u32[3]"},
    {"0.10.2", "x=2", "u u32[3]", "y = lax.clz(u)", "y u32[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.real(c)", "y f32[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.imag(c)", "y f32[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.conj(c)", "y c64[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.abs(c)", "y f32[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.sqrt(c)", "y c64[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.integer_pow(a, 3)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.square(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.reciprocal(v)", "y f32[3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.complex(v, v)", "y c64[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.add(a, 1.0)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.mul(2, i)", "y i32[3]"},
    {"0.10.2", "x=2", "v f32[3]; i i32[3]", "y = lax.pow(v, i)", "y f32[3]"},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.bitwise_and(k, *([k] * 1))", "y bool[3]"},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.bitwise_or(k, *([k] * 1))", "y bool[3]"},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.bitwise_not(k, *([k] * 1))",
     "TypeError: bitwise_not() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.igamma(v, v)", "y f32[3]"},
};

/* Operands must be of one dtype and shape. */
Test(lax_elementwise, primitives_of_one_element)
{
	testing_programs(primitives_of_one_element, ROWS(primitives_of_one_element));
}

static const struct program_case primitives_refuse[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; v f32[3]", "y = lax.add(a, v)",
     "TypeError: add: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2", "a f32[4@x,3]; v f32[3]", "y = lax.mul(a, v)",
     "TypeError: mul: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2", "a f32[4@x,3]; v f32[3]", "y = lax.max(a, v)",
     "TypeError: max: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2", "a f32[4@x,3]; v f32[3]", "y = lax.atan2(a, v)",
     "TypeError: atan2: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2", "a f32[4@x,3]; v f32[3]", "y = lax.lt(a, v)",
     "TypeError: lt: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2", "v f32[3]; i i32[3]", "y = lax.add(v, i)",
     "TypeError: lax.add requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.add is a similar function that does automatic type promotion on "
     "inputs)."},
    {"0.10.2", "x=2", "v f32[3]; i i32[3]", "y = lax.mul(v, i)",
     "TypeError: lax.mul requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.multiply is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; i i32[3]", "y = lax.max(v, i)",
     "TypeError: lax.max requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.maximum is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; i i32[3]", "y = lax.eq(v, i)",
     "TypeError: lax.eq requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.equal is a similar function that does automatic type promotion "
     "on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; h f16[3]", "y = lax.add(v, h)",
     "TypeError: lax.add requires arguments to have the same dtypes, got float32, "
     "float16. (Tip: jnp.add is a similar function that does automatic type promotion "
     "on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; h f16[3]", "y = lax.sub(v, h)",
     "TypeError: lax.sub requires arguments to have the same dtypes, got float32, "
     "float16. (Tip: jnp.subtract is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; h f16[3]", "y = lax.div(v, h)",
     "TypeError: lax.div requires arguments to have the same dtypes, got float32, "
     "float16. (Tip: jnp.divide is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; h f16[3]", "y = lax.min(v, h)",
     "TypeError: lax.min requires arguments to have the same dtypes, got float32, "
     "float16. (Tip: jnp.minimum is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[3]; w f32[5]", "y = lax.add(v, w)",
     "TypeError: add got incompatible shapes for broadcasting: (3,), (5,)."},
    {"0.10.2", "x=2", "v f32[3]; w f32[5]", "y = lax.mul(v, w)",
     "TypeError: mul got incompatible shapes for broadcasting: (3,), (5,)."},
    {"0.10.2", "x=2", "v f32[3]; w f32[5]", "y = lax.pow(v, w)",
     "TypeError: pow got incompatible shapes for broadcasting: (3,), (5,)."},
    {"0.10.2", "x=2", "v f32[3]; w f32[5]", "y = lax.ge(v, w)",
     "TypeError: ge got incompatible shapes for broadcasting: (3,), (5,)."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.sin(i)",
     "TypeError: sin does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.exp(i)",
     "TypeError: exp does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.tanh(i)",
     "TypeError: tanh does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.rsqrt(i)",
     "TypeError: rsqrt does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.floor(i)",
     "TypeError: floor does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.is_finite(i)",
     "TypeError: is_finite does not accept dtype int32. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.erf(i)",
     "TypeError: erf does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.logistic(i)",
     "TypeError: logistic does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.floor(c)",
     "TypeError: floor does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.ceil(c)",
     "TypeError: ceil does not accept dtype complex64. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.round(c)",
     "TypeError: round does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.erf(c)",
     "TypeError: erf does not accept dtype complex64. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.lgamma(c)",
     "TypeError: lgamma does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.is_finite(c)",
     "TypeError: is_finite does not accept dtype complex64. Accepted dtypes are "
     "subtypes of floating."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.bitwise_and(v, v)",
     "TypeError: and does not accept dtype float32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, bool."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.shift_left(v, v)",
     "TypeError: shift_left does not accept dtype float32 at position 0. Accepted "
     "dtypes at position 0 are subtypes of integer."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.bitwise_xor(v, v)",
     "TypeError: xor does not accept dtype float32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, bool."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.bitwise_not(v)",
     "TypeError: not does not accept dtype float32. Accepted dtypes are subtypes of "
     "integer, bool."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.population_count(v)",
     "TypeError: population_count does not accept dtype float32. Accepted dtypes are "
     "subtypes of integer."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.clz(v)",
     "TypeError: clz does not accept dtype float32. Accepted dtypes are subtypes of "
     "integer."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.max(c, c)", "y c64[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.lt(c, c)",
     "TypeError: lt does not accept dtype complex64 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, bool."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.atan2(c, c)", "y c64[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.rem(c, c)",
     "TypeError: rem does not accept dtype complex64 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = lax.nextafter(c, c)",
     "TypeError: nextafter does not accept dtype complex64 at position 0. Accepted "
     "dtypes at position 0 are subtypes of floating."},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.neg(k, *([k] * 0))",
     "TypeError: neg does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.sign(k, *([k] * 0))",
     "TypeError: sign does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.add(k, *([k] * 0))",
     "TypeError: add() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "k bool[3]", "y = lax.mul(k, *([k] * 0))",
     "TypeError: mul() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "", "y = lax.sin()",
     "TypeError: sin() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = lax.add()",
     "TypeError: add() missing 2 required positional arguments: 'x' and 'y'"},
    {"0.10.2", "x=2", "", "y = lax.pow()",
     "TypeError: pow() missing 2 required positional arguments: 'x' and 'y'"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.add(v)",
     "TypeError: add() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.max(v)",
     "TypeError: max() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.abs(v, v, v)",
     "TypeError: abs() takes 1 positional argument but 3 were given"},
    {"0.10.2", "x=2", "a f32[4@x,3]; r f32[4,3@x]", "y = lax.add(a, r)",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.10.2", "x=2", "i i32[3]", "y = lax.complex(i, i)",
     "TypeError: complex does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of float32, float64."},
    {"0.10.2", "x=2", "v f32[3]; i i32[3]", "y = lax.complex(v, i)",
     "TypeError: complex does not accept dtype int32 at position 1. Accepted dtypes at "
     "position 1 are subtypes of float32, float64."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.real(v)",
     "TypeError: real does not accept dtype float32. Accepted dtypes are subtypes of "
     "complexfloating."},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.integer_pow(v, 1.5)", "y f32[3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.integer_pow(v)",
     "TypeError: integer_pow() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.sine(v)",
     "AttributeError: module 'jax.lax' has no attribute 'sine'"},
};

/* Operands of other shapes and dtypes, and those they do not accept. */
Test(lax_elementwise, primitives_refuse)
{
	testing_programs(primitives_refuse, ROWS(primitives_refuse));
}
