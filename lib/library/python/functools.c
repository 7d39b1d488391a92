/* SPDX-License-Identifier: Apache-2.0 */
/* functools, and operator as far as programs use it. */
#include "library/python/python.h"
#include "library/transform/transform.h"
#include "trace/eval/object.h"

/* partial(f, …): what it is given goes in front of what the call gives. */
static const struct value *partial(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *given = &argument(arguments, 0)->list;
	const struct value *keywords = argument(arguments, 1);
	if (given->count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("type 'partial' takes at least one argument"));
	if (given->items[0]->kind == VALUE_UNKNOWN)
		return given->items[0];
	if (!value_is_callable(given->items[0]))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("the first argument must be callable"));
	struct value *value = value_new(trace->op.arena, VALUE_PARTIAL);
	value->partial = (struct bound_call){.function = given->items[0],
	                                     .positional = {given->items + 1, given->count - 1},
	                                     .keywords = keywords->dict.pairs,
	                                     .nkeywords = keywords->dict.count};
	return value;
}

static const struct value *reduce(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *total = argument(arguments, 2);
	bool given = !(total->kind == VALUE_STRING && str_equal(total->string, STR("_missing")));
	struct value_list items;
	if (!trace_iterate(trace, argument(arguments, 1), &items))
		return failed_or_unknown(trace);
	if (!given && items.count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("reduce() of empty iterable with no initial value"));
	if (!given)
		total = items.items[0];
	for (uint32_t i = given ? 0 : 1; total && i < items.count; i++) {
		const struct value *both[] = {total, items.items[i]};
		total = trace_call(trace, argument(arguments, 0), &(struct value_list){both, 2},
		                   NULL, 0, arguments->at);
	}
	return total;
}

/* Decorators that leave a function as it is: cache, wraps(f). */
static const struct value *same_function(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	return argument(arguments, 0);
}

/* wraps(f)(g): g under the name of f. */
static const struct value *take_name(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *wrapped = argument(arguments, 0), *function = argument(arguments, 1);
	if (function->kind != VALUE_FUNCTION)
		return function;
	struct str name = STR("");
	if (wrapped->kind == VALUE_FUNCTION && wrapped->closure.definition)
		name = wrapped->closure.definition->name;
	const struct value *text = value_string(trace->op.arena, name);
	if (name.len && !set_attribute(trace, function, STR("__name__"), text))
		return NULL;
	return set_attribute(trace, function, STR("__wrapped__"), wrapped) ? function : NULL;
}

static const struct function_row name_row =
    FUNCTION("decorator", "wrapped, function, /", take_name, .takes_unknown = true);

static const struct function_row same_row = {
    .name = "decorator", .signature = "function, /", .call = same_function};

static const struct value *wraps(struct trace *trace, const struct call_arguments *arguments)
{
	return bind_method(trace, library_value(trace, &name_row), argument(arguments, 0));
}

static const struct value *lru_cache(struct trace *trace, const struct call_arguments *arguments)
{
	if (value_is_callable(argument(arguments, 0)))
		return argument(arguments, 0);
	return library_value(trace, &same_row);
}

static const struct function_row rows[] = {
    FUNCTION("partial", "*args, **kwargs", partial, .takes_unknown = true),
    FUNCTION("reduce", "function, iterable, initial=_missing, /", reduce, .takes_unknown = true),
    FUNCTION("wraps", "wrapped, assigned=None, updated=None", wraps),
    FUNCTION("cache", "user_function, /", same_function),
    FUNCTION("lru_cache", "maxsize=128, typed=False", lru_cache),
};

const struct module_row library_python_functools = {"functools", rows, sizeof rows / sizeof *rows};

/* The operators as functions. */
static const struct value *operate(struct trace *trace, const struct call_arguments *arguments)
{
	const enum operation *operation = arguments->row->data;
	return operate_binary(trace, *operation, argument(arguments, 0), argument(arguments, 1),
	                      arguments->at);
}

static const enum operation add = OPERATION_ADD, subtract = OPERATION_SUBTRACT,
			    multiply = OPERATION_MULTIPLY, divide = OPERATION_DIVIDE,
			    floor_divide = OPERATION_FLOOR_DIVIDE, modulo = OPERATION_MODULO,
			    matrix_multiply = OPERATION_MATRIX_MULTIPLY,
			    raise_power = OPERATION_POWER;

#define OPERATOR(id, operation) FUNCTION(id, "a, b, /", operate, .data = &operation)

static const struct function_row operator_rows[] = {
    OPERATOR("add", add),         OPERATOR("sub", subtract),
    OPERATOR("mul", multiply),    OPERATOR("truediv", divide),
    OPERATOR("mod", modulo),      OPERATOR("floordiv", floor_divide),
    OPERATOR("pow", raise_power), OPERATOR("matmul", matrix_multiply),
};

const struct module_row library_python_operator = {"operator", operator_rows,
                                                   sizeof operator_rows / sizeof *operator_rows};

static const struct function_row partial_rows[] = {
    FUNCTION("Partial", "*args, **kwargs", partial, .takes_unknown = true),
};

const struct module_row library_tree_partial = {"jax.tree_util", partial_rows, 1};
