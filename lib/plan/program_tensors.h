/* SPDX-License-Identifier: Apache-2.0 */
/* What a program leaves behind: the arrays that its names hold at its end, as tensors of a spec. */
#pragma once

#include "check/check.h"
#include "op/core/type.h"

struct value;

/*
 * The spec with the meshes and the arrays of its program behind its own. A tensor of torch_xla has
 * the sharding that it was marked with, a DTensor its placements, an array of JAX the sharding of
 * its type; of others `open` says why it is not known how they lie. The spec itself when there was
 * no program. Everything lives in `arena`, or where the result of the check does.
 */
const struct spec *program_spec(struct arena *arena, const struct check_result *checked);

/* An array of a program as a tensor of a spec that program_spec gave: as it was placed, or with
 * NULL as its type says. */
struct tensor program_tensor(struct arena *arena, const struct spec *spec, struct str name,
                             const struct array_type *type, const struct sharding_request *placed,
                             struct span at);

/* Whether an array of a program is on one device, and on no mesh. */
bool program_on_one_device(const struct tensor *tensor);

/* Whether a tensor of program_place_values is a result of operations that torch_xla hands to XLA,
 * which decides how it is laid out and what is communicated for it. */
bool program_computed_by_xla(const struct tensor *tensor);

/* A DTensor of a program, likewise; false when its mesh or its placements are not known. */
bool program_dtensor(struct arena *arena, const struct spec *spec, const struct value *object,
                     struct span at, struct tensor *tensor);
