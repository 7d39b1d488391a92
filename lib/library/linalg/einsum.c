/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.einsum, in both of its forms. */
#include "base/utf8.h"
#include "library/arguments/contraction_arguments.h"
#include "op/contract/contract.h"

/* The order of the arguments in all signatures here. */
enum { SUBSCRIPTS, OPERANDS, OUT, OPTIMIZE, PRECISION, PREFERRED, DOT_GENERAL, OUT_SHARDING };

static bool read_algorithm(struct trace *trace, struct str name, enum einsum_optimize *optimize)
{
	static const struct {
		const char *name;
		enum einsum_optimize optimize;
	} algorithms[] = {
	    {"auto", EINSUM_AUTO},
	    {"optimal", EINSUM_OPTIMAL},
	    {"branch-all", EINSUM_BRANCH_ALL},
	    {"branch-2", EINSUM_BRANCH_2},
	    {"branch-1", EINSUM_BRANCH_1},
	    {"auto-hq", EINSUM_OPTIMAL},
	    {"greedy", EINSUM_OTHER},
	    {"eager", EINSUM_OTHER},
	    {"opportunistic", EINSUM_OTHER},
	    {"dp", EINSUM_OTHER},
	    {"dynamic-programming", EINSUM_OTHER},
	};
	for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
		if (str_equal(str_of(algorithms[i].name), name)) {
			*optimize = algorithms[i].optimize;
			return true;
		}
	}
	return op_unknown(&trace->op, "einsum with optimize='%.*s'", STR_ARG(name));
}

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

static bool read_optimize(struct trace *trace, const struct value *value,
                          enum einsum_optimize *optimize, struct einsum_path *path)
{
	switch (value->kind) {
	case VALUE_UNKNOWN:
		return op_unknown(&trace->op, "%s", "");
	case VALUE_NONE:
		*optimize = EINSUM_AUTO;
		return true;
	case VALUE_BOOL:
		*optimize = value->boolean ? EINSUM_OPTIMAL : EINSUM_UNOPTIMIZED;
		return true;
	case VALUE_STRING:
		return read_algorithm(trace, value->string, optimize);
	default:
		*optimize = EINSUM_GIVEN;
		return read_path(trace, value, path);
	}
}

/* The arguments that are arrays, and the subscripts as one text. */
struct terms {
	struct str subscripts;
	const struct value *const *operands;
	uint32_t count;
};

/* Labels of the form einsum(x, [0, 1], y, [1, 2]) that are written by numbers, in order. */
struct symbols {
	int64_t numbers[MAX_EINSUM_LABELS];
	uint32_t count;
};

static bool refuse_labels(struct trace *trace)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("For this input type lists must contain either Ellipsis or hashable and "
	                   "comparable object (e.g. int, str)."),
	              HELP("write the subscripts as one text: jnp.einsum('ij,jk->ik', x, y)"));
}

/* The labels of an operand; NULL when they are no list. */
static const struct value_list *label_items(struct trace *trace, const struct value *list)
{
	const struct value_list *items = value_items(list);
	if (!items && list->kind == VALUE_ARRAY)
		refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("unhashable type: '{}'", value_class_name(list)));
	else if (!items)
		op_unknown(&trace->op, "einsum with labels of this kind");
	return items;
}

/* Adds the labels of one list, keeping all in order. */
static bool add_symbols(struct trace *trace, const struct value *list, struct symbols *symbols)
{
	if (list->kind == VALUE_ARRAY)
		return refuse_labels(trace); /* its elements are arrays, which have no hash */
	const struct value_list *items = label_items(trace, list);
	if (!items)
		return false;
	for (uint32_t i = 0; i < items->count; i++) {
		uint32_t at = 0;
		if (items->items[i]->kind == VALUE_ELLIPSIS)
			continue;
		if (items->items[i]->kind == VALUE_STRING && symbols->count)
			return refuse_labels(trace);
		if (items->items[i]->kind != VALUE_INT)
			return op_unknown(&trace->op, "einsum with labels that are no integers");
		int64_t number = items->items[i]->integer;
		while (at < symbols->count && symbols->numbers[at] < number)
			at++;
		if (at < symbols->count && symbols->numbers[at] == number)
			continue;
		if (symbols->count == MAX_EINSUM_LABELS)
			return op_unknown(&trace->op, "an einsum of more than %d labels",
			                  MAX_EINSUM_LABELS);
		memmove(&symbols->numbers[at + 1], &symbols->numbers[at],
		        (symbols->count - at) * sizeof *symbols->numbers);
		symbols->numbers[at] = number;
		symbols->count++;
	}
	return true;
}

/* Writes the labels of one list by the letters of their ranks. */
static bool write_symbols(struct trace *trace, const struct value *list,
                          const struct symbols *symbols, struct buf *text)
{
	const struct value_list *items = label_items(trace, list);
	if (!items)
		return false;
	for (uint32_t i = 0; i < items->count; i++) {
		uint32_t at = 0;
		if (items->items[i]->kind == VALUE_ELLIPSIS) {
			buf_puts(text, "...");
			continue;
		}
		if (items->items[i]->kind != VALUE_INT)
			return refuse_labels(trace);
		while (at < symbols->count && symbols->numbers[at] != items->items[i]->integer)
			at++;
		if (at == symbols->count)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "KeyError",
			              TEXT("{}", items->items[i]->integer));
		utf8_encode(text, einsum_symbol(at));
	}
	return true;
}

/* einsum(x, labels, y, labels, …, labels of the output). JAX: opt_einsum parser.py
 * convert_interleaved_input. */
static bool read_interleaved(struct trace *trace, const struct value *const *values, uint32_t count,
                             struct terms *terms)
{
	struct symbols symbols = {.count = 0};
	struct buf text = op_buf(&trace->op);
	const struct value **operands = arena_new(trace->op.arena, const struct value *, count);
	terms->count = count / 2;
	for (uint32_t i = 0; i < terms->count; i++) {
		operands[i] = values[2 * i];
		if (!add_symbols(trace, values[2 * i + 1], &symbols))
			return false;
	}
	for (uint32_t i = 0; i < terms->count; i++) {
		buf_puts(&text, i ? "," : "");
		if (!write_symbols(trace, values[2 * i + 1], &symbols, &text))
			return false;
	}
	if (count % 2) {
		buf_puts(&text, "->");
		if (!write_symbols(trace, values[count - 1], &symbols, &text))
			return false;
	}
	terms->subscripts = buf_str(&text);
	terms->operands = operands;
	return true;
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
	return read_interleaved(trace, values, more->count + 1, terms);
}

static const struct value *einsum(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct terms terms;
	struct einsum parsed;
	struct einsum_path path;
	struct einsum_contractions contractions;
	enum einsum_optimize optimize;
	const struct dtype *preferred;
	const struct sharding_request *sharding = NULL;
	if (argument_given(arguments, OUT))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		                    TEXT("The 'out' argument to jnp.einsum is not supported."));
	if (argument_given(arguments, DOT_GENERAL))
		return trace_unknown(trace, "einsum with _dot_general=");
	if (!read_optimize(trace, argument(arguments, OPTIMIZE), &optimize, &path) ||
	    !read_terms(trace, arguments, &terms))
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
	    !einsum_find_path(op, &parsed, types, optimize, &path) ||
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
