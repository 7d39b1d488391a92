/* SPDX-License-Identifier: Apache-2.0 */
/* What leaves no trace in types: names of scopes, precision, printing, barriers. JAX: api.py
 * named_scope; debugging.py; lax/lax.py optimization_barrier. */
#include "library/library.h"
#include "library/transform/staged_call.h"
#include "library/transform/transform.h"

/* A context that changes nothing, which is also a decorator. */
static const struct value *call_scope(struct trace *trace, const struct call_arguments *arguments)
{
	(void)arguments;
	struct value *scope = value_new(trace->op.arena, VALUE_RECORD);
	scope->record = (struct record){"named_scope", NULL, NULL, 0};
	return scope;
}

static const struct value *give_self(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	return argument(arguments, 0);
}

static const struct value *give_none(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	(void)arguments;
	return &value_none;
}

/* The function that the scope decorates. */
static const struct value *decorate(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	return argument(arguments, 1);
}

static const struct function_row scope_rows[] = {
    {.name = "__enter__", .signature = "self", .call = give_self},
    {.name = "__exit__", .signature = "self", .call = give_none},
    {.name = "__call__", .signature = "self, function", .call = decorate},
};

const struct module_row library_scope = {"named_scope", scope_rows,
                                         sizeof scope_rows / sizeof *scope_rows};

/* A function that is traced to its jaxpr, about which types say nothing. */
static const struct value *traced(struct trace *trace, const struct value *self,
                                  const struct call_arguments *arguments)
{
	struct value_list positional;
	const struct value_pair *keywords;
	if (!traced_arguments(trace, arguments, self->transformed.options[1], &value_none,
	                      &positional, &keywords))
		return NULL;
	const struct value *result =
	    staged_call(trace, self->transformed.function, &positional, keywords,
	                arguments->values[1]->dict.count, arguments->at);
	if (!result)
		return NULL;
	struct value *jaxpr = value_new(trace->op.arena, VALUE_RECORD);
	jaxpr->record = (struct record){"ClosedJaxpr", NULL, NULL, 0};
	return jaxpr;
}

static const struct value *jaxpr_part(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_unknown(trace, "the %s of a jaxpr are not known", arguments->row->name);
}

static const struct function_row jaxpr_rows[] = {
    {.name = "jaxpr", .call = jaxpr_part},    {.name = "eqns", .call = jaxpr_part},
    {.name = "consts", .call = jaxpr_part},   {.name = "literals", .call = jaxpr_part},
    {.name = "in_avals", .call = jaxpr_part}, {.name = "out_avals", .call = jaxpr_part},
    {.name = "effects", .call = jaxpr_part},
};

const struct module_row library_jaxpr = {"ClosedJaxpr", jaxpr_rows,
                                         sizeof jaxpr_rows / sizeof *jaxpr_rows};

static const struct value *call_make_jaxpr(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return transform_check(trace, arguments) ? transform_new(trace, arguments, traced) : NULL;
}

static const struct function_row rows[] = {
    {.name = "named_scope", .signature = "name", .call = call_scope},
    {.name = "default_matmul_precision", .signature = "new_val=None", .call = call_scope},
    {.name = "make_jaxpr",
     .signature = "fun, static_argnums=(), axis_env=None, return_shape=False, "
                  "abstracted_axes=None",
     .call = call_make_jaxpr},
};

const struct module_row library_scopes = {"jax", rows, sizeof rows / sizeof *rows};

static const struct function_row debug_rows[] = {
    {.name = "print", .signature = "*args, **kwargs", .call = give_none, .takes_unknown = true},
    {.name = "callback", .signature = "*args, **kwargs", .call = give_none, .takes_unknown = true},
    {.name = "breakpoint",
     .signature = "*args, **kwargs",
     .call = give_none,
     .takes_unknown = true},
    {.name = "visualize_array_sharding",
     .signature = "*args, **kwargs",
     .call = give_none,
     .takes_unknown = true},
    {.name = "inspect_array_sharding",
     .signature = "*args, **kwargs",
     .call = give_none,
     .takes_unknown = true},
};

const struct module_row library_debug = {"jax.debug", debug_rows,
                                         sizeof debug_rows / sizeof *debug_rows};

static const struct value *call_barrier(struct trace *trace, const struct call_arguments *arguments)
{
	return traced_value(trace, argument(arguments, 0));
}

static const struct function_row lax_rows[] = {
    {.name = "optimization_barrier",
     .signature = "operand, /",
     .call = call_barrier,
     .since = "0.4.38"},
};

const struct module_row library_barrier = {"jax.lax", lax_rows, 1};

static const struct function_row profiler_rows[] = {
    {.name = "TraceAnnotation", .signature = "name, **kwargs", .call = call_scope},
    {.name = "StepTraceAnnotation", .signature = "name, **kwargs", .call = call_scope},
    {.name = "annotate_function",
     .signature = "func, name=None, **decorator_kwargs",
     .call = give_self},
};

const struct module_row library_profiler = {"jax.profiler", profiler_rows,
                                            sizeof profiler_rows / sizeof *profiler_rows};
