/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/bodies.h"

bool linearize_while(struct linearization *forward, const struct equation *equation)
{
	(void)equation;
	return derivative_unknown(forward->derivation, "while", "");
}
