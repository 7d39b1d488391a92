/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the prelude can call beside the library itself, and programs cannot. They are
 * described for authors in lib/library/prelude/README.md.
 */
#include <stddef.h>

#include "library/library.h"
#include "trace/value/class.h"
#include "trace/state/builtin_class.h"
#include "trace/state/scope.h"
#include "library/arguments/reduction_arguments.h"
#include "library/arguments/shape_arguments.h"
#include "trace/convert/convert_sharding.h"
#include "trace/convert/pytree_text.h"
#include "trace/convert/held_value.h"
#include "trace/convert/tracer.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/reduce/reduce.h"
#include "trace/eval/prelude.h"
#include "op/core/unreduced.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

/* The release, as a tuple of its four numbers. */
static const struct value *release(struct trace *trace, const struct call_arguments *arguments)
{
	int64_t parts[VERSION_PARTS];
	for (uint32_t i = 0; i < VERSION_PARTS; i++)
		parts[i] = trace->op.rules->asked.part[i];
	return value_shape(trace->op.arena, parts, VERSION_PARTS);
}

/* The release of a library, as a tuple: the one that is said, or else that which goes with JAX. */
static const struct value *library_release(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct version version = library_release_of(trace, argument(arguments, 0)->string);
	int64_t parts[VERSION_PARTS];
	for (uint32_t i = 0; i < VERSION_PARTS; i++)
		parts[i] = version.part[i];
	return value_shape(trace->op.arena, parts, VERSION_PARTS);
}

/* One array by itself, several as a tuple. */
static const struct value *require_arrays(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const char *name = str_copy(trace->op.arena, argument(arguments, 0)->string).s;
	const struct value_list *given = &argument(arguments, 1)->list;
	const struct array **arrays =
	    arena_new(trace->op.arena, const struct array *, given->count);
	for (uint32_t i = 0; i < given->count; i++) {
		arrays[i] = value_to_array_at(trace, given->items[i], name, i);
		if (!arrays[i])
			return NULL;
	}
	return given->count == 1 ? trace_array(trace, arrays[0])
	                         : trace_arrays(trace, VALUE_TUPLE, arrays, given->count);
}

/* The operand of the function of jax.lax of this name. */
static const struct value *require_operand(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const char *name = str_copy(trace->op.arena, argument(arguments, 0)->string).s;
	return trace_array(trace, value_to_operand(trace, argument(arguments, 1), name));
}

enum promotion { PROMOTE_DTYPES, PROMOTE_INEXACT, PROMOTE_NUMERIC, PROMOTE_RANKS };

static bool promote_arrays(struct op *op, enum promotion how, const struct array **arrays,
                           uint32_t count)
{
	switch (how) {
	case PROMOTE_NUMERIC:
		return numpy_promote_numeric(op, arrays, count);
	case PROMOTE_RANKS:
		return numpy_promote_ranks(op, arrays, count);
	default:
		return numpy_promote_dtypes(op, arrays, count, how == PROMOTE_INEXACT);
	}
}

static const struct value *promote_values(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const enum promotion *how = arguments->row->data;
	const struct value_list *given = &argument(arguments, 0)->list;
	const struct array **arrays =
	    arena_new(trace->op.arena, const struct array *, given->count);
	for (uint32_t i = 0; i < given->count; i++) {
		arrays[i] = value_to_array_at(trace, given->items[i], arguments->row->name, i);
		if (!arrays[i])
			return NULL;
	}
	return promote_arrays(&trace->op, *how, arrays, given->count)
	           ? trace_arrays(trace, VALUE_LIST, arrays, given->count)
	           : NULL;
}

/* A number as an array: of the dtype, and weak when that is asked for. */
static const struct value *constant(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 0));
	const struct value *number = argument(arguments, 2);
	bool weak;
	if (!dtype || !value_to_bool(trace, argument(arguments, 1), &weak))
		return NULL;
	const struct array *array = array_scalar(&trace->op, dtype, weak);
	return trace_array(trace, number->kind == VALUE_INT
	                              ? array_filled(&trace->op, array, number->integer)
	                              : array);
}

/* A constant that JAX hands a function of its own under jit, where it is what any argument is. */
static const struct value *handed(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 0));
	if (!dtype)
		return NULL;
	const struct array *array = array_scalar(&trace->op, dtype, false);
	return trace_array(trace, handed_number(trace, argument(arguments, 1), array));
}

