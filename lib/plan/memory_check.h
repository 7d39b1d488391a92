/* SPDX-License-Identifier: Apache-2.0 */
/* Whether what a spec keeps on a device fits there, as a finding of a check. */
#pragma once

#include "check/check.h"

/*
 * Reports memory-exceeded when the file names hardware and its tensors, and what training keeps
 * beside them, need more memory than a device has: a check_gate.
 */
void memory_check(struct arena *scratch, const struct check_result *checked, struct diags *diags);
