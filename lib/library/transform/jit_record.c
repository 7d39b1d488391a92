/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/jit_record.h"

#include "library/transform/signature.h"
#include "trace/value/class.h"

/* An attribute that a prelude has given the function; NULL: none. */
static const struct value *said(const struct value *function, struct str name)
{
	bool named = function->kind == VALUE_FUNCTION && function->closure.names;
	return named ? dict_get_text(function->closure.names, name) : NULL;
}

struct jit_program jit_program_of(struct trace *trace, const struct value *function)
{
	const struct value *program = said(function, STR("__program__"));
	struct jit_program jitted = {.program = function};
	if (!program)
		return jitted;
	jitted.program = program;
	jitted.parameters = signature_of(trace, program);
	jitted.names = said(function, STR("__arguments__"));
	return jitted;
}

struct str jitted_name(const struct value *function)
{
	struct str name = called_name(function);
	return name.len ? name : STR("<lambda>");
}

/* What the program calls the argument that it gives at a position. */
static struct str given_name(struct arena *arena, const struct jit_program *jitted,
                             uint32_t position)
{
	const struct parameters *parameters = jitted->parameters;
	if (parameters && position < parameters->count &&
	    parameters->items[position].kind <= PARAMETER_NORMAL)
		return parameters->items[position].name;
	return str_format(arena, "args[%u]", position);
}

/* A text of the tree of names as the program says it: its number stands for a parameter. */
static struct str said_name(struct arena *arena, const struct jit_program *jitted, struct str text)
{
	uint32_t position = 0;
	size_t digits = 0;
	while (digits < text.len && text.s[digits] >= '0' && text.s[digits] <= '9')
		position = position * 10 + (uint32_t)(text.s[digits++] - '0');
	if (!digits)
		return text;
	struct str name = given_name(arena, jitted, position);
	return str_format(arena, "%.*s%.*s", STR_ARG(name), (int)(text.len - digits),
	                  text.s + digits);
}

/* An argument, or a part of it, on its way into the record. */
struct part {
	struct trace *trace;
	struct recorded_call *call;
	const struct jit_program *jitted;
	struct str name; /* when nothing is said of it */
	bool donated;
};

static void record_part(const struct part *part, const struct value *names,
                        const struct value *value)
{
	const struct value_list *texts = value_items(names), *items = value_items(value);
	struct str name = part->name;
	if (names->kind == VALUE_STRING)
		name = said_name(part->trace->op.arena, part->jitted, names->string);
	if (texts && items && texts->count == items->count) {
		for (uint32_t i = 0; i < items->count; i++)
			record_part(part, texts->items[i], items->items[i]);
		return;
	}
	if (names->kind != VALUE_DICT || value->kind != VALUE_DICT) {
		recorded_call_argument(part->trace, part->call, name, value, part->donated);
		return;
	}
	for (uint32_t i = 0; i < value->dict.count; i++) {
		const struct value *text = dict_get(names, value->dict.pairs[i].key);
		record_part(part, text ? text : &value_none, value->dict.pairs[i].value);
	}
}

void jit_record_argument(struct trace *trace, struct recorded_call *call,
                         const struct jit_program *jitted, uint32_t position, struct str name,
                         const struct value *value, bool donated)
{
	const struct value_list *all = jitted->names ? value_items(jitted->names) : NULL;
	const struct part part = {trace, call, jitted, name, donated};
	record_part(&part, all && position < all->count ? all->items[position] : &value_none,
	            value);
}
