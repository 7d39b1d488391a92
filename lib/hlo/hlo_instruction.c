/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo_reader.h"
#include "module/instruction_check.h"

/* Reads one operand, with its type or without, and finds it among those before. */
static struct instruction *read_operand(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	if (hlo_sees_shape(in) && !hlo_shape(reader))
		return NULL;
	size_t start = scanner_skip(in);
	struct str name = hlo_name(reader);
	const uint32_t *place = table_find(&reader->names, name);
	if (!place && name.len && scanner_sees(in, "("))
		(void)scanner_unsupported(in, start, in->at - start,
		                          "an operation that is written in another");
	if (!place && name.len)
		(void)scanner_fail(in, start, in->at - start,
		                   "no instruction of this name stands before this one");
	start = in->at - name.len;
	return place ? hlo_element(reader, reader->computation->instructions[*place], start) : NULL;
}

struct operands {
	struct instruction **items;
	size_t count, room;
};

static bool read_operands(struct hlo_reader *reader, struct operands *operands)
{
	struct scanner *in = &reader->in;
	if (!scanner_expects(in, "(", "expects '(' before operands"))
		return false;
	while (!scanner_takes(in, ")")) {
		if (operands->count && !scanner_expects(in, ",", "expects ',' between operands"))
			return false;
		struct instruction *operand = read_operand(reader);
		if (!operand)
			return false;
		arena_push(reader->arena, operands->items, operands->count, operands->room,
		           operand);
	}
	return true;
}

/* The operation in a name that an ending makes of it; UNKNOWN: the name does not end so. */
static enum opcode opcode_before(struct str name, struct str ending)
{
	if (!str_ends_with(name, ending))
		return OPCODE_UNKNOWN;
	return opcode_of_hlo(str_slice(name, 0, name.len - ending.len));
}

/* all-gather-start, and what else begins, goes on with or ends an operation that runs meanwhile. */
static enum opcode read_opcode(struct str name, bool *async)
{
	enum opcode opcode = opcode_of_hlo(name);
	if (opcode != OPCODE_UNKNOWN)
		return opcode;
	if (opcode_before(name, STR("-done")) != OPCODE_UNKNOWN)
		return OPCODE_ASYNC_DONE;
	if (opcode_before(name, STR("-update")) != OPCODE_UNKNOWN)
		return OPCODE_ASYNC_UPDATE;
	opcode = opcode_before(name, STR("-start"));
	*async = opcode_class(opcode) == OPCODE_CLASS_COLLECTIVE;
	return *async || opcode == OPCODE_UNKNOWN ? opcode : OPCODE_ASYNC_START;
}

static struct gather_numbers *gather_numbers(struct arena *arena,
                                             const struct hlo_attributes *attributes)
{
	struct gather_numbers *gather = arena_new(arena, struct gather_numbers, 1);
	*gather = (struct gather_numbers){
	    .offset = attributes->offset.items,
	    .noffset = attributes->offset.count,
	    .collapsed = attributes->collapsed.items,
	    .ncollapsed = attributes->collapsed.count,
	    .start_index_map = attributes->start_index_map.items,
	    .nstart_index_map = attributes->start_index_map.count,
	    .operand_batching = attributes->operand_batching.items,
	    .indices_batching = attributes->indices_batching.items,
	    .nbatching = attributes->operand_batching.count,
	    .slice_sizes = attributes->slice_sizes.items,
	    .index_vector = attributes->index_vector,
	};
	return gather;
}

static struct dot_numbers *dot_numbers(struct arena *arena, const struct hlo_attributes *attributes)
{
	struct dot_numbers *dot = arena_new(arena, struct dot_numbers, 1);
	*dot = (struct dot_numbers){
	    .lhs_batch = attributes->lhs_batch.items,
	    .rhs_batch = attributes->rhs_batch.items,
	    .nbatch = attributes->lhs_batch.count,
	    .lhs_contracting = attributes->lhs_contracting.items,
	    .rhs_contracting = attributes->rhs_contracting.items,
	    .ncontracting = attributes->lhs_contracting.count,
	};
	return dot;
}

static struct collective_numbers *collective_numbers(struct arena *arena, bool async,
                                                     const struct hlo_attributes *attributes)
{
	struct collective_numbers *collective =
	    arena_copy(arena, &attributes->collective, 1, sizeof *collective);
	collective->dim = attributes->dims.count ? attributes->dims.items[0] : -1;
	collective->async = async;
	collective->across = attributes->channel;
	return collective;
}

/* Checks what is stored without its length: lists that belong together are as long as each other.
 */
