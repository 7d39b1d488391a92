/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: numpy/vectorize.py. */
#include "library/library.h"

#include "library/transform/core_dimensions.h"
#include "library/indexing/index_value.h"
#include "library/transform/transform.h"
#include "op/elementwise/numpy.h"

enum { VECTORIZE_FUNCTION, VECTORIZE_EXCLUDED, VECTORIZE_SIGNATURE, VECTORIZE_OPTIONS };

/* A call of a vectorized function. */
struct vectorized {
	struct trace *trace;
	struct span at;
	const struct value *function;
	const struct value *excluded; /* or None */
	const struct value_list *given;
	const struct value *keywords; /* that are excluded: a dict */
	struct str context;           /* of errors */
	struct core_signature signature;
	struct core_sizes sizes;
	const uint32_t *positions;   /* of the arrays among the arguments */
	const struct array **arrays; /* ninputs of the signature */
	uint32_t count;
	const int64_t *batch; /* the leading dimensions of the result */
	uint32_t rank;
};

/* What one example of a vectorized function is called through. */
static const struct value *call_example(struct trace *trace, const struct value *self,
                                        const struct call_arguments *arguments);
static const struct function_row example_row = {.name = "wrapped"};

/* The options that it has: the function, all arguments of the call, the positions of arrays among
 * them, the excluded keywords, the signature, the sizes, and the context of errors. */
enum {
	EXAMPLE_FUNCTION,
	EXAMPLE_GIVEN,
	EXAMPLE_POSITIONS,
	EXAMPLE_KEYWORDS,
	EXAMPLE_SIGNATURE,
	EXAMPLE_SIZES,
	EXAMPLE_CONTEXT,
	EXAMPLE_OPTIONS
};

static struct core_sizes sizes_of_dict(struct trace *trace, const struct value *dict)
{
	uint32_t count = dict->dict.count;
	struct core_sizes sizes = {arena_new(trace->op.arena, struct core_size, count), count,
	                           count};
	for (uint32_t i = 0; i < count; i++)
		sizes.items[i] = (struct core_size){dict->dict.pairs[i].key->string,
		                                    dict->dict.pairs[i].value->integer};
	return sizes;
}

static const struct value *dict_of_sizes(struct trace *trace, const struct core_sizes *sizes)
{
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	for (uint32_t i = 0; i < sizes->count; i++)
		dict_set(trace, dict, value_string(trace->op.arena, sizes->items[i].name),
		         value_int(trace->op.arena, sizes->items[i].size));
	return dict;
}

/* The shape of one of a function's results. */
static bool result_shape(struct trace *trace, const struct value *value, const int64_t **shape,
                         uint32_t *rank)
{
	const struct array *array = value_as_array(trace, value, "shape");
	if (!array)
		return false;
	*shape = array->type.shape;
	*rank = array->type.rank;
	return true;
}

/* Whether the results have the dimensions that the signature says. JAX: _check_output_dims. */
static bool check_results(struct trace *trace, const struct value *result,
                          const struct value *const *options)
{
	static const struct core_dimensions none = {0};
	struct core_signature signature = {.any_outputs = true};
	struct core_sizes sizes = sizes_of_dict(trace, options[EXAMPLE_SIZES]);
	struct str context = options[EXAMPLE_CONTEXT]->string;
	bool tuple = result->kind == VALUE_TUPLE;
	const struct value *const *items = tuple ? result->list.items : &result;
	uint32_t count = tuple ? result->list.count : 1;
	if (options[EXAMPLE_SIGNATURE]->kind == VALUE_STRING &&
	    !core_signature_read(&trace->op, options[EXAMPLE_SIGNATURE]->string, &signature))
		return false;
	if (signature.any_outputs && op_has(&trace->op, JAX_VECTORIZE_FREE_RESULTS))
		return true;
	if (!signature.any_outputs && signature.noutputs > 1 && !tuple)
		return op_raise(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		                "output must be a tuple when multiple outputs are expected, got: "
		                "%s",
		                value_class_name(result));
	if (!signature.any_outputs && signature.noutputs != count)
		return op_raise(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		                "wrong number of output arguments: expected %u, got %u %.*s",
		                signature.noutputs, count, STR_ARG(context));
	for (uint32_t i = 0; i < count; i++) {
		const int64_t *shape;
		uint32_t rank;
		if (!result_shape(trace, items[i], &shape, &rank) ||
		    !core_sizes_update(&trace->op, &sizes, shape, rank,
		                       signature.any_outputs ? &none : &signature.outputs[i],
		                       context, false))
			return false;
	}
	return true;
}

