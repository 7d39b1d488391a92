/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/trace_cache.h"

#include <assert.h>

#include "library/library.h"
#include "library/transform/jit_argument.h"
#include "library/transform/staged_call.h"
#include "op/core/abstract_mesh.h"
#include "op/core/escape.h"
#include "op/core/recording_prune.h"
#include "op/core/shape_rules.h"
#include "op/core/sharding_request.h"
#include "trace/eval/prelude.h"
#include "trace/state/event.h"
#include "trace/state/scope.h"

/* So many of the last traces are looked through, as a loop may call with another static number each
 * time. */
enum { MOST_SEEN = 256 };

/* What JAX looks at beside the call itself. JAX: config.py trace_context. */
struct trace_context {
	const struct abstract_mesh *mesh, *thread_mesh;
	const struct dtype *keys;
	bool x64, strict, same_ranks;
};

/* A leaf of the result. */
struct cached_leaf {
	const struct array *array;
	uint32_t same; /* the first leaf that is the same value */
	bool outside;  /* the function found it there */
};

struct cached_trace {
	const struct cached_trace *before;
	struct cached_call call; /* its counts are what tracing added to them */
	struct trace_context context;
	const struct array *const *given; /* the leaves of the arguments, as they were */
	const bool *used; /* which of these an operation took, where that is asked */
	struct pytree result;
	const struct cached_leaf *leaves;
	struct recorded_body body;
	bool recorded;
	uint64_t inside; /* arrays that were made for it have this number or a higher one */
	bool placed;     /* how arguments lie is said of what was traced, or of a result */
	const struct trace_event *first, *last; /* operations on arrays; NULL: there were none */
	struct noted_devices noted, noted_elsewhere;
};

bool trace_cache_is_open(const struct trace *trace)
{
	const struct op *op = &trace->op;
	return op->eager && !op->nmappings && !op->watch && !op->captures && !op->replays &&
	       !trace->trial.running;
}

static struct trace_context context_of(const struct trace *trace)
{
	const struct op *op = &trace->op;
	return (struct trace_context){.mesh = op->mesh,
	                              .thread_mesh = trace->thread_mesh,
	                              .keys = op->keys,
	                              .x64 = op->x64,
	                              .strict = op->strict,
	                              .same_ranks = op->same_ranks};
}

static bool same_mesh(const struct abstract_mesh *a, const struct abstract_mesh *b)
{
	return a == b || (a && b && a->mesh == b->mesh && abstract_mesh_equal(a, b));
}

static bool same_context(const struct trace_context *a, const struct trace_context *b)
{
	return same_mesh(a->mesh, b->mesh) && same_mesh(a->thread_mesh, b->thread_mesh) &&
	       a->keys == b->keys && a->x64 == b->x64 && a->strict == b->strict &&
	       a->same_ranks == b->same_ranks;
}

static bool same_placing(const struct array *a, const struct array *b)
{
	return a->positional == b->positional && request_same(a->placed, b->placed);
}

/* Whether the call is one that was traced so. */
static bool same_call(const struct cached_trace *cached, const struct cached_call *call)
{
	const struct cached_call *before = &cached->call;
	if (!value_same_key(before->function, call->function) ||
	    !value_same_key(before->statics, call->statics) ||
	    before->arguments.count != call->arguments.count)
		return false;
	for (uint32_t i = 0; i < call->arguments.count; i++) {
		const struct array *a = cached->given[i], *b = call->arguments.leaves[i]->array;
		if (!type_equal(&a->type, &b->type) || !a->used != !b->used ||
		    (cached->placed && !same_placing(a, b)))
			return false;
	}
	return pytree_same_key(&before->arguments, &call->arguments);
}

/* Whether all that the function applies stands in the program's own text, and not where it is
 * called. */
static bool is_of_program(const struct value *function)
{
	if (function->kind == VALUE_PARTIAL)
		return function->partial.is_method && is_of_program(function->partial.function);
	return function->kind == VALUE_FUNCTION && !scope_top(function->closure.scope)->prelude;
}

/* Whether what is recorded, if anything is, can be what was recorded then. */
static bool same_recording(const struct trace *trace, const struct cached_trace *cached,
                           const struct cached_call *call)
{
	struct span at = call->at, before = cached->call.at;
	return !trace->op.recording ||
	       (cached->recorded && (is_of_program(call->function) ||
	                             (at.offset == before.offset && at.length == before.length)));
}

