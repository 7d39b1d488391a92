/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_values.h"

/* A chain of fused operations has no more of them, counted as often as they are computed. */
enum { MAX_FUSED = 256 };

/* Tuples in tuples whose elements are looked at. */
enum { MAX_TUPLES = 4 };

/* What an operation is to fusion. */
enum fusion_class {
	FUSION_NONE,    /* writes its result */
	FUSION_ELEMENT, /* is computed where it is needed */
	FUSION_FREE,    /* the same, and reads nothing: contractions take it in too */
	FUSION_NAME,    /* another name */
	FUSION_INPUT,   /* writes its result, and computes its operands on the way */
};

static const uint8_t classes[OPCODES] = {
    [OPCODE_CONSTANT] = FUSION_FREE,
    [OPCODE_IOTA] = FUSION_FREE,
    [OPCODE_PARTITION_ID] = FUSION_FREE,
    [OPCODE_REPLICA_ID] = FUSION_FREE,
    [OPCODE_BROADCAST] = FUSION_ELEMENT,
    [OPCODE_SLICE] = FUSION_ELEMENT,
    [OPCODE_DYNAMIC_SLICE] = FUSION_ELEMENT,
    [OPCODE_PAD] = FUSION_ELEMENT,
    [OPCODE_REVERSE] = FUSION_ELEMENT,
    [OPCODE_BITCAST_CONVERT] = FUSION_ELEMENT,
    [OPCODE_CONCATENATE] = FUSION_ELEMENT,
    [OPCODE_REDUCE] = FUSION_INPUT,
    [OPCODE_DYNAMIC_UPDATE_SLICE] = FUSION_INPUT,
    [OPCODE_RESHAPE] = FUSION_NAME,
    [OPCODE_TRANSPOSE] = FUSION_NAME,
    [OPCODE_BITCAST] = FUSION_NAME,
    [OPCODE_COPY] = FUSION_NAME,
    [OPCODE_SHARDING_CONSTRAINT] = FUSION_NAME,
    [OPCODE_TUPLE] = FUSION_NAME,
    [OPCODE_GET_TUPLE_ELEMENT] = FUSION_NAME,
    [OPCODE_OPTIMIZATION_BARRIER] = FUSION_NAME,
    [OPCODE_ASYNC_UPDATE] = FUSION_NAME,
    [OPCODE_ASYNC_DONE] = FUSION_NAME,
};

bool value_is_function(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_ACOS:
	case OPCODE_ACOSH:
	case OPCODE_ASIN:
	case OPCODE_ASINH:
	case OPCODE_ATAN:
	case OPCODE_ATAN2:
	case OPCODE_ATANH:
	case OPCODE_CBRT:
	case OPCODE_COSH:
	case OPCODE_ERF:
	case OPCODE_EXP:
	case OPCODE_EXPM1:
	case OPCODE_LOG:
	case OPCODE_LOG1P:
	case OPCODE_LOGISTIC:
	case OPCODE_POWER:
	case OPCODE_RSQRT:
	case OPCODE_SINH:
	case OPCODE_SQRT:
	case OPCODE_TANH:
		return true;
	default:
		return false;
	}
}

/* Operations of elements that are too expensive to be computed twice (xla
 * CpuInstructionFusion::IsExpensive; others of XLA have the same). */
static bool is_expensive(const struct instruction *instruction)
{
	const struct dtype *element = instruction->shape->element;
	bool divides =
	    instruction->opcode == OPCODE_DIVIDE || instruction->opcode == OPCODE_REMAINDER;
	return divides
	           ? element && element->class != DTYPE_SIGNED && element->class != DTYPE_UNSIGNED
	           : value_is_function(instruction);
}

/* Whether it only says where a shard_map begins or ends. */
static bool is_frame_call(const struct instruction *call)
{
	return call->noperands == 1 && (str_equal(call->target, STR("SPMDFullToShardShape")) ||
	                                str_equal(call->target, STR("SPMDShardToFullShape")));
}

/* Whether it multiplies each element with each: XLA's simplifier makes a multiplication of it. */
static bool is_outer_product(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_DOT && instruction->dot &&
	       instruction->dot->ncontracting == 0;
}

static enum fusion_class class_of(const struct instruction *instruction)
{
	uint8_t known = classes[instruction->opcode];
	if (is_outer_product(instruction))
		return FUSION_ELEMENT;
	if (instruction->opcode == OPCODE_CUSTOM_CALL && is_frame_call(instruction))
		return FUSION_NAME;
	if (known == FUSION_NONE && opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE)
		return FUSION_ELEMENT;
	return (enum fusion_class)known;
}

static int64_t bytes_of(const struct module_values *values, const struct instruction *instruction)
{
	return module_share(values->shares, values->computation, instruction)->bytes;
}

static bool has_steps(const struct module_values *values, const struct instruction *instruction)
{
	return values->steps && values->steps[instruction->number] != STEPS_NONE;
}

/* Whether the result is that of a collective, which writes it. */
static bool is_added_up(const struct module_values *values, const struct instruction *instruction)
{
	return values->steps && values->steps[instruction->number] == STEPS_RESULT;
}

