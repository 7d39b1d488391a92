/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_twins.h"

#include "plan/module/twin_index.h"

/* Instructions of a computation that is applied which are compared. */
enum { MAX_APPLIED = 16 };

struct twins {
	const struct computation *computation;
	const uint8_t *steps; /* by number: enum instruction_steps, or NULL */
	uint32_t *first;      /* by number */
	uint32_t *given;      /* by number: the first that gives the same to what reads it */
	struct twin_index index;
	bool written; /* collectives of the program can be twins too */
};

static bool same_numbers(const int64_t *a, const int64_t *b, uint32_t count)
{
	return !count || memcmp(a, b, count * sizeof(*a)) == 0;
}

static bool same_dot(const struct dot_numbers *a, const struct dot_numbers *b)
{
	return a && b && a->nbatch == b->nbatch && a->ncontracting == b->ncontracting &&
	       same_numbers(a->lhs_batch, b->lhs_batch, a->nbatch) &&
	       same_numbers(a->rhs_batch, b->rhs_batch, a->nbatch) &&
	       same_numbers(a->lhs_contracting, b->lhs_contracting, a->ncontracting) &&
	       same_numbers(a->rhs_contracting, b->rhs_contracting, a->ncontracting);
}

static bool same_slice(const struct instruction *a, const struct instruction *b)
{
	uint32_t rank = a->shape->rank;
	if (!a->slice || !b->slice || !same_numbers(a->slice->start, b->slice->start, rank) ||
	    !same_numbers(a->slice->limit, b->slice->limit, rank))
		return false;
	for (uint32_t i = 0; i < rank; i++) /* that of one element is none */
		if (a->slice->stride[i] != b->slice->stride[i] && a->shape->dims[i] != 1)
			return false;
	return true;
}

static bool same_pad(const struct instruction *a, const struct instruction *b)
{
	uint32_t rank = a->shape->rank;
	return a->pad && b->pad && same_numbers(a->pad->low, b->pad->low, rank) &&
	       same_numbers(a->pad->high, b->pad->high, rank) &&
	       same_numbers(a->pad->interior, b->pad->interior, rank);
}

static bool same_window(const struct instruction *a, const struct instruction *b)
{
	for (uint32_t i = 0; a->window && b->window && i < a->shape->rank; i++) {
		const struct window_dim *x = &a->window[i], *y = &b->window[i];
		if (x->size != y->size || x->stride != y->stride || x->low != y->low ||
		    x->high != y->high || x->base_dilation != y->base_dilation ||
		    x->window_dilation != y->window_dilation || x->reversed != y->reversed)
			return false;
	}
	return a->window && b->window && !a->shape->tuple;
}

static bool same_gather(const struct gather_numbers *a, const struct gather_numbers *b)
{
	return a && b && a->noffset == b->noffset && a->ncollapsed == b->ncollapsed &&
	       a->nstart_index_map == b->nstart_index_map && a->nbatching == b->nbatching &&
	       a->index_vector == b->index_vector &&
	       same_numbers(a->offset, b->offset, a->noffset) &&
	       same_numbers(a->collapsed, b->collapsed, a->ncollapsed) &&
	       same_numbers(a->start_index_map, b->start_index_map, a->nstart_index_map) &&
	       same_numbers(a->operand_batching, b->operand_batching, a->nbatching) &&
	       same_numbers(a->indices_batching, b->indices_batching, a->nbatching) &&
	       !a->slice_sizes == !b->slice_sizes;
}

static bool same_literal(const struct hlo_literal *a, const struct hlo_literal *b)
{
	return a->splat && b->splat &&
	       ((a->zero && b->zero) || (a->one && b->one) || (a->word && a->word == b->word) ||
	        (a->known && b->known && a->values[0] == b->values[0]));
}

/* Whether all elements of two constants of one shape are known, and the same. */
static bool same_elements(const struct instruction *a, const struct instruction *b)
{
	int64_t count;
	return a->literal.known && b->literal.known && !a->literal.splat && !b->literal.splat &&
	       hlo_shape_elements(a->shape, &count) &&
	       same_numbers(a->literal.values, b->literal.values, (uint32_t)count);
}

