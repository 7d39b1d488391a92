/* SPDX-License-Identifier: Apache-2.0 */
/* Reading JSON (RFC 8259), with the NaN and Infinity that Python writes. */
#pragma once

#include "base/str.h"

enum json_kind {
	JSON_PLAIN, /* a number, true, false or null */
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json_value {
	enum json_kind kind;
	struct str text;          /* of a string: what it says; of a plain value: as written */
	struct str key;           /* of a member of an object */
	struct json_value *first; /* that an array or an object has */
	struct json_value *next;  /* beside this one */
};

/*
 * The value that the text is; NULL when it is no JSON, or has more than 1000 arrays and objects in
 * each other. Strings without escapes are views of the text. What stands for half a character is
 * read as U+FFFD.
 */
const struct json_value *json_read(struct arena *arena, struct str text);

/* The member of that name; NULL: there is none, or the value is no object, or NULL. */
const struct json_value *json_member(const struct json_value *value, const char *key);

/* Whether the value is a string that says that; NULL is none. */
bool json_says(const struct json_value *value, const char *text);
