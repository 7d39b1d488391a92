/* SPDX-License-Identifier: Apache-2.0 */
/* What stands behind the operands of an instruction: one row per attribute that matters. */
#include "hlo/hlo_window.h"

static bool read_integers(struct hlo_reader *reader, void *place)
{
	return hlo_integers(reader, place);
}

/* Sizes of a slice; those of a permute's slices, a list each, do not matter. */
static bool read_sizes(struct hlo_reader *reader, void *place)
{
	struct scanner ahead = reader->in;
	bool lists = scanner_takes(&ahead, "{") && scanner_sees(&ahead, "{");
	return lists ? hlo_skip_value(&reader->in) : hlo_integers(reader, place);
}

static bool read_integer(struct hlo_reader *reader, void *place)
{
	return scanner_integer(&reader->in, place, "expects an integer");
}

/* One number where others have a list. */
static bool read_single(struct hlo_reader *reader, void *place)
{
	int64_t value;
	struct hlo_integers *integers = place;
	if (!scanner_integer(&reader->in, &value, "expects an integer"))
		return false;
	*integers = (struct hlo_integers){arena_copy(reader->arena, &value, 1, sizeof value), 1};
	return true;
}

static bool read_word(struct hlo_reader *reader, void *place)
{
	struct str *word = place;
	size_t start = scanner_skip(&reader->in);
	if (!hlo_skip_value(&reader->in))
		return false;
	*word = str_trim(str_slice(reader->in.text, start, reader->in.at));
	return true;
}

static bool read_text(struct hlo_reader *reader, void *place)
{
	return hlo_quoted(&reader->in, place);
}

/* Whether one of these words stands there. */
static bool read_whether(struct hlo_reader *reader, const char *words, bool *is)
{
	struct str word;
	if (!read_word(reader, &word))
		return false;
	*is = str_has_word(str_of(words), word);
	return true;
}

/* A number of which only matters that it is there. */
static bool read_presence(struct hlo_reader *reader, void *place)
{
	*(bool *)place = true;
	return hlo_skip_value(&reader->in);
}

static bool read_flag(struct hlo_reader *reader, void *place)
{
	return read_whether(reader, "true", place);
}

static bool read_transposed(struct hlo_reader *reader, void *place)
{
	return read_whether(reader, "TRANSPOSE ADJOINT", place);
}

/* Adds the computation that is named next; one that does not stand before its callers is missing,
 * as it is in the lines of a dump that people show each other. */
static bool add_callee(struct hlo_reader *reader, struct hlo_computations *callees, size_t *room)
{
	struct str name = hlo_name(reader);
	const uint32_t *place = table_find(&reader->computations, name);
	if (place)
		arena_push(reader->arena, callees->items, callees->count, *room,
		           reader->module->computations[*place]);
	else
		callees->missing = true;
	return name.len;
}

/* %a or {%a, %b} */
static bool read_callees(struct hlo_reader *reader, void *place)
{
	struct hlo_computations *callees = place;
	size_t room = 0;
	*callees = (struct hlo_computations){0};
	if (!scanner_takes(&reader->in, "{"))
		return add_callee(reader, callees, &room);
	while (!scanner_takes(&reader->in, "}")) {
		if (!add_callee(reader, callees, &room))
			return false;
		if (scanner_sees(&reader->in, "="))
			return scanner_unsupported(&reader->in, reader->in.at, 1,
			                           "a computation that is written in an operation");
		if (!scanner_takes(&reader->in, ",") && !scanner_sees(&reader->in, "}"))
			return scanner_unexpected(&reader->in, "expects ',' or '}'");
	}
	return true;
}

/* A sharding, which most often was read before. */
static bool read_sharding(struct hlo_reader *reader, void *place)
{
	const struct hlo_sharding **sharding = place;
	size_t start = scanner_skip(&reader->in);
	if (!hlo_skip_brackets(&reader->in))
		return false;
	struct str text = str_slice(reader->in.text, start, reader->in.at);
	*sharding = cache_find(&reader->shardings, text);
	if (*sharding)
		return true;
	struct notation_error error;
	*sharding = hlo_sharding_read(reader->arena, text, reader->rules, &error);
	if (!*sharding)
		return scanner_fail_as(&reader->in, start + error.at, error.length, &error);
	cache_add(reader->arena, &reader->shardings, text, *sharding);
	return true;
}

