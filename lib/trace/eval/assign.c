/* SPDX-License-Identifier: Apache-2.0 */
/* Giving values to targets. */
#include "trace/convert/grown_list.h"
#include "trace/convert/iterate.h"

#include <assert.h>
#include "trace/convert/numpy_array.h"
#include "trace/convert/sequence.h"
#include "trace/convert/tracer.h"
#include "trace/eval/equality.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/given_away.h"
#include "trace/eval/object.h"
#include "trace/eval/statement.h"
#include "trace/module/environment.h"
#include "trace/module/library_call.h"
#include "trace/module/project.h"
#include "trace/state/changes.h"
#include "trace/state/failure.h"
#include "trace/state/library_index.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

void bind_name(struct trace *trace, struct str name, const struct value *value, struct span at)
{
	name_set(trace, scope_of_target(trace->scope, name), name, value, at);
}

/* Gives a name a value; what comes from outside is known by it from now on. */
static void bind_target(struct trace *trace, const struct expression *target,
                        const struct value *value)
{
	if (value_is_foreign(value) && !value->origin && !trace->prelude && !is_grown_list(value))
		value = value_named(trace->op.arena, value, target->name, target->at);
	struct bound_name *own = scope_own(trace->scope, target);
	if (own)
		own_name_set(trace, trace->scope, own,
		             (struct bound_name){target->name, value, target->at});
	else
		bind_name(trace, target->name, value, target->at);
}

static bool unpack_refused(struct trace *trace, uint32_t wanted, uint32_t got, bool starred)
{
	if (got > wanted)
		refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("too many values to unpack (expected {})", wanted));
	else
		refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("not enough values to unpack (expected {}{}, got {})",
		            starred ? "at least " : "", wanted, got));
	return explain(&trace->op,
	               WORDS("{} value{} for {}{} name{}", got, got == 1 ? "" : "s",
	                     starred ? "at least " : "", wanted, wanted == 1 ? "" : "s"));
}

static bool assign_items(struct trace *trace, const struct expression_list *targets,
                         const struct value_list *items)
{
	uint32_t star = targets->count, extra = 0;
	for (uint32_t i = 0; i < targets->count; i++)
		if (targets->items[i]->kind == EXPRESSION_STARRED)
			star = i;
	bool starred = star < targets->count;
	uint32_t wanted = targets->count - starred;
	if (items->count < wanted || (!starred && items->count > wanted))
		return unpack_refused(trace, wanted, items->count, starred);
	for (uint32_t i = 0; i < targets->count; i++) {
		const struct value *value;
		if (i == star) {
			extra = items->count - wanted;
			value =
			    value_sequence(trace->op.arena, VALUE_LIST, items->items + i, extra);
			extra--;
		} else {
			value = items->items[i + extra];
		}
		const struct expression *target = targets->items[i];
		if (!assign(trace, i == star ? target->operand : target, value))
			return false;
	}
	return true;
}

/* Gives every name of a target the same value, of whose items nothing is known, and every attribute
 * and item among several; false after what ends that. */
static bool assign_to_all(struct trace *trace, const struct expression *target,
                          const struct value *value)
{
	bool several = target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST;
	if (target->kind == EXPRESSION_NAME)
		bind_target(trace, target, value);
	for (uint32_t i = 0; several && i < target->list.count; i++) {
		const struct expression *item = target->list.items[i];
		if (item->kind == EXPRESSION_STARRED)
			item = item->operand;
		bool part =
		    item->kind == EXPRESSION_ATTRIBUTE || item->kind == EXPRESSION_SUBSCRIPT;
		if (part && (trace->op.error.raised || trace->op.error.unknown))
			continue;
		if (!(part ? assign : assign_to_all)(trace, item, value))
			return false;
	}
	return true;
}

static bool unpack(struct trace *trace, const struct expression *target, const struct value *value)
{
	assert(target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST);
	struct value_list items;
	bool number = value->kind == VALUE_NONE || value->kind == VALUE_BOOL ||
	              value->kind == VALUE_INT || value->kind == VALUE_FLOAT ||
	              value->kind == VALUE_FUNCTION;
	bool object =
	    value->kind == VALUE_OBJECT && !class_find(value->object.class, STR("__iter__")) &&
	    !class_find(value->object.class, STR("__getitem__")) && object_shows_fields(value);
	if (number || object)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("cannot unpack non-iterable {} object", value_class_name(value)));
	if (value->kind == VALUE_UNKNOWN)
		return assign_to_all(trace, target, value);
	if (trace_iterate_at(trace, value, target, &items))
		return assign_items(trace, &target->list, &items);
	if (trace->op.error.raised || trace->op.error.unknown)
		return false;
	assign_unknown(trace, target);
	return true;
}

