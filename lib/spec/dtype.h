/* SPDX-License-Identifier: Apache-2.0 */
/* Element types, in the spellings of JAX, NumPy, PyTorch and XLA. */
#pragma once

#include "base/str.h"

enum dtype_class {
	DTYPE_BOOL,
	DTYPE_UNSIGNED,
	DTYPE_SIGNED,
	DTYPE_FLOAT,
	DTYPE_COMPLEX,
	DTYPE_KEY
};

/* The rows of dtypes.def, and the three types of Python's numbers behind them. */
enum dtype_id {
#define DTYPE(id, name, brief, bits, class, maxexp, minexp, nmant, promotes, array, spellings, \
              since)                                                                           \
	DTYPE_ID_##id,
#include "spec/dtypes.def"
#undef DTYPE
	DTYPE_ID_WEAK_INT,
	DTYPE_ID_WEAK_FLOAT,
	DTYPE_ID_WEAK_COMPLEX,
	DTYPE_IDS
};

struct dtype {
	enum dtype_id id;
	const char *name;  /* JAX's: float32 */
	const char *brief; /* as in type strings: f32 */
	uint32_t bits;     /* of one element as it is stored: 4 for int4, 8 for bool */
	enum dtype_class class;
	/* As NumPy's finfo has them, of a float or the parts of a complex number; else -1. */
	int maxexp, minexp, nmant;
};

/* The type of this row of dtypes.def; no type of Python's numbers. */
const struct dtype *dtype_of(enum dtype_id id);

/* What an array of the type is made of: with 64-bit types disabled int32 for int64. That of a
 * Python number is the dtype that it has by itself. JAX: dtypes.py canonicalize_dtype. */
const struct dtype *dtype_of_array(enum dtype_id id, bool x64);

/* Which types promote to which: as they do when 64-bit types are disabled, or enabled; or none but
 * those of Python's numbers, which is strict. JAX: dtypes.py _type_promotion_lattice. */
enum promotion_lattice { LATTICE_X32, LATTICE_X64, LATTICE_STRICT };

/*
 * The least type that all types of the set (bit i: the type of id i) promote to, or DTYPE_IDS when
 * there is none. JAX: dtypes.py _least_upper_bound.
 */
enum dtype_id dtype_join(uint64_t types, enum promotion_lattice lattice);

/* The number of a float type, or of the parts of a complex one, that is nearest, the even one of
 * two; what is out of its range, and of other types, stays as it is. */
double dtype_nearest(const struct dtype *dtype, double number);

/* The type of this name in any of its spellings, or NULL. */
const struct dtype *dtype_named(struct str name);

/* All names, for suggestions; *count says how many. The array lives in the arena. */
const struct str *dtype_names(struct arena *arena, size_t *count);
