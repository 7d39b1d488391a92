/* SPDX-License-Identifier: Apache-2.0 */
/* One operation as its text says it, whichever form it is written in. */
#pragma once

#include "stablehlo/attributes.h"
#include "stablehlo/scope.h"
#include "stablehlo/types.h"

struct result_name {
	struct str name;
	uint32_t count; /* of results behind it */
};

struct build_row;

/* What the name of an operation says. */
struct operation_kind {
	struct str dialect, name;    /* stablehlo, add */
	const struct build_row *row; /* of that name; NULL: it is operands, dims and a number */
	enum opcode opcode;          /* of HLO that is called so */
	bool own;                    /* of a dialect that prints a type of all results once */
};

struct operation {
	const struct operation_kind *kind;
	struct span at;
	struct result_name *names;
	uint32_t nnames;
	size_t names_room;
	uint32_t nresults; /* by their names */
	uint32_t number;   /* of what was lowered: that of the results */
	struct instruction **operands;
	uint32_t noperands;
	size_t operands_room;
	struct attributes attributes;
	struct region *regions; /* as many as the operation has */
	uint32_t nregions;
	size_t regions_room;
	struct captures *captures; /* of a loop: what its regions share */
	struct shape_list operand_types, result_types;
	struct str location; /* what stands in loc(…); empty: nothing */
};

struct reader;

/*
 * Reads the next operation in a region and adds its instructions; sets region->terminated when it
 * returns from the region. False after a finding.
 */
MUST_USE bool operation_read(struct reader *reader, struct region *region);
