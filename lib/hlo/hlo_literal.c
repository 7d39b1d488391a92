/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo_reader.h"

/* A number, word or text of a literal; empty at its end or where something else stands. */
static struct str next_token(struct scanner *in)
{
	while (scanner_takes(in, "{") || scanner_takes(in, "}") || scanner_takes(in, ","))
		;
	size_t start = scanner_skip(in), end = start;
	while (end < in->text.len && !strchr(" \t\r\n,{}()", in->text.s[end]))
		end++;
	in->at = end;
	return str_slice(in->text, start, end);
}

static bool token_value(struct str token, int64_t *value)
{
	*value = str_equal(token, STR("true"));
	return *value || str_equal(token, STR("false")) || str_to_int64(token, value);
}

/* Whether elements of the type are read as integers. */
static bool is_integral(const struct dtype *element)
{
	return element->class == DTYPE_BOOL || element->class == DTYPE_SIGNED ||
	       element->class == DTYPE_UNSIGNED;
}

/* The word of what is written so. */
static uint32_t word_of(struct hlo_reader *reader, struct str text)
{
	bool added;
	return *table_add(reader->arena, &reader->words, text, reader->words.count + 1, &added);
}

/* Goes through the elements as long as they matter: all up to MAX_LITERAL_VALUES, and of more
 * those up to the first that differs. */
static void read_elements(struct hlo_reader *reader, struct scanner *in, bool integral,
                          int64_t count, struct hlo_literal *literal)
{
	struct arena *arena = reader->arena;
	int64_t *values = NULL, done = 0;
	size_t n = 0, room = 0;
	struct str first = STR("");
	bool few = integral, same = true;
	for (; done < count && (same || few); done++) {
		struct str token = next_token(in);
		int64_t value = 0;
		if (!token.len)
			break;
		if (done == 0)
			first = token;
		same = same && str_equal(token, first);
		few = few && done < MAX_LITERAL_VALUES && token_value(token, &value);
		if (few)
			arena_push(arena, values, n, room, value);
	}
	if (done < count && (same || few))
		return; /* elided, or of another notation */
	literal->splat = same && count > 0;
	if (literal->splat)
		literal->word = word_of(reader, first);
	int64_t value;
	if (literal->splat && integral && token_value(first, &value)) {
		literal->known = true;
		literal->values = arena_copy(arena, &value, 1, sizeof value);
	} else if (few) {
		literal->known = true;
		literal->values = values;
	}
}

bool hlo_literal(struct hlo_reader *reader, const struct hlo_shape *shape,
                 struct hlo_literal *literal)
{
	struct scanner *in = &reader->in;
	size_t start = scanner_skip(in);
	int64_t count;
	*literal = (struct hlo_literal){0};
	if (!hlo_skip_brackets(in))
		return false;
	struct notation_error ignored;
	struct scanner inside = *in;
	inside.error = &ignored;
	inside.text = str_slice(in->text, 0, in->at - 1);
	inside.at = start + 1;
	if (!shape->element || !hlo_shape_elements(shape, &count))
		return true;
	literal->splat = shape->element->class == DTYPE_COMPLEX && !shape->rank;
	if (literal->splat)
		literal->word = word_of(reader, str_slice(in->text, start + 1, in->at - 1));
	else if (shape->element->class != DTYPE_COMPLEX)
		read_elements(reader, &inside, is_integral(shape->element), count, literal);
	return true;
}
