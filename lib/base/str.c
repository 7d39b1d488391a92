/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct str str_trim(struct str text)
{
	while (text.len && is_blank(text.s[0]))
		text = str_slice(text, 1, text.len);
	while (text.len && is_blank(text.s[text.len - 1]))
		text.len--;
	return text;
}

size_t str_find(struct str text, char byte, size_t from)
{
	if (from >= text.len)
		return text.len;
	const char *at = memchr(text.s + from, byte, text.len - from);
	return at ? (size_t)(at - text.s) : text.len;
}

size_t str_search(struct str text, struct str part, size_t from)
{
	if (from > text.len || part.len > text.len - from)
		return text.len;
	const char *found =
	    part.len ? memmem(text.s + from, text.len - from, part.s, part.len) : text.s + from;
	return found ? (size_t)(found - text.s) : text.len;
}

bool str_has_word(struct str list, struct str word)
{
	for (size_t at = 0; word.len && at + word.len <= list.len;
	     at = str_find(list, ' ', at) + 1) {
		size_t end = at + word.len;
		if ((end == list.len || list.s[end] == ' ') &&
		    memcmp(list.s + at, word.s, word.len) == 0)
			return str_find(word, ' ', 0) == word.len;
	}
	return false;
}

size_t str_place(struct str text, const char *const *words, size_t count)
{
	size_t place = 0;
	while (place < count && !str_is(text, words[place]))
		place++;
	return place;
}

struct str str_copy(struct arena *arena, struct str text)
{
	assert(arena);
	char *copy = arena_new(arena, char, text.len + 1);
	if (text.len)
		memcpy(copy, text.s, text.len);
	return (struct str){copy, text.len};
}

struct str str_vformat(struct arena *arena, const char *format, va_list arguments)
{
	assert(arena && format);
	va_list again;
	va_copy(again, arguments);
	char first[256]; /* which most texts fit into, so that they are formatted once */
	int length = vsnprintf(first, sizeof first, format, arguments);
	size_t room = length < 0 ? 0 : (size_t)length;
	char *text = arena_new(arena, char, room + 1);
	if (room < sizeof first)
		memcpy(text, first, room);
	else
		vsnprintf(text, room + 1, format, again);
	va_end(again);
	return (struct str){text, room};
}

struct str str_format(struct arena *arena, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct str text = str_vformat(arena, format, arguments);
	va_end(arguments);
	return text;
}

bool str_to_int64(struct str text, int64_t *value)
{
	bool negative = text.len > 1 && text.s[0] == '-';
	if (negative)
		text = str_slice(text, 1, text.len);
	if (text.len == 0)
		return false;
	int64_t sum = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] < '0' || text.s[i] > '9')
			return false;
		/* Summed as negative numbers, of which there is one more. */
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_sub_overflow(sum, text.s[i] - '0', &sum))
			return false;
	}
	if (!negative && sum == INT64_MIN)
		return false;
	*value = negative ? sum : -sum;
	return true;
}

/* Mixes eight bytes into a hash. */
static uint64_t mix(uint64_t hash, uint64_t eight)
{
	hash = (hash ^ eight) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint64_t eight_bytes(const char *s)
{
	uint64_t eight;
	memcpy(&eight, s, sizeof eight);
	return eight;
}

/* Fewer than eight bytes as a number; those of most are read twice rather than one by one. */
static uint64_t few_bytes(const char *s, size_t len)
{
	uint64_t few = 0;
	uint32_t first, last;
	if (len >= sizeof first) {
		memcpy(&first, s, sizeof first);
		memcpy(&last, s + len - sizeof last, sizeof last);
		return (uint64_t)first << 32 | last;
	}
	for (size_t i = 0; i < len; i++)
		few = few << 8 | (unsigned char)s[i];
	return few;
}

/* The last eight bytes are taken as they are, some of them a second time. */
uint64_t str_hash(struct str text)
{
	uint64_t hash = text.len;
	if (text.len < sizeof hash)
		return mix(hash, few_bytes(text.s, text.len));
	const char *s = text.s, *last = text.s + text.len - sizeof hash;
	for (; s < last; s += sizeof hash)
		hash = mix(hash, eight_bytes(s));
	return mix(hash, eight_bytes(last));
}

int str_compare(struct str a, struct str b)
{
	size_t common = a.len < b.len ? a.len : b.len;
	int order = common ? memcmp(a.s, b.s, common) : 0;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}
