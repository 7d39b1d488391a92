/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions and methods that the library has. */
#include <assert.h>
#include <stdlib.h>

#include "trace/module/library_call.h"
#include "trace/value/class.h"
#include "trace/module/bind.h"
#include "trace/module/committed.h"
#include "trace/module/recovery.h"
#include "trace/module/release_messages.h"
#include "trace/module/staging.h"
#include "trace/module/results_in_context.h"
#include "trace/state/event.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"
#include "op/core/abstract_mesh.h"
#include "op/core/levels.h"

static struct str row_name(const struct function_row *row)
{
	return str_of(row->python_name ? row->python_name : row->name);
}

/* What is given, with the object a method belongs to in front. */
static struct given with_self(struct trace *trace, const struct value *self,
                              const struct given *given)
{
	struct given all = *given;
	uint32_t count = given->positional.count;
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, (size_t)count + 1);
	items[0] = self;
	for (uint32_t i = 0; i < count; i++)
		items[i + 1] = given->positional.items[i];
	all.positional = (struct value_list){items, count + 1};
	return all;
}

/* Whether it is an integer of more than 64 bits, or a tuple of arguments that has no other unknown
 * ones. */
static bool is_wide(const struct value *value)
{
	if (value->kind != VALUE_TUPLE)
		return value_is_wide(value);
	for (uint32_t i = 0; i < value->list.count; i++)
		if (value_has_unknown(value->list.items[i]) && !value_is_wide(value->list.items[i]))
			return false;
	return true;
}

static bool any_unknown(struct trace *trace, const struct function_row *row,
                        const struct value *const *values, uint32_t count)
{
	bool perhaps = false;
	for (uint32_t i = 0; i < count; i++)
		charge_items(trace, value_weight_seen(values[i], &perhaps) - 1);
	for (uint32_t i = 0; perhaps && i < count; i++)
		if (value_has_unknown(values[i]) && !(row->takes_wide && is_wide(values[i])))
			return true;
	return false;
}

/* The kind that all numbers have; VALUE_UNKNOWN: they differ, or are none. */
static enum value_kind common_kind(const struct value_list *items)
{
	enum value_kind kind =
	    items && items->count ? value_number_kind(items->items[0]) : VALUE_UNKNOWN;
	for (uint32_t i = 1; kind != VALUE_UNKNOWN && i < items->count; i++)
		if (value_number_kind(items->items[i]) != kind)
			return VALUE_UNKNOWN;
	return kind;
}

/* The kind of number that a function of Python gives of what is foreign; VALUE_UNKNOWN: none that
 * is known. */
static enum value_kind number_given(const struct trace *trace, const struct function_row *row,
                                    const struct value *const *values, uint32_t count)
{
	static const struct {
		const char *name;
		enum value_kind number;
	} given[] = {{"float", VALUE_FLOAT},  {"int", VALUE_INT},         {"len", VALUE_INT},
	             {"bool", VALUE_BOOL},    {"isinstance", VALUE_BOOL}, {"callable", VALUE_BOOL},
	             {"hasattr", VALUE_BOOL}, {"any", VALUE_BOOL},        {"all", VALUE_BOOL},
	             {"ord", VALUE_INT},      {"sqrt", VALUE_FLOAT},      {"exp", VALUE_FLOAT},
	             {"log", VALUE_FLOAT},    {"log2", VALUE_FLOAT},      {"log10", VALUE_FLOAT},
	             {"cos", VALUE_FLOAT},    {"sin", VALUE_FLOAT},       {"tanh", VALUE_FLOAT},
	             {"floor", VALUE_INT},    {"ceil", VALUE_INT}};
	const struct module_row *home = library_home(trace, row);
	assert(home);
	const char *name = row->name;
	if (strcmp(home->name, "builtins") != 0 && strcmp(home->name, "math") != 0)
		return VALUE_UNKNOWN;
	for (size_t i = 0; i < COUNT_OF(given); i++)
		if (strcmp(name, given[i].name) == 0)
			return given[i].number;
	enum value_kind first = count ? value_number_kind(values[0]) : VALUE_UNKNOWN;
	if (strcmp(name, "abs") == 0)
		return first == VALUE_BOOL ? VALUE_INT : first;
	if (strcmp(name, "round") == 0 && first != VALUE_UNKNOWN)
		return values[1]->kind == VALUE_NONE ? VALUE_INT : first;
	if (strcmp(name, "max") != 0 && strcmp(name, "min") != 0 && strcmp(name, "sum") != 0)
		return VALUE_UNKNOWN;
	const struct value_list *items = value_items(values[0]);
	if (items && items->count == 1 && value_items(items->items[0]))
		items = value_items(items->items[0]);
	enum value_kind kind = common_kind(items);
	return kind == VALUE_BOOL ? VALUE_UNKNOWN : kind;
}

