/* SPDX-License-Identifier: Apache-2.0 */
/* Which dtypes the elementwise operations take and give.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case promoted[] = {
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = b + b\nq = b * b\nr = b + 1\nt = b + 1.5\nw = b + True",
     "p bool[3]; q bool[3]; r i32[3]; t f32[3]; w bool[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = b - b",
     "TypeError: sub does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = -b",
     "TypeError: neg does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "i i8[3]; u u8[3]; l i32[3]; h bf16[3]; f f16[3]; z c64[3]",
     "p = i + u\nq = i + h\nr = u * f\nt = h + f\nw = l + h\nx1 = z * i",
     "p i16[3]; q bf16[3]; r f16[3]; t f32[3]; w bf16[3]; x1 c64[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; l i32[3]; h bf16[3]",
     "p = i + 1\nq = i + 300\nr = i * 1.5\nt = h * 2.5\nw = l * 1j",
     "p i8[3]; q i8[3]; r f32[3]; t bf16[3]; w c64[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; u u8[3]; l i32[3]",
     "p = i / i\nq = u // 2\nr = i % 3\nt = l ** 2", "p f32[3]; q u8[3]; r i8[3]; t i32[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = l ** -1",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(int32[3], -1)"},
    {"0.10.2", "x=2 y=4", "h bf16[3]; s f32[3]", "p = s ** -1\nq = h ** -2", "p f32[3]; q bf16[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; l i32[3]; h bf16[3]",
     "p = l ** 0.5\nq = 2 ** l\nr = 2.0 ** i\nt = h ** h\nw = b ** 2",
     "p f32[3]; q i32[3]; r f32[3]; t bf16[3]; w i32[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = b ** b", "p i32[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]",
     "p = i & u\nq = b | b\nr = ~u\nt = ~b\nw = i ^ 3",
     "p i16[3]; q bool[3]; r u8[3]; t bool[3]; w i8[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; s f32[3]", "p = i & s",
     "TypeError: and does not accept dtype float32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, bool."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = ~s",
     "TypeError: not does not accept dtype float32. Accepted dtypes are subtypes of "
     "integer, bool."},
    {"0.10.2", "x=2 y=4", "i i8[3]; u u8[3]; l i32[3]", "p = l << 2\nq = l >> i\nr = u << u",
     "p i32[3]; q i32[3]; r u8[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = s << 1",
     "TypeError: shift_left does not accept dtype float32 at position 0. Accepted "
     "dtypes at position 0 are subtypes of integer."},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = b << 1", "p i32[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; h bf16[3]; z c64[3]",
     "p = abs(i)\nq = abs(z)\nr = abs(b)\nt = abs(h)", "p i8[3]; q f32[3]; r bool[3]; t bf16[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]; l i32[3]; h bf16[3]; s f32[3]; z c64[3]",
     "p = i == u\nq = s < 1\nr = b >= b\nt = z == z\nw = l != h",
     "p bool[3]; q bool[3]; r bool[3]; t bool[3]; w bool[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]; z c64[3]", "p = z < z\nq = z >= z[:1]\nr = jnp.less(z, s)",
     "p bool[3]; q bool[3]; r bool[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = z < z[:2]",
     "TypeError: eq got incompatible shapes for broadcasting: (3,), (2,)."},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]; h bf16[3]; z c64[3]",
     "p = jnp.sqrt(i)\n"
     "q = jnp.exp(b)\n"
     "r = jnp.sin(h)\n"
     "t = jnp.log(z)\n"
     "w = jnp.tanh(u)",
     "p f32[3]; q f32[3]; r bf16[3]; t c64[3]; w f32[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; l i32[3]; h bf16[3]; s f32[3]",
     "p = jnp.floor(i)\n"
     "q = jnp.ceil(h)\n"
     "r = jnp.round(l)\n"
     "t = jnp.trunc(s)\n"
     "w = jnp.rint(i)",
     "p i8[3]; q bf16[3]; r i32[3]; t f32[3]; w f32[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = jnp.floor(z)",
     "TypeError: floor does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]",
     "p = jnp.floor(b)\nq = jnp.ceil(u)\nr = jnp.fix(i)",
     "AttributeError: jax.numpy.fix was deprecated in JAX v0.9.0, and will be removed "
     "in JAX v0.10.0. Use jax.numpy.trunc instead."},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]; h bf16[3]; s f32[3]; z c64[3]",
     "p = jnp.maximum(i, u)\n"
     "q = jnp.minimum(b, b)\n"
     "r = jnp.maximum(z, s)\n"
     "t = jnp.fmax(h, 1)",
     "p i16[3]; q bool[3]; r c64[3]; t bf16[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; l i32[3]; h bf16[3]",
     "p = jnp.logaddexp(i, l)\n"
     "q = jnp.hypot(l, h)\n"
     "r = jnp.arctan2(i, i)\n"
     "t = jnp.float_power(i, 2)",
     "p f32[3]; q bf16[3]; r f32[3]; t f32[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = jnp.arctan2(z, z)", "p c64[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = jnp.mod(z, z)",
     "TypeError: rem does not accept dtype complex64 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating."},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; s f32[3]",
     "p = jnp.mod(b, b)\n"
     "q = jnp.remainder(i, 2)\n"
     "r = jnp.fmod(s, 2)\n"
     "t = jnp.floor_divide(b, b)",
     "p i32[3]; q i8[3]; r f32[3]; t i32[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]; s f32[3]", "p, q = jnp.divmod(l, 3)\nr, t = jnp.divmod(s, l)",
     "p i32[3]; q i32[3]; r f32[3]; t f32[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = jnp.sign(b)",
     "TypeError: sign does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; u u8[3]; z c64[3]",
     "p = jnp.sign(i)\n"
     "q = jnp.sign(z)\n"
     "r = jnp.square(b)\n"
     "t = jnp.reciprocal(i)\n"
     "w = jnp.positive(u)",
     "p i8[3]; q c64[3]; r i32[3]; t f32[3]; w u8[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; s f32[3]; z c64[3]",
     "p = jnp.logical_and(s, i)\n"
     "q = jnp.logical_not(z)\n"
     "r = jnp.logical_xor(b, 1)",
     "p bool[3]; q bool[3]; r bool[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; h bf16[3]; s f32[3]",
     "p = jnp.nextafter(s, h)\nq = jnp.copysign(i, s)\nr = jnp.heaviside(i, 1)",
     "p f32[3]; q f32[3]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = jnp.add(s)",
     "TypeError: add() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = jnp.add(s, [1, 2, 3])",
     "TypeError: add requires ndarray or scalar arguments, got <class 'list'> at "
     "position 1."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = jnp.add(s, None)",
     "TypeError: add requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 1."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = jnp.exp(s, s)",
     "TypeError: exp() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]",
     "p = jnp.where(b, i, 2)\n"
     "q = jnp.where(b, 1, 2)\n"
     "r = jnp.where(b, True, 2.0)",
     "p i8[3]; q i32[3]; r f32[3]"},
};

/* What jax.numpy makes of mixed dtypes, weak numbers and booleans. */
Test(elementwise_dtypes, promote_as_jax_does)
{
	testing_programs(promoted, ROWS(promoted));
}

