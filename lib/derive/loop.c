/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that end by a condition, as far as no tangent goes through. JAX: _while_loop_jvp. */
#include "derive/bodies.h"

/* Whether the loop gets or uses something that has a tangent. */
static bool is_moved(struct linearization *forward, const struct equation *equation)
{
	bool moved = false;
	for (uint32_t i = 0; i < equation->count; i++)
		moved = moved || tangent_of(forward, equation->operands[i]);
	for (uint32_t b = 0; b < equation->nbodies; b++) {
		uint32_t count;
		const struct array *const *used = recording_captures(forward->derivation->op->arena,
		                                                     &equation->bodies[b], &count);
		for (uint32_t i = 0; i < count; i++)
			moved = moved || tangent_of(forward, used[i]);
	}
	return moved;
}

bool linearize_while(struct linearization *forward, const struct equation *equation)
{
	if (is_moved(forward, equation))
		return derivative_unknown(forward->derivation, "while", "");
	struct equation plain = standing_equation(forward->derivation, equation);
	emit_equation(forward->derivation->op, &plain);
	return true;
}
