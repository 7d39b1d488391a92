/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/types.h"

#include "base/utf8.h"

enum { MAX_RANK = 64 };

/* The element types whose name in MLIR is not one of a dtype. */
static const struct element_row {
	const char *mlir, *dtype;
} elements[] = {{"i1", "bool"},
                {"ui2", "uint2"},
                {"ui4", "uint4"},
                {"ui8", "uint8"},
                {"ui16", "uint16"},
                {"ui32", "uint32"},
                {"ui64", "uint64"},
                {"si2", "int2"},
                {"si4", "int4"},
                {"si8", "int8"},
                {"si16", "int16"},
                {"si32", "int32"},
                {"si64", "int64"},
                {"index", "int64"},
                {"f8E4M3FN", "float8_e4m3fn"},
                {"f8E5M2", "float8_e5m2"},
                {"f8E4M3", "float8_e4m3"},
                {"f8E3M4", "float8_e3m4"},
                {"f8E4M3B11FNUZ", "float8_e4m3b11fnuz"},
                {"f8E4M3FNUZ", "float8_e4m3fnuz"},
                {"f8E5M2FNUZ", "float8_e5m2fnuz"},
                {"f8E8M0FNU", "float8_e8m0fnu"},
                {"f4E2M1FN", "float4_e2m1fn"},
                {"complex<f32>", "complex64"},
                {"complex<f64>", "complex128"}};

/* The type of elements of this name; NULL: none. */
static const struct dtype *element_named(struct types *types, struct str name)
{
	const struct dtype *dtype = cache_find(&types->elements, name);
	if (dtype || !name.len)
		return dtype;
	for (size_t i = 0; i < COUNT_OF(elements) && !dtype; i++)
		if (str_equal(name, str_of(elements[i].mlir)))
			dtype = dtype_named(str_of(elements[i].dtype));
	dtype = dtype ? dtype : dtype_named(name);
	if (dtype)
		cache_add(types->arena, &types->elements, name, dtype);
	return dtype;
}

/* f32, i1, complex<f32> … */
static const struct dtype *read_element(struct types *types, struct cursor *cursor)
{
	size_t start = cursor_skip(cursor);
	struct str name = cursor_word(cursor);
	if (str_equal(name, STR("complex"))) {
		cursor_balanced(cursor, ",x:=");
		name = str_slice(cursor->text, start, cursor->at);
	}
	const struct dtype *dtype = element_named(types, name);
	if (!dtype && cursor_takes(cursor, "!")) {
		cursor_word(cursor);
		name = str_slice(cursor->text, start, cursor->at);
	}
	if (!dtype && !cursor->failed && name.len)
		cursor_unsupported(cursor, start, name.len, "the element type %s is not known",
		                   utf8_escaped(cursor->diags->arena, name).s);
	else if (!dtype)
		cursor_unexpected(cursor, "a type of elements");
	return dtype;
}

/* 4x512x behind tensor<, as far as there are sizes. */
static bool read_dims(struct cursor *cursor, int64_t *dims, uint32_t *rank)
{
	for (;;) {
		size_t start = cursor_skip(cursor);
		char next = cursor_peek(cursor);
		if (next == '?' || next == '*') {
			cursor_unsupported(cursor, start, 1, "%s",
			                   next == '?' ? "a dim without a size"
			                               : "an array of unknown rank");
			return cursor_help(cursor,
			                   "export the program with shapes that are numbers");
		}
		if (!byte_is_digit(next))
			return !cursor->failed;
		if (*rank == MAX_RANK)
			return cursor_unsupported(cursor, start, 1, "an array of more than %d dims",
			                          MAX_RANK);
		if (!cursor_integer(cursor, &dims[*rank]) || !cursor_expects(cursor, "x"))
			return false;
		++*rank;
	}
}

/* <4x512xf32> or <4x512xf32, encoding> behind the word tensor. */
static const struct hlo_shape *read_tensor(struct types *types, struct cursor *cursor)
{
	int64_t dims[MAX_RANK];
	uint32_t rank = 0;
	if (!cursor_expects(cursor, "<") || !read_dims(cursor, dims, &rank))
		return NULL;
	const struct dtype *element = read_element(types, cursor);
	if (!element)
		return NULL;
	if (cursor_takes(cursor, ","))
		cursor_balanced(cursor, "");
	if (!cursor_expects(cursor, ">"))
		return NULL;
	return hlo_shape_array(types->arena, element, dims, rank);
}

static const struct hlo_shape *read_any(struct types *types, struct cursor *cursor, int depth);

