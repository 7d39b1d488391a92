/* SPDX-License-Identifier: Apache-2.0 */
/* Findings: collected while a spec is read and judged, sorted, and only then rendered. */
#pragma once

#include "diag/rule.h"
#include "diag/source.h"

struct diag_note {
	struct span at;
	struct str message;
	struct diag_note *next;
};

/* What the imitated framework raises: class name and first line of text; type.s is NULL when it
 * raises nothing. */
struct framework_error {
	struct str type, message;
};

/* Other text for a part of the file; either of them may be empty. */
struct diag_edit {
	struct span at;
	struct str text;
	struct diag_edit *next;
};

/* What to write instead: edits that are made together, none in another, all in the file (of several
 * that are one text) that the finding stands in. */
struct diag_repair {
	struct diag_edit *edits; /* in the order in which they were added; NULL: nothing is known */
	bool certain; /* there is no other way to write what the author plainly meant: who fixes
	                 files may make the edits unasked */
};

/* What is certainly meant by something else, for whoever knows where in the text that stands. */
struct diag_slip {
	struct str written, meant; /* names; s NULL: there are none */
	uint32_t entries, surplus; /* of a spec, and how many, all of them None, are too many */
};

struct diag {
	const struct rule *rule;
	enum severity severity;
	struct span at;    /* where the caret goes */
	uint32_t group;    /* byte offset of the thing that is judged: findings of one thing stay
	                      together */
	uint32_t sequence; /* order of discovery, which within one thing is the framework's order */
	struct str subject; /* name of the mesh, tensor or value that is judged; may be empty */
	struct str message, help;
	struct framework_error framework_error;
	struct diag_repair repair;
	struct diag_slip slip;
	struct diag_note *notes;
	bool silenced; /* by a comment on its line */
	struct diag *next;
	struct diags *owner;
};

/* The findings of one file. */
struct diags {
	struct arena *arena; /* owns the findings and their text */
	struct diag *first, *last;
	uint32_t count;
	struct str subject; /* given to new findings */
	uint32_t group;     /* given to new findings; NO_GROUP: the finding's own offset */
};

#define NO_GROUP UINT32_MAX

/* An empty collection whose findings live in the arena. */
struct diags diags_make(struct arena *arena);

/*
 * From here on findings are about `subject`, which stands at byte `group` of the file. With an
 * empty subject and NO_GROUP each finding stands for itself.
 */
void diags_about(struct diags *diags, struct str subject, uint32_t group);

/* Adds a finding; its message is formatted as by printf, one line without a full stop. Never NULL.
 */
COLD struct diag *diag_add(struct diags *diags, enum rule_id rule, struct span at,
                           const char *format, ...) PRINTF_LIKE(4, 5);

/* Says what to write instead. Returns its argument. */
struct diag *diag_help(struct diag *diag, const char *format, ...) PRINTF_LIKE(2, 3);

/* Points at a second place. Notes keep their order. Returns its argument. */
struct diag *diag_note(struct diag *diag, struct span at, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Adds an edit that mends the finding, and says that it is certain. Edits keep their order; the
 * text must live as long as the findings. Returns its argument. */
struct diag *diag_fix(struct diag *diag, struct span at, struct str text);

/*
 * The same for a name that the finding points at, with quotes or without: puts the one that was
 * meant in its place. No edit when `written` does not stand there letter by letter, or `meant` is
 * more than letters, digits, '_', '.', '-' and '/' and might have to be written in another way.
 * `text` is that of the file. Returns its argument.
 */
struct diag *diag_fix_name(struct diag *diag, struct str text, struct str written,
                           struct str meant);

/* Quotes the framework: the class it raises and the first line of its text. Returns its argument.
 */
struct diag *diag_framework(struct diag *diag, const char *type, struct str message);

/* False: a check that ends with its finding returns diag_fails(diag_add(…)). */
static inline bool diag_fails(const struct diag *diag)
{
	(void)diag;
	return false;
}

/*
 * The findings in the order to show them: by the place of what is judged, then by discovery; a
 * finding equal to one before it in rule, place and message is left out. *count says how many; the
 * array lives in the arena.
 */
const struct diag **diags_sorted(struct arena *arena, const struct diags *diags, uint32_t *count);

/* The last byte of the file that any of the findings points at, its notes and edits included. */
uint32_t diags_end(const struct diag *const *diags, uint32_t count);
