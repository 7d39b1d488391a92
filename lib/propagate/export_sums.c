/* SPDX-License-Identifier: Apache-2.0 */
/* Results of which the devices hold parts of sums that the program's caller is not to get. */
#include "propagate/export_edit.h"

/* Whether a result comes as it is: one of which nothing is asked, where the compiler keeps names.
 */
static bool comes_as_it_is(const struct graph *graph, uint32_t result)
{
	const struct module *module = graph->module;
	return graph->release && graph->release->has[XLA_NAMED_SHARDINGS] &&
	       result < module->nresults && !module->results[result].named;
}

/* A copy that ends the parts of a result; NULL where none end. */
static struct instruction *end_of_parts(struct export *export, uint32_t result,
                                        struct instruction *operand)
{
	struct graph *graph = export->graph;
	uint32_t number = graph->nodes[graph->result].values[result];
	const struct named_sharding *value = graph_slot_of(graph, number)->sharding;
	if (!value || !value->unreduced.count || comes_as_it_is(graph, result))
		return NULL;
	static const struct axis_parts none = {0};
	const struct named_sharding *asked = graph->results[result];
	struct axis_parts ended =
	    axis_parts_without(graph->arena, &value->unreduced, asked ? &asked->unreduced : &none);
	if (!ended.count)
		return NULL;
	struct named_sharding summed = *value;
	summed.unreduced = axis_parts_without(graph->arena, &value->unreduced, &ended);
	struct instruction *copy =
	    export_unary(export, OPCODE_COPY, operand->shape, operand, operand);
	copy->sharding = export_sharding(export, sharding_pool_keep(&graph->pool, &summed));
	struct computation *entry = graph->module->entry;
	arena_push(graph->module->arena, entry->instructions, entry->count, entry->room, copy);
	return copy;
}

void export_sums(struct export *export)
{
	struct graph *graph = export->graph;
	struct computation *entry = graph->module->entry;
	struct instruction *root = entry->root, *copy;
	uint32_t count = graph->nodes[graph->result].noperands;
	bool several = root->opcode == OPCODE_TUPLE && root->noperands == count;
	for (uint32_t i = 0; several && i < count; i++)
		if ((copy = end_of_parts(export, i, root->operands[i])))
			root->operands[i] = copy;
	if (root->shape->tuple || count != 1 || !(copy = end_of_parts(export, 0, root)))
		return;
	root->root = false;
	copy->root = true;
	entry->root = copy;
}
