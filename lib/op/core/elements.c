/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/elements.h"

#include <math.h>

#include "op/core/dtype_class.h"
#include "op/core/primitive.h"

enum { MAX_KEPT = 2 << 20, MAX_TOUCHED = 32 << 20 }; /* elements, of all arrays of a program */

bool dtype_holds_reals(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_FLOAT;
}

bool dtype_is_held(const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	if (class == DTYPE_FLOAT)
		return dtype == dtype_of(DTYPE_ID_FLOAT32) || dtype == dtype_of(DTYPE_ID_FLOAT64);
	return class == DTYPE_BOOL || class == DTYPE_SIGNED || class == DTYPE_UNSIGNED;
}

const struct dtype *array_held_dtype(const struct array *array)
{
	return array->host ? array->host : array->type.dtype;
}

const union element *array_elements(const struct array *array)
{
	const struct memory *memory = array->memory;
	bool stale = memory && (memory->lost || memory->writes != array->written);
	return stale || array->level ? NULL : array->elements;
}

int64_t held_count(const struct array_type *type)
{
	int64_t count = 1;
	for (uint32_t i = 0; i < type->rank; i++) {
		if (type->shape[i] < 0 || type->shape[i] > MAX_HELD)
			return -1;
		count *= type->shape[i];
		if (count > MAX_HELD)
			return -1;
	}
	return count;
}

union element *elements_new(struct op *op, const struct array_type *type)
{
	int64_t count = held_count(type);
	if (count < 0 || op->kept + (uint64_t)count > MAX_KEPT || op->touched > MAX_TOUCHED)
		return NULL;
	op->kept += (uint64_t)count;
	return arena_new(op->arena, union element, (size_t)count + 1);
}

void array_hold(const struct array *array, const union element *items)
{
	array_changed(array)->elements = items;
}

void array_share_memory(const struct array *view, const struct array *array)
{
	struct array *changed = array_changed(view);
	changed->memory = array->memory;
	changed->written = array->written;
}

void array_forget(const struct array *array)
{
	if (array->memory)
		array->memory->lost = true;
}

void array_write_literal(struct op *op, const struct array *array, int64_t integer, double real)
{
	union element *literal = arena_new(op->arena, union element, 1);
	if (dtype_holds_reals(array->type.dtype))
		literal->real = real;
	else
		literal->integer = integer;
	array_changed(array)->literal = literal;
}

const struct array *array_filled(struct op *op, const struct array *array, int64_t number)
{
	if (array && op->recording && !array->type.rank)
		array_write_literal(op, array, number, (double)number);
	if (!array || !op->values || array->level || !dtype_is_held(array_held_dtype(array)))
		return array;
	const struct dtype *dtype = array_held_dtype(array);
	int64_t count = held_count(&array->type);
	union element *items = elements_new(op, &array->type);
	union element one = {.integer = number};
	if (dtype_holds_reals(dtype))
		one.real = (double)number;
	for (int64_t i = 0; items && i < count; i++)
		items[i] = one;
	array_hold(array, items);
	return array;
}

const struct array *array_number(struct op *op, const struct dtype *dtype, bool weak,
                                 int64_t number)
{
	return array_filled(op, array_scalar(op, dtype, weak), number);
}

int64_t element_wrap(const struct dtype *dtype, int64_t integer)
{
	uint64_t bits = (uint64_t)integer;
	if (dtype_class(dtype) == DTYPE_BOOL)
		return integer != 0;
	if (dtype->bits >= 64)
		return integer;
	uint64_t mask = (UINT64_C(1) << dtype->bits) - 1, sign = UINT64_C(1) << (dtype->bits - 1);
	bits &= mask;
	if (dtype_class(dtype) == DTYPE_SIGNED && (bits & sign))
		bits |= ~mask;
	return (int64_t)bits;
}

int element_compare(const struct dtype *dtype, union element a, union element b)
{
	if (dtype_holds_reals(dtype))
		return (a.real > b.real) - (a.real < b.real);
	if (dtype_class(dtype) == DTYPE_UNSIGNED) {
		uint64_t x = (uint64_t)a.integer, y = (uint64_t)b.integer;
		return (x > y) - (x < y);
	}
	return (a.integer > b.integer) - (a.integer < b.integer);
}

bool element_round(const struct op *op, const struct dtype *dtype, bool exact, double *real)
{
	double given = *real;
	bool narrow = dtype == dtype_of(DTYPE_ID_FLOAT32);
	if (narrow)
		*real = (double)(float)given;
	if (op->numpy)
		return true;
	/* XLA joins operations and takes what is close to 0 for 0. */
	double least = narrow ? 0x1p-126 : 0x1p-1022;
	return exact && *real == given && isfinite(given) && (given == 0 || fabs(given) >= least);
}

