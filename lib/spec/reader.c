/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/reader.h"

#include <assert.h>

#include "base/buf.h"
#include "base/checked.h"
#include "base/utf8.h"
#include "diag/suggest.h"

struct str reader_shown(const struct reader *reader, struct str text)
{
	enum { LONGEST_SHOWN = 80 };
	if (text.len <= LONGEST_SHOWN)
		return utf8_escaped(reader->diags->arena, text);
	size_t cut = LONGEST_SHOWN;
	while (cut && ((unsigned char)text.s[cut] & 0xc0) == 0x80)
		cut--;
	return str_format(reader->diags->arena, "%s…",
	                  utf8_escaped(reader->diags->arena, str_slice(text, 0, cut)).s);
}

struct span reader_part(const struct reader *reader, const struct node *scalar, size_t start,
                        size_t length)
{
	return node_text_span(reader->source->text, scalar, start, length);
}

/* Asks for a name near to a candidate; else says `otherwise`, when it is not NULL. */
static void help_suggest(struct diag *diag, struct str name, const struct str *candidates,
                         size_t count, const char *otherwise)
{
	struct str near = suggest(name, candidates, count);
	if (near.s)
		diag_help(diag, "did you mean '%s'?", utf8_escaped(diag->owner->arena, near).s);
	else if (otherwise)
		diag_help(diag, "%s", otherwise);
}

void reader_suggest(const struct reader *reader, struct diag *diag, struct str name,
                    const struct str *candidates, size_t count, const char *otherwise)
{
	struct str certain = suggest_certain(name, candidates, count);
	help_suggest(diag, name, candidates, count, otherwise);
	if (certain.s)
		diag_fix_name(diag, reader->source->text, name, certain);
}

/* "a, b, c" for a help line. */
static struct str join_names(struct arena *arena, const char *lead, const struct words *words)
{
	struct buf out = {.arena = arena};
	enum { MOST_WORDS = 48 };
	size_t shown = words->count > MOST_WORDS ? MOST_WORDS / 4 : words->count;
	buf_puts(&out, lead);
	for (size_t i = 0; i < shown; i++)
		buf_printf(&out, "%s%s", i ? ", " : " ", words->items[i]);
	if (shown < words->count)
		buf_printf(&out, " and %zu more", words->count - shown);
	buf_putc(&out, '\0');
	return (struct str){out.data, out.len - 1};
}

/* The candidates of a table of words. */
static const struct str *candidates_of(const struct reader *reader, const struct words *words)
{
	struct str *candidates = arena_new(reader->diags->arena, struct str, words->count);
	for (size_t i = 0; i < words->count; i++)
		candidates[i] = str_of(words->items[i]);
	return candidates;
}

/* Brackets that a text opens and does not close. */
static int open_brackets(struct str text)
{
	int depth = 0;
	for (size_t i = 0; i < text.len; i++)
		depth += (text.s[i] == '(') - (text.s[i] == ')');
	return depth;
}

/*
 * Inside braces YAML ends a plain text at a comma, so that P('data', None) becomes the value
 * P('data' and a key None) without a value. The last pair that belongs to the text of pair `index`,
 * or `index` when it is whole.
 */
static uint32_t end_of_cut_text(const struct node *map, uint32_t index)
{
	const struct node *value = node_value(map, index);
	if (value->kind != NODE_SCALAR || value->style != STYLE_PLAIN)
		return index;
	int depth = open_brackets(node_text(value));
	for (uint32_t i = index + 1; depth > 0 && i < map->count; i++) {
		const struct node *key = node_key(map, i);
		if (key->kind != NODE_SCALAR || node_value(map, i)->kind != NODE_SCALAR ||
		    node_value(map, i)->count)
			return index;
		depth += open_brackets(node_text(key));
		if (depth <= 0)
			return i;
	}
	return index;
}

