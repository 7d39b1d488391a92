/* SPDX-License-Identifier: Apache-2.0 */
/* What a framework has against what it is given: all of it, in the order in which it would say it.
 */
#pragma once

#include "base/buf.h"
#include "diag/rule.h"

enum { NO_ENTRY = -1 };

struct violation {
	enum rule_id rule;
	const char *type;         /* the class that the framework raises */
	struct str text;          /* what it says; of several lines where it does */
	struct str message, help; /* our words, safe to print; a help may be empty */
	int entry;                /* number of the entry it is about, or NO_ENTRY */
	struct str written;       /* a name that stands there and is wrong, else empty */
	struct str meant;         /* which one was certainly meant, or s NULL */
	const struct violation *next;
};

/* The first is what the framework raises; it stops there. */
struct violations {
	struct arena *arena; /* owns them */
	const struct violation *first;
	struct violation *last;
	uint32_t count;
};

/* None so far; those added live in the arena. */
struct violations violations_make(struct arena *arena);

/* Adds one. `text` is formatted as by printf; entry is NO_ENTRY and our words are empty until set.
 */
struct violation *violation_add(struct violations *violations, enum rule_id rule, const char *type,
                                const char *text, ...) PRINTF_LIKE(4, 5);

/* Our words for it, one line without a full stop. Returns its argument. */
struct violation *violation_say(struct violations *violations, struct violation *violation,
                                const char *message, ...) PRINTF_LIKE(3, 4);

/* What to write instead. Returns its argument. */
struct violation *violation_help(struct violations *violations, struct violation *violation,
                                 const char *help, ...) PRINTF_LIKE(3, 4);
