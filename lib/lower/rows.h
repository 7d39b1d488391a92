/* SPDX-License-Identifier: Apache-2.0 */
/* How each primitive is written: tables of rows, one a primitive. */
#pragma once

#include "lower/emitter.h"

struct lowering_row;

/* A primitive that is being written. */
struct writing {
	struct emitter *emitter;
	const struct lowering_row *row;
	const struct equation *equation;
	struct term *operands;           /* of the equation */
	const struct array_type *result; /* the type of the first one */
	struct term *results;            /* to be filled */
};

/* Writes it; false after a gap. */
typedef bool lowering_writer(struct writing *writing);

struct lowering_row {
	const char *primitive; /* its name */
	lowering_writer *write;
	const char *operation; /* of StableHLO, or what else the writer needs */
	const char *more;      /* likewise, or NULL */
};

/* Tables end with a row without a name. */
extern const struct lowering_row lower_elementwise_rows[], lower_shape_rows[], lower_index_rows[],
    lower_reduce_rows[], lower_linalg_rows[], lower_random_rows[], lower_other_rows[],
    lower_collective_rows[];

/* Sets the only result. Always true. */
bool written(struct writing *writing, struct term term);

/* start, limit and strides (NULL: all 1) of a slice of an array of this type; the words of keys
 * stay whole. */
struct str slice_attributes(struct arena *arena, const int64_t *start, const int64_t *limit,
                            const int64_t *strides, const struct array_type *type);

/* The edges and gaps of a pad, for each of the dimensions. */
struct str pad_attributes(struct arena *arena, const struct padding *paddings, uint32_t rank);

/* Equations, one behind the other; false after a gap. */
bool lower_equations(struct emitter *emitter, const struct recorded_body *body);

/* Loops, branches and what else has bodies (control.c, manual.c). Each binds the results; false
 * after a gap. */

/* A scan as a stablehlo.while that counts, takes a slice of each scanned array, and writes each
 * result into its array. JAX: _scan_impl. */
bool lower_scan(struct emitter *emitter, const struct equation *equation);

/* A stablehlo.while; what its bodies use from outside goes around with the carry, in front of it.
 * JAX: _while_lowering. */
bool lower_while(struct emitter *emitter, const struct equation *equation);

/* A stablehlo.case; branches use what is around them by its names. JAX: _cond_lowering. */
bool lower_branches(struct emitter *emitter, const struct equation *equation);

/* A sdy.manual_computation, with what it captures as further operands, which are whole. Where its
 * axes are of one device, the body stands in its place. JAX: shard_map.py
 * _shard_map_lowering_shardy. */
bool lower_manual(struct emitter *emitter, const struct equation *equation);

/* A primitive "shard_map" before or behind it (manual.c). */
bool lower_cast(struct emitter *emitter, const struct equation *equation);

/* The terms of arrays; NULL after a gap. */
struct term *terms_of(struct emitter *emitter, const struct array *const *arrays, uint32_t count);