static const struct program_case narrow[] = {
    {"0.10.2", "x=2 y=4", "s f32[3]",
     "p = s.astype(jnp.float8_e4m3fn)\nq = p + p\nr = p * 2\nt = -p",
     "p f8_e4m3fn[3]; q f8_e4m3fn[3]; r f8_e4m3fn[3]; t f8_e4m3fn[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]",
     "p = s.astype(jnp.float8_e4m3fn)\n"
     "q = p.astype(jnp.float32) + s\n"
     "r = p + 1\n"
     "t = p == p",
     "p f8_e4m3fn[3]; q f32[3]; r f8_e4m3fn[3]; t bool[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]; i i4[3]; l i32[3]",
     "p = i.astype(jnp.int8)\nq = l.astype(jnp.int4)\nr = s.astype(jnp.uint4)",
     "p i8[3]; q i4[3]; r u4[3]"},
    {"0.10.2", "x=2 y=4", "i i4[3]", "p = jnp.sum(i)",
     "ValueError: Invalid integer data type 'V'."},
    {"0.10.2", "x=2 y=4", "i i4[3]; u u4[3]",
     "p = jnp.sum(i, dtype=jnp.int32)\nq = jnp.max(i)\nr = jnp.cumsum(u)",
     "p i32[]; q i4[]; r u4[3]"},
    {"0.10.2", "x=2 y=4", "u u4[3]", "p = jnp.prod(u)",
     "ValueError: Invalid integer data type 'V'."},
    {"0.10.2", "x=2 y=4", "i i4[3]", "p = jnp.exp(i)\nq = i / i", "p f32[3]; q f32[3]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.zeros(3, jnp.float8_e5m2)\n"
     "q = jnp.ones((2, 2), jnp.int4)\n"
     "r = jnp.full(3, 1, jnp.float8_e4m3fn)",
     "p f8_e5m2[3]; q i4[2,2]; r f8_e4m3fn[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]",
     "p = s.astype(jnp.float8_e4m3fn) @ s.astype(jnp.float8_e4m3fn)", "p f8_e4m3fn[]"},
    {"0.10.2", "x=2 y=4", "s f32[3]",
     "p = lax.dot(s.astype(jnp.float8_e4m3fn), s.astype(jnp.float8_e4m3fn), "
     "preferred_element_type=jnp.float32)",
     "p f32[]"},
};

