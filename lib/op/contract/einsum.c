/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/einsum.h"

#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"
#include "op/place/place.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "op/contract/contraction.h"
#include "op/core/dtype_class.h"
#include "op/core/sharding_request.h"

/* An operand with the labels of its dimensions. */
struct labelled {
	const struct array *array;
	struct einsum_labels labels;
};

/* What all contractions of one einsum share. */
struct run {
	struct op *op;
	const struct dtype *preferred;
	const struct sharding_request *sharding; /* of the result, or NULL */
	uint32_t ncontractions;
};

/* The labels without those listed. */
static struct einsum_labels labels_without(struct op *op, struct einsum_labels labels,
                                           struct einsum_labels gone)
{
	uint32_t *items = arena_new(op->arena, uint32_t, labels.count), count = 0;
	for (uint32_t i = 0; i < labels.count; i++)
		if (label_find(gone, labels.items[i]) < 0)
			items[count++] = labels.items[i];
	return (struct einsum_labels){items, count};
}

static struct einsum_labels labels_joined(struct op *op, struct einsum_labels a,
                                          struct einsum_labels b)
{
	uint32_t *items = arena_new(op->arena, uint32_t, a.count + b.count), count = 0;
	for (uint32_t i = 0; i < a.count; i++)
		items[count++] = a.items[i];
	for (uint32_t i = 0; i < b.count; i++)
		items[count++] = b.items[i];
	return (struct einsum_labels){items, count};
}

static bool labels_equal(struct einsum_labels a, struct einsum_labels b)
{
	return a.count == b.count &&
	       (!a.count || memcmp(a.items, b.items, a.count * sizeof *a.items) == 0);
}

/* Sums over dimensions, in the dtype of the result when that is wider. */
static const struct array *sum_over(const struct run *run, const struct array *x,
                                    const uint32_t *axes, uint32_t count,
                                    const struct sharding_request *sharding)
{
	struct array_type wanted = {.dtype = run->preferred};
	bool weak;
	const struct dtype *common = x ? promote(&x->type, &wanted, &weak) : NULL;
	if (x && common != x->type.dtype)
		x = numpy_astype(run->op, x, run->preferred);
	if (!x)
		return NULL;
	bool boolean = dtype_class(x->type.dtype) == DTYPE_BOOL;
	if (boolean && sharding) {
		refuse(run->op, RULE_PROGRAM_ERROR, "NotImplementedError", TEXT(""),
		       WORDS("a sum of booleans takes no out_sharding"));
		return NULL;
	}
	return lax_reduce(run->op, boolean ? &lax_reduce_or : &lax_reduce_sum, x, axes, count,
	                  sharding);
}

/* Sums over the labels that stand once in the operand and nowhere else. */
static bool sum_unique(const struct run *run, struct labelled *x, struct einsum_labels unique,
                       const struct sharding_request *sharding)
{
	uint32_t *axes = arena_new(run->op->arena, uint32_t, unique.count);
	if (!unique.count)
		return x->array != NULL;
	for (uint32_t i = 0; i < unique.count; i++)
		axes[i] = (uint32_t)label_find(x->labels, unique.items[i]);
	x->array = sum_over(run, x->array, axes, unique.count, sharding);
	x->labels = labels_without(run->op, x->labels, unique);
	return x->array != NULL;
}

/* An array of True where all the indices along the axes are equal. JAX: lax.py _delta. */
static const struct array *delta(struct op *op, const struct array_type *like, const uint32_t *axes,
                                 uint32_t count)
{
	const struct dtype *index = dtype_named(STR("uint32"));
	int64_t *base = arena_new(op->arena, int64_t, count);
	const struct array *result = NULL, *last = NULL;
	for (uint32_t i = 0; i < count; i++)
		base[i] = like->shape[axes[i]];
	for (uint32_t i = 0; i < count; i++) {
		const struct array *iota = lax_iota(op, index, base, count, i, NULL);
		if (!iota)
			return NULL;
		if (last) {
			const struct array *equal = lax_binary(op, &lax_eq, last, iota);
			result = result ? lax_binary(op, &lax_and, result, equal) : equal;
		}
		last = iota;
	}
	return lax_broadcast_in_dim(op, result, shape_copy(op->arena, like->shape, like->rank),
	                            like->rank, axes, NULL);
}

