/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that move elements and change none. */
#include "stablehlo/simplify.h"

static bool is_identity(const int64_t *dims, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (dims[i] != i)
			return false;
	return true;
}

static bool is_sorted(const int64_t *dims, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (dims[i - 1] > dims[i])
			return false;
	return true;
}

/* A constant whose elements are moved: of one number it stays that, of others nothing is known. */
static bool move_constant(const struct simplifier *simplifier, bool keeps_order)
{
	const struct instruction *constant = simplifier_operand(simplifier, 0, OPCODE_CONSTANT);
	if (!constant)
		return false;
	const struct note *note =
	    reader_note(simplifier->reader, simplifier->computation, constant);
	struct hlo_literal literal = constant->literal;
	if (!literal.splat && !keeps_order)
		literal = (struct hlo_literal){0};
	return simplifier_constant(simplifier, literal, note->number);
}

static bool same_elements(const struct hlo_shape *a, const struct hlo_shape *b)
{
	int64_t na, nb;
	return hlo_shape_elements(a, &na) && hlo_shape_elements(b, &nb) && na == nb;
}

/* Makes the operation a reshape of its operand. */
static bool become_reshape(const struct simplifier *simplifier)
{
	simplifier->at->opcode = OPCODE_RESHAPE;
	simplifier->at->dims = NULL;
	simplifier->at->ndims = 0;
	return true;
}

/* The dims of a broadcast of a broadcast. */
static bool join_broadcasts(const struct simplifier *simplifier, const struct instruction *inner)
{
	struct instruction *at = simplifier->at;
	int64_t *dims = arena_new(simplifier->reader->arena, int64_t, inner->ndims);
	for (uint32_t i = 0; i < inner->ndims; i++)
		dims[i] = at->dims[inner->dims[i]];
	simplifier_set_operands(simplifier, inner->operands, 1);
	at->dims = dims;
	at->ndims = inner->ndims;
	return true;
}

/* Makes a broadcast that only reorders dims a transpose. */
static bool become_transpose(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	int64_t *permutation = arena_new(simplifier->reader->arena, int64_t, at->ndims);
	for (uint32_t i = 0; i < at->ndims; i++)
		permutation[at->dims[i]] = i;
	at->opcode = OPCODE_TRANSPOSE;
	at->dims = permutation;
	return true;
}

bool simplify_broadcast(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	const struct hlo_shape *operand = at->operands[0]->shape;
	const struct instruction *constant = simplifier_operand(simplifier, 0, OPCODE_CONSTANT);
	if (constant && constant->literal.splat)
		return move_constant(simplifier, true);
	const struct instruction *inner = simplifier_operand(simplifier, 0, OPCODE_BROADCAST);
	if (inner)
		return join_broadcasts(simplifier, inner);
	bool same = same_elements(at->shape, operand);
	if (same && is_sorted(at->dims, at->ndims))
		return become_reshape(simplifier);
	return same && at->shape->rank == operand->rank && become_transpose(simplifier);
}

bool simplify_reshape(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	if (hlo_shape_equal(at->shape, at->operands[0]->shape))
		return simplifier_replace(simplifier, at->operands[0]);
	const struct instruction *inner = simplifier_operand(simplifier, 0, OPCODE_RESHAPE);
	if (inner) {
		simplifier_set_operands(simplifier, inner->operands, 1);
		return true;
	}
	return move_constant(simplifier, true);
}

bool simplify_transpose(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	const struct hlo_shape *shape = at->operands[0]->shape;
	if (is_identity(at->dims, at->ndims))
		return simplifier_replace(simplifier, at->operands[0]);
	const struct instruction *inner = simplifier_operand(simplifier, 0, OPCODE_TRANSPOSE);
	if (inner) {
		int64_t *dims = arena_new(simplifier->reader->arena, int64_t, at->ndims);
		for (uint32_t i = 0; i < at->ndims; i++)
			dims[i] = inner->dims[at->dims[i]];
		simplifier_set_operands(simplifier, inner->operands, 1);
		at->dims = dims;
		return true;
	}
	int64_t last = -1;
	bool kept = true; /* dims of more than one element stay in order */
	for (uint32_t i = 0; i < at->ndims; i++)
		if (shape->dims[at->dims[i]] != 1) {
			kept = kept && last < at->dims[i];
			last = at->dims[i];
		}
	return kept ? become_reshape(simplifier) : move_constant(simplifier, false);
}

