/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_buffer.h"

#include <stdlib.h>

/* Results that are looked at for values, the largest, and values that one holds before. */
enum { MAX_RESULTS = 64, MAX_HELD = 32 };

/* A result, and the values that are in its memory before. */
struct place {
	const struct module_buffer *buffers[MAX_HELD];
	uint32_t count;
};

/* Larger ones first, results before others, then what is made first. */
static int compare_buffers(const void *a, const void *b)
{
	const struct module_buffer *x = *(struct module_buffer *const *)a,
				   *y = *(struct module_buffer *const *)b;
	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	if (x->own != y->own)
		return x->own ? -1 : 1;
	return x->first != y->first ? (x->first < y->first ? -1 : 1) : (x < y ? -1 : x > y);
}

static bool fits(const struct place *place, const struct module_buffer *buffer)
{
	for (uint32_t i = 0; i < place->count; i++)
		if (buffer->first <= place->buffers[i]->last &&
		    place->buffers[i]->first <= buffer->last)
			return false;
	return place->count < MAX_HELD;
}

static bool find_place(struct place *places, uint32_t count, struct module_buffer *buffer)
{
	for (uint32_t i = count; i-- > 0;)
		if (fits(&places[i], buffer)) {
			places[i].buffers[places[i].count++] = buffer;
			return true;
		}
	return false;
}

void module_buffers_place(struct arena *scratch, struct module_buffer *buffers, uint32_t count)
{
	struct arena_mark mark = arena_mark(scratch);
	struct module_buffer **sorted = arena_new(scratch, struct module_buffer *, count);
	struct place *places = arena_new(scratch, struct place, MAX_RESULTS);
	uint32_t nsorted = 0, nplaces = 0;
	for (uint32_t i = 0; i < count; i++)
		if ((buffers[i].own || !buffers[i].result) && buffers[i].bytes > 0 &&
		    buffers[i].first <= buffers[i].last)
			sorted[nsorted++] = &buffers[i];
	qsort(sorted, nsorted, sizeof(*sorted), compare_buffers);
	for (uint32_t i = 0; i < nsorted; i++)
		if (!sorted[i]->own)
			sorted[i]->result = find_place(places, nplaces, sorted[i]);
		else if (nplaces < MAX_RESULTS)
			places[nplaces++] = (struct place){.buffers = {sorted[i]}, .count = 1};
	arena_rewind(scratch, mark);
}
