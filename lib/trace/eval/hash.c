/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/hash.h"

#include "trace/convert/iterate.h"
#include "trace/convert/pytree_node.h"
#include "trace/module/library_call.h"
#include "trace/state/failure.h"
#include "trace/value/class.h"

/* Whether a class makes a hash of the fields of its objects. CPython:
 * Lib/dataclasses.py _hash_action. */
static bool hashes_fields(const struct value *class)
{
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct class_value *one = class->class->order[i]->class;
		if (one->form == CLASS_DATACLASS && !one->by_identity)
			return one->is_frozen || one->is_hashed;
		if (dict_get_text(one->names, STR("__eq__")))
			return false;
	}
	return false;
}

/* Whether the fields of an object have a hash, where its own is made of them. */
static bool fields_hashed(struct trace *trace, const struct value *object, struct span at)
{
	if (object->kind != VALUE_OBJECT || class_in_part(object->object.class) ||
	    !hashes_fields(object->object.class))
		return true;
	const struct class_value *class = object->object.class->class;
	for (uint32_t i = 0; i < class->nfields; i++) {
		const struct class_field *field = &class->fields[i];
		const struct value *value =
		    field->hashed ? dict_get_text(object->object.fields, field->name) : NULL;
		if (value && !value_hash(trace, value, at))
			return false;
	}
	return true;
}

const struct value *value_hash(struct trace *trace, const struct value *value, struct span at)
{
	bool found = false;
	const struct value *object = pytree_method_object(trace, value);
	if (object)
		value = object;
	const struct value *own =
	    class_of(value) ? call_method(trace, value, "__hash__", NULL, 0, at, &found) : NULL;
	if (found)
		return own;
	return require_hashable(trace, value) && fields_hashed(trace, value, at)
	           ? value_foreign_as(trace->op.arena,
	                              value_foreign(trace->op.arena, STR("hash(…)")), VALUE_INT)
	           : NULL;
}

bool require_function_hash(struct trace *trace, const struct value *function, struct span at)
{
	const struct value *class = function->kind == VALUE_OBJECT ? function->object.class : NULL;
	bool known = class && (class->class->tree.form == TREE_ATTRIBUTES || !class_in_part(class));
	if (!known && !pytree_method_object(trace, function))
		return true;
	if (value_hash(trace, function, at))
		return true;
	if (!trace->op.error.raised) {
		trace->op.error = (struct op_error){0};
		return true;
	}
	explain(
	    &trace->op,
	    WORDS("JAX keeps what it makes of a function by its hash, and this one, which holds "
	          "arrays or can be changed, has none"),
	    HELP("give it a function around this one, such as lambda x: f(x), or pass what "
	         "holds the arrays as an argument"));
	return false;
}

bool object_unhashed(struct trace *trace, const struct value *object, struct span at)
{
	if (trace->op.error.raised || require_function_hash(trace, object, at))
		return false;
	trace->op.error = (struct op_error){0};
	return true;
}
