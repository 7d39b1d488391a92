/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/number_literal.h"

#include <stdlib.h>

#include "program/lex/bytes.h"

static bool is_word(char c)
{
	return is_name_byte(c) || (unsigned char)c >= 0x80;
}

bool number_starts(struct str text, size_t at)
{
	return is_decimal(byte_at(text, at)) ||
	       (byte_at(text, at) == '.' && is_decimal(byte_at(text, at + 1)));
}

/* 16, 8 or 2 when the digits behind `0x`, `0o` or `0b` follow, else 10. */
static int base_of(struct str text, size_t at)
{
	char kind = byte_at(text, at) == '0' ? lower_case(byte_at(text, at + 1)) : '\0';
	return kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
}

/* Steps over digits with single underscores between them; false when there is no digit. */
static bool skip_digits(struct str text, size_t *at, int base)
{
	size_t start = *at;
	while (digit_value(byte_at(text, *at)) < base ||
	       (*at > start && byte_at(text, *at) == '_' &&
	        digit_value(byte_at(text, *at + 1)) < base))
		++*at;
	return *at > start;
}

/* Steps over `e` or `E`, a sign and digits, when all that follows. */
static bool skip_exponent(struct str text, size_t *at)
{
	size_t digits = *at + 1;
	if (lower_case(byte_at(text, *at)) != 'e')
		return false;
	if (byte_at(text, digits) == '+' || byte_at(text, digits) == '-')
		digits++;
	if (!skip_digits(text, &digits, 10))
		return false;
	*at = digits;
	return true;
}

/* Steps over a decimal number; *zeros: an integer other than 0 that starts with a 0. */
static void skip_decimal(struct str text, size_t *at, bool *zeros)
{
	size_t start = *at;
	skip_digits(text, at, 10);
	bool integer = true;
	for (size_t i = start; i < *at; i++)
		*zeros |= text.s[start] == '0' && text.s[i] != '0' && text.s[i] != '_';
	if (byte_at(text, *at) == '.') {
		++*at;
		skip_digits(text, at, 10);
		integer = false;
	}
	if (skip_exponent(text, at))
		integer = false;
	if (lower_case(byte_at(text, *at)) == 'j') {
		++*at;
		integer = false;
	}
	*zeros &= integer;
}

static bool keyword_follows(struct str rest)
{
	static const char *const words[] = {"and", "else", "for", "if", "in", "is", "not", "or"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_starts_with(rest, str_of(words[i])))
			return true;
	return false;
}

bool number_end(struct str text, size_t at, size_t *end, const char **message, const char **help)
{
	int base = base_of(text, at);
	bool zeros = false, digits = true;
	*message = NULL;
	*end = at;
	if (base == 10) {
		skip_decimal(text, end, &zeros);
	} else {
		*end += byte_at(text, at + 2) == '_' ? 3 : 2;
		digits = skip_digits(text, end, base);
	}
	bool stuck =
	    is_word(byte_at(text, *end)) && !keyword_follows(str_slice(text, *end, text.len));
	while (stuck && is_word(byte_at(text, *end)))
		++*end;
	if (zeros) {
		*message = "an integer does not start with 0";
		*help = "drop the zeros; an octal number is written 0o17";
	} else if (stuck || !digits) {
		*message = "this is not a number";
		*help = "a name starts with a letter; digits may be parted by single underscores";
	}
	return *message == NULL;
}

static void read_integer(struct number *number, struct str digits, int base)
{
	number->fits = true;
	for (size_t i = 0; i < digits.len; i++) {
		int64_t digit = digit_value(digits.s[i]);
		number->real = number->real * base + (double)digit;
		if (!number->fits ||
		    __builtin_mul_overflow(number->integer, base, &number->integer) ||
		    __builtin_add_overflow(number->integer, digit, &number->integer))
			number->fits = false;
	}
}

struct number number_value(struct arena *scratch, struct str literal)
{
	struct arena_mark mark = arena_mark(scratch);
	char *digits = arena_new(scratch, char, literal.len + 1);
	size_t count = 0;
	for (size_t i = 0; i < literal.len; i++)
		if (literal.s[i] != '_')
			digits[count++] = lower_case(literal.s[i]);
	struct str text = {digits, count};
	struct number number = {.kind = NUMBER_INTEGER};
	int base = base_of(text, 0);
	bool imaginary = base == 10 && count && digits[count - 1] == 'j';
	if (imaginary)
		digits[count - 1] = '\0';
	if (imaginary || (base == 10 && strpbrk(digits, ".e"))) {
		number.kind = imaginary ? NUMBER_IMAGINARY : NUMBER_FLOAT;
		number.real = strtod(digits, NULL);
	} else {
		read_integer(&number, base == 10 ? text : str_slice(text, 2, count), base);
		if (base == 10)
			number.real = strtod(digits, NULL);
	}
	arena_rewind(scratch, mark);
	return number;
}
