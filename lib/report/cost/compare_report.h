/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of one file on several meshes, side by side. */
#pragma once

#include "plan/plan.h"
#include "report/output_format.h"
#include "report/stream.h"

struct compared_plan {
	struct str mesh;         /* as it was asked for */
	const struct plan *plan; /* NULL: the file has errors on this mesh */
};

struct compared_plans {
	struct str path, framework;
	struct compared_plan *items;
	size_t count;
};

/* Writes a row for each mesh: text, JSON or CSV. Memory for the work comes from `scratch`. */
void compare_write(struct stream *out, struct arena *scratch, enum output_format format,
                   const struct compared_plans *plans);
