/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/dtype_class.h"

#include <assert.h>

const struct dtype *to_inexact(const struct op *op, const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	return class == DTYPE_BOOL || class == DTYPE_SIGNED || class == DTYPE_UNSIGNED
	           ? dtype_of(dtype->bits == 64 || op->numpy ? DTYPE_ID_FLOAT64 : DTYPE_ID_FLOAT32)
	           : dtype;
}

const struct dtype *real_dtype(const struct dtype *dtype)
{
	if (dtype_class(dtype) != DTYPE_COMPLEX)
		return dtype;
	return dtype_of(dtype->bits == 64 ? DTYPE_ID_FLOAT32 : DTYPE_ID_FLOAT64);
}

/* The place of a dtype in the lattice of promotion; a weak one is that of a Python number. */
static enum dtype_id promoted_id(const struct dtype *dtype, bool weak)
{
	if (!weak || dtype->class == DTYPE_BOOL)
		return dtype->id;
	return dtype->class == DTYPE_FLOAT     ? DTYPE_ID_WEAK_FLOAT
	       : dtype->class == DTYPE_COMPLEX ? DTYPE_ID_WEAK_COMPLEX
	                                       : DTYPE_ID_WEAK_INT;
}

/* Of two dtypes of different kinds, or sizes, the one that holds both; NULL: none that is certain.
 * NumPy: numpy.promote_types. */
static const struct dtype *numpy_promote(const struct dtype *a, const struct dtype *b)
{
	static const enum dtype_id signed_ids[] = {DTYPE_ID_INT16, DTYPE_ID_INT32, DTYPE_ID_INT64};
	enum dtype_class x = dtype_class(a), y = dtype_class(b);
	if (a == b || y == DTYPE_BOOL)
		return a;
	if (x == DTYPE_BOOL)
		return b;
	if (x == y && x != DTYPE_FLOAT)
		return a->bits > b->bits ? a : b;
	bool reals = (x == DTYPE_SIGNED || x == DTYPE_UNSIGNED || x == DTYPE_FLOAT) &&
	             (y == DTYPE_SIGNED || y == DTYPE_UNSIGNED || y == DTYPE_FLOAT);
	bool whole = reals && x != DTYPE_FLOAT && y != DTYPE_FLOAT;
	const struct dtype *narrow = a->bits < b->bits ? a : b, *wide = narrow == a ? b : a;
	if (whole) {
		const struct dtype *other = x == DTYPE_UNSIGNED ? a : b;
		const struct dtype *own = other == a ? b : a;
		if (own->bits > other->bits)
			return own;
		return other->bits == 64   ? dtype_of(DTYPE_ID_FLOAT64)
		       : other->bits == 32 ? dtype_of(signed_ids[2])
		       : other->bits == 16 ? dtype_of(signed_ids[1])
		       : other->bits == 8  ? dtype_of(signed_ids[0])
		                           : NULL;
	}
	/* Floats of 16 bits and less are of several kinds. */
	bool small = (x == DTYPE_FLOAT && a->bits < 32) || (y == DTYPE_FLOAT && b->bits < 32);
	if (small && wide->bits < 64)
		return NULL;
	if (reals && x == DTYPE_FLOAT && y == DTYPE_FLOAT)
		return narrow == wide ? NULL : wide;
	if (reals) {
		const struct dtype *integer = x == DTYPE_FLOAT ? b : a;
		return integer->bits >= 32 ? dtype_of(DTYPE_ID_FLOAT64) : x == DTYPE_FLOAT ? a : b;
	}
	const struct dtype *complex = x == DTYPE_COMPLEX ? a : b, *other = complex == a ? b : a;
	if (dtype_class(complex) != DTYPE_COMPLEX || dtype_class(other) == DTYPE_KEY)
		return NULL;
	return other->bits >= 64 || (other->bits == 32 && dtype_class(other) != DTYPE_FLOAT)
	           ? dtype_of(DTYPE_ID_COMPLEX128)
	           : complex;
}

/* How far numbers of Python go that are of this class. */
static int number_rank(const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	return class == DTYPE_BOOL ? 0 : class == DTYPE_COMPLEX ? 3 : class == DTYPE_FLOAT ? 2 : 1;
}

/* The same for numbers of Python, which give way to what is at least of their kind. NumPy: NEP 50.
 */
static const struct dtype *numpy_promote_all(const struct array_type *const *types, uint32_t count,
                                             bool *weak)
{
	const struct dtype *strong = NULL, *number = NULL;
	for (uint32_t i = 0; i < count; i++) {
		const struct dtype *dtype = types[i]->dtype;
		if (types[i]->weak)
			number =
			    !number || number_rank(dtype) > number_rank(number) ? dtype : number;
		else if (!(strong = strong ? numpy_promote(strong, dtype) : dtype))
			return NULL;
	}
	*weak = !strong;
	if (!strong || (number && number_rank(number) > number_rank(strong)))
		return !strong ? number
		       : number_rank(number) == 3 && strong == dtype_of(DTYPE_ID_FLOAT32)
		           ? dtype_of(DTYPE_ID_COMPLEX64)
		           : number;
	return strong;
}

const struct dtype *promote_all(const struct op *op, const struct array_type *const *types,
                                uint32_t count, bool *weak)
{
	assert(count > 0);
	bool same = true, all_weak = true;
	if (op->numpy)
		return numpy_promote_all(types, count, weak);
	for (uint32_t i = 0; i < count; i++) {
		same = same && types[i]->dtype == types[0]->dtype;
		all_weak = all_weak && types[i]->weak;
	}
	*weak = all_weak && types[0]->dtype->class != DTYPE_BOOL;
	if (same)
		return types[0]->dtype;
	uint64_t ids = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (types[i]->dtype->class == DTYPE_KEY)
			return NULL;
		bool gives_way = types[i]->weak && (op->strict || !all_weak);
		ids |= (uint64_t)1 << promoted_id(types[i]->dtype, gives_way);
	}
	enum dtype_id least = dtype_join(ids, op->strict ? LATTICE_STRICT
	                                      : op->x64  ? LATTICE_X64
	                                                 : LATTICE_X32);
	if (least == DTYPE_IDS)
		return NULL;
	*weak = all_weak || least >= DTYPE_ID_WEAK_INT;
	return dtype_of_array(least, op->x64);
}
