/* SPDX-License-Identifier: Apache-2.0 */
/* Building meshes as their constructors do. */
#pragma once

#include "library/placement/sharding_values.h"

/* The sizes of an axis, or of the array of devices; at most MAX_AXES of them. */
struct mesh_request {
	enum mesh_builder builder;
	const int64_t *sizes;
	uint32_t nsizes;
	const struct value *names; /* a tuple of strings, or NULL: there are none */
	const struct value *types; /* None, an AxisType or a tuple of them */
	int64_t devices;           /* to lay it on; 0: as many as it needs */
	const int64_t *dcn;        /* or NULL */
	struct mesh_options options;
	const int64_t *ids; /* of the devices it is laid on, or NULL: not known */
	uint32_t nids;
	bool all_devices; /* those of the spec's hardware */
	bool abstract;    /* it is an AbstractMesh */
};

/* The mesh with its types completed; NULL after raising what the constructor raises. */
const struct abstract_mesh *build_mesh(struct trace *trace, const struct mesh_request *request);

/* Checks the sizes and types of a request that has no devices, as AbstractMesh does. */
const struct abstract_mesh *build_abstract_mesh(struct trace *trace,
                                                const struct mesh_request *request);

/* A tuple or list of integers, at most MAX_AXES; false after an error. */
MUST_USE bool mesh_sizes(struct trace *trace, const struct value *value, const int64_t **sizes,
                         uint32_t *count);