/* Whether computations that are applied to elements are the same, instruction by instruction. */
static bool same_applied(const struct computation *a, const struct computation *b)
{
	if (a == b)
		return true;
	if (a->count != b->count || a->count > MAX_APPLIED || !a->root || !b->root ||
	    a->root->number != b->root->number)
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		const struct instruction *x = a->instructions[i], *y = b->instructions[i];
		if (x->opcode != y->opcode || x->index != y->index ||
		    x->noperands != y->noperands || x->ncalled || y->ncalled ||
		    x->opcode == OPCODE_CONSTANT || !hlo_shape_equal(x->shape, y->shape) ||
		    (x->opcode == OPCODE_COMPARE && !str_equal(x->direction, y->direction)))
			return false;
		for (uint32_t k = 0; k < x->noperands; k++)
			if (x->operands[k]->number != y->operands[k]->number)
				return false;
	}
	return true;
}

bool module_can_be_twin(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_CONSTANT:
		return instruction->literal.splat;
	case OPCODE_COPY:
		return false;
	case OPCODE_BROADCAST:
	case OPCODE_IOTA:
	case OPCODE_RESHAPE:
	case OPCODE_TRANSPOSE:
	case OPCODE_REVERSE:
	case OPCODE_BITCAST_CONVERT:
	case OPCODE_CONCATENATE:
	case OPCODE_SLICE:
	case OPCODE_REDUCE:
	case OPCODE_SORT:
	case OPCODE_DOT:
	case OPCODE_PAD:
	case OPCODE_GATHER:
	case OPCODE_SCATTER:
	case OPCODE_DYNAMIC_SLICE:
	case OPCODE_DYNAMIC_UPDATE_SLICE:
	case OPCODE_REDUCE_WINDOW:
	case OPCODE_GET_TUPLE_ELEMENT:
		return true;
	default:
		return opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE;
	}
}

/* Of collectives that the program has: JAX gives all of a kind one channel. */
static bool same_collective(const struct collective_numbers *a, const struct collective_numbers *b)
{
	size_t members = a->groups ? (size_t)(a->ngroups * a->group_size) : 0;
	return !a->groups == !b->groups && a->ngroups == b->ngroups &&
	       a->group_size == b->group_size && a->npairs == b->npairs && a->dim == b->dim &&
	       (!members || memcmp(a->groups, b->groups, members * sizeof *a->groups) == 0) &&
	       (!a->npairs ||
	        memcmp(a->pairs, b->pairs, 2 * (size_t)a->npairs * sizeof *a->pairs) == 0);
}

static bool is_collective(const struct instruction *instruction)
{
	return opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE &&
	       instruction->collective;
}

/* Whether both say the same of their operands. */
static bool same_words(const struct instruction *a, const struct instruction *b)
{
	switch (a->opcode) {
	case OPCODE_CONSTANT:
		return same_literal(&a->literal, &b->literal) || same_elements(a, b);
	case OPCODE_COMPARE:
		return str_equal(a->direction, b->direction) && a->total_order == b->total_order;
	case OPCODE_DOT:
		return same_dot(a->dot, b->dot);
	case OPCODE_SLICE:
		return same_slice(a, b);
	case OPCODE_PAD:
		return same_pad(a, b);
	case OPCODE_GATHER:
		return same_gather(a->gather, b->gather) && a->gather->slice_sizes &&
		       same_numbers(a->gather->slice_sizes, b->gather->slice_sizes,
		                    a->operands[0]->shape->rank);
	case OPCODE_SCATTER:
		if (!same_gather(a->gather, b->gather))
			return false;
		break;
	case OPCODE_REDUCE_WINDOW:
		if (!same_window(a, b))
			return false;
		break;
	default:
		break;
	}
	for (uint32_t i = 0; i < a->ncalled; i++)
		if (!same_applied(a->called[i], b->called[i]))
			return false;
	return a->index == b->index && a->ndims == b->ndims &&
	       same_numbers(a->dims, b->dims, a->ndims);
}

bool module_same_operation(const struct instruction *a, const struct instruction *b)
{
	return a->opcode == b->opcode && a->noperands == b->noperands && a->ncalled == b->ncalled &&
	       hlo_shape_equal(a->shape, b->shape) && same_words(a, b);
}

