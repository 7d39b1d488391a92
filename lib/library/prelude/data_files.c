/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the project that a program reads as data: their texts, and what YAML and JSON say in
 * them. They are described for authors in lib/library/prelude/README.md. */
#include <assert.h>
#include <stdlib.h>

#include "base/json.h"
#include "library/library.h"
#include "spec/yaml/yaml.h"
#include "trace/convert/iterate.h"
#include "trace/eval/prelude.h"
#include "trace/state/work.h"

enum { MAX_DATA_VALUES = 100000, MAX_FOLDERS_ABOVE = 16, MAX_NUMBER_BYTES = 64 };

/* Reads the file in this folder or, unless it must be there, in the next one above that has it. */
static bool read_above(struct trace *trace, struct str folder, struct str name, bool here,
                       struct source *found)
{
	const struct source_finder *finder = trace->spec->finder;
	for (int i = 0; i < MAX_FOLDERS_ABOVE; i++) {
		struct str path =
		    str_format(trace->op.arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name));
		enum file_outcome outcome = finder->read(finder, trace->op.arena, path, found);
		if (outcome == FILE_READ)
			return true;
		if (here || outcome != FILE_MISSING)
			return false;
		folder = str_format(trace->op.arena, "%.*s/..", STR_ARG(folder));
	}
	return false;
}

/* The text of a file of the project, or None. A script is started in its own folder, or in one
 * above: the nearest that has the file counts. */
static const struct value *file_text(struct trace *trace, const struct call_arguments *arguments)
{
	struct source found;
	struct str name = argument(arguments, 0)->string;
	bool beside = value_truth(argument(arguments, 1)) == 1;
	if (!trace->spec->finder || !name.len || name.s[0] == '/' || name.s[0] == '~' ||
	    name.len > 4096)
		return &value_none;
	struct str folder = path_folder(trace->spec->program_file.path);
	if (!read_above(trace, folder, name, beside, &found))
		return &value_none;
	charge_items(trace, found.text.len / 16);
	return value_string(trace->op.arena, found.text);
}

/* How the words of a text are told from its numbers. */
enum resolver { RESOLVE_YAML, RESOLVE_OMEGACONF };

/* What is being made of a text. */
struct conversion {
	struct trace *trace;
	enum resolver resolver;
	uint32_t count; /* of values so far */
	bool failed;
};

static bool is_one_of(struct str text, const char *const *words, size_t count)
{
	return str_place(text, words, count) < count;
}

/* Whether a text has some bytes, and these only. */
static bool has_only(struct str text, const char *bytes)
{
	for (size_t i = 0; i < text.len; i++)
		if (!text.s[i] || !strchr(bytes, text.s[i]))
			return false;
	return text.len > 0;
}

/* The text without its underscores, ended by a NUL; empty when it is too long. */
static struct str without_underscores(struct str text, char copy[MAX_NUMBER_BYTES])
{
	size_t count = 0;
	for (size_t i = 0; i < text.len && count < MAX_NUMBER_BYTES - 1; i++)
		if (text.s[i] != '_')
			copy[count++] = text.s[i];
	copy[count] = '\0';
	return (struct str){copy, text.len < MAX_NUMBER_BYTES ? count : 0};
}

/* Where the digits begin, behind a sign. */
static size_t behind_sign(struct str text)
{
	return text.len && (text.s[0] == '-' || text.s[0] == '+');
}

/* An integer as YAML 1.1 writes it: [-+]?(0|[1-9][0-9_]*). Other bases, and what is too large, have
 * failed. PyYAML: resolver.py. */
static const struct value *read_integer(struct conversion *conversion, struct str text)
{
	char copy[MAX_NUMBER_BYTES];
	int64_t number;
	size_t start = behind_sign(text);
	struct str digits = str_slice(text, start, text.len);
	if (!digits.len || !byte_is_digit(digits.s[0]) || !has_only(digits, "0123456789_"))
		return NULL;
	struct str plain = without_underscores(digits, copy);
	if ((plain.len > 1 && plain.s[0] == '0') || !str_to_int64(plain, &number)) {
		conversion->failed = true;
		return NULL;
	}
	return value_int(conversion->trace->op.arena, text.s[0] == '-' ? -number : number);
}

/* Whether digits, a point and an exponent stand as they do in a number: in YAML 1.1 there is a
 * point, and a sign in the exponent; in OmegaConf one of point and exponent. */
