/* SPDX-License-Identifier: Apache-2.0 */
/* lax.scan. JAX: lax/control_flow/loops.py scan. */
#include "library/transform/carry.h"
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/committed_array.h"
#include "op/core/levels.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/tracer.h"
#include "trace/eval/hash.h"
#include "trace/eval/prelude.h"
#include "trace/state/level.h"
#include "op/shape/shape.h"

enum { ALL_TURNS = -1 }; /* unroll=True */

struct scan {
	struct trace *trace;
	const struct value *body; /* takes the carry and an element, and gives a pair of them */
	struct span at;
	struct carry carry;
	struct pytree xs;
	const struct array **elements; /* of xs: the whole arrays */
	const struct array **inputs;   /* of this run of the body: one element of each */
	int64_t length;
	struct pytree ys; /* of one iteration, in the last run */
	const struct array **stacked;
	struct recorded_body body_recorded; /* of the last run */
	bool reverse;
	int64_t unroll;
	const struct value *pair; /* what the body gave back, whose parts are the carry and ys */
	bool unknown;             /* the body gave back what is not known */
};

static bool raise_not_scannable(struct scan *scan)
{
	struct op *op = &scan->trace->op;
	struct buf text = op_buf(op);
	bool any = false;
	buf_puts(&text, "scan got value with no leading axis to scan over: ");
	for (uint32_t i = 0; i < scan->xs.count; i++) {
		if (scan->xs.leaves[i]->kind == VALUE_ARRAY)
			continue;
		buf_puts(&text, any ? ", " : "");
		value_text(&text, op->rules, scan->xs.leaves[i]);
		any = true;
	}
	buf_putc(&text, '.');
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", &text),
	              HELP("scan over arrays; pass None and length= to scan over nothing"));
}

static bool raise_scanned_sharding(struct scan *scan)
{
	struct op *op = &scan->trace->op;
	uint32_t sharded = 0;
	while (!scan->elements[sharded]->type.spec[0].count)
		sharded++;
	const struct array_type *type = &scan->elements[sharded]->type;
	struct dim_axes *spec = spec_copy(op->arena, type->spec, type->rank);
	spec[0] = (struct dim_axes){NULL, 0};
	return refuse(
	    op, RULE_DIM_SHARDED, "ValueError",
	    TEXT("0th dimension of all xs should be replicated. Got {specs}",
	         type_list_of(array_types(op, scan->elements, scan->xs.count), scan->xs.count)),
	    WORDS("{dimension|what is scanned,}: each iteration needs an element that other "
	          "devices do not have",
	          dimension_of(type, 0)),
	    HELP("gather it first, {reshard}({written}, {P()}), or scan along another dimension",
	         type, entries_of(type->mesh, spec, type->rank)));
}

/* Checks that every array that is scanned has a first dimension, not sharded. */
static bool check_scanned(struct scan *scan)
{
	struct op *op = &scan->trace->op;
	for (uint32_t i = 0; i < scan->xs.count; i++)
		if (scan->xs.leaves[i]->kind != VALUE_ARRAY)
			return raise_not_scannable(scan);
	for (uint32_t i = 0; i < scan->xs.count; i++) {
		if (scan->elements[i]->type.rank)
			continue;
		return refuse(op, RULE_SHAPE_MISMATCH, "IndexError",
		              TEXT("tuple index out of range"),
		              WORDS("{array|what is scanned,} is a scalar, which has no dimension "
		                    "to scan along",
		                    &scan->elements[i]->type));
	}
	for (uint32_t i = 0; i < scan->xs.count; i++)
		if (scan->elements[i]->type.spec[0].count)
			return raise_scanned_sharding(scan);
	return true;
}

/* The first sizes of what is scanned, separated by commas. */
static struct str lengths_text(const struct scan *scan)
{
	struct buf text = op_buf(&scan->trace->op);
	for (uint32_t i = 0; i < scan->xs.count; i++)
		buf_printf(&text, "%s%lld", i ? ", " : "",
		           (long long)scan->elements[i]->type.shape[0]);
	return buf_str(&text);
}

