/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/linalg_shapes.h"

#include <assert.h>

/* (3, 4) */
static struct message_argument core_shown(const struct linalg_core *core)
{
	return sizes_of(core->sizes, core->rank);
}

static bool is_square(const struct linalg_core *core)
{
	return core->sizes[0] == core->sizes[1];
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static struct linalg_core matrix(int64_t rows, int64_t columns)
{
	return (struct linalg_core){2, {rows, columns}, LINALG_SAME};
}

static struct linalg_core vector(int64_t size, enum linalg_dtype dtype)
{
	return (struct linalg_core){1, {size}, dtype};
}

/* The one result is like this operand. */
static bool give(const struct linalg_shaping *shaping, uint32_t operand)
{
	assert(operand < LINALG_MAX_OPERANDS);
	shaping->results[0] = shaping->operands[operand];
	return true;
}

static bool raise_square(struct op *op, const char *name, const struct linalg_core *operand)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("The input to {} must be a square matrix. Got shape {}.", name,
	                   core_shown(operand)),
	              WORDS("{} needs square matrices: these are {} by {}", name, operand->sizes[0],
	                    operand->sizes[1]));
}

static bool cholesky_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands) && op_has(op, JAX_LINALG_RULES))
		return raise_square(op, "cholesky", operands);
	return give(shaping, 0);
}

static bool cholesky_update_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands) || operands[1].sizes[0] != operands[0].sizes[1])
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Rank-1 update to Cholesky decomposition takes a square matrix and a "
		         "vector of the same size as input. Got shapes {} and {} instead",
		         core_shown(&operands[0]), core_shown(&operands[1])));
	return give(shaping, 0);
}

static bool eig_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands))
		return raise_square(op, "eig", operands);
	shaping->results[0] = vector(operands->sizes[0], LINALG_COMPLEX);
	shaping->results[1] = shaping->results[2] = operands[0];
	shaping->results[1].dtype = shaping->results[2].dtype = LINALG_COMPLEX;
	return true;
}

static bool eigh_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands))
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("Argument to symmetric eigendecomposition must have shape [..., "
		                   "n, n], got shape {}",
		                   core_shown(operands)));
	int64_t size = operands->sizes[0];
	int64_t found = shaping->params->has_subset
	                    ? shaping->params->subset[1] - shaping->params->subset[0]
	                    : size;
	if (found < 0)
		return op_unknown(op, "a subset that is empty");
	shaping->results[0] = matrix(size, found);
	shaping->results[1] = vector(found, LINALG_REAL);
	return true;
}

static bool hessenberg_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands))
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("Argument to Hessenberg reduction must have shape [..., n, n], "
		                   "got shape {}",
		                   core_shown(operands)));
	if (!operands->sizes[0])
		return op_unknown(op, "a Hessenberg reduction of nothing");
	shaping->results[0] = operands[0];
	shaping->results[1] = vector(operands->sizes[0] - 1, LINALG_SAME);
	return true;
}

static bool householder_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (operands->sizes[0] < operands->sizes[1])
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("The first argument to householder_product must have at least "
		                   "as many rows as columns, got shape {}",
		                   core_shown(operands)));
	if (operands[1].sizes[0] > smaller(operands->sizes[0], operands->sizes[1]))
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("The second argument to householder_product must not have more rows than "
		         "the minimum of the first argument's rows and columns."));
	return give(shaping, 0);
}

static bool ormqr_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	bool left = shaping->params->left_side;
	if (operands[2].sizes[left ? 0 : 1] != operands[0].sizes[0])
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT(left ? "ormqr with left=True expects c to have the same number of rows as "
		                "the Householder matrix a. Got a shape {} and c shape {}."
		              : "ormqr with left=False expects c to have the same number of "
		                "columns as the Householder matrix a has rows. Got a shape {} and "
		                "c shape {}.",
		         core_shown(&operands[0]), core_shown(&operands[2])));
	return give(shaping, 2);
}

static bool lu_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	shaping->results[0] = operands[0];
	shaping->results[1] = vector(smaller(operands->sizes[0], operands->sizes[1]), LINALG_INT32);
	shaping->results[2] = vector(operands->sizes[0], LINALG_INT32);
	return true;
}

