/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/traceback.h"

/* A frame whose parts are kept. */
struct kept_frame {
	struct buf file, function, source;
	int64_t line;
	bool known;
};

/* What is known of one process that writes to the log. */
struct writer {
	uint64_t id, last_line;
	bool used;
	/* The traceback that is being read. */
	bool in_traceback; /* its header, or a frame of it, was seen */
	bool group;        /* lines are those of a tree of exceptions, with bars in front */
	size_t indent;     /* blanks in front of its last frame */
	bool own_frame;    /* the last frame is the user's */
	bool wants_source; /* the line after it is the one that was run */
	struct kept_frame frame;
	struct frame_box box;
	struct buf source_before; /* pytest's line of source, before its place */
	/* The exception whose text is being read. */
	bool open, pytest;
	uint64_t line;
	uint32_t lines;
	enum log_level level;
	struct buf class_name, text;
	bool chained; /* what is raised next */
	bool recent;  /* an exception was read, and nothing since: its place may come */
};

struct traceback_reader {
	struct arena *arena;
	const struct text_index *texts;
	struct traceback_events events;
	struct writer writers[MOST_WRITERS];
	struct writer *last;
};

struct traceback_reader *traceback_reader_make(struct arena *arena, const struct text_index *texts,
                                               struct traceback_events events)
{
	struct traceback_reader *reader = arena_new(arena, struct traceback_reader, 1);
	*reader = (struct traceback_reader){.arena = arena, .texts = texts, .events = events};
	for (size_t i = 0; i < MOST_WRITERS; i++) {
		struct writer *writer = &reader->writers[i];
		struct buf *texts_of[] = {&writer->frame.file,   &writer->frame.function,
		                          &writer->frame.source, &writer->source_before,
		                          &writer->class_name,   &writer->text,
		                          &writer->box.header};
		for (size_t j = 0; j < COUNT_OF(texts_of); j++)
			texts_of[j]->arena = arena;
	}
	reader->last = reader->writers;
	return reader;
}

static void keep(struct buf *into, struct str text, size_t most)
{
	into->len = 0;
	buf_add(into, str_slice(text, 0, text.len < most ? text.len : most));
}

static struct frame frame_of(const struct kept_frame *kept)
{
	return (struct frame){buf_str(&kept->file), buf_str(&kept->function),
	                      buf_str(&kept->source), kept->line};
}

/* Tells of the exception whose text was being read. */
static void close_text(struct traceback_reader *reader, struct writer *writer)
{
	if (!writer->open)
		return;
	struct frame frame = frame_of(&writer->frame);
	struct raised raised = {buf_str(&writer->class_name), buf_str(&writer->text), writer->line,
	                        writer->frame.known ? &frame : NULL, writer->chained};
	writer->open = false;
	writer->chained = false;
	writer->frame.known = false;
	writer->recent = true;
	reader->events.raised(reader->events.data, (uint32_t)(writer - reader->writers), &raised);
}

static void end_writer(struct traceback_reader *reader, struct writer *writer)
{
	close_text(reader, writer);
	if (writer->used)
		reader->events.ended(reader->events.data, (uint32_t)(writer - reader->writers));
	writer->used = false;
}

/* The writer of this name; another gives up its place when all are taken, that of the oldest line.
 */
static struct writer *writer_of(struct traceback_reader *reader, uint64_t id)
{
	if (reader->last->used && reader->last->id == id)
		return reader->last;
	struct writer *oldest = reader->writers;
	for (size_t i = 0; i < MOST_WRITERS; i++) {
		struct writer *writer = &reader->writers[i];
		if (writer->used && writer->id == id)
			return reader->last = writer;
		if (!writer->used || (oldest->used && writer->last_line < oldest->last_line))
			oldest = writer->used || oldest->used ? writer : oldest;
	}
	end_writer(reader, oldest);
	oldest->used = true;
	oldest->id = id;
	oldest->in_traceback = oldest->group = oldest->recent = oldest->chained = false;
	oldest->wants_source = oldest->frame.known = false;
	return reader->last = oldest;
}

static bool is_name_byte(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c == '.';
}

/* Whether what stands in front of a colon is the name of an exception: by its ending, or because a
 * traceback ends so. */
