/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_widen.h"

#include <math.h>

#include "module/operation_work.h"
#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_dot.h"
#include "plan/module/kernel_moved.h"
#include "plan/module/kernel_simplify.h"

static bool is_of(const struct instruction *instruction, enum dtype_id id)
{
	return instruction->shape->element && instruction->shape->element->id == id;
}

bool kernel_is_narrow(const struct instruction *instruction)
{
	return is_of(instruction, DTYPE_ID_BFLOAT16) || is_of(instruction, DTYPE_ID_FLOAT16);
}

static bool copies(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_COPY ||
	       instruction->opcode == OPCODE_SHARDING_CONSTRAINT;
}

/* Whether it gives elements of its first operand as they are, so that they are converted before
 * as well as behind it. */
static bool repeats(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_BROADCAST || copies(instruction) ||
	       kernel_reshapes(graph, instruction);
}

/* Matrices of narrow numbers that the library multiplies have as many rows, columns and numbers
 * that are added up, or more (IsDotSupportedByYnn of XLA, and what was measured of narrow numbers).
 */
enum { MIN_SIDE = 2, MIN_SUMMED = 4, MIN_LONGER_SIDE = 4, MIN_LONGEST = 8 };

static bool are_large_enough(const struct kernel_sizes *n)
{
	double longer = fmax(n->rows, n->columns);
	return fmin(n->rows, n->columns) >= MIN_SIDE && n->summed >= MIN_SUMMED &&
	       longer >= MIN_LONGER_SIDE && fmax(longer, n->summed) >= MIN_LONGEST;
}

/* Whether what is added up stands last in the left operand of a dot, maybe once it is reshaped. */
static bool is_left_canonical(const struct instruction *dot)
{
	const struct dot_numbers *n = dot->dot;
	return kernel_is_decomposed(dot) ||
	       (n->ncontracting == 1 && n->lhs_contracting[0] + 1 == dot->operands[0]->shape->rank);
}

/* Whether a library multiplies the narrow numbers of a dot as they are. */
static bool multiplies(const struct kernel_graph *graph, const struct instruction *dot)
{
	if (dot->opcode != OPCODE_DOT || !dot->dot || !is_left_canonical(dot))
		return false;
	struct kernel_sizes sizes = kernel_dot_sizes(graph, dot);
	bool in_tiles = graph->keeps_narrow && !kernel_is_narrow(dot);
	return are_large_enough(&sizes) && (in_tiles || !kernel_is_tiled(graph, dot));
}

/* Whether a compiler that keeps bf16 gives it to an operation as it is. */
static bool is_kept(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_ABS:
	case OPCODE_ALL_TO_ALL:
	case OPCODE_CLAMP:
	case OPCODE_COMPARE:
	case OPCODE_CONCATENATE:
	case OPCODE_DYNAMIC_SLICE:
	case OPCODE_DYNAMIC_UPDATE_SLICE:
	case OPCODE_GATHER:
	case OPCODE_MAXIMUM:
	case OPCODE_MINIMUM:
	case OPCODE_NEGATE:
	case OPCODE_PAD:
	case OPCODE_REVERSE:
	case OPCODE_SCATTER:
	case OPCODE_SELECT:
	case OPCODE_SIGN:
	case OPCODE_SLICE:
	case OPCODE_SORT:
		return true;
	default:
		return false;
	}
}

/* Operations in a row that are looked at. */
enum { MAX_REPEATED = 8 };

/* Whether a value is made of what is repeated alone, so that a slice of it is repeated less. */
static bool is_repeated(const struct kernel_graph *graph, const struct instruction *operand,
                        int depth)
{
	const struct instruction *value = kernel_unshaped(graph, operand);
	bool each = value->opcode == OPCODE_SLICE || value->opcode == OPCODE_PAD ||
	            opcode_class(value->opcode) == OPCODE_CLASS_ELEMENTWISE;
	if (value->opcode == OPCODE_BROADCAST || value->opcode == OPCODE_CONSTANT)
		return true;
	for (uint32_t i = 0; each && i < value->noperands; i++)
		each = depth < MAX_REPEATED && is_repeated(graph, value->operands[i], depth + 1);
	return each;
}

