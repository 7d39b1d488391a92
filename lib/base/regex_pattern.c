/* SPDX-License-Identifier: Apache-2.0 */
#include "base/regex_pattern.h"

#include <ctype.h>

#include "base/buf.h"
#include "base/utf8.h"

enum { MAX_DEPTH = 100, MAX_GROUPS = 99, MAX_REPEATS = 1000, BYTES = 128 };

/* How many bytes of text a part of a pattern takes. */
struct width {
	uint32_t least, most;
};

enum { UNBOUNDED = INT32_MAX };

struct reader {
	struct arena *arena;
	struct str text;
	size_t at;
	struct buf out;
	uint32_t flags;                    /* that hold here */
	uint32_t depth, negations, behind; /* of groups, of what must not stand, and must before */
	uint32_t ngroups;
	bool closed[MAX_GROUPS + 1];
	struct regex_name *names;
	uint32_t nnames;
	size_t room;
	bool has_inner_edge, failed;
};

static bool is_at(const struct reader *reader, char byte)
{
	return reader->at < reader->text.len && reader->text.s[reader->at] == byte;
}

static bool take(struct reader *reader, const char *text)
{
	struct str rest = str_slice(reader->text, reader->at, reader->text.len);
	bool taken = str_starts_with(rest, str_of(text));
	reader->at += taken ? strlen(text) : 0;
	return taken;
}

/* The next byte; NUL and failed at the end. */
static char take_byte(struct reader *reader)
{
	reader->failed |= reader->at >= reader->text.len;
	return reader->failed ? '\0' : reader->text.s[reader->at++];
}

/* ---- Widths ---- */

static uint32_t bounded(uint64_t width)
{
	return width < UNBOUNDED ? (uint32_t)width : UNBOUNDED;
}

static struct width in_turn(struct width a, struct width b)
{
	return (struct width){bounded((uint64_t)a.least + b.least),
	                      bounded((uint64_t)a.most + b.most)};
}

static struct width either(struct width a, struct width b)
{
	return (struct width){a.least < b.least ? a.least : b.least,
	                      a.most > b.most ? a.most : b.most};
}

static struct width repeated(struct width one, struct width counts)
{
	return (struct width){bounded((uint64_t)one.least * counts.least),
	                      bounded((uint64_t)one.most * counts.most)};
}

/* ---- Sets of characters ---- */

struct set {
	bool has[BYTES];
};

static void set_add_range(struct set *set, int low, int high)
{
	for (int byte = low; byte <= high; byte++)
		set->has[byte] = true;
}

static void set_invert(struct set *set)
{
	for (int byte = 0; byte < BYTES; byte++)
		set->has[byte] = !set->has[byte];
}

static bool is_space(int byte, uint32_t flags)
{
	return isspace(byte) || (!(flags & REGEX_ASCII) && byte >= 0x1c && byte <= 0x1f);
}

/* Adds what \d, \w or \s stands for, or with a capital all else; false: it is none of them. */
static bool set_add_class(struct set *set, char letter, uint32_t flags)
{
	int lower = tolower((unsigned char)letter);
	if (lower != 'd' && lower != 'w' && lower != 's')
		return false;
	for (int byte = 0; byte < BYTES; byte++) {
		bool in = lower == 'd'   ? isdigit(byte)
		          : lower == 'w' ? isalnum(byte) || byte == '_'
		                         : is_space(byte, flags);
		set->has[byte] |= in == (letter == lower);
	}
	return true;
}

static void set_add_other_cases(struct set *set)
{
	for (int byte = 'a'; byte <= 'z'; byte++) {
		bool in = set->has[byte] || set->has[toupper(byte)];
		set->has[byte] = set->has[toupper(byte)] = in;
	}
}