static bool check_lengths(struct hlo_reader *reader, const struct instruction *instruction,
                          const struct hlo_attributes *a, size_t start)
{
	uint32_t rank = instruction->noperands ? instruction->operands[0]->shape->rank : 0;
	const char *wrong = NULL;
	switch (instruction->opcode) {
	case OPCODE_DOT:
		if (a->lhs_batch.count != a->rhs_batch.count ||
		    a->lhs_contracting.count != a->rhs_contracting.count)
			wrong = "the operands have different numbers of batch or contracting dims";
		break;
	case OPCODE_GATHER:
	case OPCODE_SCATTER:
		if (instruction->opcode == OPCODE_GATHER && a->slice_sizes.count != rank)
			wrong = "slice_sizes has not one size per dimension of the operand";
		if (a->operand_batching.count != a->indices_batching.count)
			wrong = "operand and indices have different numbers of batching dims";
		break;
	case OPCODE_SLICE:
		wrong = a->slice && a->slice_rank == rank
		            ? NULL
		            : "a slice has not bounds for each dimension of its operand";
		break;
	case OPCODE_PAD:
		wrong = a->pad && a->pad_rank == rank
		            ? NULL
		            : "padding is not given for each dimension of the operand";
		break;
	case OPCODE_DYNAMIC_SLICE:
		if (a->dynamic_slice_sizes.count != rank)
			wrong = "dynamic_slice_sizes has not one size per dimension of the operand";
		break;
	case OPCODE_REDUCE_WINDOW:
	case OPCODE_SELECT_AND_SCATTER:
		if (a->window_rank != rank)
			wrong = "the window has not as many dimensions as the operand";
		break;
	default:
		break;
	}
	return !wrong || scanner_fail(&reader->in, start, reader->in.at - start, "%s", wrong);
}

/* Stores the numbers that the operation has. */
static bool store_numbers(struct hlo_reader *reader, struct instruction *instruction, bool async,
                          const struct hlo_attributes *attributes, size_t start)
{
	struct arena *arena = reader->arena;
	if (!check_lengths(reader, instruction, attributes, start))
		return false;
	switch (instruction->opcode) {
	case OPCODE_DOT:
		instruction->dot = dot_numbers(arena, attributes);
		break;
	case OPCODE_GATHER:
	case OPCODE_SCATTER:
		instruction->gather = gather_numbers(arena, attributes);
		break;
	case OPCODE_SLICE:
		instruction->slice = attributes->slice;
		break;
	case OPCODE_DYNAMIC_SLICE:
		instruction->sizes = attributes->dynamic_slice_sizes.items;
		break;
	case OPCODE_PAD:
		instruction->pad = attributes->pad;
		break;
	case OPCODE_REDUCE_WINDOW:
	case OPCODE_SELECT_AND_SCATTER:
		instruction->window = attributes->window;
		break;
	case OPCODE_CONVOLUTION:
		instruction->convolution = hlo_convolution(reader, attributes, start);
		return instruction->convolution;
	case OPCODE_COMPARE:
	case OPCODE_FFT:
		instruction->direction = attributes->direction;
		instruction->total_order = str_equal(attributes->order, STR("TOTALORDER"));
		break;
	case OPCODE_TRIANGULAR_SOLVE:
		instruction->solve = attributes->solve;
		break;
	case OPCODE_CUSTOM_CALL:
		return hlo_manual_border(reader, instruction, attributes, start);
	default:
		if (opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE)
			instruction->collective = collective_numbers(arena, async, attributes);
	}
	return true;
}

/* The computations that it calls, in the order that struct instruction says. */
static void store_callees(struct arena *arena, struct instruction *instruction,
                          const struct hlo_attributes *attributes)
{
	const struct hlo_computations *lists[] = {
	    &attributes->condition, &attributes->body,   &attributes->on_true,
	    &attributes->on_false,  &attributes->select, &attributes->scatter,
	    &attributes->called,
	};
	size_t room = 0;
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		if (lists[i]->missing)
			return;
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		for (uint32_t k = 0; k < lists[i]->count; k++)
			arena_push(arena, instruction->called, instruction->ncalled, room,
			           lists[i]->items[k]);
}

/* JAX says in which memory an array is to be: XLA makes a move to the host of it, or nothing where
 * it is the device's (measured). */
static void store_placement(struct hlo_reader *reader, struct instruction *instruction,
                            struct str placement)
{
	if (!str_equal(instruction->target, STR("annotate_device_placement")) || !placement.len ||
	    instruction->noperands != 1)
		return;
	if (str_equal(placement, STR("device"))) {
		reader->placed = true;
		instruction->index = HLO_PLACED;
	} else {
		instruction->target = STR("MoveToHost");
		instruction->has_side_effect = false;
	}
}

static void store_common(struct hlo_reader *reader, struct instruction *instruction,
                         const struct hlo_attributes *attributes)
{
	instruction->dims = attributes->dims.items;
	instruction->ndims = attributes->dims.count;
	if (instruction->opcode != OPCODE_PARAMETER)
		instruction->index = attributes->index;
	instruction->batch_dims = attributes->batch_dims;
	instruction->rule = attributes->rule;
	instruction->target = attributes->target;
	instruction->has_side_effect = attributes->side_effect;
	instruction->trip_count = attributes->trip_count;
	instruction->sharding = attributes->sharding;
	instruction->named = attributes->named;
	instruction->nnamed = attributes->nnamed;
	instruction->origin = attributes->origin;
	store_callees(reader->arena, instruction, attributes);
	store_placement(reader, instruction, attributes->placement);
}

