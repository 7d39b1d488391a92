/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "op/index/gather_scatter.h"
#include "op/core/array_message.h"

/* Raises the text of the release for a gather whose result cannot be told, for the reason given. */
static const struct dim_axes *raise_ambiguous(struct op *op, const struct application *application,
                                              struct str words)
{
	const struct array_type *const *types = application->operands;
	struct str got = op_has(op, JAX_GATHER_NAMES_TYPES)
	                     ? phrase(op, " Got operand={aval}, indices={aval}", types[0], types[1])
	                     : STR("");
	return refuse(
	    op, RULE_GATHER_AMBIGUOUS,
	    op_has(op, JAX_GATHER_SHARDING_ERROR) ? "GatherShardingError" : "ShardingTypeError",
	    TEXT("Use `.at[...].get(out_sharding=)` to provide output PartitionSpec for the "
	         "gather indexing{}.{}",
	         op_has(op, JAX_GATHER_RULE)
	             ? " as out sharding could not be resolved unambiguously (or would require "
	               "collectives on inputs)"
	             : "",
	         got),
	    WORDS("{}", words),
	    HELP("{}", op->nmappings && !op_has(op, JAX_GATHER_RULE)
	                   ? "under vmap nothing tells this release: leave the layout to the "
	                     "compiler there, auto_axes(lambda x, i: x[i], "
	                     "out_shardings=P())(x, i)"
	                   : "say how the result is sharded: x.at[…].get(out_sharding=P(…))"));
}

/* "dimension 0 of 'x' f32[4@x,3] is sharded over x"; the type of the indices is the program's own
 * only when it has a name for them. */
static struct str dimension_shown(const struct op *op, const struct array_type *type, uint32_t dim,
                                  bool indices)
{
	assert(dim < type->rank);
	if (!indices || array_name(op, type, "").len)
		return phrase(op, "{dimension|the indexed array}", dimension_of(type, dim));
	return phrase(op, "dimension {} of the indices {sharded}", dim,
	              entry_of(type->mesh, type->spec[dim]));
}

/* The rule of 0.5.3 to 0.6.2: nothing is sharded. */
static const struct dim_axes *replicated_spec(struct op *op, const struct application *application,
                                              uint32_t rank)
{
	const struct abstract_mesh *mesh = op->mesh;
	struct str words = STR("");
	if (!mesh || !mesh->explicit_axes)
		return spec_none(op->arena, rank);
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		for (uint32_t dim = 0; !words.len && dim < type->rank; dim++)
			if (type->spec[dim].count)
				words = dimension_shown(op, type, dim, i > 0);
	}
	uint32_t naxes = mesh->mesh->naxes;
	if (!words.len && mesh->explicit_axes == UINT64_MAX >> (64 - naxes))
		return spec_none(op->arena, rank);
	if (!words.len)
		words = STR("the mesh has axes that are not explicit");
	return raise_ambiguous(
	    op, application,
	    phrase(op, "{}, and this release tells the result of a gather only when nothing is",
	           words));
}

/* Why the operand or its batches cannot be gathered from where they lie; empty when they can. */
static struct str operand_refused(const struct op *op, const struct gather_params *params,
                                  const struct array_type *operand,
                                  const struct array_type *indices)
{
	const struct gather_dimensions *dims = &params->dims;
	for (uint32_t i = 0; i < dims->start_index_map.count; i++) {
		uint32_t dim = (uint32_t)dims->start_index_map.items[i];
		if (!operand->spec[dim].count ||
		    params->slice_sizes.items[dim] == operand->shape[dim])
			continue;
		return phrase(op,
		              "{dimension|the indexed array}, and indexed: an index may point to "
		              "what another device holds",
		              dimension_of(operand, dim));
	}
	for (uint32_t i = 0; i < dims->operand_batching_dims.count; i++) {
		uint32_t ours = (uint32_t)dims->operand_batching_dims.items[i],
			 theirs = (uint32_t)dims->start_indices_batching_dims.items[i];
		if (!operand->spec[ours].count || !indices->spec[theirs].count ||
		    dim_axes_equal(operand->spec[ours], indices->spec[theirs]))
			continue;
		return phrase(op, "{dimension|the indexed array}, but {}",
		              dimension_of(operand, ours),
		              dimension_shown(op, indices, theirs, true));
	}
	return STR("");
}

/* Why the indices are sharded where they must not be; empty when they are not. */
static struct str indices_refused(const struct op *op, const struct gather_params *params,
                                  const struct array_type *indices)
{
	assert(indices->rank > 0);
	uint32_t vector = indices->rank - 1;
	for (uint32_t dim = 0; dim < indices->rank; dim++) {
		if (!indices->spec[dim].count ||
		    dimensions_have(params->dims.start_indices_batching_dims, dim) ||
		    (dim != vector && !op_has(op, JAX_GATHER_QUERIES_WHOLE)))
			continue;
		return phrase(op, "{}: each device would look up other elements",
		              dimension_shown(op, indices, dim, true));
	}
	return STR("");
}

/* The entries of the result: those of the indices, and of the slices at the offset dimensions. NULL
 * after raising JAX's assertion. */