/* <T, T> behind the word tuple. */
static const struct hlo_shape *read_tuple(struct types *types, struct cursor *cursor, int depth)
{
	struct hlo_shape *items = NULL;
	uint32_t count = 0;
	size_t room = 0;
	if (!cursor_expects(cursor, "<"))
		return NULL;
	while (cursor_item(cursor, ">", !count)) {
		const struct hlo_shape *item = read_any(types, cursor, depth + 1);
		if (!item)
			return NULL;
		arena_push(types->arena, items, count, room, *item);
	}
	return cursor->failed ? NULL : hlo_shape_tuple(types->arena, items, count);
}

/* !stablehlo.token, and types of elements without a tensor around them. */
static const struct hlo_shape *read_other(struct types *types, struct cursor *cursor)
{
	size_t start = cursor_skip(cursor);
	if (cursor_takes(cursor, "!")) {
		struct str name = cursor_word(cursor);
		if (str_ends_with(name, STR(".token")))
			return arena_new(types->arena, struct hlo_shape, 1);
		cursor_unsupported(cursor, start, cursor->at - start, "the type !%s is not known",
		                   utf8_escaped(cursor->diags->arena, name).s);
		return NULL;
	}
	const struct dtype *element = read_element(types, cursor);
	return element ? hlo_shape_array(types->arena, element, NULL, 0) : NULL;
}

static const struct hlo_shape *read_any(struct types *types, struct cursor *cursor, int depth)
{
	if (depth == MAX_NESTING) {
		cursor_fail(cursor, cursor->at, 1, "more than %d tuples in each other",
		            MAX_NESTING);
		return NULL;
	}
	if (cursor_takes_word(cursor, "tensor"))
		return read_tensor(types, cursor);
	if (cursor_takes_word(cursor, "tuple"))
		return read_tuple(types, cursor, depth);
	return read_other(types, cursor);
}

/* The text up to the first '>', when it begins as an array's type; else empty. */
static struct str text_of_array(const struct cursor *cursor)
{
	struct str text = str_slice(cursor->text, cursor->at, cursor->text.len);
	if (cursor->failed || !str_starts_with(text, STR("tensor<")))
		return STR("");
	size_t end = str_find(text, '>', 0);
	return str_slice(text, 0, end < text.len ? end + 1 : 0);
}

/* Where a type stands that was read a moment ago, as the next one often was. */
static struct recent_type *recent_type(struct types *types, struct str text)
{
	uint64_t first, last;
	assert(text.len >= sizeof first); /* tensor<> */
	memcpy(&first, text.s + text.len / 2 - sizeof first / 2, sizeof first);
	memcpy(&last, text.s + text.len - sizeof last, sizeof last);
	uint64_t mixed = (first + 3 * last) * 0x9e3779b97f4a7c15u;
	return &types->recent[mixed / (UINT64_MAX / RECENT_TYPES + 1)];
}

/* The shape of a type that begins with this text, mostly all of it. */
static const struct hlo_shape *read_array(struct types *types, struct cursor *cursor,
                                          struct str text)
{
	size_t end = cursor->at + text.len;
	const struct hlo_shape *shape = cache_find(&types->shapes, text);
	if (shape) {
		cursor->at = end;
		return shape;
	}
	shape = read_any(types, cursor, 0);
	if (shape && cursor->at == end)
		cache_add(types->arena, &types->shapes, text, shape);
	return shape;
}

const struct hlo_shape *types_read(struct types *types, struct cursor *cursor)
{
	cursor_skip(cursor);
	struct str text = text_of_array(cursor);
	if (!text.len)
		return read_any(types, cursor, 0);
	struct recent_type *recent = recent_type(types, text);
	size_t end = cursor->at + text.len;
	if (str_equal(recent->text, text)) {
		cursor->at = end;
		return recent->shape;
	}
	const struct hlo_shape *shape = read_array(types, cursor, text);
	if (shape && cursor->at == end)
		*recent = (struct recent_type){text, shape};
	return shape;
}

static bool read_one(struct types *types, struct cursor *cursor, struct shape_list *list)
{
	const struct hlo_shape *shape = types_read(types, cursor);
	if (shape)
		arena_push(list->arena, list->items, list->count, list->room, shape);
	return shape;
}

bool types_read_list(struct types *types, struct cursor *cursor, struct shape_list *list)
{
	if (!cursor_takes(cursor, "("))
		return read_one(types, cursor, list);
	if (cursor_takes(cursor, ")"))
		return true;
	do {
		if (!read_one(types, cursor, list))
			return false;
	} while (cursor_takes(cursor, ","));
	return cursor_expects(cursor, ")");
}
