/* SPDX-License-Identifier: Apache-2.0 */
/* The functions and classes that Python has without an import. */
#include "library/python/python.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/join.h"
#include "trace/convert/advance.h"
#include "trace/convert/wide_integer.h"
#include "trace/convert/held_value.h"
#include "trace/convert/tracer.h"
#include "trace/eval/equality.h"
#include "trace/eval/object.h"
#include "trace/module/enumeration.h"
#include "trace/state/scope.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

static const struct value *refuse_length(struct trace *trace, const char *class)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("object of type '{}' has no len()", class));
}

static const struct value *len(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0);
	struct arena *arena = trace->op.arena;
	const struct value *own, *members;
	struct value_list items;
	bool found;
	switch (object->kind) {
	case VALUE_UNKNOWN:
		return value_foreign_as(arena, object, VALUE_INT);
	case VALUE_STRING:
		return value_int(arena, (int64_t)utf8_length(object->string));
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		return value_int(arena, object->list.count);
	case VALUE_DICT:
		return value_int(arena, object->dict.count);
	case VALUE_RANGE:
		return value_int(arena, range_length(object));
	case VALUE_SPEC:
		return value_int(arena, object->spec->nentries);
	case VALUE_ARRAY:
		if (object->array->type.rank == 0)
			return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
			                    TEXT("len() of unsized object"));
		return value_int(arena, object->array->type.shape[0]);
	case VALUE_DEVICES:
		return call_method(trace, object, "__len__", NULL, 0, arguments->at, &found);
	case VALUE_RECORD:
		return trace_unknown(trace, "the length of a %s", value_class_name(object));
	case VALUE_CLASS:
		if (object->class->form == CLASS_ENUM && trace_iterate(trace, object, &items))
			return value_int(arena, items.count);
		return refuse_length(trace, "type");
	case VALUE_OBJECT:
		own = call_method(trace, object, "__len__", NULL, 0, arguments->at, &found);
		if (found)
			return own;
		if (enum_is_flag(object))
			return trace_iterate(trace, object, &items) ? value_int(arena, items.count)
			                                            : failed_or_unknown(trace);
		if (enum_plain(object)->kind == VALUE_STRING)
			return value_int(arena, (int64_t)utf8_length(enum_plain(object)->string));
		return refuse_length(trace, value_class_name(object));
	default:
		members = library_members(trace, object);
		return members ? value_int(arena, members->dict.count)
		               : refuse_length(trace, value_class_name(object));
	}
}

static const struct value *range(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *given = &argument(arguments, 0)->list;
	int64_t bounds[3] = {0, 0, 1};
	if (given->count == 0 || given->count > 3)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("range expected at {} {} argument{}, got {}",
		                         given->count ? "most" : "least", given->count ? 3 : 1,
		                         given->count ? "s" : "", given->count));
	for (uint32_t i = 0; i < given->count; i++)
		if (!value_to_int(trace, given->items[i], &bounds[given->count == 1 ? 1 : i]))
			return NULL;
	if (bounds[2] == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("range() arg 3 must not be zero"));
	struct value *value = value_new(trace->op.arena, VALUE_RANGE);
	value->range.start = bounds[0];
	value->range.stop = bounds[1];
	value->range.step = bounds[2];
	return value;
}

/* tuple(…), list(…), set(…) and frozenset(…): a copy of what is gone through. */
static const struct value *sequence(struct trace *trace, const struct call_arguments *arguments,
                                    enum value_kind kind)
{
	struct value_list items;
	const struct value *source = gone_through(trace, argument(arguments, 0));
	if (is_grown_list(source) && kind == VALUE_LIST)
		return grown_list_new(trace, source->grown->any);
	if (is_open_iterable(trace, source))
		return open_iterator(trace->op.arena, source);
	if (!trace_iterate(trace, argument(arguments, 0), &items))
		return failed_or_unknown(trace);
	if (kind == VALUE_SET)
		return set_of(trace, items.items, items.count);
	return value_sequence(trace->op.arena, kind, items.items, items.count);
}

