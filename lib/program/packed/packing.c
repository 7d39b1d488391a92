/* SPDX-License-Identifier: Apache-2.0 */
#include "program/packed/packing.h"

#include <assert.h>

enum { GROUP = 7 /* bits of a number in a byte; the highest says whether more follow */ };

static void put(struct packing *packing, uint32_t byte)
{
	buf_putc(packing->out, (char)byte);
}

void pack_groups(struct packing *packing, uint32_t *number)
{
	uint32_t rest = *number, read = 0;
	if (packing->out) {
		for (; rest >> GROUP; rest >>= GROUP)
			put(packing, (rest & 0x7f) | 0x80);
		put(packing, rest);
		return;
	}
	for (uint32_t shift = 0;; shift += GROUP) {
		uint32_t byte = *packing->at++;
		read |= (byte & 0x7f) << shift;
		if (byte < 0x80)
			break;
	}
	*number = read;
}

void pack_flag(struct packing *packing, bool *flag)
{
	uint32_t number = *flag;
	pack_number(packing, &number);
	*flag = number;
}

void pack_bits(struct packing *packing, uint64_t *bits)
{
	enum { BYTES = 8, BITS = 8 };
	uint64_t read = 0;
	for (uint32_t i = 0; i < BYTES; i++) {
		if (packing->out)
			put(packing, *bits >> BITS * i & 0xff);
		else
			read |= (uint64_t)*packing->at++ << BITS * i;
	}
	if (!packing->out)
		*bits = read;
}

/* How far a place is behind another, or before it: then the lowest bit is set. */
static uint32_t distance(uint32_t from, uint32_t to)
{
	return to < from ? (from - to) << 1 | 1 : (to - from) << 1;
}

void pack_span(struct packing *packing, struct span *span)
{
	uint32_t from = packing->last;
	uint32_t way = packing->out ? distance(from, span->offset) : 0;
	pack_number(packing, &way);
	packing->last = span->offset = way & 1 ? from - (way >> 1) : from + (way >> 1);
	pack_number(packing, &span->length);
}

static void pack_bytes(struct packing *packing, struct str *bytes, uint32_t length)
{
	if (packing->out) {
		buf_add(packing->out, *bytes);
	} else {
		*bytes = (struct str){(const char *)packing->at, length};
		packing->at += length;
	}
}

void pack_word(struct packing *packing, struct str *word, struct span at)
{
	assert(!packing->out || str_equal(*word, span_text(packing->text, at)));
	pack_bytes(packing, word, at.length);
}

void pack_name(struct packing *packing, struct str *name, struct span *at)
{
	pack_span(packing, at);
	pack_word(packing, name, *at);
}

void pack_text(struct packing *packing, struct str *text)
{
	uint32_t length = (uint32_t)text->len;
	pack_number(packing, &length);
	pack_bytes(packing, text, length);
}

void *pack_list(struct packing *packing, const void *items, uint32_t *count, size_t size)
{
	pack_number(packing, count);
	if (!*count)
		return NULL;
	return packing->out ? arena_copy(packing->arena, items, *count, size)
	                    : arena_alloc(packing->arena, *count, size, _Alignof(max_align_t));
}

void *pack_part(struct packing *packing, const void *part, size_t size)
{
	return packing->out ? arena_copy(packing->arena, part, 1, size)
	                    : arena_alloc(packing->arena, 1, size, _Alignof(max_align_t));
}
