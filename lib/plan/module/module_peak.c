/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_peak.h"

#include "base/checked.h"
#include "module/operation_work.h"
#include "plan/module/module_buffer.h"

struct frame {
	struct arena *scratch;
	const struct module_shares *shares;
	const struct module_transients *transients;
	enum schedule_order order;
	const struct module_peak *peaks; /* of computations before this one, by number */
	const struct computation *computation;
	const struct module_values *values;
	struct module_schedule schedule;
	struct module_buffer *buffers;
	uint32_t *first_buffer; /* by number of the instruction; one more at the end */
};

static int64_t sum(int64_t a, int64_t b)
{
	int64_t all;
	return checked_add(&all, a, b) ? all : INT64_MAX;
}

static uint32_t elements_of(const struct instruction *instruction)
{
	return instruction->shape->tuple && instruction->shape->nelements
	           ? instruction->shape->nelements
	           : 1;
}

static int64_t share_bytes(const struct frame *frame, const struct instruction *instruction)
{
	const struct partition_share *share =
	    module_share(frame->shares, frame->computation, instruction);
	return share->known ? share->bytes : 0;
}

/* The tuple whose elements a loop begins with; NULL when they are not listed. */
static const struct instruction *initial(const struct instruction *loop)
{
	const struct instruction *tuple = loop->noperands ? loop->operands[0] : NULL;
	return tuple && tuple->opcode == OPCODE_TUPLE && tuple->noperands == elements_of(loop)
	           ? tuple
	           : NULL;
}

/* Whether it is an element of what a body or a condition is given. */
static bool is_element(const struct instruction *value, uint32_t element)
{
	return value->opcode == OPCODE_GET_TUPLE_ELEMENT && value->index == element &&
	       value->operands[0]->opcode == OPCODE_PARAMETER;
}

/* Whether the body of a loop hands an element on as it was given it. */
static bool is_handed_on(const struct instruction *loop, uint32_t element)
{
	if (loop->ncalled != 2 || !loop->called[1]->root ||
	    loop->called[1]->root->opcode != OPCODE_TUPLE ||
	    element >= loop->called[1]->root->noperands)
		return false;
	const struct instruction *value = loop->called[1]->root->operands[element];
	while ((value->opcode == OPCODE_COPY || value->opcode == OPCODE_SHARDING_CONSTRAINT) &&
	       value->noperands)
		value = value->operands[0];
	return is_element(value, element);
}

/* Bytes of an element: of a loop those that it begins with, else its part of all, by its size. */
static int64_t element_bytes(const struct frame *frame, const struct instruction *instruction,
                             uint32_t element)
{
	int64_t all = share_bytes(frame, instruction);
	const struct instruction *tuple =
	    instruction->opcode == OPCODE_WHILE ? initial(instruction) : NULL;
	if (elements_of(instruction) == 1)
		return all;
	if (tuple)
		return share_bytes(frame, tuple->operands[element]);
	double whole = (double)hlo_shape_bytes(instruction->shape);
	double part = (double)hlo_shape_bytes(&instruction->shape->elements[element]);
	return whole > 0 ? (int64_t)(part / whole * (double)all) : 0;
}

/* Whether an element takes memory that nothing else has. */
static bool takes_memory(const struct instruction *instruction, uint32_t element)
{
	return instruction->opcode != OPCODE_PARAMETER &&
	       !(instruction->opcode == OPCODE_WHILE && is_handed_on(instruction, element));
}

/* The part that an operation is written over: its first operand, as of an all-reduce of the text,
 * or what a loop begins with. */
static struct value_part written_over(const struct frame *frame,
                                      const struct instruction *instruction, uint32_t element)
{
	const struct value_part none = {NULL, 0};
	if (instruction->opcode == OPCODE_WHILE) {
		const struct instruction *tuple = initial(instruction);
		return tuple ? frame->values->names[tuple->operands[element]->number] : none;
	}
	bool over = value_is_in_place(instruction) || instruction->opcode == OPCODE_ALL_REDUCE;
	return over && instruction->noperands
	           ? frame->values->names[instruction->operands[0]->number]
	           : none;
}

static struct module_buffer *buffer_of(const struct frame *frame, struct value_part part,
                                       uint32_t element)
{
	uint32_t first = frame->first_buffer[part.instruction->number];
	if (part.element != UINT32_MAX && part.element < elements_of(part.instruction))
		element = part.element;
	return &frame->buffers[first + element];
}

/* Keeps a part until `at`. */
static void keep(const struct frame *frame, struct value_part part, uint32_t at)
{
	uint32_t count = part.element == UINT32_MAX ? elements_of(part.instruction) : 1;
	for (uint32_t i = 0; i < count; i++) {
		struct module_buffer *buffer = buffer_of(frame, part, i);
		if (buffer->last < at)
			buffer->last = at;
	}
}

