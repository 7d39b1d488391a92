/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of values: those that follow from a type, and the methods of the library. */
#include "spec/script/script.h"
#include "trace/eval/prelude.h"

#include <assert.h>
#include "op/core/abstract_mesh.h"
#include "op/core/elements.h"
#include "trace/convert/convert_sharding.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/iterate.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/convert/special_names.h"
#include "trace/eval/statement.h"
#include "trace/module/enumeration.h"
#include "trace/module/inner_module.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/module/project.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/work.h"
#include "trace/state/library_index.h"
#include "trace/state/trace.h"

static int64_t item_bytes(const struct dtype *dtype)
{
	return dtype->bits < 8 ? 1 : dtype->bits / 8;
}

/* The sharding of a type, as jax.typeof(x).sharding has it. */
static const struct value *type_sharding(struct trace *trace, const struct array_type *type)
{
	if (!type->mesh)
		return trace_unknown(trace, "the sharding of a value that is on no mesh");
	return type_sharding_value(trace, type);
}

/* What a ShapeDtypeStruct was given; a PartitionSpec meets the mesh in context here. */
static const struct value *described_sharding(struct trace *trace, const struct value *given)
{
	if (given->kind != VALUE_SPEC)
		return given;
	if (!trace->op.mesh)
		return trace_refuse(
		    trace, RULE_CONTEXT_MESH, "TypeError",
		    TEXT("When specifying PartitionSpec to `ShapeDtypeStruct`, the "
		         "context mesh cannot be empty. Please use `jax.set_mesh` to "
		         "set the mesh context."),
		    WORDS("a PartitionSpec alone needs a mesh in context"),
		    HELP("pass NamedSharding(mesh, P(…))"));
	const struct value *both[] = {mesh_value(trace, trace->op.mesh, false), given};
	return library_call(trace, "jax.sharding", "NamedSharding", both, 2, (struct span){0, 0});
}

/* How an array that nobody has placed lies, when that can be told: on Explicit axes by its type,
 * and on Auto ones whole when it is made of such arrays, or nothing in the program has been spread
 * over devices. The compiler says so with an empty spec. */
static bool lies_unplaced(const struct trace *trace, const struct array *array,
                          struct sharding_request *lies)
{
	const struct array_type *type = &array->type;
	bool spread = trace->spread || trace->placed_unseen || trace->op.placements;
	*lies = type_request(type);
	if (!type->mesh || abstract_mesh_all(type->mesh, AXIS_EXPLICIT))
		return type->mesh;
	lies->count = 0;
	return abstract_mesh_all(type->mesh, AXIS_AUTO) && (array->whole || !spread);
}

/* The sharding of an array that exists, or NULL when it is not known. */
static const struct value *array_sharding(struct trace *trace, const struct array *array)
{
	if (!trace->op.eager || array->level)
		return NULL;
	struct sharding_request unplaced;
	if (!array->placed && !lies_unplaced(trace, array, &unplaced))
		return NULL;
	struct named_sharding_value sharding =
	    *request_sharding_value(trace, array->placed ? array->placed : &unplaced, false)
		 ->sharding;
	sharding.memory_kind = array->type.memory_kind;
	return value_named_sharding(trace->op.arena, &sharding);
}

static const struct value *manual_axis_type(struct trace *trace, const struct array_type *type)
{
	static const char *const names[] = {"varying", "unreduced", "reduced"};
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 3);
	fields[0] = axis_names_value(trace, type->mesh, type->varying, VALUE_SET);
	fields[1] = fields[2] = axis_names_value(trace, NULL, 0, VALUE_SET);
	value->record = (struct record){"ManualAxisType", names, fields, 3};
	return value;
}

/* What arrays and their types have in common. NULL without an error when they have no such
 * attribute. */
static const struct value *type_attribute(struct trace *trace, const struct array_type *type,
                                          struct str name)
{
	struct arena *arena = trace->op.arena;
	if (str_equal(name, STR("shape")))
		return value_shape(arena, type->shape, type->rank);
	if (str_equal(name, STR("dtype")))
		return value_dtype(arena, type->dtype);
	if (str_equal(name, STR("ndim")))
		return value_int(arena, type->rank);
	if (str_equal(name, STR("size")))
		return value_int(arena, shape_elements(type->shape, type->rank));
	if (str_equal(name, STR("weak_type")))
		return value_bool(type->weak);
	if (str_equal(name, STR("vma")) && !op_has(&trace->op, JAX_MANUAL_AXIS_TYPE))
		return axis_names_value(trace, type->mesh, type->varying, VALUE_SET);
	if (str_equal(name, STR("manual_axis_type")) && op_has(&trace->op, JAX_MANUAL_AXIS_TYPE))
		return manual_axis_type(trace, type);
	return NULL;
}

