/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/diagnose.h"

#include <stdlib.h>

#include "base/table.h"
#include "diag/rule.h"
#include "diagnose/log_margin.h"
#include "diagnose/text_fold.h"
#include "diagnose/topic.h"
#include "diagnose/traceback.h"
#include "diagnose/words.h"

/* The last exception of a writer, which another one may yet take the place of. */
struct held {
	struct log_error *error; /* NULL: there is none */
	uint64_t line;           /* where it is said this time */
};

struct physician {
	struct arena *arena;
	struct arena scratch;
	const struct text_index *texts;
	struct diagnosis *diagnosis;
	struct table known; /* errors by what they say and where they are */
	struct log_error **made;
	uint32_t nmade, most;
	size_t made_room, room;
	struct held held[MOST_WRITERS];
};

/* What tells one error from another: class, text and place. */
static struct str key_of(struct arena *arena, const struct raised *raised, struct str message)
{
	struct buf key = {.arena = arena};
	buf_add(&key, raised->class_name);
	buf_putc(&key, '\0');
	buf_add(&key, message);
	if (raised->frame) {
		buf_putc(&key, '\0');
		buf_add(&key, raised->frame->file);
		buf_printf(&key, ":%lld", (long long)raised->frame->line);
	}
	return buf_str(&key);
}

/* The message: its first line, and further ones as far as the match goes. */
static struct str message_of(struct str text, const struct pattern_match *match)
{
	size_t end = match ? match->end : 0;
	return str_trim(str_slice(text, 0, str_find(text, '\n', end)));
}

/* The class that stands right before the match, of an exception that another one quotes. */
static struct str quoted_class(struct str text, size_t start)
{
	struct str before = str_slice(text, 0, start);
	if (!str_ends_with(before, STR("Error: ")) && !str_ends_with(before, STR("Exception: ")))
		return (struct str){NULL, 0};
	size_t end = before.len - 2, from = end;
	while (from > 0 && !strchr(" \n\t('\"", before.s[from - 1]))
		from--;
	return str_slice(before, from, end);
}

static void copy_frame(struct arena *arena, struct log_error *error, const struct frame *frame)
{
	error->placed = true;
	error->frame =
	    (struct frame){str_copy(arena, frame->file), str_copy(arena, frame->function),
	                   str_copy(arena, frame->source), frame->line};
}

/* Our words; what the rule says where the text has too little for them. */
static struct str words_or(struct arena *arena, const char *words, struct log_error *error,
                           const struct pattern_match *match, const char *otherwise)
{
	struct str filled = words_fill(arena, words, &error->facts, match);
	return filled.len ? filled : str_of(otherwise);
}

/* Speaks of an error that is known. The match is of raised->text. */
static void explain(struct arena *arena, struct log_error *error, struct str text,
                    struct pattern_match *match)
{
	struct str own = str_copy(arena, text);
	for (uint32_t i = 0; i < match->count; i++)
		match->holes[i].value.s = own.s + (match->holes[i].value.s - text.s);
	error->facts = facts_read(arena, match);
	const struct text_words *words = error->row->words;
	const struct rule *rule = rule_named(str_of(words->rule));
	const struct topic *topic = topic_named(str_of(words->rule));
	assert(rule || topic);
	error->summary =
	    words_or(arena, words->message, error, match, rule ? rule->summary : topic->summary);
	error->cause = words_or(arena, words->cause, error, match, rule ? rule->why : topic->why);
	error->help =
	    words_or(arena, words->help, error, match, "'shardctl explain' shows an example");
	struct str quoted = quoted_class(own, match->start);
	if (quoted.s)
		error->class_name = quoted;
}

/* What a text says as far as it is known, whatever stands around it. */
static struct str echo_of(struct arena *arena, struct str text, const struct pattern_match *match)
{
	return str_format(arena, "%c%.*s", '\1',
	                  STR_ARG(str_slice(text, match->start, match->end)));
}

/* Whether a text that no exception carries is none, or repeats one that an exception did. */
static bool is_echo(struct physician *physician, const struct raised *raised,
                    const struct text_row *row, const struct pattern_match *match)
{
	if (raised->class_name.len || (row && row->in_log))
		return false;
	return !row ||
	       table_find(&physician->known, echo_of(&physician->scratch, raised->text, match));
}

