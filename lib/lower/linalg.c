/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decompositions of matrices, and triangular systems: calls of LAPACK, whose sharding rule lets
 * batches stay where they are and matrices be gathered. JAX: lax/linalg.py _linalg_ffi_lowering and
 * the rule of each on CPU; those of other platforms differ in what they call.
 */
#include "lower/rows.h"
#include "op/contract/contract.h"

enum { MATRIX = 2, FACTORS = 'z' - 'i' + 1 };

/* The letters of a sharding rule: one for each dimension of a batch, which all share, and one for
 * any other. */
struct factors {
	struct buf sizes; /* i=8, j=16 */
	uint32_t batch, count;
};

static void add_factor(struct buf *out, struct factors *factors, int64_t size)
{
	char letter = (char)('i' + factors->count++);
	buf_printf(out, "%c", letter);
	buf_printf(&factors->sizes, "%s%c=%lld", factors->count > 1 ? ", " : "", letter,
	           (long long)size);
}

/* ([i, j, k], [i]) of tensors. */
static void add_tensors(struct buf *out, struct factors *factors, const struct term *terms,
                        uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t t = 0; t < count; t++) {
		buf_puts(out, t ? ", [" : "[");
		for (uint32_t d = 0; d < terms[t].type.rank; d++) {
			buf_puts(out, d ? ", " : "");
			if (d < factors->batch && d < factors->count)
				buf_putc(out, (char)('i' + d));
			else
				add_factor(out, factors, terms[t].type.shape[d]);
		}
		buf_putc(out, ']');
	}
	buf_putc(out, ')');
}

/* Calls a function of LAPACK; results have their types. False where its rule has too many letters.
 */
static bool call_lapack(struct emitter *emitter, const char *name, const struct term_list *operands,
                        struct term_list *results)
{
	struct factors factors = {.sizes = {.arena = emitter->arena}};
	struct buf rule = {.arena = emitter->arena};
	uint32_t rank = 0, all = 0;
	for (uint32_t i = 0; i < operands->count + results->count; i++) {
		const struct term *term = i < operands->count
		                              ? &operands->items[i]
		                              : &results->items[i - operands->count];
		rank = i < operands->count && term->type.rank > rank ? term->type.rank : rank;
		all += term->type.rank;
	}
	if (all > FACTORS || rank < MATRIX)
		return lower_fails(emitter, "a decomposition of many dimensions");
	factors.batch = rank - MATRIX;
	add_tensors(&rule, &factors, operands->items, operands->count);
	buf_puts(&rule, "->");
	add_tensors(&rule, &factors, results->items, results->count);
	struct str sizes = buf_str(&factors.sizes), tensors = buf_str(&rule);
	emit_many(emitter, "stablehlo.custom_call", operands->items, operands->count,
	          str_format(emitter->arena,
	                     "call_target_name = \"lapack_%s_ffi\", mhlo.frontend_attributes = "
	                     "{num_batch_dims = \"%u\"}, sdy.sharding_rule = "
	                     "#sdy.op_sharding_rule<%.*s {%.*s}, custom>",
	                     name, factors.batch, STR_ARG(tensors), STR_ARG(sizes)),
	          results->items, results->count);
	return true;
}

/* The type of what says of each matrix of a batch, as this one has, whether it was decomposed. */
static struct array_type info_type(struct emitter *emitter, const struct array_type *matrices)
{
	struct array_type type = type_plain(emitter->arena, dtype_named(STR("int32")),
	                                    matrices->shape, matrices->rank - MATRIX);
	type.mesh = matrices->mesh;
	return type;
}

static struct term splat(struct emitter *emitter, struct term number, struct array_type type)
{
	type.dtype = number.type.dtype;
	return emit_splat(emitter, number, &type);
}

/* Whether x stands so to y, in a type of booleans. */
static struct term compared(struct emitter *emitter, struct term x, struct term y,
                            const char *direction)
{
	const struct term operands[] = {x, y};
	struct array_type truth = x.type;
	truth.dtype = dtype_named(STR("bool"));
	return emit_comparison(emitter, operands, "SIGNED", direction, &truth);
}

/* x broadcast to a shape, its dimensions being the first of that, or the last. */
static struct term broadcast(struct emitter *emitter, struct term x, const int64_t *shape,
                             uint32_t rank, bool last)
{
	struct array_type type = x.type;
	struct buf text = {.arena = emitter->arena};
	uint32_t *dims = arena_new(emitter->arena, uint32_t, rank);
	for (uint32_t i = 0; i < x.type.rank; i++)
		dims[i] = i + (last ? rank - x.type.rank : 0);
	type.shape = shape;
	type.rank = rank;
	type.spec = spec_none(emitter->arena, rank);
	buf_puts(&text, "broadcast_dimensions = ");
	add_dims(&text, dims, x.type.rank);
	return emit(emitter, "stablehlo.broadcast_in_dim", &x, 1, buf_str(&text), &type);
}