/* The setting of operations that the row is of. */
static bool *setting_of(struct trace *trace, const struct call_arguments *arguments)
{
	const size_t *offset = arguments->row->data;
	return (bool *)((char *)&trace->op + *offset);
}

static const struct value *setting(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(*setting_of(trace, arguments));
}

static const struct value *set_option(struct trace *trace, const struct call_arguments *arguments)
{
	return value_to_bool(trace, argument(arguments, 0), setting_of(trace, arguments))
	           ? &value_none
	           : NULL;
}

/* The dtype that is meant, or the default for None. */
static const struct value *requested_dtype(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 1));
	if (dtype && argument_given(arguments, 0))
		dtype = value_to_dtype(trace, argument(arguments, 0));
	return dtype ? value_dtype(trace->op.arena, dtype) : NULL;
}

/* The sharding as it is, once JAX has taken it: under this name of the function. */
static const struct value *canonical_sharding(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	const struct sharding_request *request;
	const char *name = str_copy(trace->op.arena, argument(arguments, 1)->string).s;
	return value_to_sharding(trace, argument(arguments, 0), name, &request)
	           ? argument(arguments, 0)
	           : NULL;
}

static const struct value *static_int(struct trace *trace, const struct call_arguments *arguments)
{
	int64_t integer;
	return value_to_int(trace, argument(arguments, 0), &integer)
	           ? value_int(trace->op.arena, integer)
	           : NULL;
}

/* Raises that an array is no value that is known. Always NULL. JAX: core.py concrete_or_error. */
static const struct value *refuse_traced(struct trace *trace, const struct array *array)
{
	if (!array_is_traced(trace, array))
		return trace_by_values(trace);
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	    TEXT("Abstract tracer value encountered where concrete value is expected: "
	         "traced array with shape {long}",
	         &array->type),
	    WORDS("the value of an array is not known while JAX traces the program"));
}

/* An integer that must be known while JAX traces. JAX: core.py concrete_or_error. */
static const struct value *concrete_int(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	int64_t integer;
	if (held_integer(trace, x, &integer))
		return value_int(trace->op.arena, integer);
	return x->kind == VALUE_ARRAY ? refuse_traced(trace, x->array)
	                              : static_int(trace, arguments);
}

static const struct value *static_bool(struct trace *trace, const struct call_arguments *arguments)
{
	bool truth;
	return value_to_bool(trace, argument(arguments, 0), &truth) ? value_bool(truth) : NULL;
}

static const struct value *as_dtype(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_user_dtype(trace, argument(arguments, 0));
	return dtype ? value_dtype(trace->op.arena, dtype) : NULL;
}

static const struct value *canonical_axis(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	int64_t axis, rank;
	uint32_t dim;
	return value_to_int(trace, argument(arguments, 0), &axis) &&
	               value_to_int(trace, argument(arguments, 1), &rank) &&
	               numpy_axis(&trace->op, axis, (uint32_t)rank, &dim)
	           ? value_int(trace->op.arena, dim)
	           : NULL;
}

static const struct value *dims_value(struct trace *trace, const uint32_t *dims, uint32_t count)
{
	int64_t *sizes = arena_new(trace->op.arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		sizes[i] = dims[i];
	return value_shape(trace->op.arena, sizes, count);
}

/* Axes as reductions take them, or as other functions do, counted from the front. */
static const struct value *canonical_axes(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const bool *of_reduction = arguments->row->data;
	struct axes axes;
	const uint32_t *dims;
	uint32_t count;
	int64_t rank;
	if (!read_axes(trace, argument(arguments, 0), NULL, &axes) ||
	    !value_to_int(trace, argument(arguments, 1), &rank))
		return NULL;
	bool done = *of_reduction ? numpy_axes(&trace->op, axes.items, axes.count, (uint32_t)rank,
	                                       &dims, &count)
	                          : numpy_axis_tuple(&trace->op, axes.items, axes.count,
	                                             (uint32_t)rank, &dims, &count);
	return done ? dims_value(trace, dims, count) : NULL;
}

/* axis= of a reduction as it is written: None, or a tuple. */
static const struct value *reduction_axes(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct axes axes;
	const char *name = argument_given(arguments, 1)
	                       ? str_copy(trace->op.arena, argument(arguments, 1)->string).s
	                       : NULL;
	if (!read_axes(trace, argument(arguments, 0), name, &axes))
		return NULL;
	return axes.items ? value_shape(trace->op.arena, axes.items, axes.count) : &value_none;
}

static struct str text_of(const struct value *value)
{
	return value->kind == VALUE_STRING ? value->string : STR("");
}

/* The error, with the finding's rule, our words and our help where they are given. */
static const struct value *refuse_call(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0);
	struct str text = text_of(argument(arguments, 1)), say = text_of(argument(arguments, 3)),
		   help = text_of(argument(arguments, 4));
	const struct rule *rule = rule_named(text_of(argument(arguments, 2)));
	const char *type = class->kind == VALUE_CLASS ? class->class->name.s
	                                              : str_copy(trace->op.arena, text_of(class)).s;
	trace_refuse(trace, rule ? (enum rule_id)(rule - rule_of(0)) : RULE_PROGRAM_ERROR, type,
	             TEXT("{}", text));
	trace->op.error.meant = true;
	/* One of a library's own, which programs catch by its name. */
	if (class->kind == VALUE_CLASS && !class->class->is_builtin)
		trace->op.error.exception =
		    exception_new(trace, class, &(struct value_list){&arguments->values[1], 1});
	if (say.len)
		explain(&trace->op, WORDS("{}", say));
	if (help.len)
		explain(&trace->op, HELP("{}", help));
	return NULL;
}

