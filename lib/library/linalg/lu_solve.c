/* SPDX-License-Identifier: Apache-2.0 */
#include "library/linalg/lu_solve.h"

#include "library/linalg/linalg_arguments.h"

static const struct value *row_value(struct trace *trace, const struct function_row *row)
{
	struct value *value = value_new(trace->op.arena, VALUE_BUILTIN);
	value->builtin = row;
	return value;
}

/* Raises a ValueError about the shapes of two arrays: three texts around them. Always NULL. */
static const struct value *raise_shapes(struct trace *trace, const char *const texts[3],
                                        const struct array *a, const struct array *b)
{
	refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	       TEXT("{}{shape}{}{shape}{}", texts[0], &a->type, texts[1], &b->type, texts[2]));
	return NULL;
}

/* The solution for one matrix, whose b has columns: lu, permutation, b, trans. JAX: _lu_solve_core.
 */
static const struct value *solve_core(struct trace *trace, const struct call_arguments *arguments)
{
	struct derivation derivation = derivation_of(trace, arguments);
	derive_name(&derivation, "x", "lax.reshape(b, (lu.shape[0], math.prod(b.shape[1:])))");
	if (value_is_number(argument(arguments, 3), 0)) {
		derive_name(&derivation, "x", "x[permutation, :]");
		derive_name(&derivation, "x",
		            "lax.linalg.triangular_solve(lu, x, left_side=True, lower=True, "
		            "unit_diagonal=True)");
		derive_name(&derivation, "x",
		            "lax.linalg.triangular_solve(lu, x, left_side=True, lower=False)");
		return derive(&derivation, "lax.reshape(x, b.shape)");
	}
	derive_name(&derivation, "x",
	            "lax.linalg.triangular_solve(lu, x, left_side=True, lower=False, "
	            "transpose_a=True)");
	derive_name(&derivation, "x",
	            "lax.linalg.triangular_solve(lu, x, left_side=True, lower=True, "
	            "unit_diagonal=True, transpose_a=True)");
	derive_name(&derivation, "order",
	            "lax.sort_key_val(permutation, lax.iota('int32', permutation.shape[0]))");
	return derive(&derivation, "lax.reshape(x[order[1], :], b.shape)");
}

static const struct function_row core_row = {
    .name = "_lu_solve_core", .signature = "lu, permutation, b, trans", .call = solve_core};

/* Whether shapes fit; *vector tells that b has no columns. */
static bool check_lu_shapes(struct trace *trace, const struct array *lu, const struct array *b,
                            bool *vector)
{
	static const char *const vectors[] = {
	    ("When LU decomposition matrix and b have the same number of dimensions, last axis of "
	     "LU decomposition matrix (shape "),
	    ") and b array (shape ", ") must match"};
	static const char *const matrices[] = {
	    ("When LU decomposition matrix and b different numbers of dimensions, last axis of LU "
	     "decomposition matrix (shape "),
	    ") and second to last axis of b array (shape ", ") must match"};
	uint32_t rank = lu->type.rank, brank = b->type.rank;
	if (!has_square_matrices(lu))
		return raise_shape(
		    trace, "last two dimensions of LU decomposition must be equal, got shape ", lu,
		    "");
	if (!brank)
		return raise_shape(trace, "b matrix must have rank >= 1, got shape ", b, "");
	*vector = rank == brank + 1;
	if (!*vector && brank < 2)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "IndexError",
		              TEXT("tuple index out of range"));
	if (b->type.shape[brank - (*vector ? 1 : 2)] == lu->type.shape[rank - 1])
		return true;
	return raise_shapes(trace, *vector ? vectors : matrices, lu, b);
}

/* lu, permutation, b, trans. JAX: _lu_solve. */
static const struct value *lu_solve(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *lu = value_to_operand(trace, argument(arguments, 0), "lu_solve");
	const struct array *b =
	    lu ? value_to_operand(trace, argument(arguments, 2), "lu_solve") : NULL;
	bool vector = false;
	if (!b || !check_lu_shapes(trace, lu, b, &vector))
		return NULL;
	struct derivation derivation = derivation_of(trace, arguments);
	if (vector)
		derive_name(&derivation, "b", "b[..., None]");
	derive_name(&derivation, "batch",
	            "lax.broadcast_shapes(lu.shape[:-2], permutation.shape[:-1], b.shape[:-2])");
	derive_name(&derivation, "lu", "jnp.broadcast_to(lu, batch + lu.shape[-2:])");
	derive_name(&derivation, "permutation",
	            "jnp.broadcast_to(permutation, batch + permutation.shape[-1:])");
	derive_name(&derivation, "b", "jnp.broadcast_to(b, batch + b.shape[-2:])");
	derivation_set(&derivation, "function", row_value(trace, &core_row));
	const struct value *batch = derive(&derivation, "batch");
	for (uint32_t i = 0; batch && i < batch->list.count; i++)
		derive_name(&derivation, "function", "jax.vmap(function, in_axes=(0, 0, 0, None))");
	derive_name(&derivation, "x", "function(lu, permutation, b, trans)");
	return derive(&derivation, vector ? "x[..., 0]" : "x");
}