static const struct value *tuple(struct trace *trace, const struct call_arguments *arguments)
{
	return sequence(trace, arguments, VALUE_TUPLE);
}

static const struct value *list(struct trace *trace, const struct call_arguments *arguments)
{
	return sequence(trace, arguments, VALUE_LIST);
}

static const struct value *set(struct trace *trace, const struct call_arguments *arguments)
{
	return sequence(trace, arguments, VALUE_SET);
}

static const struct value *frozen_set(struct trace *trace, const struct call_arguments *arguments)
{
	return value_frozen(trace->op.arena, sequence(trace, arguments, VALUE_SET));
}

/* dict(pairs, key=value) */
static const struct value *dict(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *first = read_mapping(trace, argument(arguments, 0), arguments->at),
			   *keywords = argument(arguments, 1);
	struct value *made = value_new(trace->op.arena, VALUE_DICT);
	struct value_list items, pair;
	if (!first)
		return NULL;
	if (first->kind == VALUE_DICT) {
		made = dict_copy(trace, first);
	} else {
		if (!trace_iterate(trace, first, &items))
			return failed_or_unknown(trace);
		for (uint32_t i = 0; i < items.count; i++) {
			if (is_real_number(items.items[i]) || items.items[i]->kind == VALUE_NONE)
				return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
				                    TEXT("cannot convert dictionary update "
				                         "sequence element #{} to a sequence",
				                         i));
			if (!trace_iterate(trace, items.items[i], &pair))
				return failed_or_unknown(trace);
			if (pair.count != 2)
				return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
				                    TEXT("dictionary update sequence element #{} "
				                         "has length {}; 2 is required",
				                         i, pair.count));
			const struct value *key = hashed_item(trace, made, pair.items[0]);
			if (!key)
				return failed_or_unknown(trace);
			if (value_has_unknown(key))
				return &value_unknown;
			dict_set(trace, made, key, pair.items[1]);
		}
	}
	for (uint32_t i = 0; i < keywords->dict.count; i++)
		dict_set(trace, made, keywords->dict.pairs[i].key, keywords->dict.pairs[i].value);
	return made;
}

static const struct value *float_of_text(struct trace *trace, struct str text)
{
	struct str trimmed = str_copy(trace->op.arena, str_trim(text));
	char *end;
	double real = strtod(trimmed.s, &end);
	if (trimmed.len && *end == '\0')
		return value_float(trace->op.arena, real);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	                    TEXT("could not convert string to float: {repr}", text));
}

/* What the method gives, or else __index__, when it is of the class that the function makes. *found
 * tells whether the object has one. */
static const struct value *own_number(struct trace *trace, const struct call_arguments *arguments,
                                      const char *method, enum value_kind kind, bool *found)
{
	const struct value *x = argument(arguments, 0);
	*found = false;
	if (!class_of(x))
		return NULL;
	const struct value *number = call_method(trace, x, method, NULL, 0, arguments->at, found);
	if (!*found) {
		method = "__index__";
		number = call_method(trace, x, method, NULL, 0, arguments->at, found);
	}
	if (!*found || !number || number->kind == kind || number->kind == VALUE_UNKNOWN)
		return number;
	if (strcmp(method, "__index__") == 0 && number->kind == VALUE_INT)
		return kind == VALUE_FLOAT ? value_float(trace->op.arena, (double)number->integer)
		                           : number;
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("{} returned non-{} (type {})", method,
	                         kind == VALUE_FLOAT ? "float" : "int", value_class_name(number)));
}

