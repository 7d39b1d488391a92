/* SPDX-License-Identifier: Apache-2.0 */
/* text % values. CPython: Objects/unicodeobject.c PyUnicode_Format. */
#include "trace/convert/format.h"
#include "trace/value/number.h"
#include "trace/eval/object.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"

#include <math.h>

static bool has(struct str text, size_t at, const char *any)
{
	return at < text.len && strchr(any, text.s[at]) != NULL;
}

/* The value that a conversion takes, or NULL after an error. */
static const struct value *next_value(struct trace *trace, const struct value *values,
                                      uint32_t *next, struct str key)
{
	const struct value *found;
	if (key.s && values->kind == VALUE_OBJECT)
		return trace_unknown(trace, "what an object has as '%.*s' is not known",
		                     STR_ARG(key));
	if (key.s) {
		found = values->kind == VALUE_DICT
		            ? dict_get(values, value_string(trace->op.arena, key))
		            : NULL;
		return found ? found
		             : trace_refuse(trace, RULE_PROGRAM_ERROR, "KeyError",
		                            TEXT("{repr}", key));
	}
	bool tuple = values->kind == VALUE_TUPLE;
	if (*next >= (tuple ? values->list.count : 1))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("not enough arguments for format string"));
	found = tuple ? values->list.items[*next] : values;
	++*next;
	return found;
}

/* What stands between the % and the letter. */
struct conversion {
	struct str key;  /* of a dict, or NULL */
	struct str spec; /* for format(), without the letter */
	bool left;
	char type;
};

/* Adds flags, width and precision, of which a * takes a value. */
static bool read_spec(struct trace *trace, struct str text, size_t *at, const struct value *values,
                      uint32_t *next, struct conversion *conversion)
{
	struct buf spec = op_buf(&trace->op);
	for (; has(text, *at, "-+ #0123456789.*hlL"); ++*at) {
		char c = text.s[*at];
		int64_t number;
		conversion->left |= c == '-';
		if (c == '*') {
			const struct value *value =
			    next_value(trace, values, next, (struct str){NULL, 0});
			if (!value || !is_integer(value, &number))
				return value && refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
				                       TEXT("* wants int"));
			conversion->left |= number < 0;
			buf_printf(&spec, "%lld", (long long)(number < 0 ? -number : number));
		} else if (!strchr("-hlL", c)) {
			buf_putc(&spec, c);
		}
	}
	conversion->spec = buf_str(&spec);
	if (*at >= text.len)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("incomplete format"));
	conversion->type = text.s[(*at)++];
	return true;
}

/* Raises that the value is not the number that the letter wants. */
static const struct value *refuse_number(struct trace *trace, char type, const struct value *value)
{
	const char *class = value_class_name(value);
	struct str letter = str_format(trace->op.arena, "%c", type);
	if (type == 'c')
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("%c requires int or char"));
	if (!strchr("diuoxX", type))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("must be real number, not {}", class));
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("%{} format: {} is required, not {}", letter,
	                         strchr("diu", type) ? "a real number" : "an integer", class));
}

/* The value as the letter wants it; NULL after an error, or when that is not known. */
static const struct value *converted(struct trace *trace, const struct conversion *conversion,
                                     const struct value *value)
{
	char type = conversion->type;
	int64_t integer;
	if (strchr("sra", type))
		return type == 's' ? value_str_value(trace, value) : value_repr_value(trace, value);
	if (type == 'c' && value->kind == VALUE_STRING && value->string.len == 1)
		return value;
	if (!strchr("diuoxXeEfFgGc", type)) {
		return trace_unknown(trace, "this format is not known");
	}
	if (value->kind == VALUE_ARRAY || value->kind == VALUE_UNKNOWN || class_of(value))
		return &value_unknown;
	bool whole = strchr("oxXc", type) && value->kind == VALUE_FLOAT;
	if (whole || (!is_real_number(value) && value->kind != VALUE_SCALAR))
		return refuse_number(trace, type, value);
	if (is_integer(value, &integer))
		return value_int(trace->op.arena, integer);
	if (strchr("diu", type) && value->kind == VALUE_FLOAT)
		return isfinite(value->real) && fabs(value->real) < 9e18
		           ? value_int(trace->op.arena, (int64_t)value->real)
		           : &value_unknown;
	return value;
}

enum { MAX_DIGITS = 1000 };

