/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo_reader.h"
#include "module/convolution_labels.h"

/* The dims of one array in dim_labels: b01f is batch first, then two spatial ones, then features.
 */
static bool read_labels(struct str text, char first, char second, struct convolution_labels *labels)
{
	enum { MOST = 12 }; /* letters, and digits, which name spatial dims */
	struct str words[MOST];
	if (text.len > MOST)
		return false;
	for (size_t i = 0; i < text.len; i++)
		words[i] = str_slice(text, i, i + 1);
	return convolution_labels_read(words, text.len, first, second, labels);
}

/* b01f_01io->b01f */
static struct convolution_numbers *read_numbers(struct arena *arena, struct str text)
{
	struct convolution_labels input, kernel, output;
	size_t bar = str_find(text, '_', 0), arrow = str_search(text, STR("->"), 0);
	if (bar > arrow || arrow == text.len)
		return NULL;
	if (!read_labels(str_slice(text, 0, bar), 'b', 'f', &input) ||
	    !read_labels(str_slice(text, bar + 1, arrow), 'i', 'o', &kernel) ||
	    !read_labels(str_slice(text, arrow + 2, text.len), 'b', 'f', &output))
		return NULL;
	return convolution_numbers_of(arena, &input, &kernel, &output);
}

const struct convolution_numbers *
hlo_convolution(struct hlo_reader *reader, const struct hlo_attributes *attributes, size_t start)
{
	struct convolution_numbers *numbers = read_numbers(reader->arena, attributes->dim_labels);
	if (!numbers || attributes->window_rank != numbers->nspatial) {
		(void)scanner_fail(&reader->in, start, reader->in.at - start,
		                   "dim_labels and window are not those of a convolution");
		return NULL;
	}
	numbers->window = attributes->window;
	numbers->feature_groups = attributes->feature_groups;
	numbers->batch_groups = attributes->batch_groups;
	return numbers;
}
