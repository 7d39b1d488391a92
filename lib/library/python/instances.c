/* SPDX-License-Identifier: Apache-2.0 */
/* isinstance. */

#include "library/python/python.h"

#include <assert.h>
#include "library/placement/placement.h"
#include "trace/convert/pytree_node.h"
#include "trace/convert/tracer.h"
#include "trace/eval/prelude.h"
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

/* Whether a record is a member of an enumeration or an object, and so no named tuple. */
static bool is_no_tuple(const struct value *record)
{
	static const char *const names[] = {"Precision",
	                                    "DotAlgorithmPreset",
	                                    "GatherScatterMode",
	                                    "PyTreeDef",
	                                    "Device",
	                                    "SingleDeviceSharding",
	                                    "Field"};
	return str_place(str_of(record->record.class_name), names, COUNT_OF(names)) <
	       COUNT_OF(names);
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

/* What there is of Python's values, as far as its abstract classes tell it apart. */
enum {
	GROUP_PLAIN = 1 << 0, /* numbers, None and modules: of none of the classes below */
	GROUP_ARRAYS = 1 << 1,
	GROUP_TEXTS = 1 << 2, /* and ranges */
	GROUP_TUPLES = 1 << 3,
	GROUP_LISTS = 1 << 4,
	GROUP_DICTS = 1 << 5,
	GROUP_SETS = 1 << 6,
	GROUP_FUNCTIONS = 1 << 7,
	GROUP_CLASSES = 1 << 8,
	GROUP_ITERATORS = 1 << 9,
	GROUPS_SEQUENCES = GROUP_TEXTS | GROUP_TUPLES | GROUP_LISTS,
	GROUPS_SIZED = GROUP_ARRAYS | GROUPS_SEQUENCES | GROUP_DICTS | GROUP_SETS,
};

/* Classes of collections.abc, and of typing by the same names: which values are of them, and the
 * method that makes an object of the program one; "" where none does, NULL where several do.
 * CPython: Lib/_collections_abc.py. */
static const struct abstract_class {
	const char *name, *method;
	int groups;
} abstract_classes[] = {
    {"Iterable", "__iter__", GROUPS_SIZED | GROUP_ITERATORS},
    {"Sized", "__len__", GROUPS_SIZED},
    {"Collection", NULL, GROUPS_SIZED},
    {"Container", "__contains__", GROUPS_SIZED},
    {"Sequence", "", GROUPS_SEQUENCES},
    {"MutableSequence", "", GROUP_LISTS},
    {"Mapping", "", GROUP_DICTS},
    {"MutableMapping", "", GROUP_DICTS},
    {"Set", "", GROUP_SETS},
    {"AbstractSet", "", GROUP_SETS},
    {"Callable", "__call__", GROUP_FUNCTIONS | GROUP_CLASSES},
    {"Iterator", "__next__", GROUP_ITERATORS},
    {"List", "", GROUP_LISTS},
    {"Dict", "", GROUP_DICTS},
    {"Tuple", "", GROUP_TUPLES},
};

/* The group of a value; 0: that is not known. */
static int group_of(const struct value *value)
{
	static const int groups[VALUE_KIND_COUNT] = {
	    [VALUE_NONE] = GROUP_PLAIN,
	    [VALUE_BOOL] = GROUP_PLAIN,
	    [VALUE_INT] = GROUP_PLAIN,
	    [VALUE_FLOAT] = GROUP_PLAIN,
	    [VALUE_COMPLEX] = GROUP_PLAIN,
	    [VALUE_SCALAR] = GROUP_PLAIN,
	    [VALUE_MODULE] = GROUP_PLAIN,
	    [VALUE_ARRAY] = GROUP_ARRAYS,
	    [VALUE_STRING] = GROUP_TEXTS,
	    [VALUE_RANGE] = GROUP_TEXTS,
	    [VALUE_TUPLE] = GROUP_TUPLES,
	    [VALUE_LIST] = GROUP_LISTS,
	    [VALUE_DICT] = GROUP_DICTS,
	    [VALUE_SET] = GROUP_SETS,
	    [VALUE_FUNCTION] = GROUP_FUNCTIONS,
	    [VALUE_METHOD] = GROUP_FUNCTIONS,
	    [VALUE_BUILTIN] = GROUP_FUNCTIONS,
	    [VALUE_PARTIAL] = GROUP_FUNCTIONS,
	    [VALUE_TRANSFORMED] = GROUP_FUNCTIONS,
	    [VALUE_DTYPE] = GROUP_FUNCTIONS,
	    [VALUE_CLASS] = GROUP_CLASSES,
	    [VALUE_ITERATOR] = GROUP_ITERATORS,
	};
	return value->view ? 0 : groups[value->kind];
}

/* Whether a value is of the class: 1, 0, or -1 when that is not known, as for a class that its
 * metaclass may let iterate. */
static int instance_of_abstract(const struct value *value, struct str name)
{
	const struct abstract_class *row = NULL;
	for (size_t i = 0; i < COUNT_OF(abstract_classes); i++)
		if (str_equal(name, str_of(abstract_classes[i].name)))
			row = &abstract_classes[i];
	int group = row ? group_of(mapping_items(value)) : 0;
	if (group == GROUP_CLASSES && !(group & row->groups))
		return -1;
	if (group)
		return (group & row->groups) != 0;
	if (value->kind == VALUE_OBJECT && class_is_abstract(value->object.class, name))
		return 1;
	if (!row || !row->method || value->kind != VALUE_OBJECT ||
	    class_in_part(value->object.class))
		return -1;
	return row->method[0] && class_find(value->object.class, str_of(row->method)) != NULL;
}

/* Whether a value is what Float[Array, "b d"], or Scalar, says: 1, 0, or -1 when that is not known,
 * as of names that a function around it may have bound. */
static int instance_of_annotation(struct trace *trace, const struct value *value,
                                  struct str annotation)
{
	static const char home[] = "jaxtyping.";
	if (str_equal(annotation, STR("jaxtyping.Scalar")))
		annotation = STR("jaxtyping.Shaped[Array, ]");
	size_t open = str_find(annotation, '[', 0), comma = str_find(annotation, ',', open);
	if (!str_starts_with(annotation, str_of(home)) || comma >= annotation.len)
		return -1;
	struct arena *arena = trace->op.arena;
	const struct value *given[] = {
	    value, value_string(arena, str_slice(annotation, sizeof home - 1, open)),
	    value_string(arena, str_slice(annotation, open + 1, comma)),
	    value_string(arena, str_slice(annotation, comma + 2, annotation.len - 1)),
	    value_bool(trace->frame != NULL)};
	const struct value *fits = library_call(trace, PRELUDE_INTRINSICS, "is_annotated", given,
	                                        COUNT_OF(given), (struct span){0, 0});
	return fits && fits->kind == VALUE_BOOL ? fits->boolean : -1;
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
	struct str abstract = class_abstract_name(class);
	if (abstract.s)
		return instance_of_abstract(value, abstract);
	if (class->kind == VALUE_NONE)
		return value->kind == VALUE_NONE;
	if (class->kind == VALUE_UNKNOWN)
		return instance_of_annotation(trace, value, class->string);
	if (class->kind == VALUE_CLASS) {
		const struct value *method = pytree_method_object(trace, value);
		return instance_of_class(method ? method : value, class);
	}
	if (class->kind == VALUE_RECORD && strcmp(class->record.class_name, "type") == 0 &&
	    str_equal(class->record.fields[0]->string, STR("NoneType"))) /* type(None) */
		return value->kind == VALUE_NONE;
	if (class->kind != VALUE_BUILTIN)
		return -1;
	if (is_abstract_dtype(class))
		return value->kind == VALUE_SCALAR && dtype_is_of(value->scalar.dtype, class);
	const char *name = class->builtin->name;
	if (value->kind == VALUE_DTYPE && strcmp(name, "dtype") == 0)
		return -1; /* np.float32 is none, and np.dtype("float32") is one */
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
			return op_has(&trace->op, JAX_SPEC_IS_TUPLE);
		if (strcmp(name, "tuple") == 0 && value->kind == VALUE_TUPLE)
			return 1;
		if (value->kind == VALUE_SCALAR)
			return scalar_is(value->scalar.dtype, name);
		if (value->kind == VALUE_RECORD && strcmp(name, "tuple") == 0 &&
		    !is_no_tuple(value))
			return -1;
	}
	return strcmp(name, value_class_name(value)) == 0;
}

static const struct value *isinstance(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	/* The functions of the prelude ask it of what they know as a whole. */
	bool unknown = x->kind == VALUE_UNKNOWN || (trace->prelude && value_has_unknown(x));
	int is = unknown ? -1 : instance_of(trace, x, argument(arguments, 1));
	if (is >= 0)
		return value_bool(is);
	const struct value *none = result_of_unknown(trace, arguments);
	return none ? none : trace_unknown(trace, "whether this is an instance is not known");
}

/* The same, or None where it is not known. */
static const struct value *is_instance(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	int is = value_has_unknown(x) ? -1 : instance_of(trace, x, argument(arguments, 1));
	return is < 0 ? &value_none : value_bool(is);
}

const struct function_row library_python_instances[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("is_instance", "x, cls", is_instance, .takes_unknown = true),
    MODULE("builtins"),
    FUNCTION("isinstance", "obj, class_or_tuple, /", isinstance, .takes_unknown = true),
    TABLE_END,
};
