/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/torch_values.h"

#include "torch/dtensor_shards.h"
#include "trace/module/library_call.h"
#include "trace/module/spec_values.h"
#include "trace/state/failure.h"

bool is_torch_program(const struct trace *trace)
{
	return trace->spec->framework.family != FRAMEWORK_JAX;
}

/* Calls what the prelude has for specs. */
static const struct value *call_torch(struct trace *trace, const char *name,
                                      const struct value *const *arguments, uint32_t count)
{
	const struct function_row *row;
	if (library_find(trace, STR("torch._spec"), str_of(name), &row) != LIBRARY_FOUND)
		return NULL;
	const struct value *function = library_value(trace, row);
	const struct given given = {.positional = {arguments, count}};
	return function ? trace->call(trace, function, &given) : NULL;
}

const struct value *torch_placement(struct arena *arena, const struct placement *placement)
{
	enum { MOST_PARTS = 3 };
	static const char *const letters[] = {
	    [PLACEMENT_SHARD] = "S",
	    [PLACEMENT_STRIDED_SHARD] = "_S",
	    [PLACEMENT_REPLICATE] = "R",
	    [PLACEMENT_PARTIAL] = "P",
	};
	const struct value **parts = arena_new(arena, const struct value *, MOST_PARTS);
	uint32_t count = 1;
	parts[0] = value_string(arena, str_of(letters[placement->kind]));
	if (placement_shards(placement))
		parts[count++] = value_int(arena, placement->dim);
	else if (placement->kind == PLACEMENT_PARTIAL)
		parts[count++] = value_string(arena, placement->reduce_op);
	if (placement->kind == PLACEMENT_STRIDED_SHARD)
		parts[count++] = value_int(arena, placement->split_factor);
	return value_sequence(arena, VALUE_TUPLE, parts, count);
}

/* A tensor whose placements torch takes, as a DTensor. */
static const struct value *torch_dtensor(struct trace *trace, const struct tensor *tensor,
                                         const struct value *array, bool part)
{
	struct arena *arena = trace->op.arena;
	const struct layout *layout = tensor->layout;
	if (layout->notation != NOTATION_PLACEMENTS || !tensor->mesh)
		return trace_unknown(trace, "the layout of '%.*s' is not followed in a program",
		                     STR_ARG(tensor->name));
	uint32_t count = layout->placements.count;
	const struct value **placements = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		placements[i] = torch_placement(arena, &layout->placements.items[i]);
	const struct value *given[] = {
	    array,
	    spec_mesh(trace, (uint32_t)(tensor->mesh - trace->spec->meshes)),
	    value_sequence(arena, VALUE_LIST, placements, count),
	    value_bool(part),
	};
	return call_torch(trace, "dtensor", given, COUNT_OF(given));
}

const struct value *torch_tensor(struct trace *trace, const struct tensor *tensor,
                                 const struct value *array)
{
	static const char *const devices[] = {
	    [DEVICE_CPU] = "cpu", [DEVICE_XLA] = "xla", [DEVICE_META] = "meta"};
	bool part = str_find(tensor->name, '.', 0) < tensor->name.len;
	bool xla = trace->spec->framework.family == FRAMEWORK_TORCH_XLA;
	enum torch_device device = tensor->device_at.length ? tensor->device
	                           : xla && !part           ? DEVICE_XLA
	                                                    : DEVICE_CPU;
	if (!xla && tensor->layout)
		return torch_dtensor(trace, tensor, array, part);
	const struct value *given[] = {
	    array, value_string(trace->op.arena, str_of(devices[device])), value_bool(part)};
	return call_torch(trace, "tensor", given, COUNT_OF(given));
}

const struct value *torch_mesh(struct trace *trace, const struct mesh *mesh)
{
	struct arena *arena = trace->op.arena;
	const struct value **names = arena_new(arena, const struct value *, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		names[i] = value_string(arena, mesh->axes[i].name);
	const struct value *given[] = {
	    value_shape(arena, mesh_axis_sizes(arena, mesh), mesh->nsizes),
	    value_sequence(arena, VALUE_TUPLE, names, mesh->naxes),
	    mesh->devices ? value_shape(arena, mesh->devices, mesh->ndevices) : &value_none};
	return call_torch(trace, "mesh", given, COUNT_OF(given));
}

/* The tensors that begin with the name and a dot: those behind it, in a dict; NULL: there are none.
 */
static const struct value *parts_of(struct trace *trace, struct str name)
{
	struct arena *arena = trace->op.arena;
	const struct table *numbers = &trace->tensors.numbers;
	struct value_pair *parts = NULL;
	uint32_t count = 0;
	size_t room = 0;
	for (uint32_t i = 0; is_torch_program(trace) && i < numbers->count; i++) {
		struct str key = numbers->entries[i].key;
		if (key.len <= name.len + 1 || !str_starts_with(key, name) ||
		    key.s[name.len] != '.')
			continue;
		const struct value *part = spec_value(trace, key);
		struct str path = str_slice(key, name.len + 1, key.len);
		if (part)
			arena_push(arena, parts, count, room,
			           (struct value_pair){value_string(arena, path), part});
	}
	return count ? value_dict(arena, parts, count) : NULL;
}

const struct value *torch_model(struct trace *trace, struct str name)
{
	const struct value *parts = parts_of(trace, name);
	return parts ? call_torch(trace, "model", &parts, 1) : NULL;
}

/* The one name in front of the first dot of tensors; empty: there is none, or several are. */
static struct str model_name(const struct trace *trace)
{
	const struct table *numbers = &trace->tensors.numbers;
	struct str found = STR("");
	for (uint32_t i = 0; i < numbers->count; i++) {
		struct str key = numbers->entries[i].key;
		struct str first = str_until(key, '.');
		if (first.len == key.len || str_equal(first, found))
			continue;
		if (found.len)
			return STR("");
		found = first;
	}
	return found;
}

const struct value *torch_model_class(struct trace *trace, struct str name)
{
	struct str model = is_torch_program(trace) ? model_name(trace) : STR("");
	if (!model.len)
		return NULL;
	bool class = name.s[0] >= 'A' && name.s[0] <= 'Z';
	const struct value *parts = class ? parts_of(trace, model) : NULL;
	return parts ? call_torch(trace, "model_class", &parts, 1)
	             : value_foreign(trace->op.arena, name);
}