/* Whether the function takes a number as it takes an array, whatever its value is. */
static bool is_of_any_number(struct trace *trace, const struct function_row *row)
{
	static const char *const names[] = {
	    "add",       "subtract",  "multiply",   "divide",      "true_divide", "floor_divide",
	    "mod",       "remainder", "power",      "pow",         "maximum",     "minimum",
	    "where",     "clip",      "full",       "full_like",   "array",       "asarray",
	    "equal",     "not_equal", "less",       "greater",     "less_equal",  "greater_equal",
	    "sqrt",      "exp",       "log",        "log2",        "log10",       "log1p",
	    "expm1",     "sin",       "cos",        "tan",         "tanh",        "abs",
	    "absolute",  "sign",      "square",     "negative",    "floor",       "ceil",
	    "isnan",     "isinf",     "isfinite",   "hypot",       "arctan2",     "sub",
	    "mul",       "div",       "max",        "min",         "__call__",    "set",
	    "PRNGKey",   "key",       "fold_in",    "select",      "isclose",     "allclose",
	    "bernoulli", "sigmoid",   "leaky_relu", "logical_not", "roll",        "take"};
	static const char *const others[] = {"dynamic_slice",
	                                     "dynamic_slice_in_dim",
	                                     "dynamic_index_in_dim",
	                                     "dynamic_update_slice",
	                                     "dynamic_update_slice_in_dim",
	                                     "dynamic_update_index_in_dim",
	                                     "float32",
	                                     "float64",
	                                     "bfloat16",
	                                     "float16",
	                                     "int32",
	                                     "int64"};
	if (library_home_is(trace, row, HOME_OF_NUMPY))
		return strcmp(row->name, "array") == 0 || strcmp(row->name, "asarray") == 0;
	if (!library_home_is(trace, row, HOME_OF_ARRAYS))
		return false;
	struct str name = str_of(row->name);
	return str_place(name, names, COUNT_OF(names)) < COUNT_OF(names) ||
	       str_place(name, others, COUNT_OF(others)) < COUNT_OF(others);
}

/* The value, or its items, with numbers in the place of foreign ones. */
static const struct value *example_of(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value->named ? NULL : value_items(value);
	if (!items || value_too_large(value) || !value_foreign_part(value))
		return value_example(trace->op.arena, value);
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		made[i] = example_of(trace, items->items[i]);
	return value_sequence(trace->op.arena, value->kind, made, items->count);
}

/* Puts numbers in the place of foreign ones, which are no sizes or axes; whether there were any. */
static bool take_examples(struct trace *trace, const struct function_row *row,
                          const struct formal *formals, const struct value **values, uint32_t count)
{
	static const char *const fixed[] = {"shape", "axis", "dtype", "slice_sizes", "slice_size"};
	bool any = false;
	if (trace->prelude || !is_of_any_number(trace, row))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct value *given = values[i];
		if (str_place(formals[i].name, fixed, COUNT_OF(fixed)) == COUNT_OF(fixed))
			values[i] = example_of(trace, given);
		any |= values[i] != given;
	}
	return any;
}

