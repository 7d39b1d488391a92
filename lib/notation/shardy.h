/* SPDX-License-Identifier: Apache-2.0 */
/* Shardy's text of a sharding: #sdy.sharding<@mesh, [{"x", ?}p0, {"y":(1)2}], replicated={"z"}>. */
#pragma once

#include "base/buf.h"
#include "sharding/named_sharding.h"
#include "notation/scanner.h"

/* A mesh that `@name` may refer to. */
struct shardy_mesh {
	struct str name;
	const struct named_mesh *mesh;
};

struct shardy_meshes {
	const struct shardy_mesh *items;
	uint32_t count;
};

/*
 * Reads a sharding with its mesh, inline or among the `meshes`, and checks it by the rules of
 * Shardy's parser and verifier (lib/sdy of openxla/shardy, jaxlib 0.12.0.1), the rank aside. NULL
 * after an error in their words. The sharding lives in the arena.
 */
const struct named_sharding *shardy_read(struct arena *arena, struct str text,
                                         const struct shardy_meshes *meshes,
                                         struct notation_error *error);

/* The same of what stands behind the words: <@mesh, [{"x"}]>. */
const struct named_sharding *shardy_read_inside(struct arena *arena, struct str text,
                                                const struct shardy_meshes *meshes,
                                                struct notation_error *error);

/* Reads the axes of a shard_map, #sdy<manual_axes{"x", "y"}>, which are the mesh's. False after an
 * error. */
MUST_USE bool shardy_read_manual_axes(struct arena *arena, struct str text,
                                      const struct named_mesh *mesh, struct axis_parts *axes,
                                      struct notation_error *error);

/* Reads what stands behind #sdy.mesh: <["x"=2, "y"=4], device_ids=[…]>. NULL after an error. */
const struct named_mesh *shardy_read_mesh(struct arena *arena, struct str text,
                                          struct notation_error *error);

/* Appends its dims as JAX prints them: [{"x"}, {?}]. */
void shardy_write_dims(struct buf *out, const struct named_sharding *sharding);

/* Appends the sharding as JAX prints it, with its mesh inline. What it has of `reduced` and
 * `manual` axes is not written. */
void shardy_write(struct buf *out, const struct named_sharding *sharding);