/* The leaf of the arguments that was this array, looked for from `start` on; their count: none. */
static uint32_t given_place(const struct cached_trace *cached, const struct array *array,
                            uint32_t start)
{
	uint32_t count = cached->call.arguments.count;
	for (uint32_t i = 0; i < count; i++)
		if (cached->given[(start + i) % count]->number == array->number)
			return (start + i) % count;
	return count;
}

/* Appends what was recorded, of the arguments of this call. */
static void record_again(struct op *op, const struct cached_trace *cached,
                         const struct cached_call *call)
{
	struct recording *recording = op->recording;
	uint32_t start = recording ? recording->count : 0;
	recording_inline(op, &cached->body);
	for (uint32_t i = 0; recording && i < call->arguments.count; i++) {
		struct equation *equation = &recording->equations[start + i];
		assert(equation->kind == EQUATION_SAME && equation->count == 1);
		const struct array **operand = arena_new(op->arena, const struct array *, 1);
		uint32_t place = given_place(cached, equation->operands[0], i);
		assert(place < call->arguments.count);
		*operand = call->arguments.leaves[place]->array;
		equation->operands = operand;
		equation->place = op->place_of ? op->place_of(op) : NULL;
	}
}

static void events_again(struct trace *trace, const struct cached_trace *cached)
{
	const struct trace_event *event = cached->first;
	while (event) {
		struct trace_event *again = arena_new(trace->op.arena, struct trace_event, 1);
		*again = *event;
		again->next = NULL;
		if (trace->events.last)
			trace->events.last->next = again;
		else
			trace->events.first = again;
		trace->events.last = again;
		event = event == cached->last ? NULL : event->next;
	}
}

/* Counts what is not done again. */
static void count_again(struct trace *trace, const struct cached_trace *cached,
                        const struct cached_call *call)
{
	struct op *op = &trace->op;
	trace->coverage.judged += cached->call.judged;
	op->arrays += cached->call.arrays;
	if (op->elements < MANY_ELEMENTS)
		op->elements += cached->call.elements;
	op->placements += cached->call.placements;
	trace->noted = cached->noted;
	trace->noted_elsewhere = cached->noted_elsewhere;
	for (uint32_t i = 0; i < call->arguments.count; i++)
		if (cached->used[i])
			*call->arguments.leaves[i]->array->used = true;
}

/* A leaf of the result as one of this call. */
static const struct value *leaf_again(struct op *op, const struct cached_trace *cached,
                                      const struct cached_call *call, const struct array *array)
{
	struct array *again = arena_new(op->arena, struct array, 1);
	*again = *array;
	again->number = op->arrays++;
	if (array->argument) {
		uint32_t place = given_place(cached, array->argument, 0);
		assert(place < call->arguments.count);
		again->argument = call->arguments.leaves[place]->array;
	}
	const struct array *made = again;
	struct equation *same = recording_add(op, &(struct equation){.kind = EQUATION_SAME,
	                                                             .operands = &array,
	                                                             .count = 1,
	                                                             .results = &made,
	                                                             .nresults = 1});
	if (same)
		same->place = NULL; /* it stands nowhere in the program */
	return value_array(op->arena, again);
}

static const struct value *result_again(struct trace *trace, const struct cached_trace *cached,
                                        const struct cached_call *call)
{
	struct op *op = &trace->op;
	uint32_t count = cached->result.count;
	const struct value **leaves = arena_new(op->arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct cached_leaf *leaf = &cached->leaves[i];
		leaves[i] = leaf->same < i  ? leaves[leaf->same]
		            : leaf->outside ? value_array(op->arena, leaf->array)
		                            : leaf_again(op, cached, call, leaf->array);
	}
	return pytree_unflatten(trace, &cached->result, leaves);
}

/* Notes the state that the function is about to be traced in. */
static void note_state(struct trace *trace, struct cached_call *call)
{
	struct op *op = &trace->op;
	call->events = trace->events.last;
	call->judged = trace->coverage.judged;
	call->operations = coverage_operations(&trace->coverage);
	call->arrays = op->arrays;
	call->elements = op->elements;
	call->placements = op->placements;
	call->doubts = trace->failure.doubts;
	call->errors = trace->failure.count;
	call->findings = trace->diags->count;
	call->equations = op->recording ? op->recording->count : 0;
}

/* Whether all leaves are arrays. */
static bool holds_arrays(const struct pytree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++)
		if (tree->leaves[i]->kind != VALUE_ARRAY)
			return false;
	return true;
}

