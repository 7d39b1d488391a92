/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/case_file.h"

#include "base/buf.h"
#include "base/version.h"

/* What holds for the cases below it. */
struct reader {
	struct arena *arena;
	struct case_file *file;
	size_t room;
	struct str mesh, releases, tensors;
	uint32_t line;
};

struct str case_next(struct str text, char separator, size_t *at)
{
	size_t end = str_find(text, separator, *at);
	struct str part = str_trim(str_slice(text, *at, end));
	*at = end + 1;
	return part;
}

/* What stands behind a word and a blank, in *rest. */
static bool takes_word(struct str line, struct str word, struct str *rest)
{
	if (!str_starts_with(line, word) || line.len == word.len || line.s[word.len] != ' ')
		return false;
	*rest = str_trim(str_slice(line, word.len, line.len));
	return true;
}

static struct str with_line(struct arena *arena, struct str text, struct str line)
{
	return str_format(arena, "%.*s%s%.*s", STR_ARG(text), text.len ? "\n" : "", STR_ARG(line));
}

static void mistake(struct reader *reader, const char *what)
{
	if (reader->file->mistake)
		return;
	reader->file->mistake = what;
	reader->file->mistaken = reader->line;
}

/* Whether a line is "name: dtype[sizes]". */
static bool is_tensor(struct str line)
{
	size_t colon = str_find(line, ':', 0), bracket = str_find(line, '[', 0);
	return colon < bracket && bracket < line.len && str_find(line, ' ', 0) == colon + 1 &&
	       str_find(line, ' ', colon + 2) > bracket;
}

static struct test_case *last_case(const struct reader *reader)
{
	return reader->file->ncases ? &reader->file->cases[reader->file->ncases - 1] : NULL;
}

/* What is wrong with the case read last, once it is whole. */
static void check_last(struct reader *reader)
{
	const struct test_case *test = last_case(reader);
	struct case_question questions[CASE_RELEASES];
	if (!test)
		return;
	reader->line = test->line;
	if (!test->program.len)
		mistake(reader, "a case without a program");
	else if (!test->nanswers)
		mistake(reader, "a case without an answer");
	else if (!test->mesh.len)
		mistake(reader, "a case without a mesh");
	else if (!case_questions(test, questions))
		mistake(reader, "an answer for no release, or two for one");
}

static void add_case(struct reader *reader, struct str title)
{
	struct case_file *file = reader->file;
	for (uint32_t i = 0; i < file->ncases; i++)
		if (str_equal(file->cases[i].title, title))
			mistake(reader, "a title that another case has");
	if (str_find(title, '#', 0) < title.len)
		mistake(reader, "a title with '#'");
	file->cases = arena_append(reader->arena, file->cases, file->ncases, &reader->room,
	                           sizeof *file->cases);
	file->cases[file->ncases++] = (struct test_case){.title = title,
	                                                 .line = reader->line,
	                                                 .mesh = reader->mesh,
	                                                 .releases = reader->releases,
	                                                 .tensors = reader->tensors};
}

/* A line that is not set in: for the cases below it, or the title of one. */
static void read_outer(struct reader *reader, struct str line)
{
	uint32_t at = reader->line;
	check_last(reader);
	reader->line = at;
	if (takes_word(line, STR("mesh"), &reader->mesh) ||
	    takes_word(line, STR("releases"), &reader->releases))
		return;
	if (is_tensor(line) && !reader->file->ncases)
		reader->tensors = with_line(reader->arena, reader->tensors, line);
	else
		add_case(reader, line);
}

/* How many bytes at the start of an answer's line name releases. */
static size_t label_length(struct str line)
{
	size_t end = 0;
	if (!line.len || !((line.s[0] >= '0' && line.s[0] <= '9') || line.s[0] == '.'))
		return 0;
	while (end < line.len && (line.s[end] != ' ' || line.s[end - 1] == ','))
		end++;
	return end;
}

static void read_answer(struct reader *reader, struct test_case *test, struct str line,
                        size_t start)
{
	size_t label = label_length(line);
	struct case_answer *last = test->nanswers ? &test->answers[test->nanswers - 1] : NULL;
	struct str text = str_trim(str_slice(line, label, line.len));
	if (!label && last) {
		last->text = with_line(reader->arena, last->text, text);
	} else if (test->nanswers == CASE_ANSWERS) {
		mistake(reader, "too many answers");
		return;
	} else {
		last = &test->answers[test->nanswers++];
		*last = (struct case_answer){
		    .releases = str_slice(line, 0, label), .text = text, .start = start};
	}
	last->stop = (size_t)(line.s - reader->file->text.s) + line.len;
}

/* A line of a case, from `start` on in the file. */
static void read_inner(struct reader *reader, struct str line, size_t start)
{
	struct test_case *test = last_case(reader);
	bool program = line.s[0] == '|';
	if (!test) {
		mistake(reader, "a line of no case");
	} else if (program && test->nanswers) {
		mistake(reader, "a line of a program after an answer");
	} else if (program) {
		struct str rest = str_slice(line, 1 + (line.len > 1), line.len);
		test->program =
		    str_format(reader->arena, "%.*s%.*s\n", STR_ARG(test->program), STR_ARG(rest));
	} else if (test->program.len) {
		read_answer(reader, test, line, start);
	} else if (is_tensor(line)) {
		test->tensors = with_line(reader->arena, test->tensors, line);
	} else if (!takes_word(line, STR("mesh"), &test->mesh) &&
	           !takes_word(line, STR("releases"), &test->releases)) {
		mistake(reader, "a line that is not a tensor, mesh, releases or program");
	}
}

