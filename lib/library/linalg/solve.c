/* SPDX-License-Identifier: Apache-2.0 */
/* Systems of linear equations in jax.numpy.linalg, and powers of matrices. JAX: numpy/linalg.py. */
#include "jax/python_text.h"
#include "library/linalg/linalg_arguments.h"
#include "library/linalg/lu_solve.h"
#include "library/transform/vectorize.h"
#include "op/elementwise/elementwise.h"

#define OF_VECTORS "(m,m),(m)->(m)"
#define OF_MATRICES "(m,m),(m,n)->(m,n)"

/* Since 0.5.0 b is a vector only when that is all it is. False after raising. */
static bool check_ranks(struct trace *trace, const struct array_type *a, const struct array_type *b)
{
	struct buf text = op_buf(&trace->op);
	if (a->rank < 2)
		buf_puts(&text, "left hand array must be at least two dimensional; got a.shape=");
	else if (b->rank > 1 && a->rank == b->rank + 1 &&
	         a->shape[a->rank - 1] == b->shape[b->rank - 1] &&
	         a->shape[a->rank - 1] != b->shape[b->rank - 2])
		buf_puts(&text, "Invalid shapes for solve: ");
	else
		return true;
	python_shape(&text, a->shape, a->rank);
	if (a->rank < 2)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text));
	buf_puts(&text, ", ");
	python_shape(&text, b->shape, b->rank);
	buf_puts(&text, ". Prior to JAX v0.5.0, this would have been treated as a batched "
	                "1-dimensional solve. To recover this behavior, use "
	                "solve(a, b[..., None]).squeeze(-1).");
	return refuse(
	    &trace->op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text),
	    WORDS("b of rank {} is taken as matrices, which have {} rows where those of a have {}",
	          b->rank, b->shape[b->rank - 2], a->shape[a->rank - 1]),
	    HELP("write jnp.linalg.solve(a, b[..., None])[..., 0]"));
}

/* a, b */
static const struct value *solve(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	bool refuses = op_has(&trace->op, JAX_SOLVE_REFUSES_VECTORS);
	for (uint32_t i = 0; i < 2; i++) {
		x[i] = value_to_array_at(trace, argument(arguments, i), "jnp.linalg.solve", i);
		if (!x[i])
			return NULL;
	}
	if (!numpy_promote_dtypes(&trace->op, x, 2, true) ||
	    (refuses && !check_ranks(trace, &x[0]->type, &x[1]->type)))
		return NULL;
	bool vectors = x[1]->type.rank == 1 || (!refuses && x[0]->type.rank == x[1]->type.rank + 1);
	const struct value *values[] = {value_array(trace->op.arena, x[0]),
	                                value_array(trace->op.arena, x[1])};
	return vectorized_call(trace, &solve_row, vectors ? OF_VECTORS : OF_MATRICES, values, 2,
	                       arguments->at);
}

static const struct value *inv(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = value_to_array(trace, argument(arguments, 0), "jnp.linalg.inv");
	struct derivation derivation = derivation_from(trace, arguments, a);
	if (a && !has_square_matrices(a))
		return raise_shape(trace, "Argument to inv must have shape [..., n, n], got ", a,
		                   ".");
	return derive(&derivation, "jnp.linalg.solve(a, lax.broadcast(jnp.eye(a.shape[-1], "
	                           "dtype=a.dtype), a.shape[:-2]))");
}

/* The power by squaring, of the name a. */
static const struct value *power(struct derivation *derivation, int64_t exponent)
{
	bool any = false;
	if (exponent == 3)
		return derive(derivation, "(a @ a) @ a");
	for (bool first = true; exponent > 0 && !derivation->failed; exponent /= 2) {
		derive_name(derivation, "z", first ? "a" : "z @ z");
		first = false;
		if (exponent % 2)
			derive_name(derivation, "result", any ? "result @ z" : "z");
		any = any || exponent % 2;
	}
	return derive(derivation, "result");
}

