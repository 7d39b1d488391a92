/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays that a program gives names to. */
#pragma once

#include "trace/trace.h"

struct named_array {
	struct str
	    name; /* of one inside of a tuple, list or dict with the way to it: out[0]['w'] */
	const struct array_type *type;
	struct span at;      /* the name, in the file */
	struct str sharding; /* how a tensor of torch is annotated; NULL: it is not */
	/* Of a DTensor how it lies along each dimension of its mesh: "S(0)", "R", "P(sum)",
	 * "_S(0,2)"; NULL: it is none. */
	const struct str *placements;
	uint32_t nplacements;
	const struct value *value; /* the array, or the object of torch that has it */
	bool is_parameter;         /* of a module of torch */
};

/* The arrays among the values of a program's top level, in their order; `*count` of them, in the
 * arena. */
const struct named_array *named_arrays(struct arena *arena, const struct trace_result *result,
                                       uint32_t *count);
