/* SPDX-License-Identifier: Apache-2.0 */
/* The line of a spec, or of a program, that an error of a log comes from. */
#pragma once

#include "check/check.h"
#include "diagnose/diagnose.h"

struct log_location {
	bool found;
	struct span at;     /* of the whole text of the check's source */
	struct str subject; /* the tensor, or what else stands there; may be empty */
};

/*
 * Looks in a checked file for what the error speaks of: a finding of the same rule, a tensor by its
 * name, shape and spec, or the line of the traceback when the file is the one that it names.
 * Memory for the work comes from `scratch`, and the subject too.
 */
struct log_location location_find(struct arena *scratch, const struct check_result *result,
                                  const struct log_error *error);
