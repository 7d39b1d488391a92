/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/export.h"

#include "module/order.h"
#include "propagate/factor/axis_list.h"
#include "propagate/export_edit.h"

void export_insert(struct export *export, uint32_t *place, struct instruction *instruction)
{
	uint32_t made = export->ninsertions + 1;
	arena_push(export->graph->arena, export->insertions, export->ninsertions,
	           export->insertions_room, (struct insertion){instruction, made});
	if (*place) {
		uint32_t *next = &export->insertions[*place - 1].next;
		export->insertions[made - 1].next = *next;
		*next = made;
	}
	*place = made;
}

void export_replace(struct export *export, uint32_t frame, uint32_t number,
                    struct instruction *instead)
{
	struct edit *edit = &export->edits[frame];
	const struct graph *graph = export->graph;
	if (!edit->instead)
		edit->instead = arena_new(graph->arena, struct instruction *,
		                          graph->frames[frame].computation->count);
	edit->instead[number] = instead;
}

static struct instruction *clone(struct arena *arena, const struct instruction *original)
{
	struct instruction *copy = arena_new(arena, struct instruction, 1);
	*copy = *original;
	copy->operands =
	    arena_copy(arena, original->operands, original->noperands, sizeof(*original->operands));
	copy->root = false;
	return copy;
}

struct instruction *export_unary(struct export *export, enum opcode opcode,
                                 const struct hlo_shape *shape, struct instruction *operand,
                                 const struct instruction *like)
{
	struct arena *arena = export->graph->module->arena;
	struct instruction *made = arena_new(arena, struct instruction, 1);
	*made = (struct instruction){
	    .opcode = opcode,
	    .shape = shape,
	    .operands = arena_copy(arena, &operand, 1, sizeof(struct instruction *)),
	    .noperands = 1,
	    .trip_count = -1,
	    .origin = like->origin,
	    .at = like->at,
	};
	return made;
}

const struct hlo_sharding *export_sharding(struct export *export,
                                           const struct named_sharding *sharding)
{
	struct graph *graph = export->graph;
	if (!sharding)
		return NULL;
	struct hlo_sharding *tiles = pointer_find(&export->tiles, sharding);
	if (tiles)
		return tiles;
	tiles = arena_new(graph->module->arena, struct hlo_sharding, 1);
	struct str error;
	if (sharding->manual.count && axis_parts_ways(&sharding->manual) == sharding->mesh->count) {
		*tiles = (struct hlo_sharding){.kind = HLO_MANUAL};
	} else if (!hlo_of_named(graph->module->arena, sharding, tiles, &error)) {
		graph_fail(graph, NULL, "a propagated sharding cannot be written as tiles");
		*tiles = (struct hlo_sharding){.kind = HLO_REPLICATED};
	} else if (tiles->kind == HLO_TILED || tiles->kind == HLO_UNREDUCED) {
		tiles->named = named_sharding_copy(graph->module->arena, sharding);
	}
	pointer_add(graph->arena, &export->tiles, sharding, tiles);
	return tiles;
}

/* The sharding of a tuple, or of an array, of these values. */
static const struct hlo_sharding *convert_leaves(struct export *export,
                                                 const struct hlo_shape *shape,
                                                 const struct named_sharding *const *leaves,
                                                 uint32_t count)
{
	struct arena *arena = export->graph->module->arena;
	bool any = false;
	for (uint32_t i = 0; i < count; i++)
		any = any || leaves[i];
	if (!shape->tuple)
		return count ? export_sharding(export, leaves[0]) : NULL;
	if (!any)
		return NULL;
	struct hlo_sharding *tuple = arena_new(arena, struct hlo_sharding, 1);
	struct hlo_sharding *elements = arena_new(arena, struct hlo_sharding, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct hlo_sharding *element = export_sharding(export, leaves[i]);
		elements[i] = element ? *element : (struct hlo_sharding){.kind = HLO_REPLICATED};
	}
	*tuple = (struct hlo_sharding){.kind = HLO_TUPLE, .elements = elements, .nelements = count};
	return tuple;
}

