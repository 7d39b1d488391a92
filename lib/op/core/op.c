/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/op.h"

#include <stdarg.h>

bool op_unknown(struct op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct str reason = str_vformat(op->arena, format, arguments);
	va_end(arguments);
	op->error = (struct op_error){
	    .unknown = true, .rule = RULE_CALL_UNKNOWN, .message = reason, .help = STR("")};
	return false;
}

const struct array *array_new_like(struct op *op, const struct array_type *type,
                                   const struct array *like)
{
	struct array *array = arena_new(op->arena, struct array, 1);
	array->type = *type;
	array->number = op->arrays++;
	array->like = like;
	return array;
}

const struct array *array_new(struct op *op, const struct array_type *type)
{
	return array_new_like(op, type, NULL);
}

const struct array *array_scalar(struct op *op, const struct dtype *dtype, bool weak)
{
	struct array_type type = type_plain(op->arena, dtype, NULL, 0);
	type.weak = weak;
	return array_new(op, &type);
}

const struct array_type *const *array_types(struct op *op, const struct array *const *arrays,
                                            uint32_t count)
{
	const struct array_type **types = arena_new(op->arena, const struct array_type *, count);
	for (uint32_t i = 0; i < count; i++)
		types[i] = &arrays[i]->type;
	return types;
}
