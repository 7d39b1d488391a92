/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.einsum, in both of its forms. */
#include "library/arguments/contraction_arguments.h"
#include "op/contract/contract.h"
#include "trace/eval/prelude.h"
#include "trace/module/library_call.h"

/* The order of the arguments in all signatures here. */
enum { SUBSCRIPTS, OPERANDS, OUT, OPTIMIZE, PRECISION, PREFERRED, DOT_GENERAL, OUT_SHARDING };

/* A path: a list of tuples of positions. */
static bool read_path(struct trace *trace, const struct value *value, struct einsum_path *path)
{
	const struct value_list *items = value_items(value);
	struct einsum_step *steps =
	    arena_new(trace->op.arena, struct einsum_step, items ? items->count : 0);
	if (!items || !items->count)
		return op_unknown(&trace->op, "einsum with optimize= of this kind");
	for (uint32_t i = 0; i < items->count; i++)
		if (!value_items(items->items[i]) ||
		    !value_to_ints(trace, items->items[i], &steps[i].positions, &steps[i].count))
			return op_unknown(&trace->op, "einsum with optimize= of this kind");
	*path = (struct einsum_path){steps, items->count};
	return true;
}

static const struct value *labels_value(struct trace *trace, struct einsum_labels labels)
{
	int64_t *items = arena_new(trace->op.arena, int64_t, labels.count);
	for (uint32_t i = 0; i < labels.count; i++)
		items[i] = labels.items[i];
	return value_shape(trace->op.arena, items, labels.count);
}

/* Whether some operand is sharded, so that the order matters. */
static bool order_matters(const struct op *op, const struct array_type *const *operands,
                          uint32_t count)
{
	bool matters = op->mesh && op->mesh->explicit_axes;
	for (uint32_t i = 0; i < count; i++)
		matters = matters || (operands[i]->mesh && operands[i]->mesh->explicit_axes);
	return matters;
}

/* All operands in one step, or two by two from the left. */
static bool simple_path(struct op *op, uint32_t count, struct einsum_path *path)
{
	static const int64_t first[] = {0, 1};
	uint32_t nsteps = count > 2 ? count - 1 : 1;
	struct einsum_step *steps = arena_new(op->arena, struct einsum_step, nsteps);
	for (uint32_t i = 0; i < nsteps; i++)
		steps[i] = (struct einsum_step){first, count > 2 ? 2 : count};
	*path = (struct einsum_path){steps, nsteps};
	return true;
}

/* The path that a search finds, or None for a simple one. */
static const struct value *find_path(struct trace *trace, const struct call_arguments *arguments,
                                     const struct einsum *einsum,
                                     const struct array_type *const *operands, bool matters)
{
	struct arena *arena = trace->op.arena;
	uint32_t count = einsum->ninputs;
	const struct value **inputs = arena_new(arena, const struct value *, count),
			   **shapes = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		inputs[i] = labels_value(trace, einsum->inputs[i]);
		shapes[i] = value_shape(arena, operands[i]->shape, operands[i]->rank);
	}
	const struct value *given[] = {value_sequence(arena, VALUE_LIST, inputs, count),
	                               value_sequence(arena, VALUE_LIST, shapes, count),
	                               labels_value(trace, einsum->output),
	                               argument(arguments, OPTIMIZE), value_bool(matters)};
	return library_call(trace, PRELUDE_INTRINSICS, "contraction_order", given, 5,
	                    arguments->at);
}

/* The order of contraction: the one given, from the left, or what a search finds. */
static bool read_optimize(struct trace *trace, const struct call_arguments *arguments,
                          const struct einsum *einsum, const struct array_type *const *operands,
                          struct einsum_path *path)
{
	const struct value *optimize = argument(arguments, OPTIMIZE);
	uint32_t count = einsum->ninputs;
	bool flag = optimize->kind == VALUE_BOOL;
	bool plain = flag || optimize->kind == VALUE_NONE ||
	             (optimize->kind == VALUE_STRING && str_equal(optimize->string, STR("auto")));
	bool matters = count > 2 && !(flag && !optimize->boolean) &&
	               order_matters(&trace->op, operands, count);
	if (plain && !matters)
		return simple_path(&trace->op, count, path);
	if (!plain && optimize->kind != VALUE_STRING)
		return read_path(trace, optimize, path);
	const struct value *found = find_path(trace, arguments, einsum, operands, matters);
	if (found && found->kind == VALUE_NONE)
		return simple_path(&trace->op, count, path);
	return found && read_path(trace, found, path);
}