/* What a call gives of whose arguments some are unknown. */
static const struct value *of_unknown(struct trace *trace, const struct function_row *row,
                                      const struct value *const *values, uint32_t count)
{
	assert(values || !count);
	const struct value *foreign = NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (value_has_reported(values[i]))
			return &value_unknown;
		foreign = foreign ? foreign : value_foreign_part(values[i]);
	}
	if (!foreign || library_home_is(trace, row, HOME_OF_HOST))
		return foreign ? value_foreign_as(trace->op.arena, foreign,
		                                  number_given(trace, row, values, count))
		               : &value_unknown;
	return trace_foreign(trace, foreign);
}

const struct value *result_of_unknown(struct trace *trace, const struct call_arguments *arguments)
{
	return any_unknown(trace, arguments->row, arguments->values, arguments->count)
	           ? of_unknown(trace, arguments->row, arguments->values, arguments->count)
	           : NULL;
}

/* The arguments as the vmaps that are looked at map them, which jit does by their types. False when
 * JAX raises. */
static bool mapped_arguments(struct trace *trace, const struct call_arguments *arguments,
                             const struct value **values)
{
	for (uint32_t i = 0; i < arguments->count; i++) {
		values[i] = arguments->values[i];
		if (values[i]->kind != VALUE_ARRAY || !values[i]->array->level)
			continue;
		const struct array *like = array_like(&trace->op, values[i]->array);
		if (!like)
			return false;
		const struct array_type *mapped = &values[i]->array->mapped->type;
		if (!op_has(&trace->op, JAX_VMAP_COUNTS_NONE) && like->mapped &&
		    !spec_equal(mapped->spec, like->mapped->type.spec, mapped->rank)) {
			recording_same(&trace->op, EQUATION_SAME, like, values[i]->array);
			values[i] = value_array(trace->op.arena, like);
		}
	}
	return true;
}

/* Calls a function that jax.jit is around. */
static const struct value *call_jitted(struct trace *trace, const struct call_arguments *arguments)
{
	struct staging staging;
	const struct value *result;
	bool eagerly = trace->op.eager || trace->called_eagerly;
	struct call_arguments mapped = *arguments;
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, arguments->count);
	mapped.values = values;
	staging_begin(&staging, trace);
	trace->called_eagerly = eagerly;
	trace->in_jitted = true;
	trace->op.values = staging.outer_values;
	do {
		result = mapped_arguments(trace, arguments, values)
		             ? arguments->row->call(trace, &mapped)
		             : NULL;
		if (!result)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	uint32_t first = recording_count(&trace->op);
	recording_inline_unit(&trace->op, &staging.body);
	if (arguments->row->called)
		recording_set_call(&trace->op, first);
	else if (!arguments->row->inlined)
		recording_set_jit(&trace->op, first);
	return result;
}

static const struct value *call_by_kind(struct trace *trace, const struct call_arguments *arguments)
{
	return arguments->row->jitted ? call_jitted(trace, arguments)
	                              : arguments->row->call(trace, arguments);
}

/* Calls a function that has a rule for its derivative, where what it does is recorded. */
static const struct value *call_recorded(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct recording recording;
	const struct array **operands =
	    arena_new(op->arena, const struct array *, arguments->count);
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	struct recorded_custom *params = arena_new(op->arena, struct recorded_custom, 1);
	struct equation equation = {.kind = EQUATION_CUSTOM_JVP,
	                            .params = params,
	                            .operands = operands,
	                            .bodies = body,
	                            .nbodies = 1};
	params->name = arguments->row->name;
	for (uint32_t i = 0; i < arguments->count; i++)
		if (arguments->values[i]->kind == VALUE_ARRAY)
			operands[equation.count++] = array_whole(op, arguments->values[i]->array);
	recording_begin(op, &recording);
	const struct value *result = call_by_kind(trace, arguments);
	*body = recording_end(op, &recording);
	if (!result || result->kind != VALUE_ARRAY) {
		recording_inline(op, body);
		return result;
	}
	const struct array **results = arena_new(op->arena, const struct array *, 1);
	results[0] = array_whole(op, result->array);
	equation.results = body->outputs = results;
	equation.nresults = body->noutputs = 1;
	body->inputs = operands;
	body->ninputs = equation.count;
	recording_add(op, &equation);
	return result;
}

