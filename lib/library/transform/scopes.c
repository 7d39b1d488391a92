/* SPDX-License-Identifier: Apache-2.0 */
/* What leaves no trace in types: names of scopes, precision, printing, barriers. JAX: api.py
 * named_scope; debugging.py; lax/lax.py optimization_barrier. */
#include "library/library.h"
#include "library/transform/staged_call.h"
#include "library/transform/transform.h"

/* A context that changes nothing, which is also a decorator. */
static const struct value *call_scope(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *scope = value_new(trace->op.arena, VALUE_RECORD);
	scope->record = (struct record){"named_scope", NULL, NULL, 0};
	return scope;
}

static const struct value *give_self(struct trace *trace, const struct call_arguments *arguments)
{
	return argument(arguments, 0);
}

static const struct value *give_none(struct trace *trace, const struct call_arguments *arguments)
{
	return &value_none;
}

/* The function that the scope decorates. */
static const struct value *decorate(struct trace *trace, const struct call_arguments *arguments)
{
	return argument(arguments, 1);
}

static const struct function_row scope_rows[] = {
    FUNCTION("__enter__", "self", give_self),
    FUNCTION("__exit__", "self", give_none),
    FUNCTION("__call__", "self, function", decorate),
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
	return value_foreign(trace->op.arena, STR("a jaxpr"));
}

static const struct value *call_make_jaxpr(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return transform_check(trace, arguments) ? transform_new(trace, arguments, traced) : NULL;
}

static const struct function_row rows[] = {
    FUNCTION("named_scope", "name", call_scope),
    FUNCTION("default_matmul_precision", "new_val=None", call_scope),
    FUNCTION("log_compiles", "new_val=None", call_scope),
    FUNCTION("debug_nans", "new_val=None", call_scope),
    FUNCTION("debug_infs", "new_val=None", call_scope),
    FUNCTION("check_tracer_leaks", "new_val=None", call_scope),
    FUNCTION("checking_leaks", "", call_scope),
    FUNCTION("default_device", "new_val=None", call_scope),
    FUNCTION("transfer_guard", "new_val=None", call_scope),
    FUNCTION("transfer_guard_host_to_device", "new_val=None", call_scope),
    FUNCTION("transfer_guard_device_to_device", "new_val=None", call_scope),
    FUNCTION("transfer_guard_device_to_host", "new_val=None", call_scope),
    FUNCTION("explain_cache_misses", "new_val=None", call_scope),
    FUNCTION("enable_checks", "new_val=None", call_scope),
    FUNCTION("debug_key_reuse", "new_val=None", call_scope),
    FUNCTION("threefry_partitionable", "new_val=None", call_scope),
    FUNCTION("make_jaxpr",
             "fun, static_argnums=(), axis_env=None, return_shape=False, "
             "abstracted_axes=None",
             call_make_jaxpr),
};

const struct module_row library_scopes = {"jax", rows, sizeof rows / sizeof *rows};

static const struct function_row debug_rows[] = {
    FUNCTION("print", "*args, **kwargs", give_none, .takes_unknown = true),
    FUNCTION("callback", "*args, **kwargs", give_none, .takes_unknown = true),
    FUNCTION("breakpoint", "*args, **kwargs", give_none, .takes_unknown = true),
    FUNCTION("visualize_array_sharding", "*args, **kwargs", give_none, .takes_unknown = true),
    FUNCTION("inspect_array_sharding", "*args, **kwargs", give_none, .takes_unknown = true),
};

const struct module_row library_debug = {"jax.debug", debug_rows,
                                         sizeof debug_rows / sizeof *debug_rows};

static const struct value *call_barrier(struct trace *trace, const struct call_arguments *arguments)
{
	return traced_value(trace, argument(arguments, 0));
}

static const struct function_row lax_rows[] = {
    FUNCTION("optimization_barrier", "operand, /", call_barrier, .since = "0.4.38"),
};

const struct module_row library_barrier = {"jax.lax", lax_rows, 1};
