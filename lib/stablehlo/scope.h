/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of values, and what they mean inside of a region. A region of a loop or a branch that uses
 * a value from outside gets it handed in, since HLO's computations see nothing but their
 * parameters.
 */
#pragma once

#include "base/table.h"
#include "module/module.h"
#include "stablehlo/cursor.h"

enum region_kind {
	REGION_FUNCTION, /* of the program itself */
	REGION_LOOP,     /* condition or body of a while */
	REGION_BRANCH,   /* of a case or an if */
	REGION_MANUAL,   /* body of a shard_map */
	REGION_COMBINER, /* what a reduce, a sort or a scatter does with elements */
};

/* Values from outside, in the order in which a construct's regions name them. */
struct captures {
	struct table names; /* as written, to a place in `outside` */
	struct instruction **outside;
	uint32_t count;
	size_t room;
};

struct region {
	enum region_kind kind;
	struct region *parent; /* NULL: of a function */
	struct computation *computation;
	/* Of a loop or a branch: what it gets, a tuple of `carried` values and the captures; each
	 * is an element of it in `elements`. A loop's two regions share their captures. */
	struct instruction *argument;
	struct captures *captures;
	uint32_t carried;
	struct instruction **elements; /* carried, then captured; NULL: not named here */
	uint32_t nelements;
	size_t room;
	struct table constants; /* constants from outside, to places in `copies` */
	struct instruction **copies;
	uint32_t ncopies;
	size_t copies_room;
	/* What the region returns. */
	struct instruction **returned;
	uint32_t nreturned;
	bool terminated;
};

/* What a name stands for: one value, or the results of an operation. */
struct value {
	struct instruction **items;
	uint32_t count;
	struct region *region; /* it belongs to */
};

struct named_value {
	struct value value;
	uint32_t number; /* its name, or SCOPE_NUMBERS: it has another */
};

#define SCOPE_NUMBERS (1U << 20) /* names up to this one are found without a search */

/* The names of one function, innermost regions last. */
struct scope {
	struct arena *arena; /* owns the tables */
	struct table names;  /* %x, to its place in `values` */
	/* %7 as printers name nearly all: the place behind which its value stands; 0: nowhere. */
	uint32_t *numbered;
	uint32_t nnumbered;
	struct named_value *values;
	uint32_t count;
	size_t room;
};