static const struct value *array_attribute(struct trace *trace, const struct array *array,
                                           struct str name)
{
	struct arena *arena = trace->op.arena;
	const struct dtype *dtype = array_held_dtype(array);
	if (array->host && str_equal(name, STR("dtype")))
		return value_dtype(arena, dtype);
	if (!array->host && str_equal(name, STR("at"))) {
		struct value *value = value_new(arena, VALUE_AT);
		value->array = array;
		return value;
	}
	if (str_equal(name, STR("itemsize")))
		return value_int(arena, item_bytes(dtype));
	if (str_equal(name, STR("nbytes"))) {
		int64_t bytes, elements = shape_elements(array->type.shape, array->type.rank);
		if (!checked_multiply(&bytes, elements, item_bytes(dtype)))
			return trace_unknown(trace, "a size of more than 64 bits");
		return value_int(arena, bytes);
	}
	if (array->host && str_equal(name, STR("weak_type")))
		return NULL;
	if (!array->host && str_equal(name, STR("sharding")))
		return array_sharding(trace, array);
	return type_attribute(trace, &array->type, name);
}

static const struct value *dtype_attribute(struct trace *trace, const struct value *object,
                                           struct str name)
{
	struct arena *arena = trace->op.arena;
	if (str_equal(name, STR("name")))
		return value_string(arena, str_of(object->dtype->name));
	if (str_equal(name, STR("itemsize")))
		return value_int(arena, item_bytes(object->dtype));
	if (str_equal(name, STR("dtype")) || str_equal(name, STR("type")))
		return object;
	return NULL;
}

static const struct value *slice_attribute(const struct value *object, struct str name)
{
	if (str_equal(name, STR("start")))
		return object->slice.start;
	if (str_equal(name, STR("stop")))
		return object->slice.stop;
	return str_equal(name, STR("step")) ? object->slice.step : NULL;
}

static const struct value *record_attribute(const struct record *record, struct str name)
{
	for (uint32_t i = 0; i < record->count; i++)
		if (str_equal(str_of(record->names[i]), name))
			return record->fields[i];
	return NULL;
}

static const struct value *tuple_attribute(const struct value *tuple, struct str name)
{
	assert(tuple->kind == VALUE_TUPLE);
	for (uint32_t i = 0; tuple->named && i < tuple->list.count; i++)
		if (str_equal(str_of(tuple->named->names[i]), name))
			return tuple->list.items[i];
	return NULL;
}

static const struct value *number_attribute(struct trace *trace, const struct value *object,
                                            struct str name)
{
	if (object->kind == VALUE_COMPLEX &&
	    (str_equal(name, STR("real")) || str_equal(name, STR("imag"))))
		return value_float(trace->op.arena, name.s[0] == 'r' ? object->complex.real
		                                                     : object->complex.imaginary);
	if (str_equal(name, STR("real")) && object->kind != VALUE_COMPLEX)
		return object;
	if (str_equal(name, STR("imag")) && object->kind != VALUE_COMPLEX)
		return object->kind == VALUE_FLOAT ? value_float(trace->op.arena, 0)
		                                   : value_int(trace->op.arena, 0);
	return NULL;
}

/* What the names of the module stand for that a function is written in: its __globals__. */
static const struct value *globals_of(struct trace *trace, const struct closure *closure)
{
	const struct scope *top = scope_top(closure->scope);
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	charge_items(trace, top->count);
	for (uint32_t i = 0; i < top->count; i++)
		if (top->bindings[i].value)
			dict_set(trace, dict, value_string(trace->op.arena, top->bindings[i].name),
			         top->bindings[i].value);
	dict_set(trace, dict, value_string(trace->op.arena, STR("__name__")),
	         value_string(trace->op.arena, project_name_of(closure->scope)));
	return dict;
}

