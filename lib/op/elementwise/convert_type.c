/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of dtype. JAX: lax/lax.py convert_element_type, bitcast_convert_type. */
#include "op/core/batch.h"
#include "op/core/dtype_class.h"
#include "op/core/sharding_request.h"
#include "op/elementwise/elementwise.h"
#include "op/core/shape_rules.h"

/* The result of an operation on one operand that keeps its shape and sharding. */
static bool infer_conversion(struct op *op, const struct application *application,
                             struct array_type *result)
{
	const struct conversion *conversion = application->params;
	const struct array_type *x = application->operands[0];
	*result = type_plain(op->arena, conversion->dtype, x->shape, x->rank);
	result->weak = conversion->weak;
	if (!conversion->sharding)
		return rule_of_operand(op, application, x->spec, result);
	struct sharding_request request = request_padded(op->arena, conversion->sharding, x->rank);
	const struct abstract_mesh *mesh;
	bool runs;
	return rule_mesh(op, application, &mesh, &runs) &&
	       rule_result(op, application, mesh, runs ? request.spec : NULL, result);
}

/* Both primitives do to the whole array what they do to each example. */
static bool batch_conversion(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	struct conversion *all = arena_new(op->arena, struct conversion, 1);
	*all = *(const struct conversion *)batching->params;
	out->dims[0] = batching->dims[0];
	return batch_sharding(op, batching->mapping, all->sharding, (uint32_t)batching->dims[0],
	                      &all->sharding) &&
	       primitive_apply(op, batching->primitive, all, batching->operands, 1, out->results,
	                       1);
}

static bool convert_elements(struct op *op, const struct application *application,
                             const union element *const *operands, const struct array_type *results,
                             union element *const *items)
{
	const struct dtype *from = application->operands[0]->dtype;
	bool number = op->numpy && application->operands[0]->weak;
	int64_t count = held_count(results);
	for (int64_t i = 0; i < count; i++) {
		items[0][i] = operands[0][i];
		if (!element_convert(from, results->dtype, &items[0][i]))
			return false;
		/* A number of Python that does not fit NumPy refuses, or compares as it is. */
		if (number && !dtype_holds_reals(results->dtype) &&
		    items[0][i].integer != operands[0][i].integer)
			return false;
	}
	return true;
}

static const struct primitive convert_element_type = {.name = "convert_element_type",
                                                      .infer = infer_conversion,
                                                      .unreduced = convert_partial,
                                                      .batch = batch_conversion,
                                                      .elements = convert_elements,
                                                      .linear = LINEAR,
                                                      .same_elements = true,
                                                      .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_convert_placed(struct op *op, const struct array *x,
                                       const struct dtype *dtype, bool weak,
                                       const struct sharding_request *sharding)
{
	struct conversion *conversion = arena_new(op->arena, struct conversion, 1);
	*conversion = (struct conversion){dtype, weak, request_kept(op, sharding)};
	return primitive_apply_one(op, &convert_element_type, conversion, &x, 1);
}

const struct array *lax_convert_element_type(struct op *op, const struct array *x,
                                             const struct dtype *dtype, bool weak)
{
	if (!x || (x->type.dtype == dtype && x->type.weak == weak))
		return x;
	if (dtype_class(dtype) == DTYPE_KEY || dtype_class(x->type.dtype) == DTYPE_KEY)
		return op_unknown(op, "a conversion from %s to %s is not known",
		                  x->type.dtype->name, dtype->name);
	return lax_convert_placed(op, x, dtype, weak, NULL);
}

static bool raise_bits(struct op *op, const struct array_type *x, const struct dtype *dtype,
                       int64_t last)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("Attempting to convert array of shape {shape} from {} of size {} bits "
	                   "to {} of size {}, bits but {} * {} != {}",
	                   x, x->dtype, x->dtype->bits, dtype->name, dtype->bits, last,
	                   x->dtype->bits, dtype->bits));
}

static bool accepts_bits(struct op *op, const struct dtype *from, const struct dtype *to)
{
	enum dtype_class a = dtype_class(from), b = dtype_class(to);
	bool refused =
	    a == DTYPE_BOOL || a == DTYPE_COMPLEX || b == DTYPE_BOOL || b == DTYPE_COMPLEX;
	if (!refused || from == to)
		return true;
	return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
	              TEXT("lax.bitcast_convert_type does not support bool or complex values "
	                   "unless the operand and destination types match. Got operand dtype={}, "
	                   "new_dtype=dtype('{}'). Consider using the arr.view() method instead.",
	                   from->name, to->name));
}

/* A narrower dtype adds a dimension at the end, a wider one takes the last away. */
static bool infer_bitcast(struct op *op, const struct application *application,
                          struct array_type *result)
{
	const struct conversion *conversion = application->params;
	const struct array_type *x = application->operands[0];
	const struct dtype *dtype = conversion->dtype;
	uint32_t rank = x->rank;
	int64_t *shape = arena_new(op->arena, int64_t, rank + 1);
	struct dim_axes *spec = spec_none(op->arena, rank + 1);
	for (uint32_t i = 0; i < rank; i++) {
		shape[i] = x->shape[i];
		spec[i] = x->spec[i];
	}
	if (x->dtype->bits > dtype->bits) {
		shape[rank++] = x->dtype->bits / dtype->bits;
	} else if (x->dtype->bits < dtype->bits) {
		int64_t last = rank ? shape[rank - 1] : 1;
		if (last != dtype->bits / x->dtype->bits)
			return raise_bits(op, x, dtype, last);
		rank -= rank > 0;
	}
	*result = type_plain(op->arena, dtype, shape, rank);
	const struct abstract_mesh *mesh;
	bool runs;
	return accepts_bits(op, x->dtype, dtype) && rule_mesh(op, application, &mesh, &runs) &&
	       rule_result(op, application, mesh, runs ? spec : NULL, result);
}

static const struct primitive bitcast_convert_type = {.name = "bitcast_convert_type",
                                                      .infer = infer_bitcast,
                                                      .batch = batch_conversion,
                                                      .constant = true,
                                                      .derivative = DERIVATIVE_OF_REPLICATED};

const struct array *lax_bitcast_convert_type(struct op *op, const struct array *x,
                                             const struct dtype *dtype)
{
	struct conversion *conversion = arena_new(op->arena, struct conversion, 1);
	*conversion = (struct conversion){dtype, false, NULL};
	return primitive_apply_one(op, &bitcast_convert_type, conversion, &x, 1);
}