/* The array with zeros where the indices along the axes differ. */
static const struct array *diagonal_only(struct op *op, const struct array *x, const uint32_t *axes,
                                         uint32_t count)
{
	const struct array *eye = delta(op, &x->type, axes, count);
	struct sharding_request like = type_request(&x->type);
	const struct array *zeros = lax_full(op, x->type.dtype, x->type.weak, x->type.shape,
	                                     x->type.rank, x->type.mesh ? &like : NULL);
	const struct array *cases[] = {zeros, x};
	return eye && zeros ? lax_select_n(op, eye, cases, 2) : NULL;
}

/* Takes the diagonal along every label that stands several times, and sums over it unless it is
 * among those to keep. */
static bool sum_repeated(const struct run *run, struct labelled *x, struct einsum_labels counted,
                         struct einsum_labels keep, const struct sharding_request *sharding)
{
	for (uint32_t i = 0; i < counted.count; i++) {
		uint32_t label = counted.items[i], count = 0;
		uint32_t *axes = arena_new(run->op->arena, uint32_t, x->labels.count);
		if (label_find(counted, label) != (int32_t)i || label_count(counted, label) < 2)
			continue;
		for (uint32_t j = 0; j < x->labels.count; j++)
			if (x->labels.items[j] == label)
				axes[count++] = j;
		x->array = diagonal_only(run->op, x->array, axes, count);
		bool kept = label_find(keep, label) >= 0;
		if (x->array)
			x->array = sum_over(run, x->array, axes, count - kept, sharding);
		if (!x->array)
			return false;
		uint32_t *left = arena_new(run->op->arena, uint32_t, x->labels.count), nleft = 0;
		for (uint32_t j = 0; j < x->labels.count; j++)
			if (x->labels.items[j] != label || (kept && j == axes[count - 1]))
				left[nleft++] = x->labels.items[j];
		x->labels = (struct einsum_labels){left, nleft};
	}
	return true;
}

/* Takes away dimensions of 1 whose label is a larger one in the other operand. */
static bool drop_singletons(struct op *op, struct labelled *x, const struct labelled *other)
{
	uint32_t *gone = arena_new(op->arena, uint32_t, x->labels.count), ngone = 0;
	uint32_t *kept = arena_new(op->arena, uint32_t, x->labels.count), nkept = 0;
	for (uint32_t i = 0; i < x->labels.count; i++) {
		int32_t at = label_find(other->labels, x->labels.items[i]);
		if (x->array->type.shape[i] != 1 || at < 0 || other->array->type.shape[at] == 1)
			kept[nkept++] = x->labels.items[i];
		else
			gone[ngone++] = i;
	}
	x->labels = (struct einsum_labels){kept, nkept};
	x->array = lax_squeeze(op, x->array, gone, ngone);
	return x->array != NULL;
}

/* Sums over what only one of two operands has. */
static bool reduce_alone(const struct run *run, struct labelled operands[2],
                         const struct einsum_contraction *contraction)
{
	const struct sharding_request *sharding =
	    op_has(run->op, JAX_EINSUM_SUMS_TAKE_SHARDING) ? run->sharding : NULL;
	struct einsum_labels before[2] = {operands[0].labels, operands[1].labels};
	for (int side = 0; side < 2; side++) {
		uint32_t *unique = arena_new(run->op->arena, uint32_t, contraction->removed.count);
		uint32_t count = 0;
		for (uint32_t i = 0; i < contraction->removed.count; i++) {
			uint32_t label = contraction->removed.items[i];
			if (label_count(before[side], label) == 1 &&
			    !label_count(before[!side], label))
				unique[count++] = label;
		}
		if (!sum_unique(run, &operands[side], (struct einsum_labels){unique, count},
		                sharding))
			return false;
	}
	for (int side = 0; side < 2; side++) {
		struct einsum_labels keep =
		    labels_joined(run->op, contraction->result, operands[!side].labels);
		if (!sum_repeated(run, &operands[side], before[side], keep, sharding))
			return false;
	}
	return true;
}

