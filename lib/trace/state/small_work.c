/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/small_work.h"

#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "trace/state/event.h"
#include "trace/state/missing_vmap.h"

enum { FEW_ELEMENTS = 100000 };

/* The devices that the spec or the program says there are; 0: it does not. */
static int64_t known_devices(const struct spec *spec)
{
	int64_t product = spec->nmeshes > 0;
	for (uint32_t i = 0; spec->nmeshes && i < spec->meshes[0].nsizes; i++)
		if (!checked_multiply(&product, product, spec->meshes[0].axes[i].size))
			return 0;
	return spec->devices ? spec->devices : product;
}

/* Whether what the operation costs is not told by the arrays that it makes. */
static bool is_heavy(struct str function)
{
	static const char *const names[] = {"@",    "dot",    "matmul", "einsum", "scan", "loop",
	                                    "conv", "linalg", "fft",    "solve",  "sort", "map"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_contains(function, str_of(names[i])))
			return true;
	return false;
}

/* The first operation that places an array; NULL: there is none, or another one is heavy. */
static const struct trace_event *first_placing(const struct trace *trace)
{
	const struct trace_event *placing = NULL;
	for (const struct trace_event *event = trace->events.first; event; event = event->next) {
		if (!event->moves && is_heavy(event->function))
			return NULL;
		if (event->moves && !placing)
			placing = event;
	}
	return placing;
}

void report_small_work(struct trace *trace)
{
	assert(!trace->trial.running);
	const struct spec *spec = trace->spec;
	int64_t devices = known_devices(spec);
	if (!trace->op.eager || spec->hardware || devices < 2 || trace->coverage.ngaps ||
	    trace->failure.count || trace->op.elements > FEW_ELEMENTS || !works_on_batches(trace))
		return;
	const struct trace_event *placing = first_placing(trace);
	if (placing)
		diag_help(
		    diag_add(trace->diags, RULE_WORK_SMALL,
		             program_span(trace->program, placing->at),
		             "all arrays of the program have %" PRIu64
		             " elements together: one core of a CPU is done with them before "
		             "%" PRId64 " devices have started",
		             trace->op.elements, devices),
		    "leave the arrays where they are, or give each device more to do; sharding "
		    "decides where the work is done, never what comes out");
}
