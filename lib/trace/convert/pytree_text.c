/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/pytree_text.h"

#include <assert.h>
#include <string.h>
#include "trace/convert/pytree_node.h"
#include "trace/convert/pytree_part.h"
#include "trace/value/class.h"

/* The way from a node to the child of this number, by the key that its class gave, if any. */
static void node_step_text(struct buf *out, const struct jax_rules *rules, const struct value *node,
                           uint32_t i)
{
	const struct value *key = node->node.keys ? node->node.keys[i] : NULL;
	const struct value *fields = key && key->kind == VALUE_OBJECT ? key->object.fields : NULL;
	const struct value *field = pytree_field(node, i);
	if (!field && fields)
		field = dict_get_text(fields, STR("name"));
	const struct value *at = fields ? dict_get_text(fields, STR("key")) : NULL;
	if (field && field->kind == VALUE_STRING) {
		buf_printf(out, ".%.*s", STR_ARG(field->string));
	} else if (at) {
		buf_putc(out, '[');
		value_text(out, rules, at);
		buf_putc(out, ']');
	} else {
		buf_printf(out, "[<flat index %u>]", i);
	}
}

/* The way from a node to one of its children. */
static void step_text(struct buf *out, const struct jax_rules *rules, const struct value *node,
                      uint32_t i)
{
	if (node->named) {
		buf_printf(out, ".%s", node->named->names[i]);
		return;
	}
	if (node->kind == VALUE_NODE) {
		node_step_text(out, rules, node, i);
		return;
	}
	buf_putc(out, '[');
	if (node->kind == VALUE_DICT)
		value_text(out, rules, node->dict.pairs[i].key);
	else
		buf_printf(out, "%u", i);
	buf_putc(out, ']');
}

static void path_text(struct buf *out, const struct jax_rules *rules, const struct value *tree,
                      uint32_t index)
{
	if (!tree_is_node(tree))
		return;
	for (uint32_t i = 0; i < tree_child_count(tree); i++) {
		uint32_t count = tree_leaf_count(tree_child_at(tree, i));
		if (index >= count) {
			index -= count;
			continue;
		}
		step_text(out, rules, tree, i);
		path_text(out, rules, tree_child_at(tree, i), index);
		return;
	}
}

void pytree_path_text(struct buf *out, const struct jax_rules *rules, const struct pytree *pytree,
                      uint32_t index)
{
	assert(index < pytree->count);
	path_text(out, rules, pytree->tree, index);
}

static void add_paths(const struct op *op, const struct value *tree, struct str path,
                      struct str **end)
{
	if (!tree_is_node(tree))
		*(*end)++ = path;
	for (uint32_t i = 0; tree_is_node(tree) && i < tree_child_count(tree); i++) {
		struct buf text = op_buf(op);
		buf_add(&text, path);
		step_text(&text, op->rules, tree, i);
		add_paths(op, tree_child_at(tree, i), buf_str(&text), end);
	}
}

struct str *pytree_paths(const struct op *op, const struct pytree *pytree, struct str before)
{
	struct str *paths = arena_new(op->arena, struct str, pytree->count), *end = paths;
	add_paths(op, pytree->tree, before, &end);
	return paths;
}

static void structure_text(struct buf *out, const struct jax_rules *rules, const struct value *tree)
{
	static const char *const brackets[VALUE_KIND_COUNT] = {
	    [VALUE_TUPLE] = "()", [VALUE_LIST] = "[]", [VALUE_DICT] = "{}"};
	if (!tree_is_node(tree) || tree->kind == VALUE_NONE) {
		buf_puts(out, tree_is_node(tree) ? "None" : "*");
		return;
	}
	bool custom = tree->named || tree->kind == VALUE_NODE;
	const char *bracket = brackets[custom ? VALUE_LIST : tree->kind];
	if (tree->kind == VALUE_NODE) {
		buf_printf(out, "CustomNode(%s[", class_short_name(tree->node.class).s);
		value_text(out, rules, tree->node.meta);
		buf_puts(out, "], ");
	}
	if (tree->named)
		buf_printf(out, "CustomNode(namedtuple[%s], ", tree->named->class_name);
	buf_putc(out, bracket[0]);
	for (uint32_t i = 0; i < tree_child_count(tree); i++) {
		buf_puts(out, i ? ", " : "");
		if (tree->kind == VALUE_DICT) {
			value_text(out, rules, tree->dict.pairs[i].key);
			buf_puts(out, ": ");
		}
		structure_text(out, rules, tree_child_at(tree, i));
	}
	if (tree->kind == VALUE_TUPLE && !tree->named && tree_child_count(tree) == 1)
		buf_putc(out, ',');
	buf_putc(out, bracket[1]);
	if (custom)
		buf_putc(out, ')');
}

