/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair.h"

#include "trace/interpret.h"
#include "trace/operands.h"
#include "trace/rewrite.h"
#include "trace/spec_made_right.h"
#include "trace/syntax_tree.h"

enum { MAX_REPAIR_STEPS = 100000, MAX_ATTEMPTS = 32 };

/* An expression that has been found to work. */
struct success {
	struct rewrite rewrite;
	const struct array_type *result; /* of an array, else NULL */
	uint32_t lost;                   /* mesh axes that an operand gives up */
	int64_t elements;                /* of the operand that moves */
};

/* The search for one error. */
struct search {
	struct trace *trace;
	const struct expression *whole;
	struct operands operands;
	const struct expression *base; /* in which operands are moved: the whole, or a part of it */
	struct success found[MAX_ATTEMPTS]; /* by moving operands */
	uint32_t nfound, attempts;
};

/* Errors that another sharding mends; those of others are about something else. */
static bool is_about_sharding(enum rule_id rule)
{
	static const bool about[RULE_COUNT] = {
	    [RULE_SHARDING_CONFLICT] = true,
	    [RULE_RESULT_AXIS_REPEATED] = true,
	    [RULE_CONTRACTION_AMBIGUOUS] = true,
	    [RULE_GATHER_AMBIGUOUS] = true,
	    [RULE_SCATTER_AMBIGUOUS] = true,
	    [RULE_UPDATE_MISMATCH] = true,
	    [RULE_SLICE_INDIVISIBLE] = true,
	    [RULE_RESHAPE_AMBIGUOUS] = true,
	    [RULE_DIM_SHARDED] = true,
	    [RULE_OPERATION_WITHOUT_RULE] = true,
	    [RULE_CARRY_MISMATCH] = true,
	    [RULE_BRANCH_MISMATCH] = true,
	    [RULE_VMAP_AXES] = true,
	    [RULE_UNREDUCED_AXIS] = true,
	    [RULE_RANK_MISMATCH] = true,
	    [RULE_AXIS_REPEATED] = true,
	    [RULE_AXIS_UNKNOWN] = true,
	    [RULE_DIM_INDIVISIBLE] = true,
	    [RULE_CONSTRAINT_AXIS_TYPE] = true,
	    [RULE_PROGRAM_ERROR] = true, /* of a keyword that the release lacks */
	};
	return about[rule];
}

/* The arrays of an operation that has a result of this type, moved or not. */
static const struct value *try_tree(struct search *search, const struct expression *tree)
{
	if (search->attempts == MAX_ATTEMPTS || search->trace->repair_steps >= MAX_REPAIR_STEPS)
		return NULL;
	search->attempts++;
	return trace_try(search->trace, tree);
}

static uint32_t axes_used(const struct dim_axes *spec, uint32_t rank)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < rank; i++)
		count += spec[i].count;
	return count;
}

static void add_success(struct search *search, const struct rewrite *rewrite,
                        const struct value *value, uint32_t lost, int64_t elements)
{
	search->found[search->nfound++] = (struct success){
	    *rewrite, value->kind == VALUE_ARRAY ? &value->array->type : NULL, lost, elements};
}

static struct sharding_request request_of(const struct array_type *type)
{
	return (struct sharding_request){
	    .mesh = type->mesh, .spec = type->spec, .count = type->rank};
}

static struct rewrite rewrite_of_base(const struct search *search)
{
	struct rewrite rewrite = rewrite_begin(search->trace, search->whole);
	rewrite.tree = search->base;
	return rewrite;
}

