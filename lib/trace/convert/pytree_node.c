/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/pytree_node.h"

#include <assert.h>
#include "trace/convert/iterate.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/state/failure.h"
#include "trace/value/class.h"

static const struct value *call(struct trace *trace, const struct value *function,
                                const struct value_list *positional,
                                const struct value_pair *keywords, uint32_t nkeywords)
{
	struct span at = trace->derived_at ? *trace->derived_at : (struct span){0, 0};
	struct given given = {*positional, keywords, nkeywords, at, NULL};
	return trace->call(trace, function, &given);
}

/* The object's fields of these names, in the arena; NULL after an error. */
static const struct value **fields_of(struct trace *trace, const struct value *object,
                                      const struct value_list *names)
{
	assert(object->kind == VALUE_OBJECT);
	const struct value **fields =
	    arena_new(trace->op.arena, const struct value *, names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		struct str name = names->items[i]->string;
		fields[i] = dict_get_text(object->object.fields, name);
		if (fields[i])
			continue;
		if (object->object.fields->kind == VALUE_UNKNOWN)
			return trace_unknown(trace, "what attributes a %s has is not known",
			                     value_class_name(object));
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "AttributeError",
		    TEXT("'{}' object has no attribute '{}'", value_class_name(object), name));
	}
	return fields;
}

static const struct value *node_of(struct trace *trace, const struct value *class,
                                   const struct value *const *children, uint32_t count,
                                   const struct value *meta)
{
	struct value *node = value_new(trace->op.arena, VALUE_NODE);
	node->node =
	    (struct tree_node){.children = {children, count}, .class = class, .meta = meta};
	return node;
}

/* Takes keys and children apart, which flattening with keys gives in pairs; false when they are no
 * pairs. */
static bool split_keys(struct trace *trace, struct tree_node *node)
{
	uint32_t count = node->children.count;
	const struct value **keys = arena_new(trace->op.arena, const struct value *, count);
	const struct value **children = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct value_list *pair = value_items(node->children.items[i]);
		if (!pair || pair->count != 2)
			return false;
		keys[i] = pair->items[0];
		children[i] = pair->items[1];
	}
	node->keys = keys;
	node->children.items = children;
	return true;
}

/* The node by what flattening gave: the children, and what stands beside them. */
static const struct value *node_of_pair(struct trace *trace, const struct value *class,
                                        const struct value *pair)
{
	struct value *node = value_new(trace->op.arena, VALUE_NODE);
	bool keyed = class->class->tree.flatten_with_keys;
	if (!pair)
		return NULL;
	node->node.class = class;
	if (pair->kind == VALUE_TUPLE && pair->list.count == 2 &&
	    trace_iterate(trace, pair->list.items[0], &node->node.children) &&
	    (!keyed || split_keys(trace, &node->node))) {
		node->node.meta = pair->list.items[1];
		return node;
	}
	return trace->op.error.raised ? NULL
	                              : trace_unknown(trace, "how a %s is taken apart is not known",
	                                              class_short_name(class).s);
}

/* The attributes that the object has of those, with their names as keys or beside them. */
static struct value_list present(struct trace *trace, const struct value *object,
                                 const struct value_list *names, struct value_list *found)
{
	struct arena *arena = trace->op.arena;
	const struct value **keys = arena_new(arena, const struct value *, names->count);
	const struct value **values = arena_new(arena, const struct value *, names->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < names->count; i++) {
		values[count] = dict_get_text(object->object.fields, names->items[i]->string);
		keys[count] = names->items[i];
		count += values[count] != NULL;
	}
	*found = (struct value_list){keys, count};
	return (struct value_list){values, count};
}

static const struct value *node_of_attributes(struct trace *trace, const struct value *object,
                                              const struct tree_class *tree)
{
	assert(object->kind == VALUE_OBJECT);
	struct value_list names, beside;
	struct value_list children = present(trace, object, &tree->data, &names);
	struct value_list meta = present(trace, object, &tree->meta, &beside);
	struct value *fields = value_new(trace->op.arena, VALUE_DICT);
	if (object->object.fields->kind == VALUE_UNKNOWN)
		return trace_unknown(trace, "what attributes a %s has is not known",
		                     value_class_name(object));
	for (uint32_t i = 0; i < beside.count; i++)
		dict_set(trace, fields, beside.items[i], meta.items[i]);
	struct value *node = value_new(trace->op.arena, VALUE_NODE);
	node->node = (struct tree_node){.children = children,
	                                .class = object->object.class,
	                                .meta = fields,
	                                .keys = names.items};
	return node;
}

