/* SPDX-License-Identifier: Apache-2.0 */
/* Types and specs as JAX prints them. JAX: core.py str_short_aval, _get_shape_sharding_str. */
#include <assert.h>
#include <inttypes.h>

#include "jax/python_text.h"
#include "op/core/abstract_mesh.h"

static struct str axis_name(const struct abstract_mesh *mesh, uint8_t axis)
{
	assert(axis < mesh->mesh->naxes);
	return mesh->mesh->axes[axis].name;
}

void dim_axes_text(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes)
{
	if (!axes.count) {
		buf_puts(out, "None");
	} else if (axes.count == 1) {
		python_string(out, axis_name(mesh, axes.axes[0]));
	} else {
		buf_putc(out, '(');
		for (uint32_t i = 0; i < axes.count; i++) {
			buf_puts(out, i ? ", " : "");
			python_string(out, axis_name(mesh, axes.axes[i]));
		}
		buf_putc(out, ')');
	}
}

void spec_tuple_text(struct buf *out, const struct abstract_mesh *mesh, const struct dim_axes *spec,
                     uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		dim_axes_text(out, mesh, spec[i]);
	}
	python_tuple_end(out, count);
}

/* @x, @(x,y) behind a size. */
static void size_axes_text(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes)
{
	if (!axes.count)
		return;
	buf_puts(out, axes.count > 1 ? "@(" : "@");
	for (uint32_t i = 0; i < axes.count; i++) {
		buf_puts(out, i ? "," : "");
		buf_add(out, axis_name(mesh, axes.axes[i]));
	}
	buf_puts(out, axes.count > 1 ? ")" : "");
}

/* {U:x,y} behind the shape. */
static void axis_bits_text(struct buf *out, const char *letter, const struct abstract_mesh *mesh,
                           uint64_t set)
{
	if (!set)
		return;
	buf_puts(out, letter);
	bool first = true;
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++) {
		if (!(set >> i & 1))
			continue;
		buf_puts(out, first ? "" : ",");
		buf_add(out, mesh->mesh->axes[i].name);
		first = false;
	}
}

/* V:x, or V:(x,y), in front of the others. */
static void varying_text(struct buf *out, const struct array_type *type)
{
	bool several = type->varying & (type->varying - 1);
	if (!type->varying)
		return;
	axis_bits_text(out, several ? "V:(" : "V:", type->mesh, type->varying);
	buf_puts(out, several ? ")" : "");
	buf_puts(out, type->unreduced || type->reduced ? ", " : "");
}

/* The axes in all states: {V:x, U:y}, or {U:y}{x}. */
static void states_text(struct buf *out, const struct array_type *type, bool bare)
{
	if (type->unreduced || type->reduced || (type->varying && !bare)) {
		buf_putc(out, '{');
		if (!bare)
			varying_text(out, type);
		axis_bits_text(out, "U:", type->mesh, type->unreduced);
		buf_puts(out, type->unreduced && type->reduced ? ", " : "");
		axis_bits_text(out, "R:", type->mesh, type->reduced);
		buf_putc(out, '}');
	}
	if (type->varying && bare) {
		axis_bits_text(out, "{", type->mesh, type->varying);
		buf_putc(out, '}');
	}
}

static void add_type(struct buf *out, const struct array_type *type, bool long_dtype, bool bare)
{
	buf_puts(out, long_dtype ? type->dtype->name : type->dtype->brief);
	buf_puts(out, type_on_host(type) ? "<host>[" : "[");
	for (uint32_t i = 0; i < type->rank; i++) {
		buf_printf(out, "%s%" PRId64, i ? "," : "", type->shape[i]);
		size_axes_text(out, type->mesh, type->spec[i]);
	}
	buf_putc(out, ']');
	states_text(out, type, bare);
}

void type_text(struct buf *out, const struct array_type *type, bool long_dtype)
{
	add_type(out, type, long_dtype, false);
}

void type_jax_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type,
                   bool long_dtype)
{
	add_type(out, type, long_dtype, rules->has[JAX_VARYING_BARE]);
}

void type_axes_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type,
                    bool long_dtype)
{
	type_jax_text(out, rules, type, long_dtype);
	buf_putc(out, '(');
	if (type->mesh) {
		struct jax_sharding sharding = {
		    .rules = rules, .mesh = type->mesh->mesh, .types = type->mesh->types};
		jax_types_by_kind_text(out, &sharding);
	} else {
		buf_puts(out, "{}");
	}
	buf_putc(out, ')');
}

void dtype_repr_text(struct buf *out, const struct dtype *dtype)
{
	struct str name = str_of(dtype->name);
	bool plain = dtype->bits >= 8 && !str_starts_with(name, STR("bfloat")) &&
	             !str_starts_with(name, STR("float8"));
	const char *quote = plain || str_equal(name, STR("bool")) ? "'" : "";
	buf_printf(out, "dtype(%s%s%s)", quote, dtype->name, quote);
}

void type_shaped_array_text(struct buf *out, const struct jax_rules *rules,
                            const struct array_type *type)
{
	buf_puts(out, "ShapedArray(");
	type_jax_text(out, rules, type, true);
	buf_puts(out, type->weak ? ", weak_type=True)" : ")");
}

void type_str_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type)
{
	if (!rules->has[JAX_TYPE_STR_SHORT]) {
		type_shaped_array_text(out, rules, type);
		return;
	}
	buf_puts(out, type->weak ? "~" : "");
	type_jax_text(out, rules, type, true);
}

void dims_text(struct buf *out, const uint32_t *dims, uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s%" PRIu32, i ? ", " : "", dims[i]);
	python_tuple_end(out, count);
}