/* The labels of `from` that both have. */
static struct einsum_labels in_both(struct op *op, struct einsum_labels from,
                                    struct einsum_labels a, struct einsum_labels b)
{
	uint32_t *items = arena_new(op->arena, uint32_t, from.count), count = 0;
	for (uint32_t i = 0; i < from.count; i++)
		if (label_find(a, from.items[i]) >= 0 && label_find(b, from.items[i]) >= 0)
			items[count++] = from.items[i];
	return (struct einsum_labels){items, count};
}

static struct dimension_list positions_of(struct op *op, struct einsum_labels labels,
                                          struct einsum_labels within)
{
	int64_t *items = arena_new(op->arena, int64_t, labels.count);
	for (uint32_t i = 0; i < labels.count; i++)
		items[i] = label_find(within, labels.items[i]);
	return (struct dimension_list){items, labels.count};
}

/* The request for the result of a product whose labels are `names`, of which the einsum's result is
 * a permutation. JAX: numpy/einsum.py _get_inverse_sharding. */
static const struct sharding_request *inverse_request(struct op *op,
                                                      const struct sharding_request *request,
                                                      struct einsum_labels names,
                                                      struct einsum_labels result)
{
	struct sharding_request *inverse = arena_new(op->arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(op->arena, names.count);
	*inverse = request_padded(op->arena, request, result.count);
	for (uint32_t i = 0; i < names.count; i++)
		spec[i] = inverse->spec[label_find(result, names.items[i])];
	inverse->spec = spec;
	inverse->count = names.count;
	if (op_has(op, JAX_EINSUM_DROPS_SETS))
		inverse->unreduced = inverse->reduced = 0;
	return inverse;
}

/* A product of two operands, and how its dimensions stand to those of the einsum's result. */
struct product {
	const struct array *operands[2];
	struct dot_params params;
	struct einsum_labels names;
	bool last, swapped; /* the last of all; the right operand comes first */
};

/* The product; by auto_axes where the release leaves intermediate ones to the compiler. */
static const struct array *apply_product(const struct run *run, struct product *product)
{
	const struct sharding_request *request = product->params.sharding;
	struct op *op = run->op;
	struct auto_axes scope;
	bool automatic = request && run->ncontractions > 1 && !product->swapped &&
	                 op_has(op, JAX_EINSUM_AUTO_PRODUCTS);
	if (!automatic)
		return dot_general_apply(op, product->operands[0], product->operands[1],
		                         &product->params);
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, request, &scope))
		return NULL;
	product->params.sharding = NULL;
	for (int side = 0; side < 2; side++)
		product->operands[side] = auto_axes_operand(op, &scope, product->operands[side]);
	return auto_axes_leave(
	    op, &scope,
	    dot_general_apply(op, product->operands[0], product->operands[1], &product->params),
	    request);
}

/* Which request a product gets. The releases that gave it to each of several products also changed
 * it as they went. */
static const struct sharding_request *
product_request(struct run *run, const struct product *product, struct einsum_labels result)
{
	bool same = labels_equal(product->names, result);
	if (!run->sharding)
		return NULL;
	if (product->swapped)
		return run->sharding;
	if (op_has(run->op, JAX_EINSUM_LAST_TAKES_SHARDING) && !product->last)
		return NULL;
	if (same)
		return run->sharding;
	const struct sharding_request *inverse =
	    inverse_request(run->op, run->sharding, product->names, result);
	if (!op_has(run->op, JAX_EINSUM_LAST_TAKES_SHARDING))
		run->sharding = inverse;
	return inverse;
}