/* Whether an operation of a loop's body gives the same as another one of the same operands. */
static bool can_be_same(const struct instruction *one)
{
	return module_can_be_twin(one) || one->opcode == OPCODE_PARAMETER ||
	       (one->opcode == OPCODE_CONSTANT && one->literal.known) ||
	       one->opcode == OPCODE_TUPLE || one->opcode == OPCODE_COPY ||
	       one->opcode == OPCODE_WHILE;
}

static bool same_body(const struct computation *a, const struct computation *b)
{
	if (a->count != b->count || !a->root || !b->root || a->root->number != b->root->number)
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		const struct instruction *x = a->instructions[i], *y = b->instructions[i];
		bool loop = x->opcode == OPCODE_WHILE && y->opcode == OPCODE_WHILE;
		if (!can_be_same(x) || x->noperands != y->noperands ||
		    !(loop ? module_same_loop(x, y) : module_same_operation(x, y)))
			return false;
		for (uint32_t k = 0; k < x->noperands; k++)
			if (x->operands[k]->number != y->operands[k]->number)
				return false;
	}
	return true;
}

bool module_same_loop(const struct instruction *a, const struct instruction *b)
{
	bool same = a->opcode == OPCODE_WHILE && b->opcode == OPCODE_WHILE &&
	            a->ncalled == b->ncalled && hlo_shape_equal(a->shape, b->shape);
	for (uint32_t i = 0; same && i < a->ncalled; i++)
		same = a->called[i] == b->called[i] || same_body(a->called[i], b->called[i]);
	return same;
}

static uint32_t read_at(const void *context, const struct instruction *one, uint32_t operand)
{
	const struct twins *twins = context;
	return twins->given[one->operands[operand]->number];
}

static bool are_twins(const void *context, uint32_t one, uint32_t other)
{
	const struct twins *twins = context;
	const struct instruction *a = twins->computation->instructions[one],
				 *b = twins->computation->instructions[other];
	return twin_same_reads(a, b, read_at, twins) && module_same_operation(a, b) &&
	       (!is_collective(a) || same_collective(a->collective, b->collective));
}

static uint64_t hash_of(const struct twins *twins, const struct instruction *instruction)
{
	uint64_t hash = twin_hash_reads(instruction, read_at, twins);
	for (uint32_t i = 0; i < instruction->shape->rank; i++)
		hash = twin_hash(hash, (uint64_t)instruction->shape->dims[i]);
	if (instruction->opcode == OPCODE_CONSTANT && instruction->literal.known)
		hash = twin_hash(hash, twin_first_value(&instruction->literal));
	return hash;
}

static void place(struct twins *twins, const struct instruction *instruction)
{
	uint32_t number = instruction->number;
	enum instruction_steps steps =
	    twins->steps ? (enum instruction_steps)twins->steps[number] : STEPS_NONE;
	twins->first[number] = number;
	if (!module_can_be_twin(instruction) && !(twins->written && is_collective(instruction)))
		steps = STEPS_NONE;
	else if (steps == STEPS_OPERANDS) /* others may read what is moved for it */
		twin_index_keep(&twins->index, hash_of(twins, instruction), number);
	else
		twins->first[number] = twin_index_find(&twins->index, hash_of(twins, instruction),
		                                       number, are_twins, twins);
	if (twins->steps)
		twins->given[number] = steps == STEPS_NONE ? twins->first[number] : number;
}

static const uint32_t *find_twins(struct arena *arena, const struct computation *computation,
                                  const uint8_t *steps, bool written)
{
	struct twins twins = {.computation = computation,
	                      .steps = steps,
	                      .written = written,
	                      .first = arena_new(arena, uint32_t, computation->count),
	                      .index = twin_index_make(arena, computation->count)};
	twins.given = steps ? arena_new(arena, uint32_t, computation->count) : twins.first;
	for (uint32_t i = 0; i < computation->count; i++)
		place(&twins, computation->instructions[i]);
	return twins.first;
}

const uint32_t *module_twins(struct arena *arena, const struct computation *computation,
                             const uint8_t *steps)
{
	return find_twins(arena, computation, steps, false);
}

const uint32_t *module_written_twins(struct arena *arena, const struct computation *computation,
                                     const uint8_t *steps)
{
	return find_twins(arena, computation, steps, true);
}