/* Writes a set as ranges of numbers, which nothing that PCRE2 is told changes. */
static struct width emit_set(struct reader *reader, const struct set *set)
{
	size_t before = reader->out.len;
	buf_putc(&reader->out, '[');
	for (int low = 0; low < BYTES; low++) {
		int high = low;
		while (high < BYTES && set->has[high])
			high++;
		if (high > low)
			buf_printf(&reader->out, "\\x%02x-\\x%02x", (unsigned)low,
			           (unsigned)high - 1);
		low = high;
	}
	if (reader->out.len == before + 1) /* of nothing */
		buf_puts(&reader->out, "^\\x00-\\xff");
	buf_putc(&reader->out, ']');
	return (struct width){1, 1};
}

static struct width emit_byte(struct reader *reader, int byte)
{
	struct set set = {{false}};
	set.has[byte] = true;
	if (reader->flags & REGEX_IGNORECASE)
		set_add_other_cases(&set);
	return emit_set(reader, &set);
}

/* ---- Escapes ---- */

/* A number of up to `most` digits of a base. */
static int take_digits(struct reader *reader, int base, int most, int *digits)
{
	int value = 0;
	for (*digits = 0; *digits < most && reader->at < reader->text.len; ++*digits) {
		int byte = (unsigned char)reader->text.s[reader->at];
		int digit = isdigit(byte)    ? byte - '0'
		            : isxdigit(byte) ? tolower(byte) - 'a' + 10
		                             : 99;
		if (digit >= base)
			break;
		value = value * base + digit;
		reader->at++;
	}
	return value;
}

/* What \x and its like stand for: exactly so many digits. */
static int take_hexadecimal(struct reader *reader, int count)
{
	int digits, value = take_digits(reader, 16, count, &digits);
	reader->failed |= digits != count;
	return value;
}

/* The byte that a backslash and this letter stand for, in a set or outside. */
static int take_escaped(struct reader *reader, char letter)
{
	static const char letters[] = "abfnrtv", bytes[] = "\a\b\f\n\r\t\v";
	const char *found = letter ? strchr(letters, letter) : NULL;
	int value = found           ? bytes[found - letters]
	            : letter == 'x' ? take_hexadecimal(reader, 2)
	            : letter == 'u' ? take_hexadecimal(reader, 4)
	                            : letter;
	reader->failed |= value >= BYTES || (!found && letter != 'x' && letter != 'u' &&
	                                     isalnum((unsigned char)letter));
	return reader->failed ? 0 : value;
}

/* Behind a backslash in a set, where digits are octal. */
static int take_octal(struct reader *reader)
{
	int digits, value = take_digits(reader, 8, 3, &digits);
	reader->failed |= !digits || value >= BYTES;
	return reader->failed ? 0 : value;
}

/* What a group has found, which may be nothing. */
static struct width emit_reference(struct reader *reader, uint32_t group)
{
	reader->failed |= reader->behind || group > reader->ngroups || !reader->closed[group];
	bool folds = reader->flags & REGEX_IGNORECASE;
	buf_printf(&reader->out, folds ? "(?i:\\g{%u})" : "\\g{%u}", group);
	return (struct width){0, UNBOUNDED};
}

/* Behind a backslash outside of a set where digits stand: octal when they begin with 0 or are
 * three, else the number of a group. */
static struct width read_number(struct reader *reader)
{
	size_t start = reader->at;
	int digits;
	take_digits(reader, 8, 3, &digits);
	reader->at = start;
	if (is_at(reader, '0') || digits == 3)
		return emit_byte(reader, take_octal(reader));
	return emit_reference(reader, (uint32_t)take_digits(reader, 10, 2, &digits));
}

/* Writes what holds between two characters; it is not repeated. */
static bool emit_place(struct reader *reader, const char *place)
{
	buf_puts(&reader->out, place);
	return false;
}

/* Behind a backslash outside of a set; whether what stands there may be repeated. */
static bool read_escape(struct reader *reader, struct width *width)
{
	*width = (struct width){0, 0};
	if (reader->at < reader->text.len && byte_is_digit(reader->text.s[reader->at])) {
		*width = read_number(reader);
		return true;
	}
	char letter = take_byte(reader);
	reader->has_inner_edge |= letter == 'B';
	if (letter == 'A')
		return emit_place(reader, "\\A");
	if (letter == 'Z')
		return emit_place(reader, "\\z");
	if (letter == 'b' || letter == 'B')
		return emit_place(reader, letter == 'b' ? "\\b" : "\\B");
	struct set set = {{false}};
	*width = set_add_class(&set, letter, reader->flags)
	             ? emit_set(reader, &set)
	             : emit_byte(reader, take_escaped(reader, letter));
	return true;
}