static bool assign_list_item(struct trace *trace, const struct value *list, int64_t index,
                             const struct value *value)
{
	assert(list->kind == VALUE_LIST);
	int64_t count = list->list.count;
	if (index < -count || index >= count)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "IndexError",
		              TEXT("list assignment index out of range"));
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, list->list.count);
	memcpy(items, list->list.items, list->list.count * sizeof *items);
	items[index < 0 ? index + count : index] = value;
	list_replace(value_changed(trace, list), &(struct value_list){items, list->list.count});
	return true;
}

/* list[start:stop:step] = values */
static bool assign_slice(struct trace *trace, const struct value *list, const struct value *slice,
                         const struct value *values, const struct expression *target)
{
	assert(list->kind == VALUE_LIST && slice->kind == VALUE_SLICE);
	const struct value *given[] = {
	    list, slice, slice->slice.start, slice->slice.stop, slice->slice.step, values};
	if (library_call(trace, "<slice>", "assign", given, 6, call_span(trace, target)))
		return true;
	if (!trace->op.error.raised)
		forget_object(trace, list);
	return false;
}

/* Writes into what is not known, which may be a part of any container, refuse the value, or keep
 * and change it: nothing is known of it. */
static bool write_unseen(struct trace *trace, const struct value *value)
{
	trace->writes_unseen = true;
	trace->failure.foreign_steps++;
	give_away_value(trace, value);
	return true;
}

/* Whether it is what globals() gives in a program that writes into it. */
static bool is_globals(const struct value *object)
{
	return value_is_foreign(object) && str_equal(object->string, STR("globals(…)"));
}

/* object[index] = value */
static bool assign_item(struct trace *trace, const struct expression *target,
                        const struct value *value)
{
	const struct value *object = evaluate(trace, target->subscript.object);
	const struct value *index = object ? evaluate_index(trace, target) : NULL;
	int64_t integer;
	if (!index)
		return false;
	environment_set(trace, object, index, value);
	if (is_globals(object) && index->kind == VALUE_STRING)
		name_set(trace, scope_top(trace->scope), index->string, value, target->at);
	grown_list_open(trace, object);
	if (object->kind == VALUE_UNKNOWN)
		return write_unseen(trace, value);
	if (object->kind == VALUE_DICT)
		index = hashed_item(trace, object, index);
	if (!index)
		return false;
	if (object->kind == VALUE_DICT && !value_has_unknown(index)) {
		dict_set(trace, value_changed(trace, object), index, value);
		return true;
	}
	if (object->kind == VALUE_LIST && index_integer(index, &integer))
		return assign_list_item(trace, object, integer, value);
	if (object->kind == VALUE_LIST && index->kind == VALUE_SLICE && !value_has_unknown(index))
		return assign_slice(trace, object, index, value, target);
	if (is_numpy_array(object) && object->array->read_only)
		return refuse_read_only(trace, "assignment destination is read-only");
	if (is_numpy_array(object))
		numpy_set_item(trace, object, index, value);
	if (object->kind == VALUE_DEVICES || is_numpy_array(object))
		return true;
	if (object->kind == VALUE_ARRAY)
		return array_assignment(trace, target);
	if (object->kind == VALUE_LIST || object->kind == VALUE_DICT)
		forget_at(trace, object, index);
	if (object->kind == VALUE_UNKNOWN)
		return true;
	if (object->kind == VALUE_RECORD)
		return op_unknown(&trace->op, "this assignment to an item is not followed");
	bool found;
	const struct value *both[] = {index, value};
	const struct value *done =
	    call_method(trace, object, "__setitem__", both, 2, call_span(trace, target), &found);
	if (found)
		return done;
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("'{}' object does not support item assignment", value_class_name(object)));
}

bool array_assignment(struct trace *trace, const struct expression *target)
{
	assert(target->kind == EXPRESSION_SUBSCRIPT);
	struct str object = program_text(trace->program, target->subscript.object->at);
	struct str index = program_text(trace->program, target->subscript.index->at);
	const char *page = op_has(&trace->op, JAX_DOCS_DEV)
	                       ? "https://docs.jax.dev/en/latest/_autosummary/"
	                       : "https://jax.readthedocs.io/en/latest/_autosummary/";
	if (op_has(&trace->op, JAX_ASSIGNMENT_BY_CLASS))
		refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("'<class 'jax._src.interpreters.partial_eval.DynamicJaxprTracer'>' "
		            "object does not support item assignment. JAX arrays are immutable. "
		            "Instead of ``x[idx] = y``, use ``x = x.at[idx].set(y)`` or another "
		            ".at[] method: {}jax.numpy.ndarray.at.html",
		            page));
	else
		refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("JAX arrays are immutable and do not support in-place item assignment. "
		            "Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] "
		            "method: {}jax.numpy.ndarray.at.html",
		            page));
	return explain(&trace->op, WORDS("arrays of JAX cannot be changed in place"),
	               HELP("{} = {}.at[{}].set(…)", object, object, index));
}

