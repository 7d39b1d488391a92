/* SPDX-License-Identifier: Apache-2.0 */
/* Slices of which nobody knows where they begin, but how long they are: data[i:i + n] at an i that
 * is drawn at random; and items at such an i. */
#pragma once

#include "program/expression.h"
#include "trace/value/value.h"

struct trace;

/* The slice from 0 on that is as long as the one that `said` gave, whose bounds are integers that
 * are not known; NULL: the slice is known, or its length is not. */
const struct value *drawn_slice(struct trace *trace, const struct value *slice,
                                const struct expression *said);

/* An index of an array with such slices in the place of drawn ones, and 0 in the place of integers
 * that are not known; *drawn is whether there are any. */
const struct value *index_without_drawn(struct trace *trace, const struct value *index,
                                        bool *drawn);

/* An array of the same type of which nobody knows what it holds. */
const struct value *drawn_part(struct trace *trace, const struct value *part);
