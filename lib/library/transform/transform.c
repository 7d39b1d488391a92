/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/transform.h"

#include <assert.h>
#include "trace/value/class.h"
#include "library/library.h"
#include "library/transform/signature.h"
#include "trace/eval/prelude.h"
#include "trace/state/missing_vmap.h"

bool value_is_callable(const struct value *value)
{
	switch (value->kind) {
	case VALUE_FUNCTION:
	case VALUE_BUILTIN:
	case VALUE_METHOD:
	case VALUE_PARTIAL:
	case VALUE_TRANSFORMED:
	case VALUE_DTYPE:
	case VALUE_CLASS:
		return true;
	case VALUE_OBJECT:
		return class_find(value->object.class, STR("__call__"));
	default:
		return false;
	}
}

bool transform_check(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, 0);
	if (value_is_callable(function))
		return true;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Expected a callable value, got {}", value_repr(function)),
	              HELP("give jax.{} a function", arguments->row->name));
}

const struct value *transform_new(struct trace *trace, const struct call_arguments *arguments,
                                  transformed_call *call)
{
	assert(call);
	struct value *value = value_new(trace->op.arena, VALUE_TRANSFORMED);
	const struct value **options =
	    arena_new(trace->op.arena, const struct value *, arguments->count);
	for (uint32_t i = 0; i < arguments->count; i++)
		options[i] = arguments->values[i];
	value->transformed = (struct transformed){
	    .row = arguments->row, .function = options[0], .options = options, .call = call};
	return value;
}

static const struct value *call_deferred(struct trace *trace, const struct value *self,
                                         const struct call_arguments *arguments)
{
	const struct transformed *waiting = &self->transformed;
	const struct value_list *positional = &argument(arguments, 0)->list;
	struct call_arguments all = *(const struct call_arguments *)waiting->memory;
	const struct value **values = arena_new(trace->op.arena, const struct value *, all.count);
	if (positional->count != 1)
		return trace_unknown(trace, "this call of what %s gives is not known",
		                     waiting->row->name);
	for (uint32_t i = 0; i < all.count; i++)
		values[i] = i ? all.values[i] : positional->items[0];
	all.values = values;
	all.at = arguments->at;
	return transform_check(trace, &all) ? all.row->call(trace, &all) : NULL;
}

const struct value *transform_defer(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *value = value_new(trace->op.arena, VALUE_TRANSFORMED);
	struct call_arguments *given = arena_new(trace->op.arena, struct call_arguments, 1);
	assert(arguments->count > 0);
	*value = *transform_new(trace, arguments, call_deferred);
	*given = *arguments;
	given->values = value->transformed.options;
	value->transformed.memory = given;
	return value;
}

bool transform_flatten(struct trace *trace, const struct call_arguments *arguments,
                       struct pytree *pytree)
{
	assert(arguments->count == 2);
	return pytree_flatten(
	    trace, value_sequence(trace->op.arena, VALUE_TUPLE, arguments->values, 2), pytree);
}

const struct value *transform_apply(struct trace *trace, const struct value *function,
                                    const struct value *arguments, struct span at)
{
	assert(arguments->kind == VALUE_TUPLE && arguments->list.count == 2);
	const struct value *positional = arguments->list.items[0];
	const struct value *keywords = arguments->list.items[1];
	return trace_call(trace, function, &positional->list, keywords->dict.pairs,
	                  keywords->dict.count, at);
}

static const struct value *call_in_python(struct trace *trace, const struct value *self,
                                          const struct call_arguments *arguments)
{
	const struct value *positional = argument(arguments, 0), *keywords = argument(arguments, 1);
	return trace_call(trace, self->transformed.options[3], &positional->list,
	                  keywords->dict.pairs, keywords->dict.count, arguments->at);
}

/* module, name, function, call: what a transformation of this name gives, which is called as `call`
 * says. */
static const struct value *transformed(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *value = value_new(trace->op.arena, VALUE_TRANSFORMED);
	struct call_arguments given = {.values = &arguments->values[2], .count = 1};
	(void)library_find(trace, argument(arguments, 0)->string, argument(arguments, 1)->string,
	                   &given.row);
	value->transformed = (struct transformed){.row = given.row,
	                                          .function = argument(arguments, 2),
	                                          .options = arguments->values,
	                                          .call = call_in_python};
	if (!transform_check(trace, &given))
		return NULL;
	if (str_ends_with(argument(arguments, 1)->string, STR("vmap")))
		note_transformed_function(trace, argument(arguments, 2), USED_MAPPED);
	else if (str_ends_with(argument(arguments, 1)->string, STR("grad")))
		note_transformed_function(trace, argument(arguments, 2), USED_DIFFERENTIATED);
	return value;
}

/* The parameters of what is called, each a pair of its name and kind as inspect numbers them; None
 * where they are not known. */
static const struct value *parameter_kinds(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct parameters *all = signature_of(trace, argument(arguments, 0));
	if (!all)
		return &value_none;
	const struct value **items = arena_new(arena, const struct value *, all->count);
	for (uint32_t i = 0; i < all->count; i++)
		items[i] = value_two(arena, value_string(arena, all->items[i].name),
		                     value_int(arena, all->items[i].kind));
	return value_sequence(arena, VALUE_LIST, items, all->count);
}

const struct function_row library_transform[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("transformed", "module, name, function, call", transformed, .takes_unknown = true),
    FUNCTION("parameter_kinds", "f", parameter_kinds),
    TABLE_END,
};
