/* SPDX-License-Identifier: Apache-2.0 */
/* isinstance. */

#include "library/python/python.h"

#include <assert.h>
#include "library/placement/placement.h"
#include "trace/convert/tracer.h"
#include "trace/module/library_call.h"
#include "trace/state/builtin_class.h"

/* Whether a value is of a class of the program: 1, 0, or -1 when that is not known. */
static int instance_of_class(const struct value *value, const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	if (strcmp(class->class->name.s, "object") == 0 && class->class->is_builtin)
		return 1;
	return class_of(value)                ? class_derives(class_of(value), class)
	       : value->kind == VALUE_UNKNOWN ? -1
	                                      : 0;
}

/* Whether an object is a number or a text too, as members of some enumerations are. */
static int instance_of_mixed(const struct value *object, const struct value *class)
{
	assert(object->kind == VALUE_OBJECT && class->kind != VALUE_OBJECT);
	const struct value *mixed = object->object.class->class->mixed;
	if (!mixed)
		return 0;
	return mixed->kind == VALUE_BUILTIN ? mixed->builtin == class->builtin : -1;
}

/* Whether a record is a member of an enumeration, and so no named tuple. */
static bool is_enumerated(const struct value *record)
{
	static const char *const names[] = {"Precision", "DotAlgorithmPreset", "GatherScatterMode"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(record->record.class_name, names[i]) == 0)
			return true;
	return false;
}

/* Whether numbers of NumPy of a dtype are of a class of Python too. NumPy: float64 derives from
 * float, complex128 from complex. */
static bool scalar_is(const struct dtype *dtype, const char *name)
{
	return (strcmp(name, "float") == 0 && dtype == dtype_named(STR("float64"))) ||
	       (strcmp(name, "complex") == 0 && dtype == dtype_named(STR("complex128")));
}

/* Whether it is the name of a class of JAX or NumPy that values of several kinds are of. */
static bool is_of_arrays(const char *name)
{
	static const char *const names[] = {"Sharding", "Tracer", "ndarray", "Array"};
	return str_place(str_of(name), names, COUNT_OF(names)) < COUNT_OF(names);
}

/* Whether a value is of such a class. */
static bool instance_of_arrays(struct trace *trace, const struct value *value, const char *name,
                               bool numpy)
{
	if (strcmp(name, "Sharding") == 0)
		return value->kind == VALUE_SHARDING || value->kind == VALUE_POSITIONAL ||
		       value_is_single_device(value);
	if (strcmp(name, "Tracer") == 0)
		return value->kind == VALUE_ARRAY && array_is_traced(trace, value->array);
	return (numpy && value->kind == VALUE_DEVICES) ||
	       (value->kind == VALUE_ARRAY && numpy == (value->array->host != NULL));
}

/* Which values are of the classes of collections.abc, and of typing by the same names, as bits by
 * kind; what is in neither set is not known. */
#define KIND(name) (UINT64_C(1) << VALUE_##name)
#define KINDS_PLAIN \
	(KIND(NONE) | KIND(BOOL) | KIND(INT) | KIND(FLOAT) | KIND(COMPLEX) | KIND(MODULE))
#define KINDS_CALLABLE                                                                       \
	(KIND(FUNCTION) | KIND(BUILTIN) | KIND(METHOD) | KIND(PARTIAL) | KIND(TRANSFORMED) | \
	 KIND(CLASS))
#define KINDS_ITERABLE                                                                    \
	(KIND(STRING) | KIND(TUPLE) | KIND(LIST) | KIND(SET) | KIND(DICT) | KIND(RANGE) | \
	 KIND(ARRAY))
#define KINDS_ALL (KINDS_PLAIN | KINDS_CALLABLE | KINDS_ITERABLE)

static const struct {
	const char *name;
	uint64_t is;
	uint64_t may_be; /* of those in KINDS_ALL */
} abstract_classes[] = {
    {"Sequence", KIND(STRING) | KIND(TUPLE) | KIND(LIST) | KIND(RANGE), 0},
    {"MutableSequence", KIND(LIST), 0},
    {"Mapping", KIND(DICT), 0},
    {"MutableMapping", KIND(DICT), 0},
    {"Set", KIND(SET), 0},
    {"Iterable", KINDS_ITERABLE, KINDS_CALLABLE},
    {"Callable", KINDS_CALLABLE, 0},
    {"List", KIND(LIST), 0},
    {"Dict", KIND(DICT), 0},
    {"Tuple", KIND(TUPLE), 0},
};

