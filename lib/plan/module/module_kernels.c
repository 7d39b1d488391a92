/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_kernels.h"

#include "module/dims.h"
#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_dot.h"
#include "plan/module/kernel_graph.h"
#include "plan/module/kernel_hoist.h"
#include "plan/module/kernel_library.h"
#include "plan/module/kernel_merge.h"
#include "plan/module/kernel_rules.h"
#include "plan/module/kernel_simplify.h"
#include "plan/module/kernel_widen.h"

/* Of XLA: how often a kernel may write an operation out, and how many reductions it has. */
enum { MAX_WRITTEN_OUT = 15, MAX_REDUCTIONS = 5 };

/* Values that are looked at between an operation and one that reads it. */
enum { MAX_PATH = 1024 };

/* What is found of a graph, and of the kernel that is being made. */
struct kernels {
	struct kernel_graph *graph;
	/* Of the kernel that is being made: by number, its turn where it is set. */
	uint32_t *read, *reused;
	struct kernel_list *writers; /* by number: whose indices it is computed at; the count of
	                                nodes for those of the kernel */
	uint32_t *written;           /* by number: how often the kernel writes it out */
	uint32_t *inner;             /* by number: operations of the kernel that read it */
	struct kernel_list external;
	uint32_t reductions;
	/* Of the operation whose paths are looked at. */
	uint32_t *passed;
	bool *reaches;
	uint32_t budget;
};

/* ---- What is computed once though it could be taken ---- */

/* Dimensions of which a device has more than one element. */
static uint32_t wide_dims(const struct kernel_graph *graph, const struct instruction *value)
{
	uint32_t wide = 0;
	for (uint32_t i = 0; i < value->shape->rank; i++)
		wide += kernel_local_size(graph, value, i) > 1;
	return wide;
}

static bool counts_as_read(const struct kernels *k, const struct instruction *operand,
                           uint32_t rank)
{
	const struct instruction *value = kernel_unshaped(k->graph, operand);
	return value->opcode != OPCODE_BROADCAST && value->opcode != OPCODE_IOTA &&
	       !(value->opcode == OPCODE_CONVERT && kernel_is_constant(k->graph, value)) &&
	       (value->opcode != OPCODE_CONSTANT || value->shape->rank) &&
	       wide_dims(k->graph, operand) >= rank;
}

static bool is_at_most_unary(const struct kernels *k, const struct instruction *instruction)
{
	uint32_t rank = wide_dims(k->graph, instruction), large = 0;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		large += counts_as_read(k, instruction->operands[i], rank);
	return large <= 1;
}

static bool reads_no_more(const struct kernels *k, uint32_t number)
{
	const struct kernel_node *node = &k->graph->nodes[number];
	double read = 0;
	for (uint32_t i = 0; i < node->operands.count; i++)
		read += k->graph->nodes[node->operands.items[i]].elements;
	return read <= node->elements;
}

/* Whether `value` is made of `from`; true where that is too far to see. */
static bool is_made_of(struct kernels *k, uint32_t value, uint32_t from)
{
	const struct kernel_list *operands = &k->graph->nodes[value].operands;
	if (k->graph->nodes[value].order <= k->graph->nodes[from].order)
		return value == from;
	if (k->passed[value] == from + 1)
		return k->reaches[value];
	if (!k->budget)
		return true;
	k->budget--;
	k->passed[value] = from + 1;
	k->reaches[value] = false;
	for (uint32_t i = 0; i < operands->count && !k->reaches[value]; i++)
		k->reaches[value] = is_made_of(k, operands->items[i], from);
	return k->reaches[value];
}

static bool fuses_on_all_paths(struct kernels *k, uint32_t from, uint32_t user)
{
	const struct kernel_list *operands = &k->graph->nodes[user].operands;
	if (user == from)
		return true;
	if (!k->budget)
		return false;
	k->budget--;
	for (uint32_t i = 0; i < operands->count; i++) {
		uint32_t value = operands->items[i];
		if (!is_made_of(k, value, from))
			continue;
		if (k->graph->nodes[value].once || !kernel_takes(k->graph, user, value) ||
		    !fuses_on_all_paths(k, from, value))
			return false;
	}
	return true;
}

/* Whether a device has one element along a dimension that is kept: what is greatest is reshaped
 * before it is repeated, so that XLA sees no softmax. */
static bool keeps_single(const struct kernel_graph *graph, const struct instruction *value,
                         const struct instruction *greatest)
{
	for (uint32_t i = 0; i < value->shape->rank; i++)
		if (kernel_local_size(graph, value, i) == 1 &&
		    !dims_hold(greatest->dims, greatest->ndims, i))
			return true;
	return false;
}