/* The operands of a concatenation that a slice along its dim needs: places, and how many elements
 * stand before the first. */
struct needed {
	uint32_t first, end;
	int64_t before;
};

static struct needed needed_operands(const struct instruction *concatenation, int64_t start,
                                     int64_t limit)
{
	int64_t dim = concatenation->dims[0], at = 0;
	uint32_t count = concatenation->noperands;
	struct needed needed = {count, count, concatenation->shape->dims[dim]};
	for (uint32_t i = 0; i < count; i++) {
		int64_t size = concatenation->operands[i]->shape->dims[dim];
		if (at + size > start && needed.first == count) {
			needed.first = i;
			needed.before = at;
		}
		if (at < limit)
			needed.end = i + 1;
		at += size;
	}
	return needed;
}

/* A slice of some of a concatenation's operands is one of these alone. */
static bool slice_concatenation(const struct simplifier *simplifier,
                                struct instruction *concatenation)
{
	struct instruction *at = simplifier->at;
	struct reader *reader = simplifier->reader;
	int64_t dim = concatenation->dims[0];
	struct needed needed =
	    needed_operands(concatenation, at->slice->start[dim], at->slice->limit[dim]);
	if (needed.first >= needed.end || needed.end - needed.first == concatenation->noperands ||
	    (needed.end - needed.first > 1 && concatenation->users != 1))
		return false;
	struct instruction *part = concatenation->operands[needed.first];
	uint32_t count = needed.end - needed.first, rank = at->shape->rank;
	if (count > 1) {
		int64_t *sizes = arena_copy(reader->arena, part->shape->dims, rank, sizeof *sizes);
		sizes[dim] = 0;
		for (uint32_t i = needed.first; i < needed.end; i++)
			sizes[dim] += concatenation->operands[i]->shape->dims[dim];
		part =
		    simplifier_add(simplifier, OPCODE_CONCATENATE,
		                   hlo_shape_array(reader->arena, at->shape->element, sizes, rank),
		                   concatenation->operands + needed.first, count);
		if (!part)
			return false;
		part->dims = concatenation->dims;
		part->ndims = 1;
	}
	int64_t *start = arena_copy(reader->arena, at->slice->start, rank, sizeof *start);
	int64_t *limit = arena_copy(reader->arena, at->slice->limit, rank, sizeof *limit);
	struct slice_numbers *slice = arena_new(reader->arena, struct slice_numbers, 1);
	start[dim] -= needed.before;
	limit[dim] -= needed.before;
	*slice = (struct slice_numbers){start, limit, at->slice->stride};
	at->slice = slice;
	simplifier_set_operands(simplifier, &part, 1);
	concatenation->users--; /* what it stands in next may take its operands over */
	return true;
}

bool simplify_slice(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	if (hlo_shape_equal(at->shape, at->operands[0]->shape))
		return simplifier_replace(simplifier, at->operands[0]);
	struct instruction *concatenation = simplifier_operand(simplifier, 0, OPCODE_CONCATENATE);
	if (concatenation)
		return slice_concatenation(simplifier, concatenation);
	return move_constant(simplifier, false);
}

/* A start that is a constant, kept inside of the array; false when it is not known. */
static bool constant_start(const struct simplifier *simplifier, uint32_t operand, int64_t most,
                           int64_t *start)
{
	const struct instruction *constant =
	    simplifier_operand(simplifier, operand, OPCODE_CONSTANT);
	if (!constant || !constant->literal.splat || !constant->literal.known)
		return false;
	*start = constant->literal.values[0];
	*start = *start < 0 ? 0 : *start > most ? most : *start;
	return true;
}

/* The slice of these sizes that begins at `start`, which it keeps. */
static const struct slice_numbers *slice_at(struct arena *arena, const int64_t *start,
                                            const int64_t *sizes, uint32_t rank)
{
	int64_t *limit = arena_new(arena, int64_t, rank), *stride = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		limit[i] = start[i] + sizes[i];
		stride[i] = 1;
	}
	struct slice_numbers *slice = arena_new(arena, struct slice_numbers, 1);
	*slice = (struct slice_numbers){start, limit, stride};
	return slice;
}