/* a, n */
static const struct value *matrix_power(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a =
	    op_has(&trace->op, JAX_MATRIX_POWER_OF_INTEGERS)
		? value_to_array(trace, argument(arguments, 0), "jnp.linalg.matrix_power")
		: inexact_argument(trace, arguments, 0, "jnp.linalg.matrix_power");
	const struct value *n = argument(arguments, 1);
	struct derivation derivation = derivation_from(trace, arguments, a);
	if (!a)
		return NULL;
	if (a->type.rank < 2)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("{}-dimensional array given. Array must be at least two-dimensional",
		         a->type.rank));
	if (!has_square_matrices(a))
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "TypeError",
		                    TEXT("Last 2 dimensions of the array must be square"));
	if (n->kind != VALUE_INT && n->kind != VALUE_BOOL) {
		refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("exponent must be an integer, got {}", value_str(n)));
		return NULL;
	}
	int64_t exponent = n->kind == VALUE_BOOL ? n->boolean : n->integer;
	if (exponent == 0)
		return derive(&derivation,
		              "jnp.broadcast_to(jnp.eye(a.shape[-2], dtype=a.dtype), a.shape)");
	if (exponent < 0)
		derive_name(&derivation, "a", "jnp.linalg.inv(a)");
	if (exponent == INT64_MIN)
		return trace_unknown(trace, "a power of that size");
	return power(&derivation, exponent < 0 ? -exponent : exponent);
}

/* a, ind=2 */
static const struct value *tensorinv(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = value_to_array(trace, argument(arguments, 0), "tensorinv");
	struct derivation derivation = derivation_from(trace, arguments, a);
	int64_t ind;
	if (!a || !value_to_int(trace, argument(arguments, 1), &ind))
		return NULL;
	if (ind <= 0)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                    TEXT("ind must be a positive integer; got ind={}", ind));
	derive_name(&derivation, "rows", "math.prod(a.shape[:ind])");
	derive_name(&derivation, "columns", "math.prod(a.shape[ind:])");
	const struct value *square = derive(&derivation, "rows == columns");
	if (square && !square->boolean) {
		struct str after = str_format(trace->op.arena, " with ind=%lld.", (long long)ind);
		return raise_shape(trace,
		                   "tensorinv is only possible when the product of the first `ind` "
		                   "dimensions equals that of the remaining dimensions. got "
		                   "arr.shape=",
		                   a, after.s);
	}
	return derive(&derivation, "jnp.linalg.inv(a.reshape((rows, columns)))"
	                           ".reshape(*a.shape[ind:], *a.shape[:ind])");
}

/* Raises a ValueError about the shapes of tensorsolve. Always NULL. */
static const struct value *raise_tensors(struct trace *trace, const char *what,
                                         const struct array *a, const struct array *b, bool rank)
{
	struct buf text = op_buf(&trace->op);
	buf_printf(&text, "%s got a.shape=", what);
	python_shape(&text, a->type.shape, a->type.rank);
	if (rank)
		buf_printf(&text, ", b.ndim=%u.", b->type.rank);
	else
		buf_puts(&text, ", b.shape=");
	if (!rank)
		python_shape(&text, b->type.shape, b->type.rank);
	refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text));
	return NULL;
}

/* a, b, axes=None */
static const struct value *tensorsolve(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *a = value_to_array_at(trace, argument(arguments, 0), "tensorsolve", 0);
	const struct array *b =
	    a ? value_to_array_at(trace, argument(arguments, 1), "tensorsolve", 1) : NULL;
	struct derivation derivation = derivation_from(trace, arguments, a);
	if (!b)
		return NULL;
	if (argument_given(arguments, 2))
		derive_name(&derivation, "a", "jnp.moveaxis(a, axes, len(axes) * (a.ndim - 1,))");
	derive_name(&derivation, "out", "a.shape[b.ndim:]");
	const struct value *leads = derive(&derivation, "a.shape[:b.ndim] == b.shape");
	const struct value *fits = leads ? derive(&derivation, "b.size == math.prod(out)") : NULL;
	const struct value *moved = fits ? derive(&derivation, "a") : NULL;
	if (!moved)
		return NULL;
	if (!leads->boolean)
		return raise_tensors(trace,
		                     "After moving axes to end, leading shape of a must match "
		                     "shape of b.",
		                     moved->array, b, false);
	if (!fits->boolean)
		return raise_tensors(trace,
		                     "Input arrays must have prod(a.shape[:b.ndim]) == "
		                     "prod(a.shape[b.ndim:]);",
		                     moved->array, b, true);
	return derive(&derivation, "jnp.linalg.solve(a.reshape(b.size, math.prod(out)), "
	                           "b.ravel()).reshape(out)");
}

