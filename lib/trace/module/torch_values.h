/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors and meshes of a spec of torch_xla or DTensor, as objects of torch. */
#pragma once

#include "trace/state/trace.h"

/* Whether the spec's program is one of torch, whose tensors are objects. */
bool is_torch_program(const struct trace *trace);

/* A tensor of torch that holds the array: on the device that the spec says, or else on xla, or on
 * the CPU where it is part of a model. NULL when it cannot be told. */
const struct value *torch_tensor(struct trace *trace, const struct tensor *tensor,
                                 const struct value *array);

/* A placement as the prelude has it: ("S", 0), ("_S", 0, 2), ("R",), ("P", "sum"). */
const struct value *torch_placement(struct arena *arena, const struct placement *placement);

/* The mesh as the framework's own class has it; NULL when it cannot be told. */
const struct value *torch_mesh(struct trace *trace, const struct mesh *mesh);

/* The module whose parameters are the tensors that begin with the name and a dot, model.fc1.weight;
 * NULL when there are none. */
const struct value *torch_model(struct trace *trace, struct str name);

/* What a name stands for that a program of torch does not define, where all tensors with a dot are
 * of one model: its class, which begins with a capital letter, or something foreign, as its
 * configuration is. NULL without an error: there is no model. */
const struct value *torch_model_class(struct trace *trace, struct str name);