const struct named_sharding *export_leaf(const struct graph *graph, uint32_t value)
{
	const struct graph_value *leaf = &graph->values[value];
	if (leaf->kind == VALUE_OPENED && leaf->opened != GRAPH_NONE)
		value = leaf->opened;
	if (leaf->kind == VALUE_TEMPLATE)
		return NULL;
	return graph_slot_of(graph, value)->sharding;
}

/* The arrays whose shardings an instruction shows: a loop those that its body takes. */
static const uint32_t *written_leaves(const struct graph *graph, const struct frame *frame,
                                      uint32_t index)
{
	const struct instruction *instruction = frame->computation->instructions[index];
	if (instruction->opcode != OPCODE_WHILE)
		return &frame->leaves[frame->first[index]];
	const struct computation *body = instruction->called[1];
	const struct frame *inside = graph_frame(graph, body);
	return body->nparameters ? &inside->leaves[inside->first[body->parameters[0]->number]]
	                         : &frame->leaves[frame->first[index]];
}

static void write_sharding(struct export *export, const struct frame *frame, uint32_t index)
{
	struct graph *graph = export->graph;
	struct instruction *instruction = frame->computation->instructions[index];
	uint32_t count = frame->first[index + 1] - frame->first[index];
	const uint32_t *values = written_leaves(graph, frame, index);
	struct arena_mark mark = arena_mark(graph->scratch);
	const struct named_sharding **leaves =
	    arena_new(graph->scratch, const struct named_sharding *, count);
	for (uint32_t i = 0; i < count; i++)
		leaves[i] = export_inside(export, frame, export_leaf(graph, values[i]),
		                          graph_slot_of(graph, values[i])->shape->rank);
	instruction->sharding = convert_leaves(export, instruction->shape, leaves, count);
	if (count == 0 && instruction->nnamed == 1)
		instruction->sharding = export_sharding(export, instruction->named[0]);
	arena_rewind(graph->scratch, mark);
}

/* Constraints are copies from now on, those inside of reducers and comparators too. */
static void drop_constraints(struct module *module)
{
	for (uint32_t c = 0; c < module->ncomputations; c++) {
		const struct computation *computation = module->computations[c];
		for (uint32_t i = 0; i < computation->count; i++)
			if (computation->instructions[i]->opcode == OPCODE_SHARDING_CONSTRAINT)
				computation->instructions[i]->opcode = OPCODE_COPY;
	}
}

/* Decides where copies go: to their original, or, when what takes them stands in another region,
 * before that. */
static void place_copies(struct export *export)
{
	struct graph *graph = export->graph;
	for (uint32_t n = graph->nnodes; n-- > 0;) {
		const struct graph_node *node = &graph->nodes[n];
		export->frames[n] = export->anchors[n] = GRAPH_NONE;
		if (!node_is_copy(node))
			continue;
		uint32_t last = graph->values[node->values[node->noperands]].last_use;
		if (last == GRAPH_NONE)
			continue;
		const struct use *use = &graph->uses[last];
		if (node_is_copy(&graph->nodes[use->node])) {
			export->frames[n] = export->frames[use->node];
			export->anchors[n] = export->anchors[use->node];
			continue;
		}
		const struct graph_node *taker = &graph->nodes[use->node];
		export->frames[n] = graph->nodes[use->region].frame;
		if (taker->kind == NODE_OPERATION && !taker->opening)
			export->anchors[n] = taker->instruction->number;
	}
}

/* The place of a new instruction in a frame. */
static uint32_t *place(struct export *export, uint32_t frame, uint32_t number)
{
	return &export->edits[frame].before[number];
}

/* What a scalar operand of a copy is there; NULL when it cannot be had. */
static struct instruction *scalar_for(struct export *export, const struct instruction *scalar,
                                      uint32_t from, uint32_t to, uint32_t anchor)
{
	struct graph *graph = export->graph;
	if (from == to)
		return graph->frames[from].computation->instructions[scalar->number];
	if (scalar->opcode != OPCODE_CONSTANT || anchor == GRAPH_NONE)
		return NULL;
	struct instruction *copy = clone(graph->module->arena, scalar);
	export_insert(export, place(export, to, anchor), copy);
	return copy;
}

