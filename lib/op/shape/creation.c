/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays made from nothing: the primitive iota, and scalars that are spread. JAX: lax/lax.py. */
#include "op/core/dtype_class.h"
#include "op/shape/shape_params.h"
#include "op/shape/shape.h"

static bool check_iota(struct op *op, const struct iota_params *params)
{
	enum dtype_class class = dtype_class(params->dtype);
	for (uint32_t i = 0; i < params->rank; i++)
		if (params->shape[i] < 0)
			return refuse(
			    op, RULE_SHAPE_MISMATCH, "TypeError",
			    TEXT("iota shape must have every element be nonnegative, got {}.",
			         sizes_of(params->shape, params->rank)));
	if (class == DTYPE_BOOL || class == DTYPE_KEY)
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("iota does not accept dtype {}. Accepted dtypes are subtypes of "
		                   "integer, floating, complexfloating.",
		                   params->dtype));
	if (params->dim < params->rank)
		return true;
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "ValueError",
	    TEXT("iota dimension must be between 0 and len(shape), got dimension={} for shape={}",
	         params->dim, sizes_of(params->shape, params->rank)),
	    WORDS("there is no dimension {} in a shape of {} sizes", params->dim, params->rank));
}

/* The type of an array made from nothing; without a sharding that is asked for on `mesh`. */
static bool made_type(struct op *op, const struct iota_params *params,
                      const struct abstract_mesh *mesh, struct array_type *result)
{
	*result = type_plain(op->arena, params->dtype, params->shape, params->rank);
	if (params->sharding)
		return type_shard(op, result, params->sharding);
	result->mesh = mesh;
	return true;
}

static bool infer_iota(struct op *op, const struct application *application,
                       struct array_type *results)
{
	const struct iota_params *params = application->params;
	return check_iota(op, params) && made_type(op, params, op->mesh, results);
}

/* Takes no notice of the mesh in context. */
static bool infer_empty(struct op *op, const struct application *application,
                        struct array_type *results)
{
	return made_type(op, application->params, NULL, results);
}

static bool iota_elements(struct op *op, const struct application *application,
                          const union element *const *operands, const struct array_type *results,
                          union element *const *items)
{
	const struct iota_params *params = application->params;
	int64_t strides[MAX_RANK], count = held_count(results), size = results->shape[params->dim];
	(void)op, (void)operands;
	strides_of(results, strides);
	for (int64_t i = 0; i < count; i++) {
		int64_t number = i / strides[params->dim] % size;
		if (dtype_holds_reals(results->dtype))
			items[0][i].real = (double)number;
		else
			items[0][i].integer = element_wrap(results->dtype, number);
	}
	return true;
}

static const struct primitive iota = {.name = "iota",
                                      .infer = infer_iota,
                                      .elements = iota_elements,
                                      .derivative = DERIVATIVE_KEEPS_SHARDINGS};
static const struct primitive empty = {
    .name = "empty", .infer = infer_empty, .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_iota(struct op *op, const struct dtype *dtype, const int64_t *shape,
                             uint32_t rank, uint32_t dim, const struct sharding_request *sharding)
{
	struct iota_params *params = arena_new(op->arena, struct iota_params, 1);
	*params = (struct iota_params){dtype, shape, rank, dim, sharding};
	return primitive_apply_one(op, &iota, params, NULL, 0);
}

const struct array *lax_empty(struct op *op, const struct dtype *dtype, const int64_t *shape,
                              uint32_t rank, const struct sharding_request *sharding)
{
	struct iota_params *params = arena_new(op->arena, struct iota_params, 1);
	*params = (struct iota_params){dtype, shape, rank, 0, sharding};
	return primitive_apply_one(op, &empty, params, NULL, 0);
}

const struct array *lax_full(struct op *op, const struct dtype *dtype, bool weak,
                             const int64_t *shape, uint32_t rank,
                             const struct sharding_request *sharding)
{
	return lax_broadcast(op, array_scalar(op, dtype, weak), shape, rank, sharding);
}