static const struct value *to_float(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = enum_plain(argument(arguments, 0));
	bool found;
	const struct value *own = own_number(trace, arguments, "__float__", VALUE_FLOAT, &found);
	if (found)
		return own;
	if (value_is_wide(x))
		return wide_to_float(trace, x);
	if (is_real_number(x))
		return value_float(trace->op.arena, as_float(x));
	if (x->kind == VALUE_SCALAR)
		return value_float(trace->op.arena, x->scalar.real);
	if (x->kind == VALUE_STRING)
		return float_of_text(trace, x->string);
	if (x->kind == VALUE_ARRAY)
		return array_to_number(trace, x->array, "float");
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("float() argument must be a string or a real number, not '{}'",
	                         value_class_name(x)));
}

static const struct value *int_of_float(struct trace *trace, double real)
{
	static const double limit = 9223372036854775808.0; /* 2 to the power of 63 */
	if (isnan(real))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("cannot convert float NaN to integer"));
	if (isinf(real))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "OverflowError",
		                    TEXT("cannot convert float infinity to integer"));
	if (real >= limit || real < -limit)
		return wide_of_float(trace, real);
	return value_int(trace->op.arena, (int64_t)real);
}

/* The digits without the underscores between them, or what cannot be read. */
static struct str without_underscores(struct trace *trace, struct str text)
{
	struct buf out = op_buf(&trace->op);
	for (size_t i = 0; i < text.len; i++) {
		bool between = i > 0 && i + 1 < text.len && text.s[i - 1] != '_';
		if (text.s[i] != '_' || !between)
			buf_putc(&out, text.s[i]);
	}
	return buf_str(&out);
}

/* int(text, base). CPython: longobject.c PyLong_FromUnicodeObject. */
static const struct value *int_of_text(struct trace *trace, const struct value *x,
                                       const struct value *given)
{
	int64_t base = 10;
	char *end = NULL;
	if (given->kind != VALUE_NONE && !value_to_int(trace, given, &base))
		return NULL;
	if (x->kind != VALUE_STRING)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("int() can't convert non-string with explicit base"));
	if (base != 0 && (base < 2 || base > 36))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("int() base must be >= 2 and <= 36, or 0"));
	struct str text = without_underscores(trace, str_trim(x->string));
	bool negative = text.len && text.s[0] == '-';
	size_t at = text.len && (text.s[0] == '-' || text.s[0] == '+');
	char mark = at + 1 < text.len && text.s[at] == '0' ? (char)(text.s[at + 1] | 32) : '\0';
	int said = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
	bool plain_zero = base == 0 && !said && at + 1 < text.len && text.s[at] == '0';
	if (said && (base == said || base == 0)) {
		base = said;
		at += 2;
	}
	const char *digits = str_copy(trace->op.arena, str_slice(text, at, text.len)).s;
	errno = 0;
	long long size = strtoll(digits, &end, base ? (int)base : 10);
	if (at < text.len && isalnum((unsigned char)*digits) && *end == '\0' && !plain_zero)
		return errno
		           ? wide_of_digits(trace, str_of(digits), base ? (int)base : 10, negative)
		           : value_int(trace->op.arena, negative ? -size : size);
	base = given->kind == VALUE_INT ? given->integer : base;
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("invalid literal for int() with base {}: {repr}", base, x->string));
}

static const struct value *to_int(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = enum_plain(argument(arguments, 0)), *base = argument(arguments, 1);
	int64_t integer;
	bool found;
	const struct value *own = own_number(trace, arguments, "__int__", VALUE_INT, &found);
	if (found)
		return own;
	if (base->kind != VALUE_NONE || x->kind == VALUE_STRING)
		return int_of_text(trace, x, base);
	if (value_is_wide(x))
		return x;
	if (is_integer(x, &integer))
		return value_int(trace->op.arena, integer);
	if (x->kind == VALUE_FLOAT)
		return int_of_float(trace, x->real);
	if (x->kind == VALUE_SCALAR)
		return int_of_float(trace, x->scalar.real);
	if (x->kind == VALUE_ARRAY)
		return array_to_number(trace, x->array, "int");
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("int() argument must be a string, a bytes-like object or a real number, not '{}'",
	         value_class_name(x)));
}