/* Whether an operation takes from a value what is greatest of it on the device, before it is
 * exponentiated. */
static bool takes_greatest(const struct kernel_graph *graph, uint32_t user,
                           const struct instruction *value)
{
	const struct instruction *one = kernel_at(graph, user);
	if (one->opcode != OPCODE_SUBTRACT || kernel_value(graph, one->operands[0]) != value)
		return false;
	const struct instruction *greatest = kernel_unshaped(graph, one->operands[1]);
	while (greatest->opcode == OPCODE_BROADCAST)
		greatest = kernel_unshaped(graph, greatest->operands[0]);
	if (!kernel_reduces_by(greatest, OPCODE_MAXIMUM) ||
	    kernel_steps(graph, greatest->number) != STEPS_NONE ||
	    kernel_value(graph, greatest->operands[0]) != value ||
	    keeps_single(graph, value, greatest))
		return false;
	const struct kernel_list *users = &graph->nodes[user].users;
	for (uint32_t i = 0; i < users->count; i++)
		if (kernel_at(graph, users->items[i])->opcode == OPCODE_EXP)
			return true;
	return false;
}

/* Whether a softmax is made of it, of releases that compute that once. */
static bool is_softmax_input(const struct kernels *k, uint32_t number)
{
	const struct kernel_node *node = &k->graph->nodes[number];
	const struct instruction *value = node->instruction->opcode == OPCODE_CONVERT
	                                      ? kernel_at(k->graph, node->value)
	                                      : node->instruction;
	for (uint32_t i = 0; i < node->users.count && k->graph->keeps_softmax; i++)
		if (takes_greatest(k->graph, node->users.items[i], value))
			return true;
	return false;
}

/* InstructionFusion::ComputeGloballyUnfusible. */
static void find_once(struct kernels *k, uint32_t number)
{
	struct kernel_node *node = &k->graph->nodes[number];
	node->once = is_softmax_input(k, number);
	if (node->once || !kernel_can_be_taken(k->graph, number) ||
	    is_at_most_unary(k, kernel_at(k->graph, number)) || reads_no_more(k, number))
		return;
	node->once = node->result || (node->hoisted && node->in_body);
	for (uint32_t i = 0; i < node->users.count && !node->once; i++)
		node->once = !kernel_takes(k->graph, node->users.items[i], number);
	k->budget = MAX_PATH;
	for (uint32_t i = 0; i < node->users.count && !node->once; i++)
		node->once = !fuses_on_all_paths(k, number, node->users.items[i]);
}

/* ---- Making kernels ---- */

static void add_writer(struct kernels *k, uint32_t value, uint32_t writer)
{
	if (!kernel_list_has(&k->writers[value], writer))
		kernel_list_push(k->graph->arena, &k->writers[value], writer);
}

/* Lets the kernel `turn` read what one of its operations reads. */
static void add_external(struct kernels *k, uint32_t turn, uint32_t value)
{
	if (k->read[value] != turn) {
		k->read[value] = turn;
		k->writers[value].count = 0;
		k->inner[value] = 0;
		kernel_list_push(k->graph->arena, &k->external, value);
		k->graph->nodes[value].readers++;
	}
	k->inner[value]++;
}

/* Indices of an operand: those of its reader, or others that the reader computes. */
static void add_indices(struct kernels *k, uint32_t reader, const struct kernel_list *writers,
                        uint32_t value)
{
	const struct instruction *by = kernel_at(k->graph, reader);
	bool same = by->opcode == OPCODE_TRANSPOSE ||
	            (by->opcode != OPCODE_BITCAST &&
	             hlo_shape_same_sizes(by->shape, kernel_at(k->graph, value)->shape));
	if (!same)
		add_writer(k, value, reader);
	for (uint32_t i = 0; same && i < writers->count; i++)
		add_writer(k, value, writers->items[i]);
}

static void take_in(struct kernels *k, uint32_t turn, uint32_t number)
{
	const struct kernel_list *operands = &k->graph->nodes[number].operands;
	const struct kernel_list writers = k->writers[number];
	k->reductions += kernel_at(k->graph, number)->opcode == OPCODE_REDUCE;
	k->written[number] = 0;
	for (uint32_t i = 0; i < writers.count; i++)
		k->written[number] += k->written[writers.items[i]];
	bool all = k->reused[number] == turn;
	for (uint32_t i = 0; i < operands->count; i++) {
		uint32_t value = operands->items[i];
		add_external(k, turn, value);
		add_indices(k, number, &writers, value);
		if (all || kernel_reuses(k->graph, kernel_at(k->graph, number), value))
			k->reused[value] = turn;
	}
}