static bool is_class(struct str name, bool in_traceback)
{
	static const char *const endings[] = {"Error",     "Exception",     "Interrupt",
	                                      "Exit",      "StackTrace",    "ExceptionGroup",
	                                      "Traceback", "Transformation"};
	struct str word = str_slice(name, str_behind_last(name, '.'), name.len);
	if (!word.len || (in_traceback && word.s[0] >= 'A' && word.s[0] <= 'Z'))
		return word.len > 0;
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends_with(word, str_of(endings[i])))
			return !str_equal(word, STR("Error"));
	return false;
}

/* Bytes of the name of an exception at the start of the line, 0 when there is none: also that of
 * RayTaskError(ValueError). */
static size_t class_length(struct str text, bool in_traceback)
{
	size_t length = 0;
	while (length < text.len && is_name_byte(text.s[length]))
		length++;
	struct str name = str_slice(text, 0, length);
	if (length < text.len && text.s[length] == '(') {
		size_t close = str_find(text, ')', length);
		size_t inner = length + 1;
		while (inner < close && is_name_byte(text.s[inner]))
			inner++;
		length = inner == close && close < text.len ? close + 1 : length;
	}
	bool ends = length == text.len || (text.s[length] == ':' &&
	                                   (length + 1 == text.len || text.s[length + 1] == ' '));
	return ends && length && !byte_is_digit(text.s[0]) && is_class(name, in_traceback) ? length
	                                                                                   : 0;
}

/* Opens the text of an exception, or of a line of the log with an empty class. */
static void open_text(struct traceback_reader *reader, struct writer *writer,
                      const struct log_line *line, struct str class_name, struct str text)
{
	close_text(reader, writer);
	keep(&writer->class_name, class_name, MOST_FRAME_TEXT);
	keep(&writer->text, text, MOST_TEXT);
	writer->line = line->number;
	writer->lines = 1;
	writer->level = line->level;
	writer->open = true;
	writer->in_traceback = writer->wants_source = writer->pytest = false;
}

static size_t blanks_before(struct str text)
{
	size_t blanks = 0;
	while (blanks < text.len && text.s[blanks] == ' ')
		blanks++;
	return blanks;
}

/* The line without the blanks that a whole traceback is indented by. */
static struct str without_indent(const struct writer *writer, struct str text)
{
	size_t indent = blanks_before(text);
	bool same = writer->in_traceback && indent + 2 == writer->indent;
	return same ? str_slice(text, indent, text.len) : text;
}

/* Opens the text of the exception that the line names; false when it names none. */
static bool raise_line(struct traceback_reader *reader, struct writer *writer,
                       const struct log_line *line, struct str text)
{
	text = without_indent(writer, text);
	size_t length = class_length(text, writer->in_traceback);
	if (!length || (line->level == LOG_LEVEL_DETAIL && !writer->in_traceback))
		return false;
	struct str rest = str_slice(text, length, text.len);
	rest = str_slice(rest, rest.len < 2 ? rest.len : 2, rest.len);
	open_text(reader, writer, line, str_slice(text, 0, length), rest);
	return true;
}

/* Lines that end the text of an exception and say nothing themselves. */
static bool ends_text(struct str text)
{
	static const char *const sentences[] = {
	    "----------",
	    "For simplicity, JAX has removed",
	    "jax.errors.SimplifiedTraceback",
	    "The stack trace below excludes JAX",
	    "The preceding stack trace is the source of the JAX",
	    "==========",
	    "__________",
	    "+----------",
	    "+-+----------",
	};
	for (size_t i = 0; i < COUNT_OF(sentences); i++)
		if (str_starts_with(text, str_of(sentences[i])))
			return true;
	return false;
}

/* Whether it is a line of pytest's summary: FAILED a_test.py::test_b - ValueError: … */
static bool is_summary(struct str text)
{
	bool counts = str_starts_with(text, STR("FAILED ")) || str_starts_with(text, STR("ERROR "));
	return counts && str_contains(text, STR("::"));
}

static bool starts_chain(struct str text)
{
	return str_starts_with(text, STR("The above exception was the direct cause")) ||
	       str_starts_with(text, STR("During handling of the above exception"));
}

