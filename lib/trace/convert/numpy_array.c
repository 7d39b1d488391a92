/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/numpy_array.h"

#include <assert.h>
#include "op/core/dtype_class.h"
#include "op/core/recording.h"
#include "trace/convert/held_value.h"
#include "trace/value/dtype_text.h"
#include "trace/convert/tracer.h"
#include "trace/module/library_call.h"
#include "trace/state/failure.h"

const struct value *numpy_array(struct trace *trace, const struct dtype *dtype,
                                const int64_t *shape, uint32_t rank)
{
	assert(dtype && (shape || !rank));
	struct array *array = arena_new(trace->op.arena, struct array, 1);
	array->type = type_plain(trace->op.arena, canonical_dtype(&trace->op, dtype), shape, rank);
	array->number = trace->op.arrays++;
	array->host = dtype;
	array->memory = arena_new(trace->op.arena, struct memory, 1);
	return value_array(trace->op.arena, array);
}

bool refuse_read_only(struct trace *trace, const char *text)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", text),
	              WORDS("np.asarray gives what JAX holds, which cannot be changed"),
	              HELP("copy it: np.array(…)"));
}

const struct value *numpy_copy(struct trace *trace, const struct array *array)
{
	const struct value *copy =
	    numpy_array(trace, array->host, array->type.shape, array->type.rank);
	array_hold(copy->array, array_elements(array));
	return copy;
}

/* The elements of an array of NumPy in another dtype; NULL: not known. */
static const union element *converted(struct trace *trace, const struct array *array,
                                      const union element *elements, const struct dtype *dtype)
{
	int64_t count = held_count(&array->type);
	if (!elements || array->host == dtype)
		return elements;
	union element *items = dtype_is_held(dtype) ? elements_new(&trace->op, &array->type) : NULL;
	for (int64_t i = 0; items && i < count; i++) {
		items[i] = elements[i];
		if (!element_convert(array->host, dtype, &items[i]))
			return NULL;
	}
	return items;
}

const struct array *array_of_jax(struct trace *trace, const struct array *array)
{
	if (!array || !array->host)
		return array;
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*copy = *array;
	copy->type.dtype = canonical_dtype(&trace->op, array->host);
	copy->elements = trace->op.values || trace->op.numpy
	                     ? converted(trace, array, array_elements(array), copy->type.dtype)
	                     : NULL;
	copy->host = NULL;
	copy->number = trace->op.arrays++;
	if (trace->op.recording != trace->recorded.outside)
		recording_constant(&trace->op, copy);
	return copy;
}

/* What the arrays given to a call are of. */
struct operands {
	bool traced;                /* one is traced by JAX */
	uint64_t dtypes;            /* a set of their dtypes */
	const struct array *single; /* the one of NumPy among them, or NULL */
	uint32_t count;             /* of those of NumPy */
	bool viewed;                /* a result may be a view of one */
};

/* The dtype that a value is, names, or has as a scalar; NULL: none. */
static const struct dtype *named_dtype(const struct value *value)
{
	bool foreign;
	switch (value->kind) {
	case VALUE_DTYPE:
		return value->dtype;
	case VALUE_SCALAR:
		return value->scalar.dtype;
	case VALUE_STRING:
		return numpy_dtype_named(value->string, &foreign);
	case VALUE_BUILTIN:
		return numpy_dtype(value->builtin);
	default:
		return NULL;
	}
}

static void look_at(struct trace *trace, const struct value *value, struct operands *operands)
{
	const struct value_list *items = value_items(value);
	for (uint32_t i = 0; items && i < items->count; i++)
		look_at(trace, items->items[i], operands);
	const struct dtype *named = named_dtype(value);
	if (named)
		operands->dtypes |= UINT64_C(1) << named->id;
	if (value->kind != VALUE_ARRAY)
		return;
	operands->traced |= array_is_opaque(trace, value->array);
	operands->dtypes |= UINT64_C(1) << array_held_dtype(value->array)->id;
	if (value->array->host && !operands->count++)
		operands->single = value->array;
}

