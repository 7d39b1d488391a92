/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: nn/functions.py one_hot. */
#include "library/arguments/concrete.h"
#include "library/library.h"
#include "library/arguments/reduction_arguments.h"
#include "op/core/sharding_request.h"
#include "trace/convert/convert_value.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* The entries of out_sharding without that of the classes, as long as x has dimensions. */
static struct sharding_request input_part(struct op *op, const struct sharding_request *asked,
                                          uint32_t dim, uint32_t rank)
{
	struct dim_axes *spec = spec_none(op->arena, asked->count);
	struct sharding_request part = {.mesh = asked->mesh, .spec = spec};
	for (uint32_t i = 0; i < asked->count; i++)
		if (i != dim)
			spec[part.count++] = asked->spec[i];
	return request_padded(op->arena, &part, rank);
}

/* The sharding of the classes, which is compared with x; false after raising. */
static bool classes_sharding(struct op *op, const struct array *x,
                             const struct sharding_request *asked, uint32_t dim,
                             struct sharding_request *classes)
{
	struct dim_axes *spec = spec_none(op->arena, x->type.rank + 1);
	*classes = (struct sharding_request){
	    .mesh = x->type.mesh, .spec = spec, .count = x->type.rank + 1};
	if (!asked)
		return true;
	if (asked->unreduced || asked->reduced)
		return refuse(op, RULE_UNREDUCED_AXIS, "NotImplementedError", TEXT(""));
	struct sharding_request part = input_part(op, asked, dim, x->type.rank);
	if (part.count != x->type.rank || !spec_equal(part.spec, x->type.spec, part.count)) {
		return refuse(
		    op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
		    TEXT("The input part of spec in out_sharding should match the spec of `x`. Got "
		         "typeof(x).spec={spec} and out_sharding.spec={spec}",
		         &x->type, &part),
		    HELP("out_sharding can only shard the new dimension; x keeps its own"));
	}
	if (dim < asked->count)
		spec[dim] = asked->spec[dim];
	classes->mesh = asked->mesh;
	return true;
}

static const struct array *one_hot(struct op *op, const struct array *x, int64_t classes,
                                   int64_t axis, const struct sharding_request *asked)
{
	uint32_t dim, rank = x->type.rank + 1;
	struct sharding_request sharding;
	if (!numpy_axis(op, axis, rank, &dim) || !classes_sharding(op, x, asked, dim, &sharding))
		return NULL;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		shape[i] = i == dim ? classes : 1;
	const struct array *spread = lax_expand_dims(op, x, &dim, 1);
	const struct array *numbers =
	    spread ? lax_iota(op, x->type.dtype, shape, rank, dim, sharding.mesh ? &sharding : NULL)
		   : NULL;
	return numbers ? numpy_binary(op, &lax_eq, spread, numbers, false) : NULL;
}

static const struct value *call(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x;
	const struct dtype *dtype = dtype_named(STR("float32"));
	const struct sharding_request *asked;
	int64_t classes, axis;
	if (!concrete_size(trace, argument(arguments, 1), &classes))
		return NULL;
	x = library_call(trace, "jax.numpy", "asarray", arguments->values, 1, arguments->at);
	if (!x || x->kind != VALUE_ARRAY)
		return x;
	if (!read_dtype(trace, argument(arguments, 2), &dtype) ||
	    !value_to_sharding(trace, optional_argument(arguments, 4), "jax.nn.one_hot", &asked))
		return NULL;
	if (argument(arguments, 3)->kind == VALUE_STRING)
		return trace_unknown(trace, "one_hot along a named axis is not known");
	if (!value_to_int(trace, argument(arguments, 3), &axis))
		return NULL;
	return trace_array(
	    trace,
	    numpy_astype(&trace->op, one_hot(&trace->op, x->array, classes, axis, asked), dtype));
}

static const struct function_row rows[] = {
    {.name = "one_hot",
     .signature = "x, num_classes, *, dtype=None, axis=-1",
     .call = call,
     .until = "0.11.0",
     .jitted = JITTED_WITHIN},
    {.name = "one_hot",
     .signature = "x, num_classes, *, dtype=None, axis=-1, out_sharding=None",
     .call = call,
     .since = "0.11.0",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_one_hot = {"jax.nn", rows, sizeof rows / sizeof *rows};