/* The name of such a class, which typing gives as an object that knows it; without bytes for any
 * other. */
static struct str abstract_name(const struct value *class)
{
	static const char home[] = "collections.abc.";
	struct str none = {NULL, 0};
	const struct value *form = object_field(class, "abstract");
	if (form && form->kind == VALUE_STRING)
		return form->string;
	if (class->kind != VALUE_UNKNOWN || !str_starts_with(class->string, str_of(home)))
		return none;
	return str_slice(class->string, sizeof home - 1, class->string.len);
}

/* Whether a value is of the class: 1, 0, or -1 when that is not known. */
static int instance_of_abstract(const struct value *value, struct str name)
{
	uint64_t kind = UINT64_C(1) << value->kind;
	if (value->kind == VALUE_OBJECT && mapping_items(value) != value)
		kind = KIND(DICT);
	for (size_t i = 0; i < COUNT_OF(abstract_classes) && (kind & KINDS_ALL); i++)
		if (str_equal(name, str_of(abstract_classes[i].name)))
			return abstract_classes[i].is & kind       ? 1
			       : abstract_classes[i].may_be & kind ? -1
			                                           : 0;
	return -1;
}

/* Whether a value is of the class that a name stands for: 1, 0, or -1 when that is not known. */
static int instance_of(struct trace *trace, const struct value *value, const struct value *class)
{
	if (class->kind == VALUE_TUPLE) {
		int any = 0;
		for (uint32_t i = 0; i < class->list.count && any != 1; i++) {
			int one = instance_of(trace, value, class->list.items[i]);
			any = one ? one : any;
		}
		return any;
	}
	struct str abstract = abstract_name(class);
	if (abstract.s)
		return instance_of_abstract(value, abstract);
	if (class->kind == VALUE_NONE)
		return value->kind == VALUE_NONE;
	if (class->kind == VALUE_CLASS)
		return instance_of_class(value, class);
	if (class->kind == VALUE_RECORD && strcmp(class->record.class_name, "type") == 0 &&
	    str_equal(class->record.fields[0]->string, STR("NoneType"))) /* type(None) */
		return value->kind == VALUE_NONE;
	if (class->kind != VALUE_BUILTIN)
		return -1;
	const char *name = class->builtin->name;
	if (value->kind == VALUE_OBJECT && strcmp(name, "dict") == 0)
		return mapping_items(value) != value;
	if (value->kind == VALUE_OBJECT && strcmp(name, "ndarray") == 0) /* of objects */
		return strcmp(value_class_name(value), name) == 0;
	if (value->kind == VALUE_OBJECT)
		return instance_of_mixed(value, class);
	const struct module_row *home = library_home(trace, class->builtin);
	bool of_python = home && strcmp(home->name, "builtins") == 0;
	if (!of_python && is_of_arrays(name))
		return instance_of_arrays(trace, value, name,
		                          home && strcmp(home->name, "numpy") == 0);
	if (of_python) {
		if (strcmp(name, "int") == 0 && value->kind == VALUE_BOOL)
			return 1;
		if (strcmp(name, "tuple") == 0 && value->kind == VALUE_SPEC)
			return -1;
		if (strcmp(name, "tuple") == 0 && value->kind == VALUE_TUPLE)
			return 1;
		if (value->kind == VALUE_SCALAR)
			return scalar_is(value->scalar.dtype, name);
		if (value->kind == VALUE_RECORD && strcmp(name, "tuple") == 0 &&
		    !is_enumerated(value))
			return -1;
	}
	return strcmp(name, value_class_name(value)) == 0;
}

static const struct value *isinstance(struct trace *trace, const struct call_arguments *arguments)
{
	int is = argument(arguments, 0)->kind == VALUE_UNKNOWN
	             ? -1
	             : instance_of(trace, argument(arguments, 0), argument(arguments, 1));
	if (is >= 0)
		return value_bool(is);
	const struct value *unknown = result_of_unknown(trace, arguments);
	return unknown ? unknown : trace_unknown(trace, "whether this is an instance is not known");
}

const struct function_row library_python_instances[] = {
    MODULE("builtins"),
    FUNCTION("isinstance", "obj, class_or_tuple, /", isinstance, .takes_unknown = true),
    TABLE_END,
};