/* Dtypes of 8 bits and fewer, which promote with nothing else by themselves. */
Test(elementwise_dtypes, judge_narrow_dtypes)
{
	testing_programs(narrow, ROWS(narrow));
}

static const struct program_case lax[] = {
    {"0.10.2", "x=2 y=4", "h bf16[3]; s f32[3]", "p = lax.add(s, h)",
     "TypeError: lax.add requires arguments to have the same dtypes, got float32, "
     "bfloat16. (Tip: jnp.add is a similar function that does automatic type promotion "
     "on inputs)."},
    {"0.10.2", "x=2 y=4", "l i32[3]; h bf16[3]; s f32[3]",
     "p = lax.add(s, 1)\nq = lax.add(l, 2)\nr = lax.mul(h, 2.0)",
     "TypeError: lax.add requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.add is a similar function that does automatic type promotion on "
     "inputs)."},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.add(l, 1.5)",
     "TypeError: lax.add requires arguments to have the same dtypes, got int32, "
     "float32. (Tip: jnp.add is a similar function that does automatic type promotion "
     "on inputs)."},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = lax.add(b, b)",
     "TypeError: add does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "", "p = lax.add(1, 2)\nq = lax.mul(2.0, 3)",
     "TypeError: lax.mul requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.multiply is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2 y=4", "s f32[3]; m f32[2,3]", "p = lax.add(s, m)",
     "TypeError: add: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2 y=4", "m f32[2,3]; o f32[]", "p = lax.add(o, m)\nq = lax.add(m, 1.0)",
     "p f32[2,3]; q f32[2,3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]; m f32[2,3]",
     "p = lax.add(s, jnp.ones(1))\nq = lax.mul(m, jnp.ones((1, 3)))", "p f32[3]; q f32[2,3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.add(s, jnp.ones(2))",
     "TypeError: add got incompatible shapes for broadcasting: (3,), (2,)."},
    {"0.10.2", "x=2 y=4", "b bool[3]", "p = lax.neg(b)",
     "TypeError: neg does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "l i32[3]; z c64[3]; k u32[3]",
     "p = lax.neg(k)\nq = lax.abs(z)\nr = lax.sign(l)", "p u32[3]; q f32[3]; r i32[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]", "p = lax.exp(i)",
     "TypeError: exp does not accept dtype int8. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.floor(l)",
     "TypeError: floor does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.bitwise_and(s, s)",
     "TypeError: and does not accept dtype float32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, bool."},
    {"0.10.2", "x=2 y=4", "b bool[3]; i i8[3]; l i32[3]",
     "p = lax.bitwise_not(b)\n"
     "q = lax.bitwise_or(l, 3)\n"
     "r = lax.bitwise_xor(i, i)",
     "p bool[3]; q i32[3]; r i8[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.shift_left(s, s)",
     "TypeError: shift_left does not accept dtype float32 at position 0. Accepted "
     "dtypes at position 0 are subtypes of integer."},
    {"0.10.2", "x=2 y=4", "i i8[3]; l i32[3]; k u32[3]",
     "p = lax.shift_left(l, 2)\n"
     "q = lax.shift_right_logical(k, k)\n"
     "r = lax.shift_right_arithmetic(i, i)",
     "p i32[3]; q u32[3]; r i8[3]"},
    {"0.10.2", "x=2 y=4", "i i8[3]; l i32[3]", "p = lax.shift_left(l, i)",
     "TypeError: lax.shift_left requires arguments to have the same dtypes, got int32, "
     "int8. (Tip: jnp.left_shift is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2 y=4", "l i32[3]; s f32[3]",
     "p = lax.pow(s, 2)\nq = lax.pow(s, s)\nr = lax.integer_pow(l, 3)",
     "p f32[3]; q f32[3]; r i32[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.pow(l, 2)",
     "TypeError: pow does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "l i32[3]; s f32[3]", "p = lax.pow(l, s)",
     "TypeError: pow does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "h bf16[3]; s f32[3]", "p = lax.pow(s, h)",
     "TypeError: the first argument to pow must have an inexact dtype (float or "
     "complex), and the second argument must have an inexact or integer dtype, and two "
     "inexact dtypes must match, but got float32 and bfloat16 respectively."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.integer_pow(s, 2.5)", "p f32[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.integer_pow(l, -1)",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(int32[3], -1)"},
    {"0.6.0", "x=2 y=4", "l i32[3]", "p = lax.integer_pow(l, -1)",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(ShapedArray(int32[3]), -1)"},
    {"0.10.2", "x=2 y=4", "l i32[3]; s f32[3]", "p = lax.rem(l, 2)\nq = lax.rem(s, 2.0)",
     "p i32[3]; q f32[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = lax.rem(z, z)",
     "TypeError: rem does not accept dtype complex64 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating."},
    {"0.10.2", "x=2 y=4", "l i32[3]; z c64[3]", "p = lax.div(l, 2)\nq = lax.div(z, z)",
     "p i32[3]; q c64[3]"},
    {"0.10.2", "x=2 y=4", "b bool[3]; z c64[3]", "p = lax.max(b, b)\nq = lax.min(z, z)",
     "p bool[3]; q c64[3]"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.atan2(s, s)\nq = lax.nextafter(s, s)",
     "p f32[3]; q f32[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.atan2(l, l)",
     "TypeError: atan2 does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.nextafter(l, l)",
     "TypeError: nextafter does not accept dtype int32 at position 0. Accepted dtypes "
     "at position 0 are subtypes of floating."},
    {"0.10.2", "x=2 y=4", "s f32[3]; z c64[3]",
     "p = lax.complex(s, s)\nq = lax.real(z)\nr = lax.conj(z)\nt = lax.imag(z)",
     "p c64[3]; q f32[3]; r c64[3]; t f32[3]"},
    {"0.10.2", "x=2 y=4", "h bf16[3]", "p = lax.complex(h, h)",
     "TypeError: complex does not accept dtype bfloat16 at position 0. Accepted dtypes "
     "at position 0 are subtypes of float32, float64."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.real(s)",
     "TypeError: real does not accept dtype float32. Accepted dtypes are subtypes of "
     "complexfloating."},
    {"0.10.2", "x=2 y=4", "l i32[3]; s f32[3]", "p = lax.eq(s, l)",
     "TypeError: lax.eq requires arguments to have the same dtypes, got float32, "
     "int32. (Tip: jnp.equal is a similar function that does automatic type promotion "
     "on inputs)."},
    {"0.10.2", "x=2 y=4", "b bool[3]; s f32[3]; z c64[3]",
     "p = lax.eq(z, z)\nq = lax.lt(s, 1.0)\nr = lax.ne(b, b)", "p bool[3]; q bool[3]; r bool[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = lax.lt(z, z)",
     "TypeError: lt does not accept dtype complex64 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, bool."},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.is_finite(l)",
     "TypeError: is_finite does not accept dtype int32. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.population_count(s)",
     "TypeError: population_count does not accept dtype float32. Accepted dtypes are "
     "subtypes of integer."},
    {"0.10.2", "x=2 y=4", "l i32[3]; k u32[3]", "p = lax.population_count(l)\nq = lax.clz(k)",
     "p i32[3]; q u32[3]"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = lax.erf(z)",
     "TypeError: erf does not accept dtype complex64. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2 y=4", "l i32[3]; s f32[3]", "p = lax.igamma(s, l)",
     "TypeError: igamma does not accept dtype int32 at position 1. Accepted dtypes at "
     "position 1 are subtypes of floating."},
    {"0.10.2", "x=2 y=4", "l i32[3]; h bf16[3]; s f32[3]",
     "p = lax.clamp(0, l, 3)\n"
     "q = lax.square(l)\n"
     "r = lax.reciprocal(s)\n"
     "t = lax.logistic(h)",
     "p i32[3]; q i32[3]; r f32[3]; t bf16[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.logistic(l)",
     "TypeError: logistic does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.reciprocal(l)",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(int32[3], -1)"},
    {"0.6.0", "x=2 y=4", "l i32[3]", "p = lax.reciprocal(l)",
     "TypeError: Integers cannot be raised to negative powers, got "
     "integer_pow(ShapedArray(int32[3]), -1)"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.reduce_precision(s, 5, 10)", "p f32[3]"},
    {"0.10.2", "x=2 y=4", "l i32[3]", "p = lax.reduce_precision(l, 5, 10)",
     "TypeError: reduce_precision does not accept dtype int32. Accepted dtypes are "
     "subtypes of floating."},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.reduce_precision(s, 0, 10)",
     "ValueError: reduce_precision: exponent_bits must be positive; got 0"},
    {"0.10.2", "x=2 y=4", "s f32[3]", "p = lax.add(s)",
     "TypeError: add() missing 1 required positional argument: 'y'"},
};

/* The operations of lax take one dtype, and name those that they accept. */
Test(elementwise_dtypes, judge_lax_dtypes)
{
	testing_programs(lax, ROWS(lax));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: q + r)(a, s)\n"
     "q = jax.vmap(lambda q, r: lax.mul(q, r))(a, s)",
     "p f32[8@x,3]; q f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]; v f32[3]",
     "p = jax.vmap(lambda r: r + v)(s)\nq = jax.vmap(lambda r: v * r)(s)",
     "p f32[8@x,3]; q f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]; v f32[3]", "p = jax.vmap(lambda r: lax.add(v, r))(s)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; n f32[3,8@x]",
     "p = jax.vmap(lambda q, r: q + r, in_axes=(1, 0), out_axes=1)(n, a)", "p f32[3,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; o f32[]",
     "p = jax.vmap(lambda q, r: q * r, in_axes=(0, None))(a, o)", "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; s f32[8@x]; o f32[]",
     "p = jax.vmap(lambda q: q + o)(s)\n"
     "q = jax.vmap(lambda q: lax.add(q, o))(a)",
     "p f32[8@x]; q f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; m f32[8@x,3,4@y]",
     "p = jax.vmap(lambda q, r: q + r[:, None])(m, a)", "p f32[8@x,3,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; m f32[8@x,3,4@y]",
     "p = jax.vmap(lambda q, r: q + r)(m, a[:, :, None])", "p f32[8@x,3,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; w f32[8,3]", "p = jax.vmap(lambda q, r: q + r)(a, w)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; w f32[8,3]", "p = jax.vmap(lambda q, r: q + r)(w, a)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,3]; w f32[8,3]", "p = jax.vmap(lambda q, r: q + r)(w, a)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; s f32[8@x]",
     "p = jax.vmap(jax.vmap(lambda q, r: q * r, in_axes=(0, None)), in_axes=(0, 0))(a, s)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]; v f32[3]",
     "p = jax.vmap(jax.vmap(lambda q, r: q - r, in_axes=(None, 0)), in_axes=(0, None))(s, v)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "m f32[8@x,3,4@y]",
     "p = jax.vmap(lambda q: jnp.exp(q) + 1, in_axes=2, out_axes=0)(m)", "p f32[4@y,8@x,3]"},
    {"0.10.2", "x=2 y=4", "v f32[3]; m f32[8@x,3,4@y]",
     "p = jax.vmap(lambda q, r: jnp.maximum(q, r), in_axes=(2, None))(m, v)", "p f32[4@y,8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; n f32[3,8@x]",
     "p = jax.vmap(lambda q: q.astype(jnp.bfloat16))(a)\n"
     "q = jax.vmap(lambda q: q > 0)(n.T)",
     "p bf16[8@x,3]; q bool[8@x,3]"},
    {"0.10.2", "x=2 y=4", "n f32[3,8@x]",
     "p = jax.vmap(lambda q: lax.convert_element_type(q, jnp.int32), in_axes=1)(n)",
     "p i32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: lax.bitcast_convert_type(q, jnp.int32))(a)\n"
     "q = jax.vmap(lambda q: lax.bitcast_convert_type(q, jnp.int16))(a)",
     "p i32[8@x,3]; q i16[8@x,3,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; m f32[8@x,3,4@y]",
     "p = jax.vmap(lambda q: lax.cumsum(q, 0))(m)\n"
     "q = jax.vmap(lambda q: jnp.cumprod(q))(a)",
     "p f32[8@x,3,4@y]; q f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "m f32[8@x,3,4@y]", "p = jax.vmap(lambda q: jnp.cumsum(q, axis=1))(m)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[3,4@y] and axis=1"},
    {"0.6.0", "x=2 y=4", "m f32[8@x,3,4@y]", "p = jax.vmap(lambda q: jnp.cumsum(q, axis=1))(m)",
     "p f32[8@x,3,4@y]"},
};

/* vmap where one operand is a scalar of each example, or of none. */
Test(elementwise_dtypes, map_operations)
{
	testing_programs(mapped, ROWS(mapped));
}
