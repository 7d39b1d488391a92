/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/json_schema.h"

#include <regex.h>
#include <stdlib.h>

#include "testing/testing.h"

/* A pattern is compiled once. */
struct pattern {
	const char *of;
	regex_t regex;
};

struct json_schema {
	struct arena *arena;
	cJSON *root;
	struct pattern *patterns;
	size_t count, room;
	const char *why;
};

enum json_type { IS_NULL, IS_BOOLEAN, IS_INTEGER, IS_NUMBER, IS_STRING, IS_ARRAY, IS_OBJECT };

struct json_schema *json_schema_make(struct arena *arena, struct str text)
{
	struct json_schema *schema = arena_new(arena, struct json_schema, 1);
	schema->arena = arena;
	schema->root = cJSON_ParseWithLength(text.s, text.len);
	cr_assert_not_null(schema->root, "the schema is not JSON");
	return schema;
}

void json_schema_drop(struct json_schema *schema)
{
	for (size_t i = 0; i < schema->count; i++)
		regfree(&schema->patterns[i].regex);
	cJSON_Delete(schema->root);
}

static bool matches(struct json_schema *schema, const char *pattern, const char *text)
{
	size_t i = 0;
	while (i < schema->count && schema->patterns[i].of != pattern)
		i++;
	if (i == schema->count) {
		struct pattern made = {.of = pattern};
		int failed = regcomp(&made.regex, pattern, REG_EXTENDED | REG_NOSUB);
		cr_assert_eq(failed, 0, "not a pattern: %s", pattern);
		arena_push(schema->arena, schema->patterns, schema->count, schema->room, made);
	}
	return regexec(&schema->patterns[i].regex, text, 0, NULL, 0) == 0;
}

static const char *text_of(struct json_schema *schema, const struct node *node)
{
	return str_copy(schema->arena, node_text(node)).s;
}

static enum json_type type_of(struct json_schema *schema, const struct node *node)
{
	if (node->kind != NODE_SCALAR)
		return node->kind == NODE_LIST ? IS_ARRAY : IS_OBJECT;
	if (node_is_null(node))
		return IS_NULL;
	const char *text = text_of(schema, node);
	if (node->style != STYLE_PLAIN || strlen(text) > 40)
		return IS_STRING;
	if (matches(schema, "^(true|True|TRUE|false|False|FALSE)$", text))
		return IS_BOOLEAN;
	if (matches(schema, "^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", text))
		return IS_INTEGER;
	if (!matches(schema, "^[-+]?([.][0-9]+|[0-9]+([.][0-9]*)?)([eE][-+]?[0-9]+)?$", text))
		return IS_STRING;
	double value = strtod(text, NULL); /* JSON has 1.0 and 1e3 for whole numbers too */
	return value > -1e15 && value < 1e15 && value == (double)(long long)value ? IS_INTEGER
	                                                                          : IS_NUMBER;
}

static double number_of(struct json_schema *schema, const struct node *node)
{
	return strtod(text_of(schema, node), NULL);
}

static bool is_type(const cJSON *word, enum json_type type)
{
	static const char *const names[] = {"null",   "boolean", "integer", "number",
	                                    "string", "array",   "object"};
	return strcmp(word->valuestring, names[type]) == 0 ||
	       (type == IS_INTEGER && strcmp(word->valuestring, "number") == 0);
}

static bool equals(struct json_schema *schema, const struct node *node, const cJSON *value)
{
	enum json_type type = type_of(schema, node);
	if (cJSON_IsBool(value))
		return type == IS_BOOLEAN &&
		       (text_of(schema, node)[0] == 't' || text_of(schema, node)[0] == 'T') ==
		           cJSON_IsTrue(value);
	if (cJSON_IsNumber(value))
		return (type == IS_INTEGER || type == IS_NUMBER) &&
		       !(number_of(schema, node) < value->valuedouble) &&
		       !(number_of(schema, node) > value->valuedouble);
	return type == IS_STRING && cJSON_IsString(value) &&
	       strcmp(text_of(schema, node), value->valuestring) == 0;
}

