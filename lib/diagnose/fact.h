/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the text of an error says of the layout that it is about. Holes of these names are read:
 * `sharding` (mesh and spec), `mesh`, `spec`, `entries_text` (of a spec), `type` (shape and spec),
 * `shape`, `mesh_shape` and `mesh_names`, `axis`, `argument`, and the integers `rank`, `dim`,
 * `size`, `axis_size`, `entries`. Others are for our words alone.
 */
#pragma once

#include "diagnose/text_pattern.h"

struct fact_axis {
	struct str name;
	int64_t size;
};

/* One entry of a spec: the axes of one dimension, of which `tuple` says that they stand in one. */
struct fact_entry {
	const struct str *axes;
	uint32_t count;
	bool tuple;
};

struct fact_number {
	bool known;
	int64_t value;
};

/* Integers, in the order in which facts_read has their holes. */
enum fact_integer { FACT_RANK, FACT_DIM, FACT_SIZE, FACT_AXIS_SIZE, FACT_ENTRIES, FACT_INTEGERS };

struct facts {
	const struct fact_axis *mesh; /* major to minor; NULL: not said */
	uint32_t nmesh;
	const struct fact_entry *spec; /* NULL: not said, or it leaves a dimension open */
	uint32_t nspec;
	const int64_t *shape; /* NULL: not said */
	uint32_t nshape;
	const struct str *axes; /* the mesh axes that are named as wrong */
	uint32_t naxes;
	const struct str *mesh_names; /* of a mesh whose sizes may not be said */
	uint32_t nmesh_names;
	const int64_t *mesh_shape;
	uint32_t nmesh_shape;
	struct str argument; /* path of a pytree, or a parameter; s is NULL when it is not said */
	struct fact_number integers[FACT_INTEGERS];
};

/* What the holes of a match say; everything lives in the arena. */
struct facts facts_read(struct arena *arena, const struct pattern_match *match);

/* The text on one line: white space of a text that was wrapped is one blank. */
struct str fact_line(struct arena *arena, struct str text);