/* A value of metadata that does not matter. */
static bool skip_metadata(struct scanner *in)
{
	struct str ignored;
	if (scanner_sees(in, "\""))
		return hlo_quoted(in, &ignored);
	if (scanner_sees(in, "{"))
		return hlo_skip_brackets(in);
	while (in->at < in->text.len && !strchr(" ,}\n", in->text.s[in->at]))
		in->at++;
	return !in->failed;
}

static bool metadata_field(struct hlo_reader *reader, struct instruction_origin *origin)
{
	struct scanner *in = &reader->in;
	struct str name = scanner_word(in);
	int64_t frame;
	if (!str_ends_with(name, STR("=")))
		return scanner_unexpected(in, "expects name=value or '}' in metadata");
	if (str_equal(name, STR("op_name=")))
		return hlo_quoted(in, &origin->op_name);
	if (str_equal(name, STR("source_file=")))
		return hlo_quoted(in, &origin->file);
	if (str_equal(name, STR("source_line=")))
		return scanner_integer(in, &origin->line, "expects the number of a line");
	if (!str_equal(name, STR("stack_frame_id=")))
		return skip_metadata(in);
	if (!scanner_integer(in, &frame, "expects the number of a frame"))
		return false;
	hlo_origin_of_frame(&reader->tables, frame, origin);
	return true;
}

/* {op_name="jit(f)/dot" source_file="f.py" source_line=3 stack_frame_id=7} */
static bool read_metadata(struct hlo_reader *reader, void *place)
{
	if (!scanner_expects(&reader->in, "{", "expects '{' before metadata"))
		return false;
	while (!scanner_takes(&reader->in, "}")) {
		if (!metadata_field(reader, place))
			return false;
		(void)scanner_takes(&reader->in, ",");
	}
	return true;
}

/* Of a result, or of what goes into a shard_map or comes out of it. */
static bool says_sharding(struct str name)
{
	return str_equal(name, STR("xla.sdy.sharding")) ||
	       str_equal(name, STR("xla.sdy.in_shardings")) ||
	       str_equal(name, STR("xla.sdy.out_shardings"));
}

/* What JAX and Shardy say besides: {xla.sdy.sharding="…",num_batch_dims="1"}. */
static bool read_frontend(struct hlo_reader *reader, void *place)
{
	struct hlo_attributes *attributes = place;
	struct scanner *in = &reader->in;
	if (!scanner_expects(in, "{", "expects '{' before attributes"))
		return false;
	while (!scanner_takes(in, "}")) {
		struct str name = hlo_optional_name(in), text = STR("");
		size_t at = scanner_skip(in);
		if (!name.len || !scanner_takes(in, "="))
			return scanner_unexpected(in, "expects name=value or '}'");
		if (!(scanner_sees(in, "\"") ? hlo_quoted(in, &text) : hlo_skip_value(in)))
			return false;
		if (str_equal(name, STR("num_batch_dims")) &&
		    !str_to_int64(text, &attributes->batch_dims))
			return scanner_fail(in, at, in->at - at, "expects the number of dims");
		if (str_equal(name, STR("xla.sdy.sharding_rule")))
			attributes->rule = text;
		else if (str_starts_with(name, STR("xla.sdy.")))
			reader->annotated = true;
		if (str_equal(name, STR("xla.sdy.manual_axes")))
			attributes->manual_axes = text;
		if (str_equal(name, STR("_xla_buffer_placement")))
			attributes->placement = text;
		if (says_sharding(name) && !hlo_sdy_sharding(reader, text, at + 1, attributes))
			return false;
		(void)scanner_takes(in, ",");
	}
	return true;
}

/* How often a loop runs, where an optimised dump knows it; the rest does not matter. */
static bool read_backend_config(struct hlo_reader *reader, void *place)
{
	static const struct str name = {"known_trip_count", sizeof "known_trip_count" - 1};
	struct str text;
	if (!read_word(reader, &text))
		return false;
	size_t at = str_search(text, name, 0), end;
	if (at == text.len)
		return true;
	for (at += name.len; at < text.len && !byte_is_digit(text.s[at]) && text.s[at] != '}';)
		at++;
	for (end = at; end < text.len && byte_is_digit(text.s[end]);)
		end++;
	int64_t count, *trips = place;
	if (str_to_int64(str_slice(text, at, end), &count))
		*trips = count;
	return true;
}

static bool read_window(struct hlo_reader *reader, void *place)
{
	return hlo_window(reader, place);
}

static bool read_padding(struct hlo_reader *reader, void *place)
{
	return hlo_padding(reader, place);
}

