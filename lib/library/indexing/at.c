/* SPDX-License-Identifier: Apache-2.0 */
/* x[index] and what x.at[index] can do. JAX: numpy/array_methods.py _IndexUpdateRef. */
#include "library/indexing/index_value.h"
#include "library/library.h"
#include "op/core/elements.h"
#include "trace/convert/convert_value.h"
#include "op/core/dtype_class.h"

#include "op/shape/shape.h"

/* What is made of the array and the updated one. */
enum joined { UPDATED, QUOTIENT, POWER };

struct at_method {
	const struct primitive *scatter;
	const char *context; /* as canonicalize_sharding is told: ".set" */
	enum joined joined;
};

static const struct value *getitem(struct trace *trace, const struct call_arguments *arguments)
{
	struct index index;
	struct index_options options = {0};
	if (!value_to_index(trace, argument(arguments, 1), &index))
		return NULL;
	return trace_array(
	    trace, numpy_index_get(&trace->op, argument(arguments, 0)->array, &index, &options));
}

/* The argument at `position`, or None where the release does not have it. */
static const struct value *argument_or_none(const struct call_arguments *arguments,
                                            uint32_t position)
{
	return position < arguments->count ? argument(arguments, position) : &value_none;
}

/* out_sharding=; false when JAX raises. */
static bool read_sharding(struct trace *trace, const struct value *value, const char *context,
                          struct index_options *options)
{
	if (value->kind == VALUE_NONE)
		return true;
	if (value->kind != VALUE_SPEC && value->kind != VALUE_SHARDING)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "AssertionError", TEXT(""),
		              WORDS("out_sharding is a PartitionSpec or a NamedSharding, not a {}",
		                    value_class_name(value)),
		              HELP("write it as P(…)"));
	if (!op_has(&trace->op, JAX_AXIS_TYPES))
		return op_unknown(&trace->op, "out_sharding in a release without explicit axes");
	return value_to_sharding(trace, value, context, &options->sharding);
}

/* wrap_negative_indices=; the release may not have it. */
static bool read_wrap(struct trace *trace, const struct call_arguments *arguments,
                      uint32_t position, struct index_options *options)
{
	bool wrap = true;
	if (position < arguments->count &&
	    !value_to_bool(trace, argument(arguments, position), &wrap))
		return false;
	options->negative_outside = !wrap;
	return true;
}

static bool read_strategy(struct trace *trace, const struct value *value,
                          struct index_options *options)
{
	if (value->kind != VALUE_STRING)
		return value->kind == VALUE_NONE ||
		       op_unknown(&trace->op, "such a strategy is not known");
	if (str_equal(value->string, STR("auto")))
		return true;
	options->gather_only = str_equal(value->string, STR("gather"));
	return options->gather_only ||
	       op_unknown(&trace->op, "the strategy '%.*s' is not judged", STR_ARG(value->string));
}

/* fill_value=, which must be known. */
static bool read_fill(struct trace *trace, const struct value *value, struct index_options *options)
{
	if (value->kind == VALUE_ARRAY)
		options->fill = value->array;
	if (value->kind == VALUE_TUPLE || value->kind == VALUE_LIST)
		return op_unknown(&trace->op, "a fill_value of several numbers");
	return true;
}

/* x.at[index].get(indices_are_sorted, unique_indices, mode, fill_value, out_sharding,
 * wrap_negative_indices, strategy) */
static const struct value *get(struct trace *trace, const struct call_arguments *arguments)
{
	const struct at_index *at = &argument(arguments, 0)->at_index;
	struct index index;
	struct index_options options = {0};
	value_to_index_mode(trace, argument(arguments, 3), &options);
	if (!read_fill(trace, argument(arguments, 4), &options) ||
	    !read_sharding(trace, argument_or_none(arguments, 5), ".get", &options) ||
	    !read_wrap(trace, arguments, 6, &options) ||
	    !read_strategy(trace, argument_or_none(arguments, 7), &options) ||
	    !value_to_index(trace, at->index, &index))
		return NULL;
	return trace_array(trace, numpy_index_get(&trace->op, at->array, &index, &options));
}

/* The values of an update: an integer takes the dtype of an integer array that can hold it. */
static const struct array *update_values(struct trace *trace, const struct value *value,
                                         const struct array *x, const char *function)
{
	const struct dtype *dtype = x->type.dtype;
	bool integer = value->kind == VALUE_INT || value->kind == VALUE_BOOL;
	if (!integer || !dtype_is_integer(dtype))
		return value_as_array(trace, value, function);
	int64_t number = value->kind == VALUE_INT ? value->integer : value->boolean;
	bool is_signed = dtype_class(dtype) == DTYPE_SIGNED;
	uint32_t bits = is_signed ? dtype->bits - 1 : dtype->bits;
	int64_t limit = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
	if (number <= limit && number >= (is_signed ? -limit - 1 : 0))
		return array_number(&trace->op, dtype, false, number);
	return value_as_array(trace, value, function);
}

/* An array of ones like x. JAX: lax.py full_like. */
static const struct array *ones_like(struct op *op, const struct array *x)
{
	struct sharding_request request = type_request(&x->type);
	return lax_full(op, x->type.dtype, x->type.weak, x->type.shape, x->type.rank,
	                x->type.mesh ? &request : NULL);
}

static const struct value *join(struct trace *trace, const struct array *x,
                                const struct array *updated, enum joined joined, struct span at)
{
	if (!updated || joined == UPDATED)
		return trace_array(trace, updated);
	const struct value *operands[] = {trace_array(trace, x), trace_array(trace, updated)};
	return library_call(trace, "jax.numpy", joined == QUOTIENT ? "divide" : "power", operands,
	                    2, at);
}