static bool takes(struct json_schema *schema, const cJSON *rules, const struct node *node);

/* Whether a word of a schema holds for a value; a value of another type is not its business. */
struct question {
	struct json_schema *schema;
	const cJSON *rules, *word; /* the schema in which the word stands */
	const struct node *node;
	enum json_type type;
};

static bool ask_ref(const struct question *q)
{
	static const char prefix[] = "#/$defs/";
	cr_assert_eq(strncmp(q->word->valuestring, prefix, strlen(prefix)), 0);
	const cJSON *defs = cJSON_GetObjectItemCaseSensitive(q->schema->root, "$defs");
	const cJSON *to =
	    cJSON_GetObjectItemCaseSensitive(defs, q->word->valuestring + strlen(prefix));
	cr_assert_not_null(to, "there is no %s", q->word->valuestring);
	return takes(q->schema, to, q->node);
}

static bool ask_type(const struct question *q)
{
	if (cJSON_IsString(q->word))
		return is_type(q->word, q->type);
	const cJSON *one;
	cJSON_ArrayForEach(one, q->word)
	{
		if (is_type(one, q->type))
			return true;
	}
	return false;
}

static bool ask_enum(const struct question *q)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, q->word)
	{
		if (equals(q->schema, q->node, one))
			return true;
	}
	return false;
}

static bool ask_const(const struct question *q)
{
	return equals(q->schema, q->node, q->word);
}

static bool is_number(const struct question *q)
{
	return q->type == IS_INTEGER || q->type == IS_NUMBER;
}

static bool ask_minimum(const struct question *q)
{
	return !is_number(q) || number_of(q->schema, q->node) >= q->word->valuedouble;
}

static bool ask_maximum(const struct question *q)
{
	return !is_number(q) || number_of(q->schema, q->node) <= q->word->valuedouble;
}

static bool ask_exclusive_minimum(const struct question *q)
{
	return !is_number(q) || number_of(q->schema, q->node) > q->word->valuedouble;
}

static bool ask_pattern(const struct question *q)
{
	return q->type != IS_STRING ||
	       matches(q->schema, q->word->valuestring, text_of(q->schema, q->node));
}

static bool ask_items(const struct question *q)
{
	for (uint32_t i = 0; q->type == IS_ARRAY && i < q->node->count; i++)
		if (!takes(q->schema, q->word, &q->node->items[i]))
			return false;
	return true;
}

static bool ask_contains(const struct question *q)
{
	for (uint32_t i = 0; q->type == IS_ARRAY && i < q->node->count; i++)
		if (takes(q->schema, q->word, &q->node->items[i]))
			return true;
	return q->type != IS_ARRAY;
}

static bool ask_max_items(const struct question *q)
{
	return q->type != IS_ARRAY || q->node->count <= q->word->valuedouble;
}

static bool ask_max_properties(const struct question *q)
{
	return q->type != IS_OBJECT || q->node->count <= q->word->valuedouble;
}

static bool ask_required(const struct question *q)
{
	const cJSON *name;
	cJSON_ArrayForEach(name, q->word)
	{
		bool found = false;
		for (uint32_t i = 0; q->type == IS_OBJECT && i < q->node->count; i++)
			found |=
			    node_key(q->node, i)->kind == NODE_SCALAR &&
			    str_equal(node_text(node_key(q->node, i)), str_of(name->valuestring));
		if (q->type == IS_OBJECT && !found)
			return false;
	}
	return true;
}

/* What `properties` says of a key, or NULL. */
static const cJSON *property(const struct question *q, const cJSON *properties, uint32_t i)
{
	const struct node *key = node_key(q->node, i);
	return key->kind == NODE_SCALAR
	           ? cJSON_GetObjectItemCaseSensitive(properties, text_of(q->schema, key))
	           : NULL;
}