struct case_file case_file_read(struct arena *arena, struct str text)
{
	struct case_file file = {.text = text};
	struct reader reader = {.arena = arena, .file = &file};
	for (size_t at = 0; at < text.len;) {
		size_t start = at, end = str_find(text, '\n', at);
		struct str line = str_slice(text, at, end);
		struct str inner = str_trim(line);
		at = end + 1;
		reader.line++;
		if (!inner.len || line.s[0] == '#')
			continue;
		if (line.s[0] != ' ')
			read_outer(&reader, line);
		else
			read_inner(&reader, inner, start);
	}
	check_last(&reader);
	if (!file.ncases)
		mistake(&reader, "no case");
	return file;
}

/* Whether a release is A of "A", or within "A..B", "A.." or "..B". */
static bool is_within(struct str release, struct str range)
{
	struct version version, first = {0}, last = {{UINT32_MAX}};
	size_t dots = 0;
	while (dots < range.len && !str_starts_with(str_slice(range, dots, range.len), STR("..")))
		dots++;
	if (dots == range.len)
		return str_equal(release, range);
	struct str from = str_slice(range, 0, dots), to = str_slice(range, dots + 2, range.len);
	return version_read(release, &version) && (!from.len || version_read(from, &first)) &&
	       (!to.len || version_read(to, &last)) && version_compare(first, version) <= 0 &&
	       version_compare(version, last) <= 0;
}

static struct case_question *question_of(struct case_question *questions, uint32_t count,
                                         struct str release)
{
	for (uint32_t i = 0; i < count; i++)
		if (str_equal(questions[i].release, release))
			return &questions[i];
	return NULL;
}

/* The releases of a case, and those that its answers name one by one. */
static uint32_t add_releases(const struct test_case *test, struct case_question *questions)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i <= test->nanswers; i++) {
		struct str list = i ? test->answers[i - 1].releases : test->releases;
		for (size_t at = 0; at < list.len && count < CASE_RELEASES;) {
			struct str release = case_next(list, i ? ',' : ' ', &at);
			struct version version;
			if (version_read(release, &version) &&
			    !question_of(questions, count, release))
				questions[count++] = (struct case_question){release, NULL};
		}
	}
	return count;
}

uint32_t case_questions(const struct test_case *test, struct case_question *questions)
{
	uint32_t count = add_releases(test, questions), asked = 0;
	for (uint32_t i = 0; i < test->nanswers; i++) {
		const struct case_answer *answer = &test->answers[i];
		bool named = false;
		for (size_t at = 0; at < answer->releases.len;) {
			struct str range = case_next(answer->releases, ',', &at);
			for (uint32_t q = 0; q < count; q++) {
				if (!is_within(questions[q].release, range))
					continue;
				if (questions[q].answer)
					return 0;
				questions[q].answer = answer;
				named = true;
			}
		}
		if (answer->releases.len && !named)
			return 0;
	}
	for (uint32_t q = 0; q < count; q++) {
		if (!questions[q].answer && !test->answers[0].releases.len)
			questions[q].answer = &test->answers[0];
		if (questions[q].answer)
			questions[asked++] = questions[q];
	}
	return asked;
}

/* "mesh: {axes: {x: 2, y: 4}, types: {x: explicit, y: auto}}", of "untyped" without types. */
static void add_mesh(struct buf *out, struct str text)
{
	struct buf types = {.arena = out->arena};
	struct str type = STR("explicit");
	const char *separator = "";
	buf_puts(out, "mesh: {axes: {");
	for (size_t at = 0; at < text.len;) {
		struct str word = case_next(text, ' ', &at);
		size_t equals = str_find(word, '=', 0);
		if (equals == word.len) {
			type = word;
			continue;
		}
		struct str name = str_slice(word, 0, equals);
		buf_printf(out, "%s%.*s: %.*s", separator, STR_ARG(name),
		           STR_ARG(str_slice(word, equals + 1, word.len)));
		buf_printf(&types, "%s%.*s: %.*s", separator, STR_ARG(name), STR_ARG(type));
		separator = ", ";
	}
	bool typed = !str_equal(type, STR("untyped"));
	buf_puts(out, "}");
	if (typed)
		buf_printf(out, ", types: {%.*s}", STR_ARG(buf_str(&types)));
	buf_puts(out, "}\n");
}

bool case_is_spec(const struct test_case *test)
{
	return str_equal(test->mesh, STR("none"));
}

struct str case_spec(struct arena *arena, const struct test_case *test, struct str release)
{
	struct buf out = {.arena = arena};
	buf_printf(&out, "framework: jax==%.*s\n", STR_ARG(release));
	if (case_is_spec(test)) {
		buf_add(&out, test->program);
		return buf_str(&out);
	}
	if (str_equal(test->mesh, STR("eager")))
		buf_puts(&out, "devices: 16\nprogram_mode: eager\n");
	else
		add_mesh(&out, test->mesh);
	buf_puts(&out, test->tensors.len ? "tensors:\n" : "");
	for (size_t at = 0; at < test->tensors.len;) {
		struct str tensor = case_next(test->tensors, '\n', &at);
		size_t colon = str_find(tensor, ':', 0);
		buf_printf(&out, "  %.*s: \"%.*s\"\n", STR_ARG(str_slice(tensor, 0, colon)),
		           STR_ARG(str_trim(str_slice(tensor, colon + 1, tensor.len))));
	}
	buf_puts(&out, "program: |\n");
	for (size_t at = 0; at < test->program.len;) {
		size_t end = str_find(test->program, '\n', at);
		buf_printf(&out, "  %.*s\n", STR_ARG(str_slice(test->program, at, end)));
		at = end + 1;
	}
	return buf_str(&out);
}
