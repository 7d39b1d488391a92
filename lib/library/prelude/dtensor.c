/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of DTensor (lib/torch) for the files of the prelude that are torch.distributed. They
 * are described for authors in lib/library/prelude/README.md. */
#include <assert.h>

#include "library/library.h"
#include "library/prelude/violations.h"
#include "torch/dtensor_redistribute.h"
#include "torch/dtensor_words.h"
#include "trace/convert/convert_value.h"
#include "trace/eval/prelude.h"
#include "trace/module/torch_values.h"

static struct torch_rules rules_of(const struct trace *trace)
{
	return torch_rules_at(FRAMEWORK_DTENSOR, trace->spec->framework.version);
}

static MUST_USE bool read_sizes(struct trace *trace, const struct value *value,
                                struct dtensor_sizes *sizes)
{
	return value_to_ints(trace, value, &sizes->items, &sizes->count);
}

/* ("S", 0), ("_S", 0, 2), ("R",), ("P", "sum") */
static bool read_placement(struct trace *trace, const struct value *value,
                           struct placement *placement)
{
	const struct value *const *parts = value->list.items;
	struct str kind = parts[0]->string;
	bool strided = str_equal(kind, STR("_S"));
	if (str_equal(kind, STR("P"))) {
		*placement = (struct placement){.kind = PLACEMENT_PARTIAL};
		if (parts[1]->kind != VALUE_STRING)
			return trace_unknown(trace, "the reduction of a Partial is not known");
		placement->reduce_op = parts[1]->string;
	} else if (strided || str_equal(kind, STR("S"))) {
		placement->kind = strided ? PLACEMENT_STRIDED_SHARD : PLACEMENT_SHARD;
		return value_to_int(trace, parts[1], &placement->dim) &&
		       (!strided || value_to_int(trace, parts[2], &placement->split_factor));
	} else {
		*placement = (struct placement){.kind = PLACEMENT_REPLICATE};
	}
	return true;
}

static bool read_placements(struct trace *trace, const struct value *value,
                            const struct placement **placements, uint32_t *count)
{
	const struct value_list *list = value_items(value);
	struct placement *read = arena_new(trace->op.arena, struct placement, list->count);
	for (uint32_t i = 0; i < list->count; i++)
		if (!read_placement(trace, list->items[i], &read[i]))
			return false;
	*placements = read;
	*count = list->count;
	return true;
}

/* What is refused, and the placements as the tensor has them. */
static const struct value *answer(struct trace *trace, const struct violations *found,
                                  const struct placement *placements, uint32_t count)
{
	struct arena *arena = trace->op.arena;
	const struct value **list = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count && !found->count; i++)
		list[i] = torch_placement(arena, &placements[i]);
	return value_two(arena, prelude_violations(trace, found),
	                 value_sequence(arena, VALUE_LIST, list, found->count ? 0 : count));
}

static enum dtensor_entrance entrance_of(struct str name)
{
	return str_equal(name, STR("distribute"))    ? DTENSOR_DISTRIBUTE
	       : str_equal(name, STR("factory"))     ? DTENSOR_FACTORY
	       : str_equal(name, STR("from_local"))  ? DTENSOR_FROM_LOCAL
	       : str_equal(name, STR("from_shaped")) ? DTENSOR_FROM_SHAPED
	                                             : DTENSOR_REDISTRIBUTE;
}

/* The shape, the sizes of the mesh and the placements at three places of the arguments. */
static bool read_placing(struct trace *trace, const struct call_arguments *arguments,
                         uint32_t first, struct dtensor_placing *placing)
{
	*placing =
	    (struct dtensor_placing){.entrance = DTENSOR_REDISTRIBUTE, .name = STR("the tensor")};
	return read_sizes(trace, argument(arguments, first), &placing->shape) &&
	       read_sizes(trace, argument(arguments, first + 1), &placing->mesh) &&
	       read_placements(trace, argument(arguments, first + 2), &placing->placements,
	                       &placing->count);
}

/* Which function it is, the shape, the sizes of the mesh, the placements. */
static const struct value *check_placements(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct torch_rules rules = rules_of(trace);
	struct violations found = violations_make(trace->op.arena);
	struct dtensor_placing placing;
	if (!read_placing(trace, arguments, 1, &placing))
		return NULL;
	placing.entrance = entrance_of(argument(arguments, 0)->string);
	const struct placement *placements = dtensor_check_placements(&rules, &placing, &found);
	return answer(trace, &found, placements, placing.count);
}

