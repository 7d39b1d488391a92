/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of the JSON of a plan, each with its key. */
#pragma once

#include "plan/plan.h"
#include "report/json_writer.h"

/* "meshes": each mesh of the spec by its name. */
void plan_json_meshes(struct json *json, const struct plan *plan);

/* "spec": the layout of a tensor, a list as long as its rank. */
void plan_json_layout(struct json *json, const struct slice_map *slice_map);

/* "shape": elements along each dimension of the tensor. */
void plan_json_shape(struct json *json, const struct tensor *tensor);

/* "shard_shape": the same of a full shard, sizes divided by the shards and rounded up. */
void plan_json_shard_shape(struct json *json, const struct slice_map *slice_map);

/* "seconds": low, expected and high, or null when they are not known. */
void plan_json_seconds(struct json *json, const struct seconds *seconds);

/* "axes" of a step, or null when they are not known. */
void plan_json_axes(struct json *json, const struct mesh *mesh, const struct reshard_step *step);

/* "source": the file and the line that an instruction comes from; nothing where the text says none.
 */
void plan_json_source(struct json *json, struct str file, int64_t line);

/* One step, an object. `positions` is of the text it stands in. */
void plan_json_step(struct json *json, const char *key, const struct plan_step *step,
                    const struct position_index *positions, bool groups);

/* "steps": one line each. `positions` is of the text they stand in. */
void plan_json_steps(struct json *json, const struct plan_steps *steps,
                     const struct position_index *positions, bool groups);
