/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/dtype.h"

static const struct dtype dtypes[] = {
    {"float32", "f32", 32},
    {"bfloat16", "bf16", 16},
    {"float16", "f16", 16},
    {"float64", "f64", 64},
    {"int32", "i32", 32},
    {"int64", "i64", 64},
    {"int16", "i16", 16},
    {"int8", "i8", 8},
    {"int4", "i4", 4},
    {"int2", "i2", 2},
    {"uint32", "u32", 32},
    {"uint64", "u64", 64},
    {"uint16", "u16", 16},
    {"uint8", "u8", 8},
    {"uint4", "u4", 4},
    {"uint2", "u2", 2},
    {"bool", "bool", 8},
    {"complex64", "c64", 64},
    {"complex128", "c128", 128},
    {"float8_e4m3fn", "f8_e4m3fn", 8},
    {"float8_e5m2", "f8_e5m2", 8},
    {"float8_e4m3b11fnuz", "f8_e4m3b11fnuz", 8},
    {"float8_e4m3fnuz", "f8_e4m3fnuz", 8},
    {"float8_e5m2fnuz", "f8_e5m2fnuz", 8},
    {"float8_e4m3", "f8_e4m3", 8},
    {"float8_e3m4", "f8_e3m4", 8},
    {"float8_e8m0fnu", "f8_e8m0fnu", 8},
    {"float4_e2m1fn", "f4_e2m1fn", 4},
    {"key<fry>", "key<fry>", 64},
};

/* Spellings of other frameworks. */
static const struct {
	const char *alias, *name;
} aliases[] = {
    {"s32", "int32"},
    {"s64", "int64"},
    {"s16", "int16"},
    {"s8", "int8"},
    {"s4", "int4"},
    {"pred", "bool"},
    {"float", "float32"},
    {"half", "float16"},
    {"double", "float64"},
    {"long", "int64"},
    {"int", "int32"},
    {"f8e4m3fn", "float8_e4m3fn"},
    {"f8e5m2", "float8_e5m2"},
    {"fp32", "float32"},
    {"fp16", "float16"},
};

enum {
	DTYPE_COUNT = sizeof dtypes / sizeof *dtypes,
	ALIAS_COUNT = sizeof aliases / sizeof *aliases,
};

/* The name behind a foreign spelling and behind the module it comes from: torch.bfloat16,
 * jnp.float32. */
static struct str common_name(struct str name)
{
	static const char *const modules[] = {"torch.", "jnp.", "np.", "jax.numpy."};
	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
		struct str module = str_of(modules[i]);
		if (str_starts_with(name, module))
			name = str_slice(name, module.len, name.len);
	}
	for (size_t i = 0; i < ALIAS_COUNT; i++)
		if (str_equal(str_of(aliases[i].alias), name))
			return str_of(aliases[i].name);
	return name;
}

const struct dtype *dtype_named(struct str name)
{
	for (size_t i = 0; i < DTYPE_COUNT; i++)
		if (str_equal(str_of(dtypes[i].name), name) ||
		    str_equal(str_of(dtypes[i].brief), name))
			return &dtypes[i];
	struct str common = common_name(name);
	for (size_t i = 0; i < DTYPE_COUNT; i++)
		if (str_equal(str_of(dtypes[i].name), common))
			return &dtypes[i];
	return NULL;
}

const struct str *dtype_names(struct arena *arena, size_t *count)
{
	struct str *names = arena_new(arena, struct str, 2 * (size_t)DTYPE_COUNT);
	*count = 0;
	for (size_t i = 0; i < DTYPE_COUNT; i++) {
		names[(*count)++] = str_of(dtypes[i].name);
		names[(*count)++] = str_of(dtypes[i].brief);
	}
	return names;
}
