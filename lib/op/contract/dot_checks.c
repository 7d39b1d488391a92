/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/contraction.h"

#include "op/core/dtype_class.h"
#include "op/core/array_message.h"

static const char *const sides[] = {"lhs", "rhs"};
static const char *const side_words[] = {"the left operand", "the right operand"};

/* All dimensions named exist. */
static bool check_range(struct op *op, const struct array_type *const *operands,
                        const struct dot_dimensions *dimensions)
{
	for (int side = 0; side < 2; side++) {
		const struct dimension_list lists[] = {dimensions->contracting[side],
		                                       dimensions->batch[side]};
		uint32_t rank = operands[side]->rank;
		bool fits = true;
		for (int list = 0; list < 2; list++)
			for (uint32_t i = 0; i < lists[list].count; i++)
				fits = fits && lists[list].items[i] >= 0 &&
				       lists[list].items[i] < rank;
		if (fits)
			continue;
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("dot_general requires {} dimension numbers to be nonnegative "
		                   "and less than the number of axes of the {} value, got {}_batch "
		                   "of {} and {}_contracting of {} for {} of rank {}",
		                   sides[side], sides[side], sides[side], lists[1], sides[side],
		                   lists[0], sides[side], rank),
		              WORDS("{} has rank {}: its dimensions are counted from 0, and from "
		                    "the front only",
		                    array_name(op, operands[side], side_words[side]), rank));
	}
	return true;
}

static bool is_distinct(struct dimension_list list)
{
	for (uint32_t i = 0; i < list.count; i++)
		for (uint32_t j = 0; j < i; j++)
			if (list.items[i] == list.items[j])
				return false;
	return true;
}

static bool raise_lists(struct op *op, const char *requirement, const char *names[2],
                        const struct dimension_list *lists, uint32_t count)
{
	struct buf text = op_buf(op);
	buf_printf(&text, "dot_general requires %s, got ", requirement);
	for (uint32_t i = 0; i < count; i++) {
		buf_printf(&text, "%s%s ", i ? " and " : "", names[i]);
		dimension_list_text(&text, lists[i]);
	}
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError", TEXT("{}.", &text));
}

/* No dimension is named twice. */
static bool check_distinct(struct op *op, const struct dot_dimensions *dimensions)
{
	static const char *const distinct[2][2] = {
	    {"lhs batch dimensions to be distinct", "rhs batch dimensions to be distinct"},
	    {"lhs contracting dimensions to be distinct",
	     "rhs contracting dimensions to be distinct"}};
	static const char *const disjoint[2] = {
	    "lhs batch dimensions to be disjoint from contracting dimensions",
	    "rhs batch dimensions to be disjoint from contracting dimensions"};
	const char *names[2][2] = {{"lhs_batch", "rhs_batch"},
	                           {"lhs_contracting", "rhs_contracting"}};
	if (dimensions->batch[0].count != dimensions->batch[1].count)
		return raise_lists(op, "equal numbers of lhs_batch and rhs_batch dimensions",
		                   names[0], dimensions->batch, 2);
	const struct dimension_list *lists[] = {dimensions->batch, dimensions->contracting};
	for (int kind = 0; kind < 2; kind++)
		for (int side = 0; side < 2; side++)
			if (!is_distinct(lists[kind][side]))
				return raise_lists(op, distinct[kind][side], &names[kind][side],
				                   &lists[kind][side], 1);
	for (int side = 0; side < 2; side++) {
		const char *both[] = {names[0][side], names[1][side]};
		const struct dimension_list shown[] = {dimensions->batch[side],
		                                       dimensions->contracting[side]};
		for (uint32_t i = 0; i < shown[0].count; i++)
			if (dimension_listed(shown[1], shown[0].items[i]))
				return raise_lists(op, disjoint[side], both, shown, 2);
	}
	return true;
}

static struct message_argument sizes_along(const struct op *op, const struct array_type *type,
                                           struct dimension_list list)
{
	int64_t *sizes = arena_new(op->arena, int64_t, list.count);
	for (uint32_t i = 0; i < list.count; i++)
		sizes[i] = type->shape[list.items[i]];
	return sizes_of(sizes, list.count);
}