/* One byte of a set in brackets, or -1: a class was added instead. */
static int read_member(struct reader *reader, struct set *set)
{
	char byte = take_byte(reader);
	if (byte != '\\')
		return byte;
	if (reader->at < reader->text.len && byte_is_digit(reader->text.s[reader->at]))
		return take_octal(reader);
	char letter = take_byte(reader);
	return set_add_class(set, letter, reader->flags) ? -1 : take_escaped(reader, letter);
}

/* Behind an opening bracket. */
static struct width read_set(struct reader *reader)
{
	struct set set = {{false}};
	bool negated = take(reader, "^");
	size_t first = reader->at;
	while (!reader->failed && (reader->at == first || !take(reader, "]"))) {
		int low = read_member(reader, &set), high = low;
		bool dash = is_at(reader, '-') && reader->at + 1 < reader->text.len &&
		            reader->text.s[reader->at + 1] != ']';
		if (dash && take(reader, "-")) {
			high = read_member(reader, &set);
			reader->failed |= low < 0 || high < low;
		}
		if (low >= 0 && !reader->failed)
			set_add_range(&set, low, high);
	}
	if (reader->flags & REGEX_IGNORECASE)
		set_add_other_cases(&set);
	if (negated)
		set_invert(&set);
	return emit_set(reader, &set);
}

/* ---- Groups ---- */

static struct width read_choices(struct reader *reader);

/* A name up to a closing byte, as groups have it. */
static struct str take_name(struct reader *reader, char closing)
{
	size_t end = str_find(reader->text, closing, reader->at);
	struct str name = str_slice(reader->text, reader->at, end);
	reader->failed |= end == reader->text.len || !name.len || isdigit((unsigned char)name.s[0]);
	for (size_t i = 0; i < name.len; i++)
		reader->failed |= !isalnum((unsigned char)name.s[i]) && name.s[i] != '_';
	reader->at = end + (end < reader->text.len);
	return name;
}

/* The number of the group of this name; 0: there is none. */
static uint32_t group_named(const struct reader *reader, struct str name)
{
	for (uint32_t i = 0; i < reader->nnames; i++)
		if (str_equal(reader->names[i].name, name))
			return reader->names[i].group;
	return 0;
}

/* Flags by their letters. */
static uint32_t take_flags(struct reader *reader)
{
	static const char letters[] = "imsxau";
	static const uint32_t flags[] = {REGEX_IGNORECASE, REGEX_MULTILINE, REGEX_DOTALL,
	                                 REGEX_VERBOSE,    REGEX_ASCII,     REGEX_UNICODE};
	uint32_t taken = 0;
	for (const char *found; reader->at < reader->text.len; reader->at++) {
		found = memchr(letters, reader->text.s[reader->at], sizeof letters - 1);
		if (!found)
			break;
		taken |= flags[found - letters];
	}
	return taken;
}

enum { TEXT_FLAGS = REGEX_ASCII | REGEX_UNICODE };

/* Behind "(?": the flags that a group without a number turns on and off, up to its colon. */
static void read_scoped_flags(struct reader *reader)
{
	uint32_t on = take_flags(reader), off = 0;
	if (take(reader, "-")) {
		off = take_flags(reader);
		reader->failed |= !off;
	}
	reader->failed |= !take(reader, ":") || (on & off) || (off & TEXT_FLAGS) ||
	                  (on & TEXT_FLAGS) == TEXT_FLAGS;
	if (on & TEXT_FLAGS)
		reader->flags &= ~(uint32_t)TEXT_FLAGS;
	reader->flags = (reader->flags | on) & ~off;
	buf_puts(&reader->out, "(?:");
}