/* Whether a copy is a slice: a device takes its part of what it has more of. */
static bool slices(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return copies(instruction) && kernel_steps(graph, instruction->number) == STEPS_NONE &&
	       graph->nodes[instruction->number].elements <
	           graph->nodes[instruction->operands[0]->number].elements &&
	       !is_repeated(graph, instruction->operands[0], 0);
}

/* Whether the program itself has parts exchanged between devices, which XLA makes several arrays
 * of. */
static bool is_own_exchange(const struct kernel_graph *graph, const struct instruction *one)
{
	const struct computation *computation = graph->values->computation;
	return one->opcode == OPCODE_ALL_TO_ALL && one->number < computation->count &&
	       computation->instructions[one->number]->opcode == OPCODE_ALL_TO_ALL;
}

/* Whether an operation computes in float32 what is bf16, or float16. */
static bool computes(const struct kernel_graph *graph, const struct instruction *instruction,
                     enum dtype_id id)
{
	if (id != DTYPE_ID_BFLOAT16)
		return operation_contracts(instruction->opcode) && is_of(instruction, id);
	if (graph->keeps_narrow && !is_own_exchange(graph, instruction) &&
	    (is_kept(instruction) || copies(instruction)))
		return false;
	if ((graph->keeps_narrow || is_of(instruction, DTYPE_ID_FLOAT32)) &&
	    multiplies(graph, instruction))
		return false;
	switch (instruction->opcode) {
	case OPCODE_BITCAST_CONVERT:
	case OPCODE_CALL:
	case OPCODE_CONDITIONAL:
	case OPCODE_CONSTANT:
	case OPCODE_CONVERT:
	case OPCODE_CUSTOM_CALL:
	case OPCODE_GET_TUPLE_ELEMENT:
	case OPCODE_OPTIMIZATION_BARRIER:
	case OPCODE_PARAMETER:
	case OPCODE_TUPLE:
	case OPCODE_WHILE:
		return false;
	default:
		return (!repeats(graph, instruction) || slices(graph, instruction)) &&
		       !instruction->has_side_effect;
	}
}

static bool widens(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_CONVERT && is_of(instruction, DTYPE_ID_FLOAT32) &&
	       kernel_is_narrow(instruction->operands[0]);
}

/* Whether a conversion is given the float32 that a value of bf16 is computed as, before it is
 * rounded for what else reads it: it is the next to read it (FloatNormalization). A dot that is
 * made one of matrices is reshaped first, what is added up over devices has been rounded, and what
 * is constrained is copied. */
static bool is_widened_at_once(const struct kernel_graph *graph, const struct instruction *value)
{
	return is_of(value, DTYPE_ID_BFLOAT16) && computes(graph, value, DTYPE_ID_BFLOAT16) &&
	       kernel_steps(graph, value->number) == STEPS_NONE && !kernel_is_decomposed(value);
}

bool kernel_is_wide_already(const struct kernel_graph *graph, const struct instruction *convert)
{
	return widens(convert) && !copies(convert->operands[0]) &&
	       is_widened_at_once(graph, kernel_value(graph, convert->operands[0]));
}

void kernel_find_widened(struct kernel_graph *graph)
{
	const struct computation *computation = graph->values->computation;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *one = computation->instructions[i];
		if (!widens(one) || kernel_is_name(graph, one) ||
		    kernel_is_wide_already(graph, one))
			continue;
		struct kernel_node *value =
		    &graph->nodes[kernel_value(graph, one->operands[0])->number];
		if (!value->widened)
			value->widened = i;
	}
}

static const struct hlo_shape *shape_as(struct kernel_graph *graph, const struct hlo_shape *shape,
                                        enum dtype_id id)
{
	struct hlo_shape *other = arena_copy(graph->arena, shape, 1, sizeof(*shape));
	other->element = dtype_of(id);
	return other;
}

