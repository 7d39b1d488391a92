/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/dtype_class.h"

#include <assert.h>

const struct dtype *to_inexact(const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	return class == DTYPE_BOOL || class == DTYPE_SIGNED || class == DTYPE_UNSIGNED
	           ? dtype_of(dtype->bits == 64 ? DTYPE_ID_FLOAT64 : DTYPE_ID_FLOAT32)
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

const struct dtype *promote_all(const struct op *op, const struct array_type *const *types,
                                uint32_t count, bool *weak)
{
	assert(count > 0);
	bool same = true, all_weak = true;
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
