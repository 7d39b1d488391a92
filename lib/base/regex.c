/* SPDX-License-Identifier: Apache-2.0 */
/* A pattern becomes a list of operations; matching tries them in the order of Python's choices and
 * visits each at each place of the text once, which bounds the work. */
#include "base/regex.h"

#include <ctype.h>
#include <string.h>

enum { MAX_OPS = 1024, MAX_DEPTH = 100, MAX_REPEATS = 255, MAX_STATES = 1 << 22 };
enum { SET_WORDS = 4 }; /* of ASCII */

enum kind { OP_SET, OP_SPLIT, OP_JUMP, OP_SAVE, OP_START, OP_END, OP_VERY_END, OP_EDGE, OP_MATCH };

/* Where a split or a jump goes is counted from where it stands. */
struct regex_op {
	enum kind kind;
	int32_t first, second; /* of a split; a jump has one. Of a save the slot */
	bool negated;          /* of an edge of words */
	uint32_t set[SET_WORDS];
};

struct reader {
	struct arena *arena;
	struct str text;
	size_t at;
	struct regex_op *ops;
	uint32_t count, depth, groups;
	struct regex_name *names;
	uint32_t nnames;
	size_t room;
	bool failed;
};

static bool is_at(const struct reader *reader, char byte)
{
	return reader->at < reader->text.len && reader->text.s[reader->at] == byte;
}

static bool take(struct reader *reader, const char *text)
{
	size_t length = strlen(text);
	if (reader->text.len - reader->at < length ||
	    memcmp(reader->text.s + reader->at, text, length) != 0)
		return false;
	reader->at += length;
	return true;
}

static struct regex_op *emit(struct reader *reader, enum kind kind)
{
	if (reader->count == MAX_OPS) {
		reader->failed = true;
		reader->count--;
	}
	struct regex_op *op = &reader->ops[reader->count++];
	*op = (struct regex_op){.kind = kind};
	return op;
}

/* ---- Sets of bytes ---- */

static void set_add(struct regex_op *op, unsigned char byte)
{
	op->set[byte / 32] |= 1U << (byte % 32);
}

static bool set_has(const struct regex_op *op, unsigned char byte)
{
	return byte < 128 && (op->set[byte / 32] >> (byte % 32) & 1);
}

static void set_invert(struct regex_op *op)
{
	for (int i = 0; i < SET_WORDS; i++)
		op->set[i] = ~op->set[i];
}

static bool is_word(unsigned char byte)
{
	return isalnum(byte) || byte == '_';
}

/* Adds what \d, \w or \s stands for, or with a capital all else; false: it is none of them. */
static bool set_add_class(struct regex_op *op, char letter)
{
	char lower = (char)tolower((unsigned char)letter);
	if (lower != 'd' && lower != 'w' && lower != 's')
		return false;
	for (unsigned char byte = 0; byte < 128; byte++) {
		bool in = lower == 'd'   ? isdigit(byte) != 0
		          : lower == 'w' ? is_word(byte)
		                         : isspace(byte) != 0;
		if (in == (letter == lower))
			set_add(op, byte);
	}
	return true;
}

/* The byte that a backslash and this letter stand for, or -1. */
static int escaped_byte(char letter)
{
	static const char letters[] = "ntrfv", bytes[] = "\n\t\r\f\v";
	const char *found = strchr(letters, letter);
	if (letter && found)
		return bytes[found - letters];
	return isalnum((unsigned char)letter) ? -1 : letter;
}

/* One byte of a set in brackets, or -1: a class was added instead. */
static int read_member(struct reader *reader, struct regex_op *op)
{
	char byte = reader->text.s[reader->at++];
	if (byte != '\\')
		return byte;
	if (reader->at == reader->text.len) {
		reader->failed = true;
		return -1;
	}
	char letter = reader->text.s[reader->at++];
	if (set_add_class(op, letter))
		return -1;
	int found = letter == 'b' ? '\b' : escaped_byte(letter);
	reader->failed |= found < 0;
	return found;
}

