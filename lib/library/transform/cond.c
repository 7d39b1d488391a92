/* SPDX-License-Identifier: Apache-2.0 */
/* The branches of lax.cond and lax.switch, which are prelude/transform/conditionals.py. */
#include <assert.h>

#include "library/transform/branches.h"
#include "library/library.h"
#include "trace/eval/hash.h"
#include "trace/eval/prelude.h"

/* name, index, functions, titles, operands: the result of the branch that the index chooses; of
 * cond it counts them from the last. */
static const struct value *run_branches(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *functions = &argument(arguments, 2)->list,
				*titles = &argument(arguments, 3)->list;
	struct alternative *items =
	    arena_new(trace->op.arena, struct alternative, functions->count);
	struct outside outside;
	assert(functions->count <= MAX_BRANCHES);
	if (trace->op.jit_disabled)
		return trace_unknown(trace, "a choice under jax_disable_jit is not followed");
	for (uint32_t i = 0; i < functions->count; i++)
		items[i] = (struct alternative){functions->items[i], titles->items[i]->string};
	for (uint32_t i = 0; i < functions->count; i++)
		if (!require_function_hash(trace, functions->items[i], arguments->at))
			return NULL;
	struct branches branches = {.api =
	                                str_copy(trace->op.arena, argument(arguments, 0)->string).s,
	                            .items = items,
	                            .count = functions->count,
	                            .index = argument(arguments, 1)->array,
	                            .operands = argument(arguments, 4)->list};
	branches.reversed = strcmp(branches.api, "cond") == 0;
	struct span at = prelude_leave(trace, &outside);
	const struct value *result = branches_run(trace, &branches, at);
	prelude_return(trace, &outside);
	return result;
}

const struct function_row library_cond[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("run_branches", "name, index, functions, titles, operands", run_branches),
    TABLE_END,
};
