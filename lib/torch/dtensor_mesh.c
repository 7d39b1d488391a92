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
	struct dtensor_refusals *refusals;
};

static void refuse(const struct building *building, enum dtensor_problem problem, uint32_t place,
                   const char *type, struct str text)
{
	struct dtensor_refusals *refusals = building->refusals;
	struct dtensor_refusal *refusal = arena_new(refusals->arena, struct dtensor_refusal, 1);
	*refusal = (struct dtensor_refusal){problem, type, text, place, NULL};
	*(refusals->last ? &refusals->last->next : &refusals->first) = refusal;
	refusals->last = refusal;
}

/* Two texts, which torch 2.9 raises as a tuple, the second one in these quotes. */
static struct str joined(const struct building *building, const char *first, struct str second,
                         char quote)
{
	struct arena *arena = building->refusals->arena;
	if (building->rules->has[DTENSOR_JOINS_MESH_TEXTS])
		return str_format(arena, "%s %.*s", first, STR_ARG(second));
	return str_format(arena, "('%s', %c%.*s%c)", first, quote, STR_ARG(second), quote);
}

static void check_names(const struct building *building)
{
	const struct dtensor_mesh_call *call = building->call;
	struct arena *arena = building->refusals->arena;
	uint32_t first = call->nnames;
	struct buf all = {.arena = arena};
	for (uint32_t i = 0; i < call->nnames; i++) {
		struct str name = utf8_escaped(arena, call->names[i]);
		buf_printf(&all, "%s'%.*s'", i ? ", " : "", STR_ARG(name));
		for (uint32_t j = 0; j < i && first == call->nnames; j++)
			if (str_equal(call->names[i], call->names[j]))
				first = i;
	}
	if (first < call->nnames)
		refuse(building, DTENSOR_PROBLEM_NAME_TWICE, first, "RuntimeError",
		       joined(building, "Each mesh_dim_name must be unique.",
		              str_format(arena,
		                         "Found repeated mesh_dim_name in mesh_dim_names (%.*s%s)",
		                         STR_ARG(buf_str(&all)), call->nnames == 1 ? "," : ""),
		              '"'));
	if (call->names && call->nnames != call->sizes.count)
		refuse(building, DTENSOR_PROBLEM_NAMES, call->sizes.count, "RuntimeError",
		       joined(building, "mesh_shape and mesh_dim_names should have same length!",
		              str_format(arena,
		                         "Found len(mesh_dim_names): %u and len(mesh_shape):%u.",
		                         call->nnames, call->sizes.count),
		              '\''));
}

/* Sizes that torch.arange(product).view(sizes) refuses; torch 2.15 views a batch of such meshes. */
static struct str refused_sizes(const struct building *building)
{
	const struct dtensor_sizes *sizes = &building->call->sizes;
	struct arena *arena = building->refusals->arena;
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
	refuse(building, DTENSOR_PROBLEM_MESH_SIZE, 0,
	       !product && later ? "AssertionError" : "RuntimeError", text);
}

/* "[0, 1]": the ranks of the group of a mesh dimension that `place` belongs to. */
static struct str group_of(const struct building *building, uint32_t dim, uint32_t place)
{
	const struct dtensor_mesh_call *call = building->call;
	struct buf out = {.arena = building->refusals->arena};
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
	if (call->sizes.count < 2)
		refuse(building, DTENSOR_PROBLEM_RANK_TWICE, place, "AssertionError", STR(""));
	else
		refuse(building, DTENSOR_PROBLEM_RANK_TWICE, place, "RuntimeError",
		       str_format(building->refusals->arena,
		                  "Each device mesh dimension should get only one process group, "
		                  "but got %" PRId64 " in %.*s!",
		                  rank, STR_ARG(group_of(building, 0, place))));
}

/* A rank that the mesh has twice sees itself in two groups; others see nothing of it. */
static void check_ranks(const struct building *building)
{
	const struct dtensor_mesh_call *call = building->call;
	struct arena *arena = building->refusals->arena;
	int64_t *ranks = arena_copy(arena, call->ranks, call->nranks, sizeof *ranks);
	bool names = building->rules->has[DTENSOR_NAMES_RANK];
	for (uint32_t i = 0; call->sizes.count > 1 && i < call->nranks; i++) {
		int64_t rank = call->ranks[i];
		if (call->world && (rank < 0 || rank >= call->world))
			refuse(building, DTENSOR_PROBLEM_RANK, i, "ValueError",
			       names ? str_format(arena,
			                          "Rank %" PRId64
			                          " is out of range. Valid ranks are 0 to %" PRId64
			                          " (world_size=%" PRId64 ")",
			                          rank, call->world - 1, call->world)
			             : STR("The new group's rank should be within the world_size "
			                   "set by init_process_group"));
	}
	qsort(ranks, call->nranks, sizeof *ranks, compare_int64);
	for (uint32_t i = 1; i < call->nranks; i++)
		if (ranks[i] == ranks[i - 1]) {
			refuse_repeated(building, ranks[i]);
			return;
		}
}

void dtensor_check_mesh(const struct torch_rules *rules, const struct dtensor_mesh_call *call,
                        struct dtensor_refusals *refusals)
{
	struct building building = {rules, call, refusals};
	int64_t product = 1;
	bool fits = true, positive = true;
	if (!call->ranks)
		check_names(&building);
	for (uint32_t i = 0; i < call->sizes.count; i++) {
		positive = positive && call->sizes.items[i] > 0;
		fits = fits && checked_multiply(&product, product, call->sizes.items[i]);
	}
	if (refusals->first || !fits)
		return;
	if (!positive)
		check_sizes(&building, product);
	else if (call->world && product > call->world)
		refuse(&building, DTENSOR_PROBLEM_WORLD, 0, "RuntimeError",
		       str_format(refusals->arena,
		                  "Mesh should not be bigger than default world size %" PRId64
		                  ", but found %" PRId64 " ranks!",
		                  call->world, product));
	else if (call->ranks)
		check_ranks(&building);
}