/* What a functools.partial is made of; NULL: it has nothing else, nor has a method. */
static const struct value *bound_attribute(struct trace *trace, const struct bound_call *bound,
                                           struct str name)
{
	struct arena *arena = trace->op.arena;
	if (bound->is_method)
		return NULL;
	if (str_equal(name, STR("func")))
		return bound->function;
	if (str_equal(name, STR("args")))
		return value_sequence(arena, VALUE_TUPLE, bound->positional.items,
		                      bound->positional.count);
	return str_equal(name, STR("keywords"))
	           ? value_dict(arena, bound->keywords, bound->nkeywords)
	           : NULL;
}

static const struct value *function_attribute(struct trace *trace, const struct closure *closure,
                                              struct str name)
{
	const struct value *given = closure->names ? dict_get_text(closure->names, name) : NULL;
	struct str own = closure->definition ? closure->definition->name : STR("<lambda>");
	if (given)
		return given;
	if (str_equal(name, STR("__name__")))
		return value_string(trace->op.arena, own);
	if (str_equal(name, STR("__qualname__")))
		return value_string(trace->op.arena,
		                    scope_qualified(trace->op.arena, closure->scope, own));
	if (str_equal(name, STR("__module__")))
		return value_string(trace->op.arena, project_name_of(closure->scope));
	if (str_equal(name, STR("__globals__")) && !trace->prelude)
		return globals_of(trace, closure);
	return NULL;
}

/* setter(f) of a property gives the same with another function. */
static const struct value *descriptor_attribute(struct trace *trace, const struct value *object,
                                                struct str name, struct span at)
{
	const struct function_row *row;
	if (library_find(trace, STR("<property>"), name, &row) == LIBRARY_FOUND)
		return library_method(trace, row, object, at);
	return NULL;
}

/* What an object has by itself, without the library. */
static const struct value *own_attribute(struct trace *trace, const struct value *object,
                                         struct str name, struct span at)
{
	const struct value *own;
	switch (object->kind) {
	case VALUE_ARRAY:
		return array_attribute(trace, object->array, name);
	case VALUE_TYPE:
		if (str_equal(name, STR("sharding")) && object->described)
			return described_sharding(trace, object->described);
		if (str_equal(name, STR("sharding")))
			return type_sharding(trace, object->type);
		return type_attribute(trace, object->type, name);
	case VALUE_DTYPE:
		return dtype_attribute(trace, object, name);
	case VALUE_SLICE:
		return slice_attribute(object, name);
	case VALUE_RECORD:
		return record_attribute(&object->record, name);
	case VALUE_TUPLE:
		own = tuple_attribute(object, name);
		return own || !object->named ? own : tuple_class_attribute(trace, object, name, at);
	case VALUE_FUNCTION:
		return function_attribute(trace, &object->closure, name);
	case VALUE_DESCRIPTOR:
		return descriptor_attribute(trace, object, name, at);
	case VALUE_SHARDING:
		if (str_equal(name, STR("mesh")))
			return object->sharding->mesh;
		return str_equal(name, STR("spec"))
		           ? value_spec(trace->op.arena, &object->sharding->spec)
		           : NULL;
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_FLOAT:
	case VALUE_COMPLEX:
		return number_attribute(trace, object, name);
	case VALUE_TRANSFORMED:
		return str_equal(name, STR("__wrapped__")) ? object->transformed.function : NULL;
	case VALUE_PARTIAL:
		return bound_attribute(trace, &object->partial, name);
	default:
		return NULL;
	}
}

/* dict.get, as a function of the object; NULL when it is no method of the class. Those without an
 * object are not known. */
static const struct value *unbound_method(struct trace *trace, const char *class, struct str name,
                                          struct span at)
{
	static const char *const of_class[] = {"from_bytes", "fromhex"};
	const struct function_row *row;
	bool of_dict = strcmp(class, "dict") == 0;
	if (library_find(trace, STR("<class method>"), name, &row) == LIBRARY_FOUND)
		return library_value(trace, row);
	for (size_t i = 0; i < COUNT_OF(of_class); i++)
		if (str_equal(name, str_of(of_class[i])))
			return NULL;
	if (library_find(trace, str_of(class), name, &row) != LIBRARY_FOUND &&
	    !(of_dict && str_starts_with(name, STR("__"))))
		return NULL;
	const struct value *given[] = {value_bool(of_dict), value_string(trace->op.arena, name)};
	return library_call(trace, "<unbound>", "method", given, 2, at);
}