bool simplify_dynamic_slice(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	struct arena *arena = simplifier->reader->arena;
	uint32_t rank = at->shape->rank;
	const struct instruction *constant = simplifier_operand(simplifier, 0, OPCODE_CONSTANT);
	if (constant && constant->literal.splat)
		return move_constant(simplifier, true);
	int64_t *start = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t most = at->operands[0]->shape->dims[i] - at->sizes[i];
		if (!constant_start(simplifier, i + 1, most, &start[i]))
			return false;
	}
	at->opcode = OPCODE_SLICE;
	at->noperands = 1;
	at->slice = slice_at(arena, start, at->sizes, rank);
	return true;
}

/* An update of all elements. */
bool simplify_dynamic_update_slice(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	int64_t start;
	if (at->noperands < 2 || !hlo_shape_equal(at->shape, at->operands[1]->shape))
		return false;
	for (uint32_t i = 2; i < at->noperands; i++)
		if (!constant_start(simplifier, i, INT64_MAX, &start) || start)
			return false;
	return simplifier_replace(simplifier, at->operands[1]);
}

bool simplify_pad(const struct simplifier *simplifier)
{
	const struct instruction *at = simplifier->at;
	for (uint32_t i = 0; i < at->shape->rank; i++)
		if (at->pad->low[i] || at->pad->high[i] || at->pad->interior[i])
			return false;
	return simplifier_replace(simplifier, at->operands[0]);
}

/* Whether the operand is a concatenation along the same dim that nobody else uses. */
static const struct instruction *nested(const struct simplifier *simplifier, uint32_t operand)
{
	const struct instruction *inner =
	    simplifier_operand(simplifier, operand, OPCODE_CONCATENATE);
	bool fits = inner && inner->users == 1 && inner->dims[0] == simplifier->at->dims[0];
	return fits ? inner : NULL;
}

/* Operands without elements go. */
static bool drop_empty(const struct simplifier *simplifier)
{
	struct instruction **operands = NULL, *at = simplifier->at;
	uint32_t count = 0;
	size_t room = 0;
	for (uint32_t i = 0; i < at->noperands; i++)
		if (at->operands[i]->shape->dims[at->dims[0]])
			arena_push(simplifier->reader->names, operands, count, room,
			           at->operands[i]);
	if (!count || count == at->noperands)
		return false;
	simplifier_set_operands(simplifier, operands, count);
	return true;
}

static bool flatten_concatenation(const struct simplifier *simplifier)
{
	struct instruction **operands = NULL, *at = simplifier->at;
	uint32_t count = 0;
	size_t room = 0;
	bool any = false;
	for (uint32_t i = 0; i < at->noperands; i++)
		any = any || nested(simplifier, i);
	if (!any)
		return false;
	for (uint32_t i = 0; i < at->noperands; i++) {
		const struct instruction *inner = nested(simplifier, i);
		for (uint32_t j = 0; j < (inner ? inner->noperands : 1); j++)
			arena_push(simplifier->reader->names, operands, count, room,
			           inner ? inner->operands[j] : at->operands[i]);
	}
	simplifier_set_operands(simplifier, operands, count);
	return true;
}

/* Whether all operands, constants, are one number everywhere, which is stored. */
static bool is_one_number(const struct simplifier *simplifier, double *number)
{
	const struct instruction *at = simplifier->at;
	double other;
	*number = UNKNOWN_NUMBER;
	for (uint32_t i = 0; i < at->noperands; i++) {
		bool same = simplifier_number(simplifier, at->operands[i], &other) &&
		            (!i || other == *number);
		if (!same)
			return false;
		*number = other;
	}
	return true;
}

/* The values of constants behind one another; not known when one of theirs is not, or they do not
 * stand behind one another in memory. */
static struct hlo_literal values_joined(const struct simplifier *simplifier, int64_t elements)
{
	const struct instruction *at = simplifier->at;
	struct hlo_literal joined = {0};
	int64_t count = 0, own;
	if (at->dims[0] != 0 || elements > MAX_LITERAL_VALUES)
		return joined;
	int64_t *values = arena_new(simplifier->reader->arena, int64_t, (size_t)elements);
	for (uint32_t i = 0; i < at->noperands; i++) {
		const struct hlo_literal *literal = &at->operands[i]->literal;
		if (!literal->known || !hlo_shape_elements(at->operands[i]->shape, &own))
			return joined;
		for (int64_t k = 0; k < own; k++)
			values[count++] = literal->values[literal->splat ? 0 : k];
	}
	joined.known = true;
	joined.values = values;
	return joined;
}

