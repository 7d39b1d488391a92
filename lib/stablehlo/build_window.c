/* SPDX-License-Identifier: Apache-2.0 */
/* Operations with windows: convolutions and reductions over windows. */
#include "module/convolution_labels.h"
#include "stablehlo/build.h"

/* One number per dim of a window, under the keys that pretty and generic forms have for it. */
struct window_numbers {
	int64_t *size, *stride, *pad, *base_dilation, *window_dilation, *reversed;
};

static struct window_dim *make_window(struct reader *reader, const struct window_numbers *numbers,
                                      uint32_t rank)
{
	struct window_dim *window = arena_new(reader->arena, struct window_dim, rank);
	for (uint32_t i = 0; i < rank; i++)
		window[i] = (struct window_dim){
		    .size = numbers->size[i],
		    .stride = numbers->stride[i],
		    .low = numbers->pad[2 * i],
		    .high = numbers->pad[2 * i + 1],
		    .base_dilation = numbers->base_dilation[i],
		    .window_dilation = numbers->window_dilation[i],
		    .reversed = numbers->reversed && numbers->reversed[i],
		};
	return window;
}

/* Whether every number of the window can be one. */
static bool window_is_sound(const struct window_dim *window, uint32_t rank)
{
	for (uint32_t i = 0; i < rank; i++)
		if (window[i].size < 1 || window[i].stride < 1 || window[i].base_dilation < 1 ||
		    window[i].window_dilation < 1)
			return false;
	return true;
}

static struct window_dim *read_window(struct reader *reader, const struct operation *operation,
                                      uint32_t rank)
{
	struct window_numbers numbers = {0};
	if (!build_numbers(reader, operation, "window_dimensions", rank, 1, &numbers.size) ||
	    !build_numbers(reader, operation, "window_strides", rank, 1, &numbers.stride) ||
	    !build_numbers(reader, operation, "padding", 2 * rank, 0, &numbers.pad) ||
	    !build_numbers(reader, operation, "base_dilations", rank, 1, &numbers.base_dilation) ||
	    !build_numbers(reader, operation, "window_dilations", rank, 1,
	                   &numbers.window_dilation))
		return NULL;
	struct window_dim *window = make_window(reader, &numbers, rank);
	if (window_is_sound(window, rank))
		return window;
	build_refuse(reader, operation, "its window has a size, stride or dilation below 1");
	return NULL;
}

static bool add_windowed(struct reader *reader, struct operation *operation, struct region *region,
                         enum opcode opcode)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, 2, UINT32_MAX))
		return false;
	const struct window_dim *window =
	    read_window(reader, operation, operation->operands[0]->shape->rank);
	if (!window)
		return false;
	struct instruction *instruction = build_add(reader, operation, region, opcode, shape);
	if (!instruction)
		return false;
	instruction->window = window;
	instruction->called = build_called(reader, operation, &instruction->ncalled);
	return build_results(reader, operation, region, instruction);
}

bool build_reduce_window(struct reader *reader, struct operation *operation, struct region *region)
{
	if (operation->noperands % 2 || operation->nregions != 1)
		return build_refuse(reader, operation,
		                    "it takes inputs, as many initial values and "
		                    "a region");
	return add_windowed(reader, operation, region, OPCODE_REDUCE_WINDOW);
}

bool build_select_and_scatter(struct reader *reader, struct operation *operation,
                              struct region *region)
{
	if (operation->noperands != 3 || operation->nregions != 2)
		return build_refuse(reader, operation, "it takes three operands and two regions");
	return add_windowed(reader, operation, region, OPCODE_SELECT_AND_SCATTER);
}

/* [b, 0, 1, f] */
static bool read_labels(struct str value, char first, char second,
                        struct convolution_labels *labels)
{
	struct str words[MAX_SPATIAL + 2];
	uint32_t count = attribute_words(value, words, COUNT_OF(words));
	return convolution_labels_read(words, count, first, second, labels);
}

