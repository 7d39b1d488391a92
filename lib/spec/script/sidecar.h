/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The spec beside a file of Python, train.shardctl.yaml of train.py: what comments above the first
 * statement can say, meshes, and what names hold that the file gets from outside.
 */
#pragma once

#include "spec/yaml/node.h"
#include "spec/script/type_comment.h"

/* Adds the sidecar of the script to `files`, where there is one: *part is its text, else of no
 * length. A finding when it is there and cannot be read. */
void sidecar_find(struct arena *arena, const struct source *script,
                  const struct spec_overrides *overrides, struct span *part, struct diags *diags);

/*
 * What the spec's `tensors` and meshes say of names of the script, as comments about no line yet.
 * *count of them, in the order of the file, with findings about those that cannot be read.
 */
const struct type_comment *sidecar_said(struct arena *arena, const struct spec *spec,
                                        uint32_t *count, struct diags *diags);
