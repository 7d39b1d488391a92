/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions around functions that change nothing in the forward direction: jax.checkpoint, and
 * those with derivatives of their own. JAX: ad_checkpoint.py, custom_derivatives.py.
 */
#include "library/library.h"
#include "library/staged_call.h"
#include "library/transform.h"
#include "op/watch.h"

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

enum { CUSTOM_NONDIFF = 1 }; /* by position; by name behind it */

/* A function with derivatives of its own, called for its value. */
static const struct value *custom(struct trace *trace, const struct value *self,
                                  const struct call_arguments *arguments)
{
	struct value_list positional;
	const struct value_pair *keywords;
	watch_note(&trace->op, self->transformed.row->name, true);
	if (!traced_arguments(trace, arguments, self->transformed.options[CUSTOM_NONDIFF],
	                      self->transformed.options[CUSTOM_NONDIFF + 1], &positional,
	                      &keywords))
		return NULL;
	const struct value *result =
	    staged_call(trace, self->transformed.function, &positional, keywords,
	                arguments->values[1]->dict.count, arguments->at);
	return result ? traced_value(trace, result) : NULL;
}

static const struct value *call_custom(struct trace *trace, const struct call_arguments *arguments)
{
	return transform_check(trace, arguments) ? transform_new(trace, arguments, custom) : NULL;
}

/* A decorator that takes a rule and leaves it as it is. */
static const struct value *give_rule(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	return argument(arguments, 1);
}

static const struct value *give_none(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	(void)arguments;
	return &value_none;
}

/* checkpoint_name(x, name), and what else gives back what it gets. */
static const struct value *give_first(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	return argument(arguments, 0);
}

#define PARAMETERS "fun, *, prevent_cse=True, policy=None, static_argnums=()"

static const struct function_row rows[] = {
    {.name = "checkpoint",
     .signature = PARAMETERS ", concrete=False",
     .call = call_checkpoint,
     .until = "0.10.2"},
    {.name = "checkpoint",
     .signature = PARAMETERS ", static_argnames=()",
     .call = call_checkpoint,
     .since = "0.10.2"},
    {.name = "remat", .signature = PARAMETERS, .call = call_checkpoint},
    {.name = "custom_jvp",
     .signature = "fun, nondiff_argnums=(), nondiff_argnames=()",
     .call = call_custom},
    {.name = "custom_vjp",
     .signature = "fun, nondiff_argnums=(), nondiff_argnames=()",
     .call = call_custom},
    {.name = "named_call", .signature = "fun, *, name=None", .call = give_first},
};

const struct module_row library_checkpoint = {"jax", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "defjvp", .signature = "self, jvp, symbolic_zeros=False", .call = give_rule},
    {.name = "defjvps", .signature = "self, *jvps", .call = give_none},
    {.name = "defvjp",
     .signature = "self, fwd, bwd, symbolic_zeros=False, optimize_remat=False",
     .call = give_none},
};

const struct module_row library_custom_methods = {"transformed", method_rows,
                                                  sizeof method_rows / sizeof *method_rows};

/* Which values a checkpoint keeps matters backwards alone. */
static const struct function_row policy_rows[] = {
    {.name = "everything_saveable", .signature = "*args, **kwargs", .call = give_none},
    {.name = "nothing_saveable", .signature = "*args, **kwargs", .call = give_none},
    {.name = "dots_saveable", .signature = "*args, **kwargs", .call = give_none},
    {.name = "checkpoint_dots", .signature = "*args, **kwargs", .call = give_none},
    {.name = "dots_with_no_batch_dims_saveable", .signature = "*args, **kwargs", .call = give_none},
    {.name = "checkpoint_dots_with_no_batch_dims",
     .signature = "*args, **kwargs",
     .call = give_none},
    {.name = "save_anything_except_these_names", .signature = "*names", .call = give_none},
    {.name = "save_any_names_but_these", .signature = "*names", .call = give_none},
    {.name = "save_only_these_names", .signature = "*names", .call = give_none},
    {.name = "save_from_both_policies", .signature = "*policies", .call = give_none},
    {.name = "offload_dot_with_no_batch_dims",
     .signature = "offload_src, offload_dst",
     .call = give_none},
    {.name = "save_and_offload_only_these_names",
     .signature = "*, names_which_can_be_saved, names_which_can_be_offloaded, offload_src, "
                  "offload_dst",
     .call = give_none},
};

const struct module_row library_checkpoint_policies = {"jax.checkpoint_policies", policy_rows,
                                                       sizeof policy_rows / sizeof *policy_rows};

static const struct function_row name_rows[] = {
    {.name = "checkpoint_name", .signature = "x, name", .call = give_first},
};

const struct module_row library_checkpoint_name = {"jax.ad_checkpoint", name_rows,
                                                   sizeof name_rows / sizeof *name_rows};
