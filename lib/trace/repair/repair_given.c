/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/operands.h"
#include "trace/repair/repair_search.h"
#include "trace/repair/rewrite.h"
#include "trace/repair/spec_made_right.h"
#include "trace/repair/syntax_tree.h"
#include "trace/state/trace.h"

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
	return result_of_moves(search);
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

/* How many axes a spec names, each as often as it does. */
static uint32_t axes_named(const struct partition_spec *spec)
{
	uint32_t count = spec->nunreduced + spec->nreduced;
	for (uint32_t i = 0; i < spec->nentries; i++)
		count += spec->entries[i].kind == ENTRY_UNCONSTRAINED
		             ? 1
		             : entry_axes(&spec->entries[i]);
	return count;
}

/* Replaces a spec that is given to the call by what is right in it, or else by how the result lies
 * of itself. */
static bool repair_argument(struct search *search, uint32_t index)
{
	const struct argument *argument = &search->whole->call->arguments.items[index];
	const struct expression *written = written_spec(argument->value);
	const struct value *value = trace_try(search->trace, written, NULL);
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
	    spec_made_right(&search->trace->op, value->spec, type), request_of(type)};
	for (int i = 0; i < (result ? 2 : 1); i++) {
		struct rewrite rewrite = rewrite_begin(search->trace, search->whole);
		search->gives_up =
		    i > 0 || search->trace->op.error.rule == RULE_AXIS_UNKNOWN ||
		    axes_used(requests[i].spec, requests[i].count) < axes_named(value->spec);
		if (rewrite_spec(&rewrite, written, &requests[i]) &&
		    rewrite_works(search, &rewrite)) {
			propose(search, "write", &rewrite, STR(""));
			return true;
		}
	}
	search->gives_up = false;
	return false;
}

/* Gives the sharding that a release takes no out_sharding= for: to reshard, or else auto_axes. */
static bool repair_missing_keyword(struct search *search, uint32_t index)
{
	struct trace *trace = search->trace;
	const struct argument *argument = &search->whole->call->arguments.items[index];
	const struct value *value = trace_try(trace, argument->value, NULL);
	struct rewrite rewrite = rewrite_begin(trace, search->whole);
	struct tree_maker maker = {trace->op.arena, search->whole->at};
	if (!value || value->kind != VALUE_SPEC || !trace->op.mesh ||
	    !str_equal(argument->keyword, STR("out_sharding")))
		return false;
	struct sharding_request request = spec_as_written(&trace->op, value->spec);
	const struct expression *bare = tree_without_argument(&maker, search->whole, index);
	if (try_tree(search, bare) && rewrite_without(&rewrite, index) &&
	    rewrite_reshard(&rewrite, search->whole, &request) && rewrite_works(search, &rewrite)) {
		propose(search, "reshard the result", &rewrite, STR(""));
		return true;
	}
	struct rewrite begun = rewrite_begin(trace, search->whole);
	if (rewrite_without(&begun, index) &&
	    try_auto_axes_with(search, &begun, &request, &rewrite)) {
		propose(search, "leave the layout inside to the compiler", &rewrite, STR(""));
		return true;
	}
	return false;
}

/* A constraint on explicit axes moves nothing; reshard does. */
static bool repair_constraint(struct search *search)
{
	struct rewrite rewrite = rewrite_begin(search->trace, search->whole);
	if (!rewrite_as_reshard(&rewrite) || !rewrite_works(search, &rewrite))
		return false;
	propose(search, "on explicit axes it is reshard that moves an array", &rewrite, STR(""));
	return true;
}

bool repair_given(struct search *search)
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
