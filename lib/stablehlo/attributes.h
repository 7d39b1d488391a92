/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of an operation, as written; each is read when somebody asks for it. */
#pragma once

#include "stablehlo/cursor.h"

/* Keys of what pretty forms write without one: @name, <…>, […], a number, and words in order. */
#define ATTRIBUTE_SYMBOL "@"
#define ATTRIBUTE_ANGLE "<"
#define ATTRIBUTE_BRACKET "["
#define ATTRIBUTE_NUMBER "0"
#define ATTRIBUTE_WORD "word"

struct attribute {
	struct str key, value; /* an empty value: the key stands alone */
};

struct attributes {
	struct arena *arena;
	struct attribute *items;
	uint32_t count;
	size_t room;
	bool sharded; /* a key may be that of a sharding */
};

struct integers {
	int64_t *items;
	uint32_t count;
	size_t room;
};

/* Appends an attribute. */
void attributes_add(struct attributes *attributes, struct str key, struct str value);

/* Reads {key = value, key, …} and appends each; false after a finding. */
MUST_USE bool attributes_read(struct attributes *attributes, struct cursor *cursor);

/* The same of what stands between such brackets and is the whole text. */
MUST_USE bool attributes_read_all(struct attributes *attributes, struct cursor *cursor);

/* The value of the last of several keys (parted by spaces) that is there; s NULL: none of them. */
struct str attributes_find(const struct attributes *attributes, const char *keys);

/* Whether the key is there, with a value or alone; one key, or one of several parted by spaces. */
bool attributes_have(const struct attributes *attributes, const char *key);

/* What stands in quotes, escapes as written, or the text itself. */
struct str attribute_text(struct str value);

/*
 * All integers of [1, 2], array<i64: 1, 2>, dense<[[1], [2]]> : tensor<2x1xi64>, true, 1 : i64; a
 * dense value of one number stands `splat` times. Values live in the arena. False after a finding.
 */
MUST_USE bool attribute_integers(struct arena *arena, struct cursor *cursor, struct str value,
                                 int64_t splat, struct integers *integers);

/* The one integer of 3 or 3 : i64, or of true or false; `otherwise` when there is no such key. */
MUST_USE bool attribute_integer(const struct attributes *attributes, struct cursor *cursor,
                                const char *keys, int64_t otherwise, int64_t *result);

/* The words of [DEFAULT, b, f]: appends each, at most `most`; how many there are. */
uint32_t attribute_words(struct str value, struct str *words, uint32_t most);