/* Whether all arrays may be used where the call stands; else the error is raised. */
static bool may_be_used(struct op *op, const struct pytree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++)
		if (!escape_check(op, tree->leaves[i]->array))
			return false;
	return true;
}

const struct value *trace_cache_find(struct trace *trace, struct cached_call *call)
{
	assert(trace_cache_is_open(trace));
	const struct trace_context context = context_of(trace);
	note_state(trace, call);
	if (!holds_arrays(&call->arguments) || !may_be_used(&trace->op, &call->arguments))
		return NULL;
	uint32_t seen = 0;
	for (const struct cached_trace *cached = trace->traces; cached && seen < MOST_SEEN;
	     cached = cached->before, seen++) {
		if (!same_context(&cached->context, &context) || !same_call(cached, call) ||
		    !same_recording(trace, cached, call))
			continue;
		if (trace->op.recording)
			trace->recorded.inside = cached->inside;
		record_again(&trace->op, cached, call);
		events_again(trace, cached);
		count_again(trace, cached, call);
		return result_again(trace, cached, call);
	}
	return NULL;
}

/* The structure of a tree, which no one else has. */
static struct pytree own_tree(struct trace *trace, const struct pytree *tree)
{
	return (struct pytree){.tree = pytree_structure(trace, tree), .count = tree->count};
}

/* Keeps the leaves of the arguments; false where one stands for another array. */
static bool keep_arguments(struct trace *trace, const struct cached_call *call,
                           struct cached_trace *cached)
{
	uint32_t count = call->arguments.count;
	const struct array **given = arena_new(trace->op.arena, const struct array *, count);
	bool *used = arena_new(trace->op.arena, bool, count);
	for (uint32_t i = 0; i < count; i++) {
		given[i] = call->arguments.leaves[i]->array;
		used[i] = given[i]->used && *given[i]->used;
		if (given[i]->argument || given[i]->level)
			return false;
	}
	cached->given = given;
	cached->used = used;
	return true;
}

/* Keeps the leaves of the result; false where one is not of an array of its own. */
static bool keep_result(struct trace *trace, const struct pytree *tree, uint64_t first,
                        struct cached_trace *cached)
{
	struct array_set seen = {.arena = trace->op.arena};
	struct cached_leaf *leaves = arena_new(trace->op.arena, struct cached_leaf, tree->count);
	for (uint32_t i = 0; i < tree->count; i++) {
		const struct array *array = tree->leaves[i]->array;
		if (array->used || array->level || array->deleted || array->perhaps)
			return false;
		leaves[i] = (struct cached_leaf){array, i, array->number < first};
		/* The arrays that are made first are what the function gets. */
		cached->placed |= array->number - first < cached->call.arguments.count;
		for (uint32_t j = 0; !array_set_add(&seen, array) && j < i; j++)
			if (tree->leaves[j] == tree->leaves[i]) {
				leaves[i].same = j;
				break;
			}
	}
	cached->result = own_tree(trace, tree);
	cached->leaves = leaves;
	return true;
}

/* Keeps what was recorded, which begins with what the function gets of each argument. */
static void keep_recording(struct op *op, struct cached_trace *cached)
{
	const struct recording *recording = op->recording;
	uint32_t first = cached->call.equations, arguments = cached->call.arguments.count;
	if (!recording || recording->count - first < arguments)
		return;
	cached->body.count = recording->count - first;
	cached->body.equations = arena_copy(op->arena, &recording->equations[first],
	                                    cached->body.count, sizeof *cached->body.equations);
	cached->recorded = true;
	for (uint32_t i = 0; i < arguments; i++) {
		const struct equation *equation = &cached->body.equations[i];
		cached->recorded &= equation->kind == EQUATION_SAME &&
		                    given_place(cached, equation->operands[0], i) < arguments;
	}
}

/* Makes of what has been counted what tracing has added. */
static void keep_counts(const struct trace *trace, struct cached_trace *cached)
{
	struct cached_call *call = &cached->call;
	call->judged = trace->coverage.judged - call->judged;
	call->arrays = trace->op.arrays - call->arrays;
	call->elements = trace->op.elements - call->elements;
	call->placements = trace->op.placements - call->placements;
	cached->first = call->events ? call->events->next : trace->events.first;
	cached->last = trace->events.last;
	for (const struct trace_event *event = cached->first; event; event = event->next)
		cached->placed |= event->repeats;
	cached->noted = trace->noted;
	cached->noted_elsewhere = trace->noted_elsewhere;
}