static bool raise_length(struct scan *scan)
{
	struct op *op = &scan->trace->op;
	struct str sizes = lengths_text(scan);
	if (op_has(op, JAX_SCAN_LENGTH_ASSERTED))
		refuse(op, RULE_SHAPE_MISMATCH, "AssertionError", TEXT(""));
	else
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("scan got `length` argument of {} which disagrees with leading axis "
		            "sizes [{}].",
		            scan->length, sizes));
	return explain(op, WORDS("length={}, but the first dimensions of xs have {} elements",
	                         scan->length, sizes));
}

/* The text of int() on an array, or what scan makes of that. JAX: loops.py _infer_scan_length. */
static bool raise_length_traced(struct op *op, const struct array_type *length)
{
	if (length->rank)
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("Only scalar arrays can be converted to Python scalars; got "
		                   "arr.ndim={}",
		                   length->rank));
	return refuse(op, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	              TEXT("Abstract tracer value encountered where concrete value is expected: "
	                   "traced array with shape {long}",
	                   length),
	              WORDS("the value of an array is not known while JAX traces the program"),
	              HELP("give length= a number, or use lax.while_loop"));
}

/* int() of a number that is not one by itself, which is cut off; another value as it is. */
static const struct value *cut_off(struct arena *arena, const struct value *length)
{
	enum { MOST_EXACT = 53 /* bits of the integers that a float holds exactly */ };
	bool scalar = length->kind == VALUE_SCALAR;
	double real = scalar ? length->scalar.real : length->kind == VALUE_FLOAT ? length->real : 0;
	double most = (double)(1ll << MOST_EXACT);
	bool cut = (scalar || length->kind == VALUE_FLOAT) && real > -most && real < most;
	return cut ? value_int(arena, (int64_t)real) : length;
}

/* The number of iterations. */
static bool find_length(struct scan *scan, const struct value *length)
{
	struct op *op = &scan->trace->op;
	bool given = length->kind != VALUE_NONE;
	if (length->kind == VALUE_ARRAY && array_is_traced(scan->trace, length->array))
		return raise_length_traced(op, &length->array->type);
	if (given && !value_to_int(scan->trace, cut_off(op->arena, length), &scan->length))
		return false;
	if (!given && !scan->xs.count)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("scan got no values to scan over and `length` not provided."),
		              HELP("say length="));
	if (!given)
		scan->length = scan->elements[0]->type.shape[0];
	for (uint32_t i = 0; i < scan->xs.count; i++) {
		if (scan->elements[i]->type.shape[0] == scan->length)
			continue;
		if (given)
			return raise_length(scan);
		struct str sizes = lengths_text(scan);
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("scan got values with different leading axis sizes: {}.", sizes),
		              WORDS("the first dimensions of xs have different sizes: {}", sizes));
	}
	return true;
}

/* One element of each scanned array, as the body gets it in this run. */
static const struct value *element(struct scan *scan)
{
	struct op *op = &scan->trace->op;
	scan->inputs = arena_new(op->arena, const struct array *, scan->xs.count);
	for (uint32_t i = 0; i < scan->xs.count; i++) {
		struct array_type type = element_type(&scan->elements[i]->type);
		scan->inputs[i] =
		    array_input(op, &type, array_levels(op, scan->elements[i]), scan->elements[i]);
		if (!scan->inputs[i])
			return NULL;
	}
	return pytree_of_arrays(scan->trace, &scan->xs, scan->inputs);
}

/* The type of an array in its place: what errors print of a body's output. */
static const struct value *type_of_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	const struct array *array = pytree_array(trace, leaf);
	struct value *type = value_new(trace->op.arena, VALUE_TYPE);
	if (array)
		type->type = &array->type;
	return array ? type : NULL;
}

