/* SPDX-License-Identifier: Apache-2.0 */
#include "op/index/gather_scatter.h"

#include <assert.h>
#include "op/core/array_message.h"

struct dimension_list updates_batching_dims(struct arena *arena,
                                            const struct scatter_dimensions *dims,
                                            uint32_t updates_rank)
{
	struct dimension_list batches = dims->scatter_indices_batching_dims;
	int64_t *items = arena_new(arena, int64_t, batches.count);
	for (uint32_t i = 0; i < batches.count; i++) {
		int64_t query = 0;
		for (uint32_t dim = 0; dim < updates_rank; dim++) {
			if (dimensions_have(dims->update_window_dims, dim))
				continue;
			if (query++ == batches.items[i])
				items[i] = dim;
		}
	}
	return (struct dimension_list){items, batches.count};
}

struct dimension_list operand_window_dims(struct arena *arena,
                                          const struct scatter_dimensions *dims, uint32_t rank)
{
	int64_t *items = arena_new(arena, int64_t, rank);
	uint32_t count = 0;
	for (uint32_t dim = 0; dim < rank; dim++)
		if (!dimensions_have(dims->inserted_window_dims, dim) &&
		    !dimensions_have(dims->operand_batching_dims, dim))
			items[count++] = dim;
	return (struct dimension_list){items, count};
}

/* A scatter as its sharding rule sees it. */
struct scattering {
	const struct scatter_dimensions *dims;
	const struct array_type *operand, *indices, *updates;
	struct dimension_list updates_batches; /* by the indices' batches */
	struct dimension_list windows;         /* of the operand, by update_window_dims */
};

static struct scattering scattering_of(struct op *op, const struct application *application)
{
	const struct scatter_params *params = application->params;
	const struct array_type *const *types = application->operands;
	return (struct scattering){
	    .dims = &params->dims,
	    .operand = types[0],
	    .indices = types[1],
	    .updates = types[2],
	    .updates_batches = updates_batching_dims(op->arena, &params->dims, types[2]->rank),
	    .windows = operand_window_dims(op->arena, &params->dims, types[0]->rank),
	};
}

/* "dimension 0 of 'x' f32[4@x,3] is sharded over x" */
static struct str part_shown(const struct op *op, const struct scattering *s,
                             const struct array_type *type, int64_t dim)
{
	assert(dim >= 0 && dim < type->rank);
	if (type == s->operand || array_name(op, type, "").len)
		return phrase(op, "{dimension|the updated array}",
		              dimension_of(type, (uint32_t)dim));
	return phrase(op, "dimension {} of {} {sharded}", dim,
	              type == s->indices ? "the indices" : "the updates",
	              entry_of(type->mesh, type->spec[dim]));
}

static bool differ(struct dim_axes a, struct dim_axes b)
{
	return a.count && b.count && !dim_axes_equal(a, b);
}

/* Which batches of operand, indices and updates are sharded differently; empty when none are. */
static struct str batches_refused(const struct op *op, const struct scattering *s)
{
	for (uint32_t i = 0; i < s->dims->operand_batching_dims.count; i++) {
		int64_t dims[] = {s->dims->operand_batching_dims.items[i],
		                  s->dims->scatter_indices_batching_dims.items[i],
		                  s->updates_batches.items[i]};
		const struct array_type *types[] = {s->operand, s->indices, s->updates};
		for (int a = 0; a < 3; a++) {
			for (int b = a + 1; b < 3; b++) {
				if (!differ(types[a]->spec[dims[a]], types[b]->spec[dims[b]]))
					continue;
				return phrase(op, "{}, but {}",
				              part_shown(op, s, types[a], dims[a]),
				              part_shown(op, s, types[b], dims[b]));
			}
		}
	}
	return STR("");
}

/* Whether the updates lie as the operand does along a dimension that their windows cover. */
static bool window_fits(const struct op *op, const struct scattering *s, int64_t ours,
                        int64_t theirs)
{
	struct dim_axes a = s->operand->spec[ours], b = s->updates->spec[theirs];
	if (!a.count && !b.count)
		return true;
	if (s->operand->shape[ours] != s->updates->shape[theirs])
		return false;
	return op_has(op, JAX_SCATTER_WINDOWS_EQUAL) ? dim_axes_equal(a, b) : !differ(a, b);
}

static struct str windows_refused(const struct op *op, const struct scattering *s)
{
	assert(s->windows.count == s->dims->update_window_dims.count);
	for (uint32_t i = 0; i < s->windows.count; i++) {
		int64_t ours = s->windows.items[i], theirs = s->dims->update_window_dims.items[i];
		if (window_fits(op, s, ours, theirs))
			continue;
		struct str mine = part_shown(op, s, s->operand, ours),
			   others = part_shown(op, s, s->updates, theirs);
		if (s->operand->shape[ours] == s->updates->shape[theirs])
			return phrase(op, "{}, but {}", mine, others);
		return s->operand->spec[ours].count
		           ? phrase(op, "{}, and only a part of it is updated", mine)
		           : phrase(op, "{}, and updates only a part of the array", others);
	}
	return STR("");
}

