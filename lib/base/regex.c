/* SPDX-License-Identifier: Apache-2.0 */
#include "base/regex.h"

#include "base/utf8.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* PCRE2 works in an arena, which gives all back as a whole. */
static void *take_memory(PCRE2_SIZE bytes, void *arena)
{
	return arena_alloc(arena, bytes, 1, _Alignof(max_align_t));
}

static void keep_memory(void *memory, void *arena)
{
}

static pcre2_general_context *memory_of(struct arena *arena)
{
	return pcre2_general_context_create(take_memory, keep_memory, arena);
}

const struct regex *regex_read(struct arena *arena, struct str pattern, uint32_t flags)
{
	struct regex *regex = arena_new(arena, struct regex, 1);
	if (!regex_pattern_read(arena, pattern, flags, &regex->pattern))
		return NULL;
	struct str text = regex->pattern.text;
	int error;
	PCRE2_SIZE place;
	regex->code = pcre2_compile((PCRE2_SPTR)text.s, text.len, 0, &error, &place,
	                            pcre2_compile_context_create(memory_of(arena)));
	return regex->code ? regex : NULL;
}

/* As much as a match from one place may take: a good deal for short texts, and some for each byte
 * of long ones. */
static pcre2_match_context *limits_for(pcre2_general_context *memory, size_t length)
{
	enum { STEPS = 1 << 16, STEPS_OF_BYTE = 16, KIBIBYTES = 32 * 1024 };
	pcre2_match_context *limits = pcre2_match_context_create(memory);
	pcre2_set_match_limit(limits, STEPS + STEPS_OF_BYTE * (uint32_t)length);
	pcre2_set_depth_limit(limits, STEPS + STEPS_OF_BYTE * (uint32_t)length);
	pcre2_set_heap_limit(limits, KIBIBYTES);
	return limits;
}

enum regex_answer regex_match(struct arena *scratch, const struct regex *regex, struct str text,
                              size_t from, enum regex_how how, int64_t *spans)
{
	enum { MAX_TEXT = 1 << 16 };
	static const uint32_t options[] = {
	    [REGEX_PREFIX] = PCRE2_ANCHORED,
	    [REGEX_WHOLE] = PCRE2_ANCHORED | PCRE2_ENDANCHORED,
	    [REGEX_NEXT] = PCRE2_NOTEMPTY_ATSTART,
	};
	if (from > text.len)
		return REGEX_ABSENT;
	if (utf8_ascii_length(text) < text.len || text.len > MAX_TEXT ||
	    (!text.len && regex->pattern.has_inner_edge))
		return REGEX_TOO_LARGE;
	pcre2_general_context *memory = memory_of(scratch);
	pcre2_match_data *match = pcre2_match_data_create_from_pattern(regex->code, memory);
	int found = pcre2_match(regex->code, (PCRE2_SPTR)text.s, text.len, from, options[how],
	                        match, limits_for(memory, text.len));
	if (found < 0)
		return found == PCRE2_ERROR_NOMATCH ? REGEX_ABSENT : REGEX_TOO_LARGE;
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(match);
	for (uint32_t i = 0; i < 2 * (regex->pattern.ngroups + 1); i++)
		spans[i] = ends[i] == PCRE2_UNSET ? -1 : (int64_t)ends[i];
	return REGEX_FOUND;
}
