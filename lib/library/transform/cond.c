/* SPDX-License-Identifier: Apache-2.0 */
/* lax.cond and lax.switch. JAX: lax/control_flow/conditionals.py. */
#include "library/transform/branches.h"
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/elementwise/elementwise.h"
#include "op/core/dtype_class.h"

/* The operands of the branches: *operands, or the one that operand= gives. */
static bool read_operands(struct trace *trace, const struct value *positional,
                          const struct value *operand, struct value_list *operands)
{
	struct op *op = &trace->op;
	*operands = positional->list;
	/* The default is the name of JAX's own mark for "not given". */
	if (operand->kind == VALUE_STRING &&
	    str_equal(operand->string, STR("_no_operand_sentinel")))
		return true;
	if (positional->list.count) {
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("if 'operand' keyword is passed then no positional operands can "
		                   "be passed, got operand={} and positional operands {}",
		                   value_repr(operand), value_repr(positional)));
	}
	const struct value **one = arena_new(op->arena, const struct value *, 1);
	one[0] = operand;
	*operands = (struct value_list){one, 1};
	return true;
}

static bool raise_not_scalar(struct trace *trace, const char *what, const struct value *value,
                             const char *middle, const struct value *shape)
{
	struct op *op = &trace->op;
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("{}{}{}{}.", what, value_repr(value), middle, value_repr(shape)),
	              HELP("jnp.where chooses element by element"));
}

/* The shape of an array as a tuple. */
static const struct value *shape_of(struct trace *trace, const struct array *array)
{
	struct arena *arena = trace->op.arena;
	const struct value **sizes = arena_new(arena, const struct value *, array->type.rank);
	for (uint32_t i = 0; i < array->type.rank; i++)
		sizes[i] = value_int(arena, array->type.shape[i]);
	return value_sequence(arena, VALUE_TUPLE, sizes, array->type.rank);
}

/* The predicate of cond as the index of a branch, 0 for false. */
static const struct array *read_predicate(struct trace *trace, const struct value *value)
{
	struct op *op = &trace->op;
	if (value->kind == VALUE_NONE) {
		refuse(op, RULE_PROGRAM_ERROR, "TypeError", TEXT("cond predicate is None"));
		return NULL;
	}
	if (value->kind == VALUE_TUPLE || value->kind == VALUE_LIST) {
		refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("Pred must be a scalar, got {} of type <class '{}'>", value_repr(value),
		            value_class_name(value)));
		return NULL;
	}
	const struct array *array = pytree_array(trace, value);
	if (!array)
		return NULL;
	if (array->type.rank) {
		raise_not_scalar(trace, "Pred must be a scalar, got ", value, " of shape ",
		                 shape_of(trace, array));
		return NULL;
	}
	enum dtype_class class = dtype_class(array->type.dtype);
	if (class == DTYPE_COMPLEX || class == DTYPE_KEY) {
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("Pred type must be either boolean or number, got {}.",
		            array->type.dtype->name));
		return NULL;
	}
	if (class != DTYPE_BOOL)
		array = lax_binary(op, &lax_ne, array,
		                   array_scalar(op, array->type.dtype, array->type.weak));
	return array ? lax_convert_element_type(op, array, dtype_named(STR("int32")), false) : NULL;
}

/* The form of cond that JAX took first: each branch with an operand of its own. */
static const struct value *per_branch_cond(struct trace *trace, const struct value *const *values)
{
	return trace_unknown(trace, "cond with an operand for each branch is not followed");
}

enum { PRED, TRUE_FUN, FALSE_FUN, OPERANDS, OPERAND };

static const struct value *call_cond(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *true_fun = argument(arguments, TRUE_FUN);
	const struct value *false_fun = argument(arguments, FALSE_FUN);
	const struct value *operands = argument(arguments, OPERANDS);
	if (!value_is_callable(true_fun) || !value_is_callable(false_fun)) {
		if (value_is_callable(false_fun) && operands->list.count == 2 &&
		    value_is_callable(operands->list.items[1]))
			return per_branch_cond(trace, arguments->values);
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("lax.cond: true_fun and false_fun arguments should be callable."));
	}
	const struct alternative items[] = {{true_fun, STR("true_fun")},
	                                    {false_fun, STR("false_fun")}};
	struct branches branches = {.api = "cond", .items = items, .count = 2, .reversed = true};
	if (!read_operands(trace, operands, argument(arguments, OPERAND), &branches.operands))
		return NULL;
	branches.index = read_predicate(trace, argument(arguments, PRED));
	return branches.index ? branches_run(trace, &branches, arguments->at) : NULL;
}

/* The index of switch, clamped to the branches. */
static const struct array *read_index(struct trace *trace, const struct value *value)
{
	struct op *op = &trace->op;
	const struct array *array = pytree_array(trace, value);
	if (!array)
		return NULL;
	if (array->type.rank) {
		raise_not_scalar(trace, "Branch index must be scalar, got ", value, " of shape ",
		                 shape_of(trace, array));
		return NULL;
	}
	if (!dtype_is_integer(array->type.dtype)) {
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("Index type must be an integer, got {} as {}", value_repr(value),
		            array->type.dtype->name));
		return NULL;
	}
	const struct dtype *int32 = dtype_named(STR("int32"));
	const struct array *bound = array_scalar(op, int32, false);
	array = lax_convert_element_type(op, array, int32, false);
	return array ? lax_clamp(op, bound, array, bound) : NULL;
}

enum { INDEX, BRANCHES, SWITCH_OPERANDS, SWITCH_OPERAND };

static bool all_callable(const struct value_list *functions)
{
	for (uint32_t i = 0; i < functions->count; i++)
		if (!value_is_callable(functions->items[i]))
			return false;
	return true;
}

static const struct value *call_switch(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *functions = value_items(argument(arguments, BRANCHES));
	struct branches branches = {.api = "switch"};
	struct alternative items[MAX_BRANCHES];
	if (!functions || !all_callable(functions))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("lax.switch: branches argument should be a sequence of callables."));
	if (functions->count > MAX_BRANCHES)
		return trace_unknown(trace, "more than %d branches are not followed", MAX_BRANCHES);
	if (!read_operands(trace, argument(arguments, SWITCH_OPERANDS),
	                   argument(arguments, SWITCH_OPERAND), &branches.operands))
		return NULL;
	branches.index = read_index(trace, argument(arguments, INDEX));
	if (!branches.index)
		return NULL;
	if (functions->count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("Empty branch sequence"));
	if (functions->count == 1)
		return trace_call(trace, functions->items[0], &branches.operands, NULL, 0,
		                  arguments->at);
	for (uint32_t i = 0; i < functions->count; i++)
		items[i] = (struct alternative){functions->items[i],
		                                str_format(trace->op.arena, "branch %u", i)};
	branches.items = items;
	branches.count = functions->count;
	return branches_run(trace, &branches, arguments->at);
}

static const struct function_row rows[] = {
    FUNCTION("cond", "pred, true_fun, false_fun, *operands, operand=_no_operand_sentinel",
             call_cond, .also = "*, linear"),
    FUNCTION("switch", "index, branches, *operands, operand=_no_operand_sentinel", call_switch),
};

const struct module_row library_cond = {"jax.lax", rows, sizeof rows / sizeof *rows};
