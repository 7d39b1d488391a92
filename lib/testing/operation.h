/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on types for tests: arrays from text, results as text. */
#pragma once

#include "op/core/op.h"
#include "testing/testing.h"

/* What tests apply operations in: the given release, under the mesh x=2, y=4, z=1 of Explicit
 * axes. Everything lives in the arena. */
struct op testing_op(struct arena *arena, const char *release);

/* The array of a type on that mesh, as "f32[8@x,4@(y,z)]"; a '*' in front puts it on no mesh, as
 * constants are. */
const struct array *testing_array(struct op *op, const char *text);

/* The sharding that P(…) asks for, its entries written "x,None,(y,z)"; NULL for NULL. */
const struct sharding_request *testing_request(struct op *op, const char *entries);

/* The array as its operand's text was, after what is left unreduced; else "Class: text" of the
 * exception, or "unknown: reason". */
struct str testing_outcome(struct op *op, const struct array *array);
