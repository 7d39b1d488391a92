/* SPDX-License-Identifier: Apache-2.0 */
#include "module/convolution_labels.h"

/* Where the place of the dim of this word goes; NULL: it is none that a convolution has. */
static int64_t *place_of(struct str word, char first, char second,
                         struct convolution_labels *labels)
{
	int64_t number;
	if (word.len == 1 && word.s[0] == first)
		return &labels->first;
	if (word.len == 1 && word.s[0] == second)
		return &labels->second;
	bool spatial = str_to_int64(word, &number) && number >= 0 && number < labels->count;
	return spatial ? &labels->spatial[number] : NULL;
}

bool convolution_labels_read(const struct str *words, size_t count, char first, char second,
                             struct convolution_labels *labels)
{
	*labels = (struct convolution_labels){.first = -1, .second = -1};
	if (count < 2 || count - 2 > MAX_SPATIAL)
		return false;
	labels->count = (uint32_t)count - 2;
	for (uint32_t i = 0; i < labels->count; i++)
		labels->spatial[i] = -1;
	for (size_t i = 0; i < count; i++) {
		int64_t *place = place_of(words[i], first, second, labels);
		if (!place || *place >= 0)
			return false;
		*place = (int64_t)i;
	}
	return true; /* as many words as places, and none twice */
}

static const int64_t *spatial(struct arena *arena, const struct convolution_labels *labels)
{
	return arena_copy(arena, labels->spatial, labels->count, sizeof *labels->spatial);
}

struct convolution_numbers *convolution_numbers_of(struct arena *arena,
                                                   const struct convolution_labels *input,
                                                   const struct convolution_labels *kernel,
                                                   const struct convolution_labels *output)
{
	if (input->count != kernel->count || input->count != output->count)
		return NULL;
	struct convolution_numbers *numbers = arena_new(arena, struct convolution_numbers, 1);
	*numbers = (struct convolution_numbers){
	    .input_batch = input->first,
	    .input_feature = input->second,
	    .kernel_input = kernel->first,
	    .kernel_output = kernel->second,
	    .output_batch = output->first,
	    .output_feature = output->second,
	    .input_spatial = spatial(arena, input),
	    .kernel_spatial = spatial(arena, kernel),
	    .output_spatial = spatial(arena, output),
	    .nspatial = input->count,
	};
	return numbers;
}
