/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/edit.h"

#include <assert.h>
#include <stdlib.h>

#include "base/buf.h"

/* An edit and the number of the repair that it is of. */
struct candidate {
	const struct diag_edit *edit;
	uint32_t repair;
};

static uint32_t end_of(const struct diag_edit *edit)
{
	return edit->at.offset + edit->at.length;
}

/* By place; of edits at one place those that only insert first. */
static int compare(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	struct span left = x->edit->at, right = y->edit->at;
	if (left.offset != right.offset)
		return left.offset < right.offset ? -1 : 1;
	if (left.length != right.length)
		return left.length < right.length ? -1 : 1;
	return (x->repair > y->repair) - (x->repair < y->repair);
}

/* Whether the later of two edits leaves the earlier one alone. Two that insert at one place would
 * have an order that nobody has asked for. */
static bool apart(const struct diag_edit *earlier, const struct diag_edit *later)
{
	return later->at.offset > earlier->at.offset ? later->at.offset >= end_of(earlier)
	                                             : !earlier->at.length && later->at.length;
}

static bool is_inside(const struct diag_repair *repair, uint32_t length)
{
	for (const struct diag_edit *edit = repair->edits; edit; edit = edit->next)
		if (edit->at.offset > length || edit->at.length > length - edit->at.offset)
			return false;
	return repair->edits != NULL;
}

/* The edits of all repairs that are inside of the text, which are chosen for now, by place. */
static struct candidate *gather(struct arena *arena, const struct diag_repair *const *repairs,
                                uint32_t count, uint32_t length, bool *chosen, uint32_t *total)
{
	struct candidate *all = NULL;
	size_t room = 0;
	*total = 0;
	for (uint32_t i = 0; i < count; i++) {
		chosen[i] = is_inside(repairs[i], length);
		for (const struct diag_edit *edit = repairs[i]->edits; chosen[i] && edit;
		     edit = edit->next)
			arena_push(arena, all, *total, room, (struct candidate){edit, i});
	}
	if (all)
		qsort(all, *total, sizeof *all, compare);
	return all;
}

/* The edits of what is chosen, and where each comes to stand. */
static struct edit_set set_of(struct arena *arena, const struct candidate *all, uint32_t total,
                              const bool *chosen)
{
	struct edit_set set = {arena_new(arena, const struct diag_edit *, total),
	                       arena_new(arena, uint32_t, total), 0};
	size_t grown = 0, shrunk = 0;
	for (uint32_t i = 0; i < total; i++) {
		const struct diag_edit *edit = all[i].edit;
		if (!chosen[all[i].repair])
			continue;
		set.places[set.count] = (uint32_t)(edit->at.offset + grown - shrunk);
		set.items[set.count++] = edit;
		grown += edit->text.len;
		shrunk += edit->at.length;
	}
	return set;
}

struct edit_set edits_together(struct arena *arena, const struct diag_repair *const *repairs,
                               uint32_t count, uint32_t length, bool *chosen)
{
	uint32_t total;
	struct candidate *all = gather(arena, repairs, count, length, chosen, &total);
	const struct candidate *last = NULL;
	for (uint32_t i = 0; i < total; i++) {
		if (!chosen[all[i].repair])
			continue;
		if (last && chosen[last->repair] && !apart(last->edit, all[i].edit))
			chosen[all[i].repair] = false;
		else
			last = &all[i];
	}
	return set_of(arena, all, total, chosen);
}

/* How many of the edits begin at or before the byte. */
static uint32_t edits_up_to(const struct edit_set *edits, uint32_t offset, bool after)
{
	uint32_t low = 0, high = edits->count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		uint32_t place = after ? edits->places[middle] : edits->items[middle]->at.offset;
		if (place <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t edits_move(const struct edit_set *edits, uint32_t offset)
{
	uint32_t before = edits_up_to(edits, offset, false);
	if (!before)
		return offset;
	const struct diag_edit *edit = edits->items[before - 1];
	uint32_t place = edits->places[before - 1];
	if (offset < end_of(edit))
		return place;
	return place + (uint32_t)edit->text.len + (offset - end_of(edit));
}

uint32_t edits_begin(const struct edit_set *edits, uint32_t offset)
{
	uint32_t before = edits_up_to(edits, offset, true);
	bool inside =
	    before && offset - edits->places[before - 1] < edits->items[before - 1]->text.len;
	return inside ? edits->places[before - 1] : offset;
}

struct edited edited_begin(struct arena *arena, struct str original)
{
	struct edited_piece *piece = arena_new(arena, struct edited_piece, 1);
	*piece = (struct edited_piece){original, 0, true};
	return (struct edited){original, piece, 1};
}

/* Pieces while they are put together, and what is left of those of the text before. */
struct cutter {
	struct arena *arena;
	struct edited_piece *pieces;
	uint32_t count;
	size_t room;
	const struct edited *before;
	uint32_t next; /* piece of it */
	size_t used;   /* bytes of that */
};

static void put(struct cutter *cutter, struct edited_piece piece)
{
	if (piece.text.len)
		arena_push(cutter->arena, cutter->pieces, cutter->count, cutter->room, piece);
}

/* Takes the next bytes of the text before, and leaves them out or keeps them. */
static void take(struct cutter *cutter, size_t bytes, bool keep)
{
	while (bytes > 0) {
		assert(cutter->next < cutter->before->count);
		const struct edited_piece *piece = &cutter->before->pieces[cutter->next];
		size_t left = piece->text.len - cutter->used, part = bytes < left ? bytes : left;
		if (keep)
			put(cutter, (struct edited_piece){
					str_slice(piece->text, cutter->used, cutter->used + part),
					piece->offset + (uint32_t)cutter->used, piece->kept});
		cutter->used += part;
		bytes -= part;
		if (cutter->used == piece->text.len) {
			cutter->next++;
			cutter->used = 0;
		}
	}
}

struct edited edited_with(struct arena *arena, const struct edited *before,
                          const struct edit_set *edits)
{
	struct cutter cutter = {.arena = arena, .before = before};
	size_t at = 0, length = 0;
	for (uint32_t i = 0; i < before->count; i++)
		length += before->pieces[i].text.len;
	for (uint32_t i = 0; i < edits->count; i++) {
		const struct diag_edit *edit = edits->items[i];
		assert(edit->at.offset >= at && end_of(edit) <= length);
		take(&cutter, edit->at.offset - at, true);
		put(&cutter, (struct edited_piece){.text = edit->text});
		take(&cutter, edit->at.length, false);
		at = end_of(edit);
	}
	take(&cutter, length - at, true);
	return (struct edited){before->original, cutter.pieces, cutter.count};
}

struct str edited_text(struct arena *arena, const struct edited *edited)
{
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < edited->count; i++)
		buf_add(&out, edited->pieces[i].text);
	return buf_str(&out);
}