static bool ask_properties(const struct question *q)
{
	for (uint32_t i = 0; q->type == IS_OBJECT && i < q->node->count; i++) {
		const cJSON *rules = property(q, q->word, i);
		if (rules && !takes(q->schema, rules, node_value(q->node, i)))
			return false;
	}
	return true;
}

static bool ask_additional(const struct question *q)
{
	const cJSON *properties = cJSON_GetObjectItemCaseSensitive(q->rules, "properties");
	for (uint32_t i = 0; q->type == IS_OBJECT && i < q->node->count; i++)
		if (!property(q, properties, i) &&
		    !takes(q->schema, q->word, node_value(q->node, i)))
			return false;
	return true;
}

static bool ask_property_names(const struct question *q)
{
	for (uint32_t i = 0; q->type == IS_OBJECT && i < q->node->count; i++) {
		struct node key = *node_key(q->node, i);
		key.style = STYLE_DOUBLE_QUOTED; /* JSON has texts as keys */
		if (key.kind != NODE_SCALAR || !takes(q->schema, q->word, &key))
			return false;
	}
	return true;
}

static bool ask_any_of(const struct question *q)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, q->word)
	{
		if (takes(q->schema, one, q->node))
			return true;
	}
	return false;
}

static bool ask_not(const struct question *q)
{
	return !takes(q->schema, q->word, q->node);
}

static bool ask_if(const struct question *q)
{
	const char *branch = takes(q->schema, q->word, q->node) ? "then" : "else";
	const cJSON *rules = cJSON_GetObjectItemCaseSensitive(q->rules, branch);
	return !rules || takes(q->schema, rules, q->node);
}

static bool ask_nothing(const struct question *q)
{
	return true;
}

static const struct {
	const char *name;
	bool (*ask)(const struct question *q);
} words[] = {
    {"$ref", ask_ref},
    {"type", ask_type},
    {"enum", ask_enum},
    {"const", ask_const},
    {"minimum", ask_minimum},
    {"maximum", ask_maximum},
    {"exclusiveMinimum", ask_exclusive_minimum},
    {"pattern", ask_pattern},
    {"items", ask_items},
    {"contains", ask_contains},
    {"maxItems", ask_max_items},
    {"maxProperties", ask_max_properties},
    {"required", ask_required},
    {"properties", ask_properties},
    {"additionalProperties", ask_additional},
    {"propertyNames", ask_property_names},
    {"anyOf", ask_any_of},
    {"not", ask_not},
    {"if", ask_if},
    /* Read with "if", or for people. */
    {"then", ask_nothing},
    {"else", ask_nothing},
    {"$schema", ask_nothing},
    {"$id", ask_nothing},
    {"$defs", ask_nothing},
    {"title", ask_nothing},
    {"description", ask_nothing},
    {"default", ask_nothing},
    {"examples", ask_nothing},
    {"patternErrorMessage", ask_nothing},
};

static bool takes(struct json_schema *schema, const cJSON *rules, const struct node *node)
{
	if (cJSON_IsBool(rules))
		return cJSON_IsTrue(rules);
	const cJSON *word;
	cJSON_ArrayForEach(word, rules)
	{
		size_t i = 0;
		while (i < ROWS(words) && strcmp(words[i].name, word->string) != 0)
			i++;
		cr_assert_lt(i, ROWS(words), "the validator does not know '%s'", word->string);
		struct question question = {schema, rules, word, node, type_of(schema, node)};
		if (words[i].ask(&question))
			continue;
		schema->why =
		    str_format(schema->arena, "'%s' at byte %u", word->string, node->at.offset).s;
		return false;
	}
	return true;
}

bool json_schema_takes(struct json_schema *schema, const struct node *node, const char **why)
{
	bool taken = takes(schema, schema->root, node);
	*why = taken ? NULL : schema->why;
	return taken;
}
