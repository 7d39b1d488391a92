/* SPDX-License-Identifier: Apache-2.0 */
/* The construction of a DeviceMesh. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/checked.h"
#include "base/order.h"
#include "base/utf8.h"
#include "torch/dtensor_place.h"

/* What is at hand while a mesh is checked. */
struct building {
	const struct torch_rules *rules;
	const struct dtensor_mesh_call *call;
	struct violations *found;
};

static struct violation *refuse(const struct building *building, enum rule_id rule,
                                const char *type, struct str text)
{
	return violation_add(building->found, rule, type, "%.*s", STR_ARG(text));
}

/* Two texts, which torch 2.9 raises as a tuple. */
static struct str joined(const struct building *building, const char *first, struct str second)
{
	struct arena *arena = building->found->arena;
	char quote = str_find(second, '\'', 0) < second.len ? '"' : '\'';
	if (building->rules->has[DTENSOR_JOINS_MESH_TEXTS])
		return str_format(arena, "%s %.*s", first, STR_ARG(second));
	return str_format(arena, "('%s', %c%.*s%c)", first, quote, STR_ARG(second), quote);
}

/* "('x', 'x')" */
static struct str names_text(const struct building *building)
{
	const struct dtensor_mesh_call *call = building->call;
	struct arena *arena = building->found->arena;
	struct buf all = {.arena = arena};
	if (call->names_text.len)
		return call->names_text;
	buf_putc(&all, '(');
	for (uint32_t i = 0; i < call->nnames; i++)
		buf_printf(&all, "%s'%.*s'", i ? ", " : "",
		           STR_ARG(utf8_escaped(arena, call->names[i])));
	buf_puts(&all, call->nnames == 1 ? ",)" : ")");
	return buf_str(&all);
}

static void check_repeated_name(const struct building *building)
{
	const struct dtensor_mesh_call *call = building->call;
	struct arena *arena = building->found->arena;
	uint32_t first = call->nnames;
	for (uint32_t i = 0; i < call->nnames; i++)
		for (uint32_t j = 0; j < i && first == call->nnames; j++)
			if (str_equal(call->names[i], call->names[j]))
				first = i;
	if (first == call->nnames)
		return;
	struct str text = str_format(arena, "Found repeated mesh_dim_name in mesh_dim_names %.*s",
	                             STR_ARG(names_text(building)));
	struct violation *refusal =
	    refuse(building, RULE_MESH_AXIS_REPEATED, "RuntimeError",
	           joined(building, "Each mesh_dim_name must be unique.", text));
	refusal->entry = (int)first;
	violation_say(building->found, refusal, "two dimensions of the mesh are called '%.*s'",
	              STR_ARG(utf8_escaped(arena, call->names[first])));
	violation_help(building->found, refusal, "give the dimensions different names");
}

static void check_names(const struct building *building)
{
	const struct dtensor_mesh_call *call = building->call;
	check_repeated_name(building);
	if (!call->names || call->nnames == call->sizes.count)
		return;
	struct str text = str_format(building->found->arena,
	                             "Found len(mesh_dim_names): %u and len(mesh_shape):%u.",
	                             call->nnames, call->sizes.count);
	struct violation *refusal = refuse(
	    building, RULE_MESH_AXES_COUNT, "RuntimeError",
	    joined(building, "mesh_shape and mesh_dim_names should have same length!", text));
	violation_say(building->found, refusal, "the mesh has %u size%s, but %u name%s",
	              call->sizes.count, plural(call->sizes.count), call->nnames,
	              plural(call->nnames));
	violation_help(building->found, refusal, "give each dimension of the mesh one name");
}

/* Sizes that torch.arange(product).view(sizes) refuses; torch 2.15 views a batch of such meshes. */
static struct str refused_sizes(const struct building *building)
{
	const struct dtensor_sizes *sizes = &building->call->sizes;
	struct arena *arena = building->found->arena;
	uint32_t batch = building->rules->has[DTENSOR_JOINS_MESH_TEXTS], inferred = batch;
	struct buf shape = {.arena = arena};
	buf_puts(&shape, batch ? "-1" : "");
	for (uint32_t i = 0; i < sizes->count; i++)
		buf_printf(&shape, "%s%" PRId64, i + batch ? ", " : "", sizes->items[i]);
	for (uint32_t i = 0; i < sizes->count; i++) {
		if (sizes->items[i] < -1)
			return str_format(arena,
			                  "invalid shape dimension %" PRId64
			                  " at index %u of shape [%.*s]",
			                  sizes->items[i], i + batch, STR_ARG(buf_str(&shape)));
		if (sizes->items[i] == -1 && inferred++)
			break;
	}
	return STR("only one dimension can be inferred");
}

static void check_sizes(const struct building *building, int64_t product)
{
	bool later = building->rules->has[DTENSOR_JOINS_MESH_TEXTS];
	struct str text;
	if (product < 0)
		text = STR("upper bound and lower bound inconsistent with step sign");
	else if (product > 0)
		text = refused_sizes(building);
	else if (later)
		text = STR("");
	else
		text = STR("cannot reshape tensor of 0 elements into shape [-1, 0] because the "
		           "unspecified dimension size -1 can be any value and is ambiguous");
	struct violation *refusal = refuse(
	    building, RULE_MESH_SIZE, !product && later ? "AssertionError" : "RuntimeError", text);
	violation_say(building->found, refusal, "a mesh cannot have these sizes");
	violation_help(building->found, refusal,
	               "every dimension needs at least one rank; init_device_mesh fills in no -1");
}

