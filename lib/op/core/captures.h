/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays that a function uses although they are none of its arguments. JAX makes operands of them
 * when it traces a branch, so that they are mapped with the others where examples take different
 * branches.
 */
#pragma once

#include "op/core/op.h"

struct captures {
	uint64_t before;           /* arrays made before this are not the function's own */
	uint64_t levels;           /* vmaps that map them inside of it: bit n is level n + 1 */
	const struct array **own;  /* those that have been used, each once */
	const struct array **seen; /* the same as the function sees them */
	uint32_t count;
	size_t own_room, seen_room;
	struct captures *outer; /* of a function around this one */
};

/* From here on arrays are used by the function; until captures_end. */
void captures_begin(struct op *op, struct captures *captures, uint64_t levels);

/* Ends the innermost function, which is that of these captures; what they have found stays with
 * them. */
void captures_end(struct op *op, const struct captures *captures);

/* The array as the function that is being traced sees it; NULL when JAX raises, or for NULL. */
const struct array *captures_see(struct op *op, const struct array *array);

/* Arrays that a function under shard_map uses although they are none of its arguments, and what
 * they are there: JAX hands them to it whole. */
struct manual_captures {
	const struct array **outside, **inside; /* each once */
	uint32_t count;
	size_t outside_room, inside_room;
};

/* Whether a shard_map around what is being applied, all of whose other axes are Auto, gave its
 * function no array of this type: it is on the mesh without. */
bool captured_by_manual(const struct op *op, const struct array_type *type);

/*
 * Such an array as a primitive inside of the shard_map takes it: on the mesh there. Any other
 * itself. NULL when JAX raises, or for NULL. JAX: core.py Primitive.bind.
 */
const struct array *captures_manual(struct op *op, const struct array *array);
