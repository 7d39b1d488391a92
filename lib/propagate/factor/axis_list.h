/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Relations between parts of mesh axes, and between lists of them, major first. Rules of
 * AxisRefAttr and isAxisListPrefixOf of openxla/shardy.
 */
#pragma once

#include <stdbool.h>

#include "sharding/axis_parts.h"

/* Whether `a` is the major end of `b`, or all of it. */
bool axis_part_starts(const struct axis_part *a, const struct axis_part *b);

/* Whether `part` lies in `whole`. */
bool axis_part_contains(const struct axis_part *whole, const struct axis_part *part);

/*
 * Cuts the part before the other, where they overlap. False when nothing is left in front, or the
 * two cannot be parts of one axis.
 */
MUST_USE bool axis_part_cut_before(struct axis_part *part, const struct axis_part *other);

/* The same against every part of a list. */
MUST_USE bool axis_part_cut_before_all(struct axis_part *part, const struct axis_parts *others);

/* Whether both have the same parts in the same order. */
bool axis_parts_equal(const struct axis_parts *a, const struct axis_parts *b);

/* Whether the list starts with all of `start`, of which the last may be only the major end of its
 * counterpart. */
bool axis_parts_start_with(const struct axis_parts *list, const struct axis_parts *start);

/* The same, and the list is longer. */
bool axis_parts_extend(const struct axis_parts *list, const struct axis_parts *start);
