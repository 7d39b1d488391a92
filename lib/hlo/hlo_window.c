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

/* 1_1x0_2 */
static bool window_pads(struct scanner *in, struct window_dim *dims, uint32_t rank)
{
	for (uint32_t i = 0; i < rank; i++)
		if ((i && !scanner_expects(in, "x", "expects 'x' between dimensions")) ||
		    !read_number(in, &dims[i].low) ||
		    !scanner_expects(in, "_", "expects '_' between low and high padding") ||
		    !read_number(in, &dims[i].high))
			return false;
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
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_equal(name, str_of(rows[i].name)))
			return window_sizes(in, dims, rank, rows[i].offset);
	if (str_equal(name, STR("pad=")))
		return window_pads(in, dims, *rank);
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

bool hlo_padding(struct hlo_reader *reader, struct hlo_attributes *attributes)
{
	struct scanner *in = &reader->in;
	int64_t low[MAX_WINDOW_RANK], high[MAX_WINDOW_RANK], interior[MAX_WINDOW_RANK];
	uint32_t rank = 0;
	do {
		if (rank == MAX_WINDOW_RANK)
			return scanner_unexpected(in, "more dimensions than any array has");
		interior[rank] = 0;
		if (!read_number(in, &low[rank]) ||
		    !scanner_expects(in, "_", "expects '_' between low and high padding") ||
		    !read_number(in, &high[rank]) ||
		    (scanner_takes(in, "_") && !read_number(in, &interior[rank])))
			return false;
		rank++;
	} while (scanner_takes(in, "x"));
	struct pad_numbers *pad = arena_new(reader->arena, struct pad_numbers, 1);
	pad->low = arena_copy(reader->arena, low, rank, sizeof *low);
	pad->high = arena_copy(reader->arena, high, rank, sizeof *high);
	pad->interior = arena_copy(reader->arena, interior, rank, sizeof *interior);
	attributes->pad = pad;
	attributes->pad_rank = rank;
	return true;
}

/* [0:16] or [0:16:2] */
static bool read_bounds(struct scanner *in, int64_t *start, int64_t *limit, int64_t *stride)
{
	*stride = 1;
	return scanner_expects(in, "[", "expects '[' before the bounds of a slice") &&
	       read_number(in, start) && scanner_expects(in, ":", "expects ':' between bounds") &&
	       read_number(in, limit) && (!scanner_takes(in, ":") || read_number(in, stride)) &&
	       scanner_expects(in, "]", "expects ']' behind the bounds of a slice");
}

bool hlo_slice(struct hlo_reader *reader, struct hlo_attributes *attributes)
{
	struct scanner *in = &reader->in;
	int64_t start[MAX_WINDOW_RANK], limit[MAX_WINDOW_RANK], stride[MAX_WINDOW_RANK];
	uint32_t rank = 0;
	if (!scanner_expects(in, "{", "expects '{' before the bounds of a slice"))
		return false;
	while (!scanner_takes(in, "}")) {
		if (rank == MAX_WINDOW_RANK)
			return scanner_unexpected(in, "more dimensions than any array has");
		if ((rank && !scanner_expects(in, ",", "expects ',' between dimensions")) ||
		    !read_bounds(in, &start[rank], &limit[rank], &stride[rank]))
			return false;
		rank++;
	}
	struct slice_numbers *slice = arena_new(reader->arena, struct slice_numbers, 1);
	slice->start = arena_copy(reader->arena, start, rank, sizeof *start);
	slice->limit = arena_copy(reader->arena, limit, rank, sizeof *limit);
	slice->stride = arena_copy(reader->arena, stride, rank, sizeof *stride);
	attributes->slice = slice;
	attributes->slice_rank = rank;
	return true;
}
