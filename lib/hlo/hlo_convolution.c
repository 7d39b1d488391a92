/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo_reader.h"

enum { MAX_SPATIAL = 10 }; /* digits name them */

/* The dims of one array in dim_labels: b01f is batch first, then two spatial ones, then features.
 */
struct labels {
	int64_t first, second; /* places of two letters */
	int64_t spatial[MAX_SPATIAL];
	uint32_t count;
};

static bool read_labels(struct str text, char first, char second, struct labels *labels)
{
	*labels = (struct labels){.first = -1, .second = -1};
	for (int i = 0; i < MAX_SPATIAL; i++)
		labels->spatial[i] = -1;
	for (size_t i = 0; i < text.len; i++) {
		int64_t *place = text.s[i] == first         ? &labels->first
		                 : text.s[i] == second      ? &labels->second
		                 : byte_is_digit(text.s[i]) ? &labels->spatial[text.s[i] - '0']
		                                            : NULL;
		if (!place || *place >= 0)
			return false;
		*place = (int64_t)i;
	}
	labels->count = (uint32_t)text.len - 2;
	for (uint32_t i = 0; i < MAX_SPATIAL; i++)
		if ((labels->spatial[i] >= 0) != (i < labels->count))
			return false;
	return text.len >= 2 && labels->first >= 0 && labels->second >= 0;
}

/* b01f_01io->b01f */
static bool split_labels(struct str text, struct str *input, struct str *kernel, struct str *output)
{
	size_t bar = str_find(text, '_', 0), arrow = str_search(text, STR("->"), 0);
	if (bar > arrow || arrow == text.len)
		return false;
	*input = str_slice(text, 0, bar);
	*kernel = str_slice(text, bar + 1, arrow);
	*output = str_slice(text, arrow + 2, text.len);
	return input->len == kernel->len && input->len == output->len &&
	       input->len <= MAX_SPATIAL + 2;
}

static const int64_t *spatial(struct arena *arena, const struct labels *labels)
{
	return arena_copy(arena, labels->spatial, labels->count, sizeof *labels->spatial);
}

const struct convolution_numbers *
hlo_convolution(struct hlo_reader *reader, const struct hlo_attributes *attributes, size_t start)
{
	struct arena *arena = reader->arena;
	struct str texts[3];
	struct labels input, kernel, output;
	if (!split_labels(attributes->dim_labels, &texts[0], &texts[1], &texts[2]) ||
	    !read_labels(texts[0], 'b', 'f', &input) || !read_labels(texts[1], 'i', 'o', &kernel) ||
	    !read_labels(texts[2], 'b', 'f', &output) || attributes->window_rank != input.count) {
		(void)scanner_fail(&reader->in, start, reader->in.at - start,
		                   "dim_labels and window are not those of a convolution");
		return NULL;
	}
	struct convolution_numbers *numbers = arena_new(arena, struct convolution_numbers, 1);
	*numbers = (struct convolution_numbers){
	    .input_batch = input.first,
	    .input_feature = input.second,
	    .kernel_input = kernel.first,
	    .kernel_output = kernel.second,
	    .output_batch = output.first,
	    .output_feature = output.second,
	    .input_spatial = spatial(arena, &input),
	    .kernel_spatial = spatial(arena, &kernel),
	    .output_spatial = spatial(arena, &output),
	    .window = attributes->window,
	    .nspatial = input.count,
	    .feature_groups = attributes->feature_groups,
	    .batch_groups = attributes->batch_groups,
	};
	return numbers;
}
