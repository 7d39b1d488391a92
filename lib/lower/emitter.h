/* SPDX-License-Identifier: Apache-2.0 */
/* Making operations of StableHLO: values, their types and shardings, and their places. */
#pragma once

#include "base/cache.h"
#include "base/pointer_table.h"
#include "base/table.h"
#include "lower/lower.h"
#include "lower/text.h"

/* A value of the module. */
struct term {
	struct lowered_name name;
	struct array_type type;
	bool literal; /* a scalar constant, of this number */
	double number;
};

struct term_list {
	struct term *items;
	uint32_t count;
};

struct emitter {
	struct arena *arena;
	struct table numbers; /* array → its term */
	struct term *terms;
	uint32_t nterms;
	size_t term_room;
	uint32_t next;                    /* number of the next value */
	const struct source_place *place; /* of what is being made */
	uint32_t frame, frames;           /* the call that it is part of, and how many there were */
	uint64_t call;                    /* of the program that was written last, or 0 */
	uint32_t call_frame;              /* its number here */
	struct lowered_operation *operations;
	uint32_t noperations;
	size_t operation_room;
	struct pointer_table rows;        /* a primitive → how it is written (rows.h) */
	struct cache reals;               /* the bits of a number → its text, a struct str */
	const struct abstract_mesh *mesh; /* of the module, or NULL */
	uint64_t first;                   /* arrays of lower numbers existed before it */
	const struct recorded_body *body; /* whose equations are being written */
	const struct lowering_gap *gap;
};

/* Makes room for what so many equations are mostly written as, which else is copied as it grows. */
void emitter_reserve(struct emitter *emitter, uint32_t equations);

/* Says that the module cannot be written, for a reason, where that is not said already. Always
 * false. */
bool lower_fails(struct emitter *emitter, const char *format, ...) PRINTF_LIKE(2, 3);

/* The type of an array as it is written, which must outlive it; an unknown element type is a gap.
 */
struct lowered_type written_type(struct emitter *emitter, const struct array_type *type);

/* tensor<8x16xf32>, of keys of random numbers their data. */
void add_type(struct emitter *emitter, struct buf *out, const struct array_type *type);

/* The words of a key of random numbers: the size of a last dimension. */
enum { KEY_WORDS = 2 };

/* How many dimensions the tensor has: of keys of random numbers one more, for their data. */
uint32_t written_rank(const struct array_type *type);

/* A number for each of its dimensions, in the arena: those of `items`, one for each dimension of
 * the array, or NULL; `other` for the words of keys, and for all where there are no items. */
int64_t *written_items(struct arena *arena, const int64_t *items, const struct array_type *type,
                       int64_t other);

/* #sdy.sharding<@mesh, [{"d"}, {}]> of a request over axes of any type; dimensions of the set
 * `open` end in "?", and axes of the set `replicated` are said to be. */
void add_sharding(struct buf *out, const struct sharding_request *request, uint32_t rank,
                  uint64_t open, uint64_t replicated);

/* array<i64: 0, 1>, as attributes hold sizes; array<i64> of none. */
void add_i64s(struct buf *out, const int64_t *items, uint32_t count);

/* The same of dimensions. */
void add_dims(struct buf *out, const uint32_t *items, uint32_t count);

/* `name = [0, 1]` of dimension numbers, behind what stands there; nothing for an empty list. *any
 * says whether something stands there. */
void add_list(struct buf *out, const char *name, struct dimension_list list, bool *any);

/* `name`(operands) <{attributes}> whose results have the types of `results`, which get their
 * names. An empty text for no attributes. */
void emit_many(struct emitter *emitter, const char *name, const struct term *operands,
               uint32_t count, struct str attributes, struct term *results, uint32_t nresults);

/* The same with one result of this type, which it returns. */
struct term emit(struct emitter *emitter, const char *name, const struct term *operands,
                 uint32_t count, struct str attributes, const struct array_type *result);

/* The same with regions: first emit_open, then each region, with emit_region in front of it and
 * emit_return at its end, then emit_close. */

