/* SPDX-License-Identifier: Apache-2.0 */
/* equinox.filter_jit: jax.jit of the arrays among the arguments; everything else is static, and
 * comes out as it is. */
#include "library/library.h"
#include "library/transform/transform.h"

enum { FILTER_FUNCTION, FILTER_OPTIONS = 3, FILTER_ARGUMENTS };

static const struct value *call_filtered(struct trace *trace, const struct value *self,
                                         const struct call_arguments *arguments)
{
	const struct value *positional = argument(arguments, 0), *keywords = argument(arguments, 1);
	return staged_call(trace, self->transformed.function, &positional->list,
	                   keywords->dict.pairs, keywords->dict.count, arguments->at);
}

static const struct value *filter(struct trace *trace, const struct call_arguments *arguments)
{
	if (argument(arguments, FILTER_OPTIONS)->dict.count)
		return trace_unknown(trace, "options of jax.jit given to filter_jit are not known");
	return transform_check(trace, arguments) ? transform_new(trace, arguments, call_filtered)
	                                         : NULL;
}

/* What filter_jit(donate=…) gives, called with the function. */
static const struct value *call_deferred(struct trace *trace, const struct value *self,
                                         const struct call_arguments *arguments)
{
	const struct transformed *jit = &self->transformed;
	const struct value_list *positional = &argument(arguments, 0)->list;
	const struct value *values[FILTER_ARGUMENTS];
	if (positional->count != 1)
		return trace_unknown(trace, "this call of what filter_jit gives is not known");
	for (uint32_t i = 0; i < FILTER_ARGUMENTS; i++)
		values[i] = i == FILTER_FUNCTION ? positional->items[0] : jit->options[i];
	struct call_arguments all = {jit->row, values, FILTER_ARGUMENTS, arguments->at, NULL};
	return filter(trace, &all);
}

static const struct value *filter_jit(struct trace *trace, const struct call_arguments *arguments)
{
	bool deferred = argument(arguments, FILTER_FUNCTION)->kind == VALUE_ELLIPSIS;
	return deferred ? transform_new(trace, arguments, call_deferred) : filter(trace, arguments);
}

const struct function_row library_filter_jit[] = {
    MODULE("equinox"),
    FUNCTION("filter_jit", "fun=..., *, donate='none', inline=False, **jitkwargs", filter_jit),
    TABLE_END,
};