static const struct value *unknown(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_unknown(trace, "%.*s", STR_ARG(text_of(argument(arguments, 0))));
}

static const struct value *is_array(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(argument(arguments, 0)->kind == VALUE_ARRAY);
}

static const struct value *is_mapped(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	return value_bool(x->kind == VALUE_ARRAY && x->array->level);
}

/* How an array that exists is known to be laid out on several devices, or None. */
static const struct value *placed_sharding(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	const struct value *sharding = trace_attribute(trace, x, STR("sharding"), arguments->at);
	const struct device_group *devices = x->kind == VALUE_ARRAY ? x->array->committed : NULL;
	if (sharding && sharding->kind == VALUE_UNKNOWN && devices && devices->count > 1)
		return trace_unknown(trace, "how the compiler places an array is not known");
	return sharding && sharding->kind != VALUE_SHARDING ? &value_none : sharding;
}

/* Whether only the compiler knows how an array lies on its devices. */
static const struct value *is_placed_by_compiler(struct trace *trace,
                                                 const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	const struct value *sharding = trace_attribute(trace, x, STR("sharding"), arguments->at);
	const struct device_group *devices = x->kind == VALUE_ARRAY ? x->array->committed : NULL;
	return value_bool(sharding && sharding->kind == VALUE_UNKNOWN && devices &&
	                  devices->count > 1);
}

/* The numbers of the devices that an array is committed to, or None when they are not known. */
static const struct value *devices_of(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	const struct device_group *devices = x->kind == VALUE_ARRAY ? x->array->committed : NULL;
	return devices ? value_shape(trace->op.arena, devices->ids, devices->count) : &value_none;
}

static const struct value *is_tracer(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool derived = value_truth(argument(arguments, 1)) == 1;
	return value_bool(x->kind == VALUE_ARRAY &&
	                  (derived ? array_is_opaque : array_is_traced)(trace, x->array));
}

static const struct value *note_order(struct trace *trace, const struct call_arguments *arguments)
{
	trace->ordered |= !trace->op.eager;
	return &value_none;
}

static const struct value *is_lowered(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(lowers_at_once(trace));
}

/* An integer of Python or NumPy, whose value is known; or a boolean. */
static const struct value *is_integer(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(value_is_integer(argument(arguments, 0)));
}

/* Whether neither the array nor what vmap maps is sharded. */
static bool is_replicated(const struct array *array)
{
	for (; array; array = array->mapped)
		if (!type_is_replicated(&array->type))
			return false;
	return true;
}

static const struct value *is_unsharded(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	return value_bool(x->kind != VALUE_ARRAY || is_replicated(x->array));
}

/* Whether x stands no later than y in the order in which arrays are sorted. */
static const struct value *ordered(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *y = argument(arguments, 1);
	return trace_array(trace, lax_binary(&trace->op, &lax_le_to, x->array, y->array));
}

static const struct value *is_key(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	return value_bool(x->kind == VALUE_ARRAY && dtype_class(x->array->type.dtype) == DTYPE_KEY);
}

/* float32 for complex64 and so on. */
static const struct value *real_part_dtype(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 0));
	return dtype ? value_dtype(trace->op.arena, real_dtype(dtype)) : NULL;
}

/* float32 for integers and so on. */
static const struct value *inexact_dtype(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 0));
	return dtype ? value_dtype(trace->op.arena, to_inexact(&trace->op, dtype)) : NULL;
}

