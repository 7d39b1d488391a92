/* SPDX-License-Identifier: Apache-2.0 */
/* What files of the prelude ask about functions of the program and of each other. They are
 * described for authors in lib/library/prelude/README.md. */
#include "library/library.h"
#include "trace/eval/prelude.h"
#include "trace/module/library_call.h"
#include "trace/state/trace.h"
#include "trace/value/class.h"

/* A pair of a parameter's name and its default, or its name alone. */
static const struct value *parameter_of(struct arena *arena, const struct parameter *parameter,
                                        const struct value *default_value)
{
	const struct value **items = arena_new(arena, const struct value *, 2);
	items[0] = value_string(arena, parameter->name);
	items[1] = default_value;
	return value_sequence(arena, VALUE_TUPLE, items, default_value ? 2 : 1);
}

static const struct value *parameters(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value *f = argument(arguments, 0);
	if (f->kind != VALUE_FUNCTION)
		return &value_none;
	const struct parameters *all = f->closure.definition ? &f->closure.definition->parameters
	                                                     : &f->closure.lambda->parameters;
	const struct value **items = arena_new(arena, const struct value *, all->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < all->count; i++)
		if (all->items[i].kind <= PARAMETER_NORMAL ||
		    all->items[i].kind == PARAMETER_KEYWORD_ONLY)
			items[count++] =
			    parameter_of(arena, &all->items[i], f->closure.defaults[i]);
	return value_sequence(arena, VALUE_LIST, items, count);
}

/* What the body of a class itself has under a name, or None. */
static const struct value *own_member(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0);
	const struct value *own =
	    class->kind == VALUE_CLASS
		? dict_get_text(class->class->names, argument(arguments, 1)->string)
		: NULL;
	return own ? own : &value_none;
}

const struct function_row library_prelude_functions[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("own_member", "cls, name", own_member),
    FUNCTION("parameters_of", "f", parameters),
    TABLE_END,
};