static void report_cut_text(const struct reader *reader, struct span at)
{
	struct str whole = reader_shown(reader, span_text(reader->source->text, at));
	struct diag *diag = diag_add(reader->diags, RULE_QUOTES_MISSING, at,
	                             "inside { } a comma ends this text, so it needs quotes");
	char quote = str_find(whole, '"', 0) < whole.len ? '\'' : '"';
	if (str_starts_with(whole, STR("(")))
		diag_help(diag, "write [%.*s]", (int)whole.len - 2, whole.s + 1);
	else
		diag_help(diag, "write %c%.*s%c", quote, STR_ARG(whole), quote);
	struct str text = span_text(reader->source->text, at);
	if (str_find(text, '#', 0) < text.len || str_find(text, '\\', 0) < text.len ||
	    str_find(text, '\n', 0) < text.len || str_find(text, quote, 0) < text.len)
		return;
	if (text.s[0] == '(') {
		diag_fix(diag, span_part(at, 0, 1), STR("["));
		diag_fix(diag, span_part(at, at.length - 1, 1), STR("]"));
		return;
	}
	struct str mark = str_copy(reader->diags->arena, (struct str){&quote, 1});
	diag_fix(diag, span_part(at, 0, 0), mark);
	diag_fix(diag, span_part(at, at.length, 0), mark);
}

/* Keys of a map that are not in its table. */
struct unknown_keys {
	uint32_t *pairs;
	size_t count, room;
};

/* The key right before a pair when it has no value: what should be indented below it stands beside
 * it. NULL when there is none. */
static const struct node *key_without_value(const struct node *map, uint32_t pair)
{
	return pair && node_is_null(node_value(map, pair - 1)) ? node_key(map, pair - 1) : NULL;
}

/* Whether people write this name for the key. */
static bool is_also(const struct key *row, struct str name)
{
	return row->also && str_has_word(str_of(row->also), name);
}

/* The row without a value that a key certainly means: by a name that people write for it, or by the
 * one nearest name; the number of rows when that is not certain. */
static size_t row_meant(const struct keys *table, struct str name, const struct str *names,
                        const struct node *const *values)
{
	for (size_t i = 0; i < table->count; i++)
		if (!values[i] && is_also(&table->rows[i], name))
			return i;
	struct str near = suggest_only(name, names, table->count);
	size_t row = near.s ? key_place(table, near) : table->count;
	return row < table->count && values[row] ? table->count : row;
}

static void report_unknown_keys(const struct reader *reader, const struct node *map,
                                const struct keys *table, struct unknown_keys unknown,
                                const struct node **values, const struct node **keys)
{
	struct arena *arena = reader->diags->arena;
	const char **words = arena_new(arena, const char *, table->count);
	struct str *names = arena_new(arena, struct str, table->count);
	for (size_t i = 0; i < table->count; i++)
		names[i] = str_of(words[i] = table->rows[i].name);
	const struct node *above = NULL;
	for (size_t i = 0; i < unknown.count; i++) {
		const struct node *key = node_key(map, unknown.pairs[i]);
		struct str name = node_text(key);
		if (!i || unknown.pairs[i] != unknown.pairs[i - 1] + 1)
			above = key_without_value(map, unknown.pairs[i]);
		struct diag *diag =
		    diag_add(reader->diags, RULE_KEY_UNKNOWN, key->at, "%s has no key '%s'",
		             table->what, reader_shown(reader, name).s);
		size_t row = row_meant(table, name, names, values);
		if (row == table->count) {
			const char *lead = "the keys here are";
			if (above && above->kind == NODE_SCALAR)
				lead = str_format(arena,
				                  "indent it if it belongs to '%s'; the keys here "
				                  "are",
				                  reader_shown(reader, node_text(above)).s)
				           .s;
			help_suggest(
			    diag, name, names, table->count,
			    join_names(arena, lead, &(struct words){words, table->count}).s);
			continue;
		}
		diag_help(diag, "did you mean '%s'?", words[row]);
		if (suggest_certain(name, names, table->count).s ||
		    is_also(&table->rows[row], name))
			diag_fix_name(diag, reader->source->text, name, names[row]);
		values[row] = node_value(map, unknown.pairs[i]);
		if (keys)
			keys[row] = key;
	}
}

/* The number of the alternative of what the map needs that has this key; -1: none has. */
static int alternative_of(const char *needs, struct str name)
{
	struct str text = str_of(needs);
	int number = 0;
	for (size_t at = 0, end; at < text.len; at = end + 1, number++) {
		end = str_find(text, '|', at);
		if (str_has_word(str_slice(text, at, end), name))
			return number;
	}
	return -1;
}

