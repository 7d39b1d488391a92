/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/attributes.h"

/* More than this many times one number is no list of dims or groups. */
enum { MAX_SPLAT = 1 << 20 };

void attributes_add(struct attributes *attributes, struct str key, struct str value)
{
	attributes->sharded = attributes->sharded || str_ends_with(key, STR(".sharding"));
	arena_push(attributes->arena, attributes->items, attributes->count, attributes->room,
	           (struct attribute){key, value});
}

/* key = value, or a key alone. */
static bool read_attribute(struct attributes *attributes, struct cursor *cursor)
{
	struct str key;
	if (cursor_peek(cursor) == '"') {
		if (!cursor_string(cursor, &key))
			return false;
	} else {
		key = cursor_word(cursor);
		if (!key.len)
			return cursor_unexpected(cursor, "the name of an attribute or '}'");
	}
	/* a unit attribute has a value too: nothing, at a place in the text where a finding can
	 * point */
	struct str value = {key.s + key.len, 0};
	if (cursor_takes(cursor, "="))
		value = cursor_balanced(cursor, ",");
	attributes_add(attributes, key, value);
	return true;
}

bool attributes_read(struct attributes *attributes, struct cursor *cursor)
{
	if (!cursor_expects(cursor, "{"))
		return false;
	while (!cursor_takes(cursor, "}")) {
		if (!read_attribute(attributes, cursor))
			return false;
		if (!cursor_takes(cursor, ",") && !cursor_sees(cursor, "}"))
			return cursor_unexpected(cursor, "',' or '}' after an attribute");
	}
	return true;
}

bool attributes_read_all(struct attributes *attributes, struct cursor *cursor)
{
	while (cursor_peek(cursor)) {
		if (!read_attribute(attributes, cursor))
			return false;
		if (cursor_peek(cursor) && !cursor_expects(cursor, ","))
			return false;
	}
	return !cursor->failed;
}

struct str attributes_find(const struct attributes *attributes, const char *keys)
{
	struct str words = str_of(keys);
	for (uint32_t i = attributes->count; i-- > 0;)
		if (str_has_word(words, attributes->items[i].key))
			return attributes->items[i].value;
	return (struct str){0};
}

bool attributes_have(const struct attributes *attributes, const char *key)
{
	return attributes_find(attributes, key).s != NULL;
}

struct str attribute_text(struct str value)
{
	if (value.len < 2 || value.s[0] != '"' || value.s[value.len - 1] != '"')
		return value;
	return str_slice(value, 1, value.len - 1);
}

/* Whether an integer of this text begins so, and no word. */
static bool begins_integer(char next)
{
	return next == '-' || byte_is_digit(next);
}

/* An integer that only 64 bits without a sign hold, as the integer of the same bits; other text is
 * not passed. */
static bool takes_unsigned(struct cursor *cursor, int64_t *number)
{
	uint64_t sum = 0;
	size_t end = cursor_skip(cursor);
	for (; end < cursor->text.len && byte_is_digit(cursor->text.s[end]); end++)
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, (uint64_t)(cursor->text.s[end] - '0'), &sum))
			return false;
	if (sum <= INT64_MAX)
		return false;
	cursor->at = end;
	*number = (int64_t)sum;
	return true;
}

/* Reads one number, true or false. */
static bool read_number(struct cursor *cursor, int64_t *number)
{
	if (begins_integer(cursor_peek(cursor)))
		return takes_unsigned(cursor, number) || cursor_integer(cursor, number);
	*number = cursor_takes_word(cursor, "true");
	if (*number || cursor_takes_word(cursor, "false"))
		return true;
	return cursor_integer(cursor, number);
}

