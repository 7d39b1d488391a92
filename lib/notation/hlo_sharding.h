/* SPDX-License-Identifier: Apache-2.0 */
/* An HloSharding: the sharding of one value, or of a tuple of values, as HLO text writes it. */
#pragma once

#include "base/buf.h"
#include "sharding/named_sharding.h"
#include "notation/scanner.h"
#include "release/rules.h"

enum hlo_kind {
	HLO_REPLICATED,
	HLO_MAXIMAL, /* the whole value on one device */
	HLO_MANUAL,
	HLO_UNKNOWN,
	HLO_UNREDUCED,
	HLO_TILED,
	HLO_NAMED, /* {mesh['x'=2], [{'x'}]}, since jaxlib 0.10 */
	HLO_TUPLE,
};

/* What the devices of a last dim of tiles do with their tile; in the order XLA sorts them. */
enum subgroup_type { SUBGROUP_MAXIMAL, SUBGROUP_MANUAL, SUBGROUP_UNREDUCED, SUBGROUP_REPLICATED };
enum { SUBGROUP_TYPES = 4 };

enum shard_group { SHARD_GROUP_NONE, SHARD_GROUP_AS, SHARD_GROUP_LIKE };

struct hlo_sharding {
	enum hlo_kind kind;
	int64_t device;                           /* of HLO_MAXIMAL */
	struct tile_assignment tiles;             /* of HLO_TILED */
	enum subgroup_type types[SUBGROUP_TYPES]; /* of its last dims, `ntypes` of them */
	uint32_t ntypes;
	const struct named_sharding
	    *named; /* of HLO_NAMED; of HLO_TILED what it was made of, if known */
	const struct hlo_sharding *elements; /* of HLO_TUPLE */
	size_t nelements;
	enum shard_group group;
	int64_t group_id;
};

/*
 * The sharding that XLA makes of tiles whose last `ntypes` dims are of these types
 * (HloSharding::Subgroup): dims of 1 dropped, dims of a type joined, types and replicas sorted.
 * False when that needs a list of more than MAX_LISTED_DEVICES devices.
 */
MUST_USE bool hlo_sharding_tiled(struct arena *arena, const struct tile_assignment *tiles,
                                 const enum subgroup_type *types, size_t ntypes,
                                 struct hlo_sharding *sharding);

/*
 * Reads the text of a HloSharding as the parser of the release does: V1 and V2, named, tuples. NULL
 * after an error, whose message is XLA's own where XLA has one. The sharding lives in the arena.
 */
const struct hlo_sharding *hlo_sharding_read(struct arena *arena, struct str text,
                                             const struct jax_rules *rules,
                                             struct notation_error *error);

/* Reads ['x'=2,'y'=4], device_ids=([4,2]T(1,0)) behind the word mesh, and a comma that follows;
 * NULL after an error. */
const struct named_mesh *hlo_mesh_read(struct scanner *scanner);

/* Reads what follows `single_device` in {single_device[device_id=3]}, up to the closing brace. */
bool hlo_one_device_read(struct scanner *scanner, int64_t *device);

/* Reads what follows `mesh` in {mesh['x'=2], [{'x'}]}, up to the closing brace; NULL after an
 * error.
 */
const struct named_sharding *hlo_named_read(struct scanner *scanner, const struct jax_rules *rules);

/*
 * Appends the text that XLA prints. With `listed` an iota is written as the list it stands for
 * (V1). False when that list would be longer than MAX_LISTED_DEVICES; then nothing is appended of
 * use.
 */
MUST_USE bool hlo_sharding_write(struct arena *arena, struct buf *out,
                                 const struct hlo_sharding *sharding, bool listed);

/* Appends "1,2,3". */
void hlo_write_numbers(struct buf *out, const int64_t *numbers, int64_t count);

/* Appends {mesh['x'=2], [{'x'}]}, the named form. */
void hlo_named_write(struct buf *out, const struct named_sharding *sharding);

/*
 * The tiles that a sharding by names stands for, as JAX and XLA make them. False after an error:
 * parts of axes that overlap or cannot be cut, or lists that are too long.
 */
MUST_USE bool hlo_of_named(struct arena *arena, const struct named_sharding *named,
                           struct hlo_sharding *sharding, struct str *error);

/*
 * The axes of `mesh` that a sharding of tiles stands for, for a tensor of `rank` dims. False after
 * an error: the tiles do not lie along axes, or not on this mesh.
 */
MUST_USE bool named_of_hlo(struct arena *arena, const struct hlo_sharding *sharding,
                           const struct named_mesh *mesh, uint32_t rank,
                           struct named_sharding *named, struct str *error);