static uint32_t count_positional(const struct formal *formals, uint32_t count)
{
	uint32_t positional = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (formals[i].kind == PARAMETER_STAR)
			return UINT32_MAX;
		positional += formals[i].kind == PARAMETER_NORMAL ||
		              formals[i].kind == PARAMETER_POSITIONAL_ONLY;
	}
	return positional;
}

static bool is_formal(const struct formal *formals, uint32_t count, struct str name)
{
	for (uint32_t i = 0; i < count; i++)
		if (formals[i].kind == PARAMETER_DOUBLE_STAR || str_equal(formals[i].name, name))
			return true;
	return false;
}

/* jax.jit makes arrays of arguments before it calls the function, which then may take less of them.
 * False after raising that a text or a PartitionSpec is none. JAX: pjit.py _infer_input_type. */
static bool check_traced(struct trace *trace, const struct function_row *row,
                         const struct value *value, struct str path)
{
	struct op *op = &trace->op;
	const char *class_name = "str";
	if (value->kind != VALUE_STRING && value->kind != VALUE_SPEC)
		return true;
	if (!op_has(op, JAX_JIT_NAMES_PATH))
		return op_unknown(op, "a %s given to %.*s", value_class_name(value),
		                  STR_ARG(row_name(row)));
	if (value->kind == VALUE_SPEC)
		class_name = op_has(op, JAX_SHORT_SPEC_REPR) ? "jax.P"
		             : op_has(op, JAX_SPEC_CLASS_PUBLIC)
		                 ? "jax.sharding.PartitionSpec"
		                 : "jax._src.partition_spec.PartitionSpec";
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Error interpreting argument to <function {} at 0x> as an abstract "
	                   "array. The problematic value is of type <class '{}'> and was passed to "
	                   "the function at path {}.",
	                   row_name(row), class_name, path),
	              WORDS("{} has no such parameter", row_name(row)));
}

static int compare_keywords(const void *a, const void *b)
{
	const struct value_pair *x = a, *y = b;
	return str_compare(x->key->string, y->key->string);
}

/* Arguments that no parameter takes, in the order that jax.jit has them: keywords sorted. */
static bool check_jitted(struct trace *trace, const struct function_row *row,
                         const struct formal *formals, uint32_t count, struct given *given)
{
	struct arena *arena = trace->op.arena;
	struct value_pair *sorted = arena_new(arena, struct value_pair, given->nkeywords);
	for (uint32_t i = count_positional(formals, count); i < given->positional.count; i++)
		if (!check_traced(trace, row, given->positional.items[i],
		                  str_format(arena, "args[%u]", i)))
			return false;
	for (uint32_t i = 0; i < given->nkeywords; i++)
		sorted[i] = given->keywords[i];
	if (given->nkeywords)
		qsort(sorted, given->nkeywords, sizeof *sorted, compare_keywords);
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (!is_formal(formals, count, sorted[i].key->string) &&
		    !check_traced(
			trace, row, sorted[i].value,
			str_format(arena, "kwargs['%.*s']", STR_ARG(sorted[i].key->string))))
			return false;
	given->keywords = sorted;
	return true;
}

/* What jax.custom_jvp says when it cannot bind the arguments. JAX: custom_derivatives.py. */
static const struct value *refuse_binding(struct trace *trace, const struct function_row *row)
{
	if (!trace->op.error.raised || !op_has(&trace->op, JAX_AXIS_TYPES))
		return NULL;
	trace->op.error.text =
	    str_format(trace->op.arena,
	               "The input arguments to the custom_jvp-decorated function %.*s could not be "
	               "resolved to positional-only arguments. Binding failed with the error:",
	               STR_ARG(row_name(row)));
	return NULL;
}

