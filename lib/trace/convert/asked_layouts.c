/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/asked_layouts.h"

#include "op/core/abstract_mesh.h"
#include "trace/convert/convert_sharding.h"
#include "trace/convert/pytree_text.h"
#include "trace/module/library_call.h"
#include "trace/module/spec_values.h"
#include "trace/state/event.h"
#include "trace/state/failure.h"

/* Number of the layout for a value of this name; that of all when there is none. */
static size_t find(struct trace *trace, enum asked_place place, struct str function,
                   struct str name)
{
	const struct asked_layouts *asked = trace->spec->asked;
	size_t number = asked_layout_of(trace->op.arena, asked, place, function, name);
	if (number < asked->count)
		trace->asked_used[number] = true;
	return number;
}

/* The layout as a PartitionSpec; NULL when it says more than which axes cut which dimension. */
static const struct value *spec_value_of(struct trace *trace, const struct layout *layout,
                                         struct span at)
{
	static const struct value unconstrained = {.kind = VALUE_UNCONSTRAINED};
	struct arena *arena = trace->op.arena;
	if (!layout || layout->notation != NOTATION_PARTITION_SPEC || layout->spec.nunreduced ||
	    layout->spec.nreduced)
		return op_unknown(&trace->op,
		                  "a layout that says more than which axes cut which dimension");
	const struct partition_spec *spec = &layout->spec;
	const struct value **entries = arena_new(arena, const struct value *, spec->nentries);
	for (uint32_t i = 0; i < spec->nentries; i++) {
		const struct entry *entry = &spec->entries[i];
		uint32_t count = entry_axes(entry);
		const struct value **axes = arena_new(arena, const struct value *, count);
		for (uint32_t k = 0; k < count; k++)
			axes[k] = value_string(arena, entry->axes[k].name);
		entries[i] = entry->kind == ENTRY_UNCONSTRAINED ? &unconstrained
		             : !count                           ? &value_none
		                      : value_sequence(arena, VALUE_TUPLE, axes, count);
	}
	return library_call(trace, "jax.sharding", "PartitionSpec", entries, spec->nentries, at);
}

/* The mesh that an array is laid out on: its own, that in context, of `with mesh:`, or the last
 * that the program has built. */
static const struct abstract_mesh *mesh_of(const struct trace *trace, const struct array *array)
{
	if (array->placed && array->placed->mesh)
		return array->placed->mesh;
	if (array->type.mesh)
		return array->type.mesh;
	if (trace->op.mesh || trace->thread_mesh)
		return trace->op.mesh ? trace->op.mesh : trace->thread_mesh;
	return trace->host.mesh;
}

/* Says of an error what it comes of. */
static const struct value *blame(struct trace *trace, const struct asked_layout *asked)
{
	static const char *const options[] = {"in", "out", "constraint"};
	if (trace->op.error.raised)
		trace->op.error.help =
		    str_format(trace->op.arena, "it comes of --%s %.*s=%.*s", options[asked->place],
		               STR_ARG(asked->pattern), STR_ARG(asked->spec));
	return NULL;
}

/* Brings an array to a layout by a function of JAX that takes it and a sharding. */
static const struct value *lay_out(struct trace *trace, size_t number, const struct value *leaf,
                                   const char *module, const char *function, struct span at)
{
	const struct asked_layout *asked = &trace->spec->asked->items[number];
	const struct abstract_mesh *mesh = mesh_of(trace, leaf->array);
	const struct value *both[2] = {NULL, NULL};
	if (!mesh)
		return op_unknown(&trace->op, "on which mesh '%.*s' is to be laid out",
		                  STR_ARG(asked->pattern));
	both[0] = mesh_value(trace, mesh, false);
	both[1] = spec_value_of(trace, trace->spec->asked_specs[number], at);
	const struct value *sharding =
	    both[1] ? library_call(trace, "jax.sharding", "NamedSharding", both, 2, at) : NULL;
	both[0] = leaf;
	both[1] = sharding;
	const struct value *result =
	    sharding ? library_call(trace, module, function, both, 2, at) : NULL;
	return result ? result : blame(trace, asked);
}

