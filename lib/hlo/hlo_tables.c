/* SPDX-License-Identifier: Apache-2.0 */
/* The tables between the first line and the computations: which file and line an instruction comes
 * from. */
#include "hlo/hlo_reader.h"

/* Reads name=INT pairs in braces, and stores the numbers of those names that are wanted. */
static bool read_fields(struct scanner *in, const char *const *names, int64_t *const *values,
                        size_t count)
{
	if (!scanner_expects(in, "{", "expects '{'"))
		return false;
	while (!scanner_takes(in, "}")) {
		int64_t number;
		struct str name = scanner_word(in);
		if (!scanner_integer(in, &number, "expects name=NUMBER in a table"))
			return false;
		for (size_t i = 0; i < count; i++)
			if (str_equal(name, str_of(names[i])))
				*values[i] = number;
		(void)scanner_takes(in, ",");
	}
	return !in->failed;
}

static bool read_location(struct hlo_reader *reader)
{
	static const char *const names[] = {"file_name_id=", "line=", "column="};
	struct hlo_tables *tables = &reader->tables;
	struct hlo_location location = {0};
	int64_t *const values[] = {&location.file, &location.line, &location.column};
	if (!read_fields(&reader->in, names, values, 3))
		return false;
	arena_push(reader->arena, tables->locations, tables->nlocations, tables->location_room,
	           location);
	return true;
}

static bool read_frame(struct hlo_reader *reader)
{
	static const char *const names[] = {"file_location_id="};
	struct hlo_tables *tables = &reader->tables;
	struct hlo_frame frame = {0};
	int64_t *const values[] = {&frame.location};
	if (!read_fields(&reader->in, names, values, 1))
		return false;
	arena_push(reader->arena, tables->frames, tables->nframes, tables->frame_room, frame);
	return true;
}

static bool read_file(struct hlo_reader *reader)
{
	struct hlo_tables *tables = &reader->tables;
	struct str name;
	if (!hlo_quoted(&reader->in, &name))
		return false;
	arena_push(reader->arena, tables->files, tables->nfiles, tables->file_room, name);
	return true;
}

static bool read_function(struct hlo_reader *reader)
{
	struct str name;
	return hlo_quoted(&reader->in, &name);
}

static const struct table_row {
	const char *name;
	bool (*read)(struct hlo_reader *reader);
} rows[] = {
    {"FileNames", read_file},
    {"FunctionNames", read_function},
    {"FileLocations", read_location},
    {"StackFrames", read_frame},
};

/* Rows are numbered from 1 on; one that is numbered otherwise cannot be found, and is refused. */
static bool read_table(struct hlo_reader *reader, const struct table_row *table)
{
	struct scanner *in = &reader->in;
	for (int64_t number, expected = 1;; expected++) {
		size_t at = scanner_skip(in);
		if (in->failed || at >= in->text.len || !byte_is_digit(in->text.s[at]))
			return !in->failed;
		if (!scanner_integer(in, &number, "expects the number of a row"))
			return false;
		if (number != expected)
			return scanner_fail(in, at, in->at - at,
			                    "row %lld stands where %lld belongs", (long long)number,
			                    (long long)expected);
		if (!table->read(reader))
			return false;
	}
}

bool hlo_tables_read(struct hlo_reader *reader)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (scanner_takes(&reader->in, rows[i].name) && !read_table(reader, &rows[i]))
			return false;
	return !reader->in.failed;
}

void hlo_origin_of_frame(const struct hlo_tables *tables, int64_t frame,
                         struct instruction_origin *origin)
{
	if (frame < 1 || (size_t)frame > tables->nframes)
		return;
	int64_t number = tables->frames[frame - 1].location;
	if (number < 1 || (size_t)number > tables->nlocations)
		return;
	const struct hlo_location *location = &tables->locations[number - 1];
	origin->line = location->line;
	origin->column = location->column;
	if (location->file >= 1 && (size_t)location->file <= tables->nfiles)
		origin->file = tables->files[location->file - 1];
}