static struct term selected(struct emitter *emitter, struct term which, struct term x,
                            struct term y)
{
	const struct term operands[] = {which, x, y};
	return emit(emitter, "stablehlo.select", operands, 3, STR(""), &x.type);
}

/* x where its matrix was decomposed, else no numbers. JAX: _replace_not_ok_with_nan. */
static struct term where_done(struct emitter *emitter, struct term done, struct term x)
{
	int64_t *shape = arena_new(emitter->arena, int64_t, x.type.rank);
	for (uint32_t i = 0; i < x.type.rank; i++)
		shape[i] = i < done.type.rank ? done.type.shape[i] : 1;
	struct term column = broadcast(emitter, done, shape, x.type.rank, false);
	/* JAX puts NaN there: which number it is changes no plan. */
	struct term nan = splat(emitter, emit_number(emitter, x.type.dtype, 0), x.type);
	struct term mask = broadcast(emitter, column, x.type.shape, x.type.rank, false);
	return selected(emitter, mask, x, nan);
}

/* Whether the number that a call gives beside its result stands so to 0. */
static struct term is_done(struct emitter *emitter, struct term info, const char *direction)
{
	struct term zero = emit_number(emitter, info.type.dtype, 0);
	return compared(emitter, info, splat(emitter, zero, info.type), direction);
}

static struct term_list operands_of(struct writing *writing)
{
	return (struct term_list){writing->operands, writing->equation->count};
}

static const struct array_type *result_type(const struct writing *writing, uint32_t i)
{
	return &writing->equation->results[i]->type;
}

static bool write_cholesky(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term made[2] = {{.type = *writing->result}};
	struct term_list operands = operands_of(writing), results = {made, 2};
	made[1].type = info_type(emitter, writing->result);
	if (!call_lapack(emitter, "potrf", &operands, &results))
		return false;
	return written(writing, where_done(emitter, is_done(emitter, made[1], "EQ"), made[0]));
}

/* The vectors, then the values. */
static bool write_eigh(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct linalg_params *params = writing->equation->params;
	struct term made[3] = {{.type = *result_type(writing, 0)},
	                       {.type = *result_type(writing, 1)}};
	struct term_list operands = operands_of(writing), results = {made, 3};
	made[2].type = info_type(emitter, &made[0].type);
	if (params->has_subset)
		return lower_fails(emitter, "a part of what eigh gives");
	if (!call_lapack(emitter, "syevd", &operands, &results))
		return false;
	struct term done = is_done(emitter, made[2], "EQ");
	for (uint32_t i = 0; i < 2; i++)
		writing->results[i] = where_done(emitter, done, made[i]);
	return true;
}

/* The values, and the vectors of both sides. */
static bool write_svd(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct linalg_params *params = writing->equation->params;
	const struct array_type *x = &writing->operands[0].type, *s = result_type(writing, 0);
	struct term made[5] = {{.type = *x}, {.type = *s}, {.type = *x}, {.type = *x}};
	struct term_list operands = operands_of(writing), results = {made, 5};
	uint32_t last = x->rank - 1;
	int64_t *u = shape_copy(emitter->arena, x->shape, x->rank);
	int64_t *vt = shape_copy(emitter->arena, x->shape, x->rank);
	u[last] = vt[last - 1] = s->shape[last - 1];
	made[2].type.shape = params->compute_uv ? result_type(writing, 1)->shape : u;
	made[3].type.shape = params->compute_uv ? result_type(writing, 2)->shape : vt;
	made[4].type = info_type(emitter, x);
	if (params->has_subset)
		return lower_fails(emitter, "a part of what svd gives");
	if (!call_lapack(emitter, "gesdd", &operands, &results))
		return false;
	struct term done = is_done(emitter, made[4], "EQ");
	for (uint32_t i = 0; i < writing->equation->nresults; i++)
		writing->results[i] = where_done(emitter, done, made[i + 1]);
	return true;
}

/* The matrices, the pivots, and the permutations that these make: of numbers that nothing else
 * needs, which each device finds for its part of a batch. */
static bool write_lu(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term made[3] = {{.type = *result_type(writing, 0)},
	                       {.type = *result_type(writing, 1)}};
	struct term_list operands = operands_of(writing), results = {made, 3};
	made[2].type = info_type(emitter, &made[0].type);
	if (!call_lapack(emitter, "getrf", &operands, &results))
		return false;
	struct term one = emit_number(emitter, made[1].type.dtype, 1);
	struct term pivots[] = {made[1], splat(emitter, one, made[1].type)};
	writing->results[1] =
	    emit(emitter, "stablehlo.subtract", pivots, 2, STR(""), &made[1].type);
	writing->results[0] = where_done(emitter, is_done(emitter, made[2], "GE"), made[0]);
	if (writing->equation->nresults > 2) {
		const struct array_type *type = result_type(writing, 2);
		if (type->shape[type->rank - 1] != made[1].type.shape[made[1].type.rank - 1])
			return lower_fails(emitter, "the permutation of lu of a tall matrix");
		writing->results[2] =
		    emit(emitter, "stablehlo.negate", &writing->results[1], 1, STR(""), type);
	}
	return true;
}

