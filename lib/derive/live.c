/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/live.h"

#include "derive/array_map.h"

static void need(struct arena *arena, struct array_map *needed, const struct array *const *arrays,
                 uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (arrays[i])
			array_map_put(arena, needed, arrays[i], arrays[i]);
}

const bool *used_arrays(struct arena *arena, const struct recorded_body *body,
                        const struct array *const *arrays, uint32_t count)
{
	bool *used = arena_new(arena, bool, count);
	struct array_map needed = {0};
	uint32_t ncaptures;
	struct recorded_body open = *body;
	open.ninputs = 0; /* inputs count as captures */
	const struct array *const *captures = recording_captures(arena, &open, &ncaptures);
	need(arena, &needed, captures, ncaptures);
	for (uint32_t i = 0; i < count; i++)
		used[i] = array_map_get(&needed, arrays[i]) != NULL;
	return used;
}

/* Those of the arrays that are kept; *kept of them. */
static const struct array *const *filtered(struct arena *arena, const struct array *const *arrays,
                                           const bool *keep, uint32_t count, uint32_t *kept)
{
	const struct array **left = arena_new(arena, const struct array *, count);
	*kept = 0;
	for (uint32_t i = 0; i < count; i++)
		if (keep[i])
			left[(*kept)++] = arrays[i];
	return left;
}

/* A body cut down to some of its outputs. */
static struct recorded_body cut_body(struct arena *arena, const struct recorded_body *body,
                                     const bool *keep)
{
	struct recorded_body cut = *body;
	cut.outputs = filtered(arena, body->outputs, keep, body->noutputs, &cut.noutputs);
	return live_body(arena, &cut);
}

static void cut_inputs(struct arena *arena, struct recorded_body *body, const bool *keep)
{
	body->inputs = filtered(arena, body->inputs, keep, body->ninputs, &body->ninputs);
}

/* What is carried is used where its last value is, or where the body uses it to carry something
 * that is. */
static struct equation cut_scan(struct arena *arena, const struct equation *equation, bool *keep)
{
	const struct recorded_scan *scan = equation->params;
	struct equation cut = *equation;
	struct recorded_body *body = arena_new(arena, struct recorded_body, 1);
	const bool *used;
	for (bool changed = true; changed;) {
		changed = false;
		*body = cut_body(arena, &equation->bodies[0], keep);
		used = used_arrays(arena, body, body->inputs, body->ninputs);
		for (uint32_t i = 0; i < scan->ncarry; i++) {
			changed = changed || (used[i] && !keep[i]);
			keep[i] = keep[i] || used[i];
		}
	}
	struct recorded_scan *params = arena_new(arena, struct recorded_scan, 1);
	*params = *scan;
	params->ncarry = 0;
	params->counts = scan->counts && keep[0];
	bool *given = arena_new(arena, bool, equation->count);
	for (uint32_t i = 0; i < equation->count; i++) {
		given[i] = i < scan->ncarry ? keep[i] : used[i];
		params->ncarry += i < scan->ncarry && keep[i];
	}
	cut.operands = filtered(arena, equation->operands, given, equation->count, &cut.count);
	cut.results = filtered(arena, equation->results, keep, equation->nresults, &cut.nresults);
	cut_inputs(arena, body, given);
	cut.params = params;
	cut.bodies = body;
	return cut;
}

/* Bodies that take the operands from `first` on: branches, checkpoint. */
static struct equation cut_bodies(struct arena *arena, const struct equation *equation,
                                  const bool *keep, uint32_t first)
{
	struct equation cut = *equation;
	struct recorded_body *bodies = arena_new(arena, struct recorded_body, equation->nbodies);
	bool *given = arena_new(arena, bool, equation->count);
	for (uint32_t i = 0; i < first; i++)
		given[i] = true;
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		bodies[i] = cut_body(arena, &equation->bodies[i], keep);
		const bool *used =
		    used_arrays(arena, &bodies[i], bodies[i].inputs, bodies[i].ninputs);
		for (uint32_t j = 0; j < bodies[i].ninputs; j++)
			given[first + j] = given[first + j] || used[j];
	}
	for (uint32_t i = 0; i < equation->nbodies; i++)
		cut_inputs(arena, &bodies[i], given + first);
	cut.operands = filtered(arena, equation->operands, given, equation->count, &cut.count);
	cut.results = filtered(arena, equation->results, keep, equation->nresults, &cut.nresults);
	cut.bodies = bodies;
	return cut;
}

static struct equation cut_equation(struct arena *arena, const struct equation *equation,
                                    const struct array_map *needed)
{
	bool *keep = arena_new(arena, bool, equation->nresults);
	for (uint32_t i = 0; i < equation->nresults; i++)
		keep[i] = array_map_get(needed, equation->results[i]) != NULL;
	if (!equation->nbodies)
		return *equation;
	switch (equation->kind) {
	case EQUATION_SCAN:
		return cut_scan(arena, equation, keep);
	case EQUATION_BRANCHES:
		return cut_bodies(arena, equation, keep, 1);
	case EQUATION_CHECKPOINT:
	case EQUATION_MANUAL:
		return cut_bodies(arena, equation, keep, 0);
	default:
		return *equation;
	}
}

struct recorded_body live_body(struct arena *arena, const struct recorded_body *body)
{
	struct array_map needed = {0};
	struct equation *kept = arena_new(arena, struct equation, body->count);
	struct recorded_body live = *body;
	uint32_t first = body->count;
	need(arena, &needed, body->outputs, body->noutputs);
	for (uint32_t i = body->count; i--;) {
		const struct equation *equation = &body->equations[i];
		bool any = false;
		for (uint32_t j = 0; j < equation->nresults; j++)
			any = any || array_map_get(&needed, equation->results[j]);
		if (!any)
			continue;
		struct equation cut = cut_equation(arena, equation, &needed);
		kept[--first] = cut;
		need(arena, &needed, cut.operands, cut.count);
		for (uint32_t j = 0; j < cut.nbodies; j++) {
			uint32_t count;
			const struct array *const *captures =
			    recording_captures(arena, &cut.bodies[j], &count);
			need(arena, &needed, captures, count);
		}
	}
	live.equations = kept + first;
	live.count = body->count - first;
	return live;
}