static bool raise_no_pair(struct scan *scan, const struct value *result)
{
	struct op *op = &scan->trace->op;
	const struct value *types = pytree_map(scan->trace, result, type_of_leaf, NULL);
	if (!types)
		return false;
	return refuse(
	    op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("scan body output must be a pair, got {}.",
	         types->kind == VALUE_TYPE ? phrase(op, "{str}", types->type)
	                                   : phrase(op, "{}", value_repr(types))),
	    WORDS("the body of lax.scan must give two things, the next carry and an element of the "
	          "result"),
	    HELP("return the next carry and an element of the result, which may be None"));
}

/* Takes apart what the body gave back: any node of two children is a pair. */
static bool take_pair(struct scan *scan, const struct value *result)
{
	struct trace *trace = scan->trace;
	const struct value *first, *second;
	if ((result->kind == VALUE_TUPLE || result->kind == VALUE_LIST) &&
	    result->list.count == 2) {
		first = result->list.items[0];
		second = result->list.items[1];
	} else if (result->kind == VALUE_DICT && result->dict.count == 2) {
		return op_unknown(&trace->op, "a dict as the pair that a scan gives back");
	} else {
		return raise_no_pair(scan, result);
	}
	if (!carry_take(trace, &scan->carry, first) || !pytree_flatten(trace, second, &scan->ys))
		return false;
	scan->pair = result;
	scan->stacked = pytree_arrays(trace, &scan->ys);
	return scan->stacked != NULL;
}

static bool run_body(struct scan *scan)
{
	struct trace *trace = scan->trace;
	struct trace_level level;
	level_enter_control(trace, &level);
	const struct value *x = element(scan), *result = NULL;
	if (x) {
		const struct value *given[] = {carry_input(trace, &scan->carry), x};
		struct recording recording;
		recording_begin(&trace->op, &recording);
		result = trace_call(trace, scan->body, &(struct value_list){given, 2}, NULL, 0,
		                    scan->at);
		scan->body_recorded = recording_end(&trace->op, &recording);
	}
	level_leave(trace, &level);
	if (!result)
		return false;
	scan->unknown = value_has_unknown(result);
	return scan->unknown || take_pair(scan, result);
}

/* The first run compares the types of the carry. */
static bool check_first_run(struct scan *scan, const struct staging *staging)
{
	bool again;
	if (!carry_settle(&scan->carry, staging, "scan body", &again) || (again && !run_body(scan)))
		return false;
	return scan->unknown || carry_check(scan->trace, &scan->carry, "scan body");
}

/* Runs the body until its carry is mapped by the same vmaps going in and coming out. */
static bool run_phase(struct scan *scan, const struct staging *staging)
{
	bool again = true;
	if (!carry_align(scan->trace, &scan->carry) || !run_body(scan))
		return false;
	if (staging->first && !scan->unknown && !check_first_run(scan, staging))
		return false;
	while (!scan->unknown) {
		if (!carry_map(scan->trace, &scan->carry, &again))
			return false;
		if (!again)
			break;
		staging_again(staging);
		if (!run_body(scan))
			return false;
	}
	return true;
}

/* The scanned array whose elements the body gives back as it got them; or NULL. */
static const struct array *forwarded(const struct scan *scan, const struct array *result)
{
	if (!op_has(&scan->trace->op, JAX_SCAN_FORWARDS_ELEMENTS))
		return NULL;
	for (uint32_t i = 0; i < scan->xs.count; i++)
		if (scan->inputs[i] == result)
			return scan->elements[i];
	return NULL;
}

/* Ends the body that is recorded with what it gives back, as its vmaps map that. */
static bool finish_body(struct scan *scan)
{
	struct op *op = &scan->trace->op;
	struct recording recording;
	recording_resume(op, &recording, &scan->body_recorded);
	bool done = carry_finish(scan->trace, &scan->carry);
	for (uint32_t i = 0; done && i < scan->ys.count; i++) {
		if (forwarded(scan, scan->stacked[i]))
			continue;
		scan->stacked[i] = array_align(op, scan->stacked[i], 0);
		done = scan->stacked[i] != NULL;
	}
	scan->body_recorded = recording_end(op, &recording);
	return done;
}

