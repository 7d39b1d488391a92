/* SPDX-License-Identifier: Apache-2.0 */
/* Types of MLIR as shapes of HLO; each text is read once. */
#pragma once

#include "base/cache.h"
#include "module/module.h"
#include "stablehlo/cursor.h"

enum { RECENT_TYPES = 64 };

struct types {
	struct arena *arena;           /* owns the shapes */
	struct cache shapes, elements; /* by their texts */
	struct recent_type {
		struct str text;
		const struct hlo_shape *shape;
	} recent[RECENT_TYPES]; /* by some of their bytes, what was read last */
};

/* Shapes in a row. */
struct shape_list {
	struct arena *arena; /* of the row */
	const struct hlo_shape **items;
	uint32_t count;
	size_t room;
};

/*
 * Reads a type: tensor<4x512xf32>, tuple<…>, !stablehlo.token. NULL after a finding: it is none, or
 * has a dim without a size or an element type that nobody knows.
 */
const struct hlo_shape *types_read(struct types *types, struct cursor *cursor);

/* Appends T, or each of (T, T, …). */
MUST_USE bool types_read_list(struct types *types, struct cursor *cursor, struct shape_list *list);
