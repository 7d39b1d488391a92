/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/array_message.h"

#include <assert.h>

/* The operand that has this very type, or NULL. */
static const struct array *operand_of(const struct op *op, const struct array_type *type)
{
	for (uint32_t i = 0; i < op->noperands; i++)
		if (&op->operands[i]->type == type)
			return op->operands[i];
	return NULL;
}

/* The name of the array, or of what it was made of without a change of its elements; or empty. */
static struct str name_of(const struct op *op, const struct array_type *type)
{
	const struct array *array = operand_of(op, type);
	struct str name = op->name_of ? op->name_of(op, type) : STR("");
	for (; op->name_of && array && !name.len; array = array->like)
		name = op->name_of(op, &array->type);
	return name;
}

struct str array_name(const struct op *op, const struct array_type *type, const char *otherwise)
{
	struct str name = name_of(op, type);
	return name.len ? str_format(op->arena, "'%.*s'", STR_ARG(name)) : str_of(otherwise);
}

struct str array_shown(const struct op *op, const struct array_type *type, const char *otherwise)
{
	struct buf text = op_buf(op);
	struct str name = array_name(op, type, otherwise);
	buf_add(&text, name);
	buf_puts(&text, name.len ? " " : "");
	type_text(&text, type, false);
	return buf_str(&text);
}

struct str arrays_shown(const struct op *op, const struct array_type *const *types, uint32_t count)
{
	assert(types || !count);
	struct buf text = op_buf(op);
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(&text, !i ? "" : i + 1 < count ? ", " : " and ");
		buf_add(&text, array_shown(op, types[i], ""));
	}
	return buf_str(&text);
}

struct str array_written(const struct op *op, const struct array_type *type)
{
	struct str name = op->batching ? STR("") : name_of(op, type);
	return name.len ? name : STR("…");
}

void axes_names(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes)
{
	for (uint32_t i = 0; i < axes.count; i++) {
		buf_puts(out, i ? ", " : "");
		buf_add(out, mesh->mesh->axes[axes.axes[i]].name);
	}
}

static void entries_text(struct buf *out, const struct abstract_mesh *mesh,
                         const struct dim_axes *spec, uint32_t count)
{
	buf_puts(out, "P(");
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		dim_axes_text(out, mesh, spec[i]);
	}
}

struct str entries_written(const struct op *op, const struct abstract_mesh *mesh,
                           const struct dim_axes *spec, uint32_t count)
{
	struct buf text = op_buf(op);
	entries_text(&text, mesh, spec, count);
	buf_putc(&text, ')');
	return buf_str(&text);
}

/* , unreduced={'x'} */
static void set_text(struct buf *out, const struct array_type *type, const char *name, uint64_t set)
{
	if (!set)
		return;
	buf_printf(out, "%s%s={", type->rank || set == type->reduced ? ", " : "", name);
	bool first = true;
	for (uint32_t i = 0; i < type->mesh->mesh->naxes; i++) {
		if (!(set >> i & 1))
			continue;
		struct str axis = type->mesh->mesh->axes[i].name;
		buf_printf(out, "%s'%.*s'", first ? "" : ", ", STR_ARG(axis));
		first = false;
	}
	buf_putc(out, '}');
}

struct str spec_written(const struct op *op, const struct array_type *type)
{
	struct buf text = op_buf(op);
	entries_text(&text, type->mesh, type->spec, type->rank);
	set_text(&text, type, "unreduced", type->unreduced);
	set_text(&text, type, "reduced", type->reduced);
	buf_putc(&text, ')');
	return buf_str(&text);
}
