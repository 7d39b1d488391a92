/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/format.h"
#include "base/utf8.h"
#include "trace/value/number.h"
#include "trace/state/work.h"

#include <math.h>

enum { MAX_WIDTH = 10000, MAX_PRECISION = 400, NO_PRECISION = -1 };

/* [[fill]align][sign][#][0][width][grouping][.precision][type] */
struct format_spec {
	struct str fill; /* one character */
	char align;      /* 0: that of the type */
	char sign, grouping, type;
	bool alternate, zeros;
	int width, precision;
};

static bool is_align(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '^';
}

static int read_digits(struct str text, size_t *at, int most)
{
	int number = 0;
	for (; *at < text.len && byte_is_digit(text.s[*at]); (*at)++)
		number = number > most ? number : number * 10 + (text.s[*at] - '0');
	return number;
}

static bool has(struct str text, size_t at, const char *any)
{
	return at < text.len && strchr(any, text.s[at]) != NULL;
}

/* Reads a spec; false when it is none. */
static bool read_spec(struct str text, struct format_spec *spec)
{
	size_t at = 0, first = 1;
	*spec = (struct format_spec){.fill = STR(" "), .sign = '-', .precision = NO_PRECISION};
	while (first < text.len && ((unsigned char)text.s[first] & 0xC0) == 0x80)
		first++;
	if (first < text.len && is_align(text.s[first])) {
		spec->fill = str_slice(text, 0, first);
		spec->align = text.s[first];
		at = first + 1;
	} else if (text.len && is_align(text.s[0])) {
		spec->align = text.s[at++];
	}
	if (has(text, at, "+- "))
		spec->sign = text.s[at++];
	if (has(text, at, "#"))
		spec->alternate = at++ < text.len;
	if (has(text, at, "0")) {
		spec->zeros = at++ < text.len;
		if (!spec->align)
			spec->fill = STR("0");
		spec->align = spec->align ? spec->align : '=';
	}
	spec->width = read_digits(text, &at, MAX_WIDTH);
	if (has(text, at, ",_"))
		spec->grouping = text.s[at++];
	if (has(text, at, ".")) {
		at++;
		spec->precision = read_digits(text, &at, MAX_PRECISION);
	}
	if (at < text.len)
		spec->type = text.s[at++];
	return at == text.len && spec->width <= MAX_WIDTH && spec->precision <= MAX_PRECISION;
}

static void repeat(struct buf *out, struct str fill, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buf_add(out, fill);
}

/* The sign, and then the rest, in the width asked for. */
static void pad(struct buf *out, const struct format_spec *spec, struct str sign, struct str rest,
                char align)
{
	size_t length = utf8_length(sign) + utf8_length(rest), width = (size_t)spec->width;
	size_t missing = width > length ? width - length : 0;
	align = spec->align ? spec->align : align;
	size_t before = align == '>' ? missing : align == '^' ? missing / 2 : 0;
	size_t between = align == '=' ? missing : 0;
	repeat(out, spec->fill, before);
	buf_add(out, sign);
	repeat(out, spec->fill, between);
	buf_add(out, rest);
	repeat(out, spec->fill, missing - before - between);
}

/* The digits in front of a point or exponent in groups of so many. */
static struct str grouped(struct arena *arena, struct str digits, char mark, size_t size)
{
	struct buf out = {.arena = arena};
	size_t whole = 0;
	while (whole < digits.len &&
	       (byte_is_digit(digits.s[whole]) || (size == 4 && digits.s[whole] >= 'a')))
		whole++;
	for (size_t i = 0; i < digits.len; i++) {
		if (i && i < whole && (whole - i) % size == 0)
			buf_putc(&out, mark);
		buf_putc(&out, digits.s[i]);
	}
	return buf_str(&out);
}

static struct str sign_of(const struct format_spec *spec, bool negative)
{
	if (negative)
		return STR("-");
	return spec->sign == '+' ? STR("+") : spec->sign == ' ' ? STR(" ") : STR("");
}

static bool format_integer(struct trace *trace, struct buf *out, int64_t integer,
                           const struct format_spec *spec)
{
	struct buf digits = op_buf(&trace->op), sign = op_buf(&trace->op);
	bool negative = integer < 0;
	uint64_t size = negative ? 0 - (uint64_t)integer : (uint64_t)integer;
	char type = spec->type ? spec->type : 'd';
	unsigned base = type == 'x' || type == 'X' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
	const char *names = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	char room[64];
	size_t at = sizeof room;
	if (spec->precision != NO_PRECISION)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Precision not allowed in integer format specifier"));
	if (spec->grouping == ',' && base != 10)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("Cannot specify ',' with '{}'.", str_format(trace->op.arena, "%c", type)));
	do {
		room[--at] = names[size % base];
		size /= base;
	} while (size);
	buf_add(&digits, (struct str){room + at, sizeof room - at});
	struct str text = buf_str(&digits);
	if (spec->grouping)
		text = grouped(trace->op.arena, text, spec->grouping, base == 10 ? 3 : 4);
	buf_add(&sign, sign_of(spec, negative));
	if (spec->alternate && base != 10)
		buf_printf(&sign, "0%c", type);
	pad(out, spec, buf_str(&sign), text, '>');
	return true;
}

