/* SPDX-License-Identifier: Apache-2.0 */
/* Which dims of a convolution's arrays are batch, features and space. */
#pragma once

#include "module/module.h"

enum { MAX_SPATIAL = 64 };

/* The dims of one array. */
struct convolution_labels {
	int64_t first, second; /* the places of its two letters */
	int64_t spatial[MAX_SPATIAL];
	uint32_t count; /* of spatial dims */
};

/* Reads the words b, 0, 1, f, one for each dim: two letters, and the numbers 0, 1 … of the spatial
 * dims, each once. False when they are others. */
MUST_USE bool convolution_labels_read(const struct str *words, size_t count, char first,
                                      char second, struct convolution_labels *labels);

/* The numbers of a convolution whose arrays have these labels, in the arena, without its window and
 * its groups; NULL when they differ in how many dims are spatial. */
struct convolution_numbers *convolution_numbers_of(struct arena *arena,
                                                   const struct convolution_labels *input,
                                                   const struct convolution_labels *kernel,
                                                   const struct convolution_labels *output);
