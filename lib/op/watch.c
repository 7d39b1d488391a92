/* SPDX-License-Identifier: Apache-2.0 */
#include "op/watch.h"

void watch_begin(struct op *op, struct primitive_watch *watch)
{
	*watch = (struct primitive_watch){.outer = op->watch};
	op->watch = watch;
}

void watch_end(struct op *op, const struct primitive_watch *watch)
{
	op->watch = watch->outer;
}

static void note(struct arena *arena, struct primitive_watch *watch, const char *name, bool sharded)
{
	for (uint32_t i = 0; i < watch->count; i++) {
		if (strcmp(watch->seen[i].name, name) == 0) {
			watch->seen[i].sharded |= sharded;
			return;
		}
	}
	watch->seen =
	    arena_append(arena, watch->seen, watch->count, &watch->room, sizeof *watch->seen);
	watch->seen[watch->count++] = (struct seen_primitive){name, sharded};
}

void watch_note(struct op *op, const char *name, bool sharded)
{
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		note(op->arena, watch, name, sharded);
}