/* Says what to write instead of a product that failed. */
static void help_product(const struct run *run, const struct product *product,
                         struct einsum_labels result)
{
	uint32_t *order = arena_new(run->op->arena, uint32_t, result.count);
	struct dot_spelling spelling = {"jnp.einsum", order};
	if (!product->operands[0] || !product->operands[1] || !product->last)
		return;
	for (uint32_t i = 0; i < result.count; i++)
		order[i] = (uint32_t)label_find(product->names, result.items[i]);
	dot_help(run->op, product->operands[0], product->operands[1], &product->params.dimensions,
	         &spelling);
}

static bool contract_two(struct run *run, struct labelled operands[2],
                         const struct einsum_contraction *contraction, bool last,
                         struct labelled *result)
{
	struct op *op = run->op;
	if (!drop_singletons(op, &operands[0], &operands[1]) ||
	    !drop_singletons(op, &operands[1], &operands[0]) ||
	    !reduce_alone(run, operands, contraction))
		return false;
	struct einsum_labels summed =
	    in_both(op, contraction->removed, operands[0].labels, operands[1].labels);
	struct einsum_labels batch =
	    in_both(op, contraction->result, operands[0].labels, operands[1].labels);
	struct einsum_labels gone = labels_joined(op, batch, summed), free[2];
	for (int side = 0; side < 2; side++)
		free[side] = labels_without(op, operands[side].labels, gone);
	struct product product = {.params = {.preferred = run->preferred}, .last = last};
	product.names = labels_joined(op, labels_joined(op, batch, free[1]), free[0]);
	product.swapped = labels_equal(product.names, contraction->result);
	if (!product.swapped)
		product.names = labels_joined(op, labels_joined(op, batch, free[0]), free[1]);
	for (int side = 0; side < 2; side++) {
		const struct labelled *from = &operands[side ^ product.swapped];
		product.operands[side] = from->array;
		product.params.dimensions.contracting[side] =
		    positions_of(op, summed, from->labels);
		product.params.dimensions.batch[side] = positions_of(op, batch, from->labels);
	}
	product.params.sharding = product_request(run, &product, contraction->result);
	struct product tried = product;
	result->array = apply_product(run, &tried);
	result->labels = product.names;
	if (!result->array)
		help_product(run, &product, contraction->result);
	return result->array != NULL;
}

static bool contract_one(const struct run *run, struct labelled *x,
                         const struct einsum_contraction *contraction)
{
	const struct sharding_request *sharding =
	    op_has(run->op, JAX_EINSUM_SUM_TAKES_SHARDING) ? run->sharding : NULL;
	struct einsum_labels counted = x->labels;
	uint32_t *unique = arena_new(run->op->arena, uint32_t, contraction->removed.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < contraction->removed.count; i++)
		if (label_count(counted, contraction->removed.items[i]) == 1)
			unique[count++] = contraction->removed.items[i];
	return sum_unique(run, x, (struct einsum_labels){unique, count}, sharding) &&
	       sum_repeated(run, x, counted, contraction->result, sharding);
}

/* The operand with its dimensions in the order of these labels. */
static const struct array *in_order(struct op *op, const struct labelled *x,
                                    struct einsum_labels labels)
{
	if (labels_equal(x->labels, labels))
		return x->array;
	uint32_t *permutation = arena_new(op->arena, uint32_t, labels.count);
	for (uint32_t i = 0; i < labels.count; i++)
		permutation[i] = (uint32_t)label_find(x->labels, labels.items[i]);
	return lax_transpose(op, x->array, permutation);
}

static bool refuse_many(struct op *op)
{
	if (op_has(op, JAX_EINSUM_NAMES_PATH))
		refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
		       TEXT("jax.numpy.einsum does not support simultaneous contraction of 3 or "
		            "more operands. Typically this means you've passed an unsupported path "
		            "to the einsum optimize parameter."));
	else
		refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError", TEXT(""));
	return explain(
	    op, WORDS("the path that einsum was given contracts more than two operands at once"));
}

