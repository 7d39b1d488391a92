/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "op/core/primitive.h"
#include "op/index/dimension_numbers.h"
#include "op/index/index.h"
#include "op/index/gather_scatter.h"
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

/* What messages call operand, indices and updates when the program has no name for them. */
static const char *const roles[] = {"the updated array", "the indices", "the updates"};

/* "dimension 0 of 'x' f32[4@x,3] is sharded over x" */
static void part_words(struct buf *out, const struct op *op, const struct scattering *s,
                       const struct array_type *type, int64_t dim)
{
	const char *role = type == s->operand ? roles[0] : type == s->indices ? roles[1] : roles[2];
	if (type == s->operand || array_name(op, type, "").len) {
		dimension_words(out, op, type, (uint32_t)dim, role);
		return;
	}
	buf_printf(out, "dimension %" PRId64 " of %s ", dim, role);
	sharded_words(out, type->mesh, type->spec[dim]);
}

static bool differ(struct dim_axes a, struct dim_axes b)
{
	return a.count && b.count && !dim_axes_equal(a, b);
}

/* Puts in words which batches of operand, indices and updates are sharded differently. */
static bool batches_refused(const struct op *op, struct buf *words, const struct scattering *s)
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
				part_words(words, op, s, types[a], dims[a]);
				buf_puts(words, ", but ");
				part_words(words, op, s, types[b], dims[b]);
				return true;
			}
		}
	}
	return false;
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

static bool windows_refused(struct op *op, struct buf *words, const struct scattering *s)
{
	for (uint32_t i = 0; i < s->windows.count; i++) {
		int64_t ours = s->windows.items[i], theirs = s->dims->update_window_dims.items[i];
		if (window_fits(op, s, ours, theirs))
			continue;
		bool part = s->operand->shape[ours] != s->updates->shape[theirs];
		if (!part || s->operand->spec[ours].count)
			part_words(words, op, s, s->operand, ours);
		if (!part || !s->operand->spec[ours].count) {
			buf_puts(words, words->len ? ", but " : "");
			part_words(words, op, s, s->updates, theirs);
		}
		buf_puts(words, !part ? ""
		                : s->operand->spec[ours].count
		                    ? ", and only a part of it is updated"
		                    : ", and updates only a part of the array");
		return true;
	}
	return false;
}

/* Puts in words which dimension that is indexed, or that counts indices, is sharded. */
static bool indexed_refused(const struct op *op, struct buf *words, const struct scattering *s)
{
	const struct scatter_dimensions *dims = s->dims;
	for (uint32_t dim = 0; dim < s->operand->rank; dim++) {
		if (!s->operand->spec[dim].count ||
		    !dimensions_have(dims->inserted_window_dims, dim))
			continue;
		part_words(words, op, s, s->operand, dim);
		buf_puts(words, ", and indexed: an index may point to what another device holds");
		return true;
	}
	for (uint32_t dim = 0; dim < s->updates->rank; dim++) {
		if (!s->updates->spec[dim].count || dimensions_have(s->updates_batches, dim) ||
		    dimensions_have(dims->update_window_dims, dim))
			continue;
		part_words(words, op, s, s->updates, dim);
		buf_puts(words, ": each device would write other elements of the same array");
		return true;
	}
	for (uint32_t dim = 0; dim < s->indices->rank; dim++) {
		if (!s->indices->spec[dim].count ||
		    dimensions_have(dims->scatter_indices_batching_dims, dim))
			continue;
		part_words(words, op, s, s->indices, dim);
		buf_puts(words, ": each device would write other elements of the same array");
		return true;
	}
	return false;
}

static const struct dim_axes *raise_ambiguous(struct op *op, const struct application *application,
                                              const struct buf *words)
{
	static const char *const names[] = {"operand", "indices", "updates"};
	struct buf text = op_buf(op);
	buf_puts(&text, "Use `.at[...].set/add/mul/...(out_sharding=)` to provide output "
	                "PartitionSpec for the scatter update as out sharding could not be "
	                "resolved unambiguously (or would require collectives on inputs).");
	for (uint32_t i = 0; i < 3 && op_has(op, JAX_SCATTER_NAMES_TYPES); i++) {
		buf_printf(&text, "%s%s=", i ? ", " : " Got ", names[i]);
		type_shaped_array_text(&text, application->operands[i]);
	}
	refuse(op, RULE_SCATTER_AMBIGUOUS, "ShardingTypeError", TEXT("{}", &text),
	       WORDS("{}", words),
	       HELP("say how the result is to lie: x.at[…].set(…, out_sharding=P(…))"));
	return NULL;
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
	struct buf words = op_buf(op);
	if (op_has(op, JAX_SCATTER_ADD_REFUSES) && application->primitive == &lax_scatter_add) {
		refuse(op, RULE_OPERATION_WITHOUT_RULE, "NotImplementedError",
		       TEXT("sharding rule for scatter_add is not implemented."),
		       WORDS("this release cannot shard the addition to indexed elements on "
		             "explicit axes"),
		       HELP("use a newer release, or leave it to the compiler: "
		            "jax.sharding.auto_axes"));
		return NULL;
	}
	if (!op_has(op, JAX_SCATTER_RULE)) {
		(void)rule_missing(op, application);
		return NULL;
	}
	struct scattering s = scattering_of(op, application);
	if (goes_through_partial(op, application, &s))
		return NULL;
	if (spec_is_none(types[0]) && spec_is_none(types[1]) && spec_is_none(types[2]))
		return spec_none(op->arena, types[0]->rank);
	if (batches_refused(op, &words, &s) || windows_refused(op, &words, &s) ||
	    indexed_refused(op, &words, &s))
		return raise_ambiguous(op, application, &words);
	return joined_spec(op, &s);
}
