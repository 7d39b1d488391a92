/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/bodies.h"

bool linearize_branches(struct linearization *forward, const struct equation *equation)
{
	(void)equation;
	return derivative_unknown(forward->derivation, "branches", "");
}

bool transpose_branches(struct backward *b)
{
	return derivative_unknown(b->derivation, "branches", "");
}