/* Behind an opening bracket. */
static void read_set(struct reader *reader)
{
	struct regex_op *op = emit(reader, OP_SET);
	bool negated = take(reader, "^"), first = true;
	while (!reader->failed && (first || !is_at(reader, ']'))) {
		first = false;
		if (reader->at == reader->text.len) {
			reader->failed = true;
			return;
		}
		int low = read_member(reader, op), high = low;
		bool range = low >= 0 && is_at(reader, '-') && reader->at + 1 < reader->text.len &&
		             reader->text.s[reader->at + 1] != ']';
		if (range) {
			reader->at++;
			high = read_member(reader, op);
			reader->failed |= high < low;
		}
		for (int byte = low; byte >= 0 && byte <= high; byte++)
			set_add(op, (unsigned char)byte);
	}
	reader->at++;
	if (negated)
		set_invert(op);
}

/* ---- Patterns ---- */

static void read_choices(struct reader *reader);

/* Behind "(?P<". */
static void read_name(struct reader *reader)
{
	size_t end = str_find(reader->text, '>', reader->at);
	struct regex_name name = {str_slice(reader->text, reader->at, end), reader->groups + 1};
	reader->failed |= end >= reader->text.len || end == reader->at;
	reader->at = end + (end < reader->text.len);
	arena_push(reader->arena, reader->names, reader->nnames, reader->room, name);
}

/* Behind an opening parenthesis. */
static void read_group(struct reader *reader)
{
	bool plain = take(reader, "?:");
	if (!plain && take(reader, "?P<"))
		read_name(reader);
	else if (!plain && is_at(reader, '?'))
		reader->failed = true;
	int32_t group = plain ? 0 : (int32_t)++reader->groups;
	if (!plain)
		emit(reader, OP_SAVE)->first = 2 * group;
	if (++reader->depth > MAX_DEPTH)
		reader->failed = true;
	else
		read_choices(reader);
	reader->depth--;
	if (!plain)
		emit(reader, OP_SAVE)->first = 2 * group + 1;
	reader->failed |= !take(reader, ")");
}

/* Behind a backslash. */
static void read_escape(struct reader *reader)
{
	char letter = reader->at < reader->text.len ? reader->text.s[reader->at++] : '\0';
	if (letter == 'A')
		emit(reader, OP_START);
	else if (letter == 'Z')
		emit(reader, OP_VERY_END);
	else if (letter == 'b' || letter == 'B')
		emit(reader, OP_EDGE)->negated = letter == 'B';
	else {
		struct regex_op *op = emit(reader, OP_SET);
		if (set_add_class(op, letter))
			return;
		int byte = letter ? escaped_byte(letter) : -1;
		reader->failed |= byte < 0;
		if (byte >= 0)
			set_add(op, (unsigned char)byte);
	}
}

static void read_atom(struct reader *reader)
{
	char byte = reader->text.s[reader->at++];
	if (byte == '(')
		read_group(reader);
	else if (byte == '[')
		read_set(reader);
	else if (byte == '\\')
		read_escape(reader);
	else if (byte == '^')
		emit(reader, OP_START);
	else if (byte == '$')
		emit(reader, OP_END);
	else if (byte == '*' || byte == '+' || byte == '?')
		reader->failed = true;
	else if (byte == '.') {
		struct regex_op *op = emit(reader, OP_SET);
		set_add(op, '\n');
		set_invert(op);
	} else
		set_add(emit(reader, OP_SET), (unsigned char)byte);
}

/* A number, or -1. */
static int32_t read_number(struct reader *reader)
{
	int32_t number = -1;
	while (reader->at < reader->text.len &&
	       isdigit((unsigned char)reader->text.s[reader->at]) && number <= MAX_REPEATS)
		number = (number < 0 ? 0 : number) * 10 + (reader->text.s[reader->at++] - '0');
	return number;
}

/* How often what stands in front is repeated; *most -1: without an end. False: it is not. */
static bool read_counts(struct reader *reader, int32_t *least, int32_t *most)
{
	size_t before = reader->at;
	*least = is_at(reader, '+');
	*most = is_at(reader, '?') ? 1 : -1;
	if (take(reader, "*") || take(reader, "+") || take(reader, "?"))
		return true;
	if (!take(reader, "{"))
		return false;
	*least = *most = read_number(reader);
	bool open = take(reader, ",");
	if (open)
		*most = read_number(reader);
	bool counts = (*least >= 0 || *most >= 0) && take(reader, "}");
	if (!counts) {
		reader->at = before;
		reader->failed |= open; /* "{,}" and its like are text to Python */
		return false;
	}
	*least = *least < 0 ? 0 : *least;
	reader->failed |=
	    *least > MAX_REPEATS || *most > MAX_REPEATS || (*most >= 0 && *most < *least);
	return true;
}

