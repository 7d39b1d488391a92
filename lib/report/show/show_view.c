/* SPDX-License-Identifier: Apache-2.0 */
#include "report/show/show_view.h"

#include <assert.h>
#include <stddef.h>

/* Appends rows; those that follow on the last ones become one part with them. */
static void add_part(struct view *view, int64_t first, int64_t count)
{
	struct view_part *last = view->nparts ? &view->parts[view->nparts - 1] : NULL;
	if (last && first <= last->first + last->count)
		last->count = first + count - last->first;
	else
		view->parts[view->nparts++] = (struct view_part){first, count};
}

struct view view_make(int64_t total, int64_t room, int64_t kept)
{
	assert(total >= 1);
	struct view view = {.nparts = 0};
	if (room < 2)
		room = 2;
	if (total <= room) {
		add_part(&view, 0, total);
		return view;
	}
	int64_t head = room - room / 2, tail = room / 2;
	if (kept >= head && kept < total - tail) {
		room = room < 3 ? 2 : room - 1;
		head = room - room / 2;
		tail = room / 2;
		add_part(&view, 0, head);
		add_part(&view, kept, 1);
	} else {
		add_part(&view, 0, head);
	}
	add_part(&view, total - tail, tail);
	return view;
}

int64_t view_next(const struct view *view, int64_t index)
{
	assert(index >= 0);
	for (uint32_t i = 0; i < view->nparts; i++) {
		const struct view_part *part = &view->parts[i];
		if (index + 1 < part->first + part->count)
			return index + 1 > part->first ? index + 1 : part->first;
	}
	return -1;
}

int64_t view_shown(const struct view *view)
{
	int64_t shown = 0;
	for (uint32_t i = 0; i < view->nparts; i++)
		shown += view->parts[i].count;
	return shown;
}

bool view_behind_gap(const struct view *view, int64_t index)
{
	for (uint32_t i = 1; i < view->nparts; i++)
		if (view->parts[i].first == index)
			return true;
	return false;
}
