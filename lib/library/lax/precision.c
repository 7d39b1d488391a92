/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.Precision and jax.lax.DotAlgorithmPreset: how exactly products are computed, which no
 * type shows. */
#include "library/library.h"

/* A member of an enumeration: a constant, whose row says the class. */
static const struct value *member(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"name"};
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 1);
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	fields[0] = value_string(trace->op.arena, str_of(arguments->row->name));
	value->record = (struct record){arguments->row->data, names, fields, 1};
	return value;
}

/* Precision('highest'). */
static const struct value *named(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"value"};
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	value->record = (struct record){arguments->row->name, names, arguments->values, 1};
	return value;
}

#define PRECISION(id) VALUE(id, member, .data = "Precision")
#define PRESET(id) VALUE(id, member, .data = "DotAlgorithmPreset", .since = "0.4.38")

const struct function_row library_lax_precision[] = {
    MODULE("jax.lax"),
    FUNCTION("Precision", "value", named),
    FUNCTION("DotAlgorithmPreset", "value", named, .since = "0.4.38"),
    MODULE("jax.lax.Precision"),
    PRECISION("DEFAULT"),
    PRECISION("HIGH"),
    PRECISION("HIGHEST"),
    MODULE("jax.lax.DotAlgorithmPreset"),
    PRESET("DEFAULT"),
    PRESET("ANY_F8_ANY_F8_F32"),
    PRESET("ANY_F8_ANY_F8_F32_FAST_ACCUM"),
    PRESET("ANY_F8_ANY_F8_ANY"),
    PRESET("ANY_F8_ANY_F8_ANY_FAST_ACCUM"),
    PRESET("F16_F16_F16"),
    PRESET("F16_F16_F32"),
    PRESET("BF16_BF16_BF16"),
    PRESET("BF16_BF16_F32"),
    PRESET("BF16_BF16_F32_X3"),
    PRESET("BF16_BF16_F32_X6"),
    PRESET("BF16_BF16_F32_X9"),
    PRESET("TF32_TF32_F32"),
    PRESET("TF32_TF32_F32_X3"),
    PRESET("F32_F32_F32"),
    PRESET("F64_F64_F64"),
    TABLE_END,
};
