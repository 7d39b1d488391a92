/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/repair_search.h"
#include "trace/repair/rewrite.h"
#include "trace/state/trace.h"

/* Whether the first spec of the two spreads the result over more, or earlier dimensions. */
static bool spreads_more(const struct array_type *one, const struct array_type *other)
{
	uint32_t first = axes_used(one->spec, one->rank),
		 second = axes_used(other->spec, other->rank);
	if (first != second)
		return first > second;
	for (uint32_t i = 0; i < one->rank && i < other->rank; i++)
		if (one->spec[i].count != other->spec[i].count)
			return one->spec[i].count > other->spec[i].count;
	return false;
}

const struct array_type *result_of_moves(const struct search *search)
{
	const struct array_type *best = NULL;
	for (uint32_t i = 0; i < search->nfound; i++) {
		const struct array_type *result = search->found[i].result;
		if (search->found[i].gathered && result && !result->unreduced &&
		    (!best || spreads_more(result, best)))
			best = result;
	}
	return best;
}

/* How the result lies that an update gives: as what is updated. */
static const struct array_type *result_of_update(const struct search *search)
{
	const struct array_type *result = result_of_moves(search);
	if (!search->operands.count)
		return NULL;
	const struct array_type *updated = search->operands.items[0].type;
	return !result || type_same_shape(result, updated) ? updated : NULL;
}

/* What the expression indexes its first operand with, or NULL. */
static const struct expression *index_of(const struct expression *whole)
{
	if (whole->kind == EXPRESSION_SUBSCRIPT)
		return whole->subscript.index;
	if (whole->kind != EXPRESSION_CALL || whole->call->function->kind != EXPRESSION_ATTRIBUTE)
		return NULL;
	const struct expression *object = whole->call->function->attribute.object;
	return object->kind == EXPRESSION_SUBSCRIPT ? object->subscript.index : NULL;
}

/* x.at[i].set(…) and its like. */
static bool is_update(const struct expression *whole)
{
	const struct expression *object =
	    whole->kind == EXPRESSION_CALL && whole->call->function->kind == EXPRESSION_ATTRIBUTE
		? whole->call->function->attribute.object
		: NULL;
	return object && object->kind == EXPRESSION_SUBSCRIPT &&
	       object->subscript.object->kind == EXPRESSION_ATTRIBUTE &&
	       str_equal(object->subscript.object->attribute.name, STR("at")) &&
	       !str_equal(whole->call->function->attribute.name, STR("get"));
}

static bool is_whole_slice(const struct expression *item)
{
	return item->kind == EXPRESSION_SLICE && !item->slice.start && !item->slice.stop &&
	       !item->slice.step;
}

/* How many dimensions of the first operand are the first ones of the result too. */
static uint32_t dims_kept(const struct search *search, const struct array_type *result)
{
	const struct expression *index = index_of(search->whole);
	const struct array_type *from = search->operands.items[0].type;
	uint32_t kept = 0, most = from->rank < result->rank ? from->rank : result->rank;
	if (search->trace->op.error.rule == RULE_RESHAPE_AMBIGUOUS) {
		while (kept < most && from->shape[kept] == result->shape[kept])
			kept++;
		/* The next one stays in blocks when these can be cut as before. */
		int64_t ways = kept < most ? dim_axes_ways(from->mesh, from->spec[kept]) : 0;
		kept += ways > 0 && result->shape[kept] % ways == 0;
	} else if (index && index->kind == EXPRESSION_TUPLE) {
		while (kept < most && kept < index->list.count &&
		       is_whole_slice(index->list.items[kept]))
			kept++;
	}
	return kept;
}

/* The type with the first operand's sharding where dimensions of that are kept; NULL when that is
 * no other one. */
static const struct array_type *with_kept_dims(const struct search *search,
                                               const struct array_type *result)
{
	struct arena *arena = search->trace->op.arena;
	if (!result || !search->operands.count)
		return NULL;
	const struct array_type *from = search->operands.items[0].type;
	struct array_type *kept = arena_new(arena, struct array_type, 1);
	struct dim_axes *spec = spec_copy(arena, result->spec, result->rank);
	for (uint32_t i = 0; i < dims_kept(search, result); i++)
		spec[i] = from->spec[i];
	*kept = *result;
	kept->spec = spec;
	return spec_equal(spec, result->spec, result->rank) ? NULL : kept;
}

/* The result that the error tells of as each example of vmap sees it, on no axis; NULL when it
 * tells of none. */
static const struct array_type *replicated_result(const struct search *search)
{
	const struct op *op = &search->trace->op;
	const struct array_type *told = op->error.result;
	if (!told || told->rank < op->nmappings || !op->mesh)
		return NULL;
	struct array_type *type = arena_new(op->arena, struct array_type, 1);
	type->rank = told->rank - op->nmappings;
	type->spec = spec_none(op->arena, type->rank);
	type->mesh = op->mesh;
	return type;
}

static bool try_result(struct search *search, const struct array_type *result,
                       struct rewrite *rewrite)
{
	if (!result || !result->mesh)
		return false;
	struct sharding_request request = request_of(result);
	*rewrite = rewrite_begin(search->trace, search->whole);
	return rewrite_out_sharding(rewrite, &request) && rewrite_works(search, rewrite);
}

bool try_out_sharding(struct search *search, struct rewrite *rewrite)
{
	const struct array_type *result = result_of_moves(search);
	const struct op *op = &search->trace->op;
	search->as_told = !op->nmappings && try_result(search, op->error.result, rewrite);
	return search->as_told ||
	       (is_update(search->whole) &&
	        try_result(search, result_of_update(search), rewrite)) ||
	       try_result(search, with_kept_dims(search, result), rewrite) ||
	       (!op->nmappings && try_result(search, search->told, rewrite)) ||
	       try_result(search, result, rewrite) ||
	       try_result(search, replicated_result(search), rewrite);
}

bool try_auto_axes_with(struct search *search, const struct rewrite *begun,
                        const struct sharding_request *sharding, struct rewrite *rewrite)
{
	/* What releases have called the keyword. */
	static const char *const keywords[] = {"out_sharding", "out_shardings"};
	const struct operands *operands = &search->operands;
	for (size_t i = 0; operands->nnames && i < COUNT_OF(keywords); i++) {
		*rewrite = *begun;
		if (rewrite_auto_axes(rewrite, operands->names, operands->nnames,
		                      str_of(keywords[i]), sharding) &&
		    rewrite_works(search, rewrite))
			return true;
	}
	return false;
}

bool try_auto_axes(struct search *search, struct rewrite *rewrite)
{
	const struct array_type *results[] = {result_of_update(search), result_of_moves(search)};
	for (size_t i = 0; i < COUNT_OF(results); i++) {
		if (!results[i] || !results[i]->mesh)
			continue;
		struct sharding_request request = request_of(results[i]);
		struct rewrite begun = rewrite_begin(search->trace, search->whole);
		if (try_auto_axes_with(search, &begun, &request, rewrite))
			return true;
	}
	return false;
}