static const struct value *to_bool(struct trace *trace, const struct call_arguments *arguments)
{
	bool truth;
	const struct value *value = argument(arguments, 0), *choice = value_as_choice(trace, value);
	if (choice != value)
		return choice;
	return trace_truth(trace, value, &truth) ? value_bool(truth) : failed_or_unknown(trace);
}

static const struct value *to_complex(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *imaginary = argument(arguments, 1);
	if (x->kind == VALUE_ARRAY)
		return array_to_number(trace, x->array, "complex");
	if (x->kind == VALUE_COMPLEX && imaginary->kind == VALUE_NONE)
		return x;
	if (!is_real_number(x) || !(imaginary->kind == VALUE_NONE || is_real_number(imaginary)))
		return trace_unknown(trace, "this complex number is not known");
	return value_complex(trace->op.arena, as_float(x),
	                     imaginary->kind == VALUE_NONE ? 0 : as_float(imaginary));
}

static const struct value *to_str(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	if (argument_given(arguments, 1) || argument_given(arguments, 2)) /* of bytes */
		return value_foreign(trace->op.arena, STR("str(…)"));
	return x->kind == VALUE_DTYPE ? value_string(trace->op.arena, str_of(x->dtype->name))
	                              : value_str_value(trace, x);
}

static const struct value *repr(struct trace *trace, const struct call_arguments *arguments)
{
	return value_repr_value(trace, argument(arguments, 0));
}

static const struct value *absolute(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	int64_t integer;
	bool found = false;
	const struct value *own =
	    class_of(x) ? call_method(trace, x, "__abs__", NULL, 0, arguments->at, &found) : NULL;
	if (found)
		return own;
	if (value_is_wide(x))
		return wide_negative(x->wide) ? wide_unary(trace, OPERATION_NEGATE, x) : x;
	if (is_integer(x, &integer))
		return integer < 0             ? python_unary(trace, OPERATION_NEGATE, x)
		       : x->kind == VALUE_BOOL ? value_int(trace->op.arena, integer)
		                               : x;
	if (x->kind == VALUE_FLOAT)
		return value_float(trace->op.arena, fabs(x->real));
	if (x->kind == VALUE_SCALAR)
		return value_scalar(trace->op.arena, x->scalar.dtype, fabs(x->scalar.real));
	if (x->kind == VALUE_ARRAY)
		return library_call(trace, "jax.numpy", "abs", &x, 1, arguments->at);
	if (x->kind == VALUE_COMPLEX)
		return value_float(trace->op.arena, hypot(x->complex.real, x->complex.imaginary));
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("bad operand type for abs(): '{}'", value_class_name(x)));
}

/* round(x, digits): to the nearest, ties to the even one. */
static const struct value *round_number(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *digits = argument(arguments, 1);
	int64_t integer, places = 0;
	bool found = false;
	const struct value *own =
	    class_of(x) ? call_method(trace, x, "__round__", &digits, digits->kind != VALUE_NONE,
	                              arguments->at, &found)
			: NULL;
	if (found)
		return own;
	if (is_real_number(x) && digits->kind != VALUE_NONE &&
	    !value_to_int(trace, digits, &places))
		return failed_or_unknown(trace);
	if (is_integer(x, &integer) && places < 0)
		return trace_unknown(trace, "an integer rounded to tens is not known");
	if (is_integer(x, &integer))
		return value_int(trace->op.arena, integer);
	if (x->kind == VALUE_FLOAT && digits->kind == VALUE_NONE)
		return isfinite(x->real) ? int_of_float(trace, nearbyint(x->real))
		                         : int_of_float(trace, x->real);
	if (x->kind == VALUE_FLOAT && (places < 0 || places >= 16))
		return trace_unknown(trace, "this rounding is not known");
	if (x->kind == VALUE_FLOAT) {
		struct str text = str_format(trace->op.arena, "%.*f", (int)places, x->real);
		return value_float(trace->op.arena, strtod(text.s, NULL));
	}
	if (x->kind == VALUE_SCALAR && digits->kind == VALUE_NONE)
		return int_of_float(trace, rint(x->scalar.real));
	if (x->kind == VALUE_SCALAR) {
		const struct value *both[] = {x, digits};
		return library_call(trace, "numpy", "round", both, 2, arguments->at);
	}
	if (x->kind == VALUE_ARRAY && digits->kind == VALUE_NONE) {
		const struct value *rounded =
		    library_call(trace, "jax.numpy", "round", &x, 1, arguments->at);
		if (!rounded || rounded->kind != VALUE_ARRAY)
			return rounded;
		return trace_array(
		    trace, numpy_astype(&trace->op, rounded->array, default_int(&trace->op)));
	}
	if (x->kind == VALUE_ARRAY) {
		const struct value *both[] = {x, digits};
		return library_call(trace, "jax.numpy", "round", both, 2, arguments->at);
	}
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("type {} doesn't define __round__ method", value_class_name(x)));
}