/* An object of the class with the children as attributes. */
static const struct value *with_attributes(struct trace *trace, const struct value *node,
                                           const struct value *const *children)
{
	struct value *fields = value_new(trace->op.arena, VALUE_DICT);
	const struct value *meta = node->node.meta;
	for (uint32_t i = 0; i < node->node.children.count; i++)
		dict_set(trace, fields, node->node.keys[i], children[i]);
	for (uint32_t i = 0; i < meta->dict.count; i++)
		dict_set(trace, fields, meta->dict.pairs[i].key, meta->dict.pairs[i].value);
	struct value *object = value_object(trace->op.arena, node->node.class);
	object->object.fields = fields;
	object->object.sealed = true;
	return object;
}

const struct value *pytree_field(const struct value *node, uint32_t child)
{
	assert(node->kind == VALUE_NODE && child < node->node.children.count);
	const struct tree_class *tree = &node->node.class->class->tree;
	if (tree->form == TREE_FIELDS)
		return tree->data.items[child];
	return tree->form == TREE_ATTRIBUTES ? node->node.keys[child] : NULL;
}

/* Whether the keys of a dict are texts that stand in order. */
static bool is_in_order(const struct value *mapping)
{
	for (uint32_t i = 0; i < mapping->dict.count; i++) {
		const struct value *key = mapping->dict.pairs[i].key;
		if (key->kind != VALUE_STRING ||
		    (i && str_compare(mapping->dict.pairs[i - 1].key->string, key->string) > 0))
			return false;
	}
	return true;
}

/* The step to the item of this key, which is made once. */
static const struct value *step_to(struct trace *trace, const struct tree_class *tree,
                                   const struct value *key)
{
	const struct value *step = dict_get_text(tree->steps, key->string);
	if (step)
		return step;
	step = call(trace, tree->make_step, &(struct value_list){&key, 1}, NULL, 0);
	if (step)
		dict_set(trace, tree->steps, key, step);
	return step;
}

/* What the functions of the class make of an object that holds a dict, whose keys are in order; the
 * prelude's own are asked for any other. */
static const struct value *node_of_mapping(struct trace *trace, const struct value *object,
                                           const struct value *mapping)
{
	struct arena *arena = trace->op.arena;
	const struct value *class = object->object.class;
	const struct value *beside = dict_get_text(object->object.fields, STR("_graphdef"));
	uint32_t count = mapping->dict.count;
	const struct value **children = arena_new(arena, const struct value *, count);
	const struct value **names = arena_new(arena, const struct value *, count);
	const struct value **keys = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		names[i] = mapping->dict.pairs[i].key;
		children[i] = mapping->dict.pairs[i].value;
		keys[i] = step_to(trace, &class->class->tree, names[i]);
		if (!keys[i])
			return NULL;
	}
	struct value *node = value_new(arena, VALUE_NODE);
	node->node = (struct tree_node){
	    .children = {children, count},
	    .class = class,
	    .meta = value_two(arena, value_sequence(arena, VALUE_TUPLE, names, count),
	                      beside ? beside : &value_none),
	    .keys = keys};
	return node;
}

/* The dict that an object of such a class holds, where it is in order; else NULL. */
static const struct value *mapping_of(const struct value *value)
{
	bool known = value->kind == VALUE_OBJECT && value->object.fields->kind == VALUE_DICT;
	const struct value *mapping =
	    known ? dict_get_text(value->object.fields, STR("_mapping")) : NULL;
	return mapping && mapping->kind == VALUE_DICT && is_in_order(mapping) ? mapping : NULL;
}

/* The object of such a class with these items. */
static const struct value *with_mapping(struct trace *trace, const struct value *node,
                                        const struct value *const *children)
{
	struct arena *arena = trace->op.arena;
	const struct value_list *meta = &node->node.meta->list, *names = &meta->items[0]->list;
	struct value_pair *pairs = arena_new(arena, struct value_pair, names->count);
	for (uint32_t i = 0; i < names->count; i++)
		pairs[i] = (struct value_pair){names->items[i], children[i]};
	struct value *fields = value_new(arena, VALUE_DICT);
	dict_set(trace, fields, value_string(arena, STR("_mapping")),
	         value_dict(arena, pairs, names->count));
	if (meta->items[1]->kind != VALUE_NONE)
		dict_set(trace, fields, value_string(arena, STR("_graphdef")), meta->items[1]);
	struct value *object = value_object(arena, node->node.class);
	object->object.fields = fields;
	return object;
}

const struct value *pytree_method_object(struct trace *trace, const struct value *value)
{
	struct arena *arena = trace->op.arena;
	bool method = value->kind == VALUE_PARTIAL && value->partial.is_method;
	const struct value *self = method ? value->partial.positional.items[0] : NULL;
	if (!self || self->kind != VALUE_OBJECT ||
	    self->object.class->class->tree.form != TREE_ATTRIBUTES)
		return NULL;
	const struct value *class =
	    module_attribute(trace, STR("equinox._module"), STR("BoundMethod"));
	if (!class || class->kind != VALUE_CLASS)
		return NULL;
	struct value *fields = value_new(arena, VALUE_DICT);
	dict_set(trace, fields, value_string(arena, STR("__func__")), value->partial.function);
	dict_set(trace, fields, value_string(arena, STR("__self__")), self);
	struct value *object = value_object(arena, class);
	object->object.fields = fields;
	object->object.sealed = true;
	return object;
}