bool simplify_concatenate(const struct simplifier *simplifier)
{
	enum { MAX_FOLDED = 65536 };
	struct instruction *at = simplifier->at;
	int64_t elements;
	if (at->ndims != 1)
		return false;
	if (at->noperands == 1)
		return simplifier_replace(simplifier, at->operands[0]);
	if (drop_empty(simplifier) || flatten_concatenation(simplifier))
		return true;
	if (!hlo_shape_elements(at->shape, &elements) || elements > MAX_FOLDED)
		return false;
	for (uint32_t i = 0; i < at->noperands; i++)
		if (!simplifier_operand(simplifier, i, OPCODE_CONSTANT))
			return false;
	double number;
	if (is_one_number(simplifier, &number))
		return simplifier_constant(simplifier, at->operands[0]->literal, number);
	return simplifier_constant(simplifier, values_joined(simplifier, elements), UNKNOWN_NUMBER);
}

/* Counting along one dim is counting in one, and a broadcast. */
bool simplify_iota(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	struct arena *arena = simplifier->reader->arena;
	static const int64_t zero = 0;
	if (at->ndims != 1)
		return false;
	if (at->shape->dims[at->dims[0]] == 1) {
		struct hlo_literal literal = {.splat = true, .known = true, .values = &zero};
		return simplifier_constant(simplifier, literal, 0);
	}
	if (at->shape->rank < 2)
		return false;
	const struct hlo_shape *shape =
	    hlo_shape_array(arena, at->shape->element, &at->shape->dims[at->dims[0]], 1);
	struct instruction *iota = simplifier_add(simplifier, OPCODE_IOTA, shape, NULL, 0);
	if (!iota)
		return false;
	iota->dims = &zero;
	iota->ndims = 1;
	at->opcode = OPCODE_BROADCAST;
	simplifier_set_operands(simplifier, &iota, 1);
	return true;
}

bool simplify_reverse(const struct simplifier *simplifier)
{
	const struct instruction *at = simplifier->at,
				 *constant = simplifier_operand(simplifier, 0, OPCODE_CONSTANT);
	bool single = true;
	for (uint32_t i = 0; i < at->ndims; i++)
		single = single && at->shape->dims[at->dims[i]] == 1;
	if (!single && !(constant && constant->literal.splat))
		return false;
	return simplifier_replace(simplifier, at->operands[0]);
}

/* Over no dim. */
bool simplify_reduce(const struct simplifier *simplifier)
{
	const struct instruction *at = simplifier->at;
	return !at->ndims && at->noperands == 2 &&
	       hlo_shape_equal(at->shape, at->operands[0]->shape) &&
	       simplifier_replace(simplifier, at->operands[0]);
}

/* One slice at a constant place: a slice, and a reshape without the dims that were one element. */
bool simplify_gather(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	struct arena *arena = simplifier->reader->arena;
	const struct gather_numbers *gather = at->gather;
	const struct instruction *indices = simplifier_operand(simplifier, 1, OPCODE_CONSTANT);
	const struct hlo_shape *operand = at->operands[0]->shape;
	uint32_t rank = operand->rank;
	int64_t places;
	if (!indices || !indices->literal.known || gather->index_vector != 0 ||
	    indices->shape->rank > 1 || !hlo_shape_elements(indices->shape, &places) ||
	    places != gather->nstart_index_map)
		return false;
	int64_t *start = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < gather->nstart_index_map; i++) {
		int64_t dim = gather->start_index_map[i],
			most = operand->dims[dim] - gather->slice_sizes[dim],
			place = indices->literal.values[indices->literal.splat ? 0 : i];
		start[dim] = place < 0 ? 0 : place > most ? most : place;
	}
	struct instruction *part = simplifier_add(
	    simplifier, OPCODE_SLICE,
	    hlo_shape_array(arena, operand->element, gather->slice_sizes, rank), at->operands, 1);
	if (!part)
		return false;
	part->slice = slice_at(arena, start, gather->slice_sizes, rank);
	simplifier_set_operands(simplifier, &part, 1);
	return become_reshape(simplifier);
}
