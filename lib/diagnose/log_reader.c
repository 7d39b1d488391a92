/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/log_reader.h"

#include "diagnose/log_json.h"

struct log_reader log_reader_make(struct arena *arena, struct log_input input)
{
	return (struct log_reader){.arena = arena,
	                           .input = input,
	                           .chunk = arena_alloc(arena, READ_AT_ONCE, 1, 1),
	                           .line = {.arena = arena},
	                           .text = {.arena = arena}};
}

/* Reads the first bytes, which may be the mark of an encoding. */
static void start(struct log_reader *reader)
{
	struct log_input input = reader->input;
	size_t more = 1, mark = 2;
	reader->started = true;
	while (reader->end < mark && more > 0) {
		more = input.read(input.data, reader->chunk + reader->end, mark - reader->end);
		reader->end += more;
	}
	struct str bytes = {reader->chunk, reader->end};
	reader->encoding = log_encoding_of(bytes);
	if (reader->encoding == LOG_UTF8)
		return;
	reader->bytes = (struct buf){.arena = reader->arena};
	reader->end = 0;
}

/* Fills the chunk with what bytes of UTF-16 say, a part of it at a time: they grow. */
static void fill_utf16(struct log_reader *reader)
{
	struct buf *bytes = &reader->bytes, out = {.arena = reader->arena};
	size_t most = READ_AT_ONCE / 4, read = 1;
	out.data = reader->chunk;
	out.room = READ_AT_ONCE;
	while (!out.len && read > 0) {
		char *into = buf_reserve(bytes, most);
		read = reader->input.read(reader->input.data, into, most - bytes->len);
		bytes->len += read;
		size_t taken = log_utf16_decode(reader->encoding, buf_str(bytes), &out);
		memmove(bytes->data, bytes->data + taken, bytes->len - taken);
		bytes->len -= taken;
	}
	reader->end = out.len;
}

/* Makes sure that there are bytes in the chunk; false at the end. */
static bool fill(struct log_reader *reader)
{
	if (!reader->started)
		start(reader);
	if (reader->at < reader->end)
		return true;
	reader->at = 0;
	if (reader->encoding == LOG_UTF8)
		reader->end = reader->input.read(reader->input.data, reader->chunk, READ_AT_ONCE);
	else
		fill_utf16(reader);
	return reader->end > 0;
}

/* Appends as much as fits into the longest line. */
static void keep(struct buf *line, struct str part)
{
	size_t room = LONGEST_LINE - line->len;
	buf_add(line, str_slice(part, 0, part.len < room ? part.len : room));
}

/* The bytes up to the next line end, in the chunk where they lie in one. */
static bool next_raw(struct log_reader *reader, struct str *raw)
{
	reader->line.len = 0;
	if (!fill(reader))
		return false;
	reader->number++;
	for (bool whole = false, first = true; !whole && fill(reader); first = false) {
		struct str rest = {reader->chunk + reader->at, reader->end - reader->at};
		size_t end = str_find(rest, '\n', 0);
		whole = end < rest.len;
		reader->at += whole ? end + 1 : end;
		*raw = str_slice(rest, 0, end);
		if (whole && first && end <= LONGEST_LINE)
			return true;
		keep(&reader->line, *raw);
	}
	*raw = buf_str(&reader->line);
	return true;
}

/* What is left of the line when a terminal has shown it: behind the last carriage return that has
 * something behind it. */
static struct str after_returns(struct str raw)
{
	while (raw.len && raw.s[raw.len - 1] == '\r')
		raw.len--;
	size_t from = raw.len;
	while (from > 0 && raw.s[from - 1] != '\r')
		from--;
	return str_slice(raw, from, raw.len);
}

static bool is_final(char c)
{
	return c >= '@' && c <= '~';
}

/* Bytes of the escape sequence at the start of the text: colours and links. */
static size_t escape_length(struct str text)
{
	size_t at = 2;
	if (text.len < 2)
		return text.len;
	if (text.s[1] == ']') { /* up to BEL, or to ESC and a backslash */
		while (at < text.len && text.s[at] != '\a' && text.s[at] != '\x1b')
			at++;
		return at + 1 < text.len && text.s[at] == '\x1b' ? at + 2
		       : at < text.len                           ? at + 1
		                                                 : at;
	}
	if (text.s[1] != '[')
		return at;
	while (at < text.len && !is_final(text.s[at]))
		at++;
	return at < text.len ? at + 1 : at;
}

static bool is_plain(struct str raw)
{
	for (size_t i = 0; i < raw.len; i++)
		if ((unsigned char)raw.s[i] < ' ' && raw.s[i] != '\t')
			return false;
	return true;
}

/* Copies the line without escape sequences and control characters; what is written is never longer
 * than what has been read, so that it may be the reader's own line. */
static struct str without_escapes(struct log_reader *reader, struct str raw)
{
	struct buf *line = &reader->line;
	bool own = line->len && raw.s >= line->data && raw.s < line->data + line->len;
	char *into = own ? line->data : buf_reserve(line, raw.len);
	size_t length = 0;
	for (size_t at = 0; at < raw.len;) {
		if (raw.s[at] == '\x1b') {
			at += escape_length(str_slice(raw, at, raw.len));
			continue;
		}
		if ((unsigned char)raw.s[at] >= ' ' || raw.s[at] == '\t')
			into[length++] = raw.s[at];
		at++;
	}
	return (struct str){into, length};
}

static struct str cleaned(struct log_reader *reader, struct str raw)
{
	struct str shown = after_returns(raw);
	return is_plain(shown) ? shown : without_escapes(reader, shown);
}

/* The next line of what is stored as JSON. */
static struct str next_stored(struct log_reader *reader)
{
	size_t end = str_find(reader->stored, '\n', 0);
	struct str raw = str_slice(reader->stored, 0, end);
	reader->stored = end + 1 < reader->stored.len
	                     ? str_slice(reader->stored, end + 1, reader->stored.len)
	                     : (struct str){NULL, 0};
	return cleaned(reader, raw);
}

bool log_reader_next(struct log_reader *reader, struct str *line)
{
	struct str raw = {"", 0};
	if (reader->stored.len) {
		*line = next_stored(reader);
		return true;
	}
	if (!next_raw(reader, &raw))
		return false;
	if (reader->number == 1 && str_starts_with(raw, STR("\xef\xbb\xbf")))
		raw = str_slice(raw, 3, raw.len);
	reader->text.len = 0;
	if (log_json_text(raw, &reader->text)) {
		reader->stored = buf_str(&reader->text);
		*line = next_stored(reader);
		return true;
	}
	*line = cleaned(reader, raw);
	return true;
}
