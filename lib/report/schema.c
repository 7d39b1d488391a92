/* SPDX-License-Identifier: Apache-2.0 */
#include "report/schema.h"

#include <assert.h>

#include "diag/rule.h"
#include "hardware/chip.h"
#include "report/json_writer.h"
#include "spec/spec.h"
#include "spec/keys.h"

static const struct form {
	const char *name, *members;
} forms[FORM_COUNT] = {
#define FORM(id, name, members) {name, members},
#include "spec/forms.def"
#undef FORM
};

/* Where an insertion writes: items of an array, or members of an object. */
struct place {
	struct json *json;
	const struct key *key; /* whose value it is, or NULL */
};

static void add_members(struct place place, const char *members);

static void add_words(struct json *json, const struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		json_word(json, NULL, words->items[i]);
}

static void insert_words(struct place place)
{
	assert(place.key && place.key->words);
	add_words(place.json, place.key->words);
}

static void insert_severities(struct place place)
{
	add_words(place.json, &severity_words);
}

static void insert_failures(struct place place)
{
	add_words(place.json, &fail_on_words);
}

static void insert_findings(struct place place)
{
	for (int i = 0; i < RULE_COUNT; i++)
		json_word(place.json, NULL, rule_name((enum rule_id)i));
}

static void insert_frameworks(struct place place)
{
	for (int i = 0; i <= FRAMEWORK_DTENSOR; i++)
		buf_printf(place.json->out, "%s%s", i ? "|" : "",
		           framework_family_name((enum framework_family)i));
}

/* The newest first, because that is what most want to write. */
static void insert_releases(struct place place)
{
	static const char *const releases[] = {
#define RELEASE(version) "jax==" version,
#include "release/releases.def"
#undef RELEASE
	};
	for (size_t i = COUNT_OF(releases); i-- > 0;)
		json_word(place.json, NULL, releases[i]);
	json_word(place.json, NULL, framework_family_name(FRAMEWORK_TORCH_XLA));
	json_word(place.json, NULL, framework_family_name(FRAMEWORK_DTENSOR));
}

static void insert_chips(struct place place)
{
	for (uint32_t i = 0; i < chip_count; i++)
		json_word(place.json, NULL, chip_table[i].names[0]);
}

static void insert_dtypes(struct place place)
{
	size_t count;
	const struct str *names = dtype_names(place.json->scratch, &count);
	for (size_t i = 0; i < count; i++)
		json_text(place.json, NULL, names[i]);
}

/* As alternatives of a pattern. */
static void insert_dtype_names(struct place place)
{
	size_t count;
	const struct str *names = dtype_names(place.json->scratch, &count);
	for (size_t i = 0; i < count; i++)
		buf_printf(place.json->out, "%s%.*s", i ? "|" : "", STR_ARG(names[i]));
}

/* An array of the names that stand in `list` between blanks. */
static void add_required(struct json *json, struct str list)
{
	json_open(json, "required", '[');
	for (size_t at = 0, end; at < list.len; at = end + 1) {
		end = str_find(list, ' ', at);
		json_text(json, NULL, str_slice(list, at, end));
	}
	json_close(json, ']');
}

/* Refuses the keys of all alternatives but the one from `start` to `end`. */
static void add_others_refused(struct json *json, struct str needs, size_t start, size_t end)
{
	json_open(json, "not", '{');
	json_open(json, "anyOf", '[');
	for (size_t at = 0, stop; at < needs.len; at = stop + 1) {
		stop = at;
		while (stop < needs.len && needs.s[stop] != '|' && needs.s[stop] != ' ')
			stop++;
		if (at >= start && at < end)
			continue;
		json_open(json, NULL, '{');
		add_required(json, str_slice(needs, at, stop));
		json_close(json, '}');
	}
	json_close(json, ']');
	json_close(json, '}');
}

static void add_needs(struct json *json, const struct keys *keys)
{
	struct str needs = str_of(keys->needs);
	if (str_find(needs, '|', 0) == needs.len) {
		add_required(json, needs);
		return;
	}
	json_open(json, "anyOf", '[');
	for (size_t at = 0, end; at < needs.len; at = end + 1) {
		end = str_find(needs, '|', at);
		json_open(json, NULL, '{');
		add_required(json, str_slice(needs, at, end));
		if (keys->only_one)
			add_others_refused(json, needs, at, end);
		json_close(json, '}');
	}
	json_close(json, ']');
}

