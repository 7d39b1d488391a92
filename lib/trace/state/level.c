/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/level.h"

#include <assert.h>

void level_enter(struct trace *trace, struct trace_level *level)
{
	*level = (struct trace_level){++trace->levels, trace->level};
	trace->level = level;
}

void level_leave(struct trace *trace, const struct trace_level *level)
{
	assert(trace->level == level);
	trace->level = level->outside;
}
