/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions and methods that the library has. */
#include "trace/event.h"
#include "trace/interpret.h"
#include "op/levels.h"
#include "trace/release_words.h"
#include "trace/staging.h"

static struct str row_name(const struct function_row *row)
{
	return str_of(row->python_name ? row->python_name : row->name);
}

/* What is given, with the object a method belongs to in front. */
static struct given with_self(struct trace *trace, const struct value *self,
                              const struct given *given)
{
	struct given all = *given;
	uint32_t count = given->positional.count;
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, (size_t)count + 1);
	items[0] = self;
	for (uint32_t i = 0; i < count; i++)
		items[i + 1] = given->positional.items[i];
	all.positional = (struct value_list){items, count + 1};
	return all;
}

static bool any_unknown(struct trace *trace, const struct value *const *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		charge_value(trace, values[i]);
	for (uint32_t i = 0; i < count; i++)
		if (value_has_unknown(values[i]))
			return true;
	return false;
}

/* Whether the arguments can be mapped by the vmaps that are looked at, which jit does by their
 * types. */
static bool mapped_arguments(struct trace *trace, const struct call_arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++) {
		const struct value *value = arguments->values[i];
		if (value->kind == VALUE_ARRAY && value->array->level &&
		    !array_like(&trace->op, value->array))
			return false;
	}
	return true;
}

/* Calls a function that jax.jit is around. */
static const struct value *call_jitted(struct trace *trace, const struct call_arguments *arguments)
{
	struct staging staging;
	const struct value *result;
	staging_begin(&staging, trace);
	do {
		result = mapped_arguments(trace, arguments) ? arguments->row->call(trace, arguments)
		                                            : NULL;
		if (!result)
			return staging_fail(&staging);
	} while (staging_next(&staging));
	return result;
}

const struct value *call_row(struct trace *trace, const struct function_row *row,
                             const struct value *self, const struct given *given)
{
	struct formal formals[MAX_PARAMETERS];
	struct given all = self ? with_self(trace, self, given) : *given;
	if (!row->signature)
		return trace_raise(trace, RULE_PROGRAM_ERROR, "TypeError",
		                   "'%s' object is not callable", row->name);
	uint32_t count = signature_read(trace, row->signature, formals);
	const struct value **values = arena_new(trace->op.arena, const struct value *, count);
	if (!bind_arguments(trace, row_name(row), formals, count, &all, values)) {
		(void)say_keyword_released(trace, row, formals, count, given);
		return NULL;
	}
	if (!row->takes_unknown && any_unknown(trace, values, count))
		return &value_unknown;
	struct call_arguments arguments = {row, values, count, given->at, given->call};
	const struct call_arguments *outer = trace->calling;
	trace->calling = &arguments;
	const struct value *result =
	    row->jitted ? call_jitted(trace, &arguments) : row->call(trace, &arguments);
	trace->calling = outer;
	if (result && given->call)
		trace_note_operation(trace, program_text(trace->program, given->call->function->at),
		                     result, given->at);
	return result;
}

static const struct value *call_constant(struct trace *trace, const struct function_row *row,
                                         const struct value *self)
{
	struct call_arguments arguments = {row, &self, self ? 1 : 0, {0, 0}, NULL};
	return row->call(trace, &arguments);
}

const struct value *library_value(struct trace *trace, const struct function_row *row)
{
	if (!row->signature)
		return call_constant(trace, row, NULL);
	struct value *value = value_new(trace->op.arena, VALUE_BUILTIN);
	value->builtin = row;
	return value;
}

const struct value *library_method(struct trace *trace, const struct function_row *row,
                                   const struct value *self)
{
	if (!row->signature)
		return call_constant(trace, row, self);
	struct value *value = value_new(trace->op.arena, VALUE_METHOD);
	value->method.row = row;
	value->method.self = self;
	return value;
}

const struct value *library_call(struct trace *trace, const char *module, const char *name,
                                 const struct value *const *arguments, uint32_t count,
                                 struct span at)
{
	const struct function_row *row;
	struct given given = {{arguments, count}, NULL, 0, at, NULL};
	if (library_find(trace, str_of(module), str_of(name), &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "%s.%s is not known", module, name);
	return call_row(trace, row, NULL, &given);
}

const struct value *call_method(struct trace *trace, const struct value *self, const char *name,
                                const struct value *const *arguments, uint32_t count,
                                struct span at, bool *found)
{
	const struct function_row *row;
	struct given given = {{arguments, count}, NULL, 0, at, NULL};
	struct str table = value_class_table(self);
	*found = table.len && library_find(trace, table, str_of(name), &row) == LIBRARY_FOUND;
	return *found ? call_row(trace, row, self, &given) : NULL;
}
