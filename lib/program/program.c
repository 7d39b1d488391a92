/* SPDX-License-Identifier: Apache-2.0 */
#include "program/program.h"

#include <assert.h>

#include "base/buf.h"
#include "program/grammar.h"

/* The byte behind the line that starts at `start`, its line end included. */
static size_t line_stop(struct str text, size_t start)
{
	size_t stop = start;
	while (stop < text.len && text.s[stop] != '\n' && text.s[stop] != '\r')
		stop++;
	if (stop + 1 < text.len && text.s[stop] == '\r' && text.s[stop + 1] == '\n')
		return stop + 2;
	return stop < text.len ? stop + 1 : stop;
}

static void index_lines(struct arena *arena, struct program *program)
{
	uint32_t count = 1;
	for (size_t at = line_stop(program->text, 0); at < program->text.len;
	     at = line_stop(program->text, at))
		count++;
	struct program_line *lines = arena_new(arena, struct program_line, count);
	size_t at = 0;
	for (uint32_t i = 0; i < count; i++) {
		lines[i].offset = (uint32_t)at;
		at = line_stop(program->text, at);
	}
	program->lines = lines;
	program->nlines = count;
}

/* The text of line number `index`, without its end. */
static struct str line_text(const struct program *program, uint32_t index)
{
	assert(index < program->nlines);
	size_t start = program->lines[index].offset;
	return str_slice(program->text, start, str_find(program->text, '\n', start));
}

static size_t count_blanks(struct str text, size_t at)
{
	size_t blanks = 0;
	while (at + blanks < text.len && text.s[at + blanks] == ' ')
		blanks++;
	return blanks;
}

/* How much white space a block scalar strips from each line, by its first line with text; `at` is
 * where its first line starts in the file. */
static size_t margin_of(const struct program *program, size_t at)
{
	struct str file = program->source->text;
	uint32_t index = 0;
	while (index + 1 < program->nlines && line_text(program, index).len == 0) {
		at = str_find(file, '\n', at) + 1;
		index++;
	}
	size_t kept = count_blanks(line_text(program, index), 0), blanks = count_blanks(file, at);
	return blanks > kept ? blanks - kept : 0;
}

/*
 * Finds each line of the program in the file. The lines of a block scalar stand one below the other
 * behind the same margin, so each is looked for one line further down; text that does not stand in
 * the file line by line is left to node_text_span.
 */
static bool map_lines(struct program *program, struct program_line *lines)
{
	struct str file = program->source->text;
	size_t at = node_text_span(file, program->scalar, 0, 0).offset;
	while (at > 0 && file.s[at - 1] != '\n')
		at--;
	size_t margin = margin_of(program, at);
	for (uint32_t i = 0; i < program->nlines; i++) {
		struct str line = line_text(program, i);
		size_t blanks = count_blanks(file, at),
		       stripped = blanks < margin ? blanks : margin;
		if (at > file.len ||
		    !str_starts_with(str_slice(file, at + stripped, file.len), line))
			return false;
		lines[i].file_offset = (uint32_t)(at + stripped);
		at = str_find(file, '\n', at) + 1;
	}
	return true;
}

/* Whether the text stands in the file byte for byte, as the file of a script does. */
static bool stands_in_file(const struct program *program)
{
	struct str file = program->source->text;
	const char *text = program->text.s;
	return program->scalar->style == STYLE_WHOLE ||
	       (program->scalar->style == STYLE_PLAIN && text >= file.s &&
	        text < file.s + file.len);
}

static void map_program(struct arena *arena, struct program *program)
{
	struct program_line *lines =
	    arena_copy(arena, program->lines, program->nlines, sizeof *lines);
	if (stands_in_file(program)) {
		size_t start = node_text_span(program->source->text, program->scalar, 0, 0).offset;
		for (uint32_t i = 0; i < program->nlines; i++)
			lines[i].file_offset = lines[i].offset + (uint32_t)start;
		program->lines_mapped = true;
	} else {
		bool block = program->scalar->style == STYLE_LITERAL;
		program->lines_mapped = block && map_lines(program, lines);
	}
	program->lines = lines;
}

static void read_statements(struct arena *arena, struct arena *scratch, struct program *program,
                            struct diags *diags)
{
	struct parser parser = {
	    .arena = arena, .scratch = scratch, .diags = diags, .program = program};
	parser.lexer = lexer_make(arena, program->text);
	parser.current = lexer_next(&parser.lexer);
	program->body = parse_statements(&parser);
}

const struct program *program_read(struct arena *arena, struct arena *scratch,
                                   const struct source *source, const struct node *scalar,
                                   struct diags *diags)
{
	struct program *program = arena_new(arena, struct program, 1);
	struct arena_mark mark = arena_mark(scratch);
	program->text = node_text(scalar);
	program->source = source;
	program->scalar = scalar;
	index_lines(arena, program);
	map_program(arena, program);
	if (program->text.len > MAX_PROGRAM_BYTES) {
		program->broken = true;
		diag_help(diag_add(diags, RULE_LIMIT_EXCEEDED, (struct span){scalar->at.offset, 0},
		                   "a program of %zu bytes; at most %d are read", program->text.len,
		                   MAX_PROGRAM_BYTES),
		          "split the program over several files");
	} else {
		read_statements(arena, scratch, program, diags);
	}
	arena_rewind(scratch, mark);
	return program;
}

/* A parser that stands at the start of what is at `at` and ends with it; *part is the program up to
 * there. */
