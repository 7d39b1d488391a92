/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/operation.h"

#include <stdlib.h>

#include "testing/release.h"

static const enum axis_type explicit_types[] = {AXIS_EXPLICIT, AXIS_EXPLICIT, AXIS_EXPLICIT};

static const struct abstract_mesh *test_mesh(struct arena *arena)
{
	static const struct {
		const char *name;
		int64_t size;
	} axes[] = {{"x", 2}, {"y", 4}, {"z", 1}};
	struct mesh *mesh = arena_new(arena, struct mesh, 1);
	struct abstract_mesh *abstract = arena_new(arena, struct abstract_mesh, 1);
	mesh->axes = arena_new(arena, struct axis, ROWS(axes));
	mesh->naxes = mesh->nsizes = mesh->ntypes = ROWS(axes);
	mesh->types = explicit_types;
	for (size_t i = 0; i < ROWS(axes); i++)
		mesh->axes[i] = (struct axis){.name = str_of(axes[i].name), .size = axes[i].size};
	*abstract = (struct abstract_mesh){mesh, explicit_types, 7};
	return abstract;
}

struct op testing_op(struct arena *arena, const char *release)
{
	struct jax_rules *rules = arena_new(arena, struct jax_rules, 1);
	*rules = testing_release(release);
	return (struct op){.arena = arena, .rules = rules, .mesh = test_mesh(arena)};
}

/* One entry: None, x or (x,y). Leaves *at behind it. */
static struct dim_axes read_entry(struct op *op, const char **at)
{
	uint8_t *axes = arena_new(op->arena, uint8_t, 3);
	uint32_t count = 0;
	bool tuple = **at == '(';
	if (strncmp(*at, "None", 4) == 0) {
		*at += 4;
		return (struct dim_axes){0};
	}
	for (*at += tuple; strchr("xyz", **at) && **at; (*at)++) {
		axes[count++] = (uint8_t)(**at - 'x');
		*at += tuple && (*at)[1] == ',';
	}
	*at += tuple;
	return (struct dim_axes){axes, count};
}

const struct array *testing_array(struct op *op, const char *text)
{
	bool constant = *text == '*';
	const char *at = strchr(text, '[');
	struct array_type type = {.mesh = constant ? NULL : op->mesh};
	int64_t *shape = arena_new(op->arena, int64_t, MAX_RANK);
	struct dim_axes *spec = spec_none(op->arena, MAX_RANK);
	type.dtype = dtype_named((struct str){text + constant, (size_t)(at - text) - constant});
	cr_assert_not_null(type.dtype, "%s", text);
	for (at++; *at != ']'; at += *at == ',') {
		char *end;
		shape[type.rank] = strtol(at, &end, 10);
		at = end;
		if (*at == '@' && at++)
			spec[type.rank] = read_entry(op, &at);
		type.rank++;
	}
	type.shape = shape;
	type.spec = spec;
	return array_new(op, &type);
}

const struct sharding_request *testing_request(struct op *op, const char *entries)
{
	if (!entries)
		return NULL;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(op->arena, MAX_RANK);
	for (const char *at = entries; *at; at += *at == ',')
		spec[request->count++] = read_entry(op, &at);
	request->mesh = op->mesh;
	request->spec = spec;
	return request;
}

struct str testing_outcome(struct op *op, const struct array *array)
{
	struct buf text = op_buf(op);
	if (array) {
		buf_puts(&text, array->type.mesh ? "" : "*");
		type_text(&text, &array->type, false);
	} else if (op->error.unknown) {
		buf_printf(&text, "unknown: %.*s", STR_ARG(op->error.message));
	} else {
		buf_printf(&text, "%s: %.*s", op->error.type, STR_ARG(op->error.text));
	}
	return buf_str(&text);
}
