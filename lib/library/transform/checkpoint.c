/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions around functions that change nothing in the forward direction: jax.checkpoint, and
 * those with derivatives of their own. JAX: ad_checkpoint.py, custom_derivatives.py.
 */
#include "library/library.h"
#include "library/transform/transform.h"

enum { CHECKPOINT_STATIC_POSITIONS = 3, CHECKPOINT_STATIC_NAMES };

static const struct value *checkpointed(struct trace *trace, const struct value *self,
                                        const struct call_arguments *arguments)
{
	const struct transformed *checkpoint = &self->transformed;
	bool names = strstr(checkpoint->row->signature, "static_argnames") != NULL;
	struct value_list positional;
	const struct value_pair *keywords;
	if (!traced_arguments(trace, arguments, checkpoint->options[CHECKPOINT_STATIC_POSITIONS],
	                      names ? checkpoint->options[CHECKPOINT_STATIC_NAMES] : &value_none,
	                      &positional, &keywords))
		return NULL;
	const struct value *result = staged_call(trace, checkpoint->function, &positional, keywords,
	                                         arguments->values[1]->dict.count, arguments->at);
	return result ? traced_value(trace, result) : NULL;
}

static const struct value *call_checkpoint(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return transform_check(trace, arguments) ? transform_new(trace, arguments, checkpointed)
	                                         : NULL;
}

/* checkpoint_name(x, name), and what else gives back what it gets. */
static const struct value *give_first(struct trace *trace, const struct call_arguments *arguments)
{
	return argument(arguments, 0);
}

#define PARAMETERS "fun, *, prevent_cse=True, policy=None, static_argnums=()"

const struct function_row library_checkpoint[] = {
    MODULE("jax"),
    FUNCTION("checkpoint", PARAMETERS ", concrete=False", call_checkpoint, .until = "0.10.2"),
    FUNCTION("checkpoint", PARAMETERS ", static_argnames=()", call_checkpoint, .since = "0.10.2",
             .until = "0.11.0", .also = "*, concrete"),
    FUNCTION("checkpoint", PARAMETERS ", static_argnames=()", call_checkpoint, .since = "0.11.0"),
    FUNCTION("remat", PARAMETERS, call_checkpoint, .until = "0.11.0", .also = "*, concrete"),
    FUNCTION("remat", PARAMETERS, call_checkpoint, .since = "0.11.0"),
    FUNCTION("named_call", "fun, *, name=None", give_first),
    MODULE("jax.ad_checkpoint"),
    FUNCTION("checkpoint_name", "x, name", give_first),
    TABLE_END,
};