/* "keep 'axes', or 'names' and 'sizes'" of "axes|names sizes". */
static struct str keep_one(struct arena *arena, const char *needs)
{
	struct buf text = {.arena = arena};
	buf_puts(&text, "keep '");
	for (const char *c = needs; *c; c++) {
		if (*c == '|')
			buf_puts(&text, "', or '");
		else if (*c == ' ')
			buf_puts(&text, "' and '");
		else
			buf_putc(&text, *c);
	}
	buf_putc(&text, '\'');
	return buf_str(&text);
}

/* Reports the first key that says again, by another alternative, what a key before it says: one of
 * the two would have no effect. */
static void report_said_twice(const struct reader *reader, const struct node *map,
                              const struct keys *table)
{
	const struct node *first = NULL;
	for (uint32_t i = 0; table->only_one && i < map->count; i++) {
		const struct node *key = node_key(map, i);
		int number =
		    key->kind == NODE_SCALAR ? alternative_of(table->needs, node_text(key)) : -1;
		if (number < 0)
			continue;
		if (!first)
			first = key;
		if (number == alternative_of(table->needs, node_text(first)))
			continue;
		struct diag *diag = diag_add(reader->diags, RULE_VALUE_INVALID, key->at,
		                             "%s cannot have '%.*s' beside '%.*s'", table->what,
		                             STR_ARG(node_text(key)), STR_ARG(node_text(first)));
		diag_note(diag, first->at, "this one says the same thing");
		diag_help(diag, "%s", keep_one(reader->diags->arena, table->needs).s);
		return;
	}
}

bool reader_keys(const struct reader *reader, const struct node *map, const struct keys *table,
                 const struct node **values, const struct node **keys)
{
	assert(map->kind == NODE_MAP);
	struct unknown_keys unknown = {.pairs = NULL};
	bool known = true;
	for (size_t i = 0; i < table->count; i++)
		values[i] = NULL;
	for (uint32_t i = 0; i < map->count; i++) {
		const struct node *key = node_key(map, i);
		if (key->kind != NODE_SCALAR ||
		    (key->style == STYLE_PLAIN && str_equal(node_text(key), STR("<<")))) {
			known = false; /* reported already, and it may stand for any key */
			continue;
		}
		uint32_t end = end_of_cut_text(map, i);
		if (end > i) {
			known = false;
			report_cut_text(reader,
			                span_join(node_value(map, i)->at, node_key(map, end)->at));
			i = end;
			continue;
		}
		size_t index = key_place(table, node_text(key));
		if (index < table->count && !values[index]) {
			values[index] = node_value(map, i);
			if (keys)
				keys[index] = key;
		} else if (index == table->count) {
			arena_push(reader->arena, unknown.pairs, unknown.count, unknown.room, i);
		}
	}
	if (unknown.count)
		report_unknown_keys(reader, map, table, unknown, values, keys);
	report_said_twice(reader, map, table);
	return known && !unknown.count;
}

/* How a message calls what a value is of: a key by its name in quotes, and words as they are. */
static const char *subject_of(const struct reader *reader, const char *what)
{
	return strchr(what, ' ') ? what : str_format(reader->diags->arena, "'%s'", what).s;
}

void reader_wrong_kind(const struct reader *reader, const struct node *node, const char *what,
                       const char *expected)
{
	struct str whole = str_of(expected), kind = str_until(whole, ';');
	struct diag *diag =
	    diag_add(reader->diags, RULE_VALUE_TYPE, node->at, "%s must be %.*s, not %s",
	             subject_of(reader, what), STR_ARG(kind), node_kind_name(node));
	if (kind.len < whole.len)
		diag_help(diag, "write it as in %s", expected + kind.len + 2);
}

bool reader_text(const struct reader *reader, const struct node *node, const char *what,
                 struct str *text)
{
	if (node->kind != NODE_SCALAR || node_is_null(node)) {
		reader_wrong_kind(reader, node, what, "text");
		return false;
	}
	*text = node_text(node);
	return true;
}

