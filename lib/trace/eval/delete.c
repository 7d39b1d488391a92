/* SPDX-License-Identifier: Apache-2.0 */
/* del: of names, and of what lists and dicts have. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include "trace/convert/grown_list.h"
#include "trace/convert/sequence.h"
#include "trace/eval/equality.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/eval/statement.h"
#include "trace/state/failure.h"
#include "trace/state/trace.h"

static bool delete_from_list(struct trace *trace, struct value *list, int64_t index)
{
	assert(list->kind == VALUE_LIST);
	uint32_t count = list->list.count;
	if (index < -(int64_t)count || index >= count)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "IndexError",
		              TEXT("list assignment index out of range"));
	uint32_t at = (uint32_t)(index < 0 ? index + count : index);
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i + 1 < count; i++)
		items[i] = list->list.items[i < at ? i : i + 1];
	list_replace(list, &(struct value_list){items, count - 1});
	return true;
}

static bool delete_from_dict(struct trace *trace, struct value *dict, const struct value *key)
{
	assert(dict->kind == VALUE_DICT);
	key = hashed_item(trace, dict, key);
	if (key && value_has_unknown(key)) {
		forget_at(trace, dict, key);
		return true;
	}
	return key &&
	       (dict_remove(trace, dict, key) ||
	        refuse(&trace->op, RULE_PROGRAM_ERROR, "KeyError", TEXT("{}", value_repr(key))));
}

/* del object[index] */
static bool delete_item(struct trace *trace, const struct expression *target)
{
	const struct value *object = evaluate(trace, target->subscript.object);
	const struct value *index = object ? evaluate_index(trace, target) : NULL;
	int64_t integer;
	if (!index)
		return false;
	if (object->kind == VALUE_LIST && index_integer(index, &integer))
		return delete_from_list(trace, value_changed(trace, object), integer);
	const struct value *both[] = {object, index};
	if (object->kind == VALUE_LIST && index->kind == VALUE_SLICE && !value_has_unknown(index))
		return library_call(trace, "<slice>", "delete", both, 2, call_span(trace, target));
	if (object->kind == VALUE_DICT && !value_has_unknown(index))
		return delete_from_dict(trace, value_changed(trace, object), index);
	if (object->kind == VALUE_TUPLE || object->kind == VALUE_ARRAY ||
	    object->kind == VALUE_STRING || object->kind == VALUE_RANGE)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' object doesn't support item deletion", value_class_name(object)));
	bool known = object->kind != VALUE_UNKNOWN, found;
	const struct value *done =
	    call_method(trace, object, "__delitem__", &index, 1, call_span(trace, target), &found);
	if (found)
		return done;
	grown_list_open(trace, object);
	forget_object(trace, object);
	return !known || op_unknown(&trace->op, "what is left after this 'del' is not followed");
}

static bool delete_part(struct trace *trace, const struct expression *target)
{
	if (target->kind == EXPRESSION_SUBSCRIPT)
		return delete_item(trace, target);
	const struct value *object = evaluate(trace, target->attribute.object);
	if (!object || object->kind == VALUE_UNKNOWN)
		return object;
	if (has_attributes(object) && object->kind != VALUE_FUNCTION)
		return delete_attribute(trace, object, target->attribute.name);
	return op_unknown(&trace->op, "'del' of an attribute is not followed");
}

void run_delete(struct trace *trace, const struct expression *target)
{
	if (target->kind == EXPRESSION_NAME) {
		if (evaluate(trace, target))
			bind_name(trace, target->name, NULL, target->at);
		else
			report_failure(trace);
	} else if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST) {
		for (uint32_t i = 0; i < target->list.count; i++)
			run_delete(trace, target->list.items[i]);
	} else if (!delete_part(trace, target) && !place_failure(trace, call_span(trace, target))) {
		report_failure(trace);
	}
}