/* [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]; NULL: something else. */
static struct convolution_numbers *read_dim_numbers(struct arena *arena, struct str value)
{
	struct convolution_labels input, kernel, output;
	size_t x = str_search(value, STR("]x["), 0), arrow = str_search(value, STR("]->["), 0);
	if (x >= arrow || arrow == value.len ||
	    !read_labels(str_slice(value, str_find(value, '[', 0), x + 1), 'b', 'f', &input) ||
	    !read_labels(str_slice(value, x + 2, arrow + 1), 'i', 'o', &kernel) ||
	    !read_labels(str_slice(value, arrow + 3, value.len), 'b', 'f', &output))
		return NULL;
	return convolution_numbers_of(arena, &input, &kernel, &output);
}

/* {stride = [1, 1], pad = [[1, 1], [1, 1]], …} of the pretty form, as attributes. */
static bool open_window(struct reader *reader, struct operation *operation)
{
	struct str value = attributes_find(&operation->attributes, "window");
	if (!value.s)
		return true;
	size_t back = cursor_jump(&reader->cursor, value);
	bool read = attributes_read(&operation->attributes, &reader->cursor);
	reader->cursor.at = back;
	return read;
}

static bool read_convolution_window(struct reader *reader, const struct operation *operation,
                                    struct convolution_numbers *convolution)
{
	struct window_numbers numbers = {0};
	uint32_t n = convolution->nspatial;
	const struct hlo_shape *kernel = operation->operands[1]->shape;
	if (!build_numbers(reader, operation, "stride window_strides", n, 1, &numbers.stride) ||
	    !build_numbers(reader, operation, "pad padding", 2 * n, 0, &numbers.pad) ||
	    !build_numbers(reader, operation, "lhs_dilate lhs_dilation", n, 1,
	                   &numbers.base_dilation) ||
	    !build_numbers(reader, operation, "rhs_dilate rhs_dilation", n, 1,
	                   &numbers.window_dilation) ||
	    !build_numbers(reader, operation, "reverse window_reversal", n, 0, &numbers.reversed))
		return false;
	numbers.size = arena_new(reader->scratch, int64_t, n);
	for (uint32_t i = 0; i < n; i++)
		numbers.size[i] = kernel->dims[convolution->kernel_spatial[i]];
	struct window_dim *window = make_window(reader, &numbers, n);
	convolution->window = window;
	return window_is_sound(window, n) ||
	       build_refuse(reader, operation, "its window has a size, stride or dilation below 1");
}

bool build_convolution(struct reader *reader, struct operation *operation, struct region *region)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	struct str value = attributes_find(&operation->attributes, "dim_numbers dimension_numbers");
	if (!shape || !build_operands(reader, operation, 2, 2) || !open_window(reader, operation))
		return false;
	struct convolution_numbers *numbers =
	    read_dim_numbers(reader->arena, value.s ? value : STR(""));
	if (!numbers)
		return build_refuse(reader, operation, "expected [b, 0, f]x[0, i, o]->[b, 0, f]");
	for (int i = 0; i < 2; i++)
		if (operation->operands[i]->shape->rank != numbers->nspatial + 2 ||
		    shape->rank != numbers->nspatial + 2)
			return build_refuse(reader, operation, "arrays of another rank");
	if (!read_convolution_window(reader, operation, numbers) ||
	    !attribute_integer(&operation->attributes, &reader->cursor, "feature_group_count", 1,
	                       &numbers->feature_groups) ||
	    !attribute_integer(&operation->attributes, &reader->cursor, "batch_group_count", 1,
	                       &numbers->batch_groups))
		return false;
	struct instruction *instruction =
	    build_add(reader, operation, region, OPCODE_CONVOLUTION, shape);
	if (instruction)
		instruction->convolution = numbers;
	return instruction && build_results(reader, operation, region, instruction);
}