/* What jax.typeof(x).sharding is; None of an array that is on no mesh. */
static const struct value *sharding_of(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	return x->kind == VALUE_ARRAY && x->array->type.mesh
	           ? type_sharding_value(trace, &x->array->type)
	           : &value_none;
}

/* Whether the mesh in context has Explicit axes, or no others; or that of one of the arrays has. */
static const struct value *has_explicit_axes(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct abstract_mesh *mesh = trace->op.mesh;
	const struct value_list *arrays = &argument(arguments, 1)->list;
	bool only;
	if (!value_to_bool(trace, argument(arguments, 0), &only))
		return NULL;
	if (only)
		return value_bool(mesh && abstract_mesh_all(mesh, AXIS_EXPLICIT));
	bool any = mesh && mesh->explicit_axes;
	for (uint32_t i = 0; !any && i < arrays->count; i++) {
		mesh = arrays->items[i]->array->type.mesh;
		any = mesh && mesh->explicit_axes;
	}
	return value_bool(any);
}

/* The dimensions that are sharded: of an array, or by what out_sharding= asks for. */
static const struct value *sharded_dims(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	const struct sharding_request *asked = NULL;
	if (x->kind == VALUE_ARRAY) {
		struct str how = text_of(argument(arguments, 1));
		if (how.len &&
		    !spec_readable(&trace->op, &x->array->type, str_copy(trace->op.arena, how).s))
			return NULL;
	} else if (!value_to_sharding(trace, x, "", &asked)) {
		return NULL;
	}
	const struct dim_axes *spec = asked                    ? asked->spec
	                              : x->kind == VALUE_ARRAY ? x->array->type.spec
	                                                       : NULL;
	uint32_t rank = asked ? asked->count : spec ? x->array->type.rank : 0, count = 0;
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		if (spec[i].count)
			dims[count++] = i;
	return dims_value(trace, dims, count);
}

/* A text with one place at most, for an array or a dimension of it, as those of messages are. */
static const struct value *phrase_of(struct trace *trace, const struct call_arguments *arguments)
{
	const char *format = str_copy(trace->op.arena, argument(arguments, 0)->string).s;
	const struct value *x = argument(arguments, 1), *dim = argument(arguments, 2);
	struct message_argument things[] = {{.kind = MESSAGE_END}, {.kind = MESSAGE_END}};
	if (x->kind == VALUE_ARRAY)
		things[0] = dim->kind == VALUE_INT
		                ? dimension_of(&x->array->type, (uint32_t)dim->integer)
		                : message_type(&x->array->type);
	return value_string(trace->op.arena,
	                    message_written(&trace->op, &(const struct message){format, things}));
}

static const struct value *static_ints(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *integers;
	uint32_t count;
	return value_to_ints(trace, argument(arguments, 0), &integers, &count)
	           ? value_shape(trace->op.arena, integers, count)
	           : NULL;
}

/* Sizes of a shape, which may be negative. JAX: core.py canonicalize_shape. */
static const struct value *shape_sizes(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *sizes;
	uint32_t count;
	return sizes_argument(trace, argument(arguments, 0), &sizes, &count)
	           ? value_shape(trace->op.arena, sizes, count)
	           : NULL;
}

/* lax.split; with `numpy` as jnp.split calls it, in all releases. */
static const struct value *split_array(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *sizes;
	uint32_t count;
	int64_t dim;
	bool numpy;
	if (!value_to_ints(trace, argument(arguments, 1), &sizes, &count) ||
	    !value_to_int(trace, argument(arguments, 2), &dim) ||
	    !value_to_bool(trace, argument(arguments, 3), &numpy))
		return NULL;
	const struct array **pieces = arena_new(trace->op.arena, const struct array *, count);
	return (numpy ? numpy_split : lax_split)(&trace->op, argument(arguments, 0)->array, sizes,
	                                         count, (uint32_t)dim, pieces)
	           ? trace_arrays(trace, VALUE_LIST, pieces, count)
	           : NULL;
}

/* lax.pad as jnp.pad calls it: the numbers before and behind each dimension, those of numpy at
 * `dim`, or at all; what it is filled with takes the type of x. */
