/* SPDX-License-Identifier: Apache-2.0 */
/* A mesh of torch_xla, and what its constructor checks: xs.Mesh(device_ids, mesh_shape,
 * axis_names). */
#pragma once

#include "torch/mark_spec.h"
#include "torch/release.h"
#include "torch/violation.h"

struct xla_mesh {
	const int64_t *sizes; /* as given: they may be 0 or negative */
	uint32_t nsizes;
	const struct mark *names; /* what is no name is never found; NULL: the mesh has no names */
	uint32_t nnames;
	struct str names_text; /* the names as Python prints them; empty: as a tuple */
	const int64_t *ids;    /* `nids` device ids, row-major; NULL: 0, 1, 2 … */
	int64_t nids;
	int64_t devices; /* how many devices there are */
};

/* The mesh size: the product of its sizes, INT64_MAX when that does not fit. */
int64_t xla_mesh_size(const struct xla_mesh *mesh);

/* The number of the axis of this name; false when the mesh has none. */
MUST_USE bool xla_mesh_axis(const struct xla_mesh *mesh, struct str name, uint32_t *axis);

/* What Mesh(…) refuses. torch_xla 2.9 distributed/spmd/xla_sharding.py Mesh.__init__; 2.8 the same.
 */
void xla_check_mesh(const struct xla_mesh *mesh, struct violations *violations);

/* What HybridMesh(ici_mesh_shape=…, dcn_mesh_shape=…) refuses where there is no TPU; `dcn` is NULL
 * when it is left out. torch_xla 2.9 xla_sharding.py HybridMesh.__init__. */
void xla_check_hybrid_mesh(const int64_t *ici, uint32_t nici, const int64_t *dcn, uint32_t ndcn,
                           int64_t devices, struct violations *violations);