/* Begins an operation with regions, and names its results. */
void emit_open(struct emitter *emitter, const char *name, const struct term *operands,
               uint32_t count, struct str attributes, const struct term_list *results);

/* Begins the next region, whose block has these arguments (new_argument), or none. */
void emit_region(struct emitter *emitter, const struct term *arguments, uint32_t count);

/* Ends a region by a stablehlo.return of the values. */
void emit_return(struct emitter *emitter, const struct term *values, uint32_t count);

/* Ends it by another terminator: "sdy.return". */
void emit_end(struct emitter *emitter, const char *name, const struct term *values, uint32_t count);

/* Ends the operation. Operands and results are those of emit_open, of which the types are written
 * here. */
void emit_close(struct emitter *emitter, const struct term *operands, uint32_t count,
                const struct term_list *results);

/* What is made until emit_call_end is the body of a function that JAX calls. Returns the call
 * around. */
uint32_t emit_call_begin(struct emitter *emitter);

/* The same of a call of the program, of which more may have been written. */
uint32_t emit_call_again(struct emitter *emitter, uint64_t call);

/* Goes on in the call around. */
void emit_call_end(struct emitter *emitter, uint32_t around);

/* Booleans for the first dimensions of an array, or for all, at each of its numbers and of the
 * words of its keys. JAX: lax.py _pred_bcast_select_hlo. */
struct term emit_mask(struct emitter *emitter, struct term booleans, const struct array_type *type);

/* What the function returns: its last operation. */
void emit_last(struct emitter *emitter, const struct term *values, uint32_t count);

/* Fresh arguments of a region, of these types. */
struct term new_argument(struct emitter *emitter, const struct array_type *type);

/* A region of one operation on two scalars of the type, as reductions have it. */
void emit_reducer(struct emitter *emitter, const char *operation, const struct array_type *type);

/* A comparison of two terms: `kind` is FLOAT, SIGNED, …, `direction` EQ, LT, …; the result is of
 * this type. */
struct term emit_comparison(struct emitter *emitter, const struct term *operands, const char *kind,
                            const char *direction, const struct array_type *result);

/* The value with a constraint to the sharding of this type, where types say shardings: JAX:
 * mlir.py lower_with_sharding_in_types. */
struct term constrained(struct emitter *emitter, struct term term, const struct array_type *type);

/* The same by the sharding of its own type. */
struct term constrained_own(struct emitter *emitter, struct term term);

/* emit, then constrained to its type. */
struct term emit_placed(struct emitter *emitter, const char *name, const struct term *operands,
                        uint32_t count, struct str attributes, const struct array_type *result);

/* A scalar constant; `text` as MLIR writes it: "0", "1.000000e+00", "0xFF800000". */
struct term emit_constant(struct emitter *emitter, const struct dtype *dtype, struct str text);

/* Whether a float of the dtype can be infinite. */
bool dtype_has_infinity(const struct dtype *dtype);

/* The same of a float: the bits in hexadecimal where it is infinite or NaN. A dtype without reals
 * gets its whole part, 0 for what is not finite. */
struct term emit_real(struct emitter *emitter, const struct dtype *dtype, double number);

/* The same of an integer, as a constant of any dtype: `true` of a boolean, 1.000000e+00 of a
 * float. */
struct term emit_number(struct emitter *emitter, const struct dtype *dtype, int64_t number);

/* A constant of the type of an array, whose elements nobody asks for. */
struct term emit_array(struct emitter *emitter, const struct array *array);

/* The scalar broadcast to the type. */
struct term emit_splat(struct emitter *emitter, struct term scalar, const struct array_type *type);

/* What stands for an array. A literal, and an array from outside that the function closes over, is
 * written as a constant, anew at each use. False (a gap) for any other that nothing is bound to. */
bool term_of(struct emitter *emitter, const struct array *array, struct term *term);

/* Has the term stand for the array from here on, with its type; nothing for NULL. */
void bind_term(struct emitter *emitter, const struct array *array, struct term term);
