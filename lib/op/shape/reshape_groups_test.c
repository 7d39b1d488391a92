/* SPDX-License-Identifier: Apache-2.0 */
#include "op/shape/reshape.h"

#include <inttypes.h>

#include "testing/operation.h"

static struct sizes read_sizes(struct arena *arena, const char *text)
{
	int64_t *sizes = arena_new(arena, int64_t, MAX_RANK);
	uint32_t count = 0;
	for (const char *at = text; *at; at += *at == ' ') {
		char *end;
		sizes[count++] = strtol(at, &end, 10);
		at = end;
	}
	return (struct sizes){sizes, count};
}

/* How many dimensions of the finer shape make each of the coarser one, "2 1", or why none do. */
static struct str groups_text(struct op *op, const char *coarse, const char *fine)
{
	struct grouping groups = {0};
	struct buf text = op_buf(op);
	switch (
	    find_groups(op, read_sizes(op->arena, coarse), read_sizes(op->arena, fine), &groups)) {
	case GROUPS_NONE:
		return STR("none");
	case GROUPS_TWO:
		return STR("two");
	case GROUPS_INDEX_ERROR:
		return STR("IndexError");
	case GROUPS_ASSERTION_ERROR:
		return STR("AssertionError");
	case GROUPS_FOUND:
		break;
	}
	for (uint32_t i = 0; i < groups.count; i++)
		buf_printf(&text, "%s%" PRIu32, i ? " " : "", groups.lengths[i]);
	return buf_str(&text);
}

/* What _split_on_one_axis of JAX 0.10.2 gives for the same shapes. */
Test(reshape_groups, one_dimension_is_cut)
{
	static const struct {
		const char *coarse, *fine, *lengths;
	} rows[] = {
	    {"8", "2 4", "2"},
	    {"8 3", "2 4 3", "2 1"},
	    {"2 3 4", "2 3 2 2", "1 1 2"},
	    {"12", "2 2 3", "3"},
	    {"4 1", "2 2 1", "2 1"},
	    {"8 3 5", "2 4 3 5", "2 1 1"},
	    {"3 8", "3 2 2 2", "1 3"},
	    {"16", "4 2 2", "3"},
	    {"8 3", "8 3", "none"},
	    {"6 4", "4 6", "none"},
	    {"8", "3 3", "none"},
	    {"1 8", "8", "none"},
	    {"4", "4", "none"},
	    {"", "", "none"},
	    {"1", "", "none"},
	    {"6", "2 5", "none"},
	    {"8 9", "2 4 3 3", "two"},
	    {"24", "24 1", "IndexError"},
	    {"0", "0 2", "IndexError"},
	    {"2 8", "2 8 1", "IndexError"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		const char *row = str_format(&arena, "%s to %s", rows[i].coarse, rows[i].fine).s;
		testing_expect(row, groups_text(&op, rows[i].coarse, rows[i].fine),
		               rows[i].lengths);
		arena_drop(&arena);
	}
}