/* The row of the text, NULL for none. A text that is broken at the width of a terminal is given
 * whole. */
static const struct text_row *find_row(struct physician *physician, struct raised *raised,
                                       struct pattern_match *match)
{
	struct arena *scratch = &physician->scratch;
	size_t class_length = raised->class_name.len, before = class_length ? class_length + 2 : 0;
	bool folded;
	struct str given = raised->text, whole = text_unfold(scratch, given, before, &folded);
	raised->text = folded ? whole : given;
	const struct text_row *row =
	    text_index_find(scratch, physician->texts, raised->text, match);
	if (row)
		return row;
	raised->text = folded ? given : whole;
	row = text_index_find(scratch, physician->texts, raised->text, match);
	raised->text = row ? raised->text : given;
	return row;
}

/* Whether no error is kept under this key yet, and there is room for one more: *error is new then,
 * else the one that is kept, or NULL. */
static bool is_new(struct physician *physician, struct str key, struct log_error **error)
{
	const uint32_t *known = table_find(&physician->known, key);
	bool full = physician->nmade == physician->most;
	*error = known ? physician->made[*known] : NULL;
	if (!known && full)
		physician->diagnosis->more++;
	if (known || full)
		return false;
	*error = arena_new(physician->arena, struct log_error, 1);
	return true;
}

/* Keeps a new error. */
static void keep(struct physician *physician, struct str key, struct log_error *error)
{
	struct arena *arena = physician->arena;
	bool added;
	table_add(arena, &physician->known, str_copy(arena, key), physician->nmade, &added);
	arena_push(arena, physician->made, physician->nmade, physician->made_room, error);
}

/* The error that is raised: one that was said before, or a new one; NULL when there are too many,
 * or it is none. */
static struct log_error *error_of(struct physician *physician, struct raised *raised)
{
	struct arena *arena = physician->arena, *scratch = &physician->scratch;
	struct pattern_match match;
	const struct text_row *row = find_row(physician, raised, &match);
	struct str message = message_of(raised->text, row ? &match : NULL);
	if (is_echo(physician, raised, row, &match))
		return NULL;
	struct str key = key_of(scratch, raised, message);
	struct log_error *error;
	if (!is_new(physician, key, &error))
		return error;
	bool added;
	error->row = row;
	error->class_name = str_copy(arena, raised->class_name);
	error->message = str_copy(arena, message);
	if (raised->frame)
		copy_frame(arena, error, raised->frame);
	if (row) {
		table_add(arena, &physician->known, echo_of(arena, raised->text, &match),
		          physician->nmade, &added);
		explain(arena, error, raised->text, &match);
	}
	keep(physician, key, error);
	return error;
}

/* Counts an error that nothing took the place of. What one process said early may end late, when
 * another has said the same since. */
static void commit(struct physician *physician, struct held *held)
{
	struct diagnosis *diagnosis = physician->diagnosis;
	struct log_error *error = held->error;
	held->error = NULL;
	if (!error)
		return;
	bool said = error->count++ > 0;
	error->line = said && error->line < held->line ? error->line : held->line;
	error->last_line = said && error->last_line > held->line ? error->last_line : held->line;
	if (said)
		return;
	diagnosis->known += error->row != NULL;
	arena_push(physician->arena, diagnosis->errors, diagnosis->count, physician->room, error);
}

/* Whether they are two mistakes: what JAX raises within itself, and makes another exception of, is
 * none. */
static bool are_two(const struct log_error *earlier, const struct log_error *later)
{
	if (!earlier->row || !later->row ||
	    strcmp(earlier->row->words->rule, later->row->words->rule) == 0)
		return false;
	return earlier->placed || !later->placed || strcmp(earlier->row->framework, "jax") != 0;
}

/* Of two exceptions of which the second was raised while the first was handled, the one to speak
 * of: the later of those that are known; both when they are two mistakes. */