/* The dtype of a result: what JAX makes of 32 bits by itself NumPy makes of 64, as it does places
 * in arrays whatever these are of. Complex numbers of 32-bit ones, as a Fourier transform gives,
 * stay what they are: NumPy 2. */
static const struct dtype *result_dtype(const struct dtype *dtype, const struct operands *operands,
                                        const char *name)
{
	static const enum dtype_id pairs[][2] = {{DTYPE_ID_INT32, DTYPE_ID_INT64},
	                                         {DTYPE_ID_UINT32, DTYPE_ID_UINT64},
	                                         {DTYPE_ID_FLOAT32, DTYPE_ID_FLOAT64},
	                                         {DTYPE_ID_COMPLEX64, DTYPE_ID_COMPLEX128}};
	bool places = strcmp(name, "searchsorted") == 0 || strcmp(name, "digitize") == 0;
	uint64_t given = operands->dtypes;
	if (given >> DTYPE_ID_FLOAT32 & 1)
		given |= (uint64_t)1 << DTYPE_ID_COMPLEX64;
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		if (dtype->id == pairs[i][0] && (places || !(given >> dtype->id & 1)))
			return dtype_of(pairs[i][1]);
	return dtype;
}

/* Functions and methods that may give a view of what they are given. NumPy: "Copies and views". */
static const char *const views[] = {
    "T",
    "array_split",
    "asarray",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "__getitem__",
    "broadcast_arrays",
    "broadcast_to",
    "diag",
    "diagonal",
    "dsplit",
    "expand_dims",
    "flip",
    "fliplr",
    "flipud",
    "hsplit",
    "imag",
    "mT",
    "moveaxis",
    "nan_to_num",
    "ravel",
    "real",
    "reshape",
    "rollaxis",
    "rot90",
    "split",
    "squeeze",
    "swapaxes",
    "transpose",
    "view",
    "vsplit",
};

/* Those that give an array even where it has no dimensions. */
static const char *const keepers[] = {
    "array",      "asarray",     "astype",   "broadcast_arrays", "broadcast_to", "copy",
    "empty_like", "expand_dims", "full",     "full_like",        "moveaxis",     "ones_like",
    "reshape",    "squeeze",     "swapaxes", "transpose",        "where",        "zeros_like",
    "T",          "real",        "imag",     "meshgrid",
};

static bool is_among(const char *name, const char *const *names, size_t count)
{
	return str_place(str_of(name), names, count) < count;
}

/* Whether an array or list is in the index, so that the elements it takes are copied. */
static bool takes_copies(const struct value *index)
{
	const struct value_list *items = index->kind == VALUE_TUPLE ? &index->list : NULL;
	for (uint32_t i = 0; items && i < items->count; i++)
		if (takes_copies(items->items[i]))
			return true;
	return index->kind == VALUE_LIST || (index->kind == VALUE_ARRAY && index->array->type.rank);
}

/* Whether the call may give a view of what it is given. */
static bool may_view(const char *name, const struct given *given)
{
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (str_equal(given->keywords[i].key->string, STR("copy")))
			return true;
	if (given->positional.count && strcmp(name, "__getitem__") == 0)
		return !takes_copies(given->positional.items[0]);
	return is_among(name, views, COUNT_OF(views));
}

/* One array of a result of a call of this name, as one of NumPy. */
static const struct value *numpy_result_array(struct trace *trace, const struct array *array,
                                              const struct operands *operands, const char *name)
{
	const struct array_type *type = &array->type;
	const struct dtype *dtype = result_dtype(type->dtype, operands, name);
	const struct value *made = numpy_array(trace, dtype, type->shape, type->rank);
	const union element *elements = array_elements(array);
	struct array own = *array;
	own.host = type->dtype;
	if (elements && held_count(type) >= 0)
		array_hold(made->array, converted(trace, &own, elements, dtype));
	if (operands->single && operands->viewed) {
		if (operands->count > 1)
			array_forget(operands->single);
		array_share_memory(made->array, operands->single);
	}
	return is_among(name, keepers, COUNT_OF(keepers)) ? made : numpy_scalar_of(trace, made);
}