/* The shapes that least squares take: a matrix, and a vector or matrix. False after raising. */
static bool check_least_squares(struct trace *trace, const struct array *a, const struct array *b)
{
	if (!a->type.rank || !b->type.rank)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "IndexError",
		              TEXT("tuple index out of range"));
	if (a->type.shape[0] != b->type.shape[0]) {
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("Leading dimensions of input arrays must match"),
		              WORDS("a has {} rows and b {}", a->type.shape[0], b->type.shape[0]));
	}
	if (a->type.rank != 2)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("{}-dimensional array given. Array must be two-dimensional",
		                   a->type.rank));
	return b->type.rank <= 2 ||
	       refuse(&trace->op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("{}-dimensional array given. Array must be one or two-dimensional",
	                   b->type.rank));
}

/* The solution x, the rank and the singular values s of the names a, b and rcond. */
static void least_squares(struct derivation *derivation, bool given)
{
	bool positive = op_has(&derivation->trace->op, JAX_LSTSQ_RANK_POSITIVE);
	derive_name(derivation, "eps", "float(jnp.finfo(a.dtype).eps)");
	derive_name(derivation, "rcond", given ? "jnp.where(rcond < 0, eps, rcond)" : "eps");
	derive_name(derivation, "usv", "jnp.linalg.svd(a, full_matrices=False)");
	derive_name(derivation, "s", "usv[1]");
	derive_name(derivation, "mask",
	            positive ? "(s > 0) & (s >= jnp.array(rcond, dtype=s.dtype) * s[0])"
	                     : "s >= jnp.array(rcond, dtype=s.dtype) * s[0]");
	derive_name(derivation, "rank", "mask.sum()");
	derive_name(derivation, "safe", "jnp.where(mask, s, 1).astype(a.dtype)");
	derive_name(derivation, "inverse", "jnp.where(mask, 1 / safe, 0)[:, None]");
	derive_name(derivation, "turned", "jnp.matmul(usv[0].conj().T, b)");
	derive_name(derivation, "x", "jnp.matmul(usv[2].conj().T, inverse * turned)");
}

/* a, b, rcond=None, numpy_resid=False */
static const struct value *lstsq(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	bool numpy;
	for (uint32_t i = 0; i < 2; i++) {
		x[i] = value_to_array_at(trace, argument(arguments, i), "jnp.linalg.lstsq", i);
		if (!x[i])
			return NULL;
	}
	if (!value_to_bool(trace, argument(arguments, 3), &numpy))
		return NULL;
	if (numpy)
		return trace_unknown(trace, "the residuals of numpy depend on values");
	if (!numpy_promote_dtypes(&trace->op, x, 2, true) ||
	    !check_least_squares(trace, x[0], x[1]))
		return NULL;
	struct derivation derivation = derivation_from(trace, arguments, x[0]);
	bool vector = x[1]->type.rank == 1;
	derivation_set(&derivation, "b", value_array(trace->op.arena, x[1]));
	if (vector)
		derive_name(&derivation, "b", "b[:, None]");
	if (shape_elements(x[0]->type.shape, 2)) {
		least_squares(&derivation, argument_given(arguments, 2));
	} else {
		derive_name(&derivation, "s", "jnp.empty(0, dtype=a.dtype)");
		derive_name(&derivation, "rank", "jnp.array(0, dtype=int)");
		derive_name(&derivation, "x",
		            "jnp.zeros((a.shape[1], *b.shape[1:]), dtype=a.dtype)");
	}
	derive_name(&derivation, "residuals", "jnp.linalg.norm(b - jnp.matmul(a, x), axis=0) ** 2");
	return derive(&derivation,
	              vector ? "(x.ravel(), residuals, rank, s)" : "(x, residuals, rank, s)");
}

static const struct function_row rows[] = {
    {.name = "solve", .signature = "a, b", .call = solve, .jitted = JITTED_ITSELF},
    {.name = "inv", .signature = "a", .call = inv, .jitted = JITTED_ITSELF},
    {.name = "matrix_power", .signature = "a, n", .call = matrix_power, .jitted = JITTED_ITSELF},
    {.name = "tensorinv", .signature = "a, ind=2", .call = tensorinv},
    {.name = "tensorsolve", .signature = "a, b, axes=None", .call = tensorsolve},
    {.name = "lstsq",
     .signature = "a, b, rcond=None, *, numpy_resid=False",
     .call = lstsq,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_solve = {"jax.numpy.linalg", rows,
                                               sizeof rows / sizeof *rows};