/* Of a value its bytes, or those that it has before a device keeps its part of it: what is read is
 * cut from them. */
static int64_t largest_form(const struct frame *frame, uint32_t number, int64_t bytes)
{
	const struct partition_share *share = module_share(
	    frame->shares, frame->computation, frame->computation->instructions[number]);
	int64_t summed = frame->schedule.bytes[number];
	bytes = summed > bytes ? summed : bytes;
	return share->made > bytes ? share->made : bytes;
}

static void make_buffers(struct frame *frame)
{
	const struct computation *computation = frame->computation;
	uint32_t count = 0;
	frame->first_buffer = arena_new(frame->scratch, uint32_t, computation->count + 1);
	for (uint32_t i = 0; i < computation->count; i++) {
		frame->first_buffer[i] = count;
		count += elements_of(computation->instructions[i]);
	}
	frame->first_buffer[computation->count] = count;
	frame->buffers = arena_new(frame->scratch, struct module_buffer, count);
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		uint32_t first = frame->first_buffer[i], end = frame->first_buffer[i + 1];
		bool written = frame->values->forms[i] == VALUE_WRITTEN;
		for (uint32_t k = first; k < end; k++) {
			struct module_buffer *buffer = &frame->buffers[k];
			bool is_one = written && takes_memory(instruction, k - first);
			uint32_t at = frame->schedule.written[i];
			*buffer =
			    (struct module_buffer){.first = at, .last = at, .result = !is_one};
			if (is_one)
				buffer->bytes = element_bytes(frame, instruction, k - first);
			if (is_one && end - first == 1)
				buffer->bytes = largest_form(frame, i, buffer->bytes);
		}
	}
}

/* Marks what the computation returns, tuples within tuples looked through. */
static void mark_results(const struct frame *frame, const struct instruction *value, int depth)
{
	struct value_part part = frame->values->names[value->number];
	if (frame->values->forms[part.instruction->number] == VALUE_NAME) {
		for (uint32_t i = 0; depth < 4 && i < part.instruction->noperands; i++)
			mark_results(frame, part.instruction->operands[i], depth + 1);
		return;
	}
	uint32_t count = part.element == UINT32_MAX ? elements_of(part.instruction) : 1;
	for (uint32_t i = 0; i < count; i++) {
		struct module_buffer *buffer = buffer_of(frame, part, i);
		buffer->own = !buffer->result || buffer->own;
		buffer->result = true;
	}
}

/* Operations of a kernel that are looked at between what it reads and what it writes. */
enum { MAX_BETWEEN = 64 };

/* Whether each element of a value is made of the same element of another one, and of no other of
 * it: false where that is too far to see. */
static bool is_made_in_place(const struct frame *frame, const struct instruction *value,
                             const struct instruction *from, uint32_t *budget)
{
	bool each = opcode_class(value->opcode) == OPCODE_CLASS_ELEMENTWISE;
	for (uint32_t i = 0; i < value->noperands; i++) {
		const struct instruction *read =
		    frame->values->names[value->operands[i]->number].instruction;
		bool same = hlo_shape_same_sizes(value->operands[i]->shape, read->shape) && each;
		if (read == from && !same)
			return false;
		if (read == from || frame->values->forms[read->number] != VALUE_FUSED)
			continue;
		if (!*budget)
			return false;
		--*budget;
		if (!is_made_in_place(frame, read, from, budget))
			return false;
	}
	return true;
}

/* Lets a value be written over one that is read last for it, element by element
 * (HloDataflowAnalysis::CanShareOperandBufferWithUser). */
static void write_over(const struct frame *frame, uint32_t number)
{
	const struct instruction *one = frame->computation->instructions[number];
	const struct module_buffer *own = &frame->buffers[frame->first_buffer[number]];
	uint32_t at = frame->schedule.runs[number];
	if (opcode_class(one->opcode) != OPCODE_CLASS_ELEMENTWISE || own->first != at)
		return;
	for (uint32_t r = frame->schedule.first_read[number];
	     r < frame->schedule.first_read[number + 1]; r++) {
		struct schedule_read read = frame->schedule.reads[r];
		struct value_part part = {frame->computation->instructions[read.instruction],
		                          read.element};
		struct module_buffer *before = buffer_of(frame, part, 0);
		uint32_t budget = MAX_BETWEEN;
		if (elements_of(part.instruction) != 1 || before->result || before->last != at ||
		    before->first >= at || before->bytes != own->bytes ||
		    !is_made_in_place(frame, one, part.instruction, &budget))
			continue;
		before->last = at - 1;
		return;
	}
}