/* Whether what a function is given is on the same devices, and on those of the mesh in context
 * where that counts. Of a list the first two that differ are arguments of the primitive that gets
 * all of it. */
static bool check_row_devices(struct trace *trace, const struct function_row *row,
                              const struct formal *formals, const struct value *const *values,
                              uint32_t count, const struct device_group *context,
                              const struct device_group **devices)
{
	struct committed_argument *arguments =
	    arena_new(trace->op.arena, struct committed_argument, count);
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = (struct committed_argument){values[i], formals[i].name};
	const struct value_list *list = count ? value_items(values[0]) : NULL;
	if (list && !value_too_large(values[0])) {
		struct committed_argument *each =
		    arena_new(trace->op.arena, struct committed_argument, list->count);
		for (uint32_t i = 0; i < list->count; i++)
			each[i] = (struct committed_argument){
			    list->items[i], str_format(trace->op.arena, "args[%u]", i)};
		if (!check_committed(trace,
		                     &(struct committed_call){.function = str_of(row->name),
		                                              .context = context,
		                                              .arguments = each,
		                                              .count = list->count},
		                     devices))
			return false;
	}
	return check_committed(trace,
	                       &(struct committed_call){.function = str_of(row->name),
	                                                .context = context,
	                                                .arguments = arguments,
	                                                .count = count},
	                       devices);
}

/* Whether the call gives what JAX takes, though nothing is known of it. */
static bool is_given_more(struct trace *trace, const struct function_row *row,
                          const struct formal *formals, uint32_t count, const struct given *given)
{
	struct formal also[MAX_PARAMETERS];
	uint32_t more = signature_read(trace, row->also, also);
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (is_formal(also, more, given->keywords[i].key->string))
			return true;
	return count_positional(also, more) &&
	       given->positional.count > count_positional(formals, count);
}

struct str called_text(struct trace *trace, const struct function_row *row)
{
	const struct module_row *home = library_home(trace, row);
	return str_format(trace->op.arena, "%s%s%s(…)", home ? home->name : "", home ? "." : "",
	                  row->name);
}

/* Whether no array is given that has been deleted, to a function that reads what it holds; what
 * computes with it finds that out by itself. */
static bool reads_alive(struct trace *trace, const struct function_row *row,
                        const struct value *const *values, uint32_t count)
{
	static const char *const readers[] = {
	    "print", "str",  "repr", "float",  "int",   "bool",    "complex",          "list",
	    "tuple", "item", "copy", "tolist", "array", "asarray", "addressable_data",
	};
	const struct array *deleted = NULL;
	for (uint32_t i = 0; trace->gives_up && !deleted && i < count; i++)
		if (values[i]->kind == VALUE_ARRAY && values[i]->array->deleted)
			deleted = values[i]->array;
	bool reads =
	    deleted && str_place(str_of(row->name), readers, COUNT_OF(readers)) < COUNT_OF(readers);
	if (reads && strcmp(row->name, "asarray") == 0)
		reads = library_home_is(trace, row, HOME_OF_HOST);
	return !reads || refuse_deleted(&trace->op, deleted);
}

/* The value, or its items, with members of enumerations that are numbers as these. */
static const struct value *plain_numbers(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value->named ? NULL : value_items(value);
	uint32_t at = 0;
	while (items && at < items->count && enum_plain(items->items[at]) == items->items[at])
		at++;
	if (!items || at == items->count)
		return enum_plain(value);
	const struct value **plain = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		plain[i] = enum_plain(items->items[i]);
	return value_sequence(trace->op.arena, value->kind, plain, items->count);
}