static const struct value *call_example(struct trace *trace, const struct value *self,
                                        const struct call_arguments *arguments)
{
	const struct value *const *options = self->transformed.options;
	const struct value_list *given = &options[EXAMPLE_GIVEN]->list;
	const struct value_list *positions = &options[EXAMPLE_POSITIONS]->list;
	const struct value_list *arrays = &arguments->values[0]->list;
	const struct value *keywords = options[EXAMPLE_KEYWORDS];
	const struct value **items = arena_new(trace->op.arena, const struct value *, given->count);
	for (uint32_t i = 0; i < given->count; i++)
		items[i] = given->items[i];
	for (uint32_t i = 0; i < positions->count; i++)
		items[positions->items[i]->integer] = arrays->items[i];
	const struct value *result =
	    trace_call(trace, options[EXAMPLE_FUNCTION], &(struct value_list){items, given->count},
	               keywords->dict.pairs, keywords->dict.count, arguments->at);
	if (!result || result->kind == VALUE_UNKNOWN)
		return result;
	return check_results(trace, result, options) ? result : NULL;
}

static bool is_excluded(const struct vectorized *call, const struct value *key)
{
	const struct value *excluded = call->excluded;
	bool listed = excluded->kind == VALUE_SET || value_items(excluded);
	for (uint32_t i = 0; listed && i < excluded->list.count; i++)
		if (value_equal(excluded->list.items[i], key))
			return true;
	return false;
}

/* Sorts out which arguments are arrays to be mapped. JAX: _apply_excluded. */
static bool sort_arguments(struct vectorized *call, const struct value *keywords)
{
	struct trace *trace = call->trace;
	struct arena *arena = trace->op.arena;
	uint32_t *positions = arena_new(arena, uint32_t, call->given->count);
	struct value_pair *pairs = arena_new(arena, struct value_pair, keywords->dict.count);
	uint32_t npairs = 0;
	call->arrays = arena_new(arena, const struct array *, call->given->count);
	for (uint32_t i = 0; i < call->given->count; i++) {
		const struct value *value = call->given->items[i];
		struct value position = {.kind = VALUE_INT, .integer = i};
		if (is_excluded(call, &position) || value->kind == VALUE_NONE)
			continue;
		positions[call->count] = i;
		call->arrays[call->count] = value_as_array(trace, value, "asarray");
		if (!call->arrays[call->count++])
			return false;
	}
	for (uint32_t i = 0; i < keywords->dict.count; i++)
		if (is_excluded(call, keywords->dict.pairs[i].key))
			pairs[npairs++] = keywords->dict.pairs[i];
	call->positions = positions;
	call->keywords = value_dict(arena, pairs, npairs);
	return true;
}

/* Without a signature arguments are scalars. */
static bool read_signature(struct vectorized *call, const struct value *signature)
{
	struct op *op = &call->trace->op;
	if (signature->kind == VALUE_STRING)
		return core_signature_read(op, signature->string, &call->signature);
	if (signature->kind != VALUE_NONE)
		return op_unknown(op, "a signature that is no text");
	call->signature = (struct core_signature){
	    .inputs = arena_new(op->arena, struct core_dimensions, call->count),
	    .ninputs = call->count,
	    .any_outputs = true};
	return true;
}

/* The leading dimensions of all arrays, broadcast. JAX: _parse_input_dimensions. */
static bool find_batch(struct vectorized *call)
{
	struct op *op = &call->trace->op;
	const struct array **parts = arena_new(op->arena, const struct array *, call->count);
	if (call->count != call->signature.ninputs)
		return op_raise(op, RULE_PROGRAM_ERROR, "TypeError",
		                "wrong number of positional arguments: expected %u, got %u %.*s",
		                call->signature.ninputs, call->count, STR_ARG(call->context));
	for (uint32_t i = 0; i < call->count; i++) {
		const struct array_type *type = &call->arrays[i]->type;
		const struct core_dimensions *core = &call->signature.inputs[i];
		if (!core_sizes_update(op, &call->sizes, type->shape, type->rank, core,
		                       call->context, true))
			return false;
		struct array_type batch =
		    type_plain(op->arena, type->dtype, type->shape, type->rank - core->count);
		parts[i] = array_new(op, &batch);
	}
	return numpy_common_shape(op, parts, call->count, &call->batch, &call->rank);
}