/* An instruction that converts a value to a type. */
static const struct instruction *conversion(struct kernel_graph *graph,
                                            const struct instruction *value, enum dtype_id from,
                                            enum dtype_id to)
{
	struct instruction *made = arena_new(graph->arena, struct instruction, 1);
	struct instruction *read = arena_new(graph->arena, struct instruction, 1);
	struct instruction **operands = arena_new(graph->arena, struct instruction *, 1);
	*read = *value;
	read->shape = shape_as(graph, value->shape, from);
	*operands = read;
	*made = (struct instruction){.opcode = OPCODE_CONVERT,
	                             .number = value->number,
	                             .shape = shape_as(graph, value->shape, to),
	                             .operands = operands,
	                             .noperands = 1};
	return made;
}

/* Elements of a value as it is computed: before it is moved to where it is, and as it is added up
 * over devices, before one takes its part of it. A collective that the program has gives that part.
 */
static double made_elements(const struct kernel_graph *graph, uint32_t value)
{
	if (graph->nodes[value].sent > 0)
		return graph->nodes[value].sent;
	const struct plan_step *step =
	    opcode_class(kernel_at(graph, value)->opcode) == OPCODE_CLASS_COLLECTIVE
		? NULL
		: kernel_adding_step(graph, value);
	return step
	           ? (double)step->operand_bytes * 8 / kernel_at(graph, value)->shape->element->bits
	           : graph->nodes[value].elements;
}

/* Whether a slice takes all along the dimensions that are not repeated. */
static bool takes_repeated(const struct instruction *slice, const struct instruction *broadcast)
{
	for (uint32_t i = 0; i < broadcast->ndims; i++) {
		int64_t dim = broadcast->dims[i];
		if (slice->shape->dims[dim] != slice->operands[0]->shape->dims[dim])
			return false;
	}
	return true;
}

/* What repeats the numbers of a value: a broadcast that it is, or that it is a slice of, which XLA
 * makes one that repeats them less. Also of what is computed of repeated numbers, which are
 * repeated behind that. NULL: nothing; `from`: the node of what is repeated. */
static const struct instruction *repeating(const struct kernel_graph *graph,
                                           const struct instruction *value, uint32_t *from)
{
	const struct instruction *of = value;
	while (of->opcode == OPCODE_SLICE && kernel_steps(graph, of->number) == STEPS_NONE)
		of = kernel_value(graph, of->operands[0]);
	const struct instruction *broadcast = of->opcode == OPCODE_BROADCAST ? of
	                                      : of == value                  ? NULL
	                                                    : kernel_repeated_as(graph, of);
	for (; broadcast && value != of; value = kernel_value(graph, value->operands[0]))
		if (!takes_repeated(value, broadcast))
			return NULL;
	if (broadcast)
		*from = of == broadcast ? kernel_value(graph, of->operands[0])->number : of->number;
	return broadcast;
}

bool kernel_repeats(const struct kernel_graph *graph, const struct instruction *value)
{
	uint32_t from;
	return repeating(graph, value, &from) != NULL;
}

static uint32_t rounded(struct kernel_graph *graph, uint32_t value)
{
	const struct instruction *one = kernel_at(graph, value);
	enum dtype_id id = one->shape->element->id;
	uint32_t repeated_from;
	if (!computes(graph, one, id) || repeating(graph, one, &repeated_from))
		return value;
	if (!graph->nodes[value].rounded) {
		uint32_t number =
		    kernel_put_behind(graph, conversion(graph, one, DTYPE_ID_FLOAT32, id), value);
		graph->nodes[number].value = value;
		double repeated = kernel_repeated_numbers(graph, one);
		graph->nodes[number].elements =
		    repeated >= 0 ? repeated : made_elements(graph, value);
		graph->nodes[value].rounded = number;
	}
	return graph->nodes[value].rounded;
}

