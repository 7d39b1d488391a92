/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/script/notebook.h"

#include "base/buf.h"
#include "base/json.h"

enum { MAX_NOTEBOOK_BYTES = 64 * 1024 * 1024 };

bool source_is_notebook(const struct source *source)
{
	return str_ends_with(source->path, STR(".ipynb"));
}

static size_t count_blanks(struct str line)
{
	size_t count = 0;
	while (count < line.len && byte_is_blank(line.s[count]))
		count++;
	return count;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether what follows is for the notebook: !ls, %time, ?jnp.sum */
static bool is_magic(struct str text)
{
	if (!text.len)
		return false;
	bool percent =
	    text.s[0] == '%' && text.len > 1 && (is_letter(text.s[1]) || text.s[1] == '%');
	return text.s[0] == '!' || text.s[0] == '?' || percent;
}

/* Where, in `files = !ls`, the value begins; 0 in any other line. */
static size_t assigned_magic(struct str line)
{
	size_t equals = str_find(line, '=', 0);
	struct str behind = str_slice(line, equals < line.len ? equals + 1 : line.len, line.len);
	for (size_t i = 0; i < equals && equals < line.len; i++)
		if (!is_letter(line.s[i]) && line.s[i] != '_' && !byte_is_blank(line.s[i]) &&
		    !(line.s[i] >= '0' && line.s[i] <= '9'))
			return 0;
	behind = str_trim(behind);
	return behind.len && behind.s[0] != '?' && is_magic(behind) ? equals + 1 : 0;
}

/* A line as Python takes it; whether it is for the notebook and goes on in the next. */
static bool add_line(struct buf *out, struct str line)
{
	size_t blanks = count_blanks(line), value = assigned_magic(line);
	struct str rest = str_trim(line);
	bool asks = rest.len > 1 && rest.s[rest.len - 1] == '?' &&
	            str_find(rest, '#', 0) == rest.len && str_find(rest, '"', 0) == rest.len &&
	            str_find(rest, '\'', 0) == rest.len;
	if (value) {
		buf_add(out, str_slice(line, 0, value));
		buf_puts(out, " get_ipython()");
	} else if (is_magic(rest) || asks) {
		buf_add(out, str_slice(line, 0, blanks));
		buf_puts(out, "pass");
	} else {
		buf_add(out, line);
	}
	buf_putc(out, '\n');
	return (value || is_magic(rest)) && str_ends_with(rest, STR("\\"));
}

/* Whether a cell is for another program: %%bash. Some magic of cells runs them as they are. */
static bool is_foreign(struct str code)
{
	static const char *const runs[] = {"%%time", "%%capture", "%%prun"};
	struct str first = str_trim(code);
	for (size_t i = 0; i < COUNT_OF(runs); i++)
		if (str_starts_with(first, str_of(runs[i])))
			return false;
	return str_starts_with(first, STR("%%"));
}

static void add_cell(struct buf *out, struct str code)
{
	if (is_foreign(code))
		return;
	bool goes_on = false;
	for (size_t at = 0, stop; at < code.len; at = stop + 1) {
		stop = str_find(code, '\n', at);
		struct str line = str_slice(code, at, stop);
		if (goes_on) {
			goes_on = str_ends_with(str_trim(line), STR("\\"));
			buf_putc(out, '\n');
		} else {
			goes_on = add_line(out, line);
		}
	}
}

/* The text of a cell: a string, or a list of strings. */
static struct str cell_code(struct arena *arena, const struct json_value *source)
{
	struct buf code = {.arena = arena};
	if (source && source->kind == JSON_STRING)
		return source->text;
	for (const struct json_value *line = source ? source->first : NULL; line; line = line->next)
		if (line->kind == JSON_STRING)
			buf_add(&code, line->text);
	return buf_str(&code);
}

/* Whether its author wants the cell to fail, and those behind it to run. nbclient: client.py,
 * cell_allows_errors. */
static bool is_to_raise(const struct json_value *cell)
{
	const struct json_value *tags = json_member(json_member(cell, "metadata"), "tags");
	for (const struct json_value *tag = tags ? tags->first : NULL; tag; tag = tag->next)
		if (json_says(tag, "raises-exception"))
			return true;
	return false;
}

static void add_cells(struct arena *arena, struct source_files *files,
                      const struct json_value *cells)
{
	struct buf text = {.arena = arena};
	uint32_t number = 0, lines = 0;
	for (const struct json_value *cell = cells->first; cell; cell = cell->next) {
		number++;
		if (!json_says(json_member(cell, "cell_type"), "code"))
			continue;
		arena_push(
		    arena, files->pieces, files->count, files->room,
		    (struct source_piece){.path = str_format(arena, "%.*s:cell %u",
		                                             STR_ARG(files->whole.path), number),
		                          .start = (uint32_t)text.len,
		                          .lines_before = lines,
		                          .cell = number,
		                          .raises = is_to_raise(cell)});
		add_cell(&text, cell_code(arena, json_member(cell, "source")));
		struct str added =
		    str_slice(buf_str(&text), files->pieces[files->count - 1].start, text.len);
		for (size_t i = 0; i < added.len; i++)
			lines += added.s[i] == '\n';
	}
	files->whole.text = text.len ? buf_str(&text) : STR("");
}

bool notebook_read(struct arena *arena, struct source_files *files, struct diags *diags)
{
	struct str text = files->whole.text;
	if (text.len > MAX_NOTEBOOK_BYTES)
		return diag_fails(diag_add(diags, RULE_LIMIT_EXCEEDED, (struct span){0, 0},
		                           "the notebook has more than %d MiB",
		                           MAX_NOTEBOOK_BYTES >> 20));
	const struct json_value *root = json_read(arena, text);
	const struct json_value *cells = json_member(root, "cells");
	bool read = cells && cells->kind == JSON_ARRAY;
	if (read)
		add_cells(arena, files, cells);
	else
		diag_help(diag_add(diags, RULE_NOTEBOOK_INVALID, (struct span){0, 0},
		                   root ? "the file is not a notebook: it has no cells"
		                        : "the file is not a notebook: it is not JSON"),
		          "save it again in version 4 of the format");
	return read;
}