/* The array without leading dimensions of 1, by which it is not mapped. */
static const struct value *squeezed(const struct vectorized *call, uint32_t index)
{
	struct op *op = &call->trace->op;
	const struct array *x = call->arrays[index];
	uint32_t lead = x->type.rank - call->signature.inputs[index].count, count = 0;
	uint32_t *dims = arena_new(op->arena, uint32_t, lead);
	for (uint32_t i = 0; i < lead; i++)
		if (x->type.shape[i] == 1)
			dims[count++] = i;
	return trace_array(call->trace, lax_squeeze(op, x, dims, count));
}

/* Whether argument `index` is mapped by the leading dimension that is `back` ones from the last. */
static bool is_mapped(const struct vectorized *call, uint32_t index, uint32_t back)
{
	const struct array_type *type = &call->arrays[index]->type;
	uint32_t lead = type->rank - call->signature.inputs[index].count;
	return back < lead && type->shape[lead - 1 - back] != 1;
}

/* The function under a vmap for each leading dimension that any argument has; *expanded counts
 * those that none has. */
static const struct value *map_function(const struct vectorized *call, const struct value *function,
                                        const struct value **expanded, uint32_t *nexpanded)
{
	struct arena *arena = call->trace->op.arena;
	for (uint32_t back = 0; function && back < call->rank; back++) {
		const struct value **axes = arena_new(arena, const struct value *, call->count);
		bool any = false;
		for (uint32_t i = 0; i < call->count; i++) {
			bool mapped = is_mapped(call, i, back);
			axes[i] = mapped ? value_int(arena, 0) : &value_none;
			any = any || mapped;
		}
		const struct value *arguments[] = {
		    function, value_sequence(arena, VALUE_TUPLE, axes, call->count)};
		if (any)
			function = library_call(call->trace, "jax", "vmap", arguments, 2, call->at);
		else
			expanded[(*nexpanded)++] = value_int(arena, call->rank - 1 - back);
	}
	return function;
}

/* The function as it is called for one example. */
static const struct value *example_function(const struct vectorized *call,
                                            const struct value *signature)
{
	struct trace *trace = call->trace;
	struct arena *arena = trace->op.arena;
	const struct value **positions = arena_new(arena, const struct value *, call->count);
	for (uint32_t i = 0; i < call->count; i++)
		positions[i] = value_int(arena, call->positions[i]);
	const struct value *options[EXAMPLE_OPTIONS] = {
	    [EXAMPLE_FUNCTION] = call->function,
	    [EXAMPLE_GIVEN] =
		value_sequence(arena, VALUE_TUPLE, call->given->items, call->given->count),
	    [EXAMPLE_POSITIONS] = value_sequence(arena, VALUE_TUPLE, positions, call->count),
	    [EXAMPLE_KEYWORDS] = call->keywords,
	    [EXAMPLE_SIGNATURE] = signature,
	    [EXAMPLE_SIZES] = dict_of_sizes(trace, &call->sizes),
	    [EXAMPLE_CONTEXT] = value_string(arena, call->context),
	};
	struct call_arguments arguments = {
	    .row = &example_row, .values = options, .count = EXAMPLE_OPTIONS, .at = call->at};
	return transform_new(trace, &arguments, call_example);
}

/* A result with dimensions of 1 where no argument had more. */
static const struct value *expand(const struct vectorized *call, const struct value *result,
                                  const struct value *const *dims, uint32_t count)
{
	struct arena *arena = call->trace->op.arena;
	const struct value *axes = value_sequence(arena, VALUE_TUPLE, dims, count);
	if (!result || !count || result->kind == VALUE_UNKNOWN)
		return result;
	if (result->kind != VALUE_TUPLE) {
		const struct value *arguments[] = {result, axes};
		return library_call(call->trace, "jax.numpy", "expand_dims", arguments, 2,
		                    call->at);
	}
	const struct value **items = arena_new(arena, const struct value *, result->list.count);
	for (uint32_t i = 0; i < result->list.count; i++) {
		const struct value *arguments[] = {result->list.items[i], axes};
		items[i] =
		    library_call(call->trace, "jax.numpy", "expand_dims", arguments, 2, call->at);
		if (!items[i])
			return NULL;
	}
	return value_sequence(arena, VALUE_TUPLE, items, result->list.count);
}

