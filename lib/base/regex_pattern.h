/* SPDX-License-Identifier: Apache-2.0 */
/* Python's regular expressions in those words of PCRE2 that mean the same in all its releases,
 * whatever it was built with. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* As the module re numbers them. CPython: Lib/re/_constants.py. */
enum regex_flag {
	REGEX_IGNORECASE = 2,
	REGEX_MULTILINE = 8,
	REGEX_DOTALL = 16,
	REGEX_UNICODE = 32,
	REGEX_VERBOSE = 64,
	REGEX_ASCII = 256,
};

struct regex_name {
	struct str name;
	uint32_t group;
};

struct regex_pattern {
	struct str text; /* PCRE2's, for bytes and without options */
	uint32_t flags;  /* those given, those that the pattern begins with, and UNICODE or ASCII */
	uint32_t ngroups; /* in parentheses; the whole match is one more */
	const struct regex_name *names;
	uint32_t nnames;
	bool has_inner_edge; /* \B, of which releases of Python say different things in no text */
};

/*
 * Reads a pattern, in the arena. False for what is no pattern, and for what is not followed: text
 * that is not ASCII; conditions; possessive and atomic groups, which Python has since 3.11;
 * rounds that may take nothing, and what must not stand somewhere, where groups are in them, which
 * hold what only CPython's own code tells; references in what must stand before; flags but those
 * above; more than 99 groups; counts above 1000. CPython: Lib/re/_parser.py, _parse.
 */
MUST_USE bool regex_pattern_read(struct arena *arena, struct str text, uint32_t flags,
                                 struct regex_pattern *pattern);
