/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/level.h"

void level_enter(struct trace *trace, struct trace_level *level)
{
	*level = (struct trace_level){++trace->levels, trace->level};
	trace->level = level;
}

void level_enter_control(struct trace *trace, struct trace_level *level)
{
	if (!trace->op.jit_disabled)
		level_enter(trace, level);
}

void level_leave(struct trace *trace, const struct trace_level *level)
{
	if (trace->level == level)
		trace->level = level->outside;
}