static bool starts_traceback(struct str text)
{
	static const char words[] = "Traceback (most recent call last)";
	char last = text.len ? text.s[text.len - 1] : '\0';
	bool may = last == ')' || last == ':' || (unsigned char)last >= 0x80;
	return may && str_contains(text, str_of(words));
}

/* Keeps a frame; of several in a traceback the last of the user's own. */
static void keep_frame(struct writer *writer, const struct frame *frame, enum frame_kind kind)
{
	writer->own_frame = frame_is_users(frame);
	writer->wants_source = kind == FRAME_ABOVE_SOURCE;
	writer->in_traceback = true;
	if (!writer->own_frame)
		return;
	keep(&writer->frame.file, frame->file, MOST_FRAME_TEXT);
	keep(&writer->frame.function, frame->function, MOST_FRAME_TEXT);
	keep(&writer->frame.source,
	     kind == FRAME_BELOW_SOURCE ? buf_str(&writer->source_before) : (struct str){"", 0},
	     MOST_FRAME_TEXT);
	writer->frame.line = frame->line;
	writer->frame.known = true;
}

/* The place behind the text of an exception, which pytest puts there. */
static void locate(struct traceback_reader *reader, struct writer *writer)
{
	struct frame frame = frame_of(&writer->frame);
	if (!writer->recent || !writer->pytest)
		return;
	if (writer->own_frame)
		reader->events.located(reader->events.data, (uint32_t)(writer - reader->writers),
		                       &frame);
	writer->in_traceback = writer->frame.known = writer->recent = false;
}

/* A line of source in a traceback, or of marks below one. */
static bool take_source(struct writer *writer, struct str text)
{
	int64_t number;
	struct str source, trimmed = str_trim(text);
	if (frame_arrow_read(text, &number, &source)) {
		bool same = !writer->frame.line || writer->frame.line == number;
		if (writer->in_traceback && writer->own_frame && writer->frame.known && same) {
			writer->frame.line = number;
			keep(&writer->frame.source, source, MOST_FRAME_TEXT);
		}
		return writer->in_traceback;
	}
	if (str_starts_with(text, STR(">  "))) {
		keep(&writer->source_before, str_trim(str_slice(text, 1, text.len)),
		     MOST_FRAME_TEXT);
		return true;
	}
	if (without_indent(writer, text).len < text.len) /* the exception itself */
		return false;
	if (!writer->wants_source || str_starts_with(trimmed, STR("File \"")) || !text.len ||
	    !byte_is_blank(text.s[0]) || !trimmed.len)
		return false;
	writer->wants_source = false;
	if (writer->own_frame && !byte_is_digit(trimmed.s[0]))
		keep(&writer->frame.source, trimmed, MOST_FRAME_TEXT);
	return true;
}

/* One more line of the text of an exception. */
static void add_text(struct traceback_reader *reader, struct writer *writer, struct str text)
{
	struct buf *into = &writer->text;
	if (writer->lines == MOST_TEXT_LINES || into->len + text.len + 1 > MOST_TEXT) {
		close_text(reader, writer);
		return;
	}
	writer->lines++;
	buf_putc(into, '\n');
	buf_add(into, text);
}

/* Lines of pytest that hold the text of an exception begin with an E. */
static bool take_pytest(struct traceback_reader *reader, struct writer *writer,
                        const struct log_line *line)
{
	struct str text = line->text;
	bool marked = str_starts_with(text, STR("E  ")) || (text.len == 1 && text.s[0] == 'E');
	if (!marked) {
		if (writer->open && writer->pytest)
			close_text(reader, writer);
		return false;
	}
	struct str said = str_slice(text, 1, text.len);
	bool open = writer->open && writer->pytest;
	writer->in_traceback = writer->in_traceback || open;
	if (raise_line(reader, writer, line, str_trim(said)))
		writer->pytest = true;
	else if (open)
		add_text(reader, writer, said);
	return true;
}

/* Whether the line shows what a variable was, as IPython does: name = value. */
static bool is_value(struct str line)
{
	size_t at = 0;
	while (at < line.len && is_name_byte(line.s[at]))
		at++;
	return at && str_starts_with(str_slice(line, at, line.len), STR(" = "));
}

/* Whether the line is code that a traceback or a tool shows, or a comment: what it quotes was not
 * said now. */
