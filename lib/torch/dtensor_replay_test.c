/* SPDX-License-Identifier: Apache-2.0 */
/* Asks the rules what was asked of real torch on each rank (testdata/torch/) and compares. */
#include <stdio.h>

#include "testing/records.h"
#include "torch/dtensor_redistribute.h"

/* What one record asks, and what torch refused of it. */
struct asked {
	struct arena *arena;
	struct str line;
	const cJSON *record, *result;
	struct torch_rules rules;
	struct dtensor_sizes shape, mesh;
	struct violations found;
};

static struct dtensor_sizes sizes_of(struct arena *arena, const cJSON *list)
{
	struct dtensor_sizes sizes;
	sizes.items = record_numbers(arena, list, &sizes.count);
	return sizes;
}

static struct asked asked_of(struct arena *arena, const cJSON *record, struct str line)
{
	const struct version version = {{2, 9}};
	return (struct asked){
	    .arena = arena,
	    .line = line,
	    .record = record,
	    .result = record_member(record, "result"),
	    .rules = torch_rules_at(FRAMEWORK_DTENSOR, version),
	    .shape = sizes_of(arena, record_member(record, "shape")),
	    .mesh = sizes_of(arena, record_member(record, "mesh")),
	    .found = violations_make(arena),
	};
}

/* "S(0)", "_S(0,2)", "R", "P(sum)" */
static struct placement placement_of(const char *text)
{
	struct placement placement = {.kind = PLACEMENT_REPLICATE};
	long long dim, factor;
	size_t length = strlen(text);
	if (sscanf(text, "S(%lld)", &dim) == 1)
		placement = (struct placement){.kind = PLACEMENT_SHARD, .dim = dim};
	else if (sscanf(text, "_S(%lld,%lld)", &dim, &factor) == 2)
		placement = (struct placement){
		    .kind = PLACEMENT_STRIDED_SHARD, .dim = dim, .split_factor = factor};
	else if (*text == 'P')
		placement = (struct placement){.kind = PLACEMENT_PARTIAL,
		                               .reduce_op = {text + 2, length - 3}};
	return placement;
}

static struct placement *placements_of(struct arena *arena, const cJSON *list, uint32_t *count)
{
	struct placement *made =
	    arena_new(arena, struct placement, (size_t)cJSON_GetArraySize(list));
	const cJSON *item;
	*count = 0;
	cJSON_ArrayForEach(item, list) made[(*count)++] = placement_of(item->valuestring);
	return made;
}

/* Whether torch and the rules agree on what is refused; then whether nothing is. */
static bool accepted(const struct asked *asked)
{
	const struct violation *first = asked->found.first;
	const char *class = record_word(asked->result, "cls");
	const char *text = record_word(asked->result, "msg");
	if (!first) {
		cr_expect(!*class, "%.*s: accepted", STR_ARG(asked->line));
		return !*class;
	}
	cr_expect(strcmp(first->type, class) == 0 && str_equal(first->text, str_of(text)),
	          "%.*s:\n  got %s: %.*s", STR_ARG(asked->line), first->type, STR_ARG(first->text));
	cr_expect(first->message.len && first->help.len, "%.*s: no words", STR_ARG(asked->line));
	return false;
}

static bool same_placements(struct arena *arena, const struct placement *placements, uint32_t count,
                            const cJSON *list)
{
	uint32_t wanted;
	const struct placement *want = placements_of(arena, list, &wanted);
	bool same = count == wanted;
	for (uint32_t i = 0; i < count && same; i++)
		same = str_equal(dtensor_placement_text(arena, &placements[i], true),
		                 dtensor_placement_text(arena, &want[i], true));
	return same;
}

/* The shape that each rank holds, and where it begins. */
static void compare_ranks(const struct asked *asked, const struct placement *placements)
{
	const cJSON *locals = record_member(asked->result, "local"),
		    *offsets = record_member(asked->result, "off");
	uint32_t nranks, rank;
	const int64_t *ranks =
	    record_numbers(asked->arena, record_member(asked->record, "ranks"), &nranks);
	int64_t product = 1, *coordinates = arena_new(asked->arena, int64_t, asked->mesh.count);
	for (uint32_t i = 0; i < asked->mesh.count; i++)
		product *= asked->mesh.items[i];
	for (int64_t place = 0; place < product && cJSON_IsArray(locals); place++) {
		int64_t left = place;
		for (uint32_t i = asked->mesh.count; i-- > 0; left /= asked->mesh.items[i])
			coordinates[i] = left % asked->mesh.items[i];
		rank = (uint32_t)(nranks ? ranks[place] : place);
		const cJSON *local = cJSON_GetArrayItem(locals, (int)rank),
			    *offset = cJSON_GetArrayItem(offsets, (int)rank);
		for (uint32_t dim = 0; dim < asked->shape.count; dim++) {
			struct dtensor_extent extent;
			bool fits =
			    dtensor_extent_of(asked->arena, &asked->rules, asked->shape,
			                      asked->mesh, placements, coordinates, dim, &extent);
			cr_expect(fits &&
			              extent.size == cJSON_GetArrayItem(local, (int)dim)->valueint,
			          "%.*s: rank %u", STR_ARG(asked->line), rank);
			cr_expect(!offset || extent.offset ==
			                         cJSON_GetArrayItem(offset, (int)dim)->valueint,
			          "%.*s: offset of rank %u", STR_ARG(asked->line), rank);
		}
	}
}

