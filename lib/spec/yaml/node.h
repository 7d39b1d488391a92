/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of a YAML text: scalars, lists and maps, each with the bytes it stands at. */
#pragma once

#include <assert.h>

#include "diag/source.h"

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };
enum scalar_style {
	STYLE_PLAIN,
	STYLE_SINGLE_QUOTED,
	STYLE_DOUBLE_QUOTED,
	STYLE_LITERAL,
	STYLE_FOLDED,
	STYLE_MEANT, /* a text that stands otherwise in the file, which is read as it is meant */
	STYLE_WHOLE, /* a text as long as the file: each byte stands where it stands there */
};

/*
 * One value. Kept small, because a spec has many: the children of a list or map stand side by side,
 * those of a map as key, value, key, value. An alias is a copy of the node it names.
 */
struct node {
	struct span
	    at; /* without anchor and tag; of a block collection from its first child to its last */
	uint16_t kind;  /* enum node_kind */
	uint16_t style; /* enum scalar_style, of a scalar */
	uint32_t count; /* of a scalar: bytes of text; of a list: items; of a map: pairs */
	union {
		const char *text; /* decoded; inside the source's text where it stands there byte
		                     for byte */
		const struct node *items;
	};
};

static inline struct str node_text(const struct node *node)
{
	assert(node->kind == NODE_SCALAR);
	return (struct str){node->text, node->count};
}

/* Key number `i` of a map. */
static inline const struct node *node_key(const struct node *map, uint32_t i)
{
	assert(map->kind == NODE_MAP && i < map->count);
	return &map->items[2 * (size_t)i];
}

/* The value that belongs to key number `i` of a map. */
static inline const struct node *node_value(const struct node *map, uint32_t i)
{
	assert(map->kind == NODE_MAP && i < map->count);
	return &map->items[2 * (size_t)i + 1];
}

/* Whether the node is an empty plain scalar, `~` or `null`. */
bool node_is_null(const struct node *node);

/* Where the nodes of a collection stand that starts at `start`: what an alias is for stands
 * elsewhere, before. */
struct span nodes_at(struct span start, const struct node *nodes, size_t count);

/* "a list", "a map", "nothing", "a number" or "text": what the node is, for messages. */
const char *node_kind_name(const struct node *node);

/*
 * The bytes of the source that bytes `start` to `start + length` of a scalar's decoded text come
 * from: exact through quotes, escapes, line folding and the indentation of block scalars.
 */
struct span node_text_span(struct str source_text, const struct node *scalar, size_t start,
                           size_t length);
