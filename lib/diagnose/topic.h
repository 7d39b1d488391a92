/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes that only frameworks report. */
#pragma once

#include "base/str.h"

struct topic {
	const char *name, *summary, *why, *wrong,
	    *right; /* as in struct rule; the last two are Python */
};

/* The row of this name, or NULL. */
const struct topic *topic_named(struct str name);

/* All rows, *count of them. */
const struct topic *topics(size_t *count);