static void check_mesh(struct asked *asked)
{
	const cJSON *names = record_member(asked->record, "names"), *name;
	struct dtensor_mesh_call call = {
	    .sizes = asked->mesh,
	    .world = record_member(asked->record, "world")->valueint,
	};
	struct str *texts = arena_new(asked->arena, struct str, MAX_AXES);
	cJSON_ArrayForEach(name, names) texts[call.nnames++] = str_of(name->valuestring);
	call.names = cJSON_IsArray(names) ? texts : NULL;
	call.ranks =
	    record_numbers(asked->arena, record_member(asked->record, "ranks"), &call.nranks);
	if (!call.nranks)
		call.ranks = NULL;
	dtensor_check_mesh(&asked->rules, &call, &asked->found);
}

static void replay_place(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0};
	struct asked asked = asked_of(&arena, record, line);
	struct dtensor_placing placing = {.shape = asked.shape, .mesh = asked.mesh};
	const char *api = record_word(record, "api");
	const struct placement *placements = NULL;
	placing.name = STR("the tensor");
	placing.placements =
	    placements_of(&arena, record_member(record, "placements"), &placing.count);
	placing.entrance = strcmp(api, "distribute_tensor") == 0 ? DTENSOR_DISTRIBUTE
	                   : strcmp(api, "from_local") == 0      ? DTENSOR_FROM_LOCAL
	                                                         : DTENSOR_FACTORY;
	check_mesh(&asked);
	if (!asked.found.count)
		placements = dtensor_check_placements(&asked.rules, &placing, &asked.found);
	if (accepted(&asked) && placing.count) {
		cr_expect(same_placements(&arena, placements, placing.count,
		                          record_member(asked.result, "out")),
		          "%.*s: other placements", STR_ARG(line));
		compare_ranks(&asked, placements);
	}
	arena_drop(&arena);
}

static enum dtensor_step_kind kind_of(const char *name)
{
	return strcmp(name, "all_gather") == 0   ? DTENSOR_ALL_GATHER
	       : strcmp(name, "all_to_all") == 0 ? DTENSOR_ALL_TO_ALL
	       : strcmp(name, "all_reduce") == 0 ? DTENSOR_ALL_REDUCE
	                                         : DTENSOR_REDUCE_SCATTER;
}

/* The collectives in their order, each with its mesh dimension. */
static void compare_steps(const struct asked *asked, const struct dtensor_plan *plan)
{
	const cJSON *want = record_member(asked->result, "accel")->child;
	for (uint32_t i = 0; i < plan->count && !plan->unknown; i++) {
		const struct dtensor_step *step = &plan->steps[i];
		if (!dtensor_step_communicates(step->kind))
			continue;
		cr_expect(want && step->kind == kind_of(want->child->valuestring) &&
		              (int)step->axis == want->child->next->valueint,
		          "%.*s: step %u", STR_ARG(asked->line), i);
		want = want ? want->next : NULL;
	}
	cr_expect(!want || plan->unknown, "%.*s: more steps", STR_ARG(asked->line));
}

static void replay_redistribute(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0};
	struct asked asked = asked_of(&arena, record, line);
	struct dtensor_move move = {.to = {.entrance = DTENSOR_REDISTRIBUTE,
	                                   .shape = asked.shape,
	                                   .mesh = asked.mesh,
	                                   .name = STR("the tensor")}};
	struct dtensor_placing source = move.to;
	struct violations unread = violations_make(&arena);
	source.placements = placements_of(&arena, record_member(record, "src"), &source.count);
	move.from = dtensor_check_placements(&asked.rules, &source, &unread);
	move.from_count = source.count;
	move.to.placements = placements_of(&arena, record_member(record, "dst"), &move.to.count);
	struct dtensor_plan plan = dtensor_plan_redistribution(&asked.rules, &move, &asked.found);
	if (accepted(&asked)) {
		cr_expect(same_placements(&arena, plan.to, move.to.count,
		                          record_member(asked.result, "out")),
		          "%.*s: other placements", STR_ARG(line));
		compare_steps(&asked, &plan);
	}
	arena_drop(&arena);
}

Test(dtensor_replay, places_as_the_recorded_release)
{
	enum { FEWEST = 300 };
	cr_expect_gt(records_replay("testdata/torch/place.2.9.0.jsonl", replay_place, NULL),
	             FEWEST);
}

Test(dtensor_replay, redistributes_as_the_recorded_release)
{
	enum { FEWEST = 180 };
	cr_expect_gt(
	    records_replay("testdata/torch/redistribute.2.9.0.jsonl", replay_redistribute, NULL),
	    FEWEST);
}
