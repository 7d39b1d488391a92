/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of frameworks: up to four numbers. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

enum { VERSION_PARTS = 4 };

/* 0.12.0.1 is {0, 12, 0, 1}; parts left out are 0. */
struct version {
	uint32_t part[VERSION_PARTS];
};

/* Negative, zero or positive as `a` is before, the same as or after `b`. */
int version_compare(struct version a, struct version b);

/* Reads 0.6, 0.6.0 or 0.12.0.1; false when the text is no version. */
MUST_USE bool version_read(struct str text, struct version *version);

/* The version that a text of a table is, which is one. */
struct version version_of(const char *text);

/* "0.10.2" in the arena: three numbers, and the fourth if it is not 0. */
struct str version_text(struct arena *arena, struct version version);

/* How a version asked for relates to recorded ones. */
enum version_match {
	VERSION_RECORDED, /* it is one of them */
	VERSION_BETWEEN,  /* it behaves as the older neighbour, which was recorded */
	VERSION_TOO_OLD,  /* before the first one */
	VERSION_TOO_NEW,  /* after the last one */
};

/*
 * Finds a version among recorded ones, at least one, which are versions and ascend: *recorded is
 * the newest of them that is not newer, or the first one.
 */
enum version_match version_match(const char *const *versions, size_t count, struct version asked,
                                 struct version *recorded);

/* Whether a version lies from `since` on and before `until`, which are versions; NULL and "" are no
 * limit. */
bool version_within(struct version version, const char *since, const char *until);
