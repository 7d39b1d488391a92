/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/missing_vmap.h"

#include <assert.h>
#include "trace/state/work.h"

#include "base/utf8.h"

/* A call after which the batch is gone. */
struct batch_call {
	const void *definition;
	struct str function, argument;
	const struct array_type *batch, *result;
	bool named;         /* names say that it is of one example */
	struct str in_axes; /* of a call with "ys" for `y`: what vmap would be given; "": another */
	struct span at;
	struct batch_call *next;
};

struct transformed_function {
	const void *definition;
	enum function_use use;
	struct transformed_function *next;
};

static const void *definition_of(const struct closure *closure)
{
	return closure->definition ? (const void *)closure->definition
	                           : (const void *)closure->lambda;
}

/* The function of the program that jax.jit and its like are around, or NULL. */
static const struct closure *closure_of(struct trace *trace, const struct value *function)
{
	for (; function->kind == VALUE_TRANSFORMED || function->kind == VALUE_PARTIAL;
	     charge_items(trace, ITEMS_A_STEP))
		function = function->kind == VALUE_PARTIAL ? function->partial.function
		                                           : function->transformed.function;
	return function->kind == VALUE_FUNCTION ? &function->closure : NULL;
}

void note_transformed_function(struct trace *trace, const struct value *function,
                               enum function_use use)
{
	const struct closure *closure = closure_of(trace, function);
	if (!closure)
		return;
	struct transformed_function *noted =
	    arena_new(trace->op.arena, struct transformed_function, 1);
	*noted =
	    (struct transformed_function){definition_of(closure), use, trace->batches.transformed};
	trace->batches.transformed = noted;
}

/* Whether the name holds a word that speaks of one example. */
static bool says_one_example(struct str name)
{
	static const char *const words[] = {"example", "single"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_contains(name, str_of(words[i])))
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
	       !result->type.unreduced &&
	       !(spec_axes(result->type.spec, result->type.rank) & spec_axes(type->spec, 1));
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
	                            &result->array->type,   named, STR(""),  at,
	                            trace->batches.calls};
	trace->batches.calls = call;
}

/* Whether one name is that of many of the other: "ys" of "y", "x_batch" of "x". */
static bool is_plural(struct str many, struct str one)
{
	static const char *const endings[] = {"s", "es", "_batch", "_all"};
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_starts_with(many, one) &&
		    str_equal(str_slice(many, one.len, many.len), str_of(endings[i])))
			return true;
	return false;
}

/* Whether the array, which the program has placed in parts, is a batch of which the result has
 * nothing left. */
static bool loses_placed(const struct trace *trace, const struct array *batch,
                         const struct array *result)
{
	const struct array_type *type = &batch->type;
	const struct sharding_request *placed = batch->placed;
	bool in_parts = placed ? placed->count && placed->spec[0].count : trace->placed_unseen;
	return in_parts && type->rank > 1 && type->shape[0] > 1 && !batch->host &&
	       result->type.rank < type->rank &&
	       !(result->type.rank && result->type.shape[0] == type->shape[0]);
}

/* Whether nothing but jax.jit and its like are around the function. */
static bool is_only_jitted(const struct value *function)
{
	while (function->kind == VALUE_TRANSFORMED) {
		const char *name = function->transformed.row->name;
		if (strcmp(name, "jit") != 0 && strcmp(name, "filter_jit") != 0)
			return false;
		function = function->transformed.function;
	}
	return function->kind == VALUE_FUNCTION;
}

void note_plural_call(struct trace *trace, const struct call *call, const struct value *function,
                      const struct value_list *arguments, const struct value *result,
                      struct span at)
{
	if (!trace->op.eager || trace->op.nmappings || trace->op.replays || trace->prelude ||
	    !result || result->kind != VALUE_ARRAY || !is_only_jitted(function))
		return;
	const struct closure *closure = closure_of(trace, function);
	const struct parameters *parameters =
	    closure && closure->definition ? &closure->definition->parameters : NULL;
	uint32_t count = call->arguments.count;
	if (!parameters || count > parameters->count || arguments->count != count)
		return;
	struct buf axes = op_buf(&trace->op);
	const struct array_type *batch = NULL;
	struct str name = STR("");
	for (uint32_t i = 0; i < count; i++) {
		const struct expression *given = call->arguments.items[i].value;
		const struct value *value = arguments->items[i];
		bool lost = given->kind == EXPRESSION_NAME && value->kind == VALUE_ARRAY &&
		            is_plural(given->name, parameters->items[i].name) &&
		            loses_placed(trace, value->array, result->array);
		buf_printf(&axes, "%s%s", i ? ", " : "", lost ? "0" : "None");
		if (!lost || batch)
			continue;
		batch = &value->array->type;
		name = given->name;
	}
	if (!batch)
		return;
	struct batch_call *noted = arena_new(trace->op.arena, struct batch_call, 1);
	*noted = (struct batch_call){definition_of(closure),
	                             function_name(closure),
	                             name,
	                             batch,
	                             &result->array->type,
	                             false,
	                             buf_str(&axes),
	                             at,
	                             trace->batches.calls};
	trace->batches.calls = noted;
}

/* Whether the program uses the function so, or with NULL any function. */
static bool is_used(const struct trace *trace, const void *definition, enum function_use use)
{
	for (const struct transformed_function *noted = trace->batches.transformed; noted;
	     noted = noted->next)
		if ((!definition || noted->definition == definition) && noted->use == use)
			return true;
	return false;
}

bool works_on_batches(const struct trace *trace)
{
	return trace->batches.calls || is_used(trace, NULL, USED_MAPPED);
}

static void report(struct trace *trace, const struct batch_call *call)
{
	struct buf batch = op_buf(&trace->op), result = op_buf(&trace->op);
	struct str argument = utf8_escaped(trace->op.arena, call->argument),
		   function = utf8_escaped(trace->op.arena, call->function);
	type_text(&batch, call->batch, false);
	type_text(&result, call->result, false);
	struct diag *diag =
	    diag_add(trace->diags, RULE_MISSING_VMAP, program_span(trace->program, call->at),
	             "'%.*s' is a function of one example, but '%.*s' is a whole batch, %.*s, and "
	             "nothing of "
	             "it is left in the result, %.*s",
	             STR_ARG(function), STR_ARG(argument), STR_ARG(buf_str(&batch)),
	             STR_ARG(buf_str(&result)));
	if (call->in_axes.len)
		diag_help(diag,
		          "sharding never changes what is computed; map it over the batch, whose "
		          "sharding then splits the work: jax.vmap(%.*s, in_axes=(%.*s)), or "
		          "eqx.filter_vmap",
		          STR_ARG(function), STR_ARG(call->in_axes));
	else
		diag_help(diag,
		          "apply it to each example by jax.vmap, with in_axes=0 for the batch "
		          "and None for what all examples share");
}

void report_missing_vmaps(struct trace *trace)
{
	assert(!trace->trial.running);
	for (const struct batch_call *call = trace->batches.calls; call; call = call->next)
		if (call->in_axes.len
		        ? !is_used(trace, NULL, USED_DIFFERENTIATED)
		        : call->named || is_used(trace, call->definition, USED_MAPPED))
			report(trace, call);
}
