/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/propagate.h"

#include "propagate/constraint.h"
#include "propagate/export.h"
#include "propagate/flow.h"

struct propagation propagate(struct module *module)
{
	struct graph *graph = graph_make(module->arena, module);
	if (!graph->failure) {
		apply_constraints(graph);
		flow_run(graph);
		flow_trim(graph);
		export_graph(graph);
	}
	return (struct propagation){.failure = graph->failure, .at = graph->failed_at};
}
