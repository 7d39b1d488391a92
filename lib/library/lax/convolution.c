/* SPDX-License-Identifier: Apache-2.0 */
/* The convolutions of jax.lax. JAX: lax/convolution.py. */
#include "base/checked.h"
#include "jax/python_text.h"
#include "library/arguments/contraction_arguments.h"
#include "op/contract/contract.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

static const char *const spec_names[] = {"lhs_spec", "rhs_spec", "out_spec"};
static const struct tuple_names numbers_names = {"ConvDimensionNumbers", spec_names, NULL};

/* The operands and what they are convolved by, while arguments are read. */
struct reading {
	struct trace *trace;
	const struct array *operands[2];
	struct conv_params params;
};

static bool raise_plain(struct reading *reading, const char *class, const struct buf *text)
{
	return refuse(&reading->trace->op, RULE_PROGRAM_ERROR, class, TEXT("{}", text));
}

/* The spatial dimensions of the operands. */
static uint32_t spatial_rank(const struct reading *reading, int side)
{
	uint32_t rank = reading->operands[side]->type.rank;
	return rank > 2 ? rank - 2 : 0;
}

/* A tuple of tuples of integers, which are the dimensions themselves. */
static bool read_numbers(struct reading *reading, const struct value_list *specs)
{
	struct conv_params *params = &reading->params;
	for (int i = 0; i < 3; i++) {
		const int64_t *dims;
		uint32_t count;
		if (!value_to_ints(reading->trace, specs->items[i], &dims, &count))
			return false;
		uint32_t *spec = arena_new(reading->trace->op.arena, uint32_t, count);
		for (uint32_t j = 0; j < count; j++) {
			if (dims[j] < 0 || dims[j] >= params->rank)
				return op_unknown(&reading->trace->op,
				                  "dimension numbers that are out of range");
			spec[j] = (uint32_t)dims[j];
		}
		if (count != params->rank)
			return op_unknown(&reading->trace->op,
			                  "dimension numbers of another rank than the operands");
		params->dimensions.specs[i] = spec;
	}
	return true;
}

static bool refuse_length(struct reading *reading, int which, uint32_t length)
{
	struct buf text = op_buf(&reading->trace->op);
	buf_printf(&text,
	           "convolution dimension_numbers[%d] must have len equal to the ndim of lhs and "
	           "rhs, got %u for lhs and rhs shapes ",
	           which, length);
	for (int side = 0; side < 2; side++) {
		const struct array_type *type = &reading->operands[side]->type;
		python_shape(&text, type->shape, type->rank);
		buf_puts(&text, side ? "." : " and ");
	}
	return raise_plain(reading, "TypeError", &text);
}

static bool refuse_kinds(struct reading *reading, const struct value_list *specs)
{
	struct buf text = op_buf(&reading->trace->op);
	buf_puts(&text, "convolution dimension_numbers elements must be strings, got (");
	for (int i = 0; i < 3; i++)
		buf_printf(&text, "%s<class '%s'>", i ? ", " : "",
		           value_class_name(specs->items[i]));
	buf_puts(&text, ").");
	return raise_plain(reading, "TypeError", &text);
}

/* Three texts such as 'NHWC', 'HWIO', 'NHWC'. */
static bool read_texts(struct reading *reading, const struct value_list *specs)
{
	struct str texts[3];
	for (int i = 0; i < 3; i++)
		if (specs->items[i]->kind != VALUE_STRING)
			return refuse_kinds(reading, specs);
	for (int i = 0; i < 3; i++) {
		texts[i] = specs->items[i]->string;
		if (texts[i].len != reading->params.rank)
			return refuse_length(reading, i, (uint32_t)texts[i].len);
	}
	return conv_read_dimensions(&reading->trace->op, texts, &reading->params.dimensions);
}

/* JAX: convolution.py conv_dimension_numbers. */
static bool read_dimensions(struct reading *reading, const struct value *value)
{
	struct op *op = &reading->trace->op;
	const struct value_list *specs = value_items(value);
	uint32_t left = reading->operands[0]->type.rank, right = reading->operands[1]->type.rank;
	reading->params.rank = left;
	if (value->named && specs->count == 3)
		return read_numbers(reading, specs);
	if (left != right)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("convolution requires lhs and rhs ndim to be equal, got {} and {}.", left,
		         right));
	if (value->kind == VALUE_NONE) {
		reading->params.dimensions = conv_plain_dimensions(op, left);
		return true;
	}
	if (value->kind == VALUE_UNKNOWN)
		return op_unknown(op, "%s", "");
	if (!specs)
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("convolution dimension_numbers must be tuple/list or None, got "
		                   "<class '{}'>.",
		                   value_class_name(value)));
	if (specs->count != 3)
		return refuse(
		    op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("convolution dimension_numbers list/tuple must be length 3, got {}.",
		         specs->count));
	return read_texts(reading, specs);
}