/* Whether it joins values into a tuple. */
static bool is_several(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_TUPLE ||
	       (instruction->opcode == OPCODE_OPTIMIZATION_BARRIER && instruction->noperands > 1);
}

static const struct instruction *twin_of(const struct module_values *values,
                                         const struct instruction *instruction)
{
	return module_twin(values->shares, values->computation, instruction);
}

/* Whether it holds the bytes that it names: what is resharded is another array. */
static bool is_name(const struct module_values *values, const struct instruction *instruction)
{
	if (twin_of(values, instruction) != instruction)
		return !has_steps(values, instruction);
	if (class_of(instruction) != FUSION_NAME || !instruction->noperands)
		return false;
	switch (instruction->opcode) {
	case OPCODE_TUPLE:
	case OPCODE_GET_TUPLE_ELEMENT:
	case OPCODE_OPTIMIZATION_BARRIER:
	case OPCODE_ASYNC_UPDATE: /* what is begun has a tuple of its operands and its result */
	case OPCODE_ASYNC_DONE:
		return true;
	default:
		break;
	}
	return !has_steps(values, instruction) &&
	       bytes_of(values, instruction) == bytes_of(values, instruction->operands[0]);
}

struct value_part value_part_named(const struct module_values *values,
                                   const struct instruction *instruction)
{
	struct value_part whole = {instruction, UINT32_MAX};
	if (values->forms[instruction->number] != VALUE_NAME || is_several(instruction))
		return whole;
	if (twin_of(values, instruction) != instruction)
		return values->names[twin_of(values, instruction)->number];
	struct value_part operand = values->names[instruction->operands[0]->number];
	if (instruction->opcode != OPCODE_GET_TUPLE_ELEMENT || operand.element != UINT32_MAX)
		return operand;
	uint32_t element = (uint32_t)instruction->index;
	if (values->forms[operand.instruction->number] == VALUE_NAME &&
	    element < operand.instruction->noperands)
		return values->names[operand.instruction->operands[element]->number];
	operand.element = element;
	return operand;
}

/* Whether it stands in memory before the computation begins, or is a part of what does. */
static bool is_stored(const struct module_values *values, const struct instruction *instruction)
{
	const struct instruction *value = values->names[instruction->number].instruction;
	if (value->opcode == OPCODE_SLICE || value->opcode == OPCODE_DYNAMIC_SLICE)
		value = values->names[value->operands[0]->number].instruction;
	return value->opcode == OPCODE_PARAMETER;
}

bool value_widens_stored(const struct module_values *values, const struct instruction *value)
{
	if (value->opcode != OPCODE_CONVERT || !is_stored(values, value->operands[0]))
		return false;
	const struct hlo_shape *narrow = value->operands[0]->shape, *wide = value->shape;
	return narrow->element && wide->element && narrow->element->bits < wide->element->bits;
}

/* Whether a value that `user` reads can be computed by it. */
static bool takes_in(const struct module_values *values, const struct instruction *user,
                     const struct instruction *value)
{
	enum fusion_class class = class_of(user);
	if (class_of(value) == FUSION_FREE)
		return true;
	if (has_steps(values, user))
		return false;
	if (user->opcode == OPCODE_DOT && value_widens_stored(values, value))
		return true;
	return class == FUSION_ELEMENT || class == FUSION_INPUT ||
	       (value->opcode == OPCODE_BROADCAST && !value->operands[0]->shape->rank);
}

/* Marks what is read by something that cannot compute it; of a tuple all elements. */
static void need(const struct module_values *values, const struct instruction *user,
                 const struct instruction *operand, bool *needed, int depth)
{
	const struct instruction *value = values->names[operand->number].instruction;
	if (values->forms[value->number] == VALUE_NAME) {
		for (uint32_t i = 0; i < value->noperands && depth < MAX_TUPLES; i++)
			need(values, user, value->operands[i], needed, depth + 1);
		return;
	}
	if (!user || !takes_in(values, user, value))
		needed[value->number] = true;
}

/* Operations that each reader of a value computes, MAX_FUSED + 1 when they are too many. */
static uint32_t chain_of(const struct module_values *values, const struct instruction *instruction,
                         const uint32_t *chains)
{
	uint32_t length = 1;
	for (uint32_t i = 0; i < instruction->noperands && length <= MAX_FUSED; i++) {
		uint32_t value =
		    values->names[instruction->operands[i]->number].instruction->number;
		if (values->forms[value] == VALUE_FUSED)
			length += chains[value];
	}
	return length;
}

/* Whether an operation is computed more than once where it is not written: it has several readers,
 * or one that reads each element more than once. */
static void find_repeated(const struct module_values *values, uint32_t *readers)
{
	const struct computation *computation = values->computation;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *user = computation->instructions[i];
		for (uint32_t k = 0; values->forms[i] != VALUE_NAME && k < user->noperands; k++) {
			uint32_t value =
			    values->names[user->operands[k]->number].instruction->number;
			bool again = k > 0 && user->operands[k - 1] == user->operands[k];
			readers[value] += !again;
			readers[value] +=
			    user->opcode == OPCODE_BROADCAST && user->operands[0]->shape->rank > 0;
		}
	}
}