static void join(struct physician *physician, struct held *held, struct log_error *later)
{
	struct log_error *earlier = held->error;
	bool both = are_two(earlier, later);
	if (both && !earlier->placed && later->placed) {
		earlier->placed = true;
		earlier->frame = later->frame;
	}
	if (both)
		commit(physician, held);
	if (!both && earlier->row && !later->row)
		later = earlier;
	if (!later->placed && earlier->placed) {
		later->placed = true;
		later->frame = earlier->frame;
	}
	held->error = later;
}

static void on_raised(void *data, uint32_t writer, const struct raised *raised)
{
	struct physician *physician = data;
	struct held *held = &physician->held[writer];
	if (str_ends_with(raised->class_name, STR("SimplifiedTraceback")) ||
	    str_ends_with(raised->class_name, STR("ExceptionGroup")))
		return;
	struct raised said = *raised;
	struct log_error *error = error_of(physician, &said);
	arena_rewind(&physician->scratch, (struct arena_mark){0});
	if (!error)
		return;
	if (raised->chained && held->error && held->error != error) {
		bool same = error->row || !held->error->row;
		join(physician, held, error);
		held->line = same ? raised->line : held->line;
		return;
	}
	if (!raised->chained || !held->error)
		commit(physician, held);
	*held = (struct held){error, raised->line};
}

/* The error at this place, which was said before at another one. */
static struct log_error *error_at(struct physician *physician, struct log_error *error,
                                  const struct frame *frame)
{
	struct arena *arena = physician->arena;
	if (!error->placed ||
	    (error->frame.line == frame->line && str_equal(error->frame.file, frame->file)))
		return error;
	struct raised here = {.class_name = error->class_name, .frame = frame};
	struct str key = key_of(&physician->scratch, &here, error->message);
	struct log_error *moved;
	if (!is_new(physician, key, &moved))
		return moved;
	*moved = *error;
	moved->count = 0;
	copy_frame(arena, moved, frame);
	keep(physician, key, moved);
	return moved;
}

static void on_located(void *data, uint32_t writer, const struct frame *frame)
{
	struct physician *physician = data;
	struct held *held = &physician->held[writer];
	if (held->error && held->error->count) {
		held->error = error_at(physician, held->error, frame);
		arena_rewind(&physician->scratch, (struct arena_mark){0});
	} else if (held->error) {
		copy_frame(physician->arena, held->error, frame);
	}
}

static void on_ended(void *data, uint32_t writer)
{
	struct physician *physician = data;
	commit(physician, &physician->held[writer]);
}

static int by_line(const void *a, const void *b)
{
	const struct log_error *x = *(struct log_error *const *)a,
			       *y = *(struct log_error *const *)b;
	return (x->line > y->line) - (x->line < y->line);
}

struct diagnosis diagnose_log(struct arena *arena, struct log_input input, uint32_t most)
{
	struct diagnosis diagnosis = {0};
	struct physician *physician = arena_new(arena, struct physician, 1);
	*physician = (struct physician){
	    .arena = arena, .texts = text_index_make(arena), .diagnosis = &diagnosis, .most = most};
	struct traceback_events events = {on_raised, on_located, on_ended, physician};
	struct traceback_reader *tracebacks =
	    traceback_reader_make(arena, physician->texts, events);
	struct log_reader reader = log_reader_make(arena, input);
	struct log_margins *margins = arena_new(arena, struct log_margins, 1);
	struct str text;
	while (log_reader_next(&reader, &text)) {
		struct log_line line = log_line_of(text, reader.number);
		log_margins_take(margins, &line);
		traceback_reader_add(tracebacks, &line);
	}
	traceback_reader_end(tracebacks);
	arena_drop(&physician->scratch);
	if (diagnosis.count)
		qsort(diagnosis.errors, diagnosis.count, sizeof *diagnosis.errors, by_line);
	diagnosis.lines = reader.number;
	return diagnosis;
}

static size_t read_text(void *data, char *into, size_t room)
{
	struct str *rest = data;
	size_t length = rest->len < room ? rest->len : room;
	if (length)
		memcpy(into, rest->s, length);
	*rest = str_slice(*rest, length, rest->len);
	return length;
}

struct diagnosis diagnose_text(struct arena *arena, struct str text, uint32_t most)
{
	return diagnose_log(arena, (struct log_input){read_text, &text}, most);
}