/* Numbers, however deep in brackets, up to what is neither. */
static bool read_numbers(struct arena *arena, struct cursor *cursor, struct integers *integers)
{
	for (;;) {
		char next = cursor_peek(cursor);
		if (next == '[' || next == ']' || next == ',') {
			cursor->at++;
			continue;
		}
		if (!begins_integer(next) && next != 't' && next != 'f')
			return !cursor->failed;
		int64_t number;
		if (!read_number(cursor, &number))
			return false;
		arena_push(arena, integers->items, integers->count, integers->room, number);
	}
}

/* The bytes of numbers of 64 bits, "0x…", the low one of each first: so are more than a hundred
 * numbers written. */
static bool read_bytes(struct arena *arena, struct cursor *cursor, struct integers *integers)
{
	enum { DIGITS = 2 * sizeof(int64_t) };
	struct str digits;
	if (!cursor_string(cursor, &digits) || !str_starts_with(digits, STR("0x")) ||
	    digits.len % DIGITS != 2)
		return false;
	for (size_t at = 2; at < digits.len; at += DIGITS) {
		uint64_t number = 0;
		for (size_t i = 0; i < DIGITS; i++) {
			int digit = byte_hexadecimal(digits.s[at + i]);
			if (digit < 0)
				return false;
			number |= (uint64_t)digit << (4 * (i ^ 1));
		}
		arena_push(arena, integers->items, integers->count, integers->room,
		           (int64_t)number);
	}
	return true;
}

/* <1, 2> behind the word dense. */
static bool read_dense(struct arena *arena, struct cursor *cursor, int64_t splat,
                       struct integers *integers)
{
	bool listed = cursor_expects(cursor, "<") && cursor_peek(cursor) == '[';
	if (cursor_peek(cursor) == '"')
		return read_bytes(arena, cursor, integers) && cursor_expects(cursor, ">");
	if (!read_numbers(arena, cursor, integers) || !cursor_expects(cursor, ">"))
		return false;
	if (listed || integers->count != 1 || splat > MAX_SPLAT)
		return true;
	int64_t number = integers->items[0];
	for (int64_t i = 1; i < splat; i++)
		arena_push(arena, integers->items, integers->count, integers->room, number);
	if (!splat)
		integers->count = 0;
	return true;
}

bool attribute_integers(struct arena *arena, struct cursor *cursor, struct str value, int64_t splat,
                        struct integers *integers)
{
	*integers = (struct integers){0};
	if (!value.len)
		return !cursor->failed;
	size_t back = cursor_jump(cursor, value);
	bool read, plain = *value.s == '[' || begins_integer(*value.s);
	if (plain) {
		read = read_numbers(arena, cursor, integers);
	} else if (cursor_takes_word(cursor, "dense")) {
		read = read_dense(arena, cursor, splat, integers);
	} else if (cursor_takes_word(cursor, "array")) {
		read = cursor_expects(cursor, "<") && cursor_word(cursor).len &&
		       (!cursor_takes(cursor, ":") || read_numbers(arena, cursor, integers)) &&
		       cursor_expects(cursor, ">");
	} else {
		read = read_numbers(arena, cursor, integers);
	}
	cursor->at = back;
	return read || cursor_fail(cursor, (size_t)(value.s - cursor->text.s), value.len,
	                           "expected a list of integers");
}

bool attribute_integer(const struct attributes *attributes, struct cursor *cursor, const char *keys,
                       int64_t otherwise, int64_t *result)
{
	struct str value = attributes_find(attributes, keys);
	*result = otherwise;
	if (!value.s)
		return !cursor->failed;
	size_t back = cursor_jump(cursor, value);
	bool read = read_number(cursor, result);
	cursor->at = back;
	return read;
}

uint32_t attribute_words(struct str value, struct str *words, uint32_t most)
{
	uint32_t count = 0;
	size_t at = 0;
	while (at < value.len && count < most) {
		size_t start = at;
		while (at < value.len && !strchr("[]{}, <>", value.s[at]))
			at++;
		if (at > start)
			words[count++] = str_slice(value, start, at);
		else
			at++;
	}
	return count;
}