static const struct value *sum(struct trace *trace, const struct call_arguments *arguments)
{
	struct value_list items;
	const struct value *total = argument(arguments, 1);
	if (holds_singles(argument(arguments, 0)) && is_single(total))
		return any_single(trace->op.arena);
	if (!trace_iterate(trace, argument(arguments, 0), &items))
		return failed_or_unknown(trace);
	for (uint32_t i = 0; total && i < items.count; i++)
		total = operate_binary(trace, OPERATION_ADD, total, items.items[i], arguments->at);
	return total;
}

/* Whether the truth is that of an array that exists, and holds what nobody knows. */
static bool is_open_truth(struct trace *trace, const struct value *comparison)
{
	return holds_truth(trace, comparison) && !array_elements(comparison->array);
}

/* max and min: by comparisons from left to right. */
static const struct value *extreme(struct trace *trace, const struct call_arguments *arguments)
{
	const enum operation *better = arguments->row->data;
	struct value_list items = argument(arguments, 0)->list;
	const char *name = arguments->row->name;
	if (items.count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("{} expected at least 1 argument, got 0", name));
	if (items.count == 1 && holds_singles(items.items[0]))
		return any_single(trace->op.arena);
	if (items.count == 1 && !trace_iterate(trace, items.items[0], &items))
		return failed_or_unknown(trace);
	const struct value *otherwise = argument(arguments, 2);
	if (items.count == 0 && !is_missing(otherwise))
		return otherwise;
	if (items.count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT(op_has(&trace->op, JAX_PYTHON_3_13)
		                             ? "{}() iterable argument is empty"
		                             : "{}() arg is an empty sequence",
		                         name));
	if (argument_given(arguments, 1)) {
		const struct value *given[] = {
		    value_sequence(trace->op.arena, VALUE_LIST, items.items, items.count),
		    argument(arguments, 1)};
		return library_call(trace, "<by key>", name, given, 2, arguments->at);
	}
	const struct value *best = items.items[0];
	for (uint32_t i = 1; i < items.count; i++) {
		bool truth;
		const struct value *is_better =
		    operate_binary(trace, *better, items.items[i], best, arguments->at);
		if (is_better && chooses_alike(trace, is_better, items.items[i], best))
			continue;
		if (is_better && is_open_truth(trace, is_better)) {
			best = value_foreign(trace->op.arena,
			                     str_format(trace->op.arena, "%s(…)", name));
			break;
		}
		if (!is_better || !trace_truth(trace, is_better, &truth))
			return is_better ? failed_or_unknown(trace) : NULL;
		best = truth ? items.items[i] : best;
	}
	return best;
}

