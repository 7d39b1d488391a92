/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/builtin_class.h"

#include <assert.h>
#include "trace/state/failure.h"

enum { MAX_BASES = 2 };

struct class_row {
	struct str module, name, bases;
};

static const struct class_row rows[] = {
#define TEXT_OF(text)                  \
	{                              \
		text, sizeof(text) - 1 \
	}
#define CLASS(module, name, bases) {TEXT_OF(module), TEXT_OF(name), TEXT_OF(bases)},
#include "trace/state/builtin_class.def"
#undef CLASS
#undef TEXT_OF
};

static const struct value *make_class(struct trace *trace, const struct class_row *row)
{
	const struct value *bases[MAX_BASES];
	uint32_t count = 0;
	struct str names = row->bases;
	for (size_t at = 0; at < names.len;) {
		size_t end = str_find(names, ' ', at);
		const struct value *base = builtin_class(trace, str_slice(names, at, end));
		assert(base && count < MAX_BASES);
		bases[count++] = base;
		at = end + 1;
	}
	struct value *value = value_class(trace->op.arena, row->name, bases, count);
	value->class->is_builtin = true;
	return value;
}

static const struct class_row *row_of(const struct trace *trace, struct str name)
{
	struct table *numbers = &trace->index->classes;
	bool added;
	for (uint32_t i = numbers->count; i < COUNT_OF(rows); i++)
		(void)table_add(trace->op.arena, numbers, rows[i].name, i, &added);
	const uint32_t *number = table_find(numbers, name);
	return number ? &rows[*number] : NULL;
}

const struct value *builtin_class(struct trace *trace, struct str name)
{
	struct class_state *classes = &trace->classes;
	const struct class_row *row = row_of(trace, name);
	if (!row)
		return NULL;
	const uint32_t *found = table_find(&classes->numbers, name);
	if (found)
		return classes->values[*found];
	const struct value *class = make_class(trace, row);
	bool added;
	uint32_t count = classes->numbers.count;
	(void)table_add(trace->op.arena, &classes->numbers, row->name, count, &added);
	classes->values = arena_append(trace->op.arena, classes->values, count, &classes->room,
	                               sizeof *classes->values);
	classes->values[count] = class;
	return class;
}

/* The name of a class by one of its others. CPython: Objects/exceptions.c
 * _PyBuiltins_AddExceptions. */
static struct str own_name(struct str name)
{
	return str_is(name, "IOError") || str_is(name, "EnvironmentError") ? STR("OSError") : name;
}

const struct value *builtin_class_in(struct trace *trace, struct str module, struct str name)
{
	name = own_name(name);
	const struct class_row *row = row_of(trace, name);
	return row && str_equal(row->module, module) ? builtin_class(trace, name) : NULL;
}

struct value *exception_new(struct trace *trace, const struct value *class,
                            const struct value_list *arguments)
{
	assert(class_is(class, "BaseException"));
	struct arena *arena = trace->op.arena;
	struct value *object = value_object(arena, class);
	struct value_pair *pairs = arena_new(arena, struct value_pair, 1);
	const struct value **items = arena_new(arena, const struct value *, arguments->count);
	for (uint32_t i = 0; i < arguments->count; i++)
		items[i] = arguments->items[i];
	pairs[0].key = value_string(arena, STR("args"));
	pairs[0].value = value_sequence(arena, VALUE_TUPLE, items, arguments->count);
	object->object.fields = value_dict(arena, pairs, 1);
	return object;
}

/* What JAX or Python raised: its text is known, what it was made of is not. */
static const struct value *exception_of_text(struct trace *trace, const struct op_error *error)
{
	struct arena *arena = trace->op.arena;
	const struct value *class = builtin_class(trace, str_of(error->type));
	if (!class) {
		const struct value *base = builtin_class(trace, STR("Exception"));
		struct value *made = value_class(arena, str_of(error->type), &base, 1);
		made->class->is_builtin = true;
		class = made;
	}
	const struct value *text = value_string(arena, error->text);
	struct value *exception = exception_new(trace, class, &(struct value_list){&text, 1});
	struct value_pair *pairs = arena_new(arena, struct value_pair, 2);
	pairs[0] = exception->object.fields->dict.pairs[0];
	pairs[1] = (struct value_pair){value_string(arena, STR("<text>")), text};
	exception->object.fields = value_dict(arena, pairs, 2);
	return exception;
}

const struct value *exception_raised(struct trace *trace)
{
	const struct op_error *error = &trace->op.error;
	assert(error->raised && (error->exception || error->type));
	return error->exception ? error->exception : exception_of_text(trace, error);
}

bool raised_is(struct trace *trace, const char *class)
{
	const struct op_error *error = &trace->op.error;
	if (!error->raised || (!error->exception && !error->type))
		return false;
	if (error->type && strcmp(error->type, class) == 0)
		return true;
	const struct value *exception = error->exception;
	return exception && exception->kind == VALUE_OBJECT &&
	       class_is(exception->object.class, class);
}

const struct value *raise_exception(struct trace *trace, const struct value *exception,
                                    struct str text)
{
	assert(exception->kind == VALUE_OBJECT);
	const char *class = class_short_name(exception->object.class).s;
	(void)trace_refuse(trace, RULE_PROGRAM_ERROR, class, TEXT("{}", text));
	if (!trace->prelude)
		explain(&trace->op, WORDS("the program raises {} here", class));
	trace->op.error.exception = exception;
	trace->op.error.by_program = !trace->prelude;
	return NULL;
}

struct kept_error take_error(struct trace *trace)
{
	struct kept_error kept = {trace->op.error, trace->failure.at, trace->failure.frame,
	                          trace->failure.placed};
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
	return kept;
}

void put_error_back(struct trace *trace, const struct kept_error *kept)
{
	trace->op.error = kept->error;
	trace->failure.at = kept->at;
	trace->failure.frame = kept->frame;
	trace->failure.placed = kept->placed;
}
