/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comments that say what a program's name holds where the program itself does not:
 *
 *     batch = next(loader)  # shardctl: batch: i32[64@data, 128]
 *
 * or in lines of their own below. One holds several names between commas; a value is a type as
 * specs write it, a literal of Python, or a dict, tuple or list of values.
 */
#pragma once

#include "spec/spec.h"

struct reader;

enum said_kind { SAID_ARRAY, SAID_LITERAL, SAID_TUPLE, SAID_LIST, SAID_DICT, SAID_MESH };

/* What a name is said to hold. */
struct said_value {
	enum said_kind kind;
	struct str key;              /* under which it stands in a dict */
	struct str text;             /* of a literal */
	struct span at;              /* in the file */
	const struct tensor *tensor; /* the type of an array */
	const struct mesh *mesh;     /* of the spec */
	const struct said_value *parts;
	uint32_t count; /* of the parts */
};

struct type_comment {
	struct str name; /* as it stands on the left of the assignment: "batch", "self.w" */
	struct span at;  /* the name */
	struct said_value value;
	uint32_t line, line_end; /* bytes of the line that it speaks of, where the statement ends */
	bool beside;             /* it is said in the file's sidecar (sidecar.h) */
};

/* Adds the comments in this part of the spec's source, in order, with findings about those that
 * cannot be read. */
void type_comments_read(struct arena *arena, struct diags *diags, struct spec *spec,
                        struct span part);

/* The comments about the line that byte `at` of the file stands in: from *first, *count of them. */
const struct type_comment *type_comments_about(const struct spec *spec, uint32_t at,
                                               uint32_t *count);

/* Reads a scalar of a spec as the value of such a comment; false after a finding. */
MUST_USE bool type_comment_value(const struct reader *reader, const struct node *scalar,
                                 struct said_value *value);

/* Whether the words behind the marker of a comment say what a name holds. */
bool is_type_comment(struct str words);

/* Reads NAME=VALUE of a command line as such a comment; places are those of `text`, which it refers
 * to. False after a finding. */
MUST_USE bool type_comment_argument(struct arena *arena, struct str text,
                                    struct type_comment *comment, struct diags *diags);