/* Which number a copy is made of, in two words: its own value, the word for what is the same, or,
 * where neither is known, the original. */
static void write_number(uint64_t words[2], const struct instruction *constant, uint32_t original)
{
	enum { OF_ORIGINAL, OF_VALUE, OF_WORD };
	const struct hlo_literal *literal = &constant->literal;
	bool splat = constant->opcode == OPCODE_CONSTANT && literal->splat;
	words[0] = OF_ORIGINAL;
	words[1] = original;
	if (splat && literal->known) {
		words[0] = OF_VALUE;
		words[1] = (uint64_t)literal->values[0];
	} else if (splat && literal->word) {
		words[0] = OF_WORD;
		words[1] = literal->word;
	}
}

/* What a copy at its original's place is, in words that others have which are the same: constants
 * and scalars made larger. Empty when none is. */
static struct str copy_key(const struct export *export, uint32_t index)
{
	enum { BEFORE_DIMS = 6 };
	const struct graph *graph = export->graph;
	const struct graph_node *node = &graph->nodes[index];
	const struct instruction *original = node->instruction;
	bool scalar =
	    original->opcode == OPCODE_BROADCAST && original->operands[0]->shape->rank == 0;
	if (!scalar && original->opcode != OPCODE_CONSTANT)
		return STR("");
	const struct hlo_shape *shape = original->shape;
	size_t count = BEFORE_DIMS + shape->rank;
	uint64_t *words = arena_new(graph->arena, uint64_t, count);
	words[0] = export->frames[index];
	words[1] = original->opcode;
	words[2] = (uintptr_t)graph_slot_of(graph, node->values[node->noperands])->sharding;
	words[3] = (uintptr_t)shape->element;
	write_number(words + 4, scalar ? original->operands[0] : original, node->mark);
	for (uint32_t d = 0; d < shape->rank; d++)
		words[BEFORE_DIMS + d] = (uint64_t)shape->dims[d];
	return (struct str){(const char *)words, count * sizeof *words};
}

/* Whether a copy goes where its original stands. */
static bool stays(const struct export *export, uint32_t index)
{
	const struct graph *graph = export->graph;
	uint32_t from = graph->nodes[graph->nodes[graph->nodes[index].mark].region].frame;
	return export->frames[index] == from;
}

/* Finds the first of copies at one place that are the same (sdy ConstantOrScalarMergerPass). */
static void find_first(struct export *export, uint32_t index)
{
	const struct graph *graph = export->graph;
	struct str key = stays(export, index) ? copy_key(export, index) : STR("");
	bool added;
	export->firsts[index] = index;
	if (!key.len)
		return;
	uint32_t *first = table_add(graph->arena, &export->merged, key, index, &added);
	if (graph->nodes[index].instruction->number < graph->nodes[*first].instruction->number) {
		export->firsts[*first] = index;
		*first = index;
	}
	export->firsts[index] = *first;
}

/* Whether a scalar made larger is handed into the region that it is copied to. XLA keeps it
 * outside: to the partitioner it is one more value there, and nothing that can be made anew. */
static bool is_handed_in(const struct graph *graph, const struct graph_node *copy)
{
	const struct instruction *original = copy->instruction;
	uint32_t last = graph->values[copy->values[copy->noperands]].last_use;
	return original->opcode == OPCODE_BROADCAST && original->operands[0]->shape->rank == 0 &&
	       !node_is_copy(&graph->nodes[graph->uses[last].node]);
}

/* Puts the copy before what takes it, or where its original stands. */
static struct instruction *put_copy(struct export *export, uint32_t index, struct instruction *copy)
{
	const struct graph *graph = export->graph;
	const struct graph_node *node = &graph->nodes[index];
	const struct instruction *original = node->instruction;
	uint32_t from = graph->nodes[graph->nodes[node->mark].region].frame;
	uint32_t to = export->frames[index], anchor = export->anchors[index];
	uint32_t *at = place(export, to, to == from ? original->number : anchor);
	export_insert(export, at, copy);
	if (to == from || !is_handed_in(graph, node))
		return copy;
	struct instruction *barrier =
	    export_unary(export, OPCODE_OPTIMIZATION_BARRIER, copy->shape, copy, original);
	barrier->sharding = copy->sharding;
	export_insert(export, at, barrier);
	return barrier;
}

