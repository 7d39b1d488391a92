/* SPDX-License-Identifier: Apache-2.0 */
/* Which tensors a name on the command line means. */
#pragma once

#include "base/str.h"

/*
 * Whether a pattern names a tensor: * for any text, ? for one character, all else for itself; or a
 * member of a family, layers.3.wq of layers.{0..31}.wq.
 */
bool tensor_name_matches(struct str pattern, struct str name);