/* AxisType.Explicits, which is no member of the enumeration. NULL without an error: not known. */
static const struct value *member_missing(struct trace *trace, const struct value *class,
                                          struct str name)
{
	const struct module_row *home = library_home(trace, class->builtin);
	bool as_member = name.s[0] >= 'A' && name.s[0] <= 'Z';
	if (!home || strcmp(home->name, "jax.sharding") != 0 || !as_member ||
	    !library_members(trace, class))
		return NULL;
	if (!op_has(&trace->op, JAX_PYTHON_3_13))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError", TEXT("{}", name));
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "AttributeError",
	    TEXT("type object '{}' has no attribute '{}'", class->builtin->name, name));
}

/* Whether it is a function of JAX, and the name none of those that functions have which are jitted
 * or have rules of their own. */
static bool function_lacks(const struct trace *trace, const struct value *function, struct str name)
{
	static const char *const modules[] = {"jax.nn", "jax.lax", "jax.random"};
	static const char *const names[] = {
	    "lower",   "trace",           "eval_shape",    "clear_cache", "defjvp",
	    "defjvps", "defvjp",          "fun",           "jvp",         "fwd",
	    "bwd",     "nondiff_argnums", "symbolic_zeros"};
	const struct module_row *home = library_home(trace, function->builtin);
	const char first = function->builtin->name[0];
	if (!home || first < 'a' || first > 'z' || str_starts_with(name, STR("_")))
		return false;
	return str_place(str_of(home->name), modules, COUNT_OF(modules)) < COUNT_OF(modules) &&
	       str_place(name, names, COUNT_OF(names)) == COUNT_OF(names);
}

/* An attribute of a class that programs name: P.UNCONSTRAINED. */
static const struct value *class_attribute(struct trace *trace, const struct value *object,
                                           struct str name, struct span at)
{
	const struct module_row *home = library_home(trace, object->builtin);
	struct str class = library_dotted_name(trace, object->builtin);
	const struct function_row *row;
	if (library_find(trace, class, name, &row) == LIBRARY_FOUND)
		return library_value(trace, row);
	if (str_equal(name, STR("__name__")))
		return value_string(trace->op.arena, str_of(object->builtin->name));
	const struct value *members =
	    str_equal(name, STR("__members__")) ? library_members(trace, object) : NULL;
	if (members)
		return members;
	if (member_missing(trace, object, name) || trace->op.error.raised)
		return NULL;
	bool of_numpy = home && strcmp(home->name, "numpy") == 0;
	bool of_jax = home && strcmp(home->name, "jax.numpy") == 0;
	if ((of_numpy || of_jax) &&
	    library_find(trace, of_jax ? STR("jax.numpy.ufunc") : STR("numpy.ufunc"), name, &row) ==
	        LIBRARY_FOUND)
		return library_method(trace, row, object, at);
	bool of_python = home && strcmp(home->name, "builtins") == 0;
	bool abstract =
	    home && strcmp(home->name, "jax") == 0 && strcmp(object->builtin->name, "Array") == 0;
	const struct value *method =
	    of_python ? unbound_method(trace, object->builtin->name, name, at) : NULL;
	if (method)
		return method;
	if (of_python || abstract)
		return value_perhaps(
		    trace->op.arena,
		    str_format(trace->op.arena, "%s.%.*s", object->builtin->name, STR_ARG(name)));
	if (!trace->prelude && function_lacks(trace, object, name))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
		                    TEXT("'function' object has no attribute '{}'", name));
	return trace_unknown(trace, "%s.%.*s is not known", object->builtin->name, STR_ARG(name));
}

/* x.sharding of a tracer, which arrays have and tracers do not. JAX: core.py Tracer.__getattr__. */
static const struct value *sharding_missing(struct trace *trace, const struct array *array)
{
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "AttributeError",
	    TEXT("The 'sharding' attribute is not available on {}.{}", tracer_text(trace, array),
	         op_has(&trace->op, JAX_TRACER_NAMES_TYPEOF)
	             ? " To query sharding information on tracers, use `jax.typeof(x)`."
	             : ""),
	    WORDS("an array has no sharding of its own while the function is traced"),
	    HELP("its type has one: jax.typeof(x).sharding"));
}

