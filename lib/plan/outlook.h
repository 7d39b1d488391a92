/* SPDX-License-Identifier: Apache-2.0 */
/* How a logical mesh lies on hardware, and what that means for collectives over its axes. */
#pragma once

#include "jax/mesh_build.h"
#include "plan/mesh_links.h"

/* Bytes of the array whose all-gather over each axis is timed. */
enum { OUTLOOK_BYTES = 1 << 30 };

struct outlook_request {
	const struct hardware *hardware;
	struct framework framework; /* of the family JAX */
	struct str mesh;            /* "data=4,model=4"; one size may be -1 */
	struct str dcn;             /* "data=2": parts of axes across slices; may be empty */
	enum mesh_builder builder;
	struct mesh_options options;
};

/* One axis of the mesh. */
struct axis_outlook {
	struct mesh_links links; /* of the first group along the axis */
	struct cost gather;      /* of an all-gather of OUTLOOK_BYTES over the axis */
};

struct outlook {
	const struct mesh *mesh;         /* NULL after a finding when the text is none */
	struct device_mesh built;        /* its ids are NULL when the constructor refuses */
	const struct axis_outlook *axes; /* one for each axis of the mesh, or NULL */
	const struct diags *diags;       /* what the constructor has to say */
};

/* Lays the mesh out; everything in the result lives in the arena. */
struct outlook outlook_of(struct arena *arena, struct arena *scratch,
                          const struct outlook_request *request);
