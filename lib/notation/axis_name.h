/* SPDX-License-Identifier: Apache-2.0 */
/* The names of axes as code and YAML write them. */
#pragma once

#include "base/buf.h"

/* Appends a name as Python's repr() of a string, 'x'. */
void axis_name_python(struct buf *out, struct str name);

/* Appends a name as an item of a YAML list: plain, or in double quotes where plain would be
 * something else. */
void axis_name_yaml(struct buf *out, struct str name);