static void make_copy(struct export *export, uint32_t index)
{
	struct graph *graph = export->graph;
	const struct graph_node *node = &graph->nodes[index];
	const struct instruction *original = node->instruction;
	uint32_t from = graph->nodes[graph->nodes[node->mark].region].frame;
	uint32_t to = export->frames[index], anchor = export->anchors[index];
	if (export->made[index] || to == GRAPH_NONE || (to != from && anchor == GRAPH_NONE))
		return;
	uint32_t first = export->firsts[index];
	while (export->firsts[first] != first)
		first = export->firsts[first];
	if (first != index) {
		if (!export->made[first])
			make_copy(export, first);
		export->made[index] = export->made[first];
		return;
	}
	struct instruction *copy = clone(graph->module->arena, original);
	for (uint32_t i = 0; i < node->noperands; i++) {
		uint32_t maker = graph->values[node->values[i]].node;
		bool copied = graph->values[node->values[i]].kind == VALUE_PLAIN &&
		              maker != GRAPH_NONE && node_is_copy(&graph->nodes[maker]);
		copy->operands[i] =
		    copied ? export->made[maker]
			   : scalar_for(export, original->operands[i], from, to, anchor);
		if (!copy->operands[i])
			return;
	}
	const struct graph_slot *slot = graph_slot_of(graph, node->values[node->noperands]);
	copy->sharding = export_sharding(
	    export, export_inside(export, &graph->frames[to], slot->sharding, slot->shape->rank));
	export->made[index] = put_copy(export, index, copy);
}

/* The tuple that an instruction takes, if nothing else does. */
struct instruction *export_own_tuple(const struct instruction *instruction, uint32_t operand)
{
	if (operand >= instruction->noperands)
		return NULL;
	struct instruction *tuple = instruction->operands[operand];
	return tuple->opcode == OPCODE_TUPLE && tuple->users == 1 ? tuple : NULL;
}

/* Puts the constraint before a loop into the tuple that the loop takes. */
static void make_opening(struct export *export, uint32_t index)
{
	struct graph *graph = export->graph;
	const struct graph_node *node = &graph->nodes[index];
	const struct graph_node *mark = &graph->nodes[node->mark];
	struct instruction *tuple = export_own_tuple(mark->instruction, 0);
	if (!tuple || node->frame >= tuple->noperands)
		return;
	const struct graph_slot *slot = graph_slot_of(graph, node->values[1]);
	struct instruction *copy = export_unary(export, OPCODE_COPY, slot->shape,
	                                        tuple->operands[node->frame], mark->instruction);
	uint32_t f = graph->nodes[mark->region].frame;
	copy->sharding = export_sharding(
	    export, export_inside(export, &graph->frames[f], slot->sharding, slot->shape->rank));
	export_insert(export, place(export, f, tuple->number), copy);
	tuple->operands[node->frame] = copy;
}

/* The arrays that flow along edges stand in tuples: these get the shardings of what they become. */
static void write_tuple(struct instruction *tuple, const struct hlo_sharding *sharding)
{
	if (tuple && sharding && sharding->kind == HLO_TUPLE)
		tuple->sharding = sharding;
}

static void write_tuples(const struct instruction *instruction)
{
	if (instruction->opcode == OPCODE_WHILE && instruction->ncalled == 2)
		write_tuple(instruction->called[1]->root, instruction->sharding);
	if (instruction->opcode == OPCODE_WHILE ||
	    instruction->opcode == OPCODE_OPTIMIZATION_BARRIER)
		write_tuple(export_own_tuple(instruction, 0), instruction->sharding);
	for (uint32_t i = 0; i < instruction->ncalled && instruction->opcode == OPCODE_CONDITIONAL;
	     i++)
		write_tuple(instruction->called[i]->root, instruction->sharding);
}

