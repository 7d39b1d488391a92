/* SPDX-License-Identifier: Apache-2.0 */
#include "op/shape/shape.h"

#include "op/core/dtype_class.h"
#include "op/core/elements.h"
#include "op/elementwise/elementwise.h"
#include "op/contract/linalg_shapes.h"
#include "op/core/shape_rules.h"
#include "op/core/array_message.h"

/* The primitive is the first member of what is known of it. */
static const struct linalg_primitive *row_of(const struct application *application)
{
	return (const struct linalg_primitive *)(const void *)application->primitive;
}

static bool raise_rank(struct op *op, const struct linalg_primitive *row, uint32_t operand,
                       const struct array_type *type)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("Input {} to {} must have {} {}, but got shape={shape}", operand,
	                   row->primitive.name,
	                   row->batched ? "rank at least" : "a rank of exactly",
	                   row->ranks[operand], type),
	              WORDS("{} takes a {}{} here, but {array|the operand} has rank {}",
	                    row->primitive.name, row->ranks[operand] == 2 ? "matrix" : "vector",
	                    row->batched ? ", or a batch of them," : "", type, type->rank));
}

/* Splits the operands into matrices and batch dimensions, whose numbers must be equal. */
static bool split_operands(struct op *op, const struct application *application,
                           struct linalg_core *cores)
{
	const struct linalg_primitive *row = row_of(application);
	int64_t batches[LINALG_MAX_OPERANDS];
	bool same = true;
	for (uint32_t i = 0; i < row->count; i++) {
		const struct array_type *type = application->operands[i];
		uint32_t rank = row->ranks[i];
		if (type->rank < rank || (!row->batched && type->rank != rank))
			return raise_rank(op, row, i, type);
		cores[i] = (struct linalg_core){.rank = rank};
		for (uint32_t d = 0; d < rank; d++)
			cores[i].sizes[d] = type->shape[type->rank - rank + d];
		batches[i] = type->rank - rank;
		same = same && batches[i] == batches[0];
	}
	if (same)
		return true;
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("All inputs to {} must have the same number of batch dimensions, but "
	                   "got {list} batch dimensions for the inputs.",
	                   row->primitive.name, sizes_of(batches, row->count)),
	              WORDS("the operands of {} have different numbers of batch dimensions",
	                    row->primitive.name));
}

static bool accepts(const struct op *op, const struct linalg_primitive *row,
                    const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	bool narrow = class == DTYPE_FLOAT && dtype->bits < 32;
	if (row->accepts == LINALG_INT32S)
		return strcmp(dtype->name, "int32") == 0;
	if (narrow && !row->any_float && op_has(op, JAX_LINALG_WIDE_FLOATS))
		return false;
	return class == DTYPE_FLOAT || (class == DTYPE_COMPLEX && row->accepts == LINALG_INEXACT);
}

/* The families as the text lists them; in Python the order is that of a set and differs. */
static const char *accepted_text(const struct op *op, const struct linalg_primitive *row)
{
	bool wide = op_has(op, JAX_LINALG_WIDE_FLOATS) && !row->any_float;
	if (row->accepts == LINALG_INT32S)
		return "int32";
	if (row->accepts == LINALG_FLOATS)
		return wide ? "float32, float64" : "floating";
	return wide ? "float32, complex128, complex64, float64" : "floating, complexfloating";
}

static bool check_dtypes(struct op *op, const struct application *application)
{
	const struct linalg_primitive *row = row_of(application);
	for (uint32_t i = 0; i < row->count; i++) {
		const struct dtype *dtype = application->operands[i]->dtype;
		if (accepts(op, row, dtype))
			continue;
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("{} does not accept dtype {} at position {}. Accepted dtypes at "
		                   "position {} are subtypes of {}.",
		                   row->primitive.name, dtype->name, i, i, accepted_text(op, row)),
		              HELP("convert the operand: x.astype(jnp.float32)"));
	}
	return check_same_dtypes(op, row->primitive.name, application->operands, row->count);
}

static bool raise_core_sharded(struct op *op, const struct application *application,
                               uint32_t operand)
{
	const struct array_type *type = application->operands[operand];
	const char *name = application->primitive->name;
	uint32_t batch = type->rank - row_of(application)->ranks[operand];
	uint32_t cut = batch;
	while (!type->spec[cut].count)
		cut++;
	struct dim_axes *kept = spec_copy(op->arena, type->spec, type->rank);
	for (uint32_t i = batch; i < type->rank; i++)
		kept[i] = (struct dim_axes){NULL, 0};
	struct str whole = entries_written(op, type->mesh, kept, type->rank);
	return refuse(
	    op, RULE_DIM_SHARDED, "ShardingTypeError",
	    TEXT("Input {} to {} must be unsharded on non-batch dimensions, but got {spec}.",
	         operand, name, type),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"),
	    WORDS("{} needs each matrix whole on one device, but {dimension|the operand}", name,
	          dimension_of(type, cut)),
	    HELP("gather the matrices first: {reshard}({written}, {})", type, whole));
}