/* [0:8, 0:3]: the first of the last two dimensions. */
static struct term first_of(struct emitter *emitter, struct term x, int64_t rows, int64_t columns)
{
	struct array_type type = x.type;
	int64_t *shape = shape_copy(emitter->arena, x.type.shape, x.type.rank);
	int64_t *ones = arena_new(emitter->arena, int64_t, x.type.rank);
	int64_t *zeros = arena_new(emitter->arena, int64_t, x.type.rank);
	struct buf text = {.arena = emitter->arena};
	shape[x.type.rank - 2] = rows;
	shape[x.type.rank - 1] = columns;
	for (uint32_t i = 0; i < x.type.rank; i++)
		ones[i] = 1;
	type.shape = shape;
	buf_puts(&text, "limit_indices = ");
	add_i64s(&text, shape, x.type.rank);
	buf_puts(&text, ", start_indices = ");
	add_i64s(&text, zeros, x.type.rank);
	buf_puts(&text, ", strides = ");
	add_i64s(&text, ones, x.type.rank);
	return emit(emitter, "stablehlo.slice", &x, 1, buf_str(&text), &type);
}

/* Zeros below the diagonal. JAX: _triu. */
static struct term upper(struct emitter *emitter, struct term x)
{
	const int64_t *sizes = x.type.shape + x.type.rank - MATRIX;
	struct array_type type =
	    type_plain(emitter->arena, dtype_named(STR("int32")), sizes, MATRIX);
	type.mesh = x.type.mesh;
	struct term terms[2];
	terms[0] = emit(emitter, "stablehlo.iota", NULL, 0, STR("iota_dimension = 0 : i64"), &type);
	terms[1] = splat(emitter, emit_number(emitter, type.dtype, -1), type);
	struct term rows = emit(emitter, "stablehlo.add", terms, 2, STR(""), &type);
	struct term columns =
	    emit(emitter, "stablehlo.iota", NULL, 0, STR("iota_dimension = 1 : i64"), &type);
	struct term mask = compared(emitter, rows, columns, "GE");
	struct term zeros = splat(emitter, emit_number(emitter, x.type.dtype, 0), x.type);
	if (x.type.rank > MATRIX)
		mask = broadcast(emitter, mask, x.type.shape, x.type.rank, true);
	return selected(emitter, mask, zeros, x);
}

/* JAX: _qr_lowering. */
static bool write_qr(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct linalg_params *params = writing->equation->params;
	const struct array_type *x = &writing->operands[0].type;
	int64_t m = x->shape[x->rank - 2], n = x->shape[x->rank - 1], k = m < n ? m : n;
	struct term made[3] = {{.type = *x}, {.type = *x}};
	struct term_list operands = operands_of(writing), results = {made, 2};
	if (params->pivoting || (params->full_matrices && m > n))
		return lower_fails(emitter, "qr with all of its columns, or with pivots");
	int64_t *taus = shape_copy(emitter->arena, x->shape, x->rank - 1);
	taus[x->rank - 2] = k;
	made[1].type.rank--;
	made[1].type.shape = taus;
	if (!call_lapack(emitter, "geqrf", &operands, &results))
		return false;
	struct term reflectors[] = {m < n ? first_of(emitter, made[0], m, m) : made[0], made[1]};
	struct term q = {.type = reflectors[0].type};
	const struct term_list given = {reflectors, 2};
	struct term_list product = {&q, 1};
	if (!call_lapack(emitter, "orgqr", &given, &product))
		return false;
	writing->results[0] = q;
	writing->results[1] = upper(emitter, m > n ? first_of(emitter, made[0], n, n) : made[0]);
	return true;
}

static bool write_triangular_solve(struct writing *writing)
{
	struct term made = {.type = *writing->result};
	struct term_list operands = operands_of(writing), results = {&made, 1};
	return call_lapack(writing->emitter, "trsm", &operands, &results) && written(writing, made);
}

const struct lowering_row lower_linalg_rows[] = {
    {"cholesky", write_cholesky, NULL, NULL},
    {"eigh", write_eigh, NULL, NULL},
    {"lu", write_lu, NULL, NULL},
    {"qr", write_qr, NULL, NULL},
    {"svd", write_svd, NULL, NULL},
    {"triangular_solve", write_triangular_solve, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
