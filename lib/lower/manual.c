/* SPDX-License-Identifier: Apache-2.0 */
/* shard_map. JAX: shard_map.py _shard_map_lowering_shardy. */
#include "lower/rows.h"
#include "op/core/abstract_mesh.h"
#include "op/core/primitive.h"
#include "op/core/recording_prune.h"
#include "op/manual/manual.h"

/* The equation among those being written that cuts an argument of a shard_map, which makes the
 * array, or joins a result of it, which takes the array; or NULL. */
static const struct equation *cast_of(const struct emitter *emitter, const struct array *array,
                                      bool cuts)
{
	const struct recorded_body *body = emitter->body;
	for (uint32_t i = 0; i < body->count; i++) {
		const struct equation *equation = &body->equations[i];
		if (equation->kind != EQUATION_PRIMITIVE ||
		    strcmp(equation->primitive->name, "shard_map") != 0 ||
		    manual_is_shard(equation->primitive->data) != cuts)
			continue;
		const struct array *part = cuts ? equation->results[0] : equation->operands[0];
		if (part->number == array->number)
			return equation;
	}
	return NULL;
}

bool lower_cast(struct emitter *emitter, const struct equation *equation)
{
	struct term term;
	/* Cut arguments are bound inside of the shard_map, joined results by it. */
	if (manual_is_shard(equation->primitive->data))
		return true;
	return term_of(emitter, equation->results[0], &term);
}

/* <@mesh, [{"x"}, {}]> of one argument or result. */
static void add_manual_sharding(struct emitter *emitter, struct buf *out,
                                const struct manual_spec *spec, const struct array_type *type)
{
	const struct abstract_mesh *mesh = spec->scope->outer;
	bool partial = spec->scope->axes != abstract_mesh_all_axes(mesh);
	bool opens = partial && abstract_mesh_axes(mesh, AXIS_AUTO);
	struct sharding_request request = {
	    .mesh = mesh, .spec = spec->spec, .count = spec->count, .unreduced = spec->unreduced};
	uint64_t held = spec_axes(spec->spec, spec->count) | spec->unreduced;
	struct buf text = {.arena = emitter->arena};
	add_sharding(&text, &request, written_rank(type), opens ? ~UINT64_C(0) : 0,
	             opens ? mesh->explicit_axes & ~held : 0);
	buf_add(out, str_slice(buf_str(&text), sizeof "#sdy.sharding" - 1, text.len));
}

/* A shard_map on its way: what goes in and comes out as seen from outside. */
struct manual {
	struct emitter *emitter;
	const struct equation *equation;
	const struct manual_scope *scope;
	struct term *operands, *arguments, *results;
	const struct array **inside; /* for each operand what stands for it inside */
	uint32_t count, nresults;
	struct buf in, out; /* shardings */
};

static void add_operand(struct manual *manual, const struct array *inside, struct term outside,
                        const struct manual_spec *spec)
{
	struct emitter *emitter = manual->emitter;
	buf_puts(&manual->in, manual->count ? ", " : "");
	add_manual_sharding(emitter, &manual->in, spec, &outside.type);
	manual->operands[manual->count] = outside;
	manual->arguments[manual->count] = new_argument(emitter, &inside->type);
	manual->inside[manual->count++] = inside;
}

static bool take_arguments(struct manual *manual)
{
	const struct equation *equation = manual->equation;
	for (uint32_t i = 0; i < equation->count; i++) {
		const struct equation *cast = cast_of(manual->emitter, equation->operands[i], true);
		struct term outside;
		if (!cast)
			return lower_fails(manual->emitter,
			                   "an argument of shard_map that is not cut");
		if (!term_of(manual->emitter, cast->operands[0], &outside))
			return false;
		const struct manual_spec *spec = cast->params;
		manual->scope = spec->scope;
		add_operand(manual, equation->bodies[0].inputs[i], outside, spec);
	}
	return manual->scope != NULL ||
	       lower_fails(manual->emitter, "a shard_map without arguments");
}

/* What the function uses of what is around it goes in whole. */
static bool take_captures(struct manual *manual, const struct array *const *captures,
                          uint32_t count)
{
	const struct manual_spec whole = {.scope = manual->scope};
	for (uint32_t i = 0; i < count; i++) {
		struct term outside;
		if (!table_find(&manual->emitter->numbers, array_key(captures[i])))
			continue;
		if (!term_of(manual->emitter, captures[i], &outside))
			return false;
		add_operand(manual, captures[i], outside, &whole);
	}
	return true;
}

