/* SPDX-License-Identifier: Apache-2.0 */
/* How one tensor is laid out, as its spec says it: names are not looked up yet, nothing is judged.
 */
#pragma once

#include "diag/source.h"

struct node;

enum {
	MAX_RANK = 64,
	MAX_AXES = 64,
	MAX_REFERENCES = 256, /* axes named in one spec, however often */
};

/* What stands where a mesh axis is expected. */
enum reference_kind {
	REFERENCE_NAME,          /* a mesh axis by name */
	REFERENCE_NONE,          /* None inside a tuple */
	REFERENCE_UNCONSTRAINED, /* P.UNCONSTRAINED inside a tuple */
	REFERENCE_NESTED,        /* a tuple inside a tuple */
};

struct reference {
	enum reference_kind kind;
	struct str name;
	const struct reference *items; /* of a nested tuple */
	uint32_t nitems;
	/* Of torch_xla, whose specs are any Python: an axis by its number, which `name` says too or
	 * has been made that of the axis; a list in code; True or False. */
	bool numbered, list, boolean;
	int64_t number;
	struct span at;
};

/* What one dimension of a PartitionSpec says. */
enum entry_kind { ENTRY_NONE, ENTRY_AXES, ENTRY_UNCONSTRAINED };

struct entry {
	enum entry_kind kind;
	bool tuple;                   /* written as a tuple or list, however long */
	bool list;                    /* as a list in code */
	const struct reference *axes; /* major to minor */
	uint32_t naxes;
	struct span at;
};

/* How many axes the entry shards over. */
static inline uint32_t entry_axes(const struct entry *entry)
{
	return entry->kind == ENTRY_AXES ? entry->naxes : 0;
}

/* What the partial values of unreduced axes are to be joined by. */
enum unreduced_kind { UNREDUCED_SUM, UNREDUCED_MAX, UNREDUCED_MIN };

struct partition_spec {
	const struct entry *entries;
	uint32_t nentries;
	const struct reference *unreduced, *reduced; /* axes of the keyword arguments */
	uint32_t nunreduced, nreduced;
	bool has_unreduced, has_reduced; /* the keyword is there, be it empty */
	enum unreduced_kind unreduced_kind;
	bool in_code;   /* written as code, P(...), rather than as a YAML list */
	bool list;      /* as a list in code */
	bool none;      /* None in the place of the whole */
	struct span at; /* the whole layout */
};

/* One method call on a PositionalSharding. */
struct positional_call {
	bool reshape;         /* reshape(sizes); else replicate(axis, keepdims) */
	const int64_t *sizes; /* of reshape */
	uint32_t nsizes;
	bool has_axis, keepdims; /* of replicate */
	int64_t axis;
	struct span at;
};

/* jax.sharding.PositionalSharding over devices 0, 1, 2 … in row-major order, up to JAX 0.6.2. */
struct positional {
	const int64_t *sizes; /* shape of the array of devices */
	uint32_t nsizes;
	const struct positional_call *calls;
	uint32_t ncalls;
};

/* DTensor placements, one a mesh dimension. */
enum placement_kind {
	PLACEMENT_SHARD,
	PLACEMENT_STRIDED_SHARD,
	PLACEMENT_REPLICATE,
	PLACEMENT_PARTIAL
};

struct placement {
	enum placement_kind kind;
	int64_t dim;          /* of a shard; may be negative as in torch */
	int64_t split_factor; /* of a strided shard */
	struct str reduce_op; /* of a partial: sum, avg, max … */
	struct span at;
};

enum notation {
	NOTATION_PARTITION_SPEC, /* a list, P(...), or the axes of a one-line type */
	NOTATION_POSITIONAL,     /* PositionalSharding((8, 1)).replicate() */
	NOTATION_PLACEMENTS,     /* [Shard(0), Replicate()] */
	NOTATION_HLO_SHARDING,   /* {devices=[2,1]<=[2]} */
	NOTATION_SHARDY,         /* #sdy.sharding<@mesh, [{"x"}, {}]> */
};

struct layout {
	enum notation notation;
	struct span at;
	struct str text;           /* HloSharding and Shardy, as written */
	const struct node *scalar; /* that holds `text`; NULL for other notations */
	union {
		struct partition_spec spec;
		struct positional positional;
		struct {
			const struct placement *items;
			uint32_t count;
		} placements;
	};
};
