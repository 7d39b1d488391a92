/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

struct diags diags_make(struct arena *arena)
{
	assert(arena);
	return (struct diags){.arena = arena, .group = NO_GROUP, .subject = {"", 0}};
}

void diags_about(struct diags *diags, struct str subject, uint32_t group)
{
	diags->subject = subject;
	diags->group = group;
}

struct diag *diag_add(struct diags *diags, enum rule_id rule, struct span at, const char *format,
                      ...)
{
	assert(diags && format);
	struct diag *diag = arena_new(diags->arena, struct diag, 1);
	va_list arguments;
	va_start(arguments, format);
	diag->message = str_vformat(diags->arena, format, arguments);
	va_end(arguments);
	diag->rule = rule_of(rule);
	diag->severity = diag->rule->severity;
	diag->at = at;
	diag->group = diags->group == NO_GROUP ? at.offset : diags->group;
	diag->sequence = diags->count++;
	diag->subject = diags->subject;
	diag->owner = diags;
	if (diags->last)
		diags->last->next = diag;
	else
		diags->first = diag;
	diags->last = diag;
	return diag;
}

struct diag *diag_help(struct diag *diag, const char *format, ...)
{
	assert(diag && diag->owner);
	va_list arguments;
	va_start(arguments, format);
	diag->help = str_vformat(diag->owner->arena, format, arguments);
	va_end(arguments);
	return diag;
}

struct diag *diag_note(struct diag *diag, struct span at, const char *format, ...)
{
	struct diag_note *note = arena_new(diag->owner->arena, struct diag_note, 1);
	va_list arguments;
	va_start(arguments, format);
	note->message = str_vformat(diag->owner->arena, format, arguments);
	va_end(arguments);
	note->at = at;
	struct diag_note **end = &diag->notes;
	while (*end)
		end = &(*end)->next;
	*end = note;
	return diag;
}

struct diag *diag_fix(struct diag *diag, struct span at, struct str text)
{
	struct diag_edit *edit = arena_new(diag->owner->arena, struct diag_edit, 1);
	edit->at = at;
	edit->text = text;
	struct diag_edit **end = &diag->repair.edits;
	while (*end)
		end = &(*end)->next;
	*end = edit;
	diag->repair.certain = true;
	return diag;
}

/* Whether the name is written alike in code, in YAML and in quotes, and means nothing else there.
 */
static bool is_plain_name(struct str name)
{
	static const char *const words[] = {"null", "Null", "NULL"};
	bool plain = name.len && !byte_is_digit(name.s[0]) && name.s[0] != '-' && name.s[0] != '.';
	for (size_t i = 0; i < name.len; i++)
		plain &= byte_is_digit(name.s[i]) || (name.s[i] >= 'a' && name.s[i] <= 'z') ||
		         (name.s[i] >= 'A' && name.s[i] <= 'Z') || strchr("_.-/", name.s[i]);
	return plain && str_place(name, words, COUNT_OF(words)) == COUNT_OF(words);
}

struct diag *diag_fix_name(struct diag *diag, struct str text, struct str written, struct str meant)
{
	struct span at = diag->at;
	struct str there = span_text(text, at);
	bool quoted = there.len == written.len + 2 && (there.s[0] == '\'' || there.s[0] == '"') &&
	              there.s[there.len - 1] == there.s[0];
	if (quoted)
		at = span_part(at, 1, written.len);
	if (written.len && is_plain_name(meant) && str_equal(span_text(text, at), written))
		diag_fix(diag, at, str_copy(diag->owner->arena, meant));
	return diag;
}

struct diag *diag_framework(struct diag *diag, const char *type, struct str message)
{
	assert(diag && type);
	diag->framework_error = (struct framework_error){str_of(type), message};
	return diag;
}

static int compare(const void *a, const void *b)
{
	const struct diag *x = *(const struct diag *const *)a, *y = *(const struct diag *const *)b;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

static bool same(const struct diag *a, const struct diag *b)
{
	return a->rule == b->rule && a->at.offset == b->at.offset && a->at.length == b->at.length &&
	       str_equal(a->message, b->message);
}

const struct diag **diags_sorted(struct arena *arena, const struct diags *diags, uint32_t *count)
{
	const struct diag **all = arena_new(arena, const struct diag *, diags->count);
	uint32_t total = 0, kept = 0;
	for (const struct diag *diag = diags->first; diag; diag = diag->next)
		all[total++] = diag;
	qsort(all, total, sizeof(*all), compare);
	for (uint32_t i = 0; i < total; i++)
		if (!kept || !same(all[kept - 1], all[i]))
			all[kept++] = all[i];
	*count = kept;
	return all;
}

static uint32_t later(uint32_t end, struct span at)
{
	return at.offset + at.length > end ? at.offset + at.length : end;
}

uint32_t diags_end(const struct diag *const *diags, uint32_t count)
{
	uint32_t end = 0;
	for (uint32_t i = 0; i < count; i++) {
		end = later(end, diags[i]->at);
		for (const struct diag_note *note = diags[i]->notes; note; note = note->next)
			end = later(end, note->at);
		for (const struct diag_edit *edit = diags[i]->repair.edits; edit; edit = edit->next)
			end = later(end, edit->at);
	}
	return end;
}