/* Raises that batch dimensions are sharded differently; texts list their specs. */
static bool raise_batches(struct op *op, const struct application *application, bool listed)
{
	const struct linalg_primitive *row = row_of(application);
	struct buf specs = op_buf(op);
	for (uint32_t i = 0; i < row->count; i++) {
		const struct array_type *type = application->operands[i];
		buf_puts(&specs, !i ? "" : listed ? ", " : " and ");
		spec_tuple_text(&specs, type->mesh, type->spec, type->rank - row->ranks[i]);
	}
	return refuse(
	    op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	    TEXT("All inputs to {} must have the same batch sharding, but got {}{}{}.",
	         row->primitive.name, listed ? "[" : "", &specs, listed ? "]" : ""),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"),
	    WORDS("the batch dimensions of {} are sharded differently",
	          arrays_shown(op, application->operands, row->count)),
	    HELP("reshard one operand so that its batch is laid out as that of the other"));
}

static bool same_batches(const struct application *application)
{
	const struct linalg_primitive *row = row_of(application);
	const struct array_type *first = application->operands[0];
	for (uint32_t i = 1; i < row->count; i++)
		if (!spec_equal(first->spec, application->operands[i]->spec,
		                first->rank - row->ranks[0]))
			return false;
	return true;
}

/* JAX: linalg.py linalg_sharding_rule. */
static bool check_shardings(struct op *op, const struct application *application)
{
	const struct linalg_primitive *row = row_of(application);
	for (uint32_t i = 0; i < row->count; i++) {
		const struct array_type *type = application->operands[i];
		for (uint32_t d = type->rank - row->ranks[i]; d < type->rank; d++)
			if (type->spec[d].count)
				return raise_core_sharded(op, application, i);
	}
	return same_batches(application) || raise_batches(op, application, true);
}

static bool raise_contracted(struct op *op, const struct application *application, int operand)
{
	const struct linalg_params *params = application->params;
	const struct array_type *summed = application->operands[operand];
	const char *name = operand ? "b" : "a";
	return refuse(
	    op, RULE_DIM_SHARDED, "ShardingTypeError",
	    TEXT("triangular solve input `{}` must be unsharded on the contracting axis, but got "
	         "{spec} with left_side={} and transpose_a={}.",
	         name, summed, params->left_side ? "True" : "False",
	         params->transpose_a ? "True" : "False"),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"),
	    WORDS("triangular_solve sums over a dimension of {} that is sharded",
	          array_shown(op, summed, name)),
	    HELP("gather that dimension first: {reshard}({written}, P(…))", summed));
}

/* The rule of triangular_solve since it has one of its own; the entries of the result's matrices
 * follow. JAX: linalg.py _tri_solve_sharding. */
static bool check_triangular(struct op *op, const struct application *application,
                             struct dim_axes *entries)
{
	const struct linalg_params *params = application->params;
	const struct array_type *a = application->operands[0], *b = application->operands[1];
	const struct dim_axes *in_a = &a->spec[a->rank - 2], *in_b = &b->spec[b->rank - 2];
	if (a->rank != b->rank || !same_batches(application))
		return raise_batches(op, application, false);
	if (in_a[params->left_side ^ params->transpose_a].count)
		return raise_contracted(op, application, 0);
	if (in_b[!params->left_side].count)
		return raise_contracted(op, application, 1);
	entries[0] = params->left_side ? in_a[params->transpose_a] : in_b[0];
	entries[1] = params->left_side ? in_b[1] : in_a[!params->transpose_a];
	return true;
}

static const struct dtype *result_dtype(const struct dtype *dtype, enum linalg_dtype kind)
{
	switch (kind) {
	case LINALG_REAL:
		return real_dtype(dtype);
	case LINALG_INT32:
		return dtype_named(STR("int32"));
	case LINALG_COMPLEX:
		if (dtype_class(dtype) == DTYPE_COMPLEX)
			return dtype;
		return dtype_named(dtype->bits == 64 ? STR("complex128") : STR("complex64"));
	default:
		return dtype;
	}
}

/* A result: batch dimensions of the first operand, then a matrix or vector. */
static struct array_type result_type(struct op *op, const struct application *application,
                                     const struct linalg_core *core)
{
	const struct array_type *first = application->operands[0];
	uint32_t batch = first->rank - row_of(application)->ranks[0];
	int64_t *shape = arena_new(op->arena, int64_t, batch + core->rank);
	bool weak = true;
	for (uint32_t i = 0; i < batch; i++)
		shape[i] = first->shape[i];
	for (uint32_t i = 0; i < core->rank; i++)
		shape[batch + i] = core->sizes[i];
	for (uint32_t i = 0; i < application->count; i++)
		weak = weak && application->operands[i]->weak;
	return (struct array_type){.dtype = result_dtype(first->dtype, core->dtype),
	                           .weak = weak,
	                           .shape = shape,
	                           .rank = batch + core->rank};
}