static uint32_t times_written(const struct kernels *k, uint32_t number)
{
	uint32_t times = 0;
	for (uint32_t i = 0; i < k->writers[number].count; i++)
		times += k->written[k->writers[number].items[i]];
	return times;
}

/* Whether a kernel computes its elements in a loop of their own. */
static bool is_loop(enum opcode opcode)
{
	return opcode == OPCODE_CONCATENATE || opcode == OPCODE_DYNAMIC_UPDATE_SLICE ||
	       opcode == OPCODE_PAD || opcode == OPCODE_REDUCE;
}

/* FusionNodeIndexingEvaluation::CodeDuplicationTooHigh. */
static bool is_written_too_often(const struct kernels *k, uint32_t number)
{
	if (kernel_at(k->graph, number)->opcode == OPCODE_BROADCAST)
		return false;
	uint32_t times = times_written(k, number);
	return times > MAX_WRITTEN_OUT ||
	       (is_loop(kernel_at(k->graph, number)->opcode) &&
	        (times > 1 || k->inner[number] + k->graph->nodes[number].readers - 1 > 1));
}

/* Whether the kernel of `root` takes in a value that it reads; `plain` while it is one operation.
 */
static bool fuses(const struct kernels *k, uint32_t root, uint32_t number, bool plain)
{
	if (k->graph->nodes[number].once || !kernel_can_be_taken(k->graph, number) ||
	    !kernel_stands_with(k->graph, root, number) || kernel_would_repeat(k->graph, number) ||
	    (kernel_is_expensive(k->graph, number) && k->reused[number] == root + 1) ||
	    kernel_is_written_over(k->graph, root, number))
		return false;
	if (plain)
		return kernel_at(k->graph, number)->opcode != OPCODE_CONSTANT;
	return !(kernel_at(k->graph, number)->opcode == OPCODE_REDUCE &&
	         k->reductions > MAX_REDUCTIONS) &&
	       !is_written_too_often(k, number);
}

/* The last value that the kernel reads and can compute; where it stands. */
static uint32_t next_fused(const struct kernels *k, uint32_t root, bool plain)
{
	uint32_t best = UINT32_MAX, last = 0;
	for (uint32_t i = 0; i < k->external.count; i++) {
		uint32_t value = k->external.items[i], order = k->graph->nodes[value].order;
		if ((best == UINT32_MAX || order > last) && fuses(k, root, value, plain)) {
			best = i;
			last = order;
		}
	}
	return best;
}

/* Nothing reads it any more but kernels that compute it. */
static void drop(struct kernels *k, uint32_t number)
{
	const struct kernel_list *operands = &k->graph->nodes[number].operands;
	k->graph->nodes[number].gone = true;
	for (uint32_t i = 0; i < operands->count; i++)
		k->graph->nodes[operands->items[i]].readers--;
}

static void make_kernel(struct kernels *k, uint32_t root)
{
	uint32_t turn = root + 1;
	k->external.count = 0;
	k->reductions = 0;
	k->written[k->graph->count] = 1; /* the kernel itself */
	k->writers[root].count = 0;
	kernel_list_push(k->graph->arena, &k->writers[root], k->graph->count);
	take_in(k, turn, root);
	for (uint32_t i = 0; i < k->external.count; i++) /* it was a reader before */
		k->graph->nodes[k->external.items[i]].readers--;
	bool plain = true;
	for (;; plain = false) {
		uint32_t found = next_fused(k, root, plain);
		if (found == UINT32_MAX)
			break;
		uint32_t number = k->external.items[found];
		k->external.items[found] = k->external.items[--k->external.count];
		k->read[number] = 0;
		k->graph->work[number].copies++;
		take_in(k, turn, number);
		kernel_list_push(k->graph->arena, &k->graph->nodes[root].members, number);
		if (--k->graph->nodes[number].readers == 0)
			drop(k, number);
	}
	for (uint32_t i = 0; i < k->external.count; i++)
		kernel_list_push(k->graph->arena, &k->graph->nodes[root].reads,
		                 k->external.items[i]);
}

static bool is_in_kernel(const struct kernel_graph *graph, uint32_t root, uint32_t number)
{
	return number == root || kernel_list_has(&graph->nodes[root].members, number);
}

/* Masks that an operation of a kernel reads, which another kernel made for itself. */
static void add_masks(const struct kernel_graph *graph, uint32_t root, uint32_t number)
{
	const struct module_values *values = graph->values;
	if (number >= values->computation->count)
		return;
	const struct partition_share *share =
	    module_share(values->shares, values->computation, kernel_at(graph, number));
	if (share->again.maker && !is_in_kernel(graph, root, share->again.maker->number))
		graph->work[number].once += share->again.flops;
}

