/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_order.h"

enum state { STATE_NEW, STATE_OPEN, STATE_PLACED };

struct ordering {
	struct kernel_graph *graph;
	uint8_t *states; /* enum state, by number */
	struct kernel_list open;
	uint32_t placed;
};

static void begin(struct ordering *o, uint32_t number)
{
	if (o->states[number] != STATE_PLACED)
		kernel_list_push(o->graph->arena, &o->open, number);
}

static void place(struct ordering *o, uint32_t number)
{
	o->states[number] = STATE_PLACED;
	o->graph->nodes[number].order = o->placed;
	o->graph->ordered[o->placed++] = number;
}

/* Places all that a value is made of, and then itself. */
static void place_with_operands(struct ordering *o, uint32_t value)
{
	begin(o, value);
	while (o->open.count) {
		uint32_t number = o->open.items[o->open.count - 1];
		const struct kernel_list *operands = &o->graph->nodes[number].operands;
		if (o->states[number] == STATE_NEW) {
			o->states[number] = STATE_OPEN;
			for (uint32_t i = operands->count; i-- > 0;)
				begin(o, operands->items[i]);
			continue;
		}
		o->open.count--;
		if (o->states[number] == STATE_OPEN)
			place(o, number);
	}
}

void kernel_order(struct kernel_graph *graph)
{
	struct ordering o = {.graph = graph,
	                     .states = arena_new(graph->arena, uint8_t, graph->count)};
	graph->ordered = arena_new(graph->arena, uint32_t, graph->count);
	for (uint32_t i = 0; i < graph->results.count; i++)
		place_with_operands(&o, graph->results.items[i]);
	for (uint32_t i = 0; i < graph->count; i++)
		place_with_operands(&o, i);
}