/* Says which dimensions differ in size. */
static bool say_sizes(struct op *op, const struct array_type *const *operands, const char *what,
                      const char *advice, const struct dimension_list lists[2])
{
	struct buf text = op_buf(op);
	for (uint32_t i = 0; i < lists[0].count && i < lists[1].count; i++) {
		int64_t a = operands[0]->shape[lists[0].items[i]];
		int64_t b = operands[1]->shape[lists[1].items[i]];
		if (a != b)
			buf_printf(
			    &text,
			    "%sdimension %d of %.*s has size %lld, dimension %d of %.*s %lld",
			    text.len ? "; " : "", (int)lists[0].items[i],
			    STR_ARG(array_shown(op, operands[0], "the left operand")), (long long)a,
			    (int)lists[1].items[i],
			    STR_ARG(array_shown(op, operands[1], "the right operand")),
			    (long long)b);
	}
	if (!text.len)
		explain(op,
		        WORDS("{}: {name|the left operand} gives {}, {name|the right operand} {}",
		              what, operands[0], lists[0].count, operands[1], lists[1].count));
	else
		explain(op, WORDS("{} differ: {}", what, &text));
	return explain(op, HELP("this fails without any sharding too: {}", advice));
}

/* Dimensions that meet have equal sizes. */
static bool check_sizes(struct op *op, const struct array_type *const *operands,
                        const struct dot_dimensions *dimensions)
{
	static const char *const kinds[] = {"lhs batch dimensions and rhs batch dimensions",
	                                    "contracting dimensions"};
	static const char *const words[] = {"batch dimensions", "dimensions that are summed over"};
	static const char *const advice[] = {
	    "dimensions of a batch go together one by one",
	    "transpose or reshape an operand so that the sizes are equal"};
	const struct dimension_list *lists[] = {dimensions->batch, dimensions->contracting};
	for (int kind = 0; kind < 2; kind++) {
		const struct dimension_list *pair = lists[kind];
		bool same = pair[0].count == pair[1].count;
		for (uint32_t i = 0; same && i < pair[0].count; i++)
			same = operands[0]->shape[pair[0].items[i]] ==
			       operands[1]->shape[pair[1].items[i]];
		if (same)
			continue;
		refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		       TEXT("dot_general requires {} to have the same shape, got {} and {}.",
		            kinds[kind], sizes_along(op, operands[0], pair[0]),
		            sizes_along(op, operands[1], pair[1])));
		return say_sizes(op, operands, words[kind], advice[kind], pair);
	}
	return true;
}

bool dot_check_shapes(struct op *op, const struct array_type *const *operands,
                      const struct dot_dimensions *dimensions)
{
	return check_range(op, operands, dimensions) && check_distinct(op, dimensions) &&
	       check_sizes(op, operands, dimensions);
}

/* What dtypes are ranked by, the weightiest first: complex or not, maximum exponent and bits of
 * the mantissa of a float, bits, signed or not. */
enum { PROPERTIES = 5 };

static void dtype_properties(const struct dtype *dtype, int properties[PROPERTIES])
{
	const struct dtype *real = real_dtype(dtype);
	properties[0] = real != dtype;
	properties[1] = dtype->maxexp;
	properties[2] = dtype->nmant;
	properties[3] = dtype_class(dtype) == DTYPE_BOOL ? 1 : (int)real->bits;
	properties[4] = dtype_class(dtype) != DTYPE_UNSIGNED;
}

/* NumPy counts the bits of a complex number's real part. */
static int bit_width(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_BOOL ? 1 : (int)real_dtype(dtype)->bits;
}

const struct dtype *dot_dtype(struct op *op, const char *name,
                              const struct array_type *const *operands,
                              const struct dtype *preferred)
{
	int lhs[PROPERTIES], rhs[PROPERTIES], order = 0;
	const struct dtype *result = operands[0]->dtype;
	dtype_properties(operands[0]->dtype, lhs);
	dtype_properties(operands[1]->dtype, rhs);
	for (int i = 0; i < PROPERTIES && !order; i++)
		order = (lhs[i] > rhs[i]) - (lhs[i] < rhs[i]);
	if (order < 0)
		result = operands[1]->dtype;
	if (!order && operands[0]->dtype != operands[1]->dtype)
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("{} argument type error: {}, {}", name, operands[0]->dtype,
		                   operands[1]->dtype),
		              HELP("convert one of them: x.astype(…)"));
	if (!preferred || preferred == result)
		return result;
	if (dtype_class(result) != DTYPE_FLOAT && bit_width(preferred) < bit_width(result))
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("`preferred_element_type` must not be narrower than the original type, "
		         "got preferred_element_type of {} for result type of {}.",
		         preferred->name, result->name),
		    HELP("leave it out, and convert the result: x.astype(jnp.{})",
		         preferred->name));
	return preferred;
}
