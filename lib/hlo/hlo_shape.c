/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo_reader.h"

enum { MAX_SHAPE_DEPTH = 32, MAX_SHAPE_RANK = 64 };

static const struct element_row {
	const char *name;
	enum dtype_id id;
} elements[] = {
    {"f32", DTYPE_ID_FLOAT32},
    {"s32", DTYPE_ID_INT32},
    {"pred", DTYPE_ID_BOOL},
    {"bf16", DTYPE_ID_BFLOAT16},
    {"u32", DTYPE_ID_UINT32},
    {"f16", DTYPE_ID_FLOAT16},
    {"f64", DTYPE_ID_FLOAT64},
    {"s64", DTYPE_ID_INT64},
    {"u64", DTYPE_ID_UINT64},
    {"s8", DTYPE_ID_INT8},
    {"u8", DTYPE_ID_UINT8},
    {"s16", DTYPE_ID_INT16},
    {"u16", DTYPE_ID_UINT16},
    {"s4", DTYPE_ID_INT4},
    {"u4", DTYPE_ID_UINT4},
    {"s2", DTYPE_ID_INT2},
    {"u2", DTYPE_ID_UINT2},
    {"c64", DTYPE_ID_COMPLEX64},
    {"c128", DTYPE_ID_COMPLEX128},
    {"f8e4m3fn", DTYPE_ID_FLOAT8_E4M3FN},
    {"f8e5m2", DTYPE_ID_FLOAT8_E5M2},
    {"f8e4m3", DTYPE_ID_FLOAT8_E4M3},
    {"f8e3m4", DTYPE_ID_FLOAT8_E3M4},
    {"f8e4m3b11fnuz", DTYPE_ID_FLOAT8_E4M3B11FNUZ},
    {"f8e4m3fnuz", DTYPE_ID_FLOAT8_E4M3FNUZ},
    {"f8e5m2fnuz", DTYPE_ID_FLOAT8_E5M2FNUZ},
    {"f8e8m0fnu", DTYPE_ID_FLOAT8_E8M0FNU},
    {"f4e2m1fn", DTYPE_ID_FLOAT4_E2M1FN},
};

static const struct dtype *element_type(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(elements); i++)
		if (str_equal(name, str_of(elements[i].name)))
			return dtype_of(elements[i].id);
	return NULL;
}

/* A layout, {1,0:T(8,128)}, which does not matter: other braces are those of a body. */
static bool skip_layout(struct scanner *in)
{
	struct scanner ahead = *in;
	if (!scanner_takes(&ahead, "{"))
		return true;
	char first = scanner_skip(&ahead) < in->text.len ? in->text.s[ahead.at] : 0;
	bool layout = byte_is_digit(first) || first == ':' || first == '}';
	return !layout || hlo_skip_brackets(in);
}

static bool read_dims(struct hlo_reader *reader, struct hlo_shape *shape)
{
	struct scanner *in = &reader->in;
	int64_t dims[MAX_SHAPE_RANK];
	size_t start = in->at;
	while (!scanner_sees(in, "]")) {
		if (shape->rank && !scanner_expects(in, ",", "expects ',' between sizes"))
			return false;
		if (shape->rank == MAX_SHAPE_RANK)
			return scanner_fail(in, start, in->at - start, "more than %d dimensions",
			                    MAX_SHAPE_RANK);
		/* a size that is only bounded takes the room of its bound */
		(void)scanner_takes(in, "<=");
		size_t at = scanner_skip(in);
		if (scanner_sees(in, "?"))
			return scanner_unsupported(in, at, 1, "a dim without a size");
		if (!scanner_integer(in, &dims[shape->rank], "expects the size of a dimension"))
			return false;
		if (dims[shape->rank++] < 0)
			return scanner_fail(in, at, in->at - at, "a size below zero");
	}
	if (!hlo_dims_fit(dims, shape->rank))
		return scanner_unsupported(in, start, in->at - start,
		                           "a shape of more elements than are counted");
	shape->dims = arena_copy(reader->arena, dims, shape->rank, sizeof *dims);
	return scanner_expects(in, "]", "expects ']' behind the sizes of a shape");
}

static bool read_array(struct hlo_reader *reader, struct hlo_shape *shape)
{
	struct scanner *in = &reader->in;
	size_t at = scanner_skip(in);
	struct str name = hlo_optional_name(in);
	bool opaque = str_equal(name, STR("token")) || str_equal(name, STR("opaque"));
	shape->element = element_type(name);
	if (!shape->element && name.len && scanner_sees(in, "("))
		return scanner_unsupported(in, at, name.len,
		                           "an operation whose shape is left out");
	if (!shape->element && !opaque)
		return scanner_fail(in, at, name.len ? name.len : at < in->text.len,
		                    name.len ? "no type of elements has this name"
		                             : "expects a shape");
	return scanner_expects(in, "[", "expects '[' behind the type of a shape") &&
	       read_dims(reader, shape) && skip_layout(in);
}

static bool read_shape(struct hlo_reader *reader, struct hlo_shape *shape, int depth)
{
	struct scanner *in = &reader->in;
	size_t room = 0, count = 0, at = scanner_skip(in);
	struct hlo_shape *items = NULL;
	bool nested = false;
	if (scanner_takes(in, "b(")) /* a buffer, which holds what the array would */
		return read_array(reader, shape) &&
		       scanner_expects(in, ")", "expects ')' behind a buffer");
	if (!scanner_takes(in, "("))
		return read_array(reader, shape);
	if (depth == MAX_SHAPE_DEPTH)
		return scanner_fail(in, at, 1, "more than %d tuples in each other",
		                    MAX_SHAPE_DEPTH);
	while (!scanner_takes(in, ")")) {
		struct hlo_shape item = {0};
		if ((count && !scanner_expects(in, ",", "expects ',' between shapes")) ||
		    !read_shape(reader, &item, depth + 1))
			return false;
		arena_push(reader->arena, items, count, room, item);
		nested |= item.tuple;
	}
	*shape = (struct hlo_shape){
	    .elements = items, .nelements = (uint32_t)count, .tuple = true, .nested = nested};
	return skip_layout(in);
}

bool hlo_sees_shape(struct scanner *in)
{
	size_t at = scanner_skip(in);
	if (in->failed || scanner_sees(in, "%"))
		return false;
	if (scanner_sees(in, "(") || scanner_sees(in, "b("))
		return true;
	(void)hlo_optional_name(in);
	bool sees = in->at > at && in->at < in->text.len && in->text.s[in->at] == '[';
	in->at = at;
	return sees;
}

/* The bytes of the shape that comes next, which are not read yet. */
static struct str shape_text(struct scanner in)
{
	size_t start = scanner_skip(&in);
	if (!scanner_sees(&in, "("))
		(void)hlo_optional_name(&in);
	if (!hlo_skip_brackets(&in) || !skip_layout(&in))
		return STR("");
	return str_slice(in.text, start, in.at);
}

const struct hlo_shape *hlo_shape(struct hlo_reader *reader)
{
	struct notation_error ignored;
	struct scanner ahead = reader->in;
	ahead.error = &ignored;
	struct str text = shape_text(ahead);
	const struct hlo_shape *known = text.len ? cache_find(&reader->shapes, text) : NULL;
	if (known) {
		reader->in.at = (size_t)(text.s - reader->in.text.s) + text.len;
		return known;
	}
	struct hlo_shape *shape = arena_new(reader->arena, struct hlo_shape, 1);
	if (reader->in.failed || !read_shape(reader, shape, 0))
		return NULL;
	if (text.len)
		cache_add(reader->arena, &reader->shapes, text, shape);
	return shape;
}
