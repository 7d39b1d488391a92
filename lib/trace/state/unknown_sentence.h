/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/str.h"

/* What is not known as a sentence: "jnp.trace with out=" is not judged, "which device this is" is
 * not known; a message that says so itself stays as it is. In the arena, or the message itself. */
struct str unknown_sentence(struct arena *arena, struct str message);