/* A sequence of integers, where Python makes a tuple of what is given. */
static bool read_sequence(struct reading *reading, const struct value *value,
                          struct dimension_list *list)
{
	if (value->kind == VALUE_INT || value->kind == VALUE_FLOAT || value->kind == VALUE_NONE)
		return refuse(&reading->trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'{}' object is not iterable", value_class_name(value)));
	return value_to_ints(reading->trace, value, &list->items, &list->count);
}

/* Dilation factors; None gives ones. */
static bool read_dilation(struct reading *reading, const struct value *value, int side,
                          struct dimension_list *list)
{
	if (value->kind != VALUE_NONE)
		return read_sequence(reading, value, list);
	uint32_t count = spatial_rank(reading, side);
	int64_t *ones = arena_new(reading->trace->op.arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		ones[i] = 1;
	*list = (struct dimension_list){ones, count};
	return true;
}

static bool refuse_padding(struct reading *reading, const struct value *value)
{
	struct buf text = op_buf(&reading->trace->op);
	buf_puts(&text, "padding argument to conv_general_dilated should be a string or a sequence "
	                "of (low, high) pairs, got ");
	value_text(&text, reading->trace->op.rules, value);
	return raise_plain(reading, "ValueError", &text);
}

static bool read_pairs(struct reading *reading, const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_UNKNOWN)
		return op_unknown(&reading->trace->op, "%s", "");
	if (!items)
		return refuse_padding(reading, value);
	struct padding *padding = arena_new(reading->trace->op.arena, struct padding, items->count);
	for (uint32_t i = 0; i < items->count; i++) {
		const struct value_list *pair = value_items(items->items[i]);
		if (!pair || pair->count != 2 || pair->items[0]->kind != VALUE_INT ||
		    pair->items[1]->kind != VALUE_INT)
			return refuse_padding(reading, value);
		padding[i].low = pair->items[0]->integer;
		padding[i].high = pair->items[1]->integer;
	}
	reading->params.padding = padding;
	reading->params.npadding = items->count;
	return true;
}

/* The kernel's spatial sizes with its dilation. */
static bool dilated_window(struct reading *reading, struct dimension_list *window)
{
	struct op *op = &reading->trace->op;
	struct dimension_list sizes =
	    conv_spatial(op, &reading->operands[1]->type, &reading->params, CONV_RHS);
	struct dimension_list dilation = reading->params.rhs_dilation;
	uint32_t count = sizes.count < dilation.count ? sizes.count : dilation.count;
	int64_t *dilated = arena_new(op->arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		if (!dilate_size(sizes.items[i], dilation.items[i], &dilated[i]))
			return op_unknown(op, "a dilation that makes sizes too large");
	*window = (struct dimension_list){dilated, count};
	return true;
}

/* 'SAME', 'SAME_LOWER' or 'VALID'. */
static bool read_named_padding(struct reading *reading, struct str word)
{
	struct op *op = &reading->trace->op;
	struct conv_params *params = &reading->params;
	struct dimension_list window, numbers;
	if (params->rank < 2 || !dilated_window(reading, &window))
		return op->error.raised ? false : op_unknown(op, "a convolution of this rank");
	struct dimension_list space =
	    conv_spatial(op, &reading->operands[0]->type, params, CONV_LHS);
	if (window.count != space.count || params->strides.count != space.count)
		return op_unknown(op,
		                  "a padding by name with strides or dilations of another rank");
	for (uint32_t i = 0; i < space.count; i++)
		if (params->strides.items[i] <= 0)
			return op_unknown(op, "a convolution whose strides are not positive");
	if (!lax_padding_named(op, word, space.items, &window, &params->strides, &numbers))
		return false;
	struct padding *padding = arena_new(op->arena, struct padding, space.count);
	for (uint32_t i = 0; i < space.count; i++)
		padding[i] =
		    (struct padding){.low = numbers.items[2 * i], .high = numbers.items[2 * i + 1]};
	params->padding = padding;
	params->npadding = space.count;
	return true;
}

static bool all_ones(struct dimension_list list)
{
	for (uint32_t i = 0; i < list.count; i++)
		if (list.items[i] != 1)
			return false;
	return true;
}

/* The values of the arguments of conv_general_dilated. */
struct conv_values {
	const struct value *strides, *padding, *lhs_dilation, *rhs_dilation;
};

static bool read_window(struct reading *reading, const struct conv_values *values)
{
	struct conv_params *params = &reading->params;
	bool named = values->padding->kind == VALUE_STRING;
	if (!read_dilation(reading, values->lhs_dilation, 0, &params->lhs_dilation))
		return false;
	if (named && !all_ones(params->lhs_dilation))
		return refuse(&reading->trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("String padding is not implemented for transposed convolution "
		                   "using this op. Please either exactly specify the required "
		                   "padding or use conv_transpose."));
	return read_dilation(reading, values->rhs_dilation, 1, &params->rhs_dilation) &&
	       read_sequence(reading, values->strides, &params->strides) &&
	       (named ? read_named_padding(reading, values->padding->string)
	              : read_pairs(reading, values->padding));
}

static bool read_operands(struct reading *reading, const struct call_arguments *arguments)
{
	for (uint32_t i = 0; i < 2; i++) {
		const struct value *value = argument(arguments, i);
		if (value->kind != VALUE_ARRAY && value->kind != VALUE_UNKNOWN)
			return refuse(
			    &reading->trace->op, RULE_PROGRAM_ERROR, "AttributeError",
			    TEXT("'{}' object has no attribute 'shape'", value_class_name(value)));
		reading->operands[i] =
		    value_to_operand(reading->trace, value, "conv_general_dilated");
		if (!reading->operands[i])
			return false;
	}
	reading->params.feature_groups = reading->params.batch_groups = 1;
	return true;
}

static const struct value *convolve(struct reading *reading)
{
	return trace_array(reading->trace,
	                   lax_convolution(&reading->trace->op, reading->operands[0],
	                                   reading->operands[1], &reading->params));
}

/* lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, dimension_numbers,
 * feature_group_count, batch_group_count, precision, preferred_element_type[, out_sharding] */
static const struct value *conv_general_dilated(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	struct reading reading = {.trace = trace};
	struct conv_params *params = &reading.params;
	const struct conv_values values = {argument(arguments, 2), argument(arguments, 3),
	                                   argument(arguments, 4), argument(arguments, 5)};
	if (!read_operands(&reading, arguments) ||
	    !read_dimensions(&reading, argument(arguments, 6)))
		return NULL;
	if (arguments->count > 11 &&
	    !value_to_sharding(trace, argument(arguments, 11), "dot_general", &params->sharding))
		return NULL;
	if (!read_window(&reading, &values) ||
	    !value_to_int(trace, argument(arguments, 7), &params->feature_groups) ||
	    !value_to_int(trace, argument(arguments, 8), &params->batch_groups) ||
	    !value_to_optional_dtype(trace, argument(arguments, 10), &params->preferred) ||
	    !check_precision(trace, argument(arguments, 9)))
		return NULL;
	return convolve(&reading);
}

/* lhs, rhs, window_strides, padding, precision, preferred_element_type */
static const struct value *conv(struct trace *trace, const struct call_arguments *arguments)
{
	struct reading reading = {.trace = trace};
	const struct conv_values values = {argument(arguments, 2), argument(arguments, 3),
	                                   &value_none, &value_none};
	if (!read_operands(&reading, arguments) || !read_dimensions(&reading, &value_none) ||
	    !read_window(&reading, &values) || !check_precision(trace, argument(arguments, 4)) ||
	    !value_to_optional_dtype(trace, argument(arguments, 5), &reading.params.preferred))
		return NULL;
	return convolve(&reading);
}

/* lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, precision,
 * preferred_element_type */
static const struct value *conv_with_general_padding(struct trace *trace,
                                                     const struct call_arguments *arguments)
{
	struct reading reading = {.trace = trace};
	const struct conv_values values = {argument(arguments, 2), argument(arguments, 3),
	                                   argument(arguments, 4), argument(arguments, 5)};
	if (!read_operands(&reading, arguments) || !read_dimensions(&reading, &value_none) ||
	    !read_window(&reading, &values) || !check_precision(trace, argument(arguments, 6)) ||
	    !value_to_optional_dtype(trace, argument(arguments, 7), &reading.params.preferred))
		return NULL;
	return convolve(&reading);
}

/* The dimension numbers of conv_transpose when none are given. */
static bool transpose_dimensions(struct reading *reading, const struct value *value)
{
	static const char *const defaults[][3] = {{"NC", "IO", "NC"},
	                                          {"NHC", "HIO", "NHC"},
	                                          {"NHWC", "HWIO", "NHWC"},
	                                          {"NHWDC", "HWDIO", "NHWDC"}};
	uint32_t rank = reading->operands[0]->type.rank;
	struct str texts[3];
	if (value->kind != VALUE_NONE)
		return read_dimensions(reading, value);
	if (rank > 5)
		return refuse(&reading->trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("No 4+ dimensional dimension_number defaults."));
	for (int i = 0; i < 3; i++)
		texts[i] = str_of(defaults[rank - 2][i]);
	reading->params.rank = rank;
	return conv_read_dimensions(&reading->trace->op, texts, &reading->params.dimensions);
}

/* Padding of a transposed convolution from that of the convolution it undoes. JAX: convolution.py
 * _conv_transpose_padding. */
static struct padding transposed_padding(int64_t window, int64_t stride, struct str word)
{
	int64_t length, low;
	if (str_equal(word, STR("SAME"))) {
		length = window + stride - 2;
		low = stride > window - 1 ? window - 1 : ceiling_divide(length, 2);
	} else {
		length = window + stride - 2 + (window > stride ? window - stride : 0);
		low = window - 1;
	}
	return (struct padding){.low = low, .high = length - low};
}

/* The padding of conv_transpose, which a name gives by the strides. */
static bool read_transposed_padding(struct reading *reading, const struct value *value,
                                    struct dimension_list strides, bool consistent)
{
	struct op *op = &reading->trace->op;
	bool named = value->kind == VALUE_STRING && (str_equal(value->string, STR("SAME")) ||
	                                             str_equal(value->string, STR("VALID")));
	struct dimension_list window;
	if (!named && value->kind == VALUE_STRING && !consistent)
		return op_unknown(op, "a padding of this name in conv_transpose");
	if (!named && value->kind == VALUE_STRING)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Invalid padding mode: {}", value->string));
	if (!dilated_window(reading, &window) || (!named && !read_pairs(reading, value)))
		return false;
	if (!named && !consistent)
		return true;
	uint32_t count = window.count < strides.count ? window.count : strides.count;
	if (!named && reading->params.npadding < count)
		count = reading->params.npadding;
	struct padding *padding = arena_new(op->arena, struct padding, count);
	for (uint32_t i = 0; i < count; i++) {
		if (named) {
			padding[i] =
			    transposed_padding(window.items[i], strides.items[i], value->string);
			continue;
		}
		padding[i].low = window.items[i] - reading->params.padding[i].low - 1;
		padding[i].high = window.items[i] - reading->params.padding[i].high - 1;
	}
	reading->params.padding = padding;
	reading->params.npadding = count;
	return true;
}

/* Turns the kernel around and swaps its features. */
static bool transpose_kernel(struct reading *reading)
{
	struct op *op = &reading->trace->op;
	const uint32_t *spec = reading->params.dimensions.specs[CONV_RHS];
	uint32_t rank = reading->params.rank;
	uint32_t *swapped = arena_new(op->arena, uint32_t, rank);
	const struct array *kernel = reading->operands[1];
	for (uint32_t i = 0; i < rank; i++)
		swapped[i] = i;
	swapped[spec[0]] = spec[1];
	swapped[spec[1]] = spec[0];
	for (uint32_t i = 2; kernel && i < rank; i++)
		kernel = lax_rev(op, kernel, &spec[i], 1);
	reading->operands[1] = kernel ? lax_transpose(op, kernel, swapped) : NULL;
	return reading->operands[1] != NULL;
}

/* lhs, rhs, strides, padding, rhs_dilation, dimension_numbers, transpose_kernel, precision,
 * preferred_element_type[, use_consistent_padding] */
static const struct value *conv_transpose(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct reading reading = {.trace = trace};
	struct conv_params *params = &reading.params;
	struct dimension_list strides;
	bool flip, consistent = false;
	if (!read_operands(&reading, arguments))
		return NULL;
	uint32_t rank = reading.operands[0]->type.rank;
	if (rank != reading.operands[1]->type.rank || rank < 2)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "AssertionError", TEXT(""));
	if (!transpose_dimensions(&reading, argument(arguments, 5)) ||
	    !read_dilation(&reading, argument(arguments, 4), 1, &params->rhs_dilation) ||
	    !read_sequence(&reading, argument(arguments, 2), &strides) ||
	    !value_to_bool(trace, argument(arguments, 6), &flip) ||
	    !check_precision(trace, argument(arguments, 7)) ||
	    !value_to_optional_dtype(trace, argument(arguments, 8), &params->preferred))
		return NULL;
	if (arguments->count > 9 && !value_to_bool(trace, argument(arguments, 9), &consistent))
		return NULL;
	if (!read_transposed_padding(&reading, argument(arguments, 3), strides, consistent) ||
	    (flip && !transpose_kernel(&reading)))
		return NULL;
	params->lhs_dilation = strides;
	return read_dilation(&reading, &value_none, 0, &params->strides) ? convolve(&reading)
	                                                                 : NULL;
}

static const struct value *numbers_of(struct trace *trace, const struct conv_params *params)
{
	struct arena *arena = trace->op.arena;
	const struct value **specs = arena_new(arena, const struct value *, 3);
	for (int i = 0; i < 3; i++) {
		const struct value **dims = arena_new(arena, const struct value *, params->rank);
		for (uint32_t j = 0; j < params->rank; j++)
			dims[j] = value_int(arena, params->dimensions.specs[i][j]);
		specs[i] = value_sequence(arena, VALUE_TUPLE, dims, params->rank);
	}
	return value_named_tuple(arena, &numbers_names, specs, 3);
}

/* lhs_shape, rhs_shape, dimension_numbers */
static const struct value *conv_dimension_numbers(struct trace *trace,
                                                  const struct call_arguments *arguments)
{
	struct reading reading = {.trace = trace};
	for (uint32_t i = 0; i < 2; i++) {
		const int64_t *shape;
		uint32_t rank;
		if (!value_to_shape(trace, argument(arguments, i), &shape, &rank))
			return NULL;
		struct array_type type =
		    type_plain(trace->op.arena, dtype_named(STR("float32")), shape, rank);
		reading.operands[i] = array_new(&trace->op, &type);
	}
	if (!read_dimensions(&reading, argument(arguments, 2)))
		return NULL;
	return numbers_of(trace, &reading.params);
}

/* ConvDimensionNumbers(lhs_spec, rhs_spec, out_spec) */
static const struct value *dimension_numbers(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	return value_named_tuple(trace->op.arena, &numbers_names, arguments->values, 3);
}

#define GENERAL                                                                                \
	"lhs, rhs, window_strides, padding, lhs_dilation=None, rhs_dilation=None, "            \
	"dimension_numbers=None, feature_group_count=1, batch_group_count=1, precision=None, " \
	"preferred_element_type=None"
#define TRANSPOSE                                                                 \
	"lhs, rhs, strides, padding, rhs_dilation=None, dimension_numbers=None, " \
	"transpose_kernel=False, precision=None, preferred_element_type=None"

static const struct function_row rows[] = {
    FUNCTION("conv_general_dilated", GENERAL, conv_general_dilated, .until = "0.7.2"),
    FUNCTION("conv_general_dilated", GENERAL ", out_sharding=None", conv_general_dilated,
             .since = "0.7.2"),
    FUNCTION("conv",
             "lhs, rhs, window_strides, padding, precision=None, "
             "preferred_element_type=None",
             conv),
    FUNCTION("conv_with_general_padding",
             "lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, "
             "precision=None, preferred_element_type=None",
             conv_with_general_padding),
    FUNCTION("conv_transpose", TRANSPOSE, conv_transpose, .until = "0.9.0"),
    FUNCTION("conv_transpose", TRANSPOSE ", use_consistent_padding=False", conv_transpose,
             .since = "0.9.0"),
    FUNCTION("conv_dimension_numbers", "lhs_shape, rhs_shape, dimension_numbers",
             conv_dimension_numbers),
    FUNCTION("ConvDimensionNumbers", "lhs_spec, rhs_spec, out_spec", dimension_numbers),
};

const struct module_row library_lax_convolution = {"jax.lax", rows, sizeof rows / sizeof *rows};
