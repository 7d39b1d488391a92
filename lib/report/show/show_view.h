/* SPDX-License-Identifier: Apache-2.0 */
/* Which of many rows or columns are drawn: the first and the last ones, with gaps between them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct view_part {
	int64_t first, count;
};

struct view {
	struct view_part parts[3]; /* ascending, with a gap between each two */
	uint32_t nparts;
};

/*
 * Of `total` rows (at least 1) as many as `room` allows, but never fewer than the first, the last
 * and `kept`, which is a row that must be drawn, or -1.
 */
struct view view_make(int64_t total, int64_t room, int64_t kept);

/* The row drawn behind this one, or -1 behind the last; the first one is 0. A gap lies between two
 * that are no neighbours. */
int64_t view_next(const struct view *view, int64_t index);

/* How many rows are drawn, gaps not counted. */
int64_t view_shown(const struct view *view);

/* How many gaps there are. */
static inline int64_t view_gaps(const struct view *view)
{
	return (int64_t)view->nparts - 1;
}

/* Whether rows are left out right in front of this one. */
bool view_behind_gap(const struct view *view, int64_t index);