/* "[0, 1]": the ranks of the group of a mesh dimension that `place` belongs to. */
static struct str group_of(const struct building *building, uint32_t dim, uint32_t place)
{
	const struct dtensor_mesh_call *call = building->call;
	struct buf out = {.arena = building->found->arena};
	int64_t stride = 1, size = call->sizes.items[dim];
	for (uint32_t i = dim + 1; i < call->sizes.count; i++)
		stride *= call->sizes.items[i];
	int64_t first = place - (int64_t)place / stride % size * stride;
	for (int64_t i = 0; i < size; i++)
		buf_printf(&out, "%s%" PRId64, i ? ", " : "[", call->ranks[first + i * stride]);
	buf_putc(&out, ']');
	return buf_str(&out);
}

/* The rank finds itself in a second group of the first dimension whose groups do not hold it at one
 * place alone: in the group of its last place, as the groups before it are not its own. */
static void refuse_repeated(const struct building *building, int64_t rank)
{
	const struct dtensor_mesh_call *call = building->call;
	uint32_t place = call->nranks - 1;
	while (call->ranks[place] != rank)
		place--;
	struct violation *refusal;
	if (call->sizes.count < 2)
		refusal = refuse(building, RULE_MESH_DEVICE_REPEATED, "AssertionError", STR(""));
	else
		refusal = violation_add(building->found, RULE_MESH_DEVICE_REPEATED, "RuntimeError",
		                        "Each device mesh dimension should get only one process "
		                        "group, but got %" PRId64 " in %.*s!",
		                        rank, STR_ARG(group_of(building, 0, place)));
	refusal->entry = (int)place;
	violation_say(building->found, refusal, "rank %" PRId64 " stands twice in the mesh", rank);
	violation_help(building->found, refusal,
	               "list each rank once; torch fails on that rank alone, and the others hang");
}

static void refuse_rank(const struct building *building, uint32_t place)
{
	int64_t rank = building->call->ranks[place], world = building->call->world;
	struct violation *refusal;
	if (building->rules->has[DTENSOR_NAMES_RANK])
		refusal =
		    violation_add(building->found, RULE_MESH_DEVICES, "ValueError",
		                  "Rank %" PRId64 " is out of range. Valid ranks are 0 to %" PRId64
		                  " (world_size=%" PRId64 ")",
		                  rank, world - 1, world);
	else
		refusal = violation_add(building->found, RULE_MESH_DEVICES, "ValueError",
		                        "The new group's rank should be within the world_size set "
		                        "by init_process_group");
	refusal->entry = (int)place;
	violation_say(building->found, refusal,
	              "rank %" PRId64 " is not one of the %" PRId64 " that there are", rank, world);
	violation_help(building->found, refusal, "ranks go from 0 to %" PRId64, world - 1);
}

static void refuse_world(const struct building *building, int64_t product)
{
	int64_t world = building->call->world;
	struct violation *refusal =
	    violation_add(building->found, RULE_MESH_DEVICES, "RuntimeError",
	                  "Mesh should not be bigger than default world size %" PRId64
	                  ", but found %" PRId64 " ranks!",
	                  world, product);
	violation_say(building->found, refusal,
	              "the mesh has more ranks than the %" PRId64 " that there are", world);
	violation_help(building->found, refusal, "make the sizes multiply to at most %" PRId64,
	               world);
}

/* A rank that the mesh has twice sees itself in two groups; others see nothing of it. */
static void check_ranks(const struct building *building)
{
	const struct dtensor_mesh_call *call = building->call;
	struct arena *arena = building->found->arena;
	int64_t *ranks = arena_copy(arena, call->ranks, call->nranks, sizeof *ranks);
	for (uint32_t i = 0; call->sizes.count > 1 && i < call->nranks; i++)
		if (call->world && (call->ranks[i] < 0 || call->ranks[i] >= call->world))
			refuse_rank(building, i);
	qsort(ranks, call->nranks, sizeof *ranks, compare_int64);
	for (uint32_t i = 1; i < call->nranks; i++)
		if (ranks[i] == ranks[i - 1]) {
			refuse_repeated(building, ranks[i]);
			return;
		}
}

void dtensor_check_mesh(const struct torch_rules *rules, const struct dtensor_mesh_call *call,
                        struct violations *found)
{
	struct building building = {rules, call, found};
	int64_t product = 1;
	bool fits = true, positive = true;
	if (!call->ranks)
		check_names(&building);
	for (uint32_t i = 0; i < call->sizes.count; i++) {
		positive = positive && call->sizes.items[i] > 0;
		fits = fits && checked_multiply(&product, product, call->sizes.items[i]);
	}
	if (found->count || !fits)
		return;
	if (!positive)
		check_sizes(&building, product);
	else if (call->world && product > call->world)
		refuse_world(&building, product);
	else if (call->ranks)
		check_ranks(&building);
}
