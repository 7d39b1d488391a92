/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: lax/lax.py _reshape_sharding_rule and what it calls, release by release. */

#include <assert.h>
#include "op/shape/reshape.h"

/* A reshape being judged: the operand's side and the new side, either of them with or without
 * 1s. */
struct reshaping {
	struct op *op;
	const struct array_type *operand;
	const struct reshape_params *params;
	struct dim_axes *spec; /* of the new dimensions that count, to be filled */
	uint32_t filled;
};

static void append_entry(struct reshaping *reshaping, struct dim_axes entry)
{
	reshaping->spec[reshaping->filled++] = entry;
}

static bool explain_reshape(struct op *op, const struct reshaping *reshaping)
{
	return explain(
	    op,
	    WORDS("how {array|the array} is sharded once it has the shape {} cannot be told",
	          reshaping->operand, sizes_of(reshaping->params->shape, reshaping->params->rank)),
	    HELP("say it with out_sharding=P(…), or reshard the operand first"));
}

/* The text of most refusals; `inner` when it comes from the rule of a split or merge. */
static bool raise_unsupported(const struct reshaping *reshaping, bool inner)
{
	struct op *op = reshaping->op;
	const struct array_type *operand = reshaping->operand;
	bool names_type = op_has(op, JAX_RESHAPE_NAMES_TYPE);
	refuse(op, RULE_RESHAPE_AMBIGUOUS, "ShardingTypeError",
	       TEXT("This reshape is not supported. Please specify the sharding of the output via "
	            "the `{}` argument of jax.lax.reshape. Got operand {}: {}, new sizes: {}{}",
	            inner && op_has(op, JAX_RESHAPE_SAYS_SHARDING) ? "sharding" : "out_sharding",
	            op_has(op, JAX_RESHAPE_SAYS_TYPE) ? "type" : "shape",
	            names_type ? phrase(op, "{long}", operand) : phrase(op, "{shape}", operand),
	            sizes_of(reshaping->params->shape, reshaping->params->rank),
	            names_type ? STR("") : phrase(op, " and operand spec: {spec}", operand)),
	       CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"));
	return explain_reshape(op, reshaping);
}

static bool raise_two_groups(const struct reshaping *reshaping, bool merging)
{
	struct op *op = reshaping->op;
	if (op_has(op, JAX_RESHAPE_ONE_TEXT))
		return raise_unsupported(reshaping, false);
	struct message_argument operand =
				    sizes_of(reshaping->operand->shape, reshaping->operand->rank),
				wanted =
				    sizes_of(reshaping->params->shape, reshaping->params->rank);
	struct message_argument coarse = merging ? wanted : operand,
				fine = merging ? operand : wanted;
	refuse(op, RULE_RESHAPE_AMBIGUOUS, "ShardingTypeError",
	       TEXT("{} on more than 1 axis is not supported. Please specify the sharding of the "
	            "output via the `sharding` argument of jax.lax.reshape. Got operand.shape={} "
	            "and {}={}",
	            merging ? "Merging" : "Splitting", coarse,
	            op_has(op, JAX_RESHAPE_PRINTS_ORIGINAL) ? "orig_new_sizes" : "new_sizes", fine),
	       CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"));
	return explain_reshape(op, reshaping);
}

/* Errors of Python that the rule runs into; they have no text of JAX's. */
static bool raise_python(const struct reshaping *reshaping, const char *type, const char *text)
{
	refuse(reshaping->op, RULE_RESHAPE_AMBIGUOUS, type, TEXT("{}", text));
	return explain_reshape(reshaping->op, reshaping);
}

static bool raise_index(const struct reshaping *reshaping)
{
	return raise_python(reshaping, "IndexError",
	                    op_has(reshaping->op, JAX_RESHAPE_WITHOUT_ONES)
	                        ? "list index out of range"
	                        : "tuple index out of range");
}

/* Deals the axes of an entry to new sizes, major to minor. JAX: split_partitions. */
static bool deal_axes(struct reshaping *reshaping, struct dim_axes entry, const int64_t *sizes,
                      uint32_t count)
{
	assert(entry.count && reshaping->operand->mesh);
	const struct mesh *mesh = reshaping->operand->mesh->mesh;
	uint32_t next = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct dim_axes part = {entry.axes + next, 0};
		int64_t left = sizes[i];
		while (left > 1 && next < entry.count) {
			int64_t ways = mesh->axes[entry.axes[next++]].size;
			if (left % ways)
				return raise_unsupported(reshaping, true);
			left /= ways;
			part.count++;
		}
		append_entry(reshaping, part);
	}
	return next == entry.count || raise_python(reshaping, "AssertionError", "");
}

/* One dimension of the operand that becomes several. JAX: _split_an_axis_sharding_rule. */
static bool split_dim(struct reshaping *reshaping, struct dim_axes entry, const int64_t *sizes,
                      uint32_t count)
{
	struct op *op = reshaping->op;
	bool deals = op_has(op, JAX_RESHAPE_DEALS_AXES);
	if (entry.count && reshaping->params->dimensions)
		return raise_unsupported(reshaping, true);
	if (entry.count && deals)
		return deal_axes(reshaping, entry, sizes, count);
	if (entry.count && sizes[0] % dim_axes_ways(reshaping->operand->mesh, entry))
		return raise_unsupported(reshaping, true);
	for (uint32_t i = 0; i < count; i++)
		append_entry(reshaping, i ? (struct dim_axes){0} : entry);
	return true;
}

/* All axes of the entries one after another; false when a None stands before an axis. */
static bool join_entries(struct op *op, const struct dim_axes *entries, uint32_t count,
                         struct dim_axes *joined)
{
	uint32_t total = 0;
	for (uint32_t i = 0; i < count; i++)
		total += entries[i].count;
	uint8_t *axes = arena_new(op->arena, uint8_t, total);
	*joined = (struct dim_axes){axes, total};
	uint32_t filled = 0;
	for (uint32_t i = 0; i < count && filled < total; i++) {
		if (!entries[i].count)
			return false;
		memcpy(axes + filled, entries[i].axes, entries[i].count);
		filled += entries[i].count;
	}
	return true;
}

/* Several dimensions of the operand that become one. JAX: _merge_an_axis_sharding_rule. */
static bool merge_dims(struct reshaping *reshaping, const struct dim_axes *entries, uint32_t count,
                       int64_t size)
{
	assert(count > 1);
	struct dim_axes joined;
	bool gapless = join_entries(reshaping->op, entries, count, &joined);
	if (!joined.count) {
		append_entry(reshaping, joined);
		return true;
	}
	if (!gapless || reshaping->params->dimensions)
		return raise_unsupported(reshaping, true);
	if (op_has(reshaping->op, JAX_RESHAPE_DEALS_AXES))
		return deal_axes(reshaping, joined, &size, 1);
	if (joined.count != entries[0].count)
		return raise_unsupported(reshaping, true);
	append_entry(reshaping, joined);
	return true;
}

/* A shape with the entries of its dimensions, without 1s where the release looks at it so. */
struct side {
	struct sizes sizes;
	const struct dim_axes *spec;
};

static struct side counted_side(struct op *op, const int64_t *sizes, uint32_t rank,
                                const struct dim_axes *spec, bool drops)
{
	int64_t *kept = arena_new(op->arena, int64_t, rank);
	struct dim_axes *entries = spec_none(op->arena, rank);
	uint32_t count = 0;
	for (uint32_t i = 0; i < rank; i++) {
		if (drops && sizes[i] == 1)
			continue;
		kept[count] = sizes[i];
		entries[count++] = spec ? spec[i] : (struct dim_axes){0};
	}
	return (struct side){{kept, count}, entries};
}

/* Puts entries of the dimensions that count where they belong among the 1s. */
static bool put_ones_back(struct reshaping *reshaping, const struct dim_axes *counted, bool merging,
                          struct dim_axes *spec)
{
	const struct array_type *operand = reshaping->operand;
	bool keep = op_has(reshaping->op, JAX_RESHAPE_ONES_KEEP_AXES);
	for (uint32_t i = 0, next = 0; i < reshaping->params->rank; i++) {
		if (reshaping->params->shape[i] != 1)
			spec[i] = counted[next++];
		else if (keep && merging && i >= operand->rank)
			return raise_python(reshaping, "IndexError", "tuple index out of range");
		else if (keep && i < operand->rank && operand->shape[i] == 1)
			spec[i] = operand->spec[i];
	}
	return true;
}

static bool carry_groups(struct reshaping *reshaping, const struct side *from,
                         const struct side *to, const struct grouping *groups, bool merging)
{
	for (uint32_t i = 0, at = 0; i < groups->count; i++) {
		uint32_t length = groups->lengths[i];
		const struct dim_axes *entries = from->spec + (merging ? at : i);
		bool done = true;
		if (length == 1)
			append_entry(reshaping, *entries);
		else if (merging)
			done = merge_dims(reshaping, entries, length, to->sizes.sizes[i]);
		else
			done = split_dim(reshaping, *entries, to->sizes.sizes + at, length);
		if (!done)
			return false;
		at += length;
	}
	return true;
}

static bool no_iteration(const struct reshaping *reshaping, enum jax_behaviour behaviour)
{
	const struct array_type *operand = reshaping->operand;
	if (!op_has(reshaping->op, behaviour) || (!operand->unreduced && !operand->reduced))
		return true;
	refuse(reshaping->op, RULE_UNREDUCED_AXIS, "ValueError",
	       TEXT("Using *pspec is dangerous when PartitionSpec has non-empty unreduced/reduced "
	            "set. Please use *spec.partitions"));
	return explain_reshape(reshaping->op, reshaping);
}

static bool carry_ones(struct reshaping *reshaping, struct dim_axes *spec)
{
	const struct array_type *operand = reshaping->operand;
	struct side side =
	    counted_side(reshaping->op, operand->shape, operand->rank, operand->spec, true);
	for (uint32_t i = 0, next = 0; i < reshaping->params->rank; i++)
		if (reshaping->params->shape[i] != 1)
			spec[i] = side.spec[next++];
	return no_iteration(reshaping, JAX_RESHAPE_ONES_ITERATE);
}

static bool differs_by_ones(struct op *op, const struct reshaping *reshaping)
{
	const struct array_type *operand = reshaping->operand;
	const struct reshape_params *params = reshaping->params;
	struct side from = counted_side(op, operand->shape, operand->rank, NULL, true);
	struct side to = counted_side(op, params->shape, params->rank, NULL, true);
	return from.sizes.count == to.sizes.count &&
	       memcmp(from.sizes.sizes, to.sizes.sizes, to.sizes.count * sizeof *to.sizes.sizes) ==
	           0;
}

/* Tries to read the reshape as a split, or with `merging` as a merge; *found says whether it is
 * one. */
static bool try_groups(struct reshaping *reshaping, bool merging, bool *found,
                       struct dim_axes *spec)
{
	struct op *op = reshaping->op;
	const struct array_type *operand = reshaping->operand;
	const struct reshape_params *params = reshaping->params;
	bool drops = op_has(op, JAX_RESHAPE_WITHOUT_ONES);
	struct side from = counted_side(op, operand->shape, operand->rank, operand->spec, drops);
	struct side to = counted_side(op, params->shape, params->rank, NULL, drops);
	struct grouping groups;
	enum grouping_outcome outcome = merging ? find_groups(op, to.sizes, from.sizes, &groups)
	                                        : find_groups(op, from.sizes, to.sizes, &groups);
	*found = outcome == GROUPS_FOUND;
	if (outcome == GROUPS_TWO)
		return raise_two_groups(reshaping, merging);
	if (outcome == GROUPS_INDEX_ERROR)
		return raise_index(reshaping);
	if (outcome == GROUPS_ASSERTION_ERROR)
		return raise_python(reshaping, "AssertionError", "");
	if (!*found)
		return true;
	if (merging && !no_iteration(reshaping, JAX_RESHAPE_MERGE_ITERATES))
		return false;
	reshaping->spec = spec_none(op->arena, to.sizes.count);
	if (!carry_groups(reshaping, &from, &to, &groups, merging))
		return false;
	assert(reshaping->filled == to.sizes.count);
	if (drops)
		return put_ones_back(reshaping, reshaping->spec, merging, spec);
	memcpy(spec, reshaping->spec, params->rank * sizeof *spec);
	return true;
}

bool reshape_spec(struct op *op, const struct array_type *operand,
                  const struct reshape_params *params, struct dim_axes *spec)
{
	struct reshaping reshaping = {.op = op, .operand = operand, .params = params};
	bool found;
	if (differs_by_ones(op, &reshaping))
		return carry_ones(&reshaping, spec);
	for (int merging = 0; merging < 2; merging++) {
		if (!try_groups(&reshaping, merging, &found, spec))
			return false;
		if (found)
			return true;
	}
	return raise_unsupported(&reshaping, false);
}