/* The result of a call with its arrays as those of NumPy. */
static const struct value *numpy_result(struct trace *trace, const struct value *result,
                                        const struct operands *operands, const char *name)
{
	const struct value_list *items = value_items(result);
	if (result->kind == VALUE_ARRAY)
		return result->array->host
		           ? result
		           : numpy_result_array(trace, result->array, operands, name);
	if (!items)
		return result;
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		made[i] = numpy_result(trace, items->items[i], operands, name);
	return result->named ? value_named_tuple(trace->op.arena, result->named, made, items->count)
	                     : value_sequence(trace->op.arena, result->kind, made, items->count);
}

/* What of the trace is another thing while NumPy runs. */
struct numpy_scope {
	const struct abstract_mesh *mesh;
	const struct call_arguments *calling;
	struct primitive_watch *watch;
	uint32_t batching;
	bool eager, x64, values, numpy, strict;
};

static struct numpy_scope enter_numpy(struct trace *trace)
{
	struct op *op = &trace->op;
	struct numpy_scope outer = {op->mesh, trace->calling, op->watch, op->batching, op->eager,
	                            op->x64,  op->values,     op->numpy, op->strict};
	op->mesh = NULL;
	op->watch = NULL;
	op->batching = 0;
	op->values = op->values || !trace->prelude;
	op->eager = op->x64 = op->numpy = true;
	op->strict = false;
	return outer;
}

static void leave_numpy(struct trace *trace, const struct numpy_scope *outer)
{
	struct op *op = &trace->op;
	op->mesh = outer->mesh;
	op->watch = outer->watch;
	op->batching = outer->batching;
	op->eager = outer->eager;
	op->x64 = outer->x64;
	op->values = outer->values;
	op->numpy = outer->numpy;
	op->strict = outer->strict;
	trace->calling = outer->calling;
}

/* Forgets what arrays hold that a call may have written to. */
static void forget_written(struct trace *trace, const struct given *given)
{
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (str_equal(given->keywords[i].key->string, STR("out")))
			numpy_forget(trace, given->keywords[i].value);
}

void numpy_forget(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_too_large(value) ? NULL : value_items(value);
	if (is_numpy_array(value))
		array_forget(value->array);
	for (uint32_t i = 0; items && i < items->count; i++)
		numpy_forget(trace, items->items[i]);
	for (uint32_t i = 0;
	     value->kind == VALUE_DICT && !value_too_large(value) && i < value->dict.count; i++)
		numpy_forget(trace, value->dict.pairs[i].value);
}

/* Raises what NumPy does in the place of an error of jax.numpy; false, without an error: that is
 * not told of. */
static bool refuse_as_numpy(struct trace *trace, const char *name, const struct value *self,
                            const struct given *given)
{
	struct arena *arena = trace->op.arena;
	const struct value_list *positional = &given->positional;
	const struct value **operands =
	    arena_new(arena, const struct value *, positional->count + 1);
	uint32_t count = 0;
	if (self)
		operands[count++] = self;
	for (uint32_t i = 0; i < positional->count; i++)
		operands[count++] = positional->items[i];
	const struct value *keywords = value_dict(arena, given->keywords, given->nkeywords);
	const struct value *asked[] = {value_string(arena, str_of(name)),
	                               value_sequence(arena, VALUE_TUPLE, operands, count),
	                               keywords};
	(void)library_call(trace, "<numpy>", "refuse_call", asked, COUNT_OF(asked), given->at);
	return trace->op.error.raised;
}

