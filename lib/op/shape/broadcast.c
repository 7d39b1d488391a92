/* SPDX-License-Identifier: Apache-2.0 */
/* The primitive broadcast_in_dim and what lax makes of it. JAX: lax/lax.py. */
#include <assert.h>
#include "op/shape/shape_params.h"
#include <inttypes.h>

#include "jax/python_text.h"
#include "op/core/batch.h"
#include "op/place/place.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"
#include "op/core/sharding_request.h"

/* The dimensions as the release prints them: as Python's integers, or NumPy's behind the first. */
static struct str dims_shown(const struct op *op, const struct broadcast_params *params,
                             uint32_t count)
{
	struct buf out = op_buf(op);
	buf_putc(&out, '(');
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&out, params->numpy && i ? "%snp.int64(%" PRIu32 ")" : "%s%" PRIu32,
		           i ? ", " : "", params->dims[i]);
	python_tuple_end(&out, count);
	return buf_str(&out);
}

static bool raise_dims(struct op *op, const struct broadcast_params *params, uint32_t operand_rank)
{
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("broadcast_in_dim broadcast_dimensions must {} broadcast_dimensions {}",
	                   op_has(op, JAX_BROADCAST_PERMUTES) ? "not contain duplicates, got"
	                                                      : "be strictly increasing; got",
	                   dims_shown(op, params, operand_rank)));
}

static bool raise_sizes(struct op *op, const struct broadcast_params *params,
                        const struct array_type *operand)
{
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("broadcast_in_dim operand dimension sizes must either be 1, or be equal to their "
	         "corresponding dimensions in the target broadcast shape; got operand of shape "
	         "{shape}, target broadcast shape {}, broadcast_dimensions {} ",
	         operand, sizes_of(params->shape, params->rank),
	         dims_shown(op, params, operand->rank)),
	    WORDS("{array|the array} does not fit the shape {} along the dimensions named", operand,
	          sizes_of(params->shape, params->rank)),
	    HELP("this fails without any sharding too: each size must be equal or 1"));
}

static bool raise_outside(struct op *op, const struct broadcast_params *params,
                          const struct array_type *operand)
{
	if (params->rank < operand->rank)
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("broadcast_in_dim target broadcast shape must have equal or "
		                   "higher rank to the operand shape; got operand ndim {} and "
		                   "target broadcast ndim {}.",
		                   operand->rank, params->rank));
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("broadcast_in_dim broadcast_dimensions must be a subset of output "
	                   "dimensions, got {} for operand ndim {} and shape {}.",
	                   dims_shown(op, params, operand->rank), operand->rank,
	                   sizes_of(params->shape, params->rank)));
}

/* Whether some dimensions go to the same place, or, where that matters, not upwards. */
static bool dims_collide(const struct op *op, const struct broadcast_params *params, uint32_t count)
{
	uint64_t seen = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (seen >> params->dims[i] & 1)
			return true;
		if (i && params->dims[i] < params->dims[i - 1] &&
		    !op_has(op, JAX_BROADCAST_PERMUTES))
			return true;
		seen |= (uint64_t)1 << params->dims[i];
	}
	return false;
}

static bool raise_negative(struct op *op, const struct broadcast_params *params)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("broadcast_in_dim shape must have every element be nonnegative, got {}.",
	                   sizes_of(params->shape, params->rank)));
}

static bool check_broadcast(struct op *op, const struct broadcast_params *params,
                            const struct array_type *operand)
{
	for (uint32_t i = 0; i < params->rank; i++)
		if (params->shape[i] < 0)
			return raise_negative(op, params);
	for (uint32_t i = 0; i < operand->rank; i++)
		if (params->rank < operand->rank || params->dims[i] >= params->rank)
			return raise_outside(op, params, operand);
	for (uint32_t i = 0; i < operand->rank; i++)
		if (operand->shape[i] != 1 && operand->shape[i] != params->shape[params->dims[i]])
			return raise_sizes(op, params, operand);
	return !dims_collide(op, params, operand->rank) || raise_dims(op, params, operand->rank);
}