/* What a key may be: its description first, because that is what people see. */
static void add_key(struct json *json, const struct key *key)
{
	const struct form *form = &forms[key->form];
	json_open(json, key->name, '{');
	json_word(json, "description", key->description);
	if (form->name)
		json_text(json, "$ref", str_format(json->scratch, "#/$defs/%s", form->name));
	else if (*form->members)
		add_members((struct place){json, key}, form->members);
	if (key->fallback) {
		json_key(json, "default");
		buf_puts(json->out, key->fallback);
	}
	if (key->examples) {
		json_open(json, "examples", '[');
		buf_puts(json->out, key->examples);
		json_close(json, ']');
	}
	json_close(json, '}');
}

static void add_map(struct json *json, const struct keys *keys)
{
	add_members((struct place){json, NULL}, "'type': 'object', 'additionalProperties': false");
	if (keys->needs)
		add_needs(json, keys);
	json_open(json, "properties", '{');
	for (size_t i = 0; i < keys->count; i++)
		add_key(json, &keys->rows[i]);
	json_close(json, '}');
}

static void insert_hardware_keys(struct place place)
{
	struct keys keys = hardware_keys(place.json->scratch);
	add_map(place.json, &keys);
}

/* For each key of the long form of a mesh: it is there, and does not have the size of an axis. */
static void insert_keys_without_sizes(struct place place)
{
	for (size_t i = 0; i < mesh_keys.count; i++) {
		const char *name = mesh_keys.rows[i].name;
		json_open(place.json, NULL, '{');
		add_required(place.json, str_of(name));
		json_open(place.json, "properties", '{');
		json_open(place.json, name, '{');
		add_members(place, "'not': {'$ref': '#/$defs/integer'}");
		json_close(place.json, '}');
		json_close(place.json, '}');
		json_close(place.json, '}');
	}
}

/* What <NAME> in the members of a form stands for: a text, a map of keys, or what is written. */
static const struct insertion {
	const char *name, *text;
	const struct keys *keys;
	void (*insert)(struct place place);
} insertions[] = {
    {"blanks", "[ \\t\\r\\n]*", NULL, NULL},
    {"anything", "(.|[\\r\\n])*", NULL, NULL},
    {"number", "[+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?", NULL, NULL},
    /* A number or a name, of which a product has several. */
    {"factor", "<blanks>([0-9]+|[^-0-9* ][^*]*)<blanks>", NULL, NULL},
    /* A size between the brackets of a one-line type, and the axes over which it is sharded. */
    {"entry", "<blanks>[^[-^@,() ][^[-^@,()]*(@<blanks>([^[-^@,() ]+|[(][^[-^@()]+[)])<blanks>)?",
     NULL, NULL},
    {"modules", "([A-Za-z_][A-Za-z_0-9]*[.])*", NULL, NULL},
    /* Notations of other programs are told by how they begin, and calls by what they call. */
    {"layout",
     "(#sdy[.]sharding<anything>|[{]<anything>|<modules>(P|PartitionSpec|NamedSharding|"
     "PositionalSharding)<blanks>[(]<anything>[)]|<modules>None|[(]<blanks>[)]|"
     "[(]<anything>[(,]<anything>[)]|\\\\[<anything>\\\\])",
     NULL, NULL},
    {"words", NULL, NULL, insert_words},
    {"severities", NULL, NULL, insert_severities},
    {"failures", NULL, NULL, insert_failures},
    {"findings", NULL, NULL, insert_findings},
    {"frameworks", NULL, NULL, insert_frameworks},
    {"releases", NULL, NULL, insert_releases},
    {"chips", NULL, NULL, insert_chips},
    {"dtypes", NULL, NULL, insert_dtypes},
    {"dtype names", NULL, NULL, insert_dtype_names},
    {"hardware keys", NULL, NULL, insert_hardware_keys},
    {"mesh keys without sizes", NULL, NULL, insert_keys_without_sizes},
    {"mesh keys", NULL, &mesh_keys, NULL},
    {"axes keys", NULL, &axes_keys, NULL},
    {"tensor keys", NULL, &tensor_keys, NULL},
    {"reshard keys", NULL, &reshard_keys, NULL},
    {"program keys", NULL, &program_keys, NULL},
    {"memory keys", NULL, &memory_keys, NULL},
    {"checks keys", NULL, &checks_keys, NULL},
    {"configuration part keys", NULL, &configuration_part_keys, NULL},
};

