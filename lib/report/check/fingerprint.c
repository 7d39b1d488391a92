/* SPDX-License-Identifier: Apache-2.0 */
/* Findings told apart from one run to the next: by their rule, file, subject and line of the text,
 * and those that are equal in all of that by their order. */
#include <stdlib.h>

#include "report/check/finding.h"

/* The hash of a finding, and its number among all. */
struct print {
	uint64_t hash;
	uint32_t index;
};

/* FNV-1a of 64 bits, which is the same on every machine. */
static uint64_t hash_bytes(uint64_t hash, struct str text)
{
	static const uint64_t prime = 0x100000001b3;
	for (size_t i = 0; i < text.len; i++)
		hash = (hash ^ (unsigned char)text.s[i]) * prime;
	return hash * prime; /* as a NUL behind the text */
}

static uint64_t hash_number(uint64_t hash, uint32_t number)
{
	char digits[INTEGER_DIGITS];
	size_t length = (size_t)(integer_digits(digits, number) - digits);
	return hash_bytes(hash, (struct str){digits, length});
}

/* The line that a byte stands in, without the blanks round it; of a very long one the beginning of
 * what follows the byte, so that a file of one line is not read for each of its findings. */
static struct str line_of(struct str text, uint32_t offset)
{
	enum { MOST = 200 };
	size_t start = offset < text.len ? offset : text.len, stop = start;
	while (start > 0 && text.s[start - 1] != '\n' && offset - start < MOST)
		start--;
	if (start > 0 && text.s[start - 1] != '\n')
		start = stop;
	while (stop < text.len && text.s[stop] != '\n' && stop - offset < MOST)
		stop++;
	return str_trim(str_slice(text, start, stop));
}

static uint64_t hash_finding(const struct check_result *result, const struct diag *diag)
{
	static const uint64_t basis = 0xcbf29ce484222325;
	const struct source_piece *piece = source_piece_at(result->files, diag->at.offset);
	uint64_t hash = hash_bytes(basis, str_of(diag->rule->name));
	hash = hash_bytes(hash, path_plain(result->source->path));
	hash = hash_bytes(hash, piece ? path_plain(piece->path) : STR(""));
	hash = hash_bytes(hash, diag->subject);
	return hash_bytes(hash, line_of(result->source->text, diag->at.offset));
}

static int compare_prints(const void *a, const void *b)
{
	const struct print *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

const uint64_t *finding_fingerprints(struct arena *arena, const struct check_result *result,
                                     const struct findings *findings)
{
	uint64_t *hashes = arena_new(arena, uint64_t, findings->count);
	struct print *prints = arena_new(arena, struct print, findings->count);
	for (uint32_t i = 0; i < findings->count; i++)
		prints[i] = (struct print){hash_finding(result, findings->items[i]), i};
	if (findings->count)
		qsort(prints, findings->count, sizeof *prints, compare_prints);
	uint32_t ordinal = 0;
	for (uint32_t i = 0; i < findings->count; i++) {
		ordinal = i && prints[i].hash == prints[i - 1].hash ? ordinal + 1 : 0;
		hashes[prints[i].index] =
		    ordinal ? hash_number(prints[i].hash, ordinal) : prints[i].hash;
	}
	return hashes;
}