/* Whether all of the function was judged, and nothing was found in it. */
static bool was_judged(const struct trace *trace, const struct cached_call *call)
{
	const struct coverage *coverage = &trace->coverage;
	return trace->diags->count == call->findings && trace->failure.count == call->errors &&
	       trace->failure.doubts == call->doubts && !trace->work.stopped &&
	       coverage_operations(coverage) - coverage->judged == call->operations - call->judged;
}

void trace_cache_add(struct trace *trace, const struct cached_call *call,
                     const struct value *result)
{
	struct pytree tree;
	if (!holds_arrays(&call->arguments) || !was_judged(trace, call) ||
	    value_has_unknown(result) || !pytree_flatten(trace, result, &tree) ||
	    !holds_arrays(&tree))
		return;
	struct cached_trace *cached = arena_new(trace->op.arena, struct cached_trace, 1);
	cached->before = trace->traces;
	cached->call = *call;
	cached->context = context_of(trace);
	cached->inside = call->arrays;
	if (!keep_arguments(trace, call, cached) ||
	    !keep_result(trace, &tree, call->arrays, cached))
		return;
	cached->call.arguments = own_tree(trace, &call->arguments);
	keep_recording(&trace->op, cached);
	keep_counts(trace, cached);
	trace->traces = cached;
}

/* a, b: whether JAX surely takes both trees for one key of a cache, leaves included. */
static const struct value *same_key(struct trace *trace, const struct call_arguments *arguments)
{
	struct pytree a, b;
	if (!pytree_flatten(trace, argument(arguments, 0), &a) ||
	    !pytree_flatten(trace, argument(arguments, 1), &b))
		return NULL;
	bool same = a.count == b.count && pytree_same_key(&a, &b);
	for (uint32_t i = 0; same && i < a.count; i++)
		same = value_same_key(a.leaves[i], b.leaves[i]);
	return value_bool(same);
}

static const struct value *call_once(struct trace *trace, const struct cached_call *call,
                                     const struct call_arguments *arguments)
{
	const struct value *keywords = argument(arguments, 2);
	return staged_call(trace, call->function, &argument(arguments, 1)->list,
	                   keywords->dict.pairs, keywords->dict.count, call->at);
}

/* Keeps what the function gave as jit gives it back. Numbers are arrays then, which stand nowhere
 * in the program. */
static void keep_as_jitted(struct trace *trace, const struct cached_call *call,
                           const struct value *result)
{
	const struct span *derived_at = trace->derived_at;
	const struct applied *applied = trace->applied;
	trace->derived_at = NULL;
	trace->applied = NULL;
	result = jit_result(trace, result, UINT64_MAX);
	trace->derived_at = derived_at;
	trace->applied = applied;
	if (result)
		trace_cache_add(trace, call, result);
	else
		trace->op.error = (struct op_error){0};
}

/* f, /, *args, **kwargs: what f gives, traced as a whole, or what it gave. A jitted call that
 * follows is not traced then. JAX: api.py eval_shape. */
static const struct value *traced_before(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct recording recording = {0}, *outside = op->recording;
	struct cached_call call = {.function = argument(arguments, 0),
	                           .statics = value_dict(op->arena, NULL, 0),
	                           .at = arguments->at};
	if (!trace_cache_is_open(trace) || outside != trace->recorded.outside)
		return call_once(trace, &call, arguments);
	if (!pytree_flatten(trace,
	                    value_two(op->arena, argument(arguments, 1), argument(arguments, 2)),
	                    &call.arguments))
		return NULL;
	op->recording = NULL;
	trace->noted = trace->noted_elsewhere = (struct noted_devices){0};
	const struct value *result = trace_cache_find(trace, &call);
	if (!result && !op->error.raised && !op->error.unknown) {
		op->recording = outside ? &recording : NULL;
		result = call_once(trace, &call, arguments);
		if (result)
			keep_as_jitted(trace, &call, result);
	}
	op->recording = outside;
	return result;
}

static const struct value *forget_traces(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	trace->traces = NULL;
	return &value_none;
}

const struct function_row library_trace_cache[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("same_key", "a, b, /", same_key, .takes_unknown = true),
    FUNCTION("traced_before", "f, /, *args, **kwargs", traced_before, .takes_unknown = true),
    FUNCTION("forget_traces", "", forget_traces),
    TABLE_END,
};
