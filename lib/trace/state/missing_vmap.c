/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/missing_vmap.h"
#include "trace/state/work.h"

#include "base/utf8.h"

/* A call after which the batch is gone. */
struct batch_call {
	const void *definition;
	struct str function, argument;
	const struct array_type *batch, *result;
	bool named; /* names say that it is of one example */
	struct span at;
	struct batch_call *next;
};

struct mapped_function {
	const void *definition;
	struct mapped_function *next;
};

static const void *definition_of(const struct closure *closure)
{
	return closure->definition ? (const void *)closure->definition
	                           : (const void *)closure->lambda;
}

void note_mapped_function(struct trace *trace, const struct value *function)
{
	for (; function->kind == VALUE_TRANSFORMED || function->kind == VALUE_PARTIAL;
	     charge_items(trace, ITEMS_A_STEP))
		function = function->kind == VALUE_PARTIAL ? function->partial.function
		                                           : function->transformed.function;
	if (function->kind != VALUE_FUNCTION)
		return;
	struct mapped_function *mapped = arena_new(trace->op.arena, struct mapped_function, 1);
	mapped->definition = definition_of(&function->closure);
	mapped->next = trace->batches.mapped;
	trace->batches.mapped = mapped;
}

/* Whether the name holds a word that speaks of one example. */
static bool says_one_example(struct str name)
{
	static const char *const words[] = {"example", "single"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_search(name, str_of(words[i]), 0) < name.len)
			return true;
	return false;
}

static bool uses_axes(const struct array_type *type, struct dim_axes axes)
{
	for (uint32_t i = 0; i < type->rank; i++)
		for (uint32_t j = 0; j < type->spec[i].count; j++)
			for (uint32_t k = 0; k < axes.count; k++)
				if (type->spec[i].axes[j] == axes.axes[k])
					return true;
	return false;
}

/* Whether the array is a batch, cut along its first dimension, of which the result has nothing
 * left. */
static bool loses_batch(const struct array *batch, const struct array *result)
{
	const struct array_type *type = &batch->type;
	return !batch->level && !result->level && type->rank && type->spec[0].count &&
	       dim_axes_ways(type->mesh, type->spec[0]) > 1 && result->type.rank < type->rank &&
	       !result->type.unreduced && !uses_axes(&result->type, type->spec[0]);
}

static struct str function_name(const struct closure *closure)
{
	return closure->definition ? closure->definition->name : STR("the function");
}

void note_batch_call(struct trace *trace, const struct closure *closure,
                     const struct parameters *parameters, const struct value *const *arguments,
                     const struct value *result, struct span at)
{
	const struct array_type *batch = NULL;
	struct str argument = STR(""), name = function_name(closure);
	bool named = says_one_example(name);
	if (!result || result->kind != VALUE_ARRAY || trace->op.nmappings || trace->op.replays)
		return;
	for (uint32_t i = 0; i < parameters->count; i++) {
		named = named || says_one_example(parameters->items[i].name);
		if (batch || arguments[i]->kind != VALUE_ARRAY ||
		    !loses_batch(arguments[i]->array, result->array))
			continue;
		batch = &arguments[i]->array->type;
		argument = parameters->items[i].name;
	}
	if (!batch)
		return;
	struct batch_call *call = arena_new(trace->op.arena, struct batch_call, 1);
	*call = (struct batch_call){definition_of(closure), name,  argument, batch,
	                            &result->array->type,   named, at,       trace->batches.calls};
	trace->batches.calls = call;
}

static bool is_mapped(const struct trace *trace, const void *definition)
{
	for (const struct mapped_function *mapped = trace->batches.mapped; mapped;
	     mapped = mapped->next)
		if (mapped->definition == definition)
			return true;
	return false;
}

static void report(struct trace *trace, const struct batch_call *call)
{
	struct buf batch = op_buf(&trace->op), result = op_buf(&trace->op);
	struct str argument = utf8_escaped(trace->op.arena, call->argument),
		   function = utf8_escaped(trace->op.arena, call->function);
	type_text(&batch, call->batch, false);
	type_text(&result, call->result, false);
	diag_help(
	    diag_add(trace->diags, RULE_MISSING_VMAP, program_span(trace->program, call->at),
	             "'%.*s' is a function of one example, but '%.*s' is a whole batch, %.*s, "
	             "which its result %.*s has nothing left of",
	             STR_ARG(function), STR_ARG(argument), STR_ARG(buf_str(&batch)),
	             STR_ARG(buf_str(&result))),
	    "apply it to each example by jax.vmap, with in_axes=0 for the batch and None for "
	    "what all examples share");
}

void report_missing_vmaps(struct trace *trace)
{
	for (const struct batch_call *call = trace->batches.calls; call; call = call->next)
		if (call->named || is_mapped(trace, call->definition))
			report(trace, call);
}