const struct value *numpy_call(struct trace *trace, const struct function_row *row,
                               const struct value *self, const struct given *given)
{
	struct operands operands = {0};
	if (self)
		look_at(trace, self, &operands);
	for (uint32_t i = 0; i < given_count(given); i++)
		look_at(trace, given_at(given, i), &operands);
	forget_written(trace, given);
	if (self) /* what else is given, such as an index, it is no view of */
		operands.count = 1;
	operands.viewed = may_view(row->name, given);
	if (operands.traced)
		return trace_unknown(trace, "numpy.%s of an array of JAX is not known", row->name);
	struct given quiet = *given;
	quiet.call = NULL;
	struct numpy_scope outer = enter_numpy(trace);
	if (self && self->kind == VALUE_ARRAY)
		self = value_array(trace->op.arena, array_of_jax(trace, self->array));
	const struct value *result = call_row(trace, row, self, &quiet);
	leave_numpy(trace, &outer);
	if (result)
		return numpy_result(trace, result, &operands, row->name);
	bool refused = trace->op.error.raised;
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
	if (refused && refuse_as_numpy(trace, row->name, self, given))
		return NULL;
	if (operands.viewed && operands.single)
		array_forget(operands.single);
	return value_foreign(trace->op.arena,
	                     str_format(trace->op.arena, "numpy.%s(…)", row->name));
}

const struct value *numpy_property(struct trace *trace, const struct function_row *row,
                                   const struct value *self, struct span at)
{
	struct operands operands = {.viewed = true};
	look_at(trace, self, &operands);
	struct numpy_scope outer = enter_numpy(trace);
	self = value_array(trace->op.arena, array_of_jax(trace, self->array));
	const struct value *result = library_method(trace, row, self, at);
	leave_numpy(trace, &outer);
	return result ? numpy_result(trace, result, &operands, row->name) : NULL;
}

/* Whether what is written now is written once, and not tried, repeated or traced. */
static bool writes_once(const struct trace *trace)
{
	const struct op *op = &trace->op;
	return !trace->trial.running && !op->bodies && !op->watch && !op->nmappings;
}

/* Whether an array of a dtype takes elements of another in place. NumPy: casting="same_kind". */
static bool takes_kind(const struct dtype *to, const struct dtype *from)
{
	bool real = dtype_holds_reals(to), boolean = dtype_class(to) == DTYPE_BOOL;
	return to == from || dtype_class(from) == DTYPE_BOOL ||
	       (real ? true : !boolean && !dtype_holds_reals(from));
}

void numpy_write(struct trace *trace, const struct array *array, const struct value *written)
{
	const struct array *from = written && is_numpy_array(written) ? written->array : NULL;
	const union element *elements = from ? array_elements(from) : NULL;
	struct array *changed = array_changed(array);
	if (!array->memory)
		return;
	if (!elements || !writes_once(trace) || !dtype_is_held(array->host) ||
	    !type_same_shape(&from->type, &array->type) || !takes_kind(array->host, from->host)) {
		array_forget(array);
		return;
	}
	changed->elements = converted(trace, from, elements, array->host);
	changed->written = ++array->memory->writes;
}

void numpy_set_item(struct trace *trace, const struct value *array, const struct value *index,
                    const struct value *item)
{
	const struct function_row *row;
	struct value *at = value_new(trace->op.arena, VALUE_AT_INDEX);
	struct given given = {{&item, 1}, NULL, 0, (struct span){0, 0}, NULL};
	const struct value *result = NULL;
	if (item == trace->written_part) {
		/* It has been written to as that part of the array which it is put into again. */
		struct array *changed = array_changed(array->array);
		changed->written += changed->memory && item->array->memory == changed->memory &&
		                    changed->written + 1 == changed->memory->writes;
	}
	bool known =
	    array_elements(array->array) && !value_has_unknown(index) && !value_has_unknown(item);
	struct numpy_scope outer = enter_numpy(trace);
	at->at_index = (struct at_index){array_of_jax(trace, array->array), index};
	leave_numpy(trace, &outer);
	if (known && library_find(trace, STR("at"), STR("set"), &row) == LIBRARY_FOUND)
		result = numpy_call(trace, row, at, &given);
	numpy_write(trace, array->array, result);
}
