/* SPDX-License-Identifier: Apache-2.0 */
/* The signature of a function that jnp.vectorize repeats, "(n,m),(m)->(n)": which dimensions at the
 * end of its arguments and results are its own. JAX: numpy/vectorize.py. */
#ifndef LIBRARY_TRANSFORM_CORE_DIMENSIONS_H
#define LIBRARY_TRANSFORM_CORE_DIMENSIONS_H

#include "op/core/op.h"

/* The dimensions of one argument or result. */
struct core_dimensions {
	const struct str *names;
	uint32_t count;
};

struct core_signature {
	const struct core_dimensions *inputs, *outputs;
	uint32_t ninputs, noutputs;
	bool any_outputs; /* there was no signature: results are what they are */
};

/* The sizes of dimensions, by name. */
struct core_sizes {
	struct core_size {
		struct str name;
		int64_t size;
	} * items;
	uint32_t count;
	size_t room;
};

/* Reads a signature; false after raising that it is none. */
MUST_USE bool core_signature_read(struct op *op, struct str text, struct core_signature *signature);

/*
 * Brings the sizes of dimensions at the end of a shape together with those known. `context` ends
 * the text of errors. False after raising that they are not the same, or that the shape has too few
 * dimensions; a result must have exactly these. JAX: _update_dim_sizes.
 */
MUST_USE bool core_sizes_update(struct op *op, struct core_sizes *sizes, const int64_t *shape,
                                uint32_t rank, const struct core_dimensions *dimensions,
                                struct str context, bool is_input);

#endif