static bool is_real(enum resolver resolver, struct str text)
{
	size_t at = behind_sign(text), digits = 0, after = 0;
	for (; at < text.len && (byte_is_digit(text.s[at]) || (digits && text.s[at] == '_')); at++)
		digits++;
	bool point = at < text.len && text.s[at] == '.';
	for (at += point;
	     point && at < text.len && (byte_is_digit(text.s[at]) || text.s[at] == '_'); at++)
		after++;
	bool exponent = at < text.len && (text.s[at] == 'e' || text.s[at] == 'E');
	if (digits + after == 0 || (!point && (!exponent || resolver == RESOLVE_YAML)))
		return false;
	if (!exponent)
		return at == text.len;
	at++;
	size_t sign = at < text.len && (text.s[at] == '-' || text.s[at] == '+');
	return (sign || resolver == RESOLVE_OMEGACONF) && at + sign < text.len &&
	       has_only(str_slice(text, at + sign, text.len), "0123456789");
}

static const struct value *read_real(struct conversion *conversion, struct str text)
{
	static const char *const infinities[] = {".inf", ".Inf", ".INF"};
	static const char *const nans[] = {".nan", ".NaN", ".NAN"};
	struct arena *arena = conversion->trace->op.arena;
	char copy[MAX_NUMBER_BYTES];
	struct str magnitude = str_slice(text, behind_sign(text), text.len);
	if (is_one_of(magnitude, infinities, COUNT_OF(infinities)))
		return value_float(arena, strtod(text.s[0] == '-' ? "-inf" : "inf", NULL));
	if (is_one_of(text, nans, COUNT_OF(nans)))
		return value_float(arena, strtod("nan", NULL));
	if (!is_real(conversion->resolver, text))
		return NULL;
	struct str plain = without_underscores(text, copy);
	conversion->failed |= !plain.len;
	return value_float(arena, strtod(copy, NULL));
}

/* Whether a plain text may be what is not read here: a number of another base or with colons, or a
 * date. */
static bool is_beyond(struct str text)
{
	struct str digits = str_slice(text, behind_sign(text), text.len);
	bool based = digits.len > 2 && digits.s[0] == '0' && strchr("xXbBoO", digits.s[1]) != NULL;
	bool dated =
	    digits.len > 5 && digits.s[4] == '-' && has_only(str_slice(digits, 0, 4), "0123456789");
	bool timed = str_find(digits, ':', 0) < digits.len && has_only(digits, "0123456789_:.");
	return based || dated || timed;
}

/* A plain scalar that is not null. PyYAML: resolver.py; OmegaConf: _utils.py get_yaml_loader. */
static const struct value *plain_value(struct conversion *conversion, struct str text)
{
	static const char *const yes[] = {"yes",  "Yes", "YES", "true", "True",
	                                  "TRUE", "on",  "On",  "ON"};
	static const char *const no[] = {"no",    "No",  "NO",  "false", "False",
	                                 "FALSE", "off", "Off", "OFF"};
	if (is_one_of(text, yes, COUNT_OF(yes)))
		return &value_true;
	if (is_one_of(text, no, COUNT_OF(no)))
		return &value_false;
	const struct value *number = read_integer(conversion, text);
	if (!number && !conversion->failed)
		number = read_real(conversion, text);
	if (!number && is_beyond(text))
		conversion->failed = true;
	return number ? number : value_string(conversion->trace->op.arena, text);
}

/* Counts one more value; false when there are too many. */
static bool count_value(struct conversion *conversion)
{
	charge_items(conversion->trace, 1);
	conversion->failed |= ++conversion->count > MAX_DATA_VALUES;
	return !conversion->failed;
}

static const struct value *node_to_value(struct conversion *conversion, const struct node *node);

static const struct value *map_value(struct conversion *conversion, const struct node *node)
{
	struct trace *trace = conversion->trace;
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	for (uint32_t i = 0; i < node->count && !conversion->failed; i++) {
		const struct value *key = node_to_value(conversion, node_key(node, i));
		const struct value *value = node_to_value(conversion, node_value(node, i));
		if (!key || !value ||
		    (key->kind != VALUE_STRING && key->kind != VALUE_INT &&
		     key->kind != VALUE_BOOL))
			conversion->failed = true;
		else
			dict_set(trace, dict, key, value);
	}
	return dict;
}

static const struct value *list_value(struct conversion *conversion, const struct node *node)
{
	struct arena *arena = conversion->trace->op.arena;
	const struct value **items = arena_new(arena, const struct value *, node->count);
	for (uint32_t i = 0; i < node->count; i++) {
		items[i] = node_to_value(conversion, &node->items[i]);
		if (!items[i])
			return NULL;
	}
	return value_sequence(arena, VALUE_LIST, items, node->count);
}