/* Whether nobody can write to an array of NumPy by this attribute, which is not followed. */
static bool reads_alone(struct str name)
{
	static const char *const names[] = {"flags",   "strides", "nbytes", "itemsize",
	                                    "tobytes", "tofile",  "dump",   "dumps"};
	return str_place(name, names, COUNT_OF(names)) < COUNT_OF(names);
}

/* What an array that exists has beside its type, or one of NumPy has: it is foreign, for what it
 * holds and where it lies is not followed. NULL: it has no such attribute. */
static const struct value *existing_attribute(struct trace *trace, const struct value *object,
                                              struct str name)
{
	bool cached = str_equal(name, STR("cache_clear")) || str_equal(name, STR("cache_info")) ||
	              str_equal(name, STR("cache_parameters"));
	if (object->kind == VALUE_FUNCTION && cached)
		return value_foreign(trace->op.arena, STR("the cache of a function"));
	if (object->kind != VALUE_ARRAY || array_is_traced(trace, object->array))
		return NULL;
	struct str class = object->array->host ? STR("numpy.ndarray") : STR("ArrayImpl");
	if (library_presence(trace, class, name) != NAME_PRESENT)
		return NULL;
	if (!reads_alone(name))
		numpy_forget(trace, object);
	return value_foreign(trace->op.arena,
	                     str_format(trace->op.arena, ".%.*s of an array", STR_ARG(name)));
}

/* Whether the value is one of Python's own, which has more attributes than are followed. */
static bool is_of_python(const struct value *value)
{
	static const enum value_kind kinds[] = {
	    VALUE_NONE,   VALUE_BOOL,  VALUE_INT,      VALUE_FLOAT,   VALUE_COMPLEX,
	    VALUE_STRING, VALUE_LIST,  VALUE_TUPLE,    VALUE_SET,     VALUE_DICT,
	    VALUE_RANGE,  VALUE_SLICE, VALUE_FUNCTION, VALUE_PARTIAL, VALUE_DESCRIPTOR,
	};
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (value->kind == kinds[i])
			return true;
	return false;
}

/* Whether it is a plain function of a library on JAX, such as optax.adam, which has no attributes
 * of its own. */
static bool is_plain_function(const struct value *object)
{
	static const char *const folders[] = {"optax/", "equinox/", "flax/", "einops/"};
	if (object->kind != VALUE_FUNCTION || !object->closure.definition)
		return false;
	const struct prelude *home = scope_top(object->closure.scope)->prelude;
	struct str name = object->closure.definition->name;
	for (size_t i = 0; home && i < COUNT_OF(folders); i++)
		if (str_starts_with(str_of(home->file->name), str_of(folders[i])))
			return name.len && name.s[0] >= 'a' && name.s[0] <= 'z';
	return false;
}

/* Whether one of Python's own values has the attribute, which is not followed then. `listed` is
 * what is told of its class. */
static enum name_presence presence_in_python(const struct trace *trace, const struct value *object,
                                             struct str name, enum name_presence listed)
{
	bool of_bytes = str_equal(name, STR("decode")) || str_equal(name, STR("hex"));
	if (!is_of_python(object))
		return NAME_MISSING;
	if (str_starts_with(name, STR("_")))
		return listed;
	if (object->kind == VALUE_STRING && of_bytes)
		return NAME_UNTOLD;
	if (is_plain_function(object))
		return NAME_MISSING;
	if (object->kind == VALUE_FUNCTION) /* which anyone may give attributes */
		return source_is_script(&trace->spec->program_file) ? NAME_UNTOLD : NAME_MISSING;
	return object->kind == VALUE_BOOL || object->kind == VALUE_NONE ? NAME_MISSING : listed;
}

/* Whether it is of some of JAX's tracers alone, of which one does not tell which is here. JAX:
 * interpreters/ad.py, interpreters/batching.py. */
static bool is_of_tracers(const struct value *object, struct str name)
{
	static const char *const names[] = {"primal", "tangent", "val", "batch_dim"};
	return object->kind == VALUE_ARRAY && !object->array->host &&
	       str_place(name, names, COUNT_OF(names)) < COUNT_OF(names);
}

/* Whether devices have it, some of which only: how much memory is in use, where in a slice they
 * are.
 */
static bool is_of_device(const struct value *object, enum name_presence presence)
{
	return object->kind == VALUE_RECORD && strcmp(object->record.class_name, "Device") == 0 &&
	       presence != NAME_MISSING;
}