/* Whether anything inside of a loop reads an element that is handed on: the body of a constant,
 * which is made anew there, does not. */
static bool is_read_inside(const struct instruction *loop, uint32_t element)
{
	for (uint32_t i = 0; i < loop->ncalled; i++) {
		const struct computation *called = loop->called[i];
		for (uint32_t k = 0; k < called->count; k++) {
			const struct instruction *reader = called->instructions[k];
			for (uint32_t n = 0; reader != called->root && n < reader->noperands; n++)
				if (is_element(reader->operands[n], element))
					return true;
		}
	}
	return false;
}

/* What an element is written over is in its memory: where that is where the caller has a result, it
 * is there too, and else it ends before it. What a loop hands on stays where it was, for as long
 * as it is read from the loop. */
static void reuse_one(const struct frame *frame, const struct instruction *instruction,
                      uint32_t element)
{
	struct value_part over = written_over(frame, instruction, element);
	const struct module_buffer *own =
	    &frame->buffers[frame->first_buffer[instruction->number] + element];
	uint32_t at = frame->schedule.runs[instruction->number];
	if (!over.instruction || frame->values->forms[over.instruction->number] != VALUE_WRITTEN ||
	    elements_of(over.instruction) != 1)
		return;
	struct module_buffer *before = buffer_of(frame, over, 0);
	if (!takes_memory(instruction, element)) {
		bool read = own->last > at || is_read_inside(instruction, element);
		keep(frame, over, own->last);
		before->result |= !read && over.instruction->users == 1;
		return;
	}
	if (before->last != at || before->first >= at)
		return;
	before->last = at - 1;
	before->result |= own->result;
}

/* From the last on, as a value may be written over one that is written over another. */
static void reuse(const struct frame *frame)
{
	for (uint32_t i = frame->computation->count; i-- > 0;) {
		const struct instruction *instruction = frame->computation->instructions[i];
		for (uint32_t k = 0; k < frame->first_buffer[i + 1] - frame->first_buffer[i]; k++)
			if (frame->values->forms[i] == VALUE_WRITTEN)
				reuse_one(frame, instruction, k);
		if (frame->values->forms[i] == VALUE_WRITTEN &&
		    frame->order == SCHEDULE_BREADTH_FIRST)
			write_over(frame, i);
	}
}

/* Puts values where results are later, of the program that has results of its own. */
static void place(const struct frame *frame)
{
	uint32_t count = frame->first_buffer[frame->computation->count];
	if (frame->order != SCHEDULE_BREADTH_FIRST ||
	    frame->computation != frame->shares->module->entry)
		return;
	for (uint32_t i = 0; i < count; i++)
		if (frame->buffers[i].own)
			frame->buffers[i].last = frame->schedule.moments;
	module_buffers_place(frame->scratch, frame->buffers, count);
}

static void find_lives(struct frame *frame)
{
	const struct computation *computation = frame->computation;
	const struct module_schedule *schedule = &frame->schedule;
	for (uint32_t i = 0; i < computation->count; i++) {
		for (uint32_t r = schedule->first_read[i]; r < schedule->first_read[i + 1]; r++) {
			struct schedule_read read = schedule->reads[r];
			struct value_part part = {computation->instructions[read.instruction],
			                          read.element};
			keep(frame, part, schedule->runs[i]);
		}
	}
}

/* The loop, branch or call that needs most at a place: of what an instruction calls. */
static const struct module_peak *called_peak(const struct frame *frame,
                                             const struct instruction *instruction)
{
	const struct module_peak *most = NULL;
	if (!operation_runs_called(instruction->opcode) || instruction->opcode == OPCODE_FUSION)
		return NULL;
	for (uint32_t i = 0; i < instruction->ncalled; i++) {
		const struct module_peak *one = &frame->peaks[instruction->called[i]->number];
		if (!most || one->bytes > most->bytes)
			most = one;
	}
	return most;
}

static void add_largest(struct module_peak *peak, struct work_value value)
{
	for (uint32_t i = 0; value.bytes > 0 && i < WORK_LARGEST; i++) {
		if (i == peak->nlargest)
			peak->nlargest++;
		else if (peak->largest[i].bytes >= value.bytes)
			continue;
		struct work_value next = peak->largest[i];
		peak->largest[i] = value;
		value = next;
	}
}

