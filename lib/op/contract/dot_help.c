/* SPDX-License-Identifier: Apache-2.0 */
/* What to write instead when the sharding of a product cannot be told. */
#include "op/contract/contraction.h"

/* The types and dimensions of a product that failed, and the axes summed over on both sides. */
struct product {
	const struct array_type *operands[2];
	const struct dot_dimensions *dimensions;
	const struct abstract_mesh *mesh;
	struct array_type result; /* its shape and rank */
	const struct dim_axes *spec;
};

/* The entries with each mesh axis where it stands first, or with `last` where it stands last. */
static struct dim_axes *without_repeats(struct op *op, const struct dim_axes *spec, uint32_t rank,
                                        bool last)
{
	struct dim_axes *kept = spec_none(op->arena, rank);
	uint64_t seen = 0;
	for (uint32_t n = 0; n < rank; n++) {
		uint32_t i = last ? rank - 1 - n : n;
		uint64_t axes = spec_axes(&spec[i], 1);
		if (!(axes & seen))
			kept[i] = spec[i];
		seen |= axes;
	}
	return kept;
}

/* The entry of the first dimension that both operands are sharded along and that is summed over. */
static struct dim_axes summed_entry(const struct product *product)
{
	const struct dimension_list *lists = product->dimensions->contracting;
	for (uint32_t i = 0; i < lists[0].count; i++) {
		struct dim_axes a = product->operands[0]->spec[lists[0].items[i]];
		if (a.count && product->operands[1]->spec[lists[1].items[i]].count)
			return a;
	}
	return (struct dim_axes){NULL, 0};
}

/* The entries with those of the sum on the first free dimension that they divide; NULL when there
 * is none. */
static struct dim_axes *scattered(struct op *op, const struct product *product,
                                  const struct dim_axes *spec)
{
	struct dim_axes entry = summed_entry(product);
	uint32_t rank = product->result.rank;
	struct dim_axes *all = spec_copy(op->arena, spec, rank);
	int64_t ways = entry.count ? dim_axes_ways(product->mesh, entry) : 0;
	for (uint32_t i = 0; ways && i < rank; i++) {
		if (all[i].count || product->result.shape[i] % ways)
			continue;
		all[i] = entry;
		struct dim_axes *fits = without_repeats(op, all, rank, true);
		return spec_equal(fits, all, rank) ? all : NULL;
	}
	return NULL;
}

/* out_sharding=P('x', None), with the entries in the order that the function wants. */
static struct str choice(struct op *op, const struct product *product,
                         const struct dot_spelling *spelling, const struct dim_axes *spec)
{
	struct buf out = op_buf(op);
	bool bare = op->mesh && !op_has(op, JAX_DOT_NAMED_SHARDING_ONLY);
	buf_puts(&out, bare ? "out_sharding=P(" : "out_sharding=NamedSharding(mesh, P(");
	for (uint32_t i = 0; i < product->result.rank; i++) {
		buf_puts(&out, i ? ", " : "");
		dim_axes_text(&out, product->mesh, spec[spelling->order ? spelling->order[i] : i]);
	}
	buf_puts(&out, bare ? ")" : "))");
	return buf_str(&out);
}

/* Tells who repairs it how the result would best lie, with the entries in the function's order. */
static void suggest_out_sharding(struct op *op, const struct product *product,
                                 const struct dot_spelling *spelling, const struct dim_axes *spec)
{
	uint32_t rank = product->result.rank;
	struct array_type *best = arena_new(op->arena, struct array_type, 1);
	struct dim_axes *entries = spec_none(op->arena, rank);
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		uint32_t from = spelling->order ? spelling->order[i] : i;
		entries[i] = spec[from];
		shape[i] = product->result.shape[from];
	}
	*best = product->result;
	best->mesh = product->mesh;
	best->shape = shape;
	best->spec = entries;
	op->error.result = best;
}

static bool help_choices(struct op *op, const struct product *product,
                         const struct dot_spelling *spelling, const struct dim_axes *const *specs,
                         const char *const *reasons)
{
	struct str first = choice(op, product, spelling, specs[0]);
	if (!specs[1])
		return explain(op, HELP("say how the result is sharded: {}(…, {}){}",
		                        spelling->function, first, reasons[0]));
	return explain(op, HELP("say how the result is sharded: {}(…, {}){}, or {}{}",
	                        spelling->function, first, reasons[0],
	                        choice(op, product, spelling, specs[1]), reasons[1]));
}

/* Both operands are sharded along what is summed over. */
static bool help_contraction(struct op *op, const struct product *product,
                             const struct dot_spelling *spelling)
{
	static const char *const reasons[] = {" joins the parts by all-reduce",
	                                      " by reduce-scatter"};
	const struct dim_axes *all =
	    without_repeats(op, product->spec, product->result.rank, false);
	const struct dim_axes *specs[] = {all, scattered(op, product, all)};
	(void)help_choices(op, product, spelling, specs, reasons);
	suggest_out_sharding(op, product, spelling, all);
	struct str scattering = specs[1] ? phrase(op, "; {} has them joined by reduce-scatter",
	                                          choice(op, product, spelling, specs[1]))
	                                 : STR("");
	op->error.remark = phrase(op, "the parts are joined by all-reduce{}", scattering);
	return false;
}

/* Batch dimensions, or dimensions that are summed over, are sharded differently; or the result
 * would have an axis twice. */
static bool help_conflict(struct op *op, const struct product *product,
                          const struct dot_spelling *spelling)
{
	static const char *const reasons[] = {"", ""};
	uint32_t rank = product->result.rank;
	struct dim_axes *first = without_repeats(op, product->spec, rank, false);
	struct dim_axes *other = spec_copy(op->arena, product->spec, rank);
	const struct dimension_list *batch = product->dimensions->batch;
	for (uint32_t i = 0; i < batch[0].count; i++)
		other[i] = product->operands[1]->spec[batch[1].items[i]];
	other = without_repeats(op, other, rank, true);
	const struct dim_axes *specs[] = {first, spec_equal(first, other, rank) ? NULL : other};
	(void)help_choices(op, product, spelling, specs, reasons);
	suggest_out_sharding(op, product, spelling, first);
	return false;
}

bool dot_help(struct op *op, const struct array *lhs, const struct array *rhs,
              const struct dot_dimensions *dimensions, const struct dot_spelling *spelling)
{
	struct product product = {.operands = {&lhs->type, &rhs->type},
	                          .dimensions = dimensions,
	                          .mesh = lhs->type.mesh ? lhs->type.mesh : rhs->type.mesh};
	enum rule_id rule = op->error.rule;
	bool fits = rule == RULE_CONTRACTION_AMBIGUOUS || rule == RULE_SHARDING_CONFLICT ||
	            rule == RULE_RESULT_AXIS_REPEATED;
	if (!op->error.raised || !product.mesh || !fits)
		return false; /* of any other the dimensions may not be there */
	product.spec = dot_result(op, product.operands, dimensions,
	                          (struct dimension_list){NULL, 0}, &product.result);
	if (rule == RULE_CONTRACTION_AMBIGUOUS)
		return help_contraction(op, &product, spelling);
	if (rule == RULE_SHARDING_CONFLICT || rule == RULE_RESULT_AXIS_REPEATED)
		return help_conflict(op, &product, spelling);
	return false;
}
