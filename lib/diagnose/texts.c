/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/texts.h"

#define JAX "jax"
#define TORCH_XLA "torch_xla"
#define DTENSOR "dtensor"

enum words_id {
#define WORDS(id, rule, message, cause, help) WORDS_##id,
#define SAYS(id, framework, since, until, pattern)
#define SHOWS(id, framework, since, until, pattern)
#define SAYS_IF(check, id, framework, since, until, pattern)
#include "diagnose/texts.def"
#undef WORDS
#undef SAYS
#undef SHOWS
#undef SAYS_IF
};

static const struct text_words words[] = {
#define WORDS(id, rule, message, cause, help) {rule, message, cause, help},
#define SAYS(id, framework, since, until, pattern)
#define SHOWS(id, framework, since, until, pattern)
#define SAYS_IF(check, id, framework, since, until, pattern)
#include "diagnose/texts.def"
#undef WORDS
#undef SAYS
#undef SHOWS
#undef SAYS_IF
};

static const struct text_row rows[] = {
#define WORDS(id, rule, message, cause, help)
#define SAYS(id, framework, since, until, pattern) \
	{&words[WORDS_##id], framework, since, until, pattern, CHECK_NOTHING, false},
#define SHOWS(id, framework, since, until, pattern) \
	{&words[WORDS_##id], framework, since, until, pattern, CHECK_NOTHING, true},
#define SAYS_IF(check, id, framework, since, until, pattern) \
	{&words[WORDS_##id], framework, since, until, pattern, CHECK_##check, false},
#include "diagnose/texts.def"
#undef WORDS
#undef SAYS
#undef SHOWS
#undef SAYS_IF
};

enum {
	ROWS_COUNT = COUNT_OF(rows),
	KEY_BYTES = 4,    /* of an anchor, by which it is looked up */
	BUCKETS = 4096,   /* a power of two */
	SURE_ANCHOR = 16, /* bytes that only a framework writes in a row */
	MOST_TRIED = 30,  /* rows of one text: what frameworks write has the anchors of a few */
	MOST_STARTS = 8,  /* where a text may begin in a message */
	NO_ROW = -1,
};

struct text_index {
	struct str anchors[ROWS_COUNT];
	int16_t first[BUCKETS]; /* row of the bucket, or NO_ROW */
	int16_t next[ROWS_COUNT];
};

const struct text_row *text_rows(size_t *count)
{
	*count = ROWS_COUNT;
	return rows;
}

static size_t bucket_of(const char *bytes)
{
	uint32_t key;
	memcpy(&key, bytes, KEY_BYTES);
	return (key * 0x9e3779b1u) >> 20;
}

const struct text_index *text_index_make(struct arena *arena)
{
	struct text_index *index = arena_new(arena, struct text_index, 1);
	for (size_t i = 0; i < BUCKETS; i++)
		index->first[i] = NO_ROW;
	for (int i = 0; i < ROWS_COUNT; i++) {
		index->anchors[i] = pattern_anchor(rows[i].pattern);
		/* From its end: beginnings such as "Got " are what many lines have. */
		size_t len = index->anchors[i].len;
		assert(len >= KEY_BYTES);
		size_t bucket = bucket_of(index->anchors[i].s + len - KEY_BYTES);
		index->next[i] = index->first[bucket];
		index->first[bucket] = (int16_t)i;
	}
	return index;
}

/* The text without the line ends of one that was wrapped, which an anchor does not have. */
static struct str unwrapped(struct str text, char *room, size_t size)
{
	size_t length = 0;
	for (size_t i = 0; i < text.len && length < size; i++) {
		bool space =
		    text.s[i] == '\n' || text.s[i] == '\t' || text.s[i] == ' ' || text.s[i] == '\r';
		if (!space)
			room[length++] = text.s[i];
		else if (length && room[length - 1] != ' ')
			room[length++] = ' ';
	}
	return (struct str){room, length};
}

/* Marks the rows whose anchor the text has; false when there is none. */
static bool mark_rows(const struct text_index *index, struct str text, bool *marked)
{
	bool any = false;
	for (size_t end = KEY_BYTES; end <= text.len; end++) {
		int row = index->first[bucket_of(text.s + end - KEY_BYTES)];
		for (; row != NO_ROW; row = index->next[row]) {
			struct str anchor = index->anchors[row];
			if (marked[row] || anchor.len > end ||
			    memcmp(text.s + end - anchor.len, anchor.s, anchor.len) != 0)
				continue;
			marked[row] = any = true;
		}
	}
	return any;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Behind the last name of an exception that the text has in front, "ValueError: " of one that
 * quotes another. */
static size_t behind_class(struct str text)
{
	static const char ending[] = "Error: ";
	size_t behind = 0;
	for (size_t at = str_search(text, str_of(ending), 0); at < text.len;
	     at = str_search(text, str_of(ending), behind))
		behind = at + strlen(ending);
	return behind;
}

/* Where the texts of the row may begin, up to MOST_STARTS places. */
static size_t find_starts(const char *pattern, struct str text, size_t starts[MOST_STARTS])
{
	size_t count = 0, length = strcspn(pattern, "{<");
	struct str first = {pattern, length < 12 ? length : 12};
	if (!length) {
		starts[count++] = 0;
		starts[count] = behind_class(text);
		return starts[count] ? count + 1 : count;
	}
	first.len = str_find(first, ' ', 0); /* where a text is wrapped */
	for (size_t at = str_search(text, first, 0); at < text.len && count < MOST_STARTS;
	     at = str_search(text, first, at + 1))
		if (at == 0 || !is_letter(text.s[at - 1]) || !is_letter(first.s[0]))
			starts[count++] = at;
	return count;
}

/* Where the text fits the row, as far in front as it does, or behind the class that a hole at the
 * start would take in. */
static bool match_row(const struct text_row *row, struct str text, struct pattern_match *match,
                      uint32_t *steps)
{
	size_t starts[MOST_STARTS];
	size_t count = find_starts(row->pattern, text, starts);
	bool from_hole = !strcspn(row->pattern, "{<");
	for (size_t i = 0; i < count; i++)
		if (pattern_match(row->pattern, text, starts[from_hole ? count - 1 - i : i], match,
		                  steps))
			return true;
	return false;
}

const struct text_row *text_index_find(struct arena *scratch, const struct text_index *index,
                                       struct str text, struct pattern_match *match)
{
	enum { MOST_BYTES = 32 * 1024 };
	char room[MOST_BYTES];
	bool marked[ROWS_COUNT] = {false};
	const struct text_row *found = NULL;
	uint32_t steps = PATTERN_STEPS;
	if (!mark_rows(index, unwrapped(text, room, MOST_BYTES), marked))
		return NULL;
	for (int i = 0, tried = 0; i < ROWS_COUNT && tried < MOST_TRIED; i++) {
		struct pattern_match candidate;
		tried += marked[i];
		if (marked[i] && match_row(&rows[i], text, &candidate, &steps) &&
		    text_check(scratch, rows[i].check, text, &candidate) &&
		    (!found || candidate.start < match->start)) {
			found = &rows[i];
			*match = candidate;
		}
	}
	return found;
}

bool text_index_has(const struct text_index *index, struct str line, bool logged)
{
	for (size_t end = KEY_BYTES; end <= line.len; end++) {
		int row = index->first[bucket_of(line.s + end - KEY_BYTES)];
		for (; row != NO_ROW; row = index->next[row]) {
			struct str anchor = index->anchors[row];
			bool counts = rows[row].in_log || (!logged && anchor.len >= SURE_ANCHOR);
			if (counts && anchor.len <= end &&
			    memcmp(line.s + end - anchor.len, anchor.s, anchor.len) == 0)
				return true;
		}
	}
	return false;
}
