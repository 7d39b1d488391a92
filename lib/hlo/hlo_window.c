/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes that have a value per dimension: windows, padding, slices. */
#include "hlo/hlo_reader.h"
#include "hlo/hlo_window.h"

enum { MAX_WINDOW_RANK = 64 };

/* One integer, and '_' before the next of the same dimension. */
static bool read_number(struct scanner *in, int64_t *value)
{
	return scanner_integer(in, value, "expects an integer per dimension");
}

/* 1x2x3, of as many dimensions as the window has; *rank is 0 before its first list. */
static bool window_sizes(struct scanner *in, struct window_dim *dims, uint32_t *rank, size_t offset)
{
	uint32_t count = 0;
	size_t start = scanner_skip(in);
	do {
		int64_t value, *place;
		if (!read_number(in, &value))
			return false;
		if (count == MAX_WINDOW_RANK || (*rank && count == *rank))
			break;
		place = (int64_t *)(void *)((char *)&dims[count++] + offset);
		*place = value;
	} while (scanner_takes(in, "x"));
	if (*rank && count != *rank)
		return scanner_fail(in, start, in->at - start, "a window of %u and %u dimensions",
		                    *rank, count);
	*rank = count;
	return true;
}

/* 1_1x0_2, before the sizes or behind them */
static bool window_pads(struct scanner *in, struct window_dim *dims, uint32_t *rank)
{
	uint32_t count = 0, most = *rank ? *rank : MAX_WINDOW_RANK;
	do {
		if (count == most)
			return scanner_unexpected(in, "more dimensions than the window has");
		if (!read_number(in, &dims[count].low) ||
		    !scanner_expects(in, "_", "expects '_' between low and high padding") ||
		    !read_number(in, &dims[count].high))
			return false;
		count++;
	} while (scanner_takes(in, "x"));
	if (*rank && count != *rank)
		return scanner_unexpected(in, "expects 'x' between dimensions");
	*rank = count;
	return true;
}

static bool window_field(struct scanner *in, struct window_dim *dims, uint32_t *rank)
{
	static const struct {
		const char *name;
		size_t offset;
	} rows[] = {
	    {"size=", offsetof(struct window_dim, size)},
	    {"stride=", offsetof(struct window_dim, stride)},
	    {"lhs_dilate=", offsetof(struct window_dim, base_dilation)},
	    {"rhs_dilate=", offsetof(struct window_dim, window_dilation)},
	};
	size_t start = scanner_skip(in);
	struct str name = scanner_word(in);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(name, str_of(rows[i].name)))
			return window_sizes(in, dims, rank, rows[i].offset);
	if (str_equal(name, STR("pad=")))
		return window_pads(in, dims, rank);
	if (!str_equal(name, STR("rhs_reversal=")))
		return scanner_fail(in, start, in->at - start, "no part of a window has this name");
	for (uint32_t i = 0; i < *rank; i++) {
		int64_t reversed;
		if ((i && !scanner_expects(in, "x", "expects 'x' between dimensions")) ||
		    !read_number(in, &reversed))
			return false;
		dims[i].reversed = reversed != 0;
	}
	return true;
}

bool hlo_window(struct hlo_reader *reader, struct hlo_attributes *attributes)
{
	struct scanner *in = &reader->in;
	struct window_dim dims[MAX_WINDOW_RANK];
	uint32_t rank = 0;
	for (int i = 0; i < MAX_WINDOW_RANK; i++)
		dims[i] = (struct window_dim){
		    .size = 1, .stride = 1, .base_dilation = 1, .window_dilation = 1};
	if (!scanner_expects(in, "{", "expects '{' before a window"))
		return false;
	while (!scanner_takes(in, "}"))
		if (!window_field(in, dims, &rank))
			return false;
	attributes->window = arena_copy(reader->arena, dims, rank, sizeof *dims);
	attributes->window_rank = rank;
	return true;
}

/* Three numbers for each dimension. */
struct triples {
	int64_t lists[3][MAX_WINDOW_RANK];
	uint32_t rank;
};

/* Reads those of the next dimension: two, `between` between them, which the third may follow. */
static bool read_triple(struct scanner *in, const char *between, const char *expected,
                        int64_t third, struct triples *triples)
{
	uint32_t dim = triples->rank++;
	if (dim == MAX_WINDOW_RANK)
		return scanner_unexpected(in, "more dimensions than any array has");
	triples->lists[2][dim] = third;
	return read_number(in, &triples->lists[0][dim]) && scanner_expects(in, between, expected) &&
	       read_number(in, &triples->lists[1][dim]) &&
	       (!scanner_takes(in, between) || read_number(in, &triples->lists[2][dim]));
}

static const int64_t *list_of(struct arena *arena, const struct triples *triples, int list)
{
	return arena_copy(arena, triples->lists[list], triples->rank, sizeof(int64_t));
}

/* 1_1x0_2_1: low, high and between the elements */
bool hlo_padding(struct hlo_reader *reader, struct hlo_attributes *attributes)
{
	struct arena *arena = reader->arena;
	struct triples triples = {.rank = 0};
	do
		if (!read_triple(&reader->in, "_", "expects '_' between low and high padding", 0,
		                 &triples))
			return false;
	while (scanner_takes(&reader->in, "x"));
	struct pad_numbers *pad = arena_new(arena, struct pad_numbers, 1);
	*pad = (struct pad_numbers){list_of(arena, &triples, 0), list_of(arena, &triples, 1),
	                            list_of(arena, &triples, 2)};
	attributes->pad = pad;
	attributes->pad_rank = triples.rank;
	return true;
}

/* {[0:16], [0:16:2]}: start, limit and stride */
bool hlo_slice(struct hlo_reader *reader, struct hlo_attributes *attributes)
{
	struct scanner *in = &reader->in;
	struct arena *arena = reader->arena;
	struct triples triples = {.rank = 0};
	if (!scanner_expects(in, "{", "expects '{' before the bounds of a slice"))
		return false;
	while (!scanner_takes(in, "}"))
		if ((triples.rank && !scanner_expects(in, ",", "expects ',' between dimensions")) ||
		    !scanner_expects(in, "[", "expects '[' before the bounds of a slice") ||
		    !read_triple(in, ":", "expects ':' between bounds", 1, &triples) ||
		    !scanner_expects(in, "]", "expects ']' behind the bounds of a slice"))
			return false;
	struct slice_numbers *slice = arena_new(arena, struct slice_numbers, 1);
	*slice = (struct slice_numbers){list_of(arena, &triples, 0), list_of(arena, &triples, 1),
	                                list_of(arena, &triples, 2)};
	attributes->slice = slice;
	attributes->slice_rank = triples.rank;
	return true;
}