/* Finds what is fused: elements that nothing needs written, in chains that are not too long. */
static void fuse(struct arena *scratch, struct module_values *values, const bool *needed, bool once)
{
	const struct computation *computation = values->computation;
	uint32_t *chains = arena_new(scratch, uint32_t, computation->count);
	uint32_t *readers = arena_new(scratch, uint32_t, computation->count);
	if (once)
		find_repeated(values, readers);
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		enum fusion_class class = class_of(instruction);
		bool can = class == FUSION_ELEMENT || class == FUSION_FREE;
		if (!can || needed[i] || is_added_up(values, instruction) ||
		    (readers[i] > 1 && is_expensive(instruction)))
			continue;
		chains[i] = chain_of(values, instruction, chains);
		if (chains[i] <= MAX_FUSED)
			values->forms[i] = VALUE_FUSED;
	}
}

struct module_values module_values_of(struct arena *arena, const struct module_shares *shares,
                                      const struct computation *computation, const uint8_t *steps,
                                      bool once)
{
	struct module_values values = {
	    .shares = shares,
	    .computation = computation,
	    .steps = steps,
	    .forms = arena_new(arena, uint8_t, computation->count),
	    .names = arena_new(arena, struct value_part, computation->count),
	    .reached = arena_new(arena, uint32_t, (size_t)computation->count + 1),
	};
	bool *needed = arena_new(arena, bool, computation->count);
	for (uint32_t i = 0; i < computation->count; i++) {
		if (is_name(&values, computation->instructions[i]))
			values.forms[i] = VALUE_NAME;
		values.names[i] = value_part_named(&values, computation->instructions[i]);
	}
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *user = computation->instructions[i];
		for (uint32_t k = 0; values.forms[i] != VALUE_NAME && k < user->noperands; k++)
			need(&values, user, user->operands[k], needed, 0);
	}
	if (computation->root)
		need(&values, NULL, computation->root, needed, 0);
	fuse(arena, &values, needed, once);
	return values;
}

bool value_is_in_place(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_DYNAMIC_UPDATE_SLICE;
}

/* Reads a part of what it names and no more. */
static bool reads_part(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_SLICE || instruction->opcode == OPCODE_DYNAMIC_SLICE ||
	       instruction->opcode == OPCODE_GATHER;
}

struct reading {
	const struct module_values *values;
	struct value_read *reads;
	uint32_t count;
	uint32_t turn; /* which this one is of all */
};

/* Whether the value is come to for the first time; what a fused one is made of is read once. */
static bool reach(const struct reading *reading, const struct instruction *value)
{
	uint32_t *reached = &reading->values->reached[value->number];
	bool first = *reached != reading->turn;
	*reached = reading->turn;
	return first;
}

static void add_read(struct reading *reading, struct value_part part, int64_t bytes)
{
	uint32_t known = reach(reading, part.instruction) ? 0 : reading->count;
	for (uint32_t i = 0; i < known; i++) {
		struct value_read *read = &reading->reads[i];
		if (read->part.instruction != part.instruction ||
		    read->part.element != part.element)
			continue;
		read->bytes = bytes > read->bytes ? bytes : read->bytes;
		return;
	}
	if (reading->count < VALUE_READS)
		reading->reads[reading->count++] = (struct value_read){part, bytes};
}

static void read_operands(struct reading *reading, const struct instruction *instruction,
                          int depth);

static void read_operand(struct reading *reading, const struct instruction *operand, int64_t limit,
                         int depth)
{
	const struct module_values *values = reading->values;
	struct value_part part = values->names[operand->number];
	const struct instruction *value = part.instruction;
	enum value_form form = (enum value_form)values->forms[value->number];
	if (form == VALUE_FUSED) {
		if (reach(reading, value))
			read_operands(reading, value, depth + 1);
	} else if (form == VALUE_WRITTEN) {
		int64_t bytes = bytes_of(values, operand);
		add_read(reading, part, bytes < limit ? bytes : limit);
	} else {
		for (uint32_t i = 0; i < value->noperands && depth < MAX_FUSED; i++)
			read_operand(reading, value->operands[i], limit, depth + 1);
	}
}

static void read_operands(struct reading *reading, const struct instruction *instruction, int depth)
{
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		int64_t limit = INT64_MAX;
		if (i == 0 && reads_part(instruction))
			limit = bytes_of(reading->values, instruction);
		if (i == 0 && value_is_in_place(instruction))
			limit = 0;
		read_operand(reading, instruction->operands[i], limit, depth);
	}
}

uint32_t value_reads(const struct module_values *values, const struct instruction *instruction,
                     struct value_read *reads)
{
	uint32_t *turns = &values->reached[values->computation->count];
	struct reading reading = {.values = values, .reads = reads, .turn = ++*turns};
	read_operands(&reading, instruction, 0);
	return reading.count;
}