const struct function_row lu_solve_row = {.name = "_lu_solve",
                                          .signature = "lu, permutation, b, trans=0",
                                          .call = lu_solve,
                                          .jitted = JITTED_WITHIN};

/* The parts of a linear solve: what is multiplied, and what solves. */
static const struct value *multiply(struct trace *trace, const struct call_arguments *arguments)
{
	struct derivation derivation = derivation_of(trace, arguments);
	derive_name(&derivation, "batch", "lax.broadcast_shapes(a.shape[:-2], x.shape[:-1])");
	derive_name(&derivation, "a", "jnp.broadcast_to(a, batch + a.shape[-2:])");
	derive_name(&derivation, "x", "jnp.broadcast_to(x, batch + x.shape[-1:])");
	derive_name(&derivation, "dims", "list(range(len(batch)))");
	return derive(&derivation,
	              "lax.dot_general(a, x, (([a.ndim - 1], [x.ndim - 1]), (dims, dims)))");
}

static const struct value *solve_part(struct trace *trace, const struct call_arguments *arguments)
{
	struct derivation derivation = derivation_of(trace, arguments);
	derivation_set(&derivation, "lu_solve", row_value(trace, &lu_solve_row));
	return derive(&derivation, "lu_solve(lu, permutation, x, trans)");
}

static const struct function_row multiply_row = {
    .name = "_broadcasted_matvec", .signature = "a, x", .call = multiply};
static const struct function_row solve_part_row = {.name = "solve",
                                                   .signature = "lu, permutation, trans, matvec, x",
                                                   .call = solve_part,
                                                   .takes_unknown = true};

/* One column solved: matvec, solve, transpose_solve, b. */
static const struct value *solve_column(struct trace *trace, const struct call_arguments *arguments)
{
	struct derivation derivation = derivation_of(trace, arguments);
	return derive(&derivation, "lax.custom_linear_solve(matvec, b, solve, transpose_solve)");
}

static const struct function_row column_row = {
    .name = "custom_solve", .signature = "matvec, solve, transpose_solve, b", .call = solve_column};

static bool solve_shapes_fit(const struct array_type *a, const struct array_type *b)
{
	return a->rank >= 2 && (b->rank == a->rank || b->rank == a->rank - 1) &&
	       a->shape[a->rank - 1] == a->shape[a->rank - 2] &&
	       b->shape[a->rank - 2] == a->shape[a->rank - 1];
}

/* b with the leading sizes of a where its own are 1: the dimensions of the names a and b. */
static const struct value *broadcast_shape(struct trace *trace, const struct array *a,
                                           const struct array *b)
{
	uint32_t rank = b->type.rank;
	int64_t *shape = arena_new(trace->op.arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t other = i + 1 < a->type.rank ? a->type.shape[i] : 1;
		shape[i] = b->type.shape[i] == 1 ? other : b->type.shape[i];
	}
	return value_shape(trace->op.arena, shape, rank);
}

/* a, b */
static const struct value *solve(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const texts[] = {
	    ("The arguments to solve must have shapes a=[..., m, m] and b=[..., m, k] or "
	     "b=[..., m]; got a="),
	    " and b=", ""};
	const struct array *a = value_to_operand(trace, argument(arguments, 0), "solve");
	const struct array *b = a ? value_to_operand(trace, argument(arguments, 1), "solve") : NULL;
	if (!b)
		return NULL;
	if (!solve_shapes_fit(&a->type, &b->type))
		return raise_shapes(trace, texts, a, b);
	struct derivation derivation = derivation_of(trace, arguments);
	derivation_set(&derivation, "shape", broadcast_shape(trace, a, b));
	derive_name(&derivation, "b", "lax.broadcast_in_dim(b, shape, range(b.ndim))");
	derivation_set(&derivation, "multiply", row_value(trace, &multiply_row));
	derivation_set(&derivation, "solve", row_value(trace, &solve_part_row));
	derivation_set(&derivation, "column", row_value(trace, &column_row));
	derive_name(&derivation, "lu", "lax.linalg.lu(lax.stop_gradient(a))");
	derive_name(&derivation, "function",
	            "partial(column, partial(multiply, a), partial(solve, lu[0], lu[2], 0), "
	            "partial(solve, lu[0], lu[2], 1))");
	return derive(&derivation,
	              a->type.rank == b->type.rank + 1
	                  ? "function(b)"
	                  : "jax.vmap(function, b.ndim - 1, max(a.ndim, b.ndim) - 1)(b)");
}

const struct function_row solve_row = {.name = "_solve", .signature = "a, b", .call = solve};
