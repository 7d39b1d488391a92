/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/derivative.h"

#include <assert.h>

#include "op/core/dtype_class.h"
#include "op/core/levels.h"
#include "trace/convert/pytree.h"

/* Whether an array is sharded, the dimensions that vmaps map included. */
static bool is_sharded(const struct array *array)
{
	for (; array; array = array->mapped)
		if (!type_is_replicated(&array->type))
			return true;
	return false;
}

static bool any_sharded(const struct tape_entry *entry)
{
	bool sharded = false;
	for (uint32_t i = 0; i < entry->count; i++)
		sharded = sharded || is_sharded(entry->operands[i]);
	for (uint32_t i = 0; i < entry->nresults; i++)
		sharded = sharded || is_sharded(entry->results[i]);
	return sharded;
}

static bool is_safe(const struct tape_entry *entry)
{
	enum derivative derivative = entry->primitive->derivative;
	return derivative == DERIVATIVE_KEEPS_SHARDINGS ||
	       (derivative == DERIVATIVE_OF_REPLICATED && !any_sharded(entry));
}

static const struct value *input_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	return leaf->kind == VALUE_ARRAY ? trace_array(trace, watch_input(&trace->op, leaf->array))
	                                 : leaf;
}

const struct value *derivative_inputs(struct trace *trace, const struct value *value)
{
	assert(trace->op.watch);
	return pytree_map(trace, value, input_leaf, NULL);
}

void derivative_judge(struct trace *trace, const struct primitive_watch *watch, struct span at)
{
	const struct abstract_mesh *mesh = trace->op.mesh;
	const char *doubt = watch->doubt;
	for (uint32_t i = 0; i < watch->nentries && !doubt; i++)
		if (!is_safe(&watch->entries[i]))
			doubt = watch->entries[i].primitive->name;
	if (doubt) {
		trace_doubt(trace, at, "whether the derivative of %s can be taken is not known",
		            doubt);
		return;
	}
	if (mesh && mesh->explicit_axes && !op_has(&trace->op, JAX_GRADIENTS_KEEP_SHARDING))
		trace_doubt(trace, at, "how derivatives are sharded in this release is not known");
}

/* The type of a cotangent: what is unreduced forward is reduced backward. JAX: core.py
 * primal_spec_to_cotangent_spec. */
struct array_type cotangent_type(const struct array_type *type)
{
	struct array_type cotangent = *type;
	cotangent.unreduced = type->reduced;
	cotangent.reduced = type->unreduced;
	return cotangent;
}

/* What becomes of the types of arrays, and the levels that see them too. */
struct retyping {
	struct array_type (*type_of)(const struct array_type *type);
	uint64_t levels;
};

static const struct value *retyped(struct trace *trace, const struct value *leaf, void *data)
{
	const struct retyping *retyping = data;
	if (leaf->kind != VALUE_ARRAY)
		return leaf;
	if (!dtype_is_inexact(leaf->array->type.dtype))
		return value_foreign(trace->op.arena, STR("an array of float0"));
	struct array_type type = retyping->type_of(&leaf->array->type);
	uint64_t levels = array_levels(&trace->op, leaf->array) | retyping->levels;
	return trace_array(trace, array_of_levels(&trace->op, &type, levels));
}

static struct array_type same_type(const struct array_type *type)
{
	return *type;
}

const struct value *derivative_back(struct trace *trace, const struct value *value, uint64_t levels)
{
	return pytree_map(trace, value, retyped, &(struct retyping){cotangent_type, levels});
}

const struct value *derivative_by(struct trace *trace, const struct value *value, uint64_t levels)
{
	return pytree_map(trace, value, retyped, &(struct retyping){same_type, levels});
}

const struct array *const *derivative_leaves(struct trace *trace, const struct value *value,
                                             uint32_t *count)
{
	struct pytree tree;
	*count = 0;
	if (!trace->op.recording || !pytree_flatten(trace, value, &tree))
		return NULL;
	uint32_t nheld;
	const struct array *const *held = pytree_held(trace, &tree, &nheld);
	const struct array **leaves = arena_new(trace->op.arena, const struct array *, nheld);
	for (uint32_t i = 0; i < nheld; i++)
		if (dtype_is_inexact(held[i]->type.dtype))
			leaves[(*count)++] = held[i];
	return leaves;
}

void derivative_record(struct trace *trace, const struct equation *equation,
                       const struct recorded_body *body, const struct value *answer)
{
	if (!trace->op.recording)
		return;
	struct equation added = *equation;
	struct recorded_body *kept = arena_new(trace->op.arena, struct recorded_body, 1);
	*kept = *body;
	kept->outputs = derivative_leaves(trace, answer, &kept->noutputs);
	added.bodies = kept;
	added.nbodies = 1;
	recording_add(&trace->op, &added);
}
