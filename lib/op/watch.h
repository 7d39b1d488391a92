/* SPDX-License-Identifier: Apache-2.0 */
/* Which primitives a part of a program applies: what derivatives of it need depends on that. */
#ifndef OP_WATCH_H
#define OP_WATCH_H

#include "op/op.h"

struct seen_primitive {
	const char *name;
	bool sharded; /* an operand or result was */
};

struct primitive_watch {
	struct seen_primitive *seen; /* each once */
	uint32_t count;
	size_t room;
	struct primitive_watch *outer; /* of a part around this one, which sees the same */
};

/* Begins to record what is applied; ends with watch_end. */
void watch_begin(struct op *op, struct primitive_watch *watch);
void watch_end(struct op *op, const struct primitive_watch *watch);

/* Records a primitive, or something that stands for several. */
void watch_note(struct op *op, const char *name, bool sharded);

#endif
