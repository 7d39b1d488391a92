/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors written alike are judged once. In a large spec most tensors repeat the text of another
 * one; when nothing was found with that, nothing will be found with them.
 */
#pragma once

#include "check/family.h"

/* What is kept of a tensor with which nothing was found. */
struct memo_entry {
	uint64_t shape, layout; /* as of a family's member */
	struct span layout_at;  /* relative to the start of the tensor's value */
};

struct memo {
	struct arena *arena;
	struct table index; /* text of the value → number in `entries` */
	struct memo_entry *entries;
	uint32_t count;
	size_t room;
};

/* The entry of a tensor whose value has this text, or NULL. */
const struct memo_entry *memo_find(const struct memo *memo, struct str value);

/* Keeps a tensor whose value has this text, as long as there are not too many. The text must
 * outlive the memo. */
void memo_add(struct memo *memo, struct str value, struct memo_entry entry);