static void append(struct reader *reader, const struct regex_op *body, uint32_t length)
{
	for (uint32_t i = 0; i < length && !reader->failed; i++)
		*emit(reader, OP_MATCH) = body[i];
}

/* A split that goes on, or past what follows; `lazy`: past it by preference. */
static void split(struct regex_op *op, int32_t past, bool lazy)
{
	op->first = lazy ? past : 1;
	op->second = lazy ? 1 : past;
}

/* Whether there is a way from here to the end of these operations that takes nothing. */
static bool may_be_empty(const struct regex_op *body, uint32_t at, uint32_t length)
{
	while (at < length) {
		const struct regex_op *op = &body[at];
		if (op->kind == OP_SET || (op->kind == OP_JUMP && op->first < 0))
			return false;
		if (op->kind == OP_SPLIT && may_be_empty(body, at + (uint32_t)op->second, length))
			return true;
		bool moves = op->kind == OP_SPLIT || op->kind == OP_JUMP;
		at += moves ? (uint32_t)op->first : 1;
	}
	return true;
}

/* Repeats the operations from `start` on. What Python's groups hold behind rounds that take nothing
 * is not followed. */
static void repeat(struct reader *reader, uint32_t start, int32_t least, int32_t most, bool lazy)
{
	uint32_t length = reader->count - start;
	struct regex_op *body =
	    arena_copy(reader->arena, reader->ops + start, length, sizeof *body);
	reader->count = start;
	reader->failed |= most < 0 && may_be_empty(body, 0, length);
	for (int32_t i = 0; i < least && !reader->failed; i++)
		append(reader, body, length);
	if (most < 0) {
		split(emit(reader, OP_SPLIT), (int32_t)length + 2, lazy);
		append(reader, body, length);
		emit(reader, OP_JUMP)->first = -((int32_t)length + 1);
		return;
	}
	for (int32_t i = least; i < most && !reader->failed; i++) {
		split(emit(reader, OP_SPLIT), (most - i) * ((int32_t)length + 1), lazy);
		append(reader, body, length);
	}
}

static void read_sequence(struct reader *reader)
{
	while (!reader->failed && reader->at < reader->text.len && !is_at(reader, '|') &&
	       !is_at(reader, ')')) {
		uint32_t start = reader->count;
		int32_t least, most;
		read_atom(reader);
		if (reader->failed || !read_counts(reader, &least, &most))
			continue;
		bool lazy = take(reader, "?");
		reader->failed |= is_at(reader, '+') || is_at(reader, '*');
		if (!reader->failed)
			repeat(reader, start, least, most, lazy);
	}
}

static void read_choices(struct reader *reader)
{
	uint32_t start = reader->count, jumps[MAX_DEPTH], njumps = 0;
	read_sequence(reader);
	while (!reader->failed && take(reader, "|")) {
		if (njumps == MAX_DEPTH) {
			reader->failed = true;
			return;
		}
		uint32_t length = reader->count - start;
		emit(reader, OP_SPLIT);
		jumps[njumps++] = reader->count;
		emit(reader, OP_JUMP);
		memmove(reader->ops + start + 1, reader->ops + start, length * sizeof *reader->ops);
		reader->ops[start] = (struct regex_op){.kind = OP_SPLIT};
		split(&reader->ops[start], (int32_t)length + 2, false);
		start = reader->count;
		read_sequence(reader);
	}
	for (uint32_t i = 0; i < njumps; i++)
		reader->ops[jumps[i]].first = (int32_t)(reader->count - jumps[i]);
}

static bool is_ascii(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.s[i] >= 128)
			return false;
	return true;
}

const struct regex *regex_read(struct arena *arena, struct str pattern)
{
	struct reader reader = {.arena = arena, .text = pattern};
	reader.ops = arena_new(arena, struct regex_op, MAX_OPS);
	if (!is_ascii(pattern))
		return NULL;
	read_choices(&reader);
	emit(&reader, OP_MATCH);
	if (reader.failed || reader.at < pattern.len)
		return NULL;
	struct regex *regex = arena_new(arena, struct regex, 1);
	*regex = (struct regex){arena_copy(arena, reader.ops, reader.count, sizeof *reader.ops),
	                        reader.count, reader.groups, reader.names, reader.nnames};
	return regex;
}