/* Behind an opening parenthesis: a group's number, or 0 where it has none. */
static uint32_t open_group(struct reader *reader)
{
	struct str name = {NULL, 0};
	if (take(reader, "?P<")) {
		name = take_name(reader, '>');
		reader->failed |= group_named(reader, name) > 0;
	} else if (take(reader, "?")) {
		read_scoped_flags(reader);
		return 0;
	}
	if (reader->negations || reader->ngroups == MAX_GROUPS) {
		reader->failed = true;
		return 0;
	}
	buf_putc(&reader->out, '(');
	reader->ngroups++;
	if (name.len)
		arena_push(reader->arena, reader->names, reader->nnames, reader->room,
		           (struct regex_name){name, reader->ngroups});
	return reader->ngroups;
}

/* Behind an opening parenthesis: what must or must not stand here, or before. False: something
 * else. What it takes is nothing, and it is not repeated. */
static bool read_condition(struct reader *reader)
{
	bool behind = take(reader, "?<=") || take(reader, "?<!");
	if (!behind && !take(reader, "?=") && !take(reader, "?!"))
		return false;
	bool negated = reader->text.s[reader->at - 1] == '!';
	buf_printf(&reader->out, "(?%s%c", behind ? "<" : "", negated ? '!' : '=');
	reader->negations += negated;
	reader->behind += behind;
	struct width width = read_choices(reader);
	reader->negations -= negated;
	reader->behind -= behind;
	reader->failed |= behind && width.least != width.most;
	return true;
}

/* Behind an opening parenthesis; whether the group may be repeated. */
static bool read_group(struct reader *reader, struct width *width)
{
	uint32_t flags = reader->flags;
	*width = (struct width){0, 0};
	if (take(reader, "?P=")) {
		*width = emit_reference(reader, group_named(reader, take_name(reader, ')')));
		return true;
	}
	bool condition = read_condition(reader);
	if (!condition) {
		uint32_t group = open_group(reader);
		*width = read_choices(reader);
		reader->closed[group] = group > 0;
	}
	reader->failed |= !take(reader, ")");
	buf_putc(&reader->out, ')');
	reader->flags = flags;
	return !condition;
}

/* ---- Sequences ---- */

/* Passes all up to and with a byte that stands without a backslash. */
static bool pass(struct reader *reader, char end)
{
	while (reader->at < reader->text.len) {
		char byte = reader->text.s[reader->at++];
		if (byte == end)
			return true;
		if (byte == '\\')
			take_byte(reader);
	}
	return false;
}

/* Passes a comment, or what REGEX_VERBOSE leaves out. */
static bool pass_blank(struct reader *reader)
{
	bool verbose = reader->flags & REGEX_VERBOSE;
	if (take(reader, "(?#"))
		reader->failed |= !pass(reader, ')');
	else if (verbose && take(reader, "#"))
		pass(reader, '\n');
	else if (verbose && isspace((unsigned char)reader->text.s[reader->at]))
		reader->at++;
	else
		return false;
	return true;
}

/* A number, or `otherwise` where there is none. */
static uint32_t take_number(struct reader *reader, uint32_t otherwise)
{
	int digits;
	uint32_t number = (uint32_t)take_digits(reader, 10, 9, &digits);
	reader->failed |= number > MAX_REPEATS;
	return digits ? number : otherwise;
}

/* Behind a brace. False: it is one, and no counts. */
static bool take_counts_in_braces(struct reader *reader, struct width *counts)
{
	if (is_at(reader, '}'))
		return false;
	uint32_t least = take_number(reader, UNBOUNDED), most = least;
	if (take(reader, ","))
		most = take_number(reader, UNBOUNDED);
	else if (least == UNBOUNDED)
		return false;
	*counts = (struct width){least == UNBOUNDED ? 0 : least, most};
	return take(reader, "}");
}

/* How often what stands in front is repeated. False: it is not. */
static bool take_counts(struct reader *reader, struct width *counts)
{
	size_t before = reader->at;
	*counts = (struct width){is_at(reader, '+'), is_at(reader, '?') ? 1 : UNBOUNDED};
	if (take(reader, "*") || take(reader, "+") || take(reader, "?"))
		return true;
	if (take(reader, "{") && take_counts_in_braces(reader, counts))
		return true;
	reader->at = before;
	return false;
}