/* What is there at the moment of the peak. */
static void list_largest(const struct frame *frame, uint32_t at, const struct module_peak *called,
                         struct module_peak *peak)
{
	struct instruction *const *instructions = frame->computation->instructions;
	for (uint32_t i = 0; i < frame->computation->count; i++)
		for (uint32_t k = frame->first_buffer[i]; k < frame->first_buffer[i + 1]; k++)
			if (!frame->buffers[k].result && frame->buffers[k].first <= at &&
			    frame->buffers[k].last >= at)
				add_largest(peak,
				            (struct work_value){instructions[i],
				                                frame->buffers[k].bytes, STR("")});
	for (uint32_t i = 0; i < frame->schedule.nheld; i++) {
		const struct schedule_held *held = &frame->schedule.held[i];
		if (held->first <= at && held->last >= at)
			add_largest(peak, (struct work_value){instructions[held->instruction],
			                                      held->bytes, held->step->kind});
	}
	for (uint32_t i = 0; called && i < called->nlargest; i++)
		add_largest(peak, called->largest[i]);
}

/* What begins and what ends at each moment, and what is called then. */
struct changes {
	int64_t *begins, *ends; /* ends: one moment later */
	const struct module_peak **called;
};

/* Memory is given out in pieces of this size. */
enum { ALIGNMENT = 64 };

static void add_change(const struct changes *changes, uint32_t first, uint32_t last, int64_t bytes)
{
	if (bytes < INT64_MAX - ALIGNMENT)
		bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	changes->begins[first] = sum(changes->begins[first], bytes);
	changes->ends[last + 1] = sum(changes->ends[last + 1], bytes);
}

static struct changes changes_of(const struct frame *frame)
{
	uint32_t moments = frame->schedule.moments;
	struct changes changes = {
	    .begins = arena_new(frame->scratch, int64_t, (size_t)moments + 1),
	    .ends = arena_new(frame->scratch, int64_t, (size_t)moments + 1),
	    .called = arena_new(frame->scratch, const struct module_peak *, (size_t)moments + 1),
	};
	for (uint32_t i = 0; i < frame->computation->count; i++) {
		for (uint32_t k = frame->first_buffer[i]; k < frame->first_buffer[i + 1]; k++) {
			const struct module_buffer *buffer = &frame->buffers[k];
			if (!buffer->result && buffer->first <= buffer->last)
				add_change(&changes, buffer->first, buffer->last, buffer->bytes);
		}
		if (frame->values->forms[i] == VALUE_WRITTEN)
			changes.called[frame->schedule.runs[i]] =
			    called_peak(frame, frame->computation->instructions[i]);
	}
	for (uint32_t i = 0; i < frame->schedule.nheld; i++) {
		const struct schedule_held *held = &frame->schedule.held[i];
		add_change(&changes, held->first, held->last, held->bytes);
	}
	return changes;
}

/* Goes over the moments: what begins at one is there, what ended before it is not. */
static struct module_peak sweep(const struct frame *frame)
{
	struct module_peak peak = {0};
	struct changes changes = changes_of(frame);
	int64_t live = 0;
	uint32_t at = 0;
	for (uint32_t i = 0; i < frame->schedule.moments && !peak.overflow; i++) {
		live = sum(live - changes.ends[i], changes.begins[i]);
		int64_t now = sum(live, changes.called[i] ? changes.called[i]->bytes : 0);
		peak.overflow = now == INT64_MAX;
		if (now > peak.bytes) {
			peak.bytes = now;
			at = i;
		}
	}
	if (frame->schedule.moments)
		list_largest(frame, at, changes.called[at], &peak);
	return peak;
}

static struct module_peak peak_of(struct frame *frame)
{
	const struct computation *computation = frame->computation;
	frame->schedule =
	    module_schedule_of(frame->scratch, frame->values, frame->transients, frame->order);
	make_buffers(frame);
	find_lives(frame);
	if (computation->root)
		mark_results(frame, computation->root, 0);
	reuse(frame);
	place(frame);
	return sweep(frame);
}

struct module_peak module_peak_of(struct arena *scratch, const struct module_shares *shares,
                                  const struct module_values *values,
                                  const struct module_transients *transients,
                                  enum schedule_order order)
{
	const struct module *module = shares->module;
	struct arena_mark mark = arena_mark(scratch);
	struct module_peak *peaks = arena_new(scratch, struct module_peak, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		struct frame frame = {.scratch = scratch,
		                      .shares = shares,
		                      .transients = transients,
		                      .order = order,
		                      .peaks = peaks,
		                      .values = &values[i],
		                      .computation = module->computations[i]};
		struct arena_mark inner = arena_mark(scratch);
		peaks[i] = peak_of(&frame);
		arena_rewind(scratch, inner);
	}
	struct module_peak peak = peaks[module->entry->number];
	arena_rewind(scratch, mark);
	return peak;
}
