/* SPDX-License-Identifier: Apache-2.0 */
/* Making the edits of findings in a text, several at a time and several times over. */
#pragma once

#include "diag/diag.h"

/* Edits of one text that can be made together: by their place, none in or over another. */
struct edit_set {
	const struct diag_edit **items;
	uint32_t *places; /* where the new text of each begins once all are made */
	uint32_t count;
};

/*
 * Chooses, of `count` repairs for the first `length` bytes of a text, those that can be made
 * together, each with all of its edits: chosen[i] says whether repair i is one. One of any that are
 * in each other's way is chosen; one that has no edits or leaves these bytes never is.
 */
struct edit_set edits_together(struct arena *arena, const struct diag_repair *const *repairs,
                               uint32_t count, uint32_t length, bool *chosen);

/* Where byte `offset` stands once the edits are made; in a part that is replaced, the first byte of
 * what is put there. */
uint32_t edits_move(const struct edit_set *edits, uint32_t offset);

/* The same for a byte of the text after the edits: the first one of the new text that it is of, or
 * itself. What stands at one place before and after moves and begins alike. */
uint32_t edits_begin(const struct edit_set *edits, uint32_t offset);

/* A part of an edited text: as it stood in the first one, from byte `offset` on, or new. */
struct edited_piece {
	struct str text;
	uint32_t offset;
	bool kept;
};

/* A text after edits, as parts of what it was at first and new ones between them. */
struct edited {
	struct str original;
	const struct edited_piece *pieces;
	uint32_t count;
};

/* The text before any edit. */
struct edited edited_begin(struct arena *arena, struct str original);

/* The text with more edits, which are places of edited_text of it. */
struct edited edited_with(struct arena *arena, const struct edited *before,
                          const struct edit_set *edits);

/* All of the text as it is now, in the arena. */
struct str edited_text(struct arena *arena, const struct edited *edited);