/* The entries of the operand in the order in which its dimensions appear in the result: also where
 * the dimensions are permuted. */
static const struct dim_axes *broadcast_spec(struct op *op, const struct broadcast_params *params,
                                             const struct array_type *operand)
{
	uint64_t from_operand = 0;
	for (uint32_t i = 0; i < operand->rank; i++)
		from_operand |= (uint64_t)1 << params->dims[i];
	struct dim_axes *spec = spec_none(op->arena, params->rank);
	for (uint32_t i = 0, next = 0; i < params->rank; i++)
		if (from_operand >> i & 1)
			spec[i] = operand->spec[next++];
	return spec;
}

/* The sharding that the result of a broadcast is to have. */
static struct sharding_request broadcast_request(struct op *op,
                                                 const struct broadcast_params *params,
                                                 const struct array_type *operand)
{
	if (params->sharding)
		return *params->sharding;
	struct sharding_request request = type_request(operand);
	request.spec = broadcast_spec(op, params, operand);
	request.count = params->rank;
	if (!operand->mesh && op_has(op, JAX_BROADCAST_TAKES_CONTEXT))
		request.mesh = op->mesh;
	if (!op_has(op, JAX_BROADCAST_KEEPS_PARTIAL))
		request.unreduced = request.reduced = 0;
	return request;
}

static bool infer_broadcast(struct op *op, const struct application *application,
                            struct array_type *results)
{
	const struct broadcast_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	if (!check_broadcast(op, params, operand))
		return false;
	result_like(results, operand, params->shape, params->rank);
	if (op_has(op, JAX_BROADCAST_CALLS_RULE)) {
		const struct abstract_mesh *mesh;
		bool runs;
		if (!rule_mesh(op, application, &mesh, &runs))
			return false;
		if (!runs)
			return rule_result(op, application, mesh, NULL, results);
		if (!rule_takes_partial(op, application, mesh))
			return false;
	}
	struct sharding_request request = broadcast_request(op, params, operand);
	if (request.mesh)
		return type_shard(op, results, &request);
	*results = type_plain(op->arena, operand->dtype, params->shape, params->rank);
	results->weak = operand->weak;
	return true;
}

static const struct array *apply_broadcast(struct op *op, const struct array *x,
                                           const struct broadcast_params *given);

static bool batch_broadcast(struct op *op, const struct batching *batching,
                            const struct batched *out)
{
	struct broadcast_params params = *(const struct broadcast_params *)batching->params;
	uint32_t rank = batching->operands[0]->type.rank;
	const struct array *operand = batch_move(op, batching->operands[0], batching->dims[0], 0);
	if (!operand ||
	    !batch_sharding(op, batching->mapping, params.sharding, 0, &params.sharding))
		return false;
	uint32_t *dims = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 1; i < rank; i++)
		dims[i] = params.dims[i - 1] + 1;
	params.shape =
	    sizes_insert(op->arena, params.shape, params.rank++, 0, operand->type.shape[0]);
	params.dims = dims;
	params.numpy = true;
	return batched_result(out, apply_broadcast(op, operand, &params), 0);
}

/* Sums over what was new. A dimension of 1 that a mesh axis shards stays as it is spread, which
 * earlier releases sum over as well. JAX: lax.py _broadcast_in_dim_transpose_rule. */
static bool transpose_broadcast(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct broadcast_params *params = entry->params;
	const struct array_type *from = &entry->operands[0]->type;
	bool known = !from->unreduced;
	for (uint32_t i = 0; i < from->rank && known; i++)
		known = from->shape[i] != 1 || !from->spec[i].count ||
		        (op_has(op, JAX_SHARDED_UNITS_STAY) && params->shape[params->dims[i]] == 1);
	return known || op_unknown(op, "%s", "");
}

