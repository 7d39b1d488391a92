/* SPDX-License-Identifier: Apache-2.0 */
#include "module/instruction_check.h"
#include "stablehlo/build.h"

bool build_check(struct reader *reader, const struct operation *operation,
                 const struct instruction *instruction)
{
	const char *misfit = instruction_misfit(instruction);
	return !misfit || build_refuse(reader, operation, misfit);
}
