/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What jax.random's functions in Python (library/prelude/random) call, and programs cannot. They
 * are described for authors in lib/library/prelude/README.md.
 */
#include "library/library.h"
#include "library/random/arguments.h"
#include "op/core/levels.h"
#include "op/place/place.h"
#include "op/random/random.h"
#include "trace/eval/prelude.h"
#include "trace/convert/convert_value.h"

/* JAX: random/core.py _check_prng_key. */
static const struct value *prng_key(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = str_copy(trace->op.arena, argument(arguments, 0)->string).s;
	const struct array *key = random_argument(trace, argument(arguments, 1));
	bool wrapped;
	return random_check_key(&trace->op, name, false, &key, &wrapped) ? trace_array(trace, key)
	                                                                 : NULL;
}

static const struct value *sample_shape(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *shape;
	uint32_t rank;
	return random_shape(trace, argument(arguments, 0), &shape, &rank)
	           ? value_shape(trace->op.arena, shape, rank)
	           : NULL;
}

static const struct value *bits_of(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *shape;
	uint32_t rank;
	int64_t width;
	return value_to_int(trace, argument(arguments, 1), &width) &&
	               value_to_shape(trace, argument(arguments, 2), &shape, &rank)
	           ? trace_array(trace, random_bits(&trace->op, argument(arguments, 0)->array,
	                                            (uint32_t)width, shape, rank))
	           : NULL;
}

/* The function of arrays, with the Explicit axes Auto meanwhile when a sharding is asked for. JAX:
 * random/core.py maybe_auto_axes. */
static const struct value *with_auto_axes(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct sharding_request *sharding;
	const struct value_list *given = &argument(arguments, 2)->list;
	const struct value **values = arena_new(op->arena, const struct value *, given->count);
	struct auto_axes scope;
	if (!value_to_sharding(trace, argument(arguments, 1), "", &sharding) ||
	    (sharding && !auto_axes_enter(op, AUTO_AXES_EXPLICIT, sharding, &scope)))
		return NULL;
	bool ready = true;
	for (uint32_t i = 0; ready && i < given->count; i++) {
		const struct array *x = given->items[i]->array;
		values[i] = sharding ? trace_array(trace, auto_axes_operand(op, &scope, x))
		                     : given->items[i];
		ready = values[i] != NULL;
	}
	struct value_list list = {values, given->count};
	const struct value *result =
	    ready ? trace_call(trace, argument(arguments, 0), &list, NULL, 0, arguments->at) : NULL;
	if (!sharding)
		return result;
	return trace_array(trace,
	                   auto_axes_leave(op, &scope, result ? result->array : NULL, sharding));
}

/* Fails for a key that vmap maps in another way than jax.jit, which is around what draws, can. */
static const struct value *unmapped_key(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *key = argument(arguments, 0)->array;
	return !key->level || array_like(&trace->op, key) ? argument(arguments, 0) : NULL;
}

/* Keys are from now on of this implementation, unless they are given another. */
static const struct value *set_key_implementation(struct trace *trace,
                                                  const struct call_arguments *arguments)
{
	const struct dtype *dtype = implementation_dtype(trace, argument(arguments, 0));
	if (dtype)
		trace->op.keys = dtype;
	return dtype ? &value_none : NULL;
}

const struct function_row library_random_intrinsics[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("prng_key", "name, key", prng_key),
    FUNCTION("sample_shape", "shape", sample_shape),
    FUNCTION("random_bits", "key, width, shape", bits_of),
    FUNCTION("with_auto_axes", "function, sharding, /, *arrays", with_auto_axes),
    FUNCTION("unmapped_key", "key", unmapped_key),
    FUNCTION("set_key_implementation", "name", set_key_implementation),
    TABLE_END,
};
