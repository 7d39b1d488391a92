/* SPDX-License-Identifier: Apache-2.0 */
/* From a partition spec to numbers of mesh axes, as Mesh._get_op_sharding_args goes. */
#pragma once

#include "torch/mark_sharding.h"

/* A spec with numbers in the place of names. */
struct translated {
	const struct mark
	    *entries; /* of kinds NONE, INDEX, TUPLE; OTHER for what is refused already */
	uint32_t count;
	bool sound; /* nothing is wrong with it so far */
};

/* Translates the entries, with what is refused on the way. `in_range`: the numbers are checked to
 * be axes, and to differ; else NumPy does when it transposes. Lives in the arena of the violations.
 */
struct translated mark_translate(const struct xla_mesh *mesh, const struct mark *entries,
                                 uint32_t count, bool in_range, struct violations *violations);

/* The numbers of axes in it, one after the other; NULL when it is not sound. */
const int64_t *translated_axes(struct arena *arena, const struct translated *spec, uint32_t *count);
