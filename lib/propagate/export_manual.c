/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shard_map as XLA gives it to the partitioner: operands are brought to their shardings and made
 * their shards, a call of the body, results made whole again; all of the body says which axes are
 * manual (StablehloRoundTripShardMapExportPass of openxla/xla).
 */
#include "propagate/export_edit.h"
#include "propagate/graph/manual.h"

const struct named_sharding *export_inside(struct export *export, const struct frame *frame,
                                           const struct named_sharding *sharding, uint32_t rank)
{
	struct graph *graph = export->graph;
	if (!frame->manual.count)
		return sharding;
	struct named_sharding manual;
	if (sharding && sharding->mesh == frame->mesh)
		manual = *manual_inside(graph->arena, sharding, &frame->manual);
	else
		manual = named_sharding_make(graph->arena, frame->mesh, rank);
	for (uint32_t i = 0; i < manual.rank; i++)
		manual.dims[i].open = false;
	manual.manual = frame->manual;
	return sharding_pool_keep(&graph->pool, &manual);
}

static const struct hlo_sharding *tiles_of(struct export *export, const struct frame *frame,
                                           const struct named_sharding *sharding, uint32_t rank)
{
	return export_sharding(export, export_inside(export, frame, sharding, rank));
}

static struct instruction *custom_call(struct export *export, const char *target,
                                       const struct hlo_shape *shape, struct instruction *operand,
                                       const struct instruction *like)
{
	struct instruction *call = export_unary(export, OPCODE_CUSTOM_CALL, shape, operand, like);
	call->target = str_of(target);
	return call;
}

/* The edge that leads to a value, or NULL: of a scalar. */
static const struct graph_node *edge_to(const struct graph *graph, uint32_t value)
{
	uint32_t node = graph->values[value].node;
	return node != GRAPH_NONE && graph->nodes[node].kind == NODE_EDGE ? &graph->nodes[node]
	                                                                  : NULL;
}

/* The sharding outside of what goes into the body as `value`, or of scalars. */
static const struct named_sharding *sharding_outside(const struct graph *graph, uint32_t value,
                                                     const struct named_sharding *asked,
                                                     const struct axis_parts *manual)
{
	const struct graph_node *edge = edge_to(graph, value);
	return edge ? manual_outside(graph->arena, graph_slot_of(graph, value)->sharding,
	                             edge->manual, manual)
	            : asked;
}

/* Brings the operands to their shardings and makes them shards. */
static void write_operands(struct export *export, uint32_t f, struct instruction *manual)
{
	struct graph *graph = export->graph;
	const struct manual_numbers *numbers = manual->manual;
	const struct frame *outside = &graph->frames[f],
			   *body = graph_frame(graph, manual->called[0]);
	uint32_t *before = &export->edits[f].before[manual->number];
	for (uint32_t i = 0; i < manual->noperands; i++) {
		const struct instruction *parameter = manual->called[0]->parameters[i];
		uint32_t value = body->leaves[body->first[parameter->number]];
		const struct graph_slot *slot = graph_slot_of(graph, value);
		struct instruction *copy = export_unary(
		    export, OPCODE_COPY, manual->operands[i]->shape, manual->operands[i], manual);
		copy->sharding = tiles_of(
		    export, outside,
		    sharding_pool_keep(&graph->pool, sharding_outside(graph, value, numbers->in[i],
		                                                      &numbers->axes)),
		    copy->shape->rank);
		struct instruction *call =
		    custom_call(export, "SPMDFullToShardShape", slot->shape, copy, manual);
		call->sharding = tiles_of(export, body, slot->sharding, slot->shape->rank);
		export_insert(export, before, copy);
		export_insert(export, before, call);
		manual->operands[i] = call;
	}
}

/* Makes one result whole: what takes it takes that instead. */
static void write_result(struct export *export, uint32_t f, struct instruction *result,
                         const struct hlo_shape *local, const struct named_sharding *sharding,
                         const struct frame *body)
{
	struct graph *graph = export->graph;
	uint32_t *behind = &export->edits[f].behind[result->number];
	const struct hlo_shape *whole = result->shape;
	struct instruction *copy = export_unary(export, OPCODE_COPY, local, result, result);
	copy->sharding = tiles_of(export, body, sharding, local->rank);
	struct instruction *call = custom_call(export, "SPMDShardToFullShape", whole, copy, result);
	call->sharding = tiles_of(export, &graph->frames[f], sharding, whole->rank);
	result->shape = local;
	result->sharding = copy->sharding;
	export_insert(export, behind, copy);
	export_insert(export, behind, call);
	export_replace(export, f, result->number, call);
}

static void write_manual(struct export *export, uint32_t f, struct instruction *manual)
{
	struct graph *graph = export->graph;
	const struct frame *frame = &graph->frames[f],
			   *body = graph_frame(graph, manual->called[0]);
	const struct instruction *root = manual->called[0]->root;
	uint32_t first = frame->first[manual->number];
	write_operands(export, f, manual);
	manual->opcode = OPCODE_CALL;
	if (!manual->shape->tuple) {
		write_result(export, f, manual, root->shape,
		             export_leaf(graph, frame->leaves[first]), body);
		return;
	}
	for (uint32_t i = 0; i < frame->computation->count; i++) {
		struct instruction *element = frame->computation->instructions[i];
		if (element->opcode != OPCODE_GET_TUPLE_ELEMENT || element->operands[0] != manual)
			continue;
		const struct hlo_shape *local = &root->shape->elements[element->index];
		write_result(export, f, element, local,
		             export_leaf(graph, frame->leaves[first + element->index]), body);
	}
	manual->shape = root->shape;
	manual->sharding = root->sharding;
}

void export_manual(struct export *export)
{
	const struct graph *graph = export->graph;
	for (uint32_t f = 0; f < graph->nframes; f++) {
		const struct computation *computation = graph->frames[f].computation;
		for (uint32_t i = 0; i < computation->count; i++)
			if (computation->instructions[i]->opcode == OPCODE_MANUAL_COMPUTATION)
				write_manual(export, f, computation->instructions[i]);
	}
}