/* parameter(3): its number instead of operands. */
static bool read_parameter(struct hlo_reader *reader, int64_t *number)
{
	return scanner_expects(&reader->in, "(", "expects '(' behind parameter") &&
	       scanner_integer(&reader->in, number, "expects the number of a parameter") &&
	       scanner_expects(&reader->in, ")", "expects ')' behind the number");
}

/* What stands before the attributes, in the order of the text. */
struct head {
	struct span at;
	struct str name;
	const struct hlo_shape *shape;
	struct str word; /* the opcode as written */
	enum opcode opcode;
	bool async;
	struct operands operands;
	int64_t number; /* of a parameter */
	struct hlo_literal literal;
};

static bool read_head(struct hlo_reader *reader, struct head *head)
{
	struct scanner *in = &reader->in;
	size_t start = scanner_skip(in);
	head->name = hlo_name(reader);
	head->at = (struct span){(uint32_t)start, (uint32_t)(in->at - start)};
	if (!scanner_expects(in, "=", "expects '=' behind the name of an instruction"))
		return false;
	head->shape = hlo_shape(reader);
	if (!head->shape)
		return false;
	head->word = hlo_name(reader);
	head->opcode = read_opcode(head->word, &head->async);
	if (head->opcode == OPCODE_PARAMETER)
		return read_parameter(reader, &head->number);
	if (head->opcode == OPCODE_CONSTANT)
		return hlo_literal(reader, head->shape, &head->literal);
	return read_operands(reader, &head->operands);
}

/* A custom call that stands for an operation of its own. */
static enum opcode opcode_of_target(struct str target)
{
	if (str_equal(target, STR("Sharding")) ||
	    str_equal(target, STR("xla.sdy.FuncResultSharding")))
		return OPCODE_SHARDING_CONSTRAINT;
	return OPCODE_CUSTOM_CALL;
}

/* What XLA's verifier takes and is not read here, or NULL. */
static const char *unread_form(const struct instruction *instruction)
{
	uint32_t last = instruction->noperands;
	if (last > 1 && instruction->operands[last - 1]->shape->rank == 1 &&
	    (instruction->opcode == OPCODE_DYNAMIC_SLICE ||
	     instruction->opcode == OPCODE_DYNAMIC_UPDATE_SLICE))
		return "start indices in one array, as XLA wrote them before 2019";
	if (instruction->opcode == OPCODE_CONVOLUTION && last == 2 &&
	    (instruction->operands[0]->shape->tuple || instruction->operands[1]->shape->tuple))
		return "a convolution of sparse arrays";
	return NULL;
}

/* Whether it is as XLA's verifier asks for, which has seen all that XLA dumps. */
static bool check_instruction(struct hlo_reader *reader, const struct instruction *instruction)
{
	size_t start = instruction->at.offset, length = reader->in.at - start;
	const char *unread = unread_form(instruction);
	if (unread)
		return scanner_unsupported(&reader->in, start, length, unread);
	const char *misfit = instruction_misfit(instruction);
	return !misfit || scanner_fail(&reader->in, start, length, "%s: %s",
	                               opcode_name(instruction->opcode), misfit);
}

static bool name_instruction(struct hlo_reader *reader, struct instruction *instruction)
{
	bool added;
	(void)table_add(reader->arena, &reader->names, instruction->name, instruction->number,
	                &added);
	return added || scanner_fail(&reader->in, instruction->at.offset, instruction->at.length,
	                             "another instruction of this computation has this name");
}

bool hlo_instruction(struct hlo_reader *reader)
{
	struct head head = {0};
	struct hlo_attributes attributes;
	bool root = hlo_takes_word(&reader->in, "ROOT");
	if (!read_head(reader, &head) || !hlo_attributes_read(reader, &attributes))
		return false;
	if (head.opcode == OPCODE_CUSTOM_CALL)
		head.opcode = opcode_of_target(attributes.target);
	struct instruction *instruction =
	    computation_add(reader->computation, head.opcode, head.shape, head.operands.items,
	                    (uint32_t)head.operands.count);
	instruction->name = head.name;
	instruction->at = head.at;
	instruction->index = head.number;
	store_common(reader, instruction, &attributes);
	if (head.opcode == OPCODE_UNKNOWN) {
		instruction->target = head.word;
		instruction->has_side_effect |= opcode_moves_to_host(head.word);
	}
	if (head.opcode == OPCODE_CONSTANT)
		instruction->literal = head.literal;
	if (root && reader->computation->root)
		return scanner_fail(&reader->in, head.at.offset, head.at.length,
		                    "the computation has a root already");
	if (root)
		computation_set_root(reader->computation, instruction);
	return name_instruction(reader, instruction) &&
	       store_numbers(reader, instruction, head.async, &attributes, head.at.offset) &&
	       check_instruction(reader, instruction);
}
