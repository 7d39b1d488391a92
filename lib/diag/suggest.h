/* SPDX-License-Identifier: Apache-2.0 */
/* "Did you mean": the known name that was probably meant. */
#pragma once

#include "base/str.h"

/*
 * The candidate nearest to `name` by edits (insert, delete, replace, swap of neighbours; letters
 * compared without case), when it is near enough to be a slip: about a third of the longer name at
 * most. The first of equally near ones; a str with s NULL when none is near.
 */
struct str suggest(struct str name, const struct str *candidates, size_t count);

/* The same, but none when others are as near. */
struct str suggest_only(struct str name, const struct str *candidates, size_t count);

/*
 * The same when it is beyond doubt that this one was meant: all others are more than twice as far,
 * at most one in four letters differs, and no digit does, since names that differ in digits are
 * most often names of different things. A str with s NULL else.
 */
struct str suggest_certain(struct str name, const struct str *candidates, size_t count);