static const struct dim_axes *joined_spec(struct op *op, const struct gather_params *params,
                                          const struct array_type *operand,
                                          const struct array_type *indices, uint32_t rank)
{
	const struct gather_dimensions *dims = &params->dims;
	struct dim_axes *queries = spec_copy(op->arena, indices->spec, indices->rank);
	for (uint32_t i = 0; i < dims->operand_batching_dims.count; i++) {
		struct dim_axes *entry = &queries[dims->start_indices_batching_dims.items[i]];
		if (!entry->count)
			*entry = operand->spec[dims->operand_batching_dims.items[i]];
	}
	struct dim_axes *spec = spec_none(op->arena, rank);
	uint32_t slice = 0, query = 0;
	for (uint32_t i = 0; i < rank; i++) {
		if (!dimensions_have(dims->offset_dims, i)) {
			spec[i] = queries[query++];
			continue;
		}
		while (dimensions_have(dims->collapsed_slice_dims, slice) ||
		       dimensions_have(dims->operand_batching_dims, slice))
			slice++;
		if (operand->spec[slice].count &&
		    params->slice_sizes.items[slice] != operand->shape[slice])
			return refuse(
			    op, RULE_GATHER_AMBIGUOUS, "AssertionError", TEXT(""),
			    WORDS("{dimension|the indexed array}, and only a part of it is taken",
			          dimension_of(operand, slice)),
			    HELP("move the array first: {reshard}({written}, P(…)) with None "
			         "for dimension {}",
			         operand, slice));
		spec[i] = operand->spec[slice++];
	}
	return spec;
}

/* The entry, when it divides the dimension and has no axis of *used, to which its axes are added.
 */
static struct dim_axes fitting(const struct array_type *result, uint32_t dim,
                               const struct abstract_mesh *mesh, struct dim_axes entry,
                               uint64_t *used)
{
	assert(dim < result->rank);
	uint64_t axes = 0;
	for (uint32_t i = 0; i < entry.count; i++)
		axes |= (uint64_t)1 << entry.axes[i];
	int64_t ways = entry.count ? dim_axes_ways(mesh, entry) : 1;
	if (axes & *used || ways <= 0 || result->shape[dim] % ways)
		return (struct dim_axes){NULL, 0};
	*used |= axes;
	return entry;
}

void gather_suggest(struct op *op, const struct application *application,
                    const struct array_type *result)
{
	const struct gather_params *params = application->params;
	const struct gather_dimensions *dims = &params->dims;
	const struct array_type *operand = application->operands[0],
				*indices = application->operands[1];
	struct array_type *best = arena_new(op->arena, struct array_type, 1);
	struct dim_axes *spec = spec_none(op->arena, result->rank);
	uint32_t slice = 0, query = 0;
	uint64_t used = 0;
	*best = *result;
	best->mesh = op->mesh;
	best->spec = spec;
	for (uint32_t i = 0; op->mesh && i < result->rank; i++) {
		if (!dimensions_have(dims->offset_dims, i)) {
			spec[i] = fitting(result, i, op->mesh, indices->spec[query++], &used);
			continue;
		}
		while (dimensions_have(dims->collapsed_slice_dims, slice) ||
		       dimensions_have(dims->operand_batching_dims, slice))
			slice++;
		bool whole = params->slice_sizes.items[slice] == operand->shape[slice];
		if (whole)
			spec[i] = fitting(result, i, op->mesh, operand->spec[slice], &used);
		slice++;
	}
	op->error.result = op->mesh ? best : NULL;
}

/* Whether the rule itself fails, because it iterates over a spec that has unreduced axes. */
static bool iterates_unreduced(struct op *op, const struct application *application)
{
	bool any = false;
	for (uint32_t i = 0; i < application->count; i++)
		any =
		    any || application->operands[i]->unreduced || application->operands[i]->reduced;
	if (!any || !op_has(op, JAX_GATHER_ITERATES_SPEC))
		return false;
	refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	       TEXT("Using *pspec is dangerous when PartitionSpec has non-empty unreduced/reduced "
	            "set. Please use *spec.partitions"),
	       WORDS("an array that is unreduced or reduced over mesh axes cannot be indexed in "
	             "this release"),
	       HELP("finish the sum first: {reshard}(operand, P(…)) without them"));
	return true;
}

static bool all_collapsed_indexed(const struct gather_dimensions *dims)
{
	for (uint32_t i = 0; i < dims->collapsed_slice_dims.count; i++)
		if (!dimensions_have(dims->start_index_map, dims->collapsed_slice_dims.items[i]))
			return false;
	return true;
}

const struct dim_axes *gather_spec(struct op *op, const struct application *application,
                                   uint32_t rank)
{
	const struct gather_params *params = application->params;
	const struct array_type *operand = application->operands[0],
				*indices = application->operands[1];
	if (!op_has(op, JAX_GATHER_RULE))
		return replicated_spec(op, application, rank);
	if (iterates_unreduced(op, application))
		return NULL;
	if (spec_is_none(operand) && spec_is_none(indices))
		return spec_none(op->arena, rank);
	if (!all_collapsed_indexed(&params->dims))
		return refuse(
		    op, RULE_GATHER_AMBIGUOUS, "AssertionError", TEXT(""),
		    WORDS("start_index_map does not name every dimension of collapsed_slice_dims"));
	struct str words = operand_refused(op, params, operand, indices);
	if (!words.len)
		words = indices_refused(op, params, indices);
	if (words.len)
		return raise_ambiguous(op, application, words);
	return joined_spec(op, params, operand, indices, rank);
}
