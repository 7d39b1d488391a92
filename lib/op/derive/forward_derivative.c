/* SPDX-License-Identifier: Apache-2.0 */
#include "op/derive/forward_derivative.h"

#include "op/index/gather_scatter.h"
#include "op/derive/transposition.h"

/* Zeros where the condition does not hold, else the tangent. JAX: lax.select. */
static bool select_tangent(struct op *op, const struct array *condition,
                           const struct array *tangent, const struct array *zeros)
{
	const struct array *cases[] = {zeros, tangent};
	return condition && lax_select_n(op, condition, cases, 2);
}

/* a > b and c < d */
static const struct array *between(struct op *op, const struct array *a, const struct array *b,
                                   const struct array *c, const struct array *d)
{
	const struct array *above = lax_binary(op, &lax_gt, a, b);
	const struct array *below = above ? lax_binary(op, &lax_lt, c, d) : NULL;
	return below ? lax_binary(op, &lax_and, above, below) : NULL;
}

/* A tangent has the type of what it is one of, which stands for it. JAX: lax.py clamp_p. */
static bool forward_clamp(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array *low = entry->operands[0], *x = entry->operands[1],
			   *high = entry->operands[2];
	const struct array *condition = operand == 0   ? between(op, low, x, low, high)
	                                : operand == 1 ? between(op, x, low, x, high)
	                                               : lax_binary(op, &lax_lt, high, x);
	return select_tangent(op, condition, entry->operands[operand], x);
}

/* An array with the type of another one, but for the dtype. */
static const struct array *of_dtype(struct op *op, const struct array *like, const char *dtype)
{
	return lax_convert_element_type(op, like, dtype_named(str_of(dtype)), false);
}

/* Which update has won at each place: by scattering numbers and gathering them again. */
static const struct array *scatter_numbers(struct op *op, const struct tape_entry *entry,
                                           const struct array *ids)
{
	const struct scatter_params *params = entry->params;
	const struct array_type *type = &entry->operands[0]->type;
	const struct array *zeros =
	    lax_full(op, ids->type.dtype, false, type->shape, type->rank, NULL);
	return zeros ? lax_scatter(op, &lax_scatter_set, zeros, entry->operands[1], ids,
	                           &params->dims)
	             : NULL;
}

/* JAX: slicing.py _scatter_jvp. */
static bool forward_scatter(struct op *op, const struct tape_entry *entry)
{
	const struct scatter_params *params = entry->params;
	const struct array *operand = entry->operands[0], *updates = entry->operands[2];
	if (params->dims.unique)
		return true;
	const struct array *ids = of_dtype(op, updates, "uint32");
	const struct array *scattered = ids ? scatter_numbers(op, entry, ids) : NULL;
	const struct array *gathered =
	    scattered
		? gather_updates(op, &params->dims, scattered, entry->operands[1], &updates->type)
		: NULL;
	if (!gathered)
		return false;
	const struct array *kept = lax_binary(op, &lax_eq, scattered, scattered);
	if (!select_tangent(op, kept, operand, operand))
		return false;
	const struct array *won = lax_binary(op, &lax_eq, ids, gathered);
	return select_tangent(op, won, updates, updates);
}

static bool raise_product(struct op *op)
{
	return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
	              TEXT("scatter_mul gradients are only implemented if `unique_indices=True`"),
	              HELP("give unique_indices=True, when no two indices are equal"));
}

/* JAX: slicing.py scatter_mul_p. */
static bool forward_product(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct scatter_params *params = entry->params;
	return operand == 0 || params->dims.unique || raise_product(op);
}

static bool forward_top_k(struct op *op, const struct tape_entry *entry)
{
	return gather_top(op, entry->operands[0], entry->results[1], top_axis(entry), false, NULL);
}

/* Takes the derivative by one operand. */
static bool forward_by(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const char *name = entry->primitive->name;
	if (strcmp(name, "scatter") == 0)
		return forward_scatter(op, entry);
	if (strcmp(name, "clamp") == 0)
		return forward_clamp(op, entry, operand);
	if (strcmp(name, "scatter-mul") == 0)
		return forward_product(op, entry, operand);
	return strcmp(name, "top_k") != 0 || forward_top_k(op, entry);
}

bool forward_derivative(struct op *op, const struct primitive_watch *watch,
                        const struct tape_entry *entry, bool *certain)
{
	for (uint32_t i = 0; i < entry->count; i++) {
		enum dependence dependence = watch_dependence(watch, entry->operands[i]);
		if (dependence == DEPENDENCE_NONE || forward_by(op, entry, i))
			continue;
		*certain = *certain && dependence == DEPENDENCE_SOME;
		return false;
	}
	return true;
}
