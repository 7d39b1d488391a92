/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of errors as frameworks were recorded to print them. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* The text without what does not depend on the program: the name of the CPU's memory, the order in
 * which Python prints a set, and the source line at the end of some texts. In the arena. */
struct str recorded_text(struct arena *arena, struct str text);