/* What YAML's loader makes of a node; NULL when it has failed. */
static const struct value *node_to_value(struct conversion *conversion, const struct node *node)
{
	if (!count_value(conversion))
		return NULL;
	const struct value *value;
	if (node_is_null(node))
		value = &value_none;
	else if (node->kind == NODE_MAP)
		value = map_value(conversion, node);
	else if (node->kind == NODE_LIST)
		value = list_value(conversion, node);
	else if (node->style == STYLE_PLAIN)
		value = plain_value(conversion, node_text(node));
	else
		value = value_string(conversion->trace->op.arena, node_text(node));
	return conversion->failed ? NULL : value;
}

/* A tuple of the value, or None when there is none. */
static const struct value *wrapped(const struct conversion *conversion, const struct value *value)
{
	if (!value || conversion->failed)
		return &value_none;
	const struct value **items =
	    arena_new(conversion->trace->op.arena, const struct value *, 1);
	items[0] = value;
	return value_sequence(conversion->trace->op.arena, VALUE_TUPLE, items, 1);
}

/* A tuple of what a text of YAML says, read as PyYAML or OmegaConf does; None: it has what is not
 * followed. */
static const struct value *yaml_value(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	struct str text = argument(arguments, 0)->string;
	bool omegaconf = value_truth(argument(arguments, 1)) == 1;
	const struct source source = {STR("data"), text};
	struct diags diags = diags_make(arena);
	struct conversion conversion = {trace, omegaconf ? RESOLVE_OMEGACONF : RESOLVE_YAML, 0,
	                                false};
	bool aliases;
	if (text.len >= UINT32_MAX)
		return &value_none;
	const struct node *root = yaml_read(arena, trace->scratch, &source,
	                                    (struct span){0, (uint32_t)text.len}, &diags, &aliases);
	if (!root || diags.count)
		return &value_none;
	return wrapped(&conversion, node_to_value(&conversion, root));
}

static const struct value *json_to_value(struct conversion *conversion,
                                         const struct json_value *json);

/* A number or a word of JSON. CPython: Lib/json/scanner.py. */
static const struct value *json_plain(struct conversion *conversion, struct str text)
{
	struct arena *arena = conversion->trace->op.arena;
	char copy[MAX_NUMBER_BYTES];
	int64_t number;
	if (str_is(text, "null"))
		return &value_none;
	if (str_is(text, "true") || str_is(text, "false"))
		return value_bool(text.s[0] == 't');
	if (str_to_int64(text, &number))
		return value_int(arena, number);
	struct str plain = without_underscores(text, copy);
	conversion->failed |= !plain.len || has_only(plain, "-0123456789");
	return value_float(arena, strtod(copy, NULL));
}

static const struct value *json_array(struct conversion *conversion, const struct json_value *json)
{
	struct arena *arena = conversion->trace->op.arena;
	const struct value **items = NULL;
	uint32_t count = 0;
	size_t room = 0;
	for (const struct json_value *item = json->first; item; item = item->next) {
		const struct value *value = json_to_value(conversion, item);
		if (!value)
			return NULL;
		arena_push(arena, items, count, room, value);
	}
	return value_sequence(arena, VALUE_LIST, items, count);
}

static const struct value *json_to_value(struct conversion *conversion,
                                         const struct json_value *json)
{
	struct trace *trace = conversion->trace;
	if (!count_value(conversion))
		return NULL;
	if (json->kind == JSON_PLAIN)
		return json_plain(conversion, json->text);
	if (json->kind == JSON_STRING)
		return value_string(trace->op.arena, json->text);
	if (json->kind == JSON_ARRAY)
		return json_array(conversion, json);
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	for (const struct json_value *item = json->first; item; item = item->next) {
		const struct value *value = json_to_value(conversion, item);
		if (!value)
			return NULL;
		dict_set(trace, dict, value_string(trace->op.arena, item->key), value);
	}
	return dict;
}

/* The same of JSON. */
static const struct value *json_value(struct trace *trace, const struct call_arguments *arguments)
{
	struct conversion conversion = {.trace = trace};
	const struct json_value *json = json_read(trace->op.arena, argument(arguments, 0)->string);
	return json ? wrapped(&conversion, json_to_value(&conversion, json)) : &value_none;
}

const struct function_row library_prelude_data_files[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("file_text", "name, beside=False", file_text),
    FUNCTION("yaml_value", "text, omegaconf=False", yaml_value),
    FUNCTION("json_value", "text", json_value),
    TABLE_END,
};