/* Tries to move one operand to the spec, if that is another one. */
static void try_move(struct search *search, const struct operand *operand,
                     const struct dim_axes *spec)
{
	const struct array_type *type = operand->type;
	if (spec_equal(spec, type->spec, type->rank) && !type->unreduced && !type->reduced)
		return;
	struct sharding_request request = {.mesh = type->mesh, .spec = spec, .count = type->rank};
	struct rewrite rewrite = rewrite_of_base(search);
	if (!rewrite_reshard(&rewrite, operand->expression, &request))
		return;
	const struct value *value = try_tree(search, rewrite.tree);
	uint32_t had = axes_used(type->spec, type->rank), has = axes_used(spec, type->rank);
	if (value)
		add_success(search, &rewrite, value, had > has ? had - has : 0,
		            shape_elements(type->shape, type->rank));
}

/* To where another operand of the same rank lies, or what the operation wants. */
static void try_alignments(struct search *search, const struct operand *operand)
{
	const struct array_type *wanted = search->trace->op.error.wanted;
	if (wanted && type_same_shape(wanted, operand->type) && !wanted->unreduced)
		try_move(search, operand, wanted->spec);
	for (uint32_t i = 0; i < search->operands.count; i++) {
		const struct array_type *other = search->operands.items[i].type;
		if (other != operand->type && other->rank == operand->type->rank &&
		    other->mesh == operand->type->mesh)
			try_move(search, operand, other->spec);
	}
}

/* Without one of its sharded dimensions, and then without any. */
static void try_gathering(struct search *search, const struct operand *operand)
{
	const struct array_type *type = operand->type;
	struct arena *arena = search->trace->op.arena;
	uint32_t sharded = 0;
	for (uint32_t i = 0; i < type->rank; i++)
		sharded += type->spec[i].count > 0;
	if (type->unreduced || type->reduced)
		try_move(search, operand, type->spec);
	for (uint32_t i = 0; sharded > 1 && i < type->rank; i++) {
		struct dim_axes *spec = spec_copy(arena, type->spec, type->rank);
		spec[i] = (struct dim_axes){NULL, 0};
		try_move(search, operand, spec);
	}
	try_move(search, operand, spec_none(arena, type->rank));
}

/* All operands gathered, where one alone does not help. */
static void try_gathering_all(struct search *search)
{
	struct rewrite rewrite = rewrite_of_base(search);
	uint32_t lost = 0;
	int64_t elements = 0;
	for (uint32_t i = 0; i < search->operands.count; i++) {
		const struct operand *operand = &search->operands.items[i];
		const struct array_type *type = operand->type;
		struct sharding_request request = {
		    .mesh = type->mesh,
		    .spec = spec_none(search->trace->op.arena, type->rank),
		    .count = type->rank};
		if (type_is_replicated(type))
			continue;
		if (!rewrite_reshard(&rewrite, operand->expression, &request))
			return;
		lost += axes_used(type->spec, type->rank);
		elements = INT64_MAX;
	}
	const struct value *value = rewrite.count ? try_tree(search, rewrite.tree) : NULL;
	if (value)
		add_success(search, &rewrite, value, lost, elements);
}

/* What a lambda gives, to how the operation wants it. */
static void try_bodies(struct search *search)
{
	const struct array_type *wanted = search->trace->op.error.wanted;
	for (uint32_t i = 0; wanted && i < search->operands.nbodies; i++) {
		struct operand body = {search->operands.bodies[i], wanted};
		struct sharding_request request = request_of(wanted);
		struct rewrite rewrite = rewrite_of_base(search);
		const struct value *value = rewrite_reshard(&rewrite, body.expression, &request)
		                                ? try_tree(search, rewrite.tree)
		                                : NULL;
		if (value)
			add_success(search, &rewrite, value, 0, 0);
	}
}

static void try_moves(struct search *search)
{
	search->nfound = 0;
	try_bodies(search);
	for (uint32_t i = 0; i < search->operands.count; i++)
		try_alignments(search, &search->operands.items[i]);
	for (uint32_t i = 0; i < search->operands.count; i++)
		try_gathering(search, &search->operands.items[i]);
	if (!search->nfound)
		try_gathering_all(search);
}