static bool real_to_integer(const struct dtype *to, union element *element)
{
	double real = element->real;
	if (dtype_class(to) == DTYPE_BOOL) {
		element->integer = real != 0;
		return true;
	}
	if (!(fabs(real) < 0x1p62))
		return false;
	int64_t integer = (int64_t)real;
	element->integer = integer;
	return element_wrap(to, integer) == integer &&
	       (integer >= 0 || dtype_class(to) == DTYPE_SIGNED);
}

bool element_convert(const struct dtype *from, const struct dtype *to, union element *element)
{
	bool real = dtype_holds_reals(from);
	if (from == to)
		return true;
	if (!dtype_holds_reals(to)) {
		if (real)
			return real_to_integer(to, element);
		element->integer = element_wrap(to, element->integer);
		return true;
	}
	bool large = !real && dtype_class(from) == DTYPE_UNSIGNED && element->integer < 0;
	double wide = real    ? element->real
	              : large ? (double)(uint64_t)element->integer
	                      : (double)element->integer;
	if (to != dtype_of(DTYPE_ID_FLOAT32)) {
		element->real = wide;
		return true;
	}
	/* One rounding, not two. */
	element->real = real    ? (double)(float)wide
	                : large ? (double)(float)(uint64_t)element->integer
	                        : (double)(float)element->integer;
	return element->real == 0 || isinf(element->real) || fabs(element->real) >= 0x1p-126;
}

void strides_of(const struct array_type *type, int64_t *strides)
{
	int64_t stride = 1;
	for (uint32_t i = type->rank; i-- > 0;) {
		strides[i] = stride;
		stride *= type->shape[i];
	}
}

void broadcast_strides(const struct array_type *operand, const struct array_type *type,
                       int64_t *strides)
{
	uint32_t lead = type->rank - operand->rank;
	int64_t own[MAX_RANK];
	strides_of(operand, own);
	for (uint32_t i = 0; i < type->rank; i++)
		strides[i] = i < lead || operand->shape[i - lead] == 1 ? 0 : own[i - lead];
}

/* Goes to the next place of an array of this type in row-major order. */
static int64_t next_place(const struct array_type *type, const int64_t *strides, int64_t *index,
                          int64_t place)
{
	for (uint32_t i = type->rank; i-- > 0;) {
		place += strides[i];
		if (++index[i] < type->shape[i])
			return place;
		place -= strides[i] * type->shape[i];
		index[i] = 0;
	}
	return place;
}

void strided_copy(const struct array_type *type, const union element *from, const int64_t *strides,
                  union element *to)
{
	int64_t index[MAX_RANK] = {0}, count = held_count(type), place = 0;
	for (int64_t i = 0; i < count; i++) {
		to[i] = from[place];
		place = next_place(type, strides, index, place);
	}
}

void strided_put(const struct array_type *type, const union element *from, union element *to,
                 const int64_t *strides)
{
	int64_t index[MAX_RANK] = {0}, count = held_count(type), place = 0;
	for (int64_t i = 0; i < count; i++) {
		to[place] = from[i];
		place = next_place(type, strides, index, place);
	}
}

bool same_elements(struct op *op, const struct application *application,
                   const union element *const *operands, const struct array_type *results,
                   union element *const *items)
{
	int64_t count = held_count(results);
	(void)op, (void)application;
	memcpy(items[0], operands[0], (size_t)count * sizeof **items);
	return true;
}

/* The elements of all operands; false when some are not known. */
static bool read_operands(struct op *op, const struct array *const *operands, uint32_t count,
                          const union element **elements)
{
	for (uint32_t i = 0; i < count; i++) {
		elements[i] = array_elements(operands[i]);
		if (!elements[i])
			return false;
		op->touched += (uint64_t)held_count(&operands[i]->type);
	}
	return true;
}

void follow_elements(struct op *op, const struct application *application,
                     const struct array *const *operands, const struct array *const *results)
{
	const union element *known[MAX_OPERANDS];
	uint32_t nresults = application->nresults;
	if (application->count > MAX_OPERANDS ||
	    !read_operands(op, operands, application->count, known))
		return;
	struct array_type *types = arena_new(op->arena, struct array_type, nresults);
	union element **items = arena_new(op->arena, union element *, nresults);
	for (uint32_t i = 0; i < nresults; i++) {
		types[i] = results[i]->type;
		if (!dtype_is_held(types[i].dtype) || !(items[i] = elements_new(op, &types[i])))
			return;
		op->touched += (uint64_t)held_count(&types[i]);
	}
	if (!application->primitive->elements(op, application, known, types, items))
		return;
	for (uint32_t i = 0; i < nresults; i++)
		array_hold(results[i], items[i]);
}
