/* SPDX-License-Identifier: Apache-2.0 */
#include "check/family.h"

#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"

struct families families_make(struct arena *arena)
{
	return (struct families){.arena = arena, .pattern = {.arena = arena}};
}

/* Bytes of the number or range of numbers, {0..31}, that starts at `at`; 0 when none does. */
static size_t number_size(struct str name, size_t at)
{
	assert(at < name.len);
	size_t end = at;
	if (name.s[at] == '{') {
		size_t close = str_find(name, '}', at);
		return close < name.len ? close + 1 - at : 0;
	}
	while (end < name.len && byte_is_digit(name.s[end]))
		end++;
	return end - at;
}

/* Puts the name with its numbers as '#' into families->pattern; false when it has none. */
static bool make_pattern(struct families *families, struct str name)
{
	size_t kept = 0;
	families->pattern.len = 0;
	for (size_t at = 0; at < name.len;) {
		size_t size = number_size(name, at);
		if (size) {
			buf_add(&families->pattern, str_slice(name, kept, at));
			buf_putc(&families->pattern, '#');
			kept = at + size;
		}
		at += size ? size : 1;
	}
	if (!kept)
		return false;
	buf_add(&families->pattern, str_slice(name, kept, name.len));
	return true;
}

static struct family *family_of(struct families *families, struct str pattern)
{
	const uint32_t *known = table_find(&families->index, pattern);
	if (known)
		return &families->all[*known];
	bool added;
	struct str key = str_copy(families->arena, pattern);
	table_add(families->arena, &families->index, key, families->count, &added);
	families->all = arena_append(families->arena, families->all, families->count,
	                             &families->room, sizeof *families->all);
	return &families->all[families->count++];
}

void families_add(struct families *families, const struct family_member *member)
{
	assert(families->arena && member->count >= 1);
	if (!make_pattern(families, member->name))
		return;
	struct family *family = family_of(families, buf_str(&families->pattern));
	if (family->mixed || (family->members[0] && family->first[0].shape != member->shape)) {
		family->mixed = true;
		return;
	}
	for (int i = 0; i < 2; i++) {
		if (!family->members[i])
			family->first[i] = *member;
		if (family->first[i].layout == member->layout) {
			family->mixed |=
			    !checked_add(&family->members[i], family->members[i], member->count);
			return;
		}
	}
	family->mixed = true;
}

static void report_odd_one(const struct family *family, const struct judge *judge)
{
	enum { ENOUGH = 2 };
	int odd = family->members[1] == 1 ? 1 : 0;
	if (family->mixed || family->members[odd] != 1 || family->members[1 - odd] < ENOUGH)
		return;
	const struct family_member *one = &family->first[odd];
	struct str name = judge_shown(judge, one->name);
	diags_about(judge->diags, one->name, one->group);
	struct diag *diag = diag_add(judge->diags, RULE_FAMILY_DIFFERS, one->at,
	                             "'%.*s' is laid out differently from the %" PRId64
	                             " other tensors of its family",
	                             STR_ARG(name), family->members[1 - odd]);
	diag_note(diag, family->first[1 - odd].at, "the others are laid out like this");
	diag_help(diag, "give it the layout of the others, unless the difference is meant");
}

void families_report(const struct families *families, const struct judge *judge)
{
	for (uint32_t i = 0; i < families->count; i++)
		report_odd_one(&families->all[i], judge);
}