static const struct value *pad_array(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = argument(arguments, 0)->array;
	const struct value *dim = argument(arguments, 3);
	const struct array *fill = value_to_array(trace, argument(arguments, 1), "pad");
	struct padding *paddings = arena_new(op->arena, struct padding, x->type.rank);
	const int64_t *widths;
	uint32_t count;
	fill = lax_convert_element_type(op, fill, x->type.dtype, x->type.weak);
	if (!fill || !value_to_ints(trace, argument(arguments, 2), &widths, &count))
		return NULL;
	for (uint32_t i = 0; i < count / 2; i++)
		paddings[i] = (struct padding){widths[2 * i], widths[2 * i + 1], 0};
	uint64_t dims = dim->kind == VALUE_INT ? UINT64_C(1) << dim->integer % 64 : UINT64_MAX;
	return trace_array(trace, numpy_pad(op, x, fill, paddings, dims));
}

/* jnp.asarray as functions of jax.numpy call it on an array. */
static const struct value *as_array(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace, numpy_as_array(&trace->op, argument(arguments, 0)->array));
}

/* A leaf of a tree as an array. */
static const struct value *leaf_array(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace, pytree_array(trace, argument(arguments, 0)));
}

/* The names of a named tuple or an object, with a space between them. */
static const char *const *field_names(struct arena *arena, struct str fields, uint32_t count)
{
	const char **names = arena_new(arena, const char *, count);
	for (uint32_t i = 0, at = 0; i < count; i++) {
		uint32_t end = (uint32_t)str_find(fields, ' ', at);
		names[i] = str_copy(arena, str_slice(fields, at, end)).s;
		at = end + 1;
	}
	return names;
}

static const struct value *named_tuple(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value_list *items = &argument(arguments, 2)->list;
	struct tuple_names *named = arena_new(arena, struct tuple_names, 1);
	*named = (struct tuple_names){
	    str_copy(arena, argument(arguments, 0)->string).s,
	    field_names(arena, argument(arguments, 1)->string, items->count), NULL};
	return value_named_tuple(arena, named, items->items, items->count);
}

/* An object whose methods are the rows of a class. */
static const struct value *object_of(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value_list *values = &argument(arguments, 2)->list;
	struct value *record = value_new(arena, VALUE_RECORD);
	record->record =
	    (struct record){str_copy(arena, argument(arguments, 0)->string).s,
	                    field_names(arena, argument(arguments, 1)->string, values->count),
	                    values->items, values->count};
	return record;
}

/* Indices of which negative ones count from the end. JAX: numpy/indexing.py _normalize_index. */
static const struct value *normalized(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_array(trace,
	                   normalize_index(&trace->op, argument(arguments, 0)->array, false));
}

/* An array with the dtype and weakness of another, placed as a spec says. JAX: lax/lax.py
 * _convert_element_type. */
static const struct value *converted(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = argument(arguments, 0)->array,
			   *like = argument(arguments, 1)->array;
	const struct sharding_request *sharding;
	if (!value_to_sharding(trace, argument(arguments, 2), "convert_element_type", &sharding))
		return NULL;
	const struct dtype *dtype = like->type.dtype;
	bool weak = like->type.weak;
	return trace_array(trace, sharding
	                              ? lax_convert_placed(&trace->op, x, dtype, weak, sharding)
	                              : lax_convert_element_type(&trace->op, x, dtype, weak));
}

/* A Fourier transform of one of the kinds of lax.FftType, by its number. */
static const struct value *fft(struct trace *trace, const struct call_arguments *arguments)
{
	int64_t kind;
	struct dimension_list lengths;
	return value_to_int(trace, argument(arguments, 1), &kind) &&
	               value_to_ints(trace, argument(arguments, 2), &lengths.items, &lengths.count)
	           ? trace_array(trace, lax_fft(&trace->op, argument(arguments, 0)->array,
	                                        (enum fft_kind)kind, lengths))
	           : NULL;
}

/* The structure of a tree as JAX prints it: PyTreeDef((*, *)). */
static const struct value *structure_text(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct pytree tree;
	return pytree_flatten(trace, argument(arguments, 0), &tree)
	           ? value_string(trace->op.arena, phrase(&trace->op, "{}", pytree_shown(&tree)))
	           : NULL;
}

#define OF(member) ((const size_t[]){offsetof(struct op, member)})