const struct value *asked_value(struct trace *trace, enum asked_place place, struct str function,
                                struct str name, const struct value *value, struct span at)
{
	struct event_state events = trace->events;
	struct recording *recording = trace->op.recording;
	struct pytree tree;
	if (!trace->spec->asked || !trace->recorded.records || !trace->op.eager ||
	    (recording && recording != trace->recorded.outside) || trace->op.nmappings)
		return value;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	struct str *paths = pytree_paths(&trace->op, &tree, name);
	const struct value **leaves =
	    arena_copy(trace->op.arena, tree.leaves, tree.count, sizeof(const struct value *));
	bool any = false;
	for (uint32_t i = 0; i < tree.count; i++) {
		size_t number = leaves[i]->kind == VALUE_ARRAY
		                    ? find(trace, place, function, paths[i])
		                    : trace->spec->asked->count;
		if (number == trace->spec->asked->count)
			continue;
		trace->op.recording = NULL; /* it is not what the program does */
		leaves[i] = lay_out(trace, number, leaves[i], "jax", "device_put", at);
		trace->op.recording = recording;
		if (!leaves[i])
			return NULL;
		any = true;
	}
	trace->events = events;
	if (events.last)
		events.last->next = NULL;
	return any ? pytree_unflatten(trace, &tree, leaves) : value;
}

/* Which layout the line of a place is asked for; the number of all: none. */
static size_t line_asked(const struct trace *trace, struct span at)
{
	const struct asked_layouts *asked = trace->spec->asked;
	uint32_t offset = program_span(trace->program, at).offset;
	size_t i = 0;
	while (i < asked->count &&
	       (asked->items[i].place != ASKED_LINE ||
	        offset - trace->spec->asked_lines[i].offset >= trace->spec->asked_lines[i].length))
		i++;
	return i;
}

/* The line that a value is computed on. */
struct asked_statement {
	size_t number;
	struct span at;
};

static const struct value *constrain_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	const struct asked_statement *statement = data;
	const struct abstract_mesh *mesh =
	    leaf->kind == VALUE_ARRAY ? mesh_of(trace, leaf->array) : NULL;
	bool traced = leaf->kind == VALUE_ARRAY && !leaf->array->host;
	if (!traced)
		return leaf;
	bool explicit = mesh && !abstract_mesh_all(mesh, AXIS_AUTO);
	return lay_out(trace, statement->number, leaf, explicit ? "jax.sharding" : "jax.lax",
	               explicit ? "reshard" : "with_sharding_constraint", statement->at);
}

const struct value *asked_on_line(struct trace *trace, struct span at, const struct value *value)
{
	if (!trace->spec->asked || trace->prelude)
		return value;
	struct asked_statement statement = {line_asked(trace, at), at};
	if (statement.number == trace->spec->asked->count)
		return value;
	trace->asked_used[statement.number] = true;
	const struct span *waiting = trace->waiting_at;
	trace->waiting_at = &statement.at; /* what is recorded stands there */
	const struct value *result = pytree_map(trace, value, constrain_leaf, &statement);
	trace->waiting_at = waiting;
	return result ? result : place_failure(trace, at);
}

const struct sharding_request *asked_result(struct trace *trace, struct str name,
                                            const struct array *array)
{
	struct sharding_request *request;
	const struct spec *spec = trace->spec;
	size_t number = spec->asked ? find(trace, ASKED_RESULT, STR(""), name) : 0;
	if (!spec->asked || number == spec->asked->count)
		return NULL;
	const struct layout *layout = spec->asked_specs[number];
	const struct abstract_mesh *mesh = mesh_of(trace, array);
	request = arena_new(trace->op.arena, struct sharding_request, 1);
	if (!mesh || !layout || layout->notation != NOTATION_PARTITION_SPEC ||
	    layout->spec.nentries > array->type.rank ||
	    !request_of_spec(trace->op.arena, mesh, &layout->spec, request))
		return NULL;
	return request;
}
