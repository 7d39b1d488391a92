/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON that is written piece by piece. Every function but those of brackets and lines writes one
 * item, with the comma in front of it; `key` is NULL in an array.
 */
#pragma once

#include "report/stream.h"

struct json {
	struct buf *out;
	struct stream *stream; /* of `out`, which it writes whenever it is full; or NULL */
	struct arena *scratch;
	bool dense; /* without blanks behind commas and colons */
	bool more;  /* an item stands before in the innermost bracket */
};

/* What stands in front of a value that the caller then writes himself. */
void json_key(struct json *json, const char *key);

/* The same, with a key that is not ours: the name of a thing. The next item is its value. */
void json_name(struct json *json, struct str name);

/* Opens an object '{' or an array '['; items in it follow without a comma in front of the first. */
void json_open(struct json *json, const char *key, char bracket);

/* Closes the innermost bracket by '}' or ']', which must be its own. */
void json_close(struct json *json, char bracket);

/* Has the next item begin a line, behind so many blanks. */
void json_line(struct json *json, size_t blanks);

/* A text; one with a NUL, or that is not UTF-8, is written with escapes. */
void json_text(struct json *json, const char *key, struct str text);

/* A NUL-terminated text; NULL is null. */
void json_word(struct json *json, const char *key, const char *text);

/* An integer, exact to its last digit. */
void json_integer(struct json *json, const char *key, int64_t number);

/* Integers as an array. */
void json_integers(struct json *json, const char *key, const int64_t *numbers, uint32_t count);

/* A number with all of its digits; it must be finite. */
void json_number(struct json *json, const char *key, double number);

/* A number with six digits; it must be finite. */
void json_rounded(struct json *json, const char *key, double number);

/* true or false. */
void json_boolean(struct json *json, const char *key, bool value);

/* null, as plans have it for what is not known. */
void json_null(struct json *json, const char *key);