/* Whether the program may write into what globals() gives, which changes its names. */
static bool writes_globals(const struct trace *trace)
{
	struct str text = trace->program->text, call = STR("globals()");
	for (size_t at = str_search(text, call, 0); at < text.len;
	     at = str_search(text, call, at + 1)) {
		struct str behind = str_slice(text, at + call.len, text.len);
		size_t end = str_find(behind, ']', 0);
		bool item = str_starts_with(behind, STR("["));
		if ((item && end < behind.len &&
		     text_is_assigned(str_slice(behind, end + 1, behind.len))) ||
		    (!item && !str_starts_with(behind, STR(".items(")) &&
		     !str_starts_with(behind, STR(".keys(")) &&
		     !str_starts_with(behind, STR(")")) && !str_starts_with(behind, STR(":")) &&
		     !str_starts_with(behind, STR(".get("))))
			return true;
	}
	return false;
}

static struct value *names_of(struct trace *trace, const struct scope *scope)
{
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	for (uint32_t i = 0; i < scope->count; i++)
		if (scope->bindings[i].value)
			dict_set(trace, dict,
			         value_string(trace->op.arena, scope->bindings[i].name),
			         scope->bindings[i].value);
	return dict;
}

static const struct value *globals(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const given[] = {"__file__",    "__doc__",    "__spec__",
	                                    "__package__", "__loader__", "__builtins__"};
	if (writes_globals(trace))
		return value_foreign(trace->op.arena, STR("globals(…)"));
	struct value *names = names_of(trace, scope_top(trace->scope));
	for (size_t i = 0; i < COUNT_OF(given); i++)
		if (!dict_get_text(names, str_of(given[i])))
			dict_set(trace, names, value_string(trace->op.arena, str_of(given[i])),
			         value_foreign(trace->op.arena, str_of(given[i])));
	if (!dict_get_text(names, STR("__name__")))
		dict_set(trace, names, value_string(trace->op.arena, STR("__name__")),
		         value_string(trace->op.arena, STR("__main__")));
	names->open = true;
	return names;
}

static const struct value *locals(struct trace *trace, const struct call_arguments *arguments)
{
	const struct scope *scope = trace->scope;
	while (scope->comprehension)
		scope = scope->outer;
	return scope->outer ? names_of(trace, scope) : globals(trace, arguments);
}

static const struct value *ellipsis(struct trace *trace, const struct call_arguments *arguments)
{
	return &value_ellipsis;
}

const struct function_row library_python_builtins[] = {
    MODULE("builtins"),
    VALUE("Ellipsis", ellipsis),
    FUNCTION("len", "obj, /", len, .takes_unknown = true),
    FUNCTION("globals", "", globals),
    FUNCTION("locals", "", locals),
    FUNCTION("range", "*args", range),
    FUNCTION("tuple", "iterable=(), /", tuple, .takes_unknown = true),
    FUNCTION("list", "iterable=(), /", list, .takes_unknown = true),
    FUNCTION("set", "iterable=(), /", set),
    FUNCTION("frozenset", "iterable=(), /", frozen_set),
    FUNCTION("dict", "pairs=(), /, **kwargs", dict, .takes_unknown = true),
    FUNCTION("float", "x=0, /", to_float, .takes_wide = true),
    FUNCTION("int", "x=0, /, base=None", to_int, .takes_wide = true),
    FUNCTION("bool", "x=False, /", to_bool),
    FUNCTION("complex", "real=0, imag=None", to_complex),
    FUNCTION("str", "object='', encoding=None, errors=None", to_str, .takes_wide = true),
    FUNCTION("repr", "obj, /", repr, .takes_wide = true),
    FUNCTION("abs", "x, /", absolute, .takes_wide = true),
    FUNCTION("round", "number, ndigits=None", round_number),
    FUNCTION("sum", "iterable, /, start=0", sum, .takes_unknown = true),
    FUNCTION("max", "*args, key=None, default=_missing", extreme, .takes_wide = true,
             .data = (const enum operation[]){OPERATION_GREATER}),
    FUNCTION("min", "*args, key=None, default=_missing", extreme, .takes_wide = true,
             .data = (const enum operation[]){OPERATION_LESS}),
    TABLE_END,
};