static const struct value *run(struct vectorized *call, const struct value *signature)
{
	struct trace *trace = call->trace;
	struct arena *arena = trace->op.arena;
	uint32_t nexpanded = 0;
	if (!read_signature(call, signature) || !find_batch(call))
		return NULL;
	const struct value **arrays = arena_new(arena, const struct value *, call->count);
	for (uint32_t i = 0; i < call->count; i++) {
		arrays[i] = squeezed(call, i);
		if (!arrays[i])
			return NULL;
	}
	const struct value **expanded = arena_new(arena, const struct value *, call->rank);
	const struct value *function =
	    map_function(call, example_function(call, signature), expanded, &nexpanded);
	if (!function)
		return NULL;
	return expand(call,
	              trace_call(trace, function, &(struct value_list){arrays, call->count}, NULL,
	                         0, call->at),
	              expanded, nexpanded);
}

static struct str error_context(struct trace *trace, const struct value *excluded,
                                const struct value *signature)
{
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "on vectorized function with excluded=");
	if (excluded->kind == VALUE_NONE)
		buf_puts(&text, "frozenset()");
	else
		value_text(&text, trace->op.rules, excluded);
	buf_puts(&text, " and signature=");
	value_text(&text, trace->op.rules, signature);
	return buf_str(&text);
}

/* A vectorized function, called. */
static const struct value *call_vectorized(struct trace *trace, const struct value *self,
                                           const struct call_arguments *arguments)
{
	const struct value *const *options = self->transformed.options;
	struct vectorized call = {
	    .trace = trace,
	    .at = arguments->at,
	    .function = options[VECTORIZE_FUNCTION],
	    .excluded = options[VECTORIZE_EXCLUDED],
	    .given = &arguments->values[0]->list,
	    .context =
		error_context(trace, options[VECTORIZE_EXCLUDED], options[VECTORIZE_SIGNATURE]),
	};
	return sort_arguments(&call, arguments->values[1])
	           ? run(&call, options[VECTORIZE_SIGNATURE])
	           : NULL;
}

/* Excluded are names, and positions that count from the front. */
static bool check_excluded(struct trace *trace, const struct value *excluded)
{
	bool listed = excluded->kind == VALUE_SET || value_items(excluded), positions = true;
	struct buf text = op_buf(&trace->op);
	value_text(&text, trace->op.rules, excluded);
	for (uint32_t i = 0; listed && i < excluded->list.count; i++) {
		const struct value *item = excluded->list.items[i];
		bool number = item->kind == VALUE_INT || item->kind == VALUE_BOOL;
		positions = positions && (item->kind != VALUE_INT || item->integer >= 0);
		if (!number && item->kind != VALUE_STRING)
			return op_raise(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
			                "jax.numpy.vectorize can only exclude integer or string "
			                "arguments, but excluded=%.*s",
			                STR_ARG(buf_str(&text)));
	}
	return positions ||
	       op_raise(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	                "excluded=%.*s contains negative numbers", STR_ARG(buf_str(&text)));
}

/* pyfunc, excluded=None, signature=None */
static const struct value *vectorize(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *excluded = argument(arguments, VECTORIZE_EXCLUDED);
	if (excluded->kind != VALUE_NONE && excluded->kind != VALUE_SET && !value_items(excluded))
		return trace_unknown(trace, "excluded= that is no set");
	if (!check_excluded(trace, excluded))
		return NULL;
	return transform_new(trace, arguments, call_vectorized);
}

static const struct function_row rows[] = {
    {.name = "vectorize",
     .signature = "pyfunc, *, excluded=None, signature=None",
     .call = vectorize},
};

const struct module_row library_vectorize = {"jax.numpy", rows, sizeof rows / sizeof *rows};