static bool take_results(struct manual *manual)
{
	const struct equation *equation = manual->equation;
	for (uint32_t i = 0; i < equation->nresults; i++) {
		const struct equation *cast = cast_of(manual->emitter, equation->results[i], false);
		if (!cast)
			return lower_fails(manual->emitter,
			                   "a result of shard_map that is not joined");
		buf_puts(&manual->out, i ? ", " : "");
		add_manual_sharding(manual->emitter, &manual->out, cast->params,
		                    &cast->results[0]->type);
		manual->results[i].type = cast->results[0]->type;
	}
	return true;
}

/* "x", "y" */
static void add_axis_names(struct buf *out, const struct manual_scope *scope)
{
	const struct mesh *mesh = scope->outer->mesh;
	bool any = false;
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (!(scope->axes >> i & 1))
			continue;
		buf_printf(out, "%s\"%.*s\"", any ? ", " : "", STR_ARG(mesh->axes[i].name));
		any = true;
	}
}

static bool emit_manual(struct manual *manual)
{
	struct emitter *emitter = manual->emitter;
	const struct recorded_body *body = manual->equation->bodies;
	const struct term_list results = {manual->results, manual->nresults};
	struct buf text = {.arena = emitter->arena};
	struct term *outside =
	    arena_copy(emitter->arena, manual->operands, manual->count, sizeof *outside);
	buf_puts(&text, "in_shardings = #sdy.sharding_per_value<[");
	buf_add(&text, buf_str(&manual->in));
	buf_puts(&text, "]>, manual_axes = #sdy<manual_axes{");
	add_axis_names(&text, manual->scope);
	buf_puts(&text, "}>, out_shardings = #sdy.sharding_per_value<[");
	buf_add(&text, buf_str(&manual->out));
	buf_puts(&text, "]>");
	emit_open(emitter, "sdy.manual_computation", manual->operands, manual->count,
	          buf_str(&text), &results);
	emit_region(emitter, manual->arguments, manual->count);
	for (uint32_t i = 0; i < manual->count; i++)
		bind_term(emitter, manual->inside[i], manual->arguments[i]);
	if (!lower_equations(emitter, body))
		return false;
	struct term *outputs = terms_of(emitter, body->outputs, body->noutputs);
	if (!outputs)
		return false;
	emitter->place = manual->equation->place;
	emit_end(emitter, "sdy.return", outputs, body->noutputs);
	emit_close(emitter, manual->operands, manual->count, &results);
	for (uint32_t i = manual->equation->count; i < manual->count; i++)
		bind_term(emitter, manual->inside[i], outside[i]);
	for (uint32_t i = 0; i < manual->nresults; i++)
		bind_term(emitter,
		          cast_of(emitter, manual->equation->results[i], false)->results[0],
		          manual->results[i]);
	return true;
}

/* Where the axes are of one device, the function stands in the place of its shard_map. */
static bool emit_plain(struct manual *manual)
{
	struct emitter *emitter = manual->emitter;
	const struct recorded_body *body = manual->equation->bodies;
	for (uint32_t i = 0; i < manual->count; i++)
		bind_term(emitter, manual->inside[i], manual->operands[i]);
	if (!lower_equations(emitter, body))
		return false;
	struct term *outputs = terms_of(emitter, body->outputs, body->noutputs);
	for (uint32_t i = 0; outputs && i < manual->nresults; i++)
		bind_term(emitter,
		          cast_of(emitter, manual->equation->results[i], false)->results[0],
		          outputs[i]);
	return outputs != NULL;
}

static int64_t devices_of(const struct manual_scope *scope)
{
	int64_t count = 1;
	for (uint32_t i = 0; i < scope->outer->mesh->naxes; i++)
		if (scope->axes >> i & 1)
			count *= scope->outer->mesh->axes[i].size;
	return count;
}

bool lower_manual(struct emitter *emitter, const struct equation *equation)
{
	struct arena *arena = emitter->arena;
	uint32_t ncaptures;
	const struct array *const *captures =
	    recording_captures(arena, equation->bodies, &ncaptures);
	uint32_t most = equation->count + ncaptures;
	struct manual manual = {.emitter = emitter,
	                        .equation = equation,
	                        .operands = arena_new(arena, struct term, most),
	                        .arguments = arena_new(arena, struct term, most),
	                        .results = arena_new(arena, struct term, equation->nresults),
	                        .inside = arena_new(arena, const struct array *, most),
	                        .nresults = equation->nresults,
	                        .in = {.arena = arena},
	                        .out = {.arena = arena}};
	if (!take_arguments(&manual) || !take_captures(&manual, captures, ncaptures) ||
	    !take_results(&manual))
		return false;
	return devices_of(manual.scope) == 1 ? emit_plain(&manual) : emit_manual(&manual);
}