/* Whether one way to move operands is better than another, which comes before it: less is gathered,
 * less is moved; of two that are alike the later operand follows the first. */
static bool is_better(const struct success *one, const struct success *other)
{
	if (one->lost != other->lost)
		return one->lost < other->lost;
	return one->elements <= other->elements;
}

static const struct success *best_move(const struct search *search)
{
	const struct success *best = NULL;
	for (uint32_t i = 0; i < search->nfound; i++)
		if (!best || is_better(&search->found[i], best))
			best = &search->found[i];
	return best;
}

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

/* How the result would lie: as an updated operand does, or else as it comes out of operands that
 * were moved. NULL: nothing is known of it. */
static const struct array_type *result_type(const struct search *search, bool as_operand)
{
	const struct array_type *best = NULL;
	for (uint32_t i = 0; i < search->nfound; i++)
		if (search->found[i].lost && search->found[i].result &&
		    !search->found[i].result->unreduced &&
		    (!best || spreads_more(search->found[i].result, best)))
			best = search->found[i].result;
	if (!as_operand)
		return best;
	if (!search->operands.count)
		return NULL;
	const struct array_type *updated = search->operands.items[0].type;
	return !best || type_same_shape(best, updated) ? updated : NULL;
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

static bool try_out_sharding(struct search *search, const struct array_type *result,
                             struct rewrite *rewrite)
{
	struct sharding_request request;
	if (!result || !result->mesh)
		return false;
	request = request_of(result);
	*rewrite = rewrite_begin(search->trace, search->whole);
	return rewrite_out_sharding(rewrite, &request) && try_tree(search, rewrite->tree);
}

/* A type of the rank that the error tells, on no axis. */
static const struct array_type *replicated_result(const struct search *search)
{
	const struct op *op = &search->trace->op;
	uint32_t rank = op->error.result_rank;
	if (!rank || rank < op->nmappings || !op->mesh)
		return NULL;
	struct array_type *type = arena_new(op->arena, struct array_type, 1);
	type->rank = rank - op->nmappings;
	type->spec = spec_none(op->arena, type->rank);
	type->mesh = op->mesh;
	return type;
}

static bool try_auto_axes(struct search *search, const struct array_type *result,
                          struct rewrite *rewrite)
{
	struct sharding_request request;
	const struct operands *operands = &search->operands;
	if (!result || !result->mesh || !operands->nnames)
		return false;
	request = request_of(result);
	for (int plural = 0; plural < 2; plural++) {
		*rewrite = rewrite_begin(search->trace, search->whole);
		if (rewrite_auto_axes(rewrite, operands->names, operands->nnames,
		                      plural ? STR("out_shardings") : STR("out_sharding"),
		                      &request) &&
		    try_tree(search, rewrite->tree))
			return true;
	}
	return false;
}

/* The line that the expression stands in, with the new text in its place; the new text alone when
 * the line is not all of the statement. */
static struct str repaired_line(const struct trace *trace, struct span at, struct str repaired)
{
	struct str text = trace->program->text;
	size_t start = at.offset, end = str_find(text, '\n', at.offset + at.length), behind;
	int depth = 0;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	behind = str_find(text, '#', at.offset + at.length);
	if (behind < end)
		end = behind;
	for (size_t i = start; i < end; i = i + 1 == at.offset ? at.offset + at.length : i + 1)
		depth += strchr("([{", text.s[i]) ? 1 : strchr(")]}", text.s[i]) ? -1 : 0;
	if (depth != 0)
		return repaired;
	struct str before = str_slice(text, start, at.offset),
		   after = str_slice(text, at.offset + at.length, end);
	return str_trim(str_format(trace->op.arena, "%.*s%.*s%.*s", STR_ARG(before),
	                           STR_ARG(repaired), STR_ARG(after)));
}

/* The import that the new text needs, as part of a sentence. */
static struct str import_text(struct trace *trace, const struct rewrite *rewrite)
{
	if (!rewrite->imported || name_is_known(trace, str_of(rewrite->imported)))
		return STR("");
	return str_format(trace->op.arena, ", with 'from jax.experimental.shard import %s'",
	                  rewrite->imported);
}

static void propose(struct search *search, const char *why, const struct rewrite *rewrite)
{
	struct trace *trace = search->trace;
	struct str text = rewrite_text(rewrite), import = import_text(trace, rewrite);
	trace->repair = (struct repair){
	    .at = search->whole->at,
	    .text = text,
	    .help = str_format(trace->op.arena, "%s%.*s: %.*s", why, STR_ARG(import),
	                       STR_ARG(repaired_line(trace, search->whole->at, text)))};
}

/* The ways to repair, the best one for this error first. */
static void choose(struct search *search)
{
	struct rewrite rewrite;
	const struct success *move = best_move(search);
	enum rule_id rule = search->trace->op.error.rule;
	const struct array_type *updated = result_type(search, true),
				*result = result_type(search, false);
	if (rule == RULE_OPERATION_WITHOUT_RULE &&
	    (try_auto_axes(search, updated, &rewrite) || try_auto_axes(search, result, &rewrite)))
		propose(search, "leave the layout inside to the compiler", &rewrite);
	else if ((rule == RULE_SCATTER_AMBIGUOUS && try_out_sharding(search, updated, &rewrite)) ||
	         try_out_sharding(search, with_kept_dims(search, result), &rewrite) ||
	         try_out_sharding(search, result, &rewrite) ||
	         try_out_sharding(search, replicated_result(search), &rewrite))
		propose(search, "say how the result is sharded", &rewrite);
	else if (move)
		propose(search, "reshard first", &move->rewrite);
}

/* The type of the result when the call is not told how that lies: as it comes out, or comes out of
 * operands that are gathered. */
static const struct array_type *untold_result(struct search *search, uint32_t argument)
{
	struct tree_maker maker = {search->trace->op.arena, search->whole->at};
	search->base = tree_without_argument(&maker, search->whole, argument);
	const struct value *value = try_tree(search, search->base);
	if (value)
		return value->kind == VALUE_ARRAY ? &value->array->type : NULL;
	try_moves(search);
	return result_type(search, false);
}

/* The spec in NamedSharding(mesh, P(…)), or what was given itself. */
static const struct expression *written_spec(const struct expression *given)
{
	if (given->kind != EXPRESSION_CALL || given->call->arguments.count != 2 ||
	    given->call->arguments.items[1].kind == ARGUMENT_STAR)
		return given;
	const struct expression *spec = given->call->arguments.items[1].value;
	return spec->kind == EXPRESSION_CALL ? spec : given;
}

/* Replaces a spec that is given to the call by what is right in it, or else by how the result lies
 * of itself. */
static bool repair_argument(struct search *search, uint32_t index)
{
	const struct argument *argument = &search->whole->call->arguments.items[index];
	const struct expression *written = written_spec(argument->value);
	const struct value *value = trace_try(search->trace, written);
	bool result =
	    argument->kind == ARGUMENT_KEYWORD && str_equal(argument->keyword, STR("out_sharding"));
	if (!value || value->kind != VALUE_SPEC)
		return false;
	const struct array_type *type = result                   ? untold_result(search, index)
	                                : search->operands.count ? search->operands.items[0].type
	                                                         : NULL;
	if (!type || !type->mesh)
		return false;
	struct sharding_request requests[] = {
	    spec_made_right(&search->trace->op, &value->spec, type), request_of(type)};
	for (int i = 0; i < (result ? 2 : 1); i++) {
		struct rewrite rewrite = rewrite_begin(search->trace, search->whole);
		if (rewrite_spec(&rewrite, written, &requests[i]) &&
		    try_tree(search, rewrite.tree)) {
			propose(search, "write", &rewrite);
			return true;
		}
	}
	return false;
}

/* Gives the sharding that a release takes no out_sharding= for: to reshard, or else auto_axes. */
static bool repair_missing_keyword(struct search *search, uint32_t index)
{
	struct trace *trace = search->trace;
	const struct argument *argument = &search->whole->call->arguments.items[index];
	const struct value *value = trace_try(trace, argument->value);
	struct rewrite rewrite = rewrite_begin(trace, search->whole);
	struct tree_maker maker = {trace->op.arena, search->whole->at};
	if (!value || value->kind != VALUE_SPEC || !trace->op.mesh ||
	    !str_equal(argument->keyword, STR("out_sharding")))
		return false;
	struct sharding_request request = spec_as_written(&trace->op, &value->spec);
	const struct expression *bare = tree_without_argument(&maker, search->whole, index);
	if (try_tree(search, bare) && rewrite_without(&rewrite, index) &&
	    rewrite_reshard(&rewrite, search->whole, &request) && try_tree(search, rewrite.tree)) {
		propose(search, "reshard the result", &rewrite);
		return true;
	}
	for (int plural = 0; plural < 2; plural++) {
		rewrite = rewrite_begin(trace, search->whole);
		if (rewrite_without(&rewrite, index) && search->operands.nnames &&
		    rewrite_auto_axes(&rewrite, search->operands.names, search->operands.nnames,
		                      plural ? STR("out_shardings") : STR("out_sharding"),
		                      &request) &&
		    try_tree(search, rewrite.tree)) {
			propose(search, "leave the layout inside to the compiler", &rewrite);
			return true;
		}
	}
	return false;
}

/* A constraint on explicit axes moves nothing; reshard does. */
static bool repair_constraint(struct search *search)
{
	struct rewrite rewrite = rewrite_begin(search->trace, search->whole);
	if (!rewrite_as_reshard(&rewrite) || !try_tree(search, rewrite.tree))
		return false;
	propose(search, "on explicit axes it is reshard that moves an array", &rewrite);
	return true;
}

static bool repair_given_spec(struct search *search)
{
	if (search->whole->kind != EXPRESSION_CALL)
		return false;
	const struct arguments *arguments = &search->whole->call->arguments;
	enum rule_id rule = search->trace->op.error.rule;
	if (rule == RULE_CONSTRAINT_AXIS_TYPE)
		return repair_constraint(search);
	for (uint32_t i = 0; rule == RULE_PROGRAM_ERROR && i < arguments->count; i++)
		if (arguments->items[i].kind == ARGUMENT_KEYWORD &&
		    repair_missing_keyword(search, i))
			return true;
	for (uint32_t i = 0; rule != RULE_PROGRAM_ERROR && i < arguments->count; i++)
		if ((arguments->items[i].kind == ARGUMENT_POSITIONAL ||
		     arguments->items[i].kind == ARGUMENT_KEYWORD) &&
		    arguments->items[i].value->kind != EXPRESSION_LAMBDA &&
		    repair_argument(search, i))
			return true;
	return false;
}

void repair_find(struct trace *trace, const struct expression *expression)
{
	struct search search = {.trace = trace, .whole = expression};
	struct str text = program_text(trace->program, expression->at);
	bool inner = trace->repair_sought && trace->failed_frame == trace->frame;
	if (inner || trace->repair.at.length || trace->derived_at || !is_to_report(trace))
		return;
	trace->repair_sought = true;
	if (!is_about_sharding(trace->op.error.rule) || trace->repair_steps >= MAX_REPAIR_STEPS ||
	    str_find(text, '#', 0) < text.len)
		return;
	search.operands = operands_of(trace, expression);
	if (repair_given_spec(&search))
		return;
	if (trace->op.error.rule == RULE_PROGRAM_ERROR)
		return;
	search.base = expression;
	try_moves(&search);
	choose(&search);
}