bool reader_integer(const struct reader *reader, const struct node *node, const char *what,
                    int64_t least, int64_t *value)
{
	if (node->kind != NODE_SCALAR || node_is_null(node)) {
		reader_wrong_kind(reader, node, what, "a whole number");
		return false;
	}
	struct str shown = reader_shown(reader, node_text(node));
	if (!str_to_int64(node_text(node), value))
		return diag_fails(diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
		                           "%s must be a whole number, not '%.*s'",
		                           subject_of(reader, what), STR_ARG(shown)));
	if (*value < least)
		return diag_fails(diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
		                           "%s must be at least %lld, not %.*s",
		                           subject_of(reader, what), (long long)least,
		                           STR_ARG(shown)));
	return true;
}

bool reader_word(const struct reader *reader, const struct node *node, const char *what,
                 const struct words *words, size_t *index)
{
	struct str text;
	if (!reader_text(reader, node, what, &text))
		return false;
	*index = str_place(text, words->items, words->count);
	if (*index < words->count)
		return true;
	struct diag *diag =
	    diag_add(reader->diags, RULE_VALUE_INVALID, node->at, "'%s' is not a value of '%s'",
	             reader_shown(reader, text).s, what);
	enum { FEW_WORDS = 8 };
	const struct str *candidates = candidates_of(reader, words);
	const char *all = join_names(reader->diags->arena, "write one of", words).s;
	if (words->count > FEW_WORDS || suggest_certain(text, candidates, words->count).s)
		reader_suggest(reader, diag, text, candidates, words->count, all);
	else
		diag_help(diag, "%s", all);
	return false;
}

bool reader_boolean(const struct reader *reader, const struct node *node, const char *what,
                    bool *value)
{
	/* Words of YAML 1.1, which many people still write. */
	static const char *const words[] = {"no",   "yes", "off", "on",  "FALSE",
	                                    "TRUE", "No",  "Yes", "Off", "On"};
	size_t index, meant = COUNT_OF(words);
	if (reader_word(reader, node, what, &boolean_words, &index)) {
		*value = index % 2 == 1;
		return true;
	}
	if (node->kind == NODE_SCALAR)
		meant = str_place(node_text(node), words, COUNT_OF(words));
	if (meant < COUNT_OF(words)) {
		struct diag *diag = reader->diags->last;
		diag_help(diag, "write %s", meant % 2 ? "true" : "false");
		diag_fix_name(diag, reader->source->text, node_text(node),
		              str_of(meant % 2 ? "true" : "false"));
	}
	return false;
}

/* The node of a name of `dims`, or NULL. */
static const struct node *dim_of_name(const struct spec *spec, struct str name)
{
	const uint32_t *index = table_find(&spec->dim_index, name);
	return index ? node_value(spec->dims, *index) : NULL;
}

static void report_no_dim(const struct reader *reader, struct str name, struct span at)
{
	const struct node *dims = reader->spec->dims;
	uint32_t count = dims ? dims->count : 0;
	struct arena *arena = reader->diags->arena;
	struct str *names = arena_new(arena, struct str, count);
	for (uint32_t i = 0; i < count; i++)
		names[i] = node_text(node_key(dims, i));
	struct str shown = reader_shown(reader, name);
	struct diag *diag =
	    diag_add(reader->diags, RULE_DIM_UNKNOWN, at,
	             "'%.*s' is neither a size nor a name of 'dims'", STR_ARG(shown));
	bool is_name = name.len > 0;
	for (size_t i = 0; i < name.len; i++)
		is_name &= !strchr("+-/%() ", name.s[i]);
	reader_suggest(
	    reader, diag, name, names, count,
	    is_name ? str_format(arena, "give it a size: dims: {%.*s: 128}", STR_ARG(shown)).s
		    : "a size is a number, a name of 'dims', or a product such as B*T");
}

