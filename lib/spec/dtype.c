/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/dtype.h"

#include <assert.h>
#include <math.h>

enum { DTYPE_COUNT = DTYPE_ID_WEAK_INT };

static const struct dtype dtypes[DTYPE_COUNT] = {
#define DTYPE(id, name, brief, bits, class, maxexp, minexp, nmant, promotes, array, spellings, \
              since)                                                                           \
	{DTYPE_ID_##id, name, brief, bits, DTYPE_##class, maxexp, minexp, nmant},
#include "spec/dtypes.def"
#undef DTYPE
};

/* Spellings of other frameworks. */
static const char *const spellings_of[DTYPE_COUNT] = {
#define DTYPE(id, name, brief, bits, class, maxexp, minexp, nmant, promotes, array, spellings, \
              since)                                                                           \
	spellings,
#include "spec/dtypes.def"
#undef DTYPE
};

static const enum dtype_id arrays[DTYPE_IDS] = {
#define DTYPE(id, name, brief, bits, class, maxexp, minexp, nmant, promotes, array, spellings, \
              since)                                                                           \
	[DTYPE_ID_##id] = DTYPE_ID_##array,
#include "spec/dtypes.def"
#undef DTYPE
    [DTYPE_ID_WEAK_INT] = DTYPE_ID_INT32,
    [DTYPE_ID_WEAK_FLOAT] = DTYPE_ID_FLOAT32,
    [DTYPE_ID_WEAK_COMPLEX] = DTYPE_ID_COMPLEX64,
};

/* The types right below each in the lattice of promotion, as a set. */
#define ABOVE(id) ((uint64_t)1 << DTYPE_ID_##id)
static const uint64_t below[DTYPE_IDS] = {
#define DTYPE(id, name, brief, bits, class, maxexp, minexp, nmant, promotes, array, spellings, \
              since)                                                                           \
	[DTYPE_ID_##id] = (promotes),
#include "spec/dtypes.def"
#undef DTYPE
    [DTYPE_ID_WEAK_INT] = ABOVE(BOOL),
    [DTYPE_ID_WEAK_FLOAT] = ABOVE(INT64) | ABOVE(UINT64),
    [DTYPE_ID_WEAK_COMPLEX] = ABOVE(WEAK_FLOAT),
};
#undef ABOVE

/* What is right below the type in the strict lattice: the one of Python's numbers of its class. */
static uint64_t strictly_below(unsigned id)
{
	static const uint64_t of_class[] = {
	    [DTYPE_BOOL] = 0,
	    [DTYPE_UNSIGNED] = (uint64_t)1 << DTYPE_ID_WEAK_INT,
	    [DTYPE_SIGNED] = (uint64_t)1 << DTYPE_ID_WEAK_INT,
	    [DTYPE_FLOAT] = (uint64_t)1 << DTYPE_ID_WEAK_FLOAT,
	    [DTYPE_COMPLEX] = (uint64_t)1 << DTYPE_ID_WEAK_COMPLEX,
	    [DTYPE_KEY] = 0,
	};
	if (id < DTYPE_ID_WEAK_INT)
		return of_class[dtypes[id].class];
	return id == DTYPE_ID_WEAK_INT ? 0 : (uint64_t)1 << (id - 1);
}

/* What is right below the type: uint32 below int64 alone when there is that. */
static uint64_t types_below(unsigned id, enum promotion_lattice lattice)
{
	static const uint64_t uint32 = (uint64_t)1 << DTYPE_ID_UINT32;
	if (lattice == LATTICE_STRICT)
		return strictly_below(id);
	if (lattice == LATTICE_X64 && id == DTYPE_ID_INT32)
		return below[id] & ~uint32;
	return lattice == LATTICE_X64 && id == DTYPE_ID_INT64 ? below[id] | uint32 : below[id];
}

_Static_assert(DTYPE_IDS <= 64, "types fit into a set of 64 bits");

const struct dtype *dtype_of(enum dtype_id id)
{
	assert(id < DTYPE_ID_WEAK_INT && dtypes[id].id == id);
	return &dtypes[id];
}

const struct dtype *dtype_of_array(enum dtype_id id, bool x64)
{
	assert(id < DTYPE_IDS);
	if (!x64)
		return dtype_of(arrays[id]);
	return dtype_of(id == DTYPE_ID_WEAK_INT       ? DTYPE_ID_INT64
	                : id == DTYPE_ID_WEAK_FLOAT   ? DTYPE_ID_FLOAT64
	                : id == DTYPE_ID_WEAK_COMPLEX ? DTYPE_ID_COMPLEX128
	                                              : id);
}

/* The type and all that it promotes to, as a set. */
static uint64_t upper_bounds(unsigned id, enum promotion_lattice lattice)
{
	uint64_t set = (uint64_t)1 << id, before = 0;
	while (set != before) {
		before = set;
		for (unsigned i = 0; i < DTYPE_IDS; i++)
			if (types_below(i, lattice) & set)
				set |= (uint64_t)1 << i;
	}
	return set;
}

enum dtype_id dtype_join(uint64_t types, enum promotion_lattice lattice)
{
	uint64_t common = UINT64_MAX;
	assert(types && types >> (DTYPE_IDS - 1) <= 1);
	for (unsigned i = 0; i < DTYPE_IDS; i++)
		if (types >> i & 1)
			common &= upper_bounds(i, lattice);
	/* Where all promote to one of the types it is the least that they do. */
	if (common & types)
		return (enum dtype_id)__builtin_ctzll(common & types);
	for (unsigned i = 0; i < DTYPE_IDS; i++)
		if (common >> i & 1 && (common & ~upper_bounds(i, lattice)) == 0)
			return (enum dtype_id)i;
	return DTYPE_IDS;
}

/* The text behind the module it comes from: bfloat16 of torch.bfloat16, float32 of jnp.float32. */
static struct str without_module(struct str name)
{
	static const char *const modules[] = {"torch.", "jnp.", "np.", "jax.numpy."};
	for (size_t i = 0; i < COUNT_OF(modules); i++) {
		struct str module = str_of(modules[i]);
		if (str_starts_with(name, module))
			name = str_slice(name, module.len, name.len);
	}
	return name;
}

double dtype_nearest(const struct dtype *dtype, double number)
{
	int exponent;
	if (dtype->nmant < 0 || !isfinite(number))
		return number;
	frexp(number, &exponent); /* of a half to one, where minexp is that of one to two */
	int last = (exponent - 1 > dtype->minexp ? exponent - 1 : dtype->minexp) - dtype->nmant;
	double nearest = ldexp(nearbyint(ldexp(number, -last)), last);
	return fabs(nearest) < ldexp(1, dtype->maxexp) ? nearest : number;
}

const struct dtype *dtype_named(struct str name)
{
	for (size_t i = 0; i < DTYPE_COUNT; i++)
		if (str_is(name, dtypes[i].name) || str_is(name, dtypes[i].brief))
			return &dtypes[i];
	struct str common = without_module(name);
	for (size_t i = 0; i < DTYPE_COUNT; i++)
		if (str_is(common, dtypes[i].name) || str_has_word(str_of(spellings_of[i]), common))
			return &dtypes[i];
	return NULL;
}

const struct str *dtype_names(struct arena *arena, size_t *count)
{
	struct str *names = arena_new(arena, struct str, 2 * (size_t)DTYPE_COUNT);
	*count = 0;
	for (size_t i = 0; i < DTYPE_COUNT; i++) {
		names[(*count)++] = str_of(dtypes[i].name);
		names[(*count)++] = str_of(dtypes[i].brief);
	}
	return names;
}
