/* SPDX-License-Identifier: Apache-2.0 */
/* jax.sharding.PositionalSharding, up to 0.6.2. JAX: sharding_impls.py PositionalSharding. */
#include "library/library.h"

#include <assert.h>
#include "library/placement/placement.h"

enum { MAX_POSITIONAL_CALLS = 64 };

/* A sharding after one more call, checked: NULL after raising what the call raises. */
static const struct value *checked(struct trace *trace, const struct positional *positional)
{
	struct value *value = value_new(trace->op.arena, VALUE_POSITIONAL);
	value->positional = *positional;
	return placement_positional(&trace->op, positional) ? value : NULL;
}

/* PositionalSharding(devices, *, memory_kind=None) */
static const struct value *construct(struct trace *trace, const struct call_arguments *arguments)
{
	struct positional positional = {0};
	if (argument_given(arguments, 1))
		return trace_unknown(trace, "a sharding with a memory kind");
	if (!devices_shape(trace, argument(arguments, 0), &positional.sizes, &positional.nsizes))
		return NULL;
	return checked(trace, &positional);
}

static const struct value *with_call(struct trace *trace, const struct value *self,
                                     const struct positional_call *call)
{
	assert(self->kind == VALUE_POSITIONAL);
	struct positional positional = self->positional;
	struct positional_call *calls =
	    arena_new(trace->op.arena, struct positional_call, (size_t)positional.ncalls + 1);
	if (positional.ncalls == MAX_POSITIONAL_CALLS)
		return trace_unknown(trace, "a PositionalSharding changed more than %d times",
		                     MAX_POSITIONAL_CALLS);
	if (positional.ncalls)
		memcpy(calls, positional.calls, positional.ncalls * sizeof *calls);
	calls[positional.ncalls++] = *call;
	positional.calls = calls;
	return checked(trace, &positional);
}

static const struct value *reshape(struct trace *trace, const struct call_arguments *arguments)
{
	struct positional_call call = {.reshape = true};
	const struct value *shape = argument(arguments, 1);
	if (shape->list.count == 1)
		shape = shape->list.items[0];
	if (!value_to_ints(trace, shape, &call.sizes, &call.nsizes))
		return NULL;
	if (call.nsizes > MAX_RANK)
		return trace_unknown(trace, "devices of more than %d dimensions", MAX_RANK);
	return with_call(trace, argument(arguments, 0), &call);
}

static const struct value *replicate(struct trace *trace, const struct call_arguments *arguments)
{
	struct positional_call call = {.has_axis = argument_given(arguments, 1)};
	if (call.has_axis && !value_to_int(trace, argument(arguments, 1), &call.axis))
		return NULL;
	if (!value_to_bool(trace, argument(arguments, 2), &call.keepdims))
		return NULL;
	return with_call(trace, argument(arguments, 0), &call);
}

static const struct value *removed(struct trace *trace, const struct call_arguments *arguments)
{
	return trace_refuse(trace, RULE_API_MISSING, "AttributeError",
	                    TEXT("jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
	                         "removed in JAX v0.7.0"),
	                    WORDS("PositionalSharding was removed in JAX {}",
	                          jax_behaviour_until(JAX_POSITIONAL_SHARDING)),
	                    HELP("use NamedSharding(mesh, P(…)), with P() to replicate"));
}

static const struct value *single_device(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *given = argument(arguments, 1);
	const char *kind = "device";
	if (given->kind != VALUE_NONE && !memory_kind_named(trace, given, false, &kind))
		return NULL;
	bool known = op_has(&trace->op, JAX_MEMORY_KINDS);
	return single_device_sharding(trace, argument(arguments, 0),
	                              known ? value_string(trace->op.arena, str_of(kind))
	                                    : &value_none);
}

const struct function_row library_positional_sharding[] = {
    MODULE("jax.sharding"),
    FUNCTION("PositionalSharding", "devices, *, memory_kind=None", construct, .until = "0.7.0"),
    VALUE("PositionalSharding", removed, .since = "0.7.0", .until = "0.7.1"),
    FUNCTION("SingleDeviceSharding", "device, *, memory_kind=None", single_device),
    MODULE("PositionalSharding"),
    FUNCTION("reshape", "self, *shape", reshape),
    FUNCTION("replicate", "self, axis=None, keepdims=True", replicate),
    TABLE_END,
};
