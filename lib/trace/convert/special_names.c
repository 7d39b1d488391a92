/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/special_names.h"

#include <assert.h>
#include "trace/convert/tracer.h"
#include "trace/state/trace.h"
#include "trace/value/class.h"

static const char *table_of(const struct trace *trace, const struct value *value)
{
	static const char *const tables[VALUE_KIND_COUNT] = {
	    [VALUE_NONE] = "None",
	    [VALUE_BOOL] = "int",
	    [VALUE_INT] = "int",
	    [VALUE_FLOAT] = "float",
	    [VALUE_COMPLEX] = "complex",
	    [VALUE_STRING] = "str",
	    [VALUE_LIST] = "list",
	    [VALUE_SET] = "set",
	    [VALUE_DICT] = "dict",
	    [VALUE_RANGE] = "range",
	    [VALUE_SLICE] = "slice",
	    [VALUE_SCALAR] = "numpy.generic",
	    [VALUE_FUNCTION] = "function",
	    [VALUE_PARTIAL] = "partial",
	    [VALUE_DESCRIPTOR] = "descriptor",
	    [VALUE_ITERATOR] = "iterator",
	    [VALUE_CLASS] = "class",
	    [VALUE_OBJECT] = "object",
	};
	if (value->kind == VALUE_TUPLE)
		return value->named ? NULL : "tuple";
	if (value->kind != VALUE_ARRAY)
		return tables[value->kind];
	if (value->array->host)
		return "numpy.ndarray";
	return array_is_traced(trace, value->array) ? "tracer" : "ArrayImpl";
}

/* Whether nothing but object and classes of the program's own text is behind it: others, and what
 * makes dataclasses and enumerations, add names. */
static bool is_plain(const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct class_value *one = class->class->order[i]->class;
		bool is_object = one->is_builtin && str_equal(one->name, STR("object"));
		if (one->form != CLASS_PLAIN || one->in_part || (one->is_builtin && !is_object))
			return false;
	}
	return true;
}

static bool is_special(struct str name)
{
	return name.len > 4 && str_starts_with(name, STR("__")) && name.s[name.len - 1] == '_' &&
	       name.s[name.len - 2] == '_';
}

enum name_presence special_presence(const struct trace *trace, const struct value *value,
                                    struct str name)
{
	const char *kind = table_of(trace, value);
	const struct value *class = value->kind == VALUE_CLASS    ? value
	                            : value->kind == VALUE_OBJECT ? value->object.class
	                                                          : NULL;
	bool private = !class && value->kind != VALUE_ARRAY && str_starts_with(name, STR("_"));
	if (!kind || !(is_special(name) || private))
		return NAME_UNTOLD;
	struct arena_mark mark = arena_mark(trace->scratch);
	bool always = library_listed(trace, str_format(trace->scratch, "%s.__*__", kind), name);
	bool perhaps = library_listed(trace, str_format(trace->scratch, "%s.__?__", kind), name);
	arena_rewind(trace->scratch, mark);
	if (always)
		return NAME_PRESENT;
	return perhaps || (class && !is_plain(class)) ? NAME_UNTOLD : NAME_MISSING;
}