static void print_structure(struct buf *out, const struct op *op, const void *pytree)
{
	buf_puts(out, "PyTreeDef(");
	structure_text(out, op->rules, ((const struct pytree *)pytree)->tree);
	buf_putc(out, ')');
}

struct message_argument pytree_shown(const struct pytree *pytree)
{
	return printed_by(print_structure, pytree);
}

static void keys_text(struct buf *out, const struct jax_rules *rules, const struct value *dict)
{
	assert(dict->kind == VALUE_DICT);
	buf_putc(out, '[');
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		buf_puts(out, i ? ", " : "");
		value_text(out, rules, dict->dict.pairs[i].key);
	}
	buf_putc(out, ']');
}

/* What the node is called by errors. */
static const char *node_name(const struct value *node)
{
	static const char *const names[VALUE_KIND_COUNT] = {
	    [VALUE_TUPLE] = "tuple", [VALUE_LIST] = "list", [VALUE_DICT] = "dict"};
	return names[node->kind] ? names[node->kind] : "None";
}

/* Whether two nodes are of one type, as Python tells it. */
static bool same_type(const struct value *node, const struct value *value)
{
	if (node->kind != value->kind)
		return false;
	if (node->kind == VALUE_NODE)
		return node->node.class == value->node.class;
	const char *names[] = {node->named ? node->named->class_name : "",
	                       value->named ? value->named->class_name : ""};
	return strcmp(names[0], names[1]) == 0;
}

void tree_difference_text(struct buf *out, const struct value *node, const struct value *value)
{
	buf_puts(out, "pytree structure error: different ");
	if (!same_type(node, value))
		buf_puts(out, "types");
	else if (node->kind != VALUE_DICT && node->kind != VALUE_NODE)
		buf_printf(out, "lengths of %s", node_name(node));
	else
		buf_puts(out, tree_child_count(node) == tree_child_count(value)
		                  ? "pytree metadata"
		                  : "numbers of pytree children");
	buf_puts(out, " at key path");
}

void tree_mismatch_text(struct buf *out, const struct jax_rules *rules, const struct value *node,
                        const struct value *value)
{
	if (node->kind != value->kind) {
		buf_printf(out, "Expected %s, got ", node_name(node));
		value_text(out, rules, value);
	} else if (node->kind == VALUE_DICT) {
		bool keys = rules->has[JAX_TREE_ERROR_KEYS];
		buf_puts(out, "Dict key mismatch; expected keys: ");
		keys_text(out, rules, node);
		buf_puts(out, keys ? "; present keys: " : "; dict: ");
		if (keys)
			keys_text(out, rules, value);
		else
			value_text(out, rules, value);
	} else {
		buf_printf(out, "%s arity mismatch: %u != %u; %s: ",
		           node->kind == VALUE_LIST ? "List" : "Tuple", tree_child_count(value),
		           tree_child_count(node), node_name(node));
		value_text(out, rules, value);
	}
	buf_putc(out, '.');
}

static void way_text(struct buf *out, const struct jax_rules *rules, const struct tree_way *way)
{
	if (!way)
		return;
	way_text(out, rules, way->above);
	step_text(out, rules, way->node, way->child);
}

void tree_difference_words(struct buf *out, const struct jax_rules *rules, const struct value *node,
                           const struct value *value, const struct tree_way *way)
{
	uint32_t count = tree_child_count(node);
	buf_puts(out, way ? "at " : "");
	way_text(out, rules, way);
	buf_puts(out, way ? " " : "");
	if (node->kind != value->kind || !tree_same_class(node, value)) {
		bool array = value->kind == VALUE_ARRAY;
		buf_printf(out, "the first is of type %s and the other %s", value_class_name(node),
		           array ? "an array" : "of type ");
		buf_puts(out, array ? "" : value_class_name(value));
	} else if (count != tree_child_count(value)) {
		buf_printf(out, "the first has %u entr%s and the other %u", count,
		           count == 1 ? "y" : "ies", tree_child_count(value));
	} else if (node->kind == VALUE_DICT) {
		buf_puts(out, "the first has the keys ");
		keys_text(out, rules, node);
		buf_puts(out, " and the other ");
		keys_text(out, rules, value);
	} else {
		buf_printf(out, "they differ in what a %s holds beside arrays",
		           value_class_name(node));
	}
}
