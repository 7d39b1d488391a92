/* SPDX-License-Identifier: Apache-2.0 */
/* What a script's sidecar says of its names, put where the script assigns them. */
#pragma once

#include "program/program.h"
#include "spec/spec.h"

/*
 * The spec with what its sidecar says among its type comments, at each assignment of the program to
 * such a name. A bare name is that of the top level, or else of the only function that assigns it;
 * of several functions it needs theirs in front: train.batch. Adds findings about names that the
 * program nowhere assigns.
 */
const struct spec *outside_placed(struct arena *arena, const struct spec *spec,
                                  const struct program *program, struct diags *diags);