/* Each kernel makes the masks that its operations choose by. */
static void make_masks(const struct kernel_graph *graph)
{
	for (uint32_t i = 0; i < graph->values->computation->count; i++) {
		const struct kernel_list *members = &graph->nodes[i].members;
		if (graph->nodes[i].gone || kernel_is_name(graph, kernel_at(graph, i)))
			continue;
		add_masks(graph, i, i);
		for (uint32_t n = 0; n < members->count; n++)
			add_masks(graph, i, members->items[n]);
	}
}

/* ---- All of it ---- */

static struct kernels kernels_for(struct kernel_graph *graph)
{
	struct arena *arena = graph->arena;
	size_t most = (size_t)graph->count + 1; /* the last is for the kernel itself */
	return (struct kernels){
	    .graph = graph,
	    .read = arena_new(arena, uint32_t, most),
	    .reused = arena_new(arena, uint32_t, most),
	    .writers = arena_new(arena, struct kernel_list, most),
	    .written = arena_new(arena, uint32_t, most),
	    .inner = arena_new(arena, uint32_t, most),
	    .passed = arena_new(arena, uint32_t, most),
	    .reaches = arena_new(arena, bool, most),
	};
}

/* Fuses all operations, from the result on. */
static void make_kernels(struct kernels *k)
{
	struct kernel_graph *graph = k->graph;
	uint32_t count = graph->values->computation->count;
	for (uint32_t at = graph->count; at-- > 0;)
		if (graph->ordered[at] < count)
			find_once(k, graph->ordered[at]);
		else if (kernel_is_narrow(kernel_at(graph, graph->ordered[at])))
			graph->nodes[graph->ordered[at]].once =
			    is_softmax_input(k, graph->ordered[at]);
	for (uint32_t at = graph->count; at-- > 0;) {
		uint32_t i = graph->ordered[at];
		bool name = i < count && kernel_is_name(graph, kernel_at(graph, i));
		if (graph->nodes[i].gone || name)
			continue;
		graph->work[i].copies++;
		if (kernel_can_take(graph, i))
			make_kernel(k, i);
		else
			graph->nodes[i].reads = graph->nodes[i].operands;
	}
}

/* Whether a kernel gives a reshape, or a dot's one of it. */
static bool is_given(const struct kernel_graph *graph, uint32_t reshape)
{
	const struct kernel_node *node = &graph->nodes[reshape];
	bool given = !node->gone;
	for (uint32_t i = 0; i < node->users.count && !given; i++) {
		const struct kernel_node *user = &graph->nodes[node->users.items[i]];
		given = !user->gone && user->instruction->opcode == OPCODE_BITCAST;
	}
	return given;
}

/* What a kernel gives in another shape is written too. */
static void keep_reshaped(const struct kernel_graph *graph, struct kernel_work *work)
{
	uint32_t count = graph->values->computation->count;
	for (uint32_t i = count; i < graph->count; i++) {
		const struct kernel_node *node = &graph->nodes[i];
		if (node->value < count && node->instruction->opcode == OPCODE_BITCAST &&
		    graph->work[i].copies && is_given(graph, i))
			work[node->value].fused = false;
	}
}

const struct kernel_work *module_kernels_of(struct arena *arena, const struct module_values *values,
                                            const struct module_transients *transients,
                                            const struct jax_rules *rules, bool repeats)
{
	uint32_t count = values->computation->count;
	struct kernel_work *work = arena_new(arena, struct kernel_work, count);
	struct arena_mark mark = arena_mark(arena);
	struct kernel_graph graph = kernel_graph_of(arena, values, transients, rules, repeats);
	kernel_find_libraries(&graph);
	struct kernels k = kernels_for(&graph);
	make_kernels(&k);
	make_masks(&graph);
	if (!rules || !rules->has[XLA_CPU_KEEPS_RECOMPUTED])
		kernel_merge(&graph);
	for (uint32_t i = 0; i < count; i++)
		if (graph.work[i].copies)
			kernel_simplify(&graph, i);
	kernel_add_conversions(&graph);
	kernel_note_widened_before(&graph);
	memcpy(work, graph.work, count * sizeof(*work));
	for (uint32_t i = 0; i < count; i++) {
		work[i].fused = graph.nodes[i].gone;
		work[i].twin = graph.twins.first[i];
	}
	keep_reshaped(&graph, work);
	arena_rewind(arena, mark);
	return work;
}