/* The arrays of two rows, one behind the other. */
static const struct array *const *joined(struct op *op, const struct array *const *first,
                                         uint32_t nfirst, const struct array *const *second,
                                         uint32_t nsecond)
{
	const struct array **all =
	    arena_new(op->arena, const struct array *, (size_t)nfirst + nsecond);
	for (uint32_t i = 0; i < nfirst + nsecond; i++)
		all[i] = array_whole(op, i < nfirst ? first[i] : second[i - nfirst]);
	return all;
}

/* What is scanned, with dimensions that vmaps map behind the one that is scanned. JAX: loops.py
 * _scan_batching_rule. */
static const struct array *const *scanned_operands(const struct scan *scan)
{
	struct op *op = &scan->trace->op;
	const struct array **operands = arena_new(op->arena, const struct array *, scan->xs.count);
	for (uint32_t i = 0; i < scan->xs.count; i++) {
		operands[i] = array_align(op, scan->elements[i], 1);
		if (!operands[i])
			return NULL;
	}
	return operands;
}

/* Appends the loop, which gives the result, to what is being recorded. False when JAX raises. */
static bool record(const struct scan *scan, const struct value *result)
{
	struct op *op = &scan->trace->op;
	uint32_t ncarry = scan->carry.init.count;
	struct pytree out;
	const struct array *const *inits = carry_operands(scan->trace, &scan->carry);
	const struct array *const *xs = inits ? scanned_operands(scan) : NULL;
	if (!xs || !pytree_flatten(scan->trace, result, &out))
		return false;
	struct recorded_scan *params = arena_new(op->arena, struct recorded_scan, 1);
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	*params = (struct recorded_scan){.length = scan->length,
	                                 .ncarry = ncarry,
	                                 .reverse = scan->reverse,
	                                 .unroll = scan->unroll == ALL_TURNS
	                                               ? (scan->length > 1 ? scan->length : 1)
	                                               : scan->unroll,
	                                 .counts = scan->carry.hidden > 0};
	*body = scan->body_recorded;
	body->ninputs = ncarry + scan->xs.count;
	body->inputs = joined(op, scan->carry.inputs, ncarry, scan->inputs, scan->xs.count);
	body->noutputs = ncarry + scan->ys.count;
	body->outputs = joined(op, scan->carry.results, ncarry, scan->stacked, scan->ys.count);
	recording_add(op,
	              &(struct equation){.kind = EQUATION_SCAN,
	                                 .params = params,
	                                 .operands = joined(op, inits, ncarry, xs, scan->xs.count),
	                                 .count = ncarry + scan->xs.count,
	                                 .results = pytree_arrays(scan->trace, &out),
	                                 .nresults = out.count,
	                                 .bodies = body,
	                                 .nbodies = 1});
	return true;
}

static const struct value *stack_results(struct scan *scan)
{
	struct trace *trace = scan->trace;
	struct arena *arena = trace->op.arena;
	const struct value **pair = arena_new(arena, const struct value *, 2);
	const struct array **ys = arena_new(arena, const struct array *, scan->ys.count);
	for (uint32_t i = 0; i < scan->ys.count; i++) {
		ys[i] = forwarded(scan, scan->stacked[i]);
		if (ys[i])
			continue;
		if (scan->stacked[i]->type.rank + MAX_VMAPS >= MAX_RANK)
			return trace_unknown(trace, "an array of more than %d dimensions",
			                     MAX_RANK - MAX_VMAPS);
		ys[i] = array_stack(&trace->op, array_align(&trace->op, scan->stacked[i], 0),
		                    scan->length);
		if (!ys[i])
			return NULL;
	}
	pair[0] = carry_result(trace, &scan->carry);
	pair[1] = pytree_of_arrays(trace, &scan->ys, ys);
	return pair[0] ? value_sequence(arena, scan->pair->kind, pair, 2) : NULL;
}

/*
 * Scans `xs` with what `given` says of the loop; its carry has `hidden` values before the program's
 * own. `length` may be None where xs says it. The result is a pair of the last carry and the
 * stacked elements; NULL when that fails.
 */