static void insert(struct place place, struct str name)
{
	const struct insertion *row = insertions;
	while (!str_equal(name, str_of(row->name)))
		assert(row + 1 < insertions + COUNT_OF(insertions)), row++;
	place.json->more = false; /* a comma before it stands in the text round it */
	if (row->text)
		add_members(place, row->text);
	else if (row->keys)
		add_map(place.json, row->keys);
	else
		row->insert(place);
}

/* Writes the members of a form, or a text that stands in one. */
static void add_members(struct place place, const char *members)
{
	struct buf *out = place.json->out;
	if (place.json->more)
		buf_puts(out, ", ");
	for (const char *at = members; *at; at++) {
		const char *end = *at == '<' ? strchr(at, '>') : NULL;
		if (end) {
			insert(place, (struct str){at + 1, (size_t)(end - at - 1)});
			at = end;
		} else {
			buf_putc(out, *at == '\'' ? '"' : *at == '`' ? '\'' : *at);
		}
	}
	place.json->more = true;
}

/* Where the bracket at `open` of a JSON text closes. */
static size_t closing_bracket(struct str text, size_t open)
{
	int depth = 0;
	bool quoted = false;
	for (size_t i = open;; i++) {
		assert(i < text.len);
		if (quoted && text.s[i] == '\\')
			i++;
		else if (text.s[i] == '"')
			quoted = !quoted;
		else if (!quoted && strchr("{[", text.s[i]))
			depth++;
		else if (!quoted && strchr("}]", text.s[i]) && --depth == 0)
			return i;
	}
}

/* Copies a JSON text in lines: brackets that fit on one stay on it. */
static void add_in_lines(struct buf *out, struct str text)
{
	enum { WIDTH = 100, STEP = 2 };
	size_t indent = 0, whole = 0; /* up to `whole` the text stays on its line */
	bool quoted = false;
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.s[i];
		bool opens = !quoted && strchr("{[", byte), closes = !quoted && strchr("}]", byte);
		quoted ^= byte == '"' && (!i || text.s[i - 1] != '\\');
		if (opens && i >= whole && closing_bracket(text, i) - i <= WIDTH - indent)
			whole = closing_bracket(text, i) + 1;
		bool breaks = i >= whole;
		if (closes && breaks) {
			buf_putc(out, '\n');
			buf_fill(out, ' ', indent -= STEP);
		}
		buf_putc(out, byte);
		if (breaks && (opens || (byte == ',' && !quoted))) {
			indent += opens ? STEP : 0;
			buf_putc(out, '\n');
			buf_fill(out, ' ', indent);
			while (text.s[i + 1] == ' ')
				i++;
		}
	}
	buf_putc(out, '\n');
}

/* What stands at the top of each schema, and the keys of its file. */
static const struct root {
	const char *name, *members;
	const struct keys *keys;
} roots[] = {
    [SCHEMA_SPEC] = {"spec",
                     "'$id': 'urn:shardctl:spec:1', 'title': 'shardctl spec', 'description': 'A "
                     "layout of tensors over a mesh of devices, as read by shardctl check. See "
                     "shardctl-spec(5).'",
                     &spec_keys},
    [SCHEMA_CONFIGURATION] = {"config",
                              "'$id': 'urn:shardctl:config:1', 'title': 'shardctl configuration', "
                              "'description': 'What shardctl check does with the files of a "
                              "folder. See shardctl-config(5).'",
                              &configuration_keys},
};

const char *schema_name(enum schema_kind kind)
{
	assert(kind < SCHEMA_COUNT);
	return roots[kind].name;
}

void schema_add(struct arena *scratch, struct buf *out, enum schema_kind kind)
{
	assert(kind < SCHEMA_COUNT);
	struct buf text = {.arena = scratch};
	struct json json = {.out = &text, .scratch = scratch};
	struct place place = {&json, NULL};
	json_open(&json, NULL, '{');
	add_members(place, "'$schema': 'https://json-schema.org/draft/2020-12/schema'");
	add_members(place, roots[kind].members);
	add_map(&json, roots[kind].keys);
	json_open(&json, "$defs", '{');
	for (int i = 0; i < FORM_COUNT; i++) {
		if (!forms[i].name)
			continue;
		json_open(&json, forms[i].name, '{');
		add_members(place, forms[i].members);
		json_close(&json, '}');
	}
	json_close(&json, '}');
	json_close(&json, '}');
	add_in_lines(out, buf_str(&text));
}