static const struct value *attribute_missing(struct trace *trace, const struct value *object,
                                             struct str name, enum library_match match)
{
	struct str class = value_class_table(object);
	bool traced = object->kind == VALUE_ARRAY && array_is_traced(trace, object->array);
	bool abstract = object->kind == VALUE_MESH && object->mesh.is_abstract;
	enum name_presence presence = abstract ? NAME_UNTOLD
	                              : str_starts_with(name, STR("_"))
	                                  ? special_presence(trace, object, name)
	                                  : library_presence(trace, class, name);
	enum name_presence in_python = presence_in_python(trace, object, name, presence);
	bool partial =
	    trace->prelude && object->kind == VALUE_PARTIAL && !object->partial.is_method;
	bool bare = object->kind == VALUE_NONE || object->kind == VALUE_BOOL ||
	            object->kind == VALUE_FUNCTION || partial;
	const char *class_name = class_in_errors(trace, object);
	if (object->kind == VALUE_SPEC && op_has(&trace->op, JAX_SHORT_SPEC_REPR))
		class_name = "P";
	bool told = op_has(&trace->op, JAX_SHARDING_IN_TYPES);
	if (traced && told && str_equal(name, STR("sharding")))
		return sharding_missing(trace, object->array);
	if (trace->array_fields && array_exists(trace, object))
		return value_foreign(
		    trace->op.arena,
		    str_format(trace->op.arena, ".%.*s of an array", STR_ARG(name)));
	if (trace->wrapper_fields && is_wrapper(object))
		return value_foreign(
		    trace->op.arena,
		    str_format(trace->op.arena, ".%.*s of a function", STR_ARG(name)));
	if (!trace->prelude && is_of_tracers(object, name))
		return value_foreign(
		    trace->op.arena,
		    str_format(trace->op.arena, "a tracer's .%.*s", STR_ARG(name)));
	if (!trace->prelude && is_of_device(object, presence))
		return value_perhaps(trace->op.arena,
		                     str_format(trace->op.arena, "Device.%.*s", STR_ARG(name)));
	if (!trace->prelude && in_python != NAME_MISSING) {
		struct str dotted =
		    str_format(trace->op.arena, "%s.%.*s", value_class_name(object), STR_ARG(name));
		forget_object(trace, object);
		return in_python == NAME_PRESENT ? value_foreign(trace->op.arena, dotted)
		                                 : value_perhaps(trace->op.arena, dotted);
	}
	bool known = partial || (is_of_python(object) && presence == NAME_MISSING &&
	                         in_python == NAME_MISSING);
	if ((trace->prelude && !trace->failure.catching && !known) ||
	    (presence != NAME_MISSING && match != LIBRARY_ABSENT && !bare))
		(void)trace_unknown(trace, "what .%.*s of a %s gives is not known", STR_ARG(name),
		                    value_class_name(object));
	else if (traced)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
		             TEXT("{} has no attribute {}", value_class_name(object), name));
	else
		trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
		             TEXT("'{}' object has no attribute '{}'", class_name, name));
	trace->op.error.about[0] = object;
	bool shown = !trace->prelude || !trace->failure.catching;
	struct str nearest = shown ? library_suggest(trace, class, name) : (struct str){0};
	if (str_equal(name, STR("replicate")) &&
	    str_equal(str_of(class_name), STR("NamedSharding")))
		explain(&trace->op,
		        HELP("write NamedSharding(mesh, P()): it replicates an array of "
		             "any rank"));
	else if (nearest.s)
		explain(&trace->op, HELP("did you mean .{}?", nearest));
	return NULL;
}

enum { MAX_FOREIGN_NAME = 400 }; /* bytes; of what is deeper inside no more is told */

/* Whether it is arrays that have it: who says what the array is says it, too. */
static bool is_of_arrays(struct str name)
{
	static const char *const names[] = {"shape", "dtype",    "ndim", "size",
	                                    "T",     "sharding", "at"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(name, str_of(names[i])))
			return true;
	return false;
}

/* Whether releases of a package had a name that those which go with this one of JAX have no more:
 * flax.optim, of whose package only what is inside is followed. */
static bool is_gone(const struct trace *trace, struct str package, struct str name)
{
	return library_listed(trace, package, name) &&
	       library_presence(trace, package, name) == NAME_MISSING &&
	       library_submodule(trace, package, name) != NAME_PRESENT;
}