static struct parser parser_of_part(struct arena *arena, struct arena *scratch,
                                    const struct program *program, struct span at,
                                    struct diags *diags, struct program *part)
{
	*part = *program;
	part->text = str_slice(program->text, 0, at.offset + at.length);
	struct parser parser = {
	    .arena = arena, .scratch = scratch, .diags = diags, .program = part};
	parser.lexer = lexer_make(scratch, part->text);
	parser.lexer.at = at.offset;
	return parser;
}

const struct expression *program_read_expression(struct arena *arena, struct arena *scratch,
                                                 const struct program *program, struct span at)
{
	struct diags unread = diags_make(scratch);
	struct program part;
	struct parser parser = parser_of_part(arena, scratch, program, at, &unread, &part);
	parser.lexer.line_begins = parser.lexer.physical_line_begins = false;
	parser.current = lexer_next(&parser.lexer);
	const struct expression *expression = parse_items(&parser, BINDING_CONDITIONAL);
	bool whole = parser_at(&parser, TOKEN_END) || parser_at(&parser, TOKEN_NEWLINE);
	return whole && !parser.failed && unread.count == 0 ? expression : NULL;
}

const struct statement *program_read_definition(struct arena *arena, struct arena *scratch,
                                                const struct program *program, struct span at)
{
	struct diags unread = diags_make(scratch);
	struct program part;
	struct parser parser = parser_of_part(arena, scratch, program, at, &unread, &part);
	parser.current = lexer_next(&parser.lexer);
	struct block block = parse_statements(&parser);
	bool whole = unread.count == 0 && block.count == 1;
	bool defines = whole && (block.items[0].kind == STATEMENT_FUNCTION ||
	                         block.items[0].kind == STATEMENT_CLASS);
	return defines ? &block.items[0] : NULL;
}

/* Adds the lines of the text from byte `from` on, which `behind` further on stand in the file. */
static void append_lines(struct arena *arena, struct program *program, uint32_t from,
                         uint32_t behind)
{
	uint32_t count = program->nlines;
	for (size_t at = from; at < program->text.len; at = line_stop(program->text, at))
		count++;
	struct program_line *lines = arena_new(arena, struct program_line, count);
	memcpy(lines, program->lines, program->nlines * sizeof *lines);
	for (size_t at = from; at < program->text.len; at = line_stop(program->text, at))
		lines[program->nlines++] =
		    (struct program_line){(uint32_t)at, (uint32_t)at + behind};
	program->lines = lines;
}

bool program_append(struct arena *arena, struct arena *scratch, struct program *program,
                    struct str text, uint32_t start, struct block *body)
{
	struct diags unread = diags_make(scratch);
	struct program part;
	uint32_t behind = program->lines[0].file_offset;
	struct span at = {start - behind, (uint32_t)text.len - start};
	if (program->scalar->style == STYLE_WHOLE) { /* blanks stand for what is no program */
		char *whole = arena_new(arena, char, text.len);
		memcpy(whole, program->text.s, program->text.len);
		memset(whole + program->text.len, '\n', start - program->text.len);
		memcpy(whole + start, text.s + start, text.len - start);
		text.s = whole;
	}
	program->text = str_slice(text, behind, text.len);
	append_lines(arena, program, at.offset, behind);
	struct parser parser = parser_of_part(arena, scratch, program, at, &unread, &part);
	parser.current = lexer_next(&parser.lexer);
	*body = parse_statements(&parser);
	program->has_type_parameters |= part.has_type_parameters;
	return !parser.failed && unread.count == 0;
}

/* The number, from 0, of the line that a byte stands in. */
static uint32_t line_index(const struct program *program, uint32_t offset)
{
	uint32_t low = 0, high = program->nlines;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (program->lines[middle].offset <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static uint32_t file_offset(const struct program *program, uint32_t offset)
{
	const struct program_line *line = &program->lines[line_index(program, offset)];
	return line->file_offset + (offset - line->offset);
}

struct span program_span(const struct program *program, struct span at)
{
	if (!program->lines_mapped)
		return node_text_span(program->source->text, program->scalar, at.offset, at.length);
	uint32_t start = file_offset(program, at.offset);
	if (at.length == 0)
		return (struct span){start, 0};
	uint32_t last = file_offset(program, at.offset + at.length - 1);
	return (struct span){start, last + 1 - start};
}

struct str program_written(struct arena *arena, const struct program *program, uint32_t at,
                           struct str text)
{
	assert(program->lines_mapped);
	struct str file = program->source->text;
	struct buf out = {.arena = arena};
	size_t line = program->lines[line_index(program, at)].file_offset, start = line;
	if (stands_in_file(program) || str_find(text, '\n', 0) == text.len)
		return text;
	while (start > 0 && file.s[start - 1] != '\n')
		start--;
	bool pairs = start > 1 && file.s[start - 2] == '\r';
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] != '\n') {
			buf_putc(&out, text.s[i]);
			continue;
		}
		buf_puts(&out, pairs ? "\r\n" : "\n");
		buf_add(&out, str_slice(file, start, line));
	}
	return buf_str(&out);
}

bool text_is_assigned(struct str behind)
{
	size_t at = 0;
	while (at < behind.len && byte_is_blank(behind.s[at]))
		at++;
	return at + 1 < behind.len && behind.s[at] == '=' && behind.s[at + 1] != '=';
}

uint32_t program_line(const struct program *program, uint32_t offset)
{
	return line_index(program, offset) + 1;
}