const struct value *call_row(struct trace *trace, const struct function_row *row,
                             const struct value *self, const struct given *given)
{
	assert(row->call && (given->positional.items || !given->positional.count));
	struct given all = self ? with_self(trace, self, given) : *given;
	if (!row->signature)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("'{}' object is not callable", row->name));
	const struct known_row *known = row_known(trace, row);
	const struct formal *formals = known->formals;
	uint32_t count = known->nformals;
	const struct value **values = arena_new(trace->op.arena, const struct value *, count);
	if ((row->jitted == JITTED_ITSELF && !check_jitted(trace, row, formals, count, &all)) ||
	    !bind_arguments(trace, (struct callee){row_name(row), NULL}, formals, count, &all,
	                    values)) {
		if (row->also && is_given_more(trace, row, formals, count, &all)) {
			trace->op.error = (struct op_error){0};
			return trace_unknown(
			    trace, "what %s does with these arguments is not known", row->name);
		}
		(void)say_keyword_released(trace, row, formals, count, given);
		return row->custom_jvp ? refuse_binding(trace, row) : NULL;
	}
	bool takes_numbers = !trace->prelude && (known->traits & HOME_TAKES_NUMBERS);
	for (uint32_t i = 0; takes_numbers && i < count; i++)
		values[i] = plain_numbers(trace, values[i]);
	bool followed = trace->op.values;
	bool exemplary = take_examples(trace, row, formals, values, count);
	if (!row->takes_unknown && any_unknown(trace, row, values, count))
		return of_unknown(trace, row, values, count);
	if (!reads_alive(trace, row, values, count))
		return NULL;
	struct call_arguments arguments = {row, values, count, given->at, given->call};
	const struct device_group *devices = NULL;
	bool computes = trace->op.eager && (known->traits & HOME_MAKES_ARRAYS);
	uint32_t placements = trace->op.placements;
	if (computes && trace->commits && !trace->prelude &&
	    !check_row_devices(trace, row, formals, values, count, NULL, &devices))
		return NULL;
	const struct call_arguments *outer = trace->calling;
	if (!trace->prelude)
		trace->calling = &arguments;
	bool ruled = trace->op.recording && (row->custom_jvp || row->own_rule);
	trace->op.values &= !exemplary;
	const struct value *result = (ruled ? call_recorded : call_by_kind)(trace, &arguments);
	trace->op.values = followed;
	trace->calling = outer;
	if (!result && trace->op.error.raised)
		recovery_prepare(trace, &arguments, call_by_kind);
	if (!result && trace->op.error.by_values && !trace->prelude) {
		(void)take_error(trace);
		return value_foreign(trace->op.arena, called_text(trace, row));
	}
	if (result && computes && !devices && !trace->prelude &&
	    !check_assigned(trace, result, NULL))
		return NULL;
	/* Of a function that is not jitted its primitives have looked at the mesh in context. */
	const struct device_group *context = context_devices(&trace->op);
	if (result && devices && context && row->jitted && other_devices(devices, context) &&
	    !check_row_devices(trace, row, formals, values, count, context, &devices))
		return NULL;
	if (result && computes)
		result = value_committed(trace, result, devices);
	if (result && computes)
		result = results_in_context(trace, values, count, result,
		                            placements != trace->op.placements);
	if (result && given->call && !(trace->op.eager && (known->traits & HOME_OF_HOST)))
		trace_note_operation(trace, program_text(trace->program, given->call->function->at),
		                     result, values, count, given->at);
	return result;
}

static const struct value *call_constant(struct trace *trace, const struct function_row *row,
                                         const struct value *self, struct span at)
{
	struct call_arguments arguments = {row, &self, self ? 1 : 0, at, NULL};
	const struct value *result = row->call(trace, &arguments);
	bool of_array = result && result->kind == VALUE_ARRAY && self && self->kind == VALUE_ARRAY;
	return of_array && trace->op.eager ? value_committed(trace, result, self->array->committed)
	                                   : result;
}

const struct value *library_value(struct trace *trace, const struct function_row *row)
{
	assert(row->call);
	if (!row->signature)
		return call_constant(trace, row, NULL, (struct span){0});
	struct value *value = value_new(trace->op.arena, VALUE_BUILTIN);
	value->builtin = row;
	return value;
}

