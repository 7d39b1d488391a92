/* SPDX-License-Identifier: Apache-2.0 */
/* equinox.filter_jit: jax.jit of the arrays among the arguments; everything else is static, and
 * comes out as it is. */
#include "library/library.h"
#include "library/transform/transform.h"

enum { FILTER_FUNCTION, FILTER_OPTIONS = 3 };

static const struct value *call_filtered(struct trace *trace, const struct value *self,
                                         const struct call_arguments *arguments)
{
	const struct value *positional = argument(arguments, 0), *keywords = argument(arguments, 1);
	return staged_call(trace, self->transformed.function, &positional->list,
	                   keywords->dict.pairs, keywords->dict.count, arguments->at);
}

static const struct value *filter_jit(struct trace *trace, const struct call_arguments *arguments)
{
	if (argument(arguments, FILTER_FUNCTION)->kind == VALUE_ELLIPSIS)
		return transform_defer(trace, arguments);
	if (argument(arguments, FILTER_OPTIONS)->dict.count)
		return trace_unknown(trace, "options of jax.jit given to filter_jit are not known");
	return transform_check(trace, arguments) ? transform_new(trace, arguments, call_filtered)
	                                         : NULL;
}

const struct function_row library_filter_jit[] = {
    MODULE("equinox"),
    FUNCTION("filter_jit", "fun=..., *, donate='none', inline=False, **jitkwargs", filter_jit),
    TABLE_END,
};