/* An integer of so many digits at least: %+8.3d. False, without an error, when it is not known. */
static bool convert_digits(struct trace *trace, struct buf *out,
                           const struct conversion *conversion, int64_t integer)
{
	struct str spec = conversion->spec;
	size_t dot = str_find(spec, '.', 0), flags = 0;
	struct buf digits = op_buf(&trace->op), whole = op_buf(&trace->op);
	struct str least = str_slice(spec, dot + 1, spec.len);
	int64_t count = 0;
	while (flags < dot && strchr("+ #0", spec.s[flags]))
		flags++;
	struct str flag = str_slice(spec, 0, flags);
	bool plus = str_find(flag, '+', 0) < flags, blank = str_find(flag, ' ', 0) < flags;
	if (str_find(flag, '#', 0) < flags || integer == INT64_MIN ||
	    (least.len && !str_to_int64(least, &count)))
		return false;
	char type = strchr("iu", conversion->type) ? 'd' : conversion->type;
	struct value *size = value_new(trace->op.arena, VALUE_INT);
	size->integer = integer < 0 ? -integer : integer;
	if (!format_value(trace, &digits, size, str_format(trace->op.arena, "%c", type)))
		return false;
	if (integer < 0 || plus || blank)
		buf_putc(&whole, integer < 0 ? '-' : plus ? '+' : ' ');
	int64_t width = 0;
	bool zeros = str_find(flag, '0', 0) < flags && !conversion->left;
	if (zeros && flags < dot && !str_to_int64(str_slice(spec, flags, dot), &width))
		return false;
	width -= (int64_t)whole.len;
	count = width > count ? width : count;
	if (count > MAX_DIGITS)
		return false;
	for (int64_t i = (int64_t)digits.len; i < count; i++)
		buf_putc(&whole, '0');
	buf_add(&whole, buf_str(&digits));
	return format_value(trace, out, value_string(trace->op.arena, buf_str(&whole)),
	                    str_format(trace->op.arena, "%c%.*s", conversion->left ? '<' : '>',
	                               STR_ARG(str_slice(spec, flags, dot))));
}

/* One conversion behind its %: %(key)-05.2f. Moves *at behind it. */
static bool convert_percent(struct trace *trace, struct buf *out, struct str text, size_t *at,
                            const struct value *values, uint32_t *next)
{
	struct conversion conversion = {{NULL, 0}, STR(""), false, '\0'};
	if (has(text, *at, "(")) {
		size_t end = str_find(text, ')', *at);
		if (end == text.len)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("incomplete format key"));
		conversion.key = str_slice(text, *at + 1, end);
		*at = end + 1;
	}
	if (!read_spec(trace, text, at, values, next, &conversion))
		return false;
	if (conversion.type == '%') {
		buf_putc(out, '%');
		return true;
	}
	const struct value *value = next_value(trace, values, next, conversion.key);
	value = value ? converted(trace, &conversion, value) : NULL;
	if (!value || value->kind == VALUE_UNKNOWN)
		return false;
	if (strchr("diuoxX", conversion.type) &&
	    str_find(conversion.spec, '.', 0) < conversion.spec.len)
		return convert_digits(trace, out, &conversion, value->integer);
	struct str rest = conversion.spec;
	bool texts = value->kind == VALUE_STRING;
	if (conversion.left || (texts && rest.len && rest.s[0] != '.'))
		rest = str_format(trace->op.arena, "%c%.*s", conversion.left ? '<' : '>',
		                  STR_ARG(rest));
	char type = texts ? 's' : strchr("iu", conversion.type) ? 'd' : conversion.type;
	return format_value(trace, out, value,
	                    str_format(trace->op.arena, "%.*s%c", STR_ARG(rest), type));
}

const struct value *percent_format(struct trace *trace, struct str text, const struct value *values)
{
	struct buf out = op_buf(&trace->op);
	uint32_t next = 0;
	charge_items(trace, text.len);
	for (size_t at = 0; at < text.len;) {
		char c = text.s[at++];
		if (c != '%') {
			buf_putc(&out, c);
		} else if (!convert_percent(trace, &out, text, &at, values, &next)) {
			trace->op.error.unknown = false;
			return failed_or_unknown(trace);
		}
	}
	if (values->kind == VALUE_TUPLE && next < values->list.count)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("not all arguments converted during string formatting"));
	return value_string(trace->op.arena, buf_str(&out));
}