const struct value *library_method(struct trace *trace, const struct function_row *row,
                                   const struct value *self, struct span at)
{
	assert(row->call && self);
	if (!row->signature)
		return call_constant(trace, row, self, at);
	struct value *value = value_new(trace->op.arena, VALUE_METHOD);
	value->method.row = row;
	value->method.self = self;
	return value;
}

const struct value *library_call(struct trace *trace, const char *module, const char *name,
                                 const struct value *const *arguments, uint32_t count,
                                 struct span at)
{
	const struct function_row *row;
	struct given given = {{arguments, count}, NULL, 0, at, NULL};
	if (library_find(trace, str_of(module), str_of(name), &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "%s.%s is not known", module, name);
	return call_row(trace, row, NULL, &given);
}

struct str value_class_table(const struct value *value)
{
	static const char *const tables[VALUE_KIND_COUNT] = {
	    [VALUE_INT] = "int",
	    [VALUE_FLOAT] = "float",
	    [VALUE_COMPLEX] = "complex",
	    [VALUE_STRING] = "str",
	    [VALUE_TUPLE] = "tuple",
	    [VALUE_LIST] = "list",
	    [VALUE_SET] = "set",
	    [VALUE_DICT] = "dict",
	    [VALUE_ARRAY] = "ndarray",
	    [VALUE_SCALAR] = "numpy.generic",
	    [VALUE_DTYPE] = "dtype",
	    [VALUE_SPEC] = "PartitionSpec",
	    [VALUE_SHARDING] = "NamedSharding",
	    [VALUE_POSITIONAL] = "PositionalSharding",
	    [VALUE_MESH] = "Mesh",
	    [VALUE_DEVICES] = "devices",
	    [VALUE_TYPE] = "type",
	    [VALUE_AT_INDEX] = "at",
	    [VALUE_FUNCTION] = "function",
	    [VALUE_TRANSFORMED] = "transformed",
	    [VALUE_PARTIAL] = "partial",
	    [VALUE_ITERATOR] = "<iterator>",
	};
	if (value->view)
		return STR("<dict view>");
	if (value->kind == VALUE_RECORD)
		return str_of(value->record.class_name);
	if (value->kind == VALUE_ARRAY && value->array->host)
		return STR("numpy.ndarray");
	return tables[value->kind] ? str_of(tables[value->kind]) : STR("");
}

enum library_match library_find_method(struct trace *trace, const struct value *value,
                                       struct str name, const struct function_row **row)
{
	assert(row);
	struct str table = value_class_table(value);
	if (value->kind == VALUE_MESH && value->mesh.is_abstract &&
	    library_find(trace, STR("AbstractMesh"), name, row) == LIBRARY_FOUND)
		return LIBRARY_FOUND;
	return table.len ? library_find(trace, table, name, row) : LIBRARY_NOTHING;
}

const struct value *call_method(struct trace *trace, const struct value *self, const char *name,
                                const struct value *const *arguments, uint32_t count,
                                struct span at, bool *found)
{
	const struct function_row *row;
	struct given given = {{arguments, count}, NULL, 0, at, NULL};
	const struct value *class = class_of(self);
	const struct value *own = class ? class_find(class, str_of(name)) : NULL;
	if (own) {
		struct given all = with_self(trace, self, &given);
		*found = true;
		return trace->call(trace, own, &all);
	}
	*found = library_find_method(trace, self, str_of(name), &row) == LIBRARY_FOUND;
	return *found ? call_row(trace, row, self, &given) : NULL;
}

const struct value *trace_array(struct trace *trace, const struct array *array)
{
	return array ? value_array(trace->op.arena, array) : NULL;
}

const struct value *trace_arrays(struct trace *trace, enum value_kind kind,
                                 const struct array *const *arrays, uint32_t count)
{
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		if (!arrays[i])
			return NULL;
		items[i] = value_array(trace->op.arena, arrays[i]);
	}
	return value_sequence(trace->op.arena, kind, items, count);
}