const struct value *pytree_take_apart(struct trace *trace, const struct value *value)
{
	const struct value *method = pytree_method_object(trace, value);
	if (method)
		value = method;
	const struct value *class = class_of(value), *function, *mapping;
	if (!class)
		return value;
	const struct tree_class *tree = &class->class->tree;
	const struct value **children, **meta;
	bool by_fields = tree->form == TREE_FIELDS || tree->form == TREE_ATTRIBUTES;
	if (by_fields && value->kind != VALUE_OBJECT)
		return value;
	switch (tree->form) {
	case TREE_FIELDS:
		children = fields_of(trace, value, &tree->data);
		meta = children ? fields_of(trace, value, &tree->meta) : NULL;
		return meta ? node_of(trace, class, children, tree->data.count,
		                      value_sequence(trace->op.arena, VALUE_TUPLE, meta,
		                                     tree->meta.count))
		            : NULL;
	case TREE_ATTRIBUTES:
		return node_of_attributes(trace, value, tree);
	case TREE_STATIC:
		return node_of(trace, class, NULL, 0, value);
	case TREE_METHODS:
	case TREE_FUNCTIONS:
		mapping = tree->steps ? mapping_of(value) : NULL;
		if (mapping)
			return node_of_mapping(trace, value, mapping);
		function = tree->flatten_with_keys ? tree->flatten_with_keys
		           : tree->flatten         ? tree->flatten
		                                   : class_find(class, STR("tree_flatten"));
		if (!function)
			return trace_unknown(trace, "how a %s is taken apart is not known",
			                     class_short_name(class).s);
		return node_of_pair(
		    trace, class, call(trace, function, &(struct value_list){&value, 1}, NULL, 0));
	default:
		return value;
	}
}

/* An object of the class with these attributes. */
static const struct value *plain_object(struct trace *trace, const struct value *class,
                                        const struct value_pair *pairs, uint32_t count)
{
	struct value *fields = value_new(trace->op.arena, VALUE_DICT);
	fields->dict.pairs = pairs;
	fields->dict.count = count;
	struct value *object = value_object(trace->op.arena, class);
	object->object.fields = fields;
	return object;
}

/* The class called with its fields by name, or an object that has just these. */
static const struct value *with_fields(struct trace *trace, const struct value *node,
                                       const struct value *const *children)
{
	const struct tree_class *tree = &node->node.class->class->tree;
	uint32_t count = 0;
	struct value_pair *pairs =
	    arena_new(trace->op.arena, struct value_pair, tree->data.count + tree->meta.count);
	for (uint32_t i = 0; i < tree->data.count; i++)
		pairs[count++] = (struct value_pair){tree->data.items[i], children[i]};
	for (uint32_t i = 0; i < tree->meta.count; i++)
		pairs[count++] =
		    (struct value_pair){tree->meta.items[i], node->node.meta->list.items[i]};
	return tree->plain
	           ? plain_object(trace, node->node.class, pairs, count)
	           : call(trace, node->node.class, &(struct value_list){NULL, 0}, pairs, count);
}

const struct value *pytree_put_together(struct trace *trace, const struct value *node,
                                        const struct value *const *children)
{
	assert(node->kind == VALUE_NODE);
	const struct value *class = node->node.class, *function, *given[3];
	const struct tree_class *tree = &class->class->tree;
	uint32_t count = 0;
	if (tree->form == TREE_FIELDS)
		return with_fields(trace, node, children);
	if (tree->form == TREE_ATTRIBUTES)
		return with_attributes(trace, node, children);
	if (tree->form == TREE_STATIC)
		return node->node.meta;
	if (tree->steps)
		return with_mapping(trace, node, children);
	function = tree->unflatten ? tree->unflatten : class_find(class, STR("tree_unflatten"));
	if (!function)
		return trace_unknown(trace, "how a %s is put together is not known",
		                     class_short_name(class).s);
	if (function->kind == VALUE_DESCRIPTOR) {
		if (function->descriptor.kind == DESCRIPTOR_CLASS)
			given[count++] = class;
		function = function->descriptor.function;
	}
	given[count++] = node->node.meta;
	given[count++] =
	    value_sequence(trace->op.arena, VALUE_TUPLE, children, node->node.children.count);
	return call(trace, function, &(struct value_list){given, count}, NULL, 0);
}