/* Says how a number is written that is one for people, but not here: 8_000, 8.0, 8k, 8x4. */
static void help_number(struct diag *diag, struct str written)
{
	struct buf digits = {.arena = diag->owner->arena};
	size_t dot = str_find(written, '.', 0);
	bool whole = true, cross = written.s[0] != '0' && str_find(written, 'x', 1) < written.len;
	for (size_t i = 0; i < written.len; i++) {
		char c = written.s[i];
		whole &= byte_is_digit(c) || c == '_' || i == dot;
		whole &= i <= dot || c == '0';
		if (byte_is_digit(c) && i < dot && (digits.len || c != '0'))
			buf_putc(&digits, c);
	}
	if (digits.len == written.len)
		return; /* it is too large */
	if (whole && digits.len)
		diag_help(diag, "write %.*s", STR_ARG(buf_str(&digits)));
	else if (whole)
		diag_help(diag, "a number has no comma in it: 8,000 is written 8000");
	else if (cross)
		diag_help(diag, "the sizes of several dimensions are items of a list, [8, 4]");
	else
		diag_help(diag, "write digits alone, 4096, or a product, 4*1024");
}

/* One factor of a size: digits or a name of `dims`. */
static bool read_factor(const struct reader *reader, struct str factor, struct span at,
                        int64_t *size)
{
	bool number =
	    factor.len && ((factor.s[0] >= '0' && factor.s[0] <= '9') || factor.s[0] == '-');
	if (!number) {
		const struct node *value = factor.len ? dim_of_name(reader->spec, factor) : NULL;
		if (!value) {
			report_no_dim(reader, factor, at);
			return false;
		}
		/* A bad value of `dims` has been reported where it stands. */
		return value->kind == NODE_SCALAR && str_to_int64(node_text(value), size) &&
		       *size >= 0;
	}
	bool padded = factor.len > 1 && factor.s[0] == '0';
	if (!padded && str_to_int64(factor, size) && *size >= 0)
		return true;
	help_number(diag_add(reader->diags, RULE_VALUE_INVALID, at,
	                     "'%s' is not a size: a size is a whole number from 0 to 2^63 - 1",
	                     reader_shown(reader, factor).s),
	            factor);
	return false;
}

bool reader_size(const struct reader *reader, const struct node *scalar, size_t start,
                 size_t length, int64_t *size)
{
	struct str text = str_slice(node_text(scalar), start, start + length);
	*size = 1;
	for (size_t at = 0; at <= text.len;) {
		size_t star = str_find(text, '*', at);
		struct str factor = str_trim(str_slice(text, at, star));
		size_t place = start + (factor.len ? (size_t)(factor.s - text.s) : at);
		size_t shown =
		    factor.len ? factor.len : place < scalar->count; /* what is missing */
		struct span span = reader_part(reader, scalar, place, shown);
		int64_t value;
		if (!read_factor(reader, factor, span, &value))
			return false;
		if (!checked_multiply(size, *size, value))
			return diag_fails(diag_add(reader->diags, RULE_SIZE_OVERFLOW, span,
			                           "this size does not fit in 64 bits"));
		at = star + 1;
	}
	return true;
}

void reader_bytes(const struct reader *reader, const struct node *node, const char *what,
                  int64_t *bytes)
{
	static const struct {
		const char *name;
		int shift;
	} units[] = {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}, {"", 0}};
	struct str text;
	if (!reader_text(reader, node, what, &text))
		return;
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		struct str unit = str_of(units[i].name);
		int64_t number, all;
		if (str_ends_with(text, unit) &&
		    str_to_int64(str_trim(str_slice(text, 0, text.len - unit.len)), &number) &&
		    number >= 0 && checked_multiply(&all, number, (int64_t)1 << units[i].shift)) {
			*bytes = all;
			return;
		}
	}
	diag_help(diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
	                   "'%s' is not a number of bytes", reader_shown(reader, text).s),
	          "write it as in 64MiB");
}

bool mesh_axis_named(const struct mesh *mesh, struct str name, uint32_t *index)
{
	for (*index = 0; *index < mesh->naxes; ++*index)
		if (str_equal(mesh->axes[*index].name, name))
			return true;
	return false;
}

void reader_no_mesh_axis(const struct reader *reader, const struct mesh *mesh,
                         const struct node *key)
{
	struct str *names = arena_new(reader->arena, struct str, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		names[i] = mesh->axes[i].name;
	struct diag *diag =
	    diag_add(reader->diags, RULE_MESH_AXIS_UNKNOWN, key->at, "the mesh has no axis '%s'",
	             reader_shown(reader, node_text(key)).s);
	reader_suggest(reader, diag, node_text(key), names, mesh->naxes, NULL);
}