static bool broadcast_elements(struct op *op, const struct application *application,
                               const union element *const *operands,
                               const struct array_type *results, union element *const *items)
{
	const struct broadcast_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	int64_t own[MAX_RANK], strides[MAX_RANK] = {0};
	(void)op;
	strides_of(operand, own);
	for (uint32_t i = 0; i < operand->rank; i++)
		strides[params->dims[i]] = operand->shape[i] == 1 ? 0 : own[i];
	strided_copy(results, operands[0], strides, items[0]);
	return true;
}

static const struct primitive broadcast_in_dim = {.name = "broadcast_in_dim",
                                                  .transpose = transpose_broadcast,
                                                  .infer = infer_broadcast,
                                                  .batch = batch_broadcast,
                                                  .elements = broadcast_elements,
                                                  .linear = LINEAR,
                                                  .same_elements = true,
                                                  .derivative = DERIVATIVE_KEEPS_SHARDINGS};

static bool is_same_shape(const struct array *x, const int64_t *shape, uint32_t rank)
{
	return x->type.rank == rank &&
	       (!rank || memcmp(x->type.shape, shape, rank * sizeof *shape) == 0);
}

static bool is_ascending(const uint32_t *dims, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (dims[i] != i)
			return false;
	return true;
}

static const struct array *apply_broadcast(struct op *op, const struct array *x,
                                           const struct broadcast_params *given)
{
	if (!x)
		return NULL;
	assert(given->dims || !x->type.rank);
	if (given->rank == 0 && x->type.rank == 0 && !given->sharding)
		return x;
	if (!op_takes_rank(op, given->rank))
		return NULL;
	if (given->sharding && op_has(op, JAX_BROADCAST_RESHARDS) &&
	    is_same_shape(x, given->shape, given->rank) && is_ascending(given->dims, given->rank) &&
	    !request_equals_type(given->sharding, &x->type))
		return lax_reshard(op, x, given->sharding);
	struct broadcast_params *params = arena_new(op->arena, struct broadcast_params, 1);
	*params = *given;
	params->dims = arena_copy(op->arena, given->dims, x->type.rank, sizeof *given->dims);
	params->sharding = request_kept(op, given->sharding);
	return primitive_apply_one(op, &broadcast_in_dim, params, &x, 1);
}

const struct array *lax_broadcast_in_dim(struct op *op, const struct array *x, const int64_t *shape,
                                         uint32_t rank, const uint32_t *dims,
                                         const struct sharding_request *sharding)
{
	struct broadcast_params params = {shape, rank, dims, sharding, false};
	return apply_broadcast(op, x, &params);
}

const struct array *lax_expand_dims(struct op *op, const struct array *x, const uint32_t *dims,
                                    uint32_t count)
{
	if (!x)
		return NULL;
	uint32_t rank = x->type.rank + count;
	if (!op_takes_rank(op, rank))
		return NULL;
	uint64_t inserted = 0;
	for (uint32_t i = 0; i < count; i++) {
		assert(dims[i] < rank && !(inserted >> dims[i] & 1));
		inserted |= (uint64_t)1 << dims[i];
	}
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	uint32_t *kept = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0, next = 0; i < rank; i++) {
		bool is_new = inserted >> i & 1;
		shape[i] = is_new ? 1 : x->type.shape[next];
		if (!is_new)
			kept[next++] = i;
	}
	return lax_broadcast_in_dim(op, x, shape, rank, kept, NULL);
}

const struct array *lax_broadcast(struct op *op, const struct array *x, const int64_t *sizes,
                                  uint32_t count, const struct sharding_request *sharding)
{
	if (!x || (!count && !sharding))
		return x;
	uint32_t rank = x->type.rank;
	int64_t *shape = arena_new(op->arena, int64_t, (size_t)count + rank);
	uint32_t *dims = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < count; i++)
		shape[i] = sizes[i];
	for (uint32_t i = 0; i < rank; i++) {
		dims[i] = count + i;
		shape[count + i] = x->type.shape[i];
	}
	return lax_broadcast_in_dim(op, x, shape, count + rank, dims, sharding);
}
