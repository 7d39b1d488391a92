/* SPDX-License-Identifier: Apache-2.0 */
/* A file of Python as a spec: the file is the program, and comments say what a spec has keys for.
 */
#pragma once

#include "diag/diag.h"
#include "spec/yaml/node.h"

/* Whether the source is a file of Python, by its name. */
bool source_is_script(const struct source *source);

/* The framework of a file of Python by what it imports: "torch_xla" or "dtensor"; empty for one
 * that imports jax, or none of these. */
struct str script_framework(struct str text);

/* Whether such an import may be in the text: in a line of a file of Python, or of the code that a
 * notebook holds as JSON. */
bool script_may_import(struct str text);

/*
 * The spec that the file stands for, in the form of yaml_read: the first `length` bytes of the
 * source as `program`, which runs as Python does, step by step; a key for each KEY=VALUE of the
 * comments above its first statement: # shardctl: framework=jax==0.6.0 devices=16; and those of the
 * map `beside`, the root of its sidecar, if it is not NULL. NULL after a finding when it is no
 * text.
 */
const struct node *script_read(struct arena *arena, const struct source *source, size_t length,
                               const struct node *beside, struct diags *diags);

/*
 * Whether a comment for shardctl stands in the line from byte `start` to `stop` of the text: *words
 * is what follows the marker, *alone whether nothing but blanks stands in front of it.
 */
MUST_USE bool script_comment(struct str text, size_t start, size_t stop, struct span *words,
                             bool *alone);

/* Whether the program is made of pieces of a text, which may lack what they use. */
bool source_is_fragments(const struct source *source);

/* Whether the source is a text of Markdown, by its name. */
bool source_is_markdown(const struct source *source);

/* The blocks of Python of a text of Markdown, one by one. */
struct script_pieces {
	struct str text;
	bool cells;
	size_t at;
};

/* The blocks of a source that is Markdown, of which none has been taken yet; where some are code
 * cells, which run, those alone count. */
struct script_pieces script_pieces_of(const struct source *source);

/* The next block: the bytes between its fences; false when there is none. */
MUST_USE bool script_pieces_next(struct script_pieces *pieces, struct span *piece);

/* Whether the words of a comment are to say which findings are ignored: *word is "ignore",
 * "ignore-file", or what looks like one of them in front of a bracket. */
bool script_comment_ignores(struct str words, struct str *word);

/* The piece of such a source that a byte stands in, or behind; false for one in none. */
MUST_USE bool script_piece(const struct source *source, uint32_t offset, struct span *piece);

/* Whether the byte stands in a block of Markdown that is to fail: its options, in the lines above
 * the code, say "raises-exception". MyST-NB: code-cell. */
bool script_piece_raises(const struct source *source, uint32_t offset);