static uint32_t widened(struct kernel_graph *graph, uint32_t value)
{
	const struct instruction *one = kernel_at(graph, value);
	if (graph->nodes[value].handed)
		return widened(graph, graph->nodes[value].handed);
	if (graph->nodes[value].widened)
		return graph->nodes[value].widened;
	if (one->opcode == OPCODE_CONSTANT ||
	    (one->opcode == OPCODE_CONVERT && one->number == value && kernel_is_known(graph, one)))
		return value;
	uint32_t read = rounded(graph, value);
	uint32_t from;
	const struct instruction *broadcast = repeating(graph, one, &from);
	if (broadcast) {
		read = widened(graph, from);
		one = broadcast;
	} else {
		one = conversion(graph, one, one->shape->element->id, DTYPE_ID_FLOAT32);
	}
	double repeated = kernel_repeated_numbers(graph, kernel_at(graph, value));
	uint32_t number = kernel_put_behind(graph, one, read);
	graph->nodes[number].elements = repeated >= 0 ? repeated
	                                : graph->nodes[value].sent > 0
	                                    ? graph->nodes[value].sent
	                                    : graph->nodes[value].elements;
	graph->nodes[number].value = value;
	graph->nodes[value].widened = number;
	return number;
}

/* Whether a contraction adds up its whole numbers in more bits than they have: they are converted
 * first (OperandUpcaster), but for those of 8 bits that a library multiplies. */
static bool upcasts(const struct kernel_graph *graph, const struct instruction *user,
                    const struct instruction *value)
{
	return operation_contracts(user->opcode) && kernel_is_whole(user) &&
	       kernel_is_whole(value) && user->shape->element->bits > value->shape->element->bits &&
	       !(is_of(value, DTYPE_ID_INT8) && is_of(user, DTYPE_ID_INT32) &&
	         multiplies(graph, user));
}

static uint32_t upcast(struct kernel_graph *graph, const struct instruction *user, uint32_t value)
{
	const struct instruction *one = kernel_at(graph, value);
	enum dtype_id from = one->shape->element->id, to = user->shape->element->id;
	if (!graph->nodes[value].widened) {
		uint32_t number = kernel_put_behind(graph, conversion(graph, one, from, to), value);
		graph->nodes[number].value = value;
		graph->nodes[value].widened = number;
	}
	return graph->nodes[value].widened;
}

/* Whether the program has it add up over devices, which it does in float32 (AllReducePromotion). */
static bool is_summed(const struct instruction *user)
{
	return user->opcode == OPCODE_ALL_REDUCE || user->opcode == OPCODE_REDUCE_SCATTER;
}

uint32_t kernel_read_as(struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	if (graph->nodes[value].handed)
		value = graph->nodes[value].handed;
	const struct instruction *one = kernel_at(graph, value);
	if (one->number == value && kernel_is_wide_already(graph, one))
		return kernel_value(graph, one->operands[0])->number;
	if (user != UINT32_MAX && upcasts(graph, kernel_at(graph, user), one))
		return upcast(graph, kernel_at(graph, user), value);
	if (!kernel_is_narrow(one) ||
	    (user != UINT32_MAX && one->number == value && is_summed(kernel_at(graph, user)) &&
	     is_widened_at_once(graph, one)))
		return value;
	bool wide =
	    user != UINT32_MAX && computes(graph, kernel_at(graph, user), one->shape->element->id);
	return wide ? widened(graph, value) : rounded(graph, value);
}

/* Whether it is copied, as constrained values are: what is read of a copy is rounded first. */
static bool is_copied(const struct instruction *one)
{
	return copies(one) && one->operands[0]->opcode == OPCODE_PARAMETER;
}

/* Operands that are narrow: of a choice not what it chooses by. */
static double narrow_operands(const struct instruction *one)
{
	double count = 0;
	for (uint32_t i = 0; i < one->noperands; i++)
		count += kernel_is_narrow(one->operands[i]);
	return count;
}

/* Conversions of an operation in what is applied; `kept`: what is applied is bf16 as a whole. */
static double applied_once(const struct kernel_graph *graph, const struct instruction *one,
                           bool kept)
{
	bool element = opcode_class(one->opcode) == OPCODE_CLASS_ELEMENTWISE;
	if (!is_of(one, DTYPE_ID_BFLOAT16) || !element)
		return 0;
	if (computes(graph, one, DTYPE_ID_BFLOAT16)) /* of its result, and back or of operands */
		return kept ? one->noperands + 1 : 2;
	if (kept)
		return 0;
	if (is_copied(one))
		return 2;
	return graph->keeps_narrow && is_kept(one) ? narrow_operands(one) + 1 : 0;
}

