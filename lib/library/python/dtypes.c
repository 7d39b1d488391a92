/* SPDX-License-Identifier: Apache-2.0 */
/* dtypes, and constants of jax.numpy and numpy. */
#include <math.h>

#include "library/python/python.h"
#include "trace/convert/held_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "trace/eval/prelude.h"

static const struct value *dtype_constant(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const char *name = arguments->row->data ? arguments->row->data : arguments->row->name;
	const struct dtype *dtype = dtype_named(str_of(name));
	return dtype ? value_dtype(trace->op.arena, dtype)
	             : trace_unknown(trace, "the dtype %s is not known", name);
}

static const struct value *real_constant(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const double *real = arguments->row->data;
	return value_float(trace->op.arena, *real);
}

static const struct value *new_axis(struct trace *trace, const struct call_arguments *arguments)
{
	return &value_none;
}

static const struct value *array_class(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("jax.numpy.{} should not be instantiated directly. Use "
	                         "jax.numpy.array, or jax.numpy.zeros instead.",
	                         arguments->row->name));
}

/* np.dtype(x), which jnp.dtype is, too */
static const struct value *to_dtype(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_own_dtype(trace, argument(arguments, 0));
	return dtype ? value_dtype(trace->op.arena, dtype) : NULL;
}

/* dtype: that of its real part, with its bits, and its exponents and the bits of its mantissa as
 * NumPy's finfo has them. */
static const struct value *float_format(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = real_dtype(argument(arguments, 0)->dtype);
	const int64_t format[] = {dtype->bits, dtype->maxexp, dtype->minexp, dtype->nmant};
	return value_two(trace->op.arena, value_dtype(trace->op.arena, dtype),
	                 value_shape(trace->op.arena, format, COUNT_OF(format)));
}

/* dtype, number: a scalar of NumPy. */
static const struct value *scalar_of(struct trace *trace, const struct call_arguments *arguments)
{
	return value_scalar(trace->op.arena, argument(arguments, 0)->dtype,
	                    as_float(argument(arguments, 1)));
}

/* A class of dtypes: jnp.floating. */
static const struct value *abstract_dtype(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("cannot create '{}' instances", arguments->row->name));
}

bool is_abstract_dtype(const struct value *class)
{
	return class->kind == VALUE_BUILTIN && class->builtin->call == abstract_dtype;
}

bool dtype_is_of(const struct dtype *dtype, const struct value *class)
{
	const unsigned *classes = class->builtin->data;
	return *classes >> dtype_class(dtype) & 1;
}

/* jnp.issubdtype(x.dtype, jnp.floating) */
static const struct value *issubdtype(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 1);
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 0));
	if (!dtype)
		return NULL;
	if (is_abstract_dtype(class))
		return value_bool(dtype_is_of(dtype, class));
	const struct dtype *other = value_to_dtype(trace, class);
	return other ? value_bool(dtype == other) : NULL;
}

/* jnp.float32(x): an array of the dtype, not weak. */
static const struct value *call_dtype(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 1);
	const struct dtype *dtype = canonical_dtype(&trace->op, argument(arguments, 0)->dtype);
	const struct value *both[] = {x, argument(arguments, 0)};
	if (x->kind == VALUE_INT && !integer_in_bounds(&trace->op, dtype, x->integer))
		return NULL;
	if (is_real_number(x) || x->kind == VALUE_SCALAR)
		return trace_array(trace,
		                   held_number(trace, x, array_scalar(&trace->op, dtype, false)));
	if (x->kind == VALUE_ARRAY)
		return trace_array(trace, numpy_astype(&trace->op, x->array, dtype));
	return library_call(trace, "jax.numpy", "asarray", both, 2, arguments->at);
}

/* Whether np.float32(x) is an array: x is one with dimensions, or a list or tuple. */
static bool gives_array(struct trace *trace, const struct value *x)
{
	if (x->kind == VALUE_LIST || x->kind == VALUE_TUPLE)
		return true;
	return x->kind == VALUE_ARRAY && !array_is_traced(trace, x->array) &&
	       (x->array->type.rank || array_elements(x->array));
}

/* np.float32(x): a NumPy scalar, or an array of such. */
static const struct value *numpy_scalar(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	const struct dtype *dtype = numpy_dtype(arguments->row);
	const struct value *both[] = {x, value_dtype(trace->op.arena, dtype)}, *scalar = NULL;
	union element element;
	if (value_element(x, dtype, &element))
		scalar = element_scalar(trace->op.arena, dtype, element);
	if (scalar)
		return scalar;
	if (gives_array(trace, x))
		return numpy_scalar_of(
		    trace, library_call(trace, "numpy", "array", both, 2, arguments->at));
	if (is_real_number(x) && dtype_is_held(dtype))
		return trace_unknown(trace, "what numpy.%s makes of this is not known",
		                     arguments->row->name);
	if (is_real_number(x))
		return value_scalar(trace->op.arena, dtype, as_float(x));
	if (x->kind == VALUE_SCALAR)
		return value_scalar(trace->op.arena, dtype, x->scalar.real);
	if (x->kind == VALUE_COMPLEX && dtype_class(dtype) == DTYPE_COMPLEX)
		return numpy_array(trace, dtype, NULL, 0);
	if (x->kind == VALUE_ARRAY)
		return array_to_number(trace, x->array, dtype->name);
	return trace_unknown(trace, "what numpy.%s makes of this is not known",
	                     arguments->row->name);
}

#define ALIAS(id, name) VALUE(id, dtype_constant, .data = name)
#define SCALAR(id) FUNCTION(id, "x=0, /", numpy_scalar)
#define CONSTANT(id, value) VALUE(id, real_constant, .data = (const double[]){value})

