/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/bodies.h"

bool linearize_manual(struct linearization *forward, const struct equation *equation)
{
	(void)equation;
	return derivative_unknown(forward->derivation, "manual", "");
}

bool transpose_manual(struct backward *b)
{
	return derivative_unknown(b->derivation, "manual", "");
}