/* Whether a computation copies a parameter, as one that is constrained. */
static bool copies_parameter(const struct computation *applied, const struct instruction *parameter)
{
	for (uint32_t i = 0; i < applied->count; i++)
		if (copies(applied->instructions[i]) &&
		    applied->instructions[i]->operands[0] == parameter)
			return true;
	return false;
}

/* The same where several values are reduced at once, as to find the greatest and its place: each
 * parameter is rounded but once. */
static double chosen_conversions(const struct kernel_graph *graph,
                                 const struct computation *applied)
{
	double conversions = 0;
	for (uint32_t i = 0; i < applied->count; i++) {
		const struct instruction *one = applied->instructions[i];
		if (!is_of(one, DTYPE_ID_BFLOAT16))
			continue;
		if (one->opcode == OPCODE_SELECT)
			conversions += graph->keeps_narrow ? narrow_operands(one) + 1 : 2;
		else if (one->opcode == OPCODE_PARAMETER && !graph->keeps_narrow)
			conversions += copies_parameter(applied, one) ? 2 : 0;
	}
	return conversions;
}

double kernel_applied_conversions(const struct kernel_graph *graph,
                                  const struct instruction *instruction)
{
	bool kept = graph->keeps_narrow && is_kept(instruction);
	double conversions = 0;
	if (instruction->shape->tuple && instruction->ncalled)
		return chosen_conversions(graph, instruction->called[0]);
	for (uint32_t i = 0; instruction->ncalled && i < instruction->called[0]->count; i++)
		conversions += applied_once(graph, instruction->called[0]->instructions[i], kept);
	return conversions;
}

/* The value of the program that a node is. */
static uint32_t program_value(const struct kernel_graph *graph, uint32_t number)
{
	while (number >= graph->values->computation->count)
		number = graph->nodes[number].value;
	return number;
}

/* Conversions around sums of bf16 over devices, which are those of float32 (AllReducePromotion),
 * besides that of what is computed as float32 when it is rounded behind the sum. What is reshaped
 * before it is rounded and widened there; of what a device takes a part of, both once more. */
static double promoted(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	if (!kernel_adding_step(graph, number) || kernel_steps(graph, number) != STEPS_RESULT ||
	    !is_of(one, DTYPE_ID_BFLOAT16))
		return 0;
	double made = made_elements(graph, number), elements = graph->nodes[number].elements;
	bool both = !computes(graph, one, DTYPE_ID_BFLOAT16) || kernel_is_decomposed(one);
	return (both ? 2 * made : 0) +
	       (made > elements && !graph->keeps_narrow ? made + elements : 0);
}

/* Conversions around arrays that are put together of what devices exchange: each is widened before
 * it is put there, and the whole is rounded. */
enum { JOINED_CONVERSIONS = 3 };

/* Conversions of parts that the program has exchanged, where slices and what is put together are
 * computed as float32 too: the whole is widened for each part. */
static double exchanged(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	if (graph->keeps_narrow || !is_own_exchange(graph, one) || !is_of(one, DTYPE_ID_BFLOAT16) ||
	    !one->collective)
		return 0;
	int64_t parts = one->collective->groups ? one->collective->group_size
	                                        : graph->values->shares->module->partitions;
	return ((double)parts + JOINED_CONVERSIONS) * graph->nodes[number].elements;
}

void kernel_add_conversions(const struct kernel_graph *graph)
{
	for (uint32_t i = 0; i < graph->values->computation->count; i++)
		graph->work[i].once +=
		    graph->work[i].copies * (promoted(graph, i) + exchanged(graph, i));
	for (uint32_t i = graph->values->computation->count; i < graph->count; i++) {
		const struct kernel_node *node = &graph->nodes[i];
		if (opcode_class(node->instruction->opcode) == OPCODE_CLASS_ELEMENTWISE)
			graph->work[program_value(graph, i)].once +=
			    graph->work[i].copies * node->elements;
	}
}