/* ---- Matching ---- */

/* Something to try, or a slot to give back what it held. */
struct job {
	uint32_t op;
	bool restores;
	int64_t place; /* in the text; or what the slot held */
};

struct matcher {
	struct arena *arena;
	const struct regex *regex;
	struct str text;
	enum regex_how how;
	int64_t *spans;
	uint32_t *visited;
	struct job *jobs;
	uint32_t njobs;
	size_t room;
};

static void push(struct matcher *matcher, uint32_t op, bool restores, int64_t place)
{
	arena_push(matcher->arena, matcher->jobs, matcher->njobs, matcher->room,
	           (struct job){op, restores, place});
}

/* Whether this operation was tried at this place before. */
static bool visit(struct matcher *matcher, uint32_t op, int64_t place)
{
	size_t bit = (size_t)op * (matcher->text.len + 1) + (size_t)place;
	bool before = matcher->visited[bit / 32] >> (bit % 32) & 1;
	matcher->visited[bit / 32] |= 1U << (bit % 32);
	return before;
}

static bool is_edge(struct str text, int64_t place)
{
	bool before = place > 0 && is_word((unsigned char)text.s[place - 1]);
	bool behind = (size_t)place < text.len && is_word((unsigned char)text.s[place]);
	return before != behind;
}

/* Whether an operation that takes nothing holds at a place. */
static bool holds(const struct matcher *matcher, const struct regex_op *op, int64_t place)
{
	struct str text = matcher->text;
	int64_t left = (int64_t)text.len - place;
	switch (op->kind) {
	case OP_START:
		return place == 0;
	case OP_END:
		return left == 0 || (left == 1 && text.s[place] == '\n');
	case OP_VERY_END:
		return left == 0;
	default:
		return is_edge(text, place) != op->negated;
	}
}

/* Goes on from one job until it fails or matches. */
static bool follow(struct matcher *matcher, uint32_t at, int64_t place)
{
	while (!visit(matcher, at, place)) {
		const struct regex_op *op = &matcher->regex->ops[at];
		switch (op->kind) {
		case OP_MATCH:
			if (matcher->how == REGEX_WHOLE && (size_t)place != matcher->text.len)
				return false;
			matcher->spans[1] = place;
			return true;
		case OP_SET:
			if ((size_t)place == matcher->text.len ||
			    !set_has(op, (unsigned char)matcher->text.s[place]))
				return false;
			place++;
			at++;
			break;
		case OP_SPLIT:
			push(matcher, at + (uint32_t)op->second, false, place);
			at += (uint32_t)op->first;
			break;
		case OP_JUMP:
			at += (uint32_t)op->first;
			break;
		case OP_SAVE:
			push(matcher, (uint32_t)op->first, true, matcher->spans[op->first]);
			matcher->spans[op->first] = place;
			at++;
			break;
		default:
			if (!holds(matcher, op, place))
				return false;
			at++;
		}
	}
	return false;
}

static bool match_at(struct matcher *matcher, int64_t place)
{
	for (uint32_t i = 0; i < 2 * (matcher->regex->ngroups + 1); i++)
		matcher->spans[i] = -1;
	matcher->spans[0] = place;
	push(matcher, 0, false, place);
	while (matcher->njobs) {
		struct job job = matcher->jobs[--matcher->njobs];
		if (job.restores)
			matcher->spans[job.op] = job.place;
		else if (follow(matcher, job.op, job.place))
			return true;
	}
	return false;
}

enum regex_answer regex_match(struct arena *scratch, const struct regex *regex, struct str text,
                              size_t from, enum regex_how how, int64_t *spans)
{
	if (!is_ascii(text) || (text.len + 1) > MAX_STATES / regex->nops)
		return REGEX_TOO_LARGE;
	size_t bits = (text.len + 1) * regex->nops;
	struct matcher matcher = {scratch, regex, text, how, spans, NULL, NULL, 0, 0};
	matcher.visited = arena_new(scratch, uint32_t, bits / 32 + 1);
	for (size_t place = from; place <= text.len; place++) {
		if (match_at(&matcher, (int64_t)place))
			return REGEX_FOUND;
		if (how != REGEX_SEARCH)
			break;
	}
	return REGEX_ABSENT;
}