/* The arguments that are arrays, and the subscripts as one text. */
struct terms {
	struct str subscripts;
	const struct value *const *operands;
	uint32_t count;
};

/* einsum(x, labels, y, labels, …, labels of the output). */
static bool read_interleaved(struct trace *trace, const struct value *const *values, uint32_t count,
                             struct span at, struct terms *terms)
{
	struct arena *arena = trace->op.arena;
	const struct value **operands = arena_new(arena, const struct value *, count),
			   **lists = arena_new(arena, const struct value *, count);
	terms->count = count / 2;
	terms->operands = operands;
	for (uint32_t i = 0; i < terms->count; i++) {
		operands[i] = values[2 * i];
		lists[i] = values[2 * i + 1];
	}
	const struct value *given[] = {value_sequence(arena, VALUE_LIST, lists, terms->count),
	                               count % 2 ? values[count - 1] : &value_none};
	const struct value *text =
	    library_call(trace, PRELUDE_INTRINSICS, "interleaved_subscripts", given, 2, at);
	if (text && text->kind == VALUE_STRING)
		terms->subscripts = text->string;
	return text && (text->kind == VALUE_STRING || op_unknown(&trace->op, "%s", ""));
}

static bool read_terms(struct trace *trace, const struct call_arguments *arguments,
                       struct terms *terms)
{
	const struct value *first = argument(arguments, SUBSCRIPTS);
	const struct value_list *more = value_items(argument(arguments, OPERANDS));
	if (first->kind == VALUE_STRING) {
		*terms = (struct terms){first->string, more->items, more->count};
		return true;
	}
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, more->count + 1);
	values[0] = first;
	for (uint32_t i = 0; i < more->count; i++)
		values[i + 1] = more->items[i];
	return read_interleaved(trace, values, more->count + 1, arguments->at, terms);
}

static const struct value *einsum(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct terms terms;
	struct einsum parsed;
	struct einsum_path path;
	struct einsum_contractions contractions;
	const struct dtype *preferred;
	const struct sharding_request *sharding = NULL;
	if (argument_given(arguments, OUT))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                    TEXT("The 'out' argument to jnp.einsum is not supported."));
	if (argument_given(arguments, DOT_GENERAL))
		return trace_unknown(trace, "einsum with _dot_general=");
	if (!read_terms(trace, arguments, &terms))
		return NULL;
	const struct array **operands = arena_new(op->arena, const struct array *, terms.count);
	for (uint32_t i = 0; i < terms.count; i++) {
		if (terms.operands[i]->kind == VALUE_NONE)
			return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
			                    TEXT("Cannot determine the shape of None, can only "
			                         "determine the shape of array-like objects."));
		operands[i] = value_to_array_at(trace, terms.operands[i], "einsum", i);
		if (!operands[i])
			return NULL;
	}
	const struct array_type *const *types = array_types(op, operands, terms.count);
	if (!einsum_parse(op, terms.subscripts, types, terms.count, &parsed) ||
	    !read_optimize(trace, arguments, &parsed, types, &path) ||
	    !einsum_contractions(op, &parsed, &path, &contractions))
		return NULL;
	if (arguments->count > OUT_SHARDING &&
	    !value_to_sharding(trace, argument(arguments, OUT_SHARDING), "einsum", &sharding))
		return NULL;
	if (!check_precision(trace, argument(arguments, PRECISION)) ||
	    !value_to_optional_dtype(trace, argument(arguments, PREFERRED), &preferred))
		return NULL;
	return trace_array(
	    trace, numpy_einsum(op, operands, terms.count, &contractions, preferred, sharding));
}

#define EINSUM(arguments, from, to)                                                         \
	{                                                                                   \
		.name = "einsum",                                                           \
		.signature =                                                                \
		    "subscripts, /, *operands, out=None, optimize='auto', precision=None, " \
		    "preferred_element_type=None, _dot_general=None" arguments,             \
		.call = einsum, .jitted = JITTED_WITHIN, .since = from, .until = to         \
	}

static const struct function_row rows[] = {
    EINSUM("", NULL, "0.5.0"),
    EINSUM(", out_sharding=None", "0.5.0", NULL),
};

const struct module_row library_numpy_einsum = {"jax.numpy", rows, sizeof rows / sizeof *rows};