static bool cuts(const struct named_sharding *sharding)
{
	for (uint32_t d = 0; sharding && d < sharding->rank; d++)
		if (sharding->dims[d].axes.count)
			return true;
	return false;
}

/* Whether a value is cut as the result of the program is. */
static bool is_cut_alike(const struct named_sharding *value, const struct named_sharding *result)
{
	if (!cuts(value) || !cuts(result))
		return cuts(value) == cuts(result);
	if (value->mesh != result->mesh || value->rank != result->rank)
		return false;
	for (uint32_t d = 0; d < value->rank; d++)
		if (!axis_parts_equal(&value->dims[d].axes, &result->dims[d].axes))
			return false;
	return true;
}

static void push(struct arena *arena, struct computation *computation,
                 struct instruction *instruction)
{
	arena_push(arena, computation->instructions, computation->count, computation->room,
	           instruction);
}

/* What makes the only result leaves it in parts of sums, as its caller wants it, unless it is given
 * such parts itself, or its shards are what it sums up. */
static void leave_in_parts(struct export *export, struct instruction *root,
                           const struct hlo_sharding *sharding)
{
	bool makes = !instruction_is_unreduced(root) && root->noperands;
	bool mixed = cuts(export->graph->results[0]);
	for (uint32_t i = 0; i < root->noperands; i++)
		mixed = mixed || instruction_is_unreduced(root->operands[i]);
	if (makes && mixed)
		graph_fail(export->graph, root,
		           "parts of sums that a result is made of, or given as");
	root->sharding = sharding;
}

/* Brings the results of the program to their shardings: a single one through a tuple. */
static void write_results(struct export *export)
{
	struct graph *graph = export->graph;
	struct computation *entry = graph->module->entry;
	struct instruction *root = entry->root;
	uint32_t count = graph->nodes[graph->result].noperands;
	const struct hlo_sharding *sharding =
	    convert_leaves(export, root->shape, graph->results, count);
	for (uint32_t i = 0; i < count && i < graph->module->nresults; i++)
		graph->module->results[i].sharding = export_sharding(export, graph->results[i]);
	if (root->shape->tuple) {
		if (root->opcode == OPCODE_TUPLE && root->users == 1)
			write_tuple(root, sharding);
		return;
	}
	uint32_t value = graph->nodes[graph->result].values[0];
	if (count != 1)
		return;
	if (is_cut_alike(graph_slot_of(graph, value)->sharding, graph->results[0])) {
		if (graph->results[0] && graph->results[0]->unreduced.count)
			leave_in_parts(export, root, sharding);
		return;
	}
	const struct hlo_shape *shape = hlo_shape_tuple(graph->module->arena, root->shape, 1);
	struct instruction *tuple = export_unary(export, OPCODE_TUPLE, shape, root, root);
	struct instruction *element =
	    export_unary(export, OPCODE_GET_TUPLE_ELEMENT, root->shape, tuple, root);
	struct hlo_sharding *of_tuple = arena_new(graph->module->arena, struct hlo_sharding, 1);
	*of_tuple =
	    (struct hlo_sharding){.kind = HLO_TUPLE, .elements = root->sharding, .nelements = 1};
	tuple->sharding = root->sharding ? of_tuple : NULL;
	element->sharding = sharding;
	root->root = false;
	element->root = true;
	push(graph->module->arena, entry, tuple);
	push(graph->module->arena, entry, element);
	entry->root = element;
}

/* Arguments of which nothing was asked come as propagation has them: JAX leaves these to the
 * compiler (allow_spmd_sharding_propagation_to_parameters, of pxla.py lower_sharding_computation).
 */
static void write_arguments(struct module *module)
{
	for (uint32_t i = 0; i < module->narguments && i < module->entry->nparameters; i++)
		if (!module->arguments[i].named && !module->arguments[i].sharding)
			module->arguments[i].sharding = module->entry->parameters[i]->sharding;
}

/* Puts in what goes to a place, of which `last` is the last. */
static void emit(const struct export *export, struct computation *computation, uint32_t last)
{
	for (uint32_t at = last, next = 0; last && next != last; at = next) {
		next = export->insertions[at - 1].next;
		push(export->graph->module->arena, computation,
		     export->insertions[next - 1].instruction);
	}
}