/* The shape, the sizes of the mesh and the placements that are asked for; those that the tensor
 * has, and whether another mesh is asked for. */
static const struct value *check_move(struct trace *trace, const struct call_arguments *arguments)
{
	struct torch_rules rules = rules_of(trace);
	struct violations found = violations_make(trace->op.arena);
	struct dtensor_move move = {.elsewhere = argument(arguments, 4)->boolean};
	if (!read_placing(trace, arguments, 0, &move.to) ||
	    !read_placements(trace, argument(arguments, 3), &move.from, &move.from_count))
		return NULL;
	struct dtensor_plan plan = dtensor_plan_redistribution(&rules, &move, &found);
	return answer(trace, &found, plan.to, move.to.count);
}

/* The same for placements that a tensor has, of which there may be too few or too many. */
static bool read_placed(struct trace *trace, const struct call_arguments *arguments,
                        struct dtensor_placing *placing)
{
	if (!read_placing(trace, arguments, 0, placing))
		return false;
	if (placing->mesh.count > placing->count)
		placing->mesh.count = placing->count;
	return true;
}

/* The shape that the rank at the coordinates holds; None where its runs are too many to follow. */
static const struct value *local_shape(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	struct torch_rules rules = rules_of(trace);
	struct dtensor_placing placing;
	struct dtensor_sizes place;
	if (!read_placed(trace, arguments, &placing) ||
	    !read_sizes(trace, argument(arguments, 3), &place))
		return NULL;
	int64_t *sizes = arena_new(arena, int64_t, placing.shape.count);
	for (uint32_t dim = 0; dim < placing.shape.count; dim++) {
		struct dtensor_extent extent;
		if (!dtensor_extent_of(arena, &rules, placing.shape, placing.mesh,
		                       placing.placements, place.items, dim, &extent))
			return &value_none;
		sizes[dim] = extent.size;
	}
	return value_shape(arena, sizes, placing.shape.count);
}

/* Warnings of dimensions whose nested shards are not those of a PartitionSpec: words and help. */
static const struct value *nested(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	struct dtensor_placing placing;
	if (!read_placed(trace, arguments, &placing))
		return NULL;
	const struct value **list = arena_new(arena, const struct value *, placing.shape.count);
	uint32_t count = 0;
	for (uint32_t dim = 0; dim < placing.shape.count; dim++) {
		struct str message, help;
		if (dtensor_nests_otherwise(arena, &placing, placing.placements, dim, &message,
		                            &help))
			list[count++] = value_two(arena, value_string(arena, message),
			                          value_string(arena, help));
	}
	return value_sequence(arena, VALUE_LIST, list, count);
}

/* The sizes, the names as texts or None, the names as Python prints them, the ranks or None, and
 * how many processes there are: what is refused. */
static const struct value *check_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	struct torch_rules rules = rules_of(trace);
	struct violations found = violations_make(trace->op.arena);
	const struct value_list *names = value_items(argument(arguments, 1));
	struct dtensor_mesh_call call = {.names_text = argument(arguments, 2)->string};
	if (!read_sizes(trace, argument(arguments, 0), &call.sizes) ||
	    !value_to_int(trace, argument(arguments, 4), &call.world) ||
	    (argument(arguments, 3)->kind != VALUE_NONE &&
	     !value_to_ints(trace, argument(arguments, 3), &call.ranks, &call.nranks)))
		return NULL;
	if (names) {
		struct str *texts = arena_new(trace->op.arena, struct str, names->count + 1);
		for (uint32_t i = 0; i < names->count; i++)
			texts[i] = names->items[i]->string;
		call.names = texts;
		call.nnames = names->count;
	}
	dtensor_check_mesh(&rules, &call, &found);
	return prelude_violations(trace, &found);
}

const struct function_row library_prelude_dtensor[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("dtensor_check_mesh", "sizes, names, text, ranks, world", check_mesh),
    FUNCTION("dtensor_check_placements", "entrance, shape, mesh, placements", check_placements),
    FUNCTION("dtensor_check_move", "shape, mesh, placements, current, elsewhere", check_move),
    FUNCTION("dtensor_local_shape", "shape, mesh, placements, coordinates", local_shape),
    FUNCTION("dtensor_nested", "shape, mesh, placements", nested),
    TABLE_END,
};