/* What is foreign has foreign attributes: "os" has "os.environ". Those of what a call gave are
 * called as the call is. */
static const struct value *foreign_attribute(struct trace *trace, const struct value *object,
                                             struct str name)
{
	assert(object->kind == VALUE_UNKNOWN);
	const struct origin *origin = value_is_foreign(object) ? object->origin : NULL;
	for (const struct said_attribute *said = origin ? origin->attributes : NULL; said;
	     said = said->next)
		if (str_equal(said->name, name))
			return said->value;
	if (!value_is_foreign(object))
		return object;
	if (object->arrays)
		return trace_foreign(trace, object);
	struct arena *arena = trace->op.arena;
	bool called = str_find(object->string, '(', 0) < object->string.len;
	if ((called && !origin) || object->string.len > MAX_FOREIGN_NAME ||
	    (origin && origin->name.len > MAX_FOREIGN_NAME))
		return value_foreign_as(arena, object, VALUE_UNKNOWN);
	struct str inside = str_format(arena, "%.*s.%.*s", STR_ARG(object->string), STR_ARG(name));
	bool followed = library_module(trace, inside); /* os.path: of os there is no more */
	if (!origin && !called && (followed || is_gone(trace, object->string, name)))
		return module_attribute(trace, object->string, name);
	const struct value *of_library =
	    origin || called ? NULL : inner_module_value(trace, object->string, name);
	if (of_library)
		return of_library;
	const struct value *foreign =
	    called ? value_foreign_as(arena, object, VALUE_UNKNOWN) : value_foreign(arena, inside);
	if (is_grown_list(object))
		return grown_list_method(trace, object, name, foreign);
	if (!origin)
		return foreign;
	struct str dotted = str_format(arena, "%.*s.%.*s", STR_ARG(origin->name), STR_ARG(name));
	return value_named(arena, foreign, is_of_arrays(name) ? origin->name : dotted, origin->at);
}

/* What the program has put into a module of a library; NULL: nothing of this name. */
static const struct value *added_attribute(const struct trace *trace, const struct value *module,
                                           struct str name)
{
	if (!trace->names.added || trace->prelude)
		return NULL;
	return scope_get(trace->names.added, str_format(trace->op.arena, "%s.%.*s",
	                                                module->module->name, STR_ARG(name)));
}

/* What a module of the user's own has not under a name. */
static const struct value *own_name_lacking(struct trace *trace, const struct value *module,
                                            struct str name)
{
	const char *title = module->module->name;
	if (project_lacks(trace, module, name))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
		                    TEXT("module '{}' has no attribute '{}'", title, name));
	return value_perhaps(trace->op.arena,
	                     str_format(trace->op.arena, "%s.%.*s", title, STR_ARG(name)));
}

const struct value *trace_attribute(struct trace *trace, const struct value *object,
                                    struct str name, struct span at)
{
	if (object->kind == VALUE_UNKNOWN)
		return foreign_attribute(trace, object, name);
	if (is_project_module(object)) {
		const struct value *value = project_attribute(trace, object, name, at);
		return value || trace->op.error.raised ? value
		                                       : own_name_lacking(trace, object, name);
	}
	if (object->kind == VALUE_MODULE) {
		const struct value *added = added_attribute(trace, object, name);
		return added ? added : module_attribute(trace, str_of(object->module->name), name);
	}
	if (object->kind == VALUE_BUILTIN)
		return class_attribute(trace, object, name, at);
	if (object->kind == VALUE_OBJECT || object->kind == VALUE_CLASS ||
	    object->kind == VALUE_SUPER)
		return object_attribute(trace, object, name, at);
	const struct value *own = own_attribute(trace, object, name, at);
	if (own || trace->op.error.raised || trace->op.error.unknown)
		return own;
	const struct function_row *row;
	enum library_match match = LIBRARY_NOTHING;
	if (object->kind == VALUE_ARRAY && !object->array->host &&
	    !array_is_traced(trace, object->array))
		match = library_find(trace, STR("ArrayImpl"), name, &row);
	if (match != LIBRARY_FOUND)
		match = library_find_method(trace, object, name, &row);
	if (match == LIBRARY_FOUND)
		return library_method(trace, row, object, at);
	own = existing_attribute(trace, object, name);
	return own ? own : attribute_missing(trace, object, name, match);
}
