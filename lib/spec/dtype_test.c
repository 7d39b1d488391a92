/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/dtype.h"

#include "testing/testing.h"

static const struct {
	const char *spelling, *name; /* NULL: there is none */
	uint32_t bits;
} rows[] = {
    {"float32", "float32", 32},
    {"f32", "float32", 32},
    {"torch.float32", "float32", 32},
    {"jnp.float32", "float32", 32},
    {"float", "float32", 32},
    {"fp16", "float16", 16},
    {"bf16", "bfloat16", 16},
    {"torch.bfloat16", "bfloat16", 16},
    {"s32", "int32", 32},
    {"pred", "bool", 8},
    {"torch.long", "int64", 64},
    {"int4", "int4", 4},
    {"u2", "uint2", 2},
    {"c128", "complex128", 128},
    {"f8e4m3fn", "float8_e4m3fn", 8},
    {"float4_e2m1fn", "float4_e2m1fn", 4},
    {"key<fry>", "key<fry>", 64},
    {"key<urbg>", "key<urbg>", 128},
    {"F32", NULL, 0},
    {"", NULL, 0},
    {"f31", NULL, 0},
    {"torch.", NULL, 0},
    {"float3", NULL, 0},
};

Test(dtype, is_known_in_every_spelling)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		const struct dtype *dtype = dtype_named(str_of(rows[i].spelling));
		cr_expect_eq(dtype != NULL, rows[i].name != NULL, "'%s'", rows[i].spelling);
		if (!dtype || !rows[i].name)
			continue;
		cr_expect_str_eq(dtype->name, rows[i].name, "'%s'", rows[i].spelling);
		cr_expect_eq(dtype->bits, rows[i].bits, "'%s'", rows[i].spelling);
	}
}

Test(dtype, every_listed_name_is_one_and_no_name_is_taken_twice)
{
	struct arena arena = {0};
	size_t count;
	const struct str *names = dtype_names(&arena, &count);
	cr_assert(count > 50);
	for (size_t i = 0; i < count; i++) {
		const struct dtype *dtype = dtype_named(names[i]);
		cr_assert_not_null(dtype);
		cr_expect(str_equal(names[i], str_of(dtype->name)) ||
		              str_equal(names[i], str_of(dtype->brief)),
		          "%.*s means another", STR_ARG(names[i]));
	}
	arena_drop(&arena);
}

static const struct {
	enum dtype_id a, b, joined; /* DTYPE_IDS: they have none in common */
	enum promotion_lattice lattice;
} joins[] = {
    {DTYPE_ID_BOOL, DTYPE_ID_INT4, DTYPE_ID_INT4, LATTICE_X32},
    {DTYPE_ID_INT8, DTYPE_ID_UINT8, DTYPE_ID_INT16, LATTICE_X32},
    {DTYPE_ID_INT4, DTYPE_ID_INT8, DTYPE_IDS, LATTICE_X32},
    {DTYPE_ID_BFLOAT16, DTYPE_ID_FLOAT16, DTYPE_ID_FLOAT32, LATTICE_X32},
    {DTYPE_ID_WEAK_INT, DTYPE_ID_FLOAT8_E5M2, DTYPE_ID_FLOAT8_E5M2, LATTICE_X32},
    {DTYPE_ID_FLOAT8_E5M2, DTYPE_ID_FLOAT8_E4M3, DTYPE_IDS, LATTICE_X32},
    {DTYPE_ID_UINT32, DTYPE_ID_WEAK_FLOAT, DTYPE_ID_WEAK_FLOAT, LATTICE_X32},
    {DTYPE_ID_WEAK_COMPLEX, DTYPE_ID_FLOAT64, DTYPE_ID_COMPLEX128, LATTICE_X32},
    {DTYPE_ID_UINT32, DTYPE_ID_INT16, DTYPE_ID_INT32, LATTICE_X32},
    {DTYPE_ID_UINT32, DTYPE_ID_INT16, DTYPE_ID_INT64, LATTICE_X64},
    {DTYPE_ID_INT32, DTYPE_ID_FLOAT32, DTYPE_IDS, LATTICE_STRICT},
    {DTYPE_ID_WEAK_INT, DTYPE_ID_FLOAT32, DTYPE_ID_FLOAT32, LATTICE_STRICT},
};

Test(dtype, is_joined_with_another_in_the_lattice)
{
	for (size_t i = 0; i < ROWS(joins); i++)
		cr_expect_eq(dtype_join((uint64_t)1 << joins[i].a | (uint64_t)1 << joins[i].b,
		                        joins[i].lattice),
		             joins[i].joined, "%zu", i);
	cr_expect_str_eq(dtype_of_array(DTYPE_ID_FLOAT64, false)->name, "float32");
	cr_expect_str_eq(dtype_of_array(DTYPE_ID_WEAK_INT, false)->name, "int32");
}

Test(dtype, every_row_is_the_type_of_its_id)
{
	for (int i = 0; i < DTYPE_ID_WEAK_INT; i++)
		cr_expect_eq(dtype_named(str_of(dtype_of((enum dtype_id)i)->name)),
		             dtype_of((enum dtype_id)i));
}

Test(dtype, nearest_numbers_are_rounded_to_even)
{
	static const struct {
		enum dtype_id id;
		double number, nearest;
	} numbers[] = {
	    {DTYPE_ID_FLOAT32, 0.1, (double)0.1f},
	    {DTYPE_ID_FLOAT16, 1e-8, 0},        /* below half of the least */
	    {DTYPE_ID_FLOAT16, 1e-6, 0x11p-24}, /* subnormal */
	    {DTYPE_ID_FLOAT16, 0.9, 0x1.cccp-1},
	    {DTYPE_ID_BFLOAT16, 1 + 0x1p-8, 1}, /* the even one of two */
	    {DTYPE_ID_BFLOAT16, 1 + 0x3p-8, 1 + 0x1p-6},
	    {DTYPE_ID_BFLOAT16, -1.7, -0x1.b4p0},
	    {DTYPE_ID_FLOAT16, 1e6, 1e6}, /* out of range */
	    {DTYPE_ID_INT32, 0.5, 0.5},   /* no float */
	};
	for (size_t i = 0; i < ROWS(numbers); i++)
		cr_expect_eq(dtype_nearest(dtype_of(numbers[i].id), numbers[i].number),
		             numbers[i].nearest, "%zu: %.9g", i,
		             dtype_nearest(dtype_of(numbers[i].id), numbers[i].number));
}
