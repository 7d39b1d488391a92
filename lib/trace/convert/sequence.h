/* SPDX-License-Identifier: Apache-2.0 */
/* Indices of sequences, and going through them. */
#pragma once

#include "trace/state/trace.h"

enum {
	MAX_ITEMS = 131072,
	MAX_TEXT = 1000000,    /* bytes */
	MAX_ELEMENTS = 100000, /* of an array that is gone through */
};

/* The integer that a value is as an index; false when it is none. */
MUST_USE bool index_integer(const struct value *value, int64_t *integer);

/*
 * What a slice takes of `length` items: the first, the distance between them and how many. False
 * after an error, or without one when a bound is unknown. CPython: PySlice_AdjustIndices.
 */
MUST_USE bool slice_range(struct trace *trace, const struct value *slice, int64_t length,
                          int64_t *start, int64_t *step, int64_t *count);
