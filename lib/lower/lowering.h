/* SPDX-License-Identifier: Apache-2.0 */
/* A program that was lowered: operations of StableHLO that know where in the program they come
 * from, to be built as a module (stablehlo/stablehlo.h) or written. */
#pragma once

#include "spec/dtype.h"

struct source_place;

/* Something that could not be lowered. */
struct lowering_gap {
	const struct source_place *place; /* or NULL */
	struct str reason;
};

enum lowered_kind {
	LOWERED_NONE,
	LOWERED_RESULT,    /* of an operation: %4, of several %4#1 */
	LOWERED_PARAMETER, /* of a region: %r5; counted with the operations */
	LOWERED_ARGUMENT,  /* of the function: %arg0 */
};

/* What a value is called. */
struct lowered_name {
	enum lowered_kind kind;
	bool single; /* the only result */
	uint32_t number, index;
};

/* The type of a tensor as it is written: of keys of random numbers that of their data. */
struct lowered_type {
	const struct dtype *dtype;
	const int64_t *shape; /* `rank` sizes */
	uint32_t rank;
};

struct lowered_value {
	struct lowered_name name;
	struct lowered_type type;
};

enum lowered_step {
	LOWERED_OPERATION,
	LOWERED_OPEN,   /* an operation with regions, which follow */
	LOWERED_REGION, /* the next of them begins; the operands are its parameters */
	LOWERED_END,    /* it returns the operands */
	LOWERED_CLOSE,  /* the operation that was opened has no more regions */
	LOWERED_RETURN, /* the function returns the operands */
};

struct lowered_operation {
	enum lowered_step step;
	uint32_t count, nresults;
	const char *name; /* stablehlo.add; NULL of LOWERED_REGION, _CLOSE and _RETURN */
	const struct lowered_value *operands, *results;
	struct str attributes;            /* as in MLIR's generic form, between the brackets */
	const struct source_place *place; /* what it is made of, or NULL */
	/* The call that it is part of, where JAX writes a function of its own for it; 0: none. XLA
	 * simplifies functions before it puts them in the place of their calls. */
	uint32_t frame;
};

struct lowering {
	struct str head; /* the module and its function up to the body, in MLIR */
	const struct lowered_operation *operations;
	uint32_t count;
	uint32_t nvalues;               /* numbers of results and parameters are below it */
	const struct lowering_gap *gap; /* NULL: it is whole */
};

/* The module in the generic form of MLIR, as far as it goes. */
struct str lowering_text(struct arena *arena, const struct lowering *lowering);

/* The name of a value with its '%'. */
struct str lowered_name_text(struct arena *arena, struct lowered_name name);

/* Whether the texts of both are the same. */
bool lowering_equal(const struct lowering *a, const struct lowering *b);

/* Whether anything in it says a sharding. */
bool lowering_is_sharded(const struct lowering *lowering);