static bool read_slice(struct hlo_reader *reader, void *place)
{
	return hlo_slice(reader, place);
}

static bool read_groups(struct hlo_reader *reader, void *place)
{
	return hlo_replica_groups(reader, place);
}

static bool read_pairs(struct hlo_reader *reader, void *place)
{
	return hlo_source_target_pairs(reader, place);
}

static const struct attribute_row {
	const char *key;
	bool (*read)(struct hlo_reader *reader, void *place);
	size_t offset;
} rows[] = {
#define ROW(key, read, member)                                     \
	{                                                          \
		key, read, offsetof(struct hlo_attributes, member) \
	}
#define WHOLE(key, read)     \
	{                    \
		key, read, 0 \
	}
    ROW("sharding", read_sharding, sharding),
    ROW("metadata", read_metadata, origin),
    WHOLE("frontend_attributes", read_frontend),
    ROW("backend_config", read_backend_config, trip_count),
    ROW("dimensions", read_integers, dims),
    ROW("iota_dimension", read_single, dims),
    ROW("fft_length", read_integers, dims),
    ROW("index", read_integer, index),
    ROW("k", read_integer, index),
    ROW("feature_index", read_integer, index),
    ROW("to_apply", read_callees, called),
    ROW("calls", read_callees, called),
    ROW("called_computations", read_callees, called),
    ROW("branch_computations", read_callees, called),
    ROW("condition", read_callees, condition),
    ROW("body", read_callees, body),
    ROW("true_computation", read_callees, on_true),
    ROW("false_computation", read_callees, on_false),
    ROW("select", read_callees, select),
    ROW("scatter", read_callees, scatter),
    ROW("direction", read_word, direction),
    ROW("type", read_word, order),
    ROW("fft_type", read_word, direction),
    ROW("left_side", read_flag, solve.left),
    ROW("transpose_a", read_transposed, solve.transposed),
    ROW("lhs_batch_dims", read_integers, lhs_batch),
    ROW("rhs_batch_dims", read_integers, rhs_batch),
    ROW("lhs_contracting_dims", read_integers, lhs_contracting),
    ROW("rhs_contracting_dims", read_integers, rhs_contracting),
    ROW("offset_dims", read_integers, offset),
    ROW("update_window_dims", read_integers, offset),
    ROW("collapsed_slice_dims", read_integers, collapsed),
    ROW("inserted_window_dims", read_integers, collapsed),
    ROW("start_index_map", read_integers, start_index_map),
    ROW("scatter_dims_to_operand_dims", read_integers, start_index_map),
    ROW("operand_batching_dims", read_integers, operand_batching),
    ROW("input_batching_dims", read_integers, operand_batching),
    ROW("start_indices_batching_dims", read_integers, indices_batching),
    ROW("scatter_indices_batching_dims", read_integers, indices_batching),
    ROW("index_vector_dim", read_integer, index_vector),
    ROW("slice_sizes", read_sizes, slice_sizes),
    ROW("dynamic_slice_sizes", read_integers, dynamic_slice_sizes),
    WHOLE("slice", read_slice),
    WHOLE("padding", read_padding),
    WHOLE("window", read_window),
    ROW("dim_labels", read_word, dim_labels),
    ROW("feature_group_count", read_integer, feature_groups),
    ROW("batch_group_count", read_integer, batch_groups),
    ROW("custom_call_target", read_text, target),
    ROW("custom_call_has_side_effect", read_flag, side_effect),
    ROW("channel_id", read_presence, channel),
    ROW("replica_groups", read_groups, collective),
    ROW("source_target_pairs", read_pairs, collective),
#undef WHOLE
#undef ROW
};

static bool read_attribute(struct hlo_reader *reader, struct str key,
                           struct hlo_attributes *attributes)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(key, str_of(rows[i].key)))
			return rows[i].read(reader, (char *)attributes + rows[i].offset);
	return hlo_skip_value(&reader->in);
}

bool hlo_attributes_read(struct hlo_reader *reader, struct hlo_attributes *attributes)
{
	struct scanner *in = &reader->in;
	*attributes = (struct hlo_attributes){
	    .feature_groups = 1, .batch_groups = 1, .trip_count = -1, .index = -1};
	while (scanner_takes(in, ",")) {
		struct str key = hlo_name(reader);
		if (!scanner_expects(in, "=", "expects '=' behind the name of an attribute") ||
		    !read_attribute(reader, key, attributes))
			return false;
	}
	return !in->failed;
}
