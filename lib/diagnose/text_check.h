/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that are about shardings only when more holds than that they fit a pattern. */
#pragma once

#include "diagnose/text_pattern.h"

enum text_check {
	CHECK_NOTHING,
	CHECK_SAME_SHAPE, /* the types of holes `lhs` and `rhs` differ in their shardings alone */
	CHECK_BROADCAST,  /* the shape of `lhs` broadcasts to that of `rhs` */
	CHECK_CONTRACTS,  /* the shapes can be multiplied, and one is sharded */
	CHECK_WHOLE,      /* the message has nothing else */
	CHECK_MESH_SIZE,  /* a size of `mesh_shape` is below 1 */
};

/* Whether the match of the text passes; `scratch` is used and given back. */
bool text_check(struct arena *scratch, enum text_check check, struct str text,
                const struct pattern_match *match);
