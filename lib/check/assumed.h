/* SPDX-License-Identifier: Apache-2.0 */
/* Files that do not say how many devices there are, where it matters. */
#pragma once

#include "check/check.h"

/* A number of devices that nothing says, and where in the file it first matters. */
struct assumed_devices {
	int64_t count;
	bool script; /* only for what a script asks of its host: its mesh has another size */
	struct span at;
};

/* check_source for the number of devices that the options have, or for `assumed`; that may be
 * NULL. */
struct check_result check_once(struct arena *arena, struct arena *scratch,
                               const struct source *source, const struct check_options *options,
                               const struct assumed_devices *assumed);