/* x.at[index].set(values, indices_are_sorted, unique_indices, mode, wrap_negative_indices,
 * out_sharding), and others that are made by a scatter. */
static const struct value *update(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct at_method *method = arguments->row->data;
	const struct at_index *at = &argument(arguments, 0)->at_index;
	struct index index;
	struct index_options options = {.unique = value_truth(argument(arguments, 3)) == 1};
	value_to_index_mode(trace, argument(arguments, 4), &options);
	if (!read_wrap(trace, arguments, 5, &options) ||
	    !read_sharding(trace, argument_or_none(arguments, 6), method->context, &options) ||
	    !value_to_index(trace, at->index, &index))
		return NULL;
	const struct array *x = at->array,
			   *values = update_values(trace, argument(arguments, 1), x, "asarray");
	if (values && method->joined != UPDATED)
		x = ones_like(op, x);
	if (!values || !x)
		return NULL;
	struct index_update made = {.scatter = method->scatter};
	const struct array *updated = numpy_index_update(op, &made, x, &index, values, &options);
	return join(trace, at->array, updated, method->joined, arguments->at);
}

/* What x.at[index].apply calls on one element. */
struct applied {
	struct trace *trace;
	const struct value *function;
	struct span at;
};

static bool apply_element(struct op *op, const struct array *element, void *data)
{
	const struct applied *applied = data;
	const struct value *item = value_array(op->arena, element);
	struct value_list positional = {&item, 1};
	const struct value *result =
	    trace_call(applied->trace, applied->function, &positional, NULL, 0, applied->at);
	return result && (result->kind != VALUE_UNKNOWN || op_unknown(op, "%s", ""));
}

/* x.at[index].apply(func, indices_are_sorted, unique_indices, mode, wrap_negative_indices) */
static const struct value *apply(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct at_index *at = &argument(arguments, 0)->at_index;
	struct index index;
	struct index_options options = {0};
	struct applied applied = {trace, argument(arguments, 1), arguments->at};
	struct index_update made = {&lax_scatter_set, apply_element, &applied};
	value_to_index_mode(trace, argument(arguments, 4), &options);
	if (!read_wrap(trace, arguments, 5, &options) || !value_to_index(trace, at->index, &index))
		return NULL;
	const struct array *zero = array_scalar(op, at->array->type.dtype, at->array->type.weak);
	return trace_array(trace, numpy_index_update(op, &made, at->array, &index, zero, &options));
}

#define GET "self, *, indices_are_sorted=False, unique_indices=False, mode=None, fill_value=None"
#define SET "self, values, *, indices_are_sorted=False, unique_indices=False, mode=None"
#define APPLY "self, func, *, indices_are_sorted=False, unique_indices=False, mode=None"
#define WRAP ", wrap_negative_indices=True"
#define SHARDING ", out_sharding=None"

#define METHOD(title, function, parameters, row_data, first, last, python)                     \
	FUNCTION(title, parameters, function, .data = row_data, .since = first, .until = last, \
	         .python_name = "_IndexUpdateRef." python)

/* A method that takes out_sharding since a release; `first` is the one that has the method. */
#define UPDATE(name, python, method, first, sharding)                          \
	METHOD(name, update, SET, method, first, "0.7.0", python),             \
	    METHOD(name, update, SET WRAP, method, "0.7.0", sharding, python), \
	    METHOD(name, update, SET WRAP SHARDING, method, sharding, NULL, python)

static const struct at_method set_method = {&lax_scatter_set, ".set", UPDATED},
			      add_method = {&lax_scatter_add, ".add", UPDATED},
			      subtract_method = {&lax_scatter_sub, ".subtract", UPDATED},
			      multiply_method = {&lax_scatter_mul, ".multiply", UPDATED},
			      divide_method = {&lax_scatter_mul, ".divide", QUOTIENT},
			      power_method = {&lax_scatter_mul, ".power", POWER},
			      min_method = {&lax_scatter_min, ".min", UPDATED},
			      max_method = {&lax_scatter_max, ".max", UPDATED};

const struct function_row library_at[] = {
    MODULE("at"),
    METHOD("get", get, GET, NULL, NULL, "0.5.0", "get"),
    METHOD("get", get, GET SHARDING, NULL, "0.5.0", "0.7.0", "get"),
    METHOD("get", get, GET SHARDING WRAP, NULL, "0.7.0", "0.12.0", "get"),
    METHOD("get", get, GET SHARDING WRAP ", strategy='auto'", NULL, "0.12.0", NULL, "get"),
    UPDATE("set", "set", &set_method, NULL, "0.7.1"),
    UPDATE("add", "add", &add_method, NULL, "0.7.1"),
    UPDATE("subtract", "subtract", &subtract_method, "0.4.38", "0.10.1"),
    UPDATE("multiply", "multiply", &multiply_method, NULL, "0.10.1"),
    UPDATE("mul", "multiply", &multiply_method, NULL, "0.10.1"),
    UPDATE("divide", "divide", &divide_method, NULL, "0.10.1"),
    UPDATE("power", "power", &power_method, NULL, "0.10.1"),
    UPDATE("min", "min", &min_method, NULL, "0.10.1"),
    UPDATE("max", "max", &max_method, NULL, "0.10.1"),
    METHOD("apply", apply, APPLY, NULL, NULL, "0.7.0", "apply"),
    METHOD("apply", apply, APPLY WRAP, NULL, "0.7.0", NULL, "apply"),
    MODULE("ndarray"),
    FUNCTION("__getitem__", "self, index", getitem),
    TABLE_END,
};
