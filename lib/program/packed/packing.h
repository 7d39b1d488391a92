/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the parts of a syntax tree go into bytes and come back. Each function here does both, for one
 * kind of part: it writes what stands at the place it is given, or stores there what it reads. So
 * what is written and what is read cannot differ.
 */
#pragma once

#include "base/buf.h"
#include "program/syntax.h"

struct packing {
	struct arena *arena;
	struct str text;         /* that the tree refers to */
	struct buf *out;         /* where the tree goes; NULL: it is read */
	const unsigned char *at; /* the next byte to read */
	uint32_t last;           /* where the span before began */
};

/* The same as pack_number, for numbers of any size. */
void pack_groups(struct packing *packing, uint32_t *number);

/* A number, in as few groups of 7 bits as it has: mostly one. */
static inline void pack_number(struct packing *packing, uint32_t *number)
{
	if (!packing->out && *packing->at < 0x80)
		*number = *packing->at++;
	else
		pack_groups(packing, number);
}

/* A yes or no. */
void pack_flag(struct packing *packing, bool *flag);

/* 64 bits as they are. */
void pack_bits(struct packing *packing, uint64_t *bits);

/* A span, by its distance from the one before. */
void pack_span(struct packing *packing, struct span *span);

/* What stands at a span that is there already; read, it is a view of the bytes, so that nobody
 * looks into the text for it. */
void pack_word(struct packing *packing, struct str *word, struct span at);

/* A span, and what stands there. */
void pack_name(struct packing *packing, struct str *name, struct span *at);

/* A text that stands nowhere else as it is. */
void pack_text(struct packing *packing, struct str *text);

/* How many items of `size` bytes a list has. Returns a copy of them, or room for as many. */
void *pack_list(struct packing *packing, const void *items, uint32_t *count, size_t size);

/* A single part, of `size` bytes, that stands elsewhere: a copy of it, or room. */
void *pack_part(struct packing *packing, const void *part, size_t size);

/* Which operation an operator stands for. */
void pack_operation(struct packing *packing, enum operation *operation);

/* An expression; NULL is fine. */
void pack_expression(struct packing *packing, const struct expression **place);

/* The expressions of a list. */
void pack_expressions(struct packing *packing, struct expression_list *list);

/* What a definition takes, and what a call gives. */
void pack_parameters(struct packing *packing, struct parameters *parameters);
void pack_arguments(struct packing *packing, struct arguments *arguments);

/* A statement with what is inside of it. */
void pack_statement(struct packing *packing, struct statement *statement);