static bool pivots_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (shaping->params->permutation_size < operands->sizes[0])
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("Output permutation size {} has to exceed the trailing "
		                   "dimension of the pivots. Got pivots size {}",
		                   shaping->params->permutation_size, operands->sizes[0]));
	shaping->results[0] = vector(shaping->params->permutation_size, LINALG_SAME);
	return true;
}

static bool geqrf_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	shaping->results[0] = operands[0];
	shaping->results[1] = vector(smaller(operands->sizes[0], operands->sizes[1]), LINALG_SAME);
	return true;
}

static bool qr_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	int64_t rows = operands->sizes[0], columns = operands->sizes[1];
	int64_t inner = shaping->params->full_matrices ? rows : smaller(rows, columns);
	shaping->results[0] = matrix(rows, inner);
	shaping->results[1] = matrix(inner, columns);
	shaping->results[2] = vector(columns, LINALG_INT32);
	return true;
}

static bool schur_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands))
		return raise_square(op, "schur", operands);
	shaping->results[0] = shaping->results[1] = operands[0];
	return true;
}

static bool svd_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	int64_t rows = operands->sizes[0], columns = operands->sizes[1];
	int64_t rank = smaller(rows, columns);
	if (shaping->params->has_subset) {
		if (shaping->params->full_matrices &&
		    (shaping->params->subset[0] || shaping->params->subset[1] != rank))
			return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("full_matrices and subset_by_index cannot both be set"));
		rank = smaller(rank, shaping->params->subset[1] - shaping->params->subset[0]);
		if (rank < 0)
			return op_unknown(op, "a subset that is empty");
	}
	shaping->results[0] = vector(rank, LINALG_REAL);
	shaping->results[1] = matrix(rows, shaping->params->full_matrices ? rows : rank);
	shaping->results[2] = matrix(shaping->params->full_matrices ? columns : rank, columns);
	return true;
}

static bool symmetric_product_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (operands[0].sizes[0] != operands[1].sizes[1] || !is_square(&operands[1]))
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("symmetric_update expects a rectangular matrix of shape (m, n) "
		                   "and a square matrix of shape (n, n). Got shapes {} and {}.",
		                   core_shown(&operands[0]), core_shown(&operands[1])));
	return give(shaping, 1);
}

static bool triangular_solve_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (!is_square(operands))
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("The first input to triangular_solve must be a square matrix. "
		                   "Got shape {}.",
		                   core_shown(operands)));
	if (operands[0].sizes[1] != operands[1].sizes[shaping->params->left_side ? 0 : 1])
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("Incompatible shapes for arguments to triangular_solve: {} and {}.",
		         core_shown(&operands[0]), core_shown(&operands[1])));
	return give(shaping, 1);
}

static bool tridiagonal_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	int64_t size = operands->sizes[0];
	if (!is_square(operands) || !size)
		return raise_square(op, "tridiagonal", operands);
	shaping->results[0] = operands[0];
	shaping->results[1] = vector(size, LINALG_REAL);
	shaping->results[2] = vector(size - 1, LINALG_REAL);
	shaping->results[3] = vector(size - 1, LINALG_SAME);
	return true;
}

static bool tridiagonal_solve_shapes(struct op *op, const struct linalg_shaping *shaping)
{
	const struct linalg_core *operands = shaping->operands;
	if (operands[0].sizes[0] != operands[1].sizes[0] ||
	    operands[0].sizes[0] != operands[2].sizes[0])
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("tridiagonal_solve requires that all diagonal arguments have "
		                   "the same shape."));
	if (operands[0].sizes[0] != operands[3].sizes[0])
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("tridiagonal_solve requires that the leading ndim-1 dimensions "
		                   "of b equal the dimensions of the diagonal arguments."));
	return give(shaping, 3);
}

static uint32_t count_eig(const struct linalg_params *params)
{
	return 1u + params->left_vectors + params->right_vectors;
}

static uint32_t count_qr(const struct linalg_params *params)
{
	return params->pivoting ? 3 : 2;
}

static uint32_t count_schur(const struct linalg_params *params)
{
	return params->left_vectors ? 2 : 1;
}

static uint32_t count_svd(const struct linalg_params *params)
{
	return params->compute_uv ? 3 : 1;
}