const struct function_row library_prelude_intrinsics[] = {
    MODULE(PRELUDE_INTRINSICS),
    VALUE("release", release),
    FUNCTION("library_release", "name", library_release),
    FUNCTION("enables_x64", "", setting, .data = OF(x64)),
    FUNCTION("disables_jit", "", setting, .data = OF(jit_disabled)),
    FUNCTION("promotes_strictly", "", setting, .data = OF(strict)),
    FUNCTION("keeps_ranks", "", setting, .data = OF(same_ranks)),
    FUNCTION("is_numpy", "", setting, .data = OF(numpy)),
    FUNCTION("is_repeated", "", setting, .data = OF(replays)),
    FUNCTION("lowers_at_once", "", is_lowered),
    FUNCTION("note_order", "", note_order),
    FUNCTION("runs_at_once", "", setting, .data = OF(eager)),
    FUNCTION("checks_varying", "", setting, .data = OF(checks_varying)),
    FUNCTION("set_x64", "enabled", set_option, .data = OF(x64)),
    FUNCTION("set_disable_jit", "disabled", set_option, .data = OF(jit_disabled)),
    FUNCTION("set_strict_promotion", "strict", set_option, .data = OF(strict)),
    FUNCTION("set_keeps_ranks", "keeps", set_option, .data = OF(same_ranks)),
    FUNCTION("require_arrays", "name, /, *arrays", require_arrays),
    FUNCTION("require_operand", "name, x", require_operand),
    FUNCTION("promote_dtypes", "*arrays", promote_values,
             .data = (const enum promotion[]){PROMOTE_DTYPES}),
    FUNCTION("promote_dtypes_inexact", "*arrays", promote_values,
             .data = (const enum promotion[]){PROMOTE_INEXACT}),
    FUNCTION("promote_dtypes_numeric", "*arrays", promote_values,
             .data = (const enum promotion[]){PROMOTE_NUMERIC}),
    FUNCTION("promote_ranks", "*arrays", promote_values,
             .data = (const enum promotion[]){PROMOTE_RANKS}),
    FUNCTION("constant", "dtype, weak=False, number=None", constant),
    FUNCTION("handed", "dtype, number", handed),
    FUNCTION("canonical_dtype", "dtype, default", requested_dtype),
    FUNCTION("canonical_sharding", "sharding, name", canonical_sharding),
    FUNCTION("static_int", "x", static_int),
    FUNCTION("concrete_int", "x", concrete_int),
    FUNCTION("static_bool", "x", static_bool),
    FUNCTION("as_dtype", "dtype", as_dtype),
    FUNCTION("to_inexact", "dtype", inexact_dtype),
    FUNCTION("canonical_axis", "axis, ndim", canonical_axis),
    FUNCTION("canonical_axes", "axis, ndim", canonical_axes, .data = (const bool[]){false}),
    FUNCTION("reduction_dims", "axis, ndim", canonical_axes, .data = (const bool[]){true}),
    FUNCTION("reduction_axes", "axis, name=None", reduction_axes),
    FUNCTION("refuse", "error, text, rule=None, say=None, help=None", refuse_call),
    FUNCTION("unknown", "reason", unknown),
    FUNCTION("is_integer", "x", is_integer),
    FUNCTION("is_replicated", "x", is_unsharded),
    FUNCTION("ordered", "x, y", ordered),
    FUNCTION("sharding_of", "x", sharding_of),
    FUNCTION("has_explicit_axes", "only=False, arrays=()", has_explicit_axes),
    FUNCTION("sharded_dims", "x, how=None", sharded_dims),
    FUNCTION("phrase", "text, x=None, dim=None", phrase_of),
    FUNCTION("static_ints", "x", static_ints),
    FUNCTION("shape_sizes", "shape", shape_sizes),
    FUNCTION("split_array", "x, sizes, axis, numpy=True", split_array),
    FUNCTION("pad_array", "x, fill, widths, dim=None", pad_array),
    FUNCTION("as_array", "x", as_array),
    FUNCTION("normalize_index", "indices", normalized),
    FUNCTION("is_key", "x", is_key),
    FUNCTION("real_dtype", "dtype", real_part_dtype),
    FUNCTION("is_array", "x", is_array),
    FUNCTION("is_tracer", "x, derived=False", is_tracer),
    FUNCTION("is_mapped", "x", is_mapped),
    FUNCTION("placed_sharding", "x", placed_sharding),
    FUNCTION("devices_of", "x", devices_of),
    FUNCTION("is_placed_by_compiler", "x", is_placed_by_compiler),
    FUNCTION("leaf_array", "x", leaf_array),
    FUNCTION("structure_text", "x", structure_text),
    FUNCTION("named_tuple", "name, fields, /, *items", named_tuple),
    FUNCTION("object_of", "class_name, fields='', /, *values", object_of, .takes_unknown = true),
    FUNCTION("converted", "x, like, spec=None", converted),
    FUNCTION("fft", "x, kind, lengths", fft),
    TABLE_END,
};
