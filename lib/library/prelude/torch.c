/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the prelude that are torch ask of the interpreter. They are described for
 * authors in lib/library/prelude/README.md. */
#include "library/library.h"
#include "op/core/type.h"
#include "trace/module/library_call.h"
#include "trace/convert/convert_value.h"
#include "trace/eval/prelude.h"
#include "trace/state/coverage.h"
#include "trace/state/event.h"
#include "trace/state/trace.h"

/* The framework that is imitated, and its release: ("torch_xla", (2, 9, 0, 0)). */
static const struct value *framework(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct framework *framework = &trace->spec->framework;
	int64_t parts[VERSION_PARTS];
	for (uint32_t i = 0; i < VERSION_PARTS; i++)
		parts[i] = framework->version.part[i];
	const struct value **pair = arena_new(arena, const struct value *, 2);
	pair[0] = value_string(arena, str_of(framework_family_name(framework->family)));
	pair[1] = value_shape(arena, parts, VERSION_PARTS);
	return value_sequence(arena, VALUE_TUPLE, pair, 2);
}

/* What a module of the library has under this name, or None: only what is asked for is read. */
static const struct value *member(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *module = argument(arguments, 0), *name = argument(arguments, 1);
	const struct function_row *row;
	return library_find(trace, module->string, name->string, &row) == LIBRARY_FOUND
	           ? library_value(trace, row)
	           : &value_none;
}

/* What follows of what is not known: that is said of what is foreign, and has been of the rest. */
static const struct value *of_unknown_part(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct value *foreign = value_foreign_part(argument(arguments, 0));
	return foreign ? trace_unknown(trace, "%.*s is not known", STR_ARG(foreign->string))
	               : &value_unknown;
}

/* A number of its own for each object that exists. */
static const struct value *identity(struct trace *trace, const struct call_arguments *arguments)
{
	return value_int(trace->op.arena, (int64_t)(uintptr_t)argument(arguments, 0));
}

/* Whether the module or class has no such name in any release. */
static const struct value *lacks(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(library_presence(trace, argument(arguments, 0)->string,
	                                   argument(arguments, 1)->string) == NAME_MISSING);
}

/* What the program does depends on where it runs: what it then raises itself may not be raised. */
static const struct value *depends_on_machine(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	trace->failure.depends_on_call = true;
	return &value_none;
}

/* Whether it is an array or a scalar of NumPy. */
static const struct value *is_of_numpy(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	return value_bool(x->kind == VALUE_SCALAR || (x->kind == VALUE_ARRAY && x->array->host));
}

/* Notes that an operation on arrays was judged; gives what it was given. */
static const struct value *judged(struct trace *trace, const struct call_arguments *arguments)
{
	coverage_count(trace);
	return argument(arguments, 0);
}

/* Notes that a DTensor was brought to the placements of another one; gives that. */
static const struct value *redistributed(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *before = argument(arguments, 0), *after = argument(arguments, 1);
	if (trace->derived_at && !trace->op.replays && !trace->trial.running)
		trace_note_redistribution(trace, before, after, *trace->derived_at);
	return after;
}

/* Notes that a function communicates what is not known; gives the DTensor. */
static const struct value *communicates(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, 0), *why = argument(arguments, 1),
			   *x = argument(arguments, 2);
	if (trace->derived_at && !trace->op.replays && !trace->trial.running)
		trace_note_open(trace, function->string, why->string, x, *trace->derived_at);
	return x;
}

/* An array of this shape and dtype, of which nobody knows what it holds. */
static const struct value *array_of(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *sizes;
	uint32_t count;
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 1));
	if (!dtype || !value_to_ints(trace, argument(arguments, 0), &sizes, &count))
		return NULL;
	if (count > MAX_RANK)
		return trace_unknown(trace, "an array of more than %d dimensions is not known",
		                     MAX_RANK);
	for (uint32_t i = 0; i < count; i++)
		if (sizes[i] < 0)
			return trace_unknown(trace, "an array of negative size is not known");
	struct array_type type = type_plain(trace->op.arena, dtype, sizes, count);
	return trace_array(trace, array_new(&trace->op, &type));
}

const struct function_row library_prelude_torch[] = {
    MODULE(PRELUDE_INTRINSICS),
    VALUE("framework", framework),
    FUNCTION("member", "module, name", member),
    FUNCTION("array_of", "shape, dtype", array_of),
    FUNCTION("of_unknown", "x", of_unknown_part, .takes_unknown = true),
    FUNCTION("identity", "x", identity, .takes_unknown = true),
    FUNCTION("lacks", "module, name", lacks),
    FUNCTION("depends_on_machine", "", depends_on_machine),
    FUNCTION("is_of_numpy", "x", is_of_numpy),
    FUNCTION("judged", "x", judged, .takes_unknown = true),
    FUNCTION("redistributed", "x, y", redistributed),
    FUNCTION("communicates", "function, why, x", communicates),
    TABLE_END,
};