/* The digits of a float without its sign. */
static bool float_digits(struct trace *trace, struct buf *out, double real,
                         const struct format_spec *spec)
{
	int precision = spec->precision == NO_PRECISION ? 6 : spec->precision;
	switch (spec->type) {
	case 'f':
	case 'F':
		buf_printf(out, spec->alternate ? "%#.*f" : "%.*f", precision, real);
		return true;
	case '%':
		buf_printf(out, "%.*f%%", precision, real * 100);
		return true;
	case 'e':
		buf_printf(out, "%.*e", precision, real);
		return true;
	case 'E':
		buf_printf(out, "%.*E", precision, real);
		return true;
	case 'g':
	case 'n':
		buf_printf(out, spec->alternate ? "%#.*g" : "%.*g", precision ? precision : 1,
		           real);
		return true;
	case 'G':
		buf_printf(out, spec->alternate ? "%#.*G" : "%.*G", precision ? precision : 1,
		           real);
		return true;
	case '\0':
		if (spec->precision == NO_PRECISION && !spec->alternate) {
			value_text(out, trace->op.rules, value_float(trace->op.arena, real));
			return true;
		}
		break;
	default:
		break;
	}
	return op_unknown(&trace->op, "this format of a float is not known");
}

static bool format_float(struct trace *trace, struct buf *out, double real,
                         const struct format_spec *spec)
{
	struct buf digits = op_buf(&trace->op);
	bool negative = signbit(real) && !isnan(real);
	if (!isfinite(real))
		buf_puts(&digits, isnan(real) ? "nan" : "inf");
	else if (!float_digits(trace, &digits, fabs(real), spec))
		return false;
	struct str text = buf_str(&digits);
	if (spec->grouping)
		text = grouped(trace->op.arena, text, spec->grouping, 3);
	pad(out, spec, sign_of(spec, negative), text, '>');
	return true;
}

static bool refuse_code(struct trace *trace, char type, const struct value *value)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("Unknown format code '{}' for object of type '{}'",
	                   str_format(trace->op.arena, "%c", type), value_class_name(value)));
}

static bool format_string(struct trace *trace, struct buf *out, const struct value *value,
                          const struct format_spec *spec)
{
	struct str text = value->string;
	size_t end = 0;
	if (spec->type && spec->type != 's')
		return refuse_code(trace, spec->type, value);
	for (int i = 0; spec->precision != NO_PRECISION && i < spec->precision && end < text.len;
	     i++)
		for (end++; end < text.len && ((unsigned char)text.s[end] & 0xC0) == 0x80;)
			end++;
	if (spec->precision != NO_PRECISION)
		text = str_slice(text, 0, end);
	pad(out, spec, STR(""), text, '<');
	return true;
}

bool format_value(struct trace *trace, struct buf *out, const struct value *value, struct str text)
{
	struct format_spec spec;
	int64_t integer;
	charge_items(trace, 64);
	if (value->kind == VALUE_UNKNOWN || value_has_unknown(value))
		return false;
	if (text.len == 0) {
		value_str_text(out, trace->op.rules, value);
		return true;
	}
	if (!read_spec(text, &spec))
		return op_unknown(&trace->op, "this format is not known");
	bool real = spec.type && strchr("eEfFgG%", spec.type);
	if (value->kind == VALUE_STRING)
		return format_string(trace, out, value, &spec);
	if (is_integer(value, &integer) && spec.type && !strchr("bcdoxXneEfFgG%", spec.type))
		return refuse_code(trace, spec.type, value);
	if (is_integer(value, &integer) && !real)
		return spec.type == 'c' && (integer < ' ' || integer > '~')
		           ? (bool)op_unknown(&trace->op, "this format is not known")
		       : spec.type == 'c'
		           ? (pad(out, &spec, STR(""),
		                  str_format(trace->op.arena, "%c", (char)integer), '<'),
		              true)
		           : format_integer(trace, out, integer, &spec);
	if (value->kind == VALUE_FLOAT && spec.type && !strchr("eEfFgGn%", spec.type))
		return refuse_code(trace, spec.type, value);
	if (is_real_number(value))
		return format_float(trace, out, as_float(value), &spec);
	if (value->kind == VALUE_SCALAR)
		return format_float(trace, out, value->scalar.real, &spec);
	if (value->kind == VALUE_NONE || value_items(value) || value->kind == VALUE_DICT)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("unsupported format string passed to {}.__format__",
		                   value_class_name(value)));
	return op_unknown(&trace->op, "the format of a %s is not known", value_class_name(value));
}
