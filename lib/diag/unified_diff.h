/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/buf.h"
#include "diag/edit.h"

/*
 * Writes what the edits changed as a unified diff, with three lines around each change, that patch
 * -p0 and git apply -p0 take: https://www.gnu.org/software/diffutils/manual, "Unified Format".
 * Nothing when the text is as it was. `path` names the file before and after.
 */
void unified_diff(struct buf *out, struct arena *scratch, struct str path,
                  const struct edited *edited);
