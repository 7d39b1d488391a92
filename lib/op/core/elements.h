/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What arrays hold, where that is known: small arrays of booleans, integers and floats that exist
 * outside of everything that is traced. A primitive that says how (struct primitive) gives its
 * results theirs from those of its operands, exactly as the framework would; what is not known to
 * be exact is not known at all.
 */
#pragma once

#include <string.h>

#include "op/core/op.h"

enum { MAX_HELD = 4096 }; /* elements of an array that are known */

/* An element of an array: an integer, which a boolean is too (one of 64 bits without a sign is kept
 * by its bits), or a float. */
union element {
	int64_t integer;
	double real;
};

/* The memory of an array of NumPy, which its views share. */
struct memory {
	uint64_t writes;
	bool lost; /* written to in ways that are not followed */
};

/* Whether elements of the dtype are followed: booleans, integers, float32 and float64. */
bool dtype_is_held(const struct dtype *dtype);

/* Whether elements of the dtype stand in `real` of union element: floats of any width; else in
 * `integer`. */
bool dtype_holds_reals(const struct dtype *dtype);

/* The dtype of an array's elements: that which NumPy has them in, where it made the array. */
const struct dtype *array_held_dtype(const struct array *array);

/* Whether what arrays hold is looked at here. A derivative's primals hold what they are, but a
 * recording has no such constants. JAX: interpreters/ad.py LinearizeTracer.to_concrete_value. */
static inline bool op_follows_elements(const struct op *op)
{
	return op->values && !op->batching && !(op->watch && op->recording);
}

/* The elements of the array in row-major order; NULL: not known. */
const union element *array_elements(const struct array *array);

/* Room for the elements of an array of this type; NULL when they are too many, or so many have been
 * followed that no more are. */
union element *elements_new(struct op *op, const struct array_type *type);

/* The array as one that can be changed: the arena made it, not constant. */
static inline struct array *array_changed(const struct array *array)
{
	struct array *changed;
	memcpy(&changed, &array, sizeof changed);
	return changed;
}

/* Says what an array holds that has just been made; NULL items: nothing that is known. */
void array_hold(const struct array *array, const union element *items);

/* Says that an array of NumPy that has just been made is a view of another, whose elements it may
 * hold: what is written to one is written to both. */
void array_share_memory(const struct array *view, const struct array *array);

/* Says that an array of NumPy has been changed in a way that is not followed. */
void array_forget(const struct array *array);

/* Keeps the number that a new scalar constant is written as. */
void array_write_literal(struct op *op, const struct array *array, int64_t integer, double real);

/* The array, which has just been made, with all elements this number; or itself. */
const struct array *array_filled(struct op *op, const struct array *array, int64_t number);

/* A scalar constant that holds a number. */
const struct array *array_number(struct op *op, const struct dtype *dtype, bool weak,
                                 int64_t number);

/* The integer in the bits of the dtype. */
int64_t element_wrap(const struct dtype *dtype, int64_t integer);

/* Less than 0, 0 or more as a is less than, equal to or greater than b; floats must be no NaN. */
int element_compare(const struct dtype *dtype, union element a, union element b);

/* Rounds a float to the dtype; false when the framework may have another one. `exact` says that it
 * has been computed without rounding. */
bool element_round(const struct op *op, const struct dtype *dtype, bool exact, double *real);

/* An element in another dtype; false when that is not certain. */
bool element_convert(const struct dtype *from, const struct dtype *to, union element *element);

/* How many elements a type has, that are few enough to be followed; -1: more. */
int64_t held_count(const struct array_type *type);

/* The distance of neighbours along each dimension, in row-major order. */
void strides_of(const struct array_type *type, int64_t *strides);

/* Copies from `from` what stands `strides` apart, in the order of an array of this type. */
void strided_copy(const struct array_type *type, const union element *from, const int64_t *strides,
                  union element *to);

/* The same to places that are `strides` apart. */
void strided_put(const struct array_type *type, const union element *from, union element *to,
                 const int64_t *strides);

/* The strides by which an operand is read that is broadcast to the type. */
void broadcast_strides(const struct array_type *operand, const struct array_type *type,
                       int64_t *strides);

struct application;

/* Gives the results of a primitive what they hold, if that can be told. */
void follow_elements(struct op *op, const struct application *application,
                     const struct array *const *operands, const struct array *const *results);

/* A rule of primitives that changes no element nor their order. */
bool same_elements(struct op *op, const struct application *application,
                   const union element *const *operands, const struct array_type *results,
                   union element *const *items);
