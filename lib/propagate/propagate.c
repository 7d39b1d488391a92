/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/propagate.h"

#include "module/inline.h"
#include "propagate/alike.h"
#include "propagate/constraint.h"
#include "propagate/export.h"
#include "propagate/flow.h"
#include "propagate/kept.h"
#include "propagate/result_mark.h"

struct propagation propagate(struct module *module, const struct jax_rules *rules)
{
	struct arena arena = {0}, scratch = {0};
	if (!module_inline_calls(&scratch, module)) {
		arena_drop(&scratch);
		return (struct propagation){.failure = "its calls put in place are too much"};
	}
	keep_shardings(&scratch, module, rules);
	take_result_marks(&scratch, module);
	struct graph *graph = graph_make(&arena, &scratch, module, rules);
	if (!graph->failure) {
		apply_constraints(graph);
		join_groups(graph);
		flow_run(graph);
		flow_trim(graph);
		export_graph(graph);
	}
	struct propagation propagation = {.failure = graph->failure, .at = graph->failed_at};
	arena_drop(&scratch);
	arena_drop(&arena);
	return propagation;
}
