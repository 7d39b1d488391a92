/* SPDX-License-Identifier: Apache-2.0 */
/* Verdicts of torch_xla on the meshes and tensors of a spec. */
#pragma once

#include "jax/judge.h"
#include "torch/mark_sharding.h"
#include "trace/trace.h"

/* Reports what xs.Mesh, or xs.HybridMesh, has against a mesh of the spec, and gives it in *marked
 * as marks see it. False when nothing can be marked on it. */
MUST_USE bool torch_xla_check_mesh(const struct judge *judge, const struct mesh *mesh,
                                   struct xla_mesh *marked);

/*
 * Reports what mark_sharding has against a tensor with a PartitionSpec on a mesh that can be: all
 * of it, of which the first carries torch_xla's words; and what it costs where it is accepted.
 * Whether it is refused.
 */
bool torch_xla_check_tensor(const struct judge *judge, const struct torch_rules *rules,
                            const struct tensor *tensor, const struct layout *layout,
                            const struct xla_mesh *mesh);

/* Says which models a program has marked in part. */
void torch_xla_check_program(const struct judge *judge, const struct trace_result *program);