/* Which dimension that is indexed, or that counts indices, is sharded; empty when none is. */
static struct str indexed_refused(const struct op *op, const struct scattering *s)
{
	const struct scatter_dimensions *dims = s->dims;
	for (uint32_t dim = 0; dim < s->operand->rank; dim++) {
		if (!s->operand->spec[dim].count ||
		    !dimensions_have(dims->inserted_window_dims, dim))
			continue;
		return phrase(op,
		              "{}, and indexed: an index may point to what another device holds",
		              part_shown(op, s, s->operand, dim));
	}
	for (uint32_t dim = 0; dim < s->updates->rank; dim++) {
		if (!s->updates->spec[dim].count || dimensions_have(s->updates_batches, dim) ||
		    dimensions_have(dims->update_window_dims, dim))
			continue;
		return phrase(op, "{}: each device would write other elements of the same array",
		              part_shown(op, s, s->updates, dim));
	}
	for (uint32_t dim = 0; dim < s->indices->rank; dim++) {
		if (!s->indices->spec[dim].count ||
		    dimensions_have(dims->scatter_indices_batching_dims, dim))
			continue;
		return phrase(op, "{}: each device would write other elements of the same array",
		              part_shown(op, s, s->indices, dim));
	}
	return STR("");
}

static const struct dim_axes *raise_ambiguous(struct op *op, const struct application *application,
                                              struct str words)
{
	const struct array_type *const *types = application->operands;
	struct str got = op_has(op, JAX_SCATTER_NAMES_TYPES)
	                     ? phrase(op, " Got operand={aval}, indices={aval}, updates={aval}",
	                              types[0], types[1], types[2])
	                     : STR("");
	return refuse(
	    op, RULE_SCATTER_AMBIGUOUS, "ShardingTypeError",
	    TEXT("Use `.at[...].set/add/mul/...(out_sharding=)` to provide output PartitionSpec "
	         "for the scatter update as out sharding could not be resolved unambiguously "
	         "(or would require collectives on inputs).{}",
	         got),
	    WORDS("{}", words),
	    HELP("say how the result is sharded, as x.at[…].set(…, out_sharding=P(…)) does; or "
	         "reshard first"));
}

/* The entries of the operand, batches and windows filled from indices and updates. */
static const struct dim_axes *joined_spec(struct op *op, const struct scattering *s)
{
	struct dim_axes *spec = spec_copy(op->arena, s->operand->spec, s->operand->rank);
	for (uint32_t i = 0; i < s->dims->operand_batching_dims.count; i++) {
		struct dim_axes *entry = &spec[s->dims->operand_batching_dims.items[i]];
		if (!entry->count)
			*entry = s->indices->spec[s->dims->scatter_indices_batching_dims.items[i]];
		if (!entry->count)
			*entry = s->updates->spec[s->updates_batches.items[i]];
	}
	for (uint32_t i = 0; i < s->windows.count; i++) {
		struct dim_axes *entry = &spec[s->windows.items[i]];
		if (!entry->count)
			*entry = s->updates->spec[s->dims->update_window_dims.items[i]];
	}
	return spec;
}

static bool raise_dangerous(struct op *op, bool item)
{
	refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	       TEXT("Using {} is dangerous when PartitionSpec has non-empty unreduced/reduced set. "
	            "Please use {}",
	            item ? "pspec[...]" : "*pspec",
	            item ? "spec.partitions[...]" : "*spec.partitions"),
	       WORDS("an array that is unreduced or reduced over mesh axes cannot be updated in "
	             "this release"),
	       HELP("finish the sum first: {reshard}(operand, P(…)) without them"));
	return true;
}

static bool partial(const struct array_type *type)
{
	return type->unreduced || type->reduced;
}

/* Whether the rule fails by itself since it goes through a spec that has unreduced axes: entry by
 * entry in the order in which it comes to them. */
static bool goes_through_partial(struct op *op, const struct application *application,
                                 const struct scattering *s)
{
	const struct array_type *const *types = application->operands;
	uint32_t replicated = 0;
	if (!op_has(op, JAX_SCATTER_ITERATES_SPEC))
		return false;
	do {
		if (partial(types[replicated]))
			return raise_dangerous(op, false);
	} while (spec_is_none(types[replicated]) && ++replicated < 3);
	if (replicated == 3)
		return false;
	if (s->updates_batches.count && (partial(s->indices) || partial(s->updates)))
		return raise_dangerous(op, true);
	if (partial(s->updates))
		return raise_dangerous(op, s->windows.count != 0);
	return partial(s->indices) && raise_dangerous(op, true);
}

const struct dim_axes *scatter_spec(struct op *op, const struct application *application)
{
	const struct array_type *const *types = application->operands;
	if (op_has(op, JAX_SCATTER_ADD_REFUSES) && application->primitive == &lax_scatter_add)
		return refuse(op, RULE_OPERATION_WITHOUT_RULE, "NotImplementedError",
		              TEXT("sharding rule for scatter_add is not implemented."),
		              WORDS("this release cannot shard the addition to indexed elements on "
		                    "explicit axes"),
		              HELP("use a newer release, or leave it to the compiler: "
		                   "jax.sharding.auto_axes"));
	if (!op_has(op, JAX_SCATTER_RULE)) {
		(void)rule_missing(op, application);
		return NULL;
	}
	struct scattering s = scattering_of(op, application);
	if (goes_through_partial(op, application, &s))
		return NULL;
	if (spec_is_none(types[0]) && spec_is_none(types[1]) && spec_is_none(types[2]))
		return spec_none(op->arena, types[0]->rank);
	struct str words = batches_refused(op, &s);
	if (!words.len)
		words = windows_refused(op, &s);
	if (!words.len)
		words = indexed_refused(op, &s);
	if (words.len)
		return raise_ambiguous(op, application, words);
	return joined_spec(op, &s);
}
