/* SPDX-License-Identifier: Apache-2.0 */
/* Families: tensors of one shape whose names differ in numbers only, as the layers of a model are.
 */
#pragma once

#include "base/buf.h"
#include "base/table.h"
#include "jax/judge.h"

/* The part of a tensor that its family looks at. */
struct family_member {
	struct str name;
	uint64_t shape;  /* equal for equal shapes */
	uint64_t layout; /* equal for equal layouts */
	struct span at;  /* of the layout */
	uint32_t group;  /* byte offset of the tensor */
	int64_t count;   /* tensors it stands for */
};

struct family {
	struct family_member first[2]; /* the first tensor of each of the first two layouts */
	int64_t members[2];            /* tensors of each of them */
	bool mixed; /* shapes differ, or a third layout was seen: no one is the odd one out */
};

struct families {
	struct arena *arena;
	struct table index; /* name with its numbers as '#' → number in `all` */
	struct family *all;
	uint32_t count;
	size_t room;
	struct buf pattern; /* the key being looked up; reused */
};

/* No families yet; memory comes from the arena. */
struct families families_make(struct arena *arena);

/* Adds a tensor to its family; one without a number in its name has none. The name must outlive the
 * families. */
void families_add(struct families *families, const struct family_member *member);

/* Reports the one tensor of a family whose layout differs from that of all others. */
void families_report(const struct families *families, const struct judge *judge);