/* Classes of dtypes, as sets of those that each dtype is of one of. */
enum { SIGNED = 1 << DTYPE_SIGNED, INTEGERS = SIGNED | 1 << DTYPE_UNSIGNED };
enum { COMPLEX = 1 << DTYPE_COMPLEX, INEXACT = COMPLEX | 1 << DTYPE_FLOAT };

#define CLASS(id, classes) \
	FUNCTION(id, "*args", abstract_dtype, .data = (const unsigned[]){classes})

/* The type that an argument of result_type stands for: a weak one for Python's own; false after an
 * error. */
static bool argument_type(struct trace *trace, const struct value *value, struct array_type *type)
{
	bool named = value->kind == VALUE_DTYPE || value->kind == VALUE_STRING ||
	             value->kind == VALUE_BUILTIN || value->kind == VALUE_TYPE;
	if (!named) {
		const struct array *array = value_to_array(trace, value, "result_type");
		if (array)
			*type = array->type;
		return array;
	}
	const struct dtype *dtype = value_to_dtype(trace, value);
	if (!dtype)
		return NULL;
	*type = type_plain(trace->op.arena, dtype, NULL, 0);
	type->weak = value->kind == VALUE_BUILTIN && !numpy_dtype(value->builtin) &&
	             dtype_class(dtype) != DTYPE_BOOL;
	return dtype;
}

/* result_type(*args) and promote_types(a, b). */
static const struct value *result_type(struct trace *trace, const struct call_arguments *arguments)
{
	struct value_list given = {arguments->values, arguments->count};
	bool weak;
	if (strcmp(arguments->row->name, "result_type") == 0)
		given = argument(arguments, 0)->list;
	struct array_type *types = arena_new(trace->op.arena, struct array_type, given.count);
	const struct array_type **all =
	    arena_new(trace->op.arena, const struct array_type *, given.count);
	if (given.count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("at least one array or dtype is required"));
	for (uint32_t i = 0; i < given.count; i++) {
		if (!argument_type(trace, given.items[i], &types[i]))
			return NULL;
		all[i] = &types[i];
	}
	const struct dtype *dtype = promote_all(&trace->op, all, given.count, &weak);
	if (!dtype)
		return trace_unknown(trace, "the common dtype of these is not known");
	return value_dtype(trace->op.arena, dtype);
}

/* What jax.numpy and numpy have alike. */
#define COMMON_ROWS                                                                               \
	CONSTANT("pi", 3.141592653589793), CONSTANT("e", 2.718281828459045),                      \
	    CONSTANT("inf", HUGE_VAL), CONSTANT("nan", (double)NAN),                              \
	    CONSTANT("euler_gamma", 0.5772156649015329), VALUE("newaxis", new_axis),              \
	    CLASS("floating", INEXACT & ~COMPLEX), CLASS("integer", INTEGERS),                    \
	    CLASS("signedinteger", SIGNED), CLASS("unsignedinteger", INTEGERS & ~SIGNED),         \
	    CLASS("complexfloating", COMPLEX), CLASS("inexact", INEXACT),                         \
	    CLASS("number", INTEGERS | INEXACT), CLASS("generic", ~0U),                           \
	    FUNCTION("dtype", "obj", to_dtype), FUNCTION("issubdtype", "arg1, arg2", issubdtype), \
	    FUNCTION("ndarray", "*args, **kwargs", array_class)

/* Each dtype is one of jax.numpy, but for that of keys. */
#define DTYPE(id, name, brief, bits, class, maxexp, minexp, nmant, promotes, array, spellings, \
              since)                                                                           \
	NAMED_##class(name, since)
#define NAMED_FLOAT(name_, since_) VALUE(name_, dtype_constant, .since = since_),
#define NAMED_COMPLEX NAMED_FLOAT
#define NAMED_SIGNED NAMED_FLOAT
#define NAMED_UNSIGNED NAMED_FLOAT
#define NAMED_BOOL NAMED_FLOAT
#define NAMED_KEY(name_, since_)

const struct function_row library_dtypes[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("float_format", "dtype", float_format),
    FUNCTION("scalar_of", "dtype, number", scalar_of),
    MODULE("dtype"),
    FUNCTION("__call__", "self, x=0", call_dtype),
    MODULE("jax.numpy"),
#include "spec/dtypes.def"
    COMMON_ROWS,
    FUNCTION("result_type", "*args", result_type),
    FUNCTION("promote_types", "a, b", result_type),
    ALIAS("bool_", "bool"),
    ALIAS("int_", "int64"),
    ALIAS("uint", "uint64"),
    ALIAS("float_", "float64"),
    ALIAS("single", "float32"),
    ALIAS("double", "float64"),
    ALIAS("complex_", "complex128"),
    ALIAS("csingle", "complex64"),
    ALIAS("cdouble", "complex128"),
    MODULE("jax.dtypes"),
    CLASS("extended", 1 << DTYPE_KEY),
    CLASS("prng_key", 1 << DTYPE_KEY),
    MODULE("numpy"),
    COMMON_ROWS,
    SCALAR("bool_"),
    SCALAR("int8"),
    SCALAR("int16"),
    SCALAR("int32"),
    SCALAR("int64"),
    SCALAR("uint8"),
    SCALAR("uint16"),
    SCALAR("uint32"),
    SCALAR("uint64"),
    SCALAR("float16"),
    SCALAR("float32"),
    SCALAR("float64"),
    SCALAR("complex64"),
    SCALAR("complex128"),
    TABLE_END,
};