/* Whether the value is the __new__ of a class of named tuples. */
static bool is_named_tuple_new(const struct value *value)
{
	return value->kind == VALUE_METHOD && strcmp(value->method.row->name, "__new__") == 0 &&
	       value->method.self->kind == VALUE_CLASS &&
	       value->method.self->class->form == CLASS_NAMED_TUPLE;
}

/* What NumPy's arrays let a program write: parts of them, and how their memory is read. */
static bool is_writable_part(const struct value *object, struct str name)
{
	static const char *const names[] = {"real", "imag", "flat", "shape", "dtype", "strides"};
	bool any = false;
	for (uint32_t i = 0; i < COUNT_OF(names); i++)
		any = any || str_equal(name, str_of(names[i]));
	return any && object->kind == VALUE_ARRAY && object->array->host;
}

/* Puts a value into a module of a library under a name that is not known to be one of its own, so
 * that nothing that is known of the library reads it; false, and nothing is done, when it is. */
static bool add_to_module(struct trace *trace, const struct value *module, struct str name,
                          const struct value *value, struct span at)
{
	struct arena *arena = trace->op.arena;
	struct str dotted = str_format(arena, "%s.%.*s", module->module->name, STR_ARG(name));
	bool again = trace->names.added && scope_get(trace->names.added, dotted);
	trace->failure.catching++;
	const struct value *had = again ? NULL : trace_attribute(trace, module, name, at);
	trace->failure.catching--;
	trace->op.error = (struct op_error){0};
	bool own = had && had->kind != VALUE_UNKNOWN;
	if (own)
		return false;
	if (!trace->names.added)
		trace->names.added = scope_new(arena, NULL, NULL, STR(""));
	name_set(trace, trace->names.added, dotted, value, at);
	return true;
}

/* object.name = value: builtin objects and arrays take none. */
static bool assign_attribute(struct trace *trace, const struct expression *target,
                             const struct value *value)
{
	const struct value *object = evaluate(trace, target->attribute.object);
	if (!object)
		return false;
	if (object->kind == VALUE_UNKNOWN)
		return write_unseen(trace, value);
	if (is_project_module(object)) {
		name_set(trace, object->module_scope, target->attribute.name, value, target->at);
		return true;
	}
	if (object->kind == VALUE_MODULE &&
	    add_to_module(trace, object, target->attribute.name, value, target->at))
		return true;
	if (has_attributes(object))
		return set_attribute(trace, object, target->attribute.name, value);
	if (is_numpy_array(object)) {
		numpy_forget(trace, object);
		return op_unknown(&trace->op, "assignments to attributes are not followed");
	}
	if (array_exists(trace, object) &&
	    library_presence(trace, STR("ArrayImpl"), target->attribute.name) == NAME_MISSING) {
		trace->array_fields = true;
		return true;
	}
	if (is_wrapper(object)) {
		trace->wrapper_fields = true;
		return true;
	}
	bool fixed = object->kind <= VALUE_ARRAY;
	if (is_named_tuple_new(object) && value_items(value) &&
	    str_equal(target->attribute.name, STR("__defaults__"))) {
		set_field_defaults(trace, object->method.self->class, value_items(value));
		return true;
	}
	if (!fixed && str_equal(target->attribute.name, STR("__doc__")))
		return true; /* of a jitted function; what reads it does not know it */
	if (!fixed || is_writable_part(object, target->attribute.name)) {
		forget_object(trace, object);
		return op_unknown(&trace->op, "assignments to attributes are not followed");
	}
	return refuse_new_attribute(trace, object, target->attribute.name);
}

bool assign(struct trace *trace, const struct expression *target, const struct value *value)
{
	switch ((enum expression_kind)target->kind) {
	case EXPRESSION_NAME:
		bind_target(trace, target, value);
		return true;
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
		if (unpack(trace, target, value))
			return true;
		break;
	case EXPRESSION_SUBSCRIPT:
		if (assign_item(trace, target, value))
			return true;
		break;
	case EXPRESSION_ATTRIBUTE:
		if (assign_attribute(trace, target, value))
			return true;
		break;
	default:
		return true;
	}
	if (!trace->op.error.raised)
		forget_written(trace, target);
	if (!place_failure(trace, call_span(trace, target)))
		return false;
	assign_unknown(trace, target);
	return true;
}

void assign_unknown(struct trace *trace, const struct expression *target)
{
	(void)assign_to_all(trace, target, &value_unknown);
}
