/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/derivative.h"

#include <assert.h>

#include "op/contract/contract.h"
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

static bool is_safe(const struct primitive_watch *watch, const struct tape_entry *entry)
{
	enum derivative derivative = entry->primitive->derivative;
	if (!linalg_has_derivative(entry))
		return false;
	if (derivative == DERIVATIVE_TAKEN_ONCE)
		return watch->at_once && !watch->mappings && !watch->outer;
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
		if (!is_safe(watch, &watch->entries[i]))
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

/* The arrays of floats that a value has, as they are under vmaps. */
static const struct array *const *mapped_leaves(struct trace *trace, const struct value *value,
                                                bool floats, uint32_t *count)
{
	struct pytree tree;
	*count = 0;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	const struct array **leaves = arena_new(trace->op.arena, const struct array *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		const struct array *array = tree.leaves[i]->array;
		if (!floats || dtype_is_inexact(array->type.dtype))
			leaves[(*count)++] = array;
	}
	return leaves;
}

bool example_run_begin(struct example_run *run, struct trace *trace)
{
	struct op *op = &trace->op;
	*run = (struct example_run){.trace = trace,
	                            .staged = op->staged,
	                            .replays = op->replays,
	                            .values = op->values,
	                            .events = trace->events.last};
	if (!op->recording || op->nmappings == op->staged)
		return false;
	op->staged = op->nmappings;
	op->replays = op->values = false;
	watch_mute(op, 0);
	watch_begin(op, &run->watch);
	recording_begin(op, &run->recording);
	return true;
}

static const struct value *new_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	struct recorded_body *body = data;
	struct op *op = &trace->op;
	if (leaf->kind != VALUE_ARRAY)
		return leaf;
	const struct array *array = watch_input(op, leaf->array);
	if (dtype_is_inexact(array->type.dtype)) {
		const struct array **inputs =
		    arena_new(op->arena, const struct array *, (size_t)body->ninputs + 1);
		for (uint32_t i = 0; i < body->ninputs; i++)
			inputs[i] = body->inputs[i];
		inputs[body->ninputs++] = array;
		body->inputs = inputs;
	}
	return trace_array(trace, array);
}

const struct value *example_run_inputs(struct example_run *run, const struct value *value)
{
	return pytree_map(run->trace, value, new_leaf, &run->body);
}

bool example_run_end(struct example_run *run, const struct value *result)
{
	struct trace *trace = run->trace;
	struct op *op = &trace->op;
	const struct recorded_body made = recording_end(op, &run->recording);
	run->body.equations = made.equations;
	run->body.count = made.count;
	if (result && !value_has_unknown(result))
		run->body.outputs = mapped_leaves(trace, result, false, &run->body.noutputs);
	watch_end(op, &run->watch);
	watch_unmute(op, 0);
	op->staged = run->staged;
	op->replays = run->replays;
	op->values = run->values;
	op->error = (struct op_error){0};
	if (run->events)
		run->events->next = NULL;
	else
		trace->events.first = NULL;
	trace->events.last = run->events;
	return run->body.outputs != NULL;
}

static const struct value *anew_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	struct op *op = &trace->op;
	if (leaf->kind != VALUE_ARRAY)
		return leaf;
	return trace_array(trace,
	                   array_of_levels(op, &leaf->array->type, array_levels(op, leaf->array)));
}

const struct value *derivative_anew(struct trace *trace, const struct value *value)
{
	return pytree_map(trace, value, anew_leaf, NULL);
}

void derivative_record_mapped(struct trace *trace, const struct equation *equation,
                              const struct value *operands, const struct value *results)
{
	struct equation added = *equation;
	if (!trace->op.recording)
		return;
	added.operands = mapped_leaves(trace, operands, true, &added.count);
	added.results = mapped_leaves(trace, results, false, &added.nresults);
	added.vmaps = recorded_vmaps_now(&trace->op, added.operands, added.results);
	recording_add(&trace->op, &added);
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