/* Does one contraction: takes its operands from those that are left and puts the result behind
 * them. */
static bool contract(struct run *run, struct labelled *left, uint32_t *nleft,
                     const struct einsum_contraction *contraction, bool last)
{
	struct labelled taken[2], result;
	if (contraction->count < 1 || contraction->count > 2)
		return refuse_many(run->op);
	for (uint32_t i = 0; i < contraction->count; i++) {
		uint32_t at = contraction->positions[i];
		taken[i] = (struct labelled){left[at].array, contraction->inputs[i]};
		memmove(&left[at], &left[at + 1], (*nleft - at - 1) * sizeof *left);
		(*nleft)--;
	}
	if (contraction->count == 1) {
		if (!contract_one(run, &taken[0], contraction))
			return false;
		result = taken[0];
	} else if (!contract_two(run, taken, contraction, last, &result)) {
		return false;
	}
	result.array = in_order(run->op, &result, contraction->result);
	left[(*nleft)++] = result;
	return result.array != NULL;
}

/* JAX: numpy/einsum.py _einsum. */
static const struct array *run_contractions(struct run *run, const struct array *const *operands,
                                            uint32_t count,
                                            const struct einsum_contractions *contractions)
{
	bool weak = false;
	struct labelled *left = arena_new(run->op->arena, struct labelled, count + 1);
	if (!run->preferred)
		run->preferred = numpy_result_dtype(run->op, operands, count, &weak);
	if (!run->preferred)
		return NULL;
	for (uint32_t i = 0; i < count; i++)
		left[i].array = operands[i];
	for (uint32_t i = 0; i < contractions->count; i++)
		if (!contract(run, left, &count, &contractions->items[i],
		              i + 1 == contractions->count))
			return NULL;
	return lax_convert_element_type(run->op, left[0].array, run->preferred, weak);
}

/* What an out_sharding= that leaves the products in between to the compiler can look like. */
static void help_many(struct op *op, const struct array *const *operands, uint32_t count,
                      const struct einsum_contractions *contractions)
{
	const struct einsum_contraction *last = &contractions->items[contractions->count - 1];
	if (contractions->count < 2 || !op_has(op, JAX_EINSUM_AUTO) || !op->error.raised ||
	    (op->error.rule != RULE_CONTRACTION_AMBIGUOUS &&
	     op->error.rule != RULE_SHARDING_CONFLICT &&
	     op->error.rule != RULE_RESULT_AXIS_REPEATED))
		return;
	struct buf text = op_buf(op);
	for (uint32_t i = 0; i < last->result.count; i++)
		buf_puts(&text, i ? ", None" : "None");
	explain(op, HELP("say how the result is sharded: jnp.einsum(…, out_sharding=P({})) leaves "
	                 "the products in between to the compiler; axes can stand in place of None",
	                 &text));
}

const struct array *numpy_einsum(struct op *op, const struct array *const *operands, uint32_t count,
                                 const struct einsum_contractions *contractions,
                                 const struct dtype *preferred,
                                 const struct sharding_request *sharding)
{
	struct run run = {op, preferred, sharding, contractions->count};
	struct auto_axes scope;
	if (contractions->count < 2 || !sharding || !op_has(op, JAX_EINSUM_AUTO)) {
		const struct array *result = run_contractions(&run, operands, count, contractions);
		if (!result)
			help_many(op, operands, count, contractions);
		return result;
	}
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, sharding, &scope))
		return NULL;
	const struct array **inner = arena_new(op->arena, const struct array *, count);
	bool fits = true;
	for (uint32_t i = 0; i < count; i++) {
		inner[i] = auto_axes_operand(op, &scope, operands[i]);
		fits = fits && inner[i];
	}
	run.sharding = NULL;
	const struct array *result =
	    fits ? run_contractions(&run, inner, count, contractions) : NULL;
	return auto_axes_leave(op, &scope, result, sharding);
}