static bool is_code(const struct writer *writer, struct str text)
{
	static const char *const shown[] = {"│", "\"", "'", "f\"", "f'"};
	struct str line = str_trim(text);
	if (str_starts_with(line, STR("#")) || frame_is_raise(line))
		return true;
	for (size_t i = 0; writer->in_traceback && i < COUNT_OF(shown); i++)
		if (str_starts_with(line, str_of(shown[i])))
			return true;
	return writer->in_traceback && line.len && (byte_is_digit(line.s[0]) || is_value(line));
}

/* The line without the bars of a tree of exceptions. */
static struct str without_bars(struct str text)
{
	size_t at = 0;
	while (at < text.len && text.s[at] == ' ')
		at++;
	if (at < text.len && text.s[at] == '|')
		return str_slice(text, at + 1 < text.len ? at + 2 : at + 1, text.len);
	return at < text.len && text.s[at] == '+' ? str_slice(text, at, text.len) : text;
}

static void begin_traceback(struct traceback_reader *reader, struct writer *writer, struct str text)
{
	close_text(reader, writer);
	writer->group = writer->group || str_contains(text, STR("+ Exception Group Traceback"));
	writer->in_traceback = writer->box.reading = true;
	writer->box.header.len = 0;
	writer->frame.known = writer->own_frame = writer->wants_source = writer->recent = false;
}

/*
 * Whether the line is of a check in C++ that failed and ended the process, without an exception:
 * absl's CHECK, "Check failed: text", which a logger writes unless an exception has it as its text,
 * and assert of C, "program: file:line: function: Assertion `text' failed."
 */
static bool is_failed_check(const struct writer *writer, const struct log_line *line)
{
	if (line->level == LOG_LEVEL_DETAIL)
		return false;
	bool logged = !writer->open || line->level == LOG_LEVEL_ERROR;
	return (logged && str_starts_with(line->text, STR("Check failed: "))) ||
	       (str_ends_with(line->text, STR("' failed.")) &&
	        str_contains(line->text, STR(": Assertion `")));
}

/* A line that is none of a traceback: one that says an error itself, or one more of a text. */
static void add_line(struct traceback_reader *reader, struct writer *writer,
                     const struct log_line *line)
{
	bool says = line->level != LOG_LEVEL_DETAIL &&
	            text_index_has(reader->texts, line->text, writer->open);
	if (is_failed_check(writer, line)) {
		open_text(reader, writer, line, STR("SIGABRT"), line->text);
		return;
	}
	if (!says && !writer->open)
		return;
	bool code = is_code(writer, line->text);
	if (says && !code)
		open_text(reader, writer, line, (struct str){"", 0}, line->text);
	else if (line->level != writer->level || code)
		close_text(reader, writer);
	else
		add_text(reader, writer, line->text);
}

void traceback_reader_add(struct traceback_reader *reader, const struct log_line *given)
{
	struct writer *writer = writer_of(reader, given->writer);
	struct log_line line = *given;
	struct frame frame;
	enum frame_kind kind;
	writer->last_line = line.number;
	if (writer->group)
		line.text = without_bars(line.text);
	struct str text = line.text;
	if (starts_traceback(text)) {
		begin_traceback(reader, writer, text);
	} else if (starts_chain(str_trim(text))) {
		close_text(reader, writer);
		writer->chained = true;
	} else if (take_pytest(reader, writer, &line) || take_source(writer, text)) {
		return;
	} else if (ends_text(text)) {
		close_text(reader, writer);
	} else if (is_summary(text)) {
		close_text(reader, writer);
		open_text(reader, writer, &line, (struct str){"", 0}, text);
	} else if ((kind = frame_box_read(&writer->box, text, &frame)) != FRAME_NONE ||
	           (kind = frame_read(text, &frame)) != FRAME_NONE) {
		close_text(reader, writer);
		keep_frame(writer, &frame, kind);
		writer->indent = blanks_before(text);
		if (kind == FRAME_BELOW_SOURCE)
			locate(reader, writer);
	} else if (!raise_line(reader, writer, &line, text)) {
		add_line(reader, writer, &line);
	}
}

void traceback_reader_end(struct traceback_reader *reader)
{
	for (size_t i = 0; i < MOST_WRITERS; i++)
		end_writer(reader, &reader->writers[i]);
}