/* Lets all take what stands instead of an instruction. */
static void replace(const struct edit *edit, struct computation *computation,
                    struct instruction *const *old, uint32_t count)
{
	if (!edit->instead)
		return;
	struct instruction *root = edit->instead[computation->root->number];
	if (root) {
		computation->root->root = false;
		computation->root = root;
		root->root = true;
	}
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *user = computation->instructions[i];
		for (uint32_t k = 0; k < user->noperands; k++) {
			const struct instruction *operand = user->operands[k];
			uint32_t number = operand->number;
			struct instruction *instead =
			    number < count && old[number] == operand ? edit->instead[number] : NULL;
			if (instead && instead != user && instead->operands[0] != user)
				user->operands[k] = instead;
		}
	}
}

/* Lists the instructions of a computation anew. */
static void rebuild(struct export *export, uint32_t index)
{
	struct graph *graph = export->graph;
	const struct frame *frame = &graph->frames[index];
	struct edit *edit = &export->edits[index];
	struct computation *computation = frame->computation;
	struct instruction **old = computation->instructions;
	uint32_t count = computation->count;
	computation->room = count + count / 8u + 4;
	computation->instructions =
	    arena_new(graph->module->arena, struct instruction *, computation->room);
	computation->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		emit(export, computation, edit->before[i]);
		if (!edit->dropped[i])
			push(graph->module->arena, computation, old[i]);
		emit(export, computation, edit->behind[i]);
	}
	replace(edit, computation, old, count);
}

static void make_edits(struct export *export)
{
	struct graph *graph = export->graph;
	export->edits = arena_new(graph->arena, struct edit, graph->nframes);
	for (uint32_t i = 0; i < graph->nframes; i++) {
		uint32_t count = graph->frames[i].computation->count;
		export->edits[i] = (struct edit){.before = arena_new(graph->arena, uint32_t, count),
		                                 .behind = arena_new(graph->arena, uint32_t, count),
		                                 .dropped = arena_new(graph->arena, bool, count)};
	}
	export->made = arena_new(graph->arena, struct instruction *, graph->nnodes);
	export->frames = arena_new(graph->arena, uint32_t, graph->nnodes);
	export->anchors = arena_new(graph->arena, uint32_t, graph->nnodes);
	export->firsts = arena_new(graph->arena, uint32_t, graph->nnodes);
}

/* Results that nobody uses are gone once Shardy has gone over the program. */
static void drop_results(const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++)
		computation->instructions[i]->half_used = false;
}

void export_graph(struct graph *graph)
{
	struct export export = {.graph = graph};
	make_edits(&export);
	export_hand_in(graph);
	for (uint32_t f = 0; f < graph->nframes; f++)
		for (uint32_t i = 0; i < graph->frames[f].computation->count; i++)
			write_sharding(&export, &graph->frames[f], i);
	for (uint32_t f = 0; f < graph->nframes; f++)
		for (uint32_t i = 0; i < graph->frames[f].computation->count; i++)
			write_tuples(graph->frames[f].computation->instructions[i]);
	place_copies(&export);
	for (uint32_t n = 0; n < graph->nnodes; n++)
		if (node_is_copy(&graph->nodes[n]))
			find_first(&export, n);
	for (uint32_t n = 0; n < graph->nnodes; n++)
		if (node_is_copy(&graph->nodes[n]))
			make_copy(&export, n);
	for (uint32_t n = 0; n < graph->nnodes; n++)
		if (graph->nodes[n].opening)
			make_opening(&export, n);
	export_operands(&export);
	export_layouts(&export);
	export_settled(&export);
	export_manual(&export);
	for (uint32_t f = 0; f < graph->nframes; f++)
		rebuild(&export, f);
	export_sums(&export);
	write_results(&export);
	write_arguments(graph->module);
	for (uint32_t f = 0; f < graph->nframes; f++) {
		drop_results(graph->frames[f].computation);
		computation_order(graph->scratch, graph->frames[f].computation);
	}
	drop_constraints(graph->module);
	graph->module->stage = MODULE_PROPAGATED;
}