/* A primitive of one matrix. */
#define MATRIX(id, known, ...)                                                            \
	const struct linalg_primitive linalg_##id = {.primitive = {.name = #id,           \
	                                                           .infer = linalg_infer, \
	                                                           .batch = linalg_batch, \
	                                                           .derivative = known},  \
	                                             .count = 1,                          \
	                                             .ranks = {2},                        \
	                                             .batched = true,                     \
	                                             .shapes = id##_shapes,               \
	                                             __VA_ARGS__};

MATRIX(cholesky, DERIVATIVE_OF_REPLICATED, .results = 1)
MATRIX(eig, DERIVATIVE_UNKNOWN, .count_results = count_eig)
MATRIX(eigh, DERIVATIVE_OF_REPLICATED, .results = 2)
MATRIX(hessenberg, DERIVATIVE_UNKNOWN, .results = 2)
MATRIX(lu, DERIVATIVE_OF_REPLICATED, .results = 3)
MATRIX(geqrf, DERIVATIVE_UNKNOWN, .results = 2)
MATRIX(qr, DERIVATIVE_OF_REPLICATED, .count_results = count_qr)
MATRIX(schur, DERIVATIVE_UNKNOWN, .count_results = count_schur)
MATRIX(svd, DERIVATIVE_OF_REPLICATED, .count_results = count_svd)
MATRIX(tridiagonal, DERIVATIVE_UNKNOWN, .results = 4)

const struct linalg_primitive linalg_lu_pivots_to_permutation = {
    .primitive = {.name = "lu_pivots_to_permutation", .infer = linalg_infer, .batch = linalg_batch},
    .count = 1,
    .ranks = {1},
    .accepts = LINALG_INT32S,
    .batched = true,
    .shapes = pivots_shapes,
    .results = 1};

const struct linalg_primitive linalg_cholesky_update = {
    .primitive = {.name = "cholesky_update", .infer = linalg_infer},
    .count = 2,
    .ranks = {2, 1},
    .accepts = LINALG_FLOATS,
    .shapes = cholesky_update_shapes,
    .results = 1};

const struct linalg_primitive linalg_householder_product = {
    .primitive = {.name = "householder_product", .infer = linalg_infer, .batch = linalg_batch},
    .count = 2,
    .ranks = {2, 1},
    .batched = true,
    .shapes = householder_shapes,
    .results = 1};

const struct linalg_primitive linalg_ormqr = {
    .primitive = {.name = "ormqr", .infer = linalg_infer, .batch = linalg_batch},
    .count = 3,
    .ranks = {2, 1, 2},
    .batched = true,
    .shapes = ormqr_shapes,
    .results = 1};

const struct linalg_primitive linalg_symmetric_product = {
    .primitive = {.name = "symmetric_product", .infer = linalg_infer, .batch = linalg_batch},
    .count = 2,
    .ranks = {2, 2},
    .accepts = LINALG_FLOATS,
    .batched = true,
    .shapes = symmetric_product_shapes,
    .results = 1};

const struct linalg_primitive linalg_triangular_solve = {
    .primitive = {.name = "triangular_solve",
                  .infer = linalg_infer,
                  .batch = triangular_solve_batch,
                  .linear = LINEAR_IN_EACH,
                  .derivative = DERIVATIVE_OF_REPLICATED},
    .count = 2,
    .ranks = {2, 2},
    .batched = true,
    .any_float = true,
    .shapes = triangular_solve_shapes,
    .results = 1};

const struct linalg_primitive linalg_tridiagonal_solve = {
    .primitive = {.name = "tridiagonal_solve",
                  .infer = linalg_infer,
                  .batch = tridiagonal_solve_batch},
    .count = 4,
    .ranks = {1, 1, 1, 2},
    .batched = true,
    .shapes = tridiagonal_solve_shapes,
    .results = 1};

bool linalg_has_derivative(const struct tape_entry *entry)
{
	const struct linalg_params *params = entry->params;
	const struct array_type *x = entry->count ? &entry->operands[0]->type : NULL;
	if (entry->primitive == &linalg_eigh.primitive)
		return !params->has_subset;
	if (entry->primitive != &linalg_svd.primitive)
		return true;
	bool square = x->shape[x->rank - 1] == x->shape[x->rank - 2];
	return !params->has_subset && (square || !params->full_matrices || !params->compute_uv);
}