static const struct value *scan_run(const struct scan *given, uint32_t hidden,
                                    const struct value *init, const struct value *xs,
                                    const struct value *length)
{
	struct scan scan = *given;
	struct trace *trace = scan.trace;
	struct staging staging;
	scan.carry.hidden = hidden;
	if (trace->op.jit_disabled)
		return trace_unknown(trace, "a loop under jax_disable_jit is not followed");
	if (!carry_begin(trace, init, &scan.carry) || !pytree_flatten(trace, xs, &scan.xs))
		return NULL;
	scan.carry.forwards = op_has(&trace->op, JAX_SCAN_FORWARDS);
	scan.elements = pytree_arrays(trace, &scan.xs);
	if (!scan.elements || !check_scanned(&scan) || !find_length(&scan, length))
		return NULL;
	staging_begin(&staging, trace);
	do {
		if (!run_phase(&scan, &staging))
			return staging_fail(&staging);
		if (scan.unknown) {
			staging_end(&staging);
			return &value_unknown;
		}
	} while (staging_next(&staging));
	uint32_t ncarry = scan.carry.init.count;
	if (!check_context_devices(&trace->op, "scan", 0, scan.carry.arrays, ncarry) ||
	    !check_context_devices(&trace->op, "scan", ncarry, scan.elements, scan.xs.count))
		return NULL;
	if (!trace->op.recording)
		return stack_results(&scan);
	const struct value *result = finish_body(&scan) ? stack_results(&scan) : NULL;
	return result && record(&scan, result) ? result : NULL;
}

/* What unroll= says, which has been checked or is going to be. */
static int64_t unrolled(const struct value *unroll)
{
	bool all = unroll->kind == VALUE_BOOL && value_truth(unroll) == 1;
	return unroll->kind == VALUE_INT ? unroll->integer : all ? ALL_TURNS : 1;
}

/* Whether unroll= is a boolean or a number that the release takes; false after raising. */
static bool check_unroll(struct trace *trace, const struct value *unroll)
{
	int64_t count = 1;
	int64_t least = op_has(&trace->op, JAX_SCAN_UNROLL_ZERO) ? 0 : 1;
	if (unroll->kind == VALUE_BOOL)
		return true;
	if (!value_to_int(trace, unroll, &count))
		return false;
	if (count >= least)
		return true;
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("`unroll` must be a `bool` or a {} `int`.", least ? "positive" : "non-negative"));
}

enum { F, INIT, XS, LENGTH, REVERSE, UNROLL };

static const struct value *call_scan(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *f = argument(arguments, F);
	if (!value_is_callable(f))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("lax.scan: f argument should be a callable."));
	if (!require_function_hash(trace, f, arguments->at))
		return NULL;
	const struct scan scan = {.trace = trace,
	                          .body = f,
	                          .at = arguments->at,
	                          .reverse = value_truth(argument(arguments, REVERSE)) == 1,
	                          .unroll = unrolled(argument(arguments, UNROLL))};
	const struct value *result = scan_run(&scan, 0, argument(arguments, INIT),
	                                      argument(arguments, XS), argument(arguments, LENGTH));
	return result && check_unroll(trace, argument(arguments, UNROLL)) ? result : NULL;
}

/* f, init, length, unroll: a scan over nothing, whose carry begins with the number of
 * lax.fori_loop. */
static const struct value *scan_for(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *unroll = argument(arguments, 3);
	if (unroll->kind != VALUE_NONE && !check_unroll(trace, unroll))
		return NULL;
	const struct scan scan = {.trace = trace,
	                          .body = argument(arguments, 0),
	                          .at = arguments->at,
	                          .unroll = unrolled(unroll)};
	return scan_run(&scan, 1, argument(arguments, 1), &value_none, argument(arguments, 2));
}

const struct function_row library_scan[] = {
    MODULE("jax.lax"),
    FUNCTION("scan",
             "f, init, xs=None, length=None, reverse=False, unroll=1, "
             "_split_transpose=False",
             call_scan),
    MODULE(PRELUDE_INTRINSICS),
    {.name = "scan_for", .signature = "f, init, length, unroll", .call = scan_for},
    TABLE_END,
};
