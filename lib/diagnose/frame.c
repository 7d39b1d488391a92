/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/frame.h"

#include "diagnose/text_pattern.h"

/* How a frame begins, what such a line looks like, and where its source stands. */
static const struct form {
	const char *start; /* of the line without its blanks */
	const char *part;  /* somewhere in the line */
	const char *pattern;
	enum frame_kind kind;
} forms[] = {
    {"File \"", "", "File \"{file}\", line {#line}<, in {function}|>", FRAME_ABOVE_SOURCE},
    {"Cell In[", "", "{file}, line {#line}<, in {function}|>", FRAME_ABOVE_SOURCE},
    {"Cell In [", "", "{file}, line {#line}<, in {function}|>", FRAME_ABOVE_SOURCE},
    {"Input In [", "", "{file}, in {function}", FRAME_ABOVE_SOURCE},
    {"<ipython-input-", "", "{file} in {function}", FRAME_ABOVE_SOURCE},
    {"<command-", "", "{file} in {function}", FRAME_ABOVE_SOURCE},
    {"File ", ", in ", "File {file}:{#line}, in {function}", FRAME_ABOVE_SOURCE},
    {"File ", ".py:", "File {file}:{#line}", FRAME_ABOVE_SOURCE},
    {"", ".py in ", "{file}.py in {function}", FRAME_ABOVE_SOURCE},
    {"", ".py:", "{file}:{#line} in {function}", FRAME_ABOVE_SOURCE},
    {"", ".py:", "{file}:{#line}: in {function}", FRAME_ABOVE_SOURCE},
    {"", ".py:", "{file}:{#line}:< {class}|>", FRAME_BELOW_SOURCE},
};

/* The line without the sides of Rich's box. */
static struct str without_box(struct str line)
{
	static const char side[] = "│";
	line = str_trim(line);
	if (str_starts_with(line, str_of(side)))
		line = str_slice(line, strlen(side), line.len);
	if (str_ends_with(line, str_of(side)))
		line = str_slice(line, 0, line.len - strlen(side));
	return str_trim(line);
}

/* Whether it is a path, not a sentence that only names one. */
static bool is_path(struct str file)
{
	return file.len && !memchr(file.s, '=', file.len) && !memchr(file.s, '(', file.len) &&
	       str_search(file, STR(": "), 0) == file.len && str_ends_with(file, STR(".py"));
}

static enum frame_kind read_form(const struct form *form, struct str line, struct frame *frame)
{
	struct pattern_match match;
	uint32_t steps = PATTERN_STEPS;
	bool may = str_starts_with(line, str_of(form->start)) &&
	           (!*form->part || str_contains(line, str_of(form->part)));
	if (!may || !pattern_match(form->pattern, line, 0, &match, &steps))
		return FRAME_NONE;
	struct str file = pattern_hole(&match, STR("file")),
		   number = pattern_hole(&match, STR("line")),
		   function = pattern_hole(&match, STR("function")),
		   class_name = pattern_hole(&match, STR("class"));
	if (str_starts_with(str_slice(line, file.len, line.len), STR(".py in ")))
		file.len += strlen(".py");
	bool named = *form->start && form->part[0] != '.';
	if ((!named && !is_path(file)) || str_find(class_name, ' ', 0) < class_name.len)
		return FRAME_NONE;
	size_t call = str_find(function, '(', 0);
	*frame = (struct frame){file, str_slice(function, 0, call), {"", 0}, 0};
	if (number.s && !str_to_int64(number, &frame->line))
		frame->line = 0;
	return form->kind;
}

enum frame_kind frame_read(struct str line, struct frame *frame)
{
	struct str text = without_box(line);
	bool may = str_starts_with(text, STR("File ")) || str_starts_with(text, STR("Cell In")) ||
	           str_starts_with(text, STR("Input In")) || str_starts_with(text, STR("<")) ||
	           str_contains(text, STR(".py"));
	for (size_t i = 0; may && i < COUNT_OF(forms); i++) {
		enum frame_kind kind = read_form(&forms[i], text, frame);
		if (kind != FRAME_NONE)
			return kind;
	}
	return FRAME_NONE;
}

enum frame_kind frame_box_read(struct frame_box *box, struct str line, struct frame *frame)
{
	struct str inside = without_box(line), trimmed = str_trim(line);
	if (inside.len == trimmed.len || !inside.len) {
		box->header.len = 0;
		box->reading = inside.len < trimmed.len;
		return FRAME_NONE;
	}
	bool first = !box->header.len;
	bool other = (first && byte_is_digit(inside.s[0])) || str_starts_with(inside, STR("❱")) ||
	             str_starts_with(inside, STR("│")) || str_starts_with(inside, STR("╭"));
	box->reading = box->reading && !other && box->header.len + inside.len < LONGEST_HEADER;
	if (!box->reading)
		return FRAME_NONE;
	struct str before = buf_str(&box->header);
	if (before.len && (!box->full || str_ends_with(before, STR(" in"))))
		buf_putc(&box->header, ' ');
	buf_add(&box->header, inside);
	box->full = !str_ends_with(trimmed, STR("  │"));
	enum frame_kind kind = frame_read(buf_str(&box->header), frame);
	box->reading = kind == FRAME_NONE;
	return kind;
}

bool frame_is_raise(struct str line)
{
	static const char word[] = "raise ";
	size_t at = str_search(line, str_of(word), 0) + strlen(word), from = at;
	while (at < line.len && (byte_is_digit(line.s[at]) || strchr("._", line.s[at]) ||
	                         (line.s[at] >= 'a' && line.s[at] <= 'z') ||
	                         (line.s[at] >= 'A' && line.s[at] <= 'Z')))
		at++;
	return at < line.len && at > from && line.s[at] == '(';
}

bool frame_arrow_read(struct str line, int64_t *number, struct str *source)
{
	struct str text = without_box(line);
	size_t at = 0, digits;
	if (str_starts_with(text, STR("❱ "))) {
		at = strlen("❱ ");
	} else {
		while (at < text.len && text.s[at] == '-')
			at++;
		if (at < 2 || at + 1 >= text.len || text.s[at] != '>' || text.s[at + 1] != ' ')
			return false;
		at += 2;
	}
	for (digits = at; digits < text.len && byte_is_digit(text.s[digits]);)
		digits++;
	if (!str_to_int64(str_slice(text, at, digits), number))
		return false;
	*source = without_box(str_slice(text, digits, text.len));
	return true;
}

bool frame_is_users(const struct frame *frame)
{
	static const char *const libraries[] = {
	    "site-packages", "dist-packages",      "lib/python3", "Lib\\",
	    "/jax/_src/",    "/jax/experimental/", "/jaxlib/",    "/flax/linen/",
	    "/flax/nnx/",    "/flax/core/",        "/equinox/_",  "/torch/distributed/",
	    "/torch/nn/",    "/torch/_",           "/torch_xla/", "/absl/app.py",
	    "/haiku/_src/",  "/optax/_src/",       "/_pytest/",   "importlib",
	    "runfiles/",     "bin/torchrun",
	};
	if (!frame->file.len || str_starts_with(frame->file, STR("<frozen ")) ||
	    str_starts_with(frame->file, STR("<attrs ")) ||
	    str_starts_with(frame->file, STR("<__array_function__")) ||
	    str_starts_with(frame->file, STR("<decorator")))
		return false;
	for (size_t i = 0; i < COUNT_OF(libraries); i++)
		if (str_contains(frame->file, str_of(libraries[i])))
			return false;
	return true;
}