/* Whether the rule of the release lets operands meet, and the entries of the last two dimensions.
 */
static bool run_rule(struct op *op, const struct application *application, struct dim_axes *entries)
{
	if (!op_has(op, JAX_LINALG_RULES) || !row_of(application)->batched)
		return rule_missing(op, application);
	if (row_of(application)->any_float && op_has(op, JAX_TRIANGULAR_SOLVE_RULE))
		return check_triangular(op, application, entries);
	return check_shardings(op, application);
}

/* How many results there are. */
static uint32_t result_count(const struct linalg_primitive *row, const struct linalg_params *params)
{
	return row->count_results ? row->count_results(params) : row->results;
}

bool linalg_infer(struct op *op, const struct application *application, struct array_type *results)
{
	const struct linalg_primitive *row = row_of(application);
	struct linalg_core cores[LINALG_MAX_OPERANDS], made[LINALG_MAX_RESULTS];
	struct dim_axes entries[2] = {{NULL, 0}, {NULL, 0}};
	const struct abstract_mesh *mesh;
	uint32_t count = result_count(row, application->params);
	bool runs;
	if (!split_operands(op, application, cores) ||
	    !row->shapes(op, &(struct linalg_shaping){application->params, cores, made}) ||
	    !check_dtypes(op, application) || !rule_mesh(op, application, &mesh, &runs) ||
	    (runs && !run_rule(op, application, entries)))
		return false;
	const struct array_type *first = application->operands[0];
	for (uint32_t i = 0; i < count; i++) {
		results[i] = result_type(op, application, &made[i]);
		struct dim_axes *spec = spec_none(op->arena, results[i].rank);
		uint32_t batch = results[i].rank - made[i].rank;
		for (uint32_t d = 0; d < results[i].rank; d++)
			spec[d] = d < batch ? first->spec[d] : entries[d - batch];
		if (!rule_result(op, application, first->mesh ? first->mesh : mesh,
		                 runs ? spec : NULL, &results[i]))
			return false;
	}
	return true;
}

uint32_t linalg_operand_count(const struct linalg_primitive *primitive)
{
	return primitive->count;
}

bool lax_linalg(struct op *op, const struct linalg_primitive *primitive,
                const struct linalg_params *params, const struct array *const *operands,
                const struct array **results, uint32_t *nresults)
{
	static const struct linalg_params none;
	const struct linalg_params *given =
	    params ? arena_copy(op->arena, params, 1, sizeof *params) : &none;
	*nresults = result_count(primitive, given);
	return primitive_apply(op, &primitive->primitive, given, operands, primitive->count,
	                       results, *nresults);
}

const struct array *lax_linalg_one(struct op *op, const struct linalg_primitive *primitive,
                                   const struct linalg_params *params,
                                   const struct array *const *operands)
{
	const struct array *results[LINALG_MAX_RESULTS];
	uint32_t count;
	return lax_linalg(op, primitive, params, operands, results, &count) ? results[0] : NULL;
}

const struct array *lax_triangle(struct op *op, const struct array *x, bool upper, int64_t k)
{
	if (!x)
		return NULL;
	const struct dtype *index = dtype_named(STR("int32"));
	uint32_t rank = x->type.rank;
	const int64_t *sizes = x->type.shape + rank - 2;
	const struct array *rows = lax_iota(op, index, sizes, 2, 0, NULL);
	const struct array *columns = lax_iota(op, index, sizes, 2, 1, NULL);
	const struct array *offset = array_number(op, index, false, upper ? k - 1 : k);
	const struct array *mask =
	    lax_binary(op, &lax_ge, lax_binary(op, &lax_add, rows, offset), columns);
	uint32_t dims[] = {rank - 2, rank - 1};
	struct sharding_request like = type_request(&x->type);
	mask = lax_broadcast_in_dim(op, mask, x->type.shape, rank, dims, NULL);
	const struct array *zeros =
	    lax_broadcast(op, array_number(op, x->type.dtype, x->type.weak, 0), x->type.shape, rank,
	                  x->type.mesh ? &like : NULL);
	const struct array *cases[] = {upper ? x : zeros, upper ? zeros : x};
	return lax_select_n(op, mask, cases, 2);
}

const struct array *lax_triangular_solve(struct op *op, const struct array *a,
                                         const struct array *b, const struct linalg_params *params)
{
	if (!a || !b)
		return NULL;
	bool single = b->type.rank + 1 == a->type.rank;
	uint32_t dim = params->left_side ? b->type.rank : b->type.rank - 1;
	if (single && !b->type.rank && !params->left_side)
		return op_unknown(op, "triangular_solve of a scalar");
	if (single)
		b = lax_expand_dims(op, b, &dim, 1);
	const struct array *operands[] = {a, b};
	const struct array *result = lax_linalg_one(op, &linalg_triangular_solve, params, operands);
	/* out[..., 0] or out[..., 0, :] of a dimension of 1 */
	return single ? lax_squeeze(op, result, &dim, 1) : result;
}