static void emit_counts(struct reader *reader, struct width counts)
{
	buf_printf(&reader->out, "{%u,", counts.least);
	if (counts.most != UNBOUNDED)
		buf_printf(&reader->out, "%u", counts.most);
	buf_puts(&reader->out, take(reader, "?") ? "}?" : "}");
	reader->failed |= counts.most < counts.least;
}

/* One character, set, place or group; whether it may be repeated. */
static bool read_item(struct reader *reader, struct width *width)
{
	bool lines = reader->flags & REGEX_MULTILINE;
	char byte = take_byte(reader);
	*width = (struct width){0, 0};
	if (byte == '(')
		return read_group(reader, width);
	if (byte == '\\')
		return read_escape(reader, width);
	if (byte == '^')
		return emit_place(reader, lines ? "(?<![^\\x0a])" : "\\A");
	if (byte == '$')
		return emit_place(reader, lines ? "(?![^\\x0a])" : "(?=\\x0a?\\z)");
	if (byte == '[')
		*width = read_set(reader);
	else if (byte != '.')
		*width = emit_byte(reader, byte);
	else {
		struct set set = {{false}};
		set.has['\n'] = !(reader->flags & REGEX_DOTALL);
		set_invert(&set);
		*width = emit_set(reader, &set);
	}
	return true;
}

/* What groups hold behind rounds that take nothing is not followed. */
static struct width read_sequence(struct reader *reader)
{
	struct width all = {0, 0}, last = {0, 0}, counts;
	uint32_t groups = 0;
	bool repeats = false;
	while (!reader->failed && reader->at < reader->text.len && !is_at(reader, '|') &&
	       !is_at(reader, ')')) {
		if (pass_blank(reader))
			continue;
		if (take_counts(reader, &counts)) {
			bool holds = reader->ngroups > groups;
			reader->failed |= !repeats || (holds && !last.least && counts.most > 1);
			emit_counts(reader, counts);
			last = repeated(last, counts);
			repeats = false;
		} else {
			all = in_turn(all, last);
			groups = reader->ngroups;
			repeats = read_item(reader, &last);
		}
	}
	return in_turn(all, last);
}

static struct width read_choices(struct reader *reader)
{
	if (++reader->depth > MAX_DEPTH)
		reader->failed = true;
	struct width width = read_sequence(reader);
	while (!reader->failed && take(reader, "|")) {
		buf_putc(&reader->out, '|');
		width = either(width, read_sequence(reader));
	}
	reader->depth--;
	return width;
}

/* Flags for all of the pattern, which stand before anything else. */
static bool read_flags(struct reader *reader)
{
	size_t start = reader->at;
	uint32_t flags = take(reader, "(?") ? take_flags(reader) : 0;
	if (flags && take(reader, ")")) {
		reader->flags |= flags;
		return true;
	}
	reader->at = start;
	return false;
}

bool regex_pattern_read(struct arena *arena, struct str text, uint32_t flags,
                        struct regex_pattern *pattern)
{
	const uint32_t known =
	    TEXT_FLAGS | REGEX_IGNORECASE | REGEX_MULTILINE | REGEX_DOTALL | REGEX_VERBOSE;
	struct reader reader = {.arena = arena, .text = text, .flags = flags, .out.arena = arena};
	if ((flags & ~known) || utf8_ascii_length(text) < text.len)
		return false;
	while (reader.at < text.len && (pass_blank(&reader) || read_flags(&reader)))
		;
	if ((reader.flags & TEXT_FLAGS) == TEXT_FLAGS)
		return false;
	if (!(reader.flags & REGEX_ASCII))
		reader.flags |= REGEX_UNICODE;
	flags = reader.flags;
	read_choices(&reader);
	*pattern = (struct regex_pattern){
	    buf_str(&reader.out), flags,         reader.ngroups,
	    reader.names,         reader.nnames, reader.has_inner_edge,
	};
	return !reader.failed && reader.at == text.len;
}
