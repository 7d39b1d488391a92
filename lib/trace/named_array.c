/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/named_array.h"

#include "jax/python_text.h"
#include "trace/value/class.h"

enum { MAX_VALUE_DEPTH = 16 };

/* A list that is being made. */
struct listing {
	struct arena *arena;
	struct named_array *arrays;
	uint32_t count;
	size_t room;
	struct span at;
	bool is_parameter; /* of what is added */
};

static void add_value(struct listing *listing, struct str name, const struct value *value,
                      uint32_t depth);

/* name[key] */
static void add_part(struct listing *listing, struct str name, const struct value *key,
                     const struct value *part, uint32_t depth)
{
	struct buf inner = {.arena = listing->arena};
	buf_add(&inner, name);
	buf_putc(&inner, '[');
	if (key->kind == VALUE_STRING)
		python_string(&inner, key->string);
	else if (key->kind == VALUE_INT)
		buf_integer(&inner, key->integer);
	else
		return;
	buf_putc(&inner, ']');
	add_value(listing, buf_str(&inner), part, depth + 1);
}

/* name.field, of a named tuple */
static void add_field(struct listing *listing, struct str name, const char *field,
                      const struct value *part, uint32_t depth)
{
	struct buf inner = {.arena = listing->arena};
	buf_add(&inner, name);
	buf_putc(&inner, '.');
	buf_puts(&inner, field);
	add_value(listing, buf_str(&inner), part, depth + 1);
}

/* name.key for each of a dict of attributes, as modules of torch have them. */
static void add_attributes(struct listing *listing, struct str name, const struct value *object,
                           const char *kind, uint32_t depth)
{
	const struct value *dict = object_field(object, kind);
	for (uint32_t i = 0; dict && dict->kind == VALUE_DICT && i < dict->dict.count; i++)
		if (dict->dict.pairs[i].key->kind == VALUE_STRING)
			add_field(listing, name,
			          str_copy(listing->arena, dict->dict.pairs[i].key->string).s,
			          dict->dict.pairs[i].value, depth);
}

/* One placement, as torch writes it. */
static struct str placement_text(struct arena *arena, const struct value *placement)
{
	const struct value *dim = object_field(placement, "dim"),
			   *factor = object_field(placement, "split_factor"),
			   *reduction = object_field(placement, "reduce_op");
	if (dim && dim->kind == VALUE_INT && factor && factor->kind == VALUE_INT)
		return str_format(arena, "_S(%lld,%lld)", (long long)dim->integer,
		                  (long long)factor->integer);
	if (dim && dim->kind == VALUE_INT)
		return str_format(arena, "S(%lld)", (long long)dim->integer);
	if (reduction && reduction->kind == VALUE_STRING)
		return str_format(arena, "P(%.*s)", STR_ARG(reduction->string));
	return STR("R");
}

/* How a DTensor lies, if it is one. */
static void add_placements(struct arena *arena, struct named_array *array,
                           const struct value *object)
{
	const struct value *placements = object_field(object, "_placements");
	const struct value_list *items = placements ? value_items(placements) : NULL;
	if (!items || !items->count || object_field(object, "_supposed"))
		return;
	struct str *texts = arena_new(arena, struct str, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		texts[i] = placement_text(arena, items->items[i]);
	array->placements = texts;
	array->nplacements = items->count;
}

/* A tensor of torch, or the parameters of a module. */
static void add_object(struct listing *listing, struct str name, const struct value *object,
                       uint32_t depth)
{
	const struct value *array = object_field(object, "_array");
	const struct value *storage = array ? object_field(object, "_storage") : NULL;
	const struct value *annotation = storage ? object_field(storage, "annotation") : NULL;
	if (array && array->kind == VALUE_ARRAY) {
		struct named_array made = {.name = name,
		                           .type = &array->array->type,
		                           .at = listing->at,
		                           .value = object,
		                           .is_parameter = listing->is_parameter};
		if (annotation && annotation->kind == VALUE_STRING)
			made.sharding = annotation->string;
		add_placements(listing->arena, &made, object);
		arena_push(listing->arena, listing->arrays, listing->count, listing->room, made);
	}
	bool is_parameter = listing->is_parameter;
	if (depth == MAX_VALUE_DEPTH)
		return;
	listing->is_parameter = true;
	add_attributes(listing, name, object, "_parameters", depth);
	listing->is_parameter = false;
	add_attributes(listing, name, object, "_buffers", depth);
	add_attributes(listing, name, object, "_modules", depth);
	listing->is_parameter = is_parameter;
}

/* name.attribute for each of those that are parts of the object as a tree. */
static void add_children(struct listing *listing, struct str name, const struct value *object,
                         const struct value_list *names, uint32_t depth)
{
	for (uint32_t i = 0; i < names->count; i++) {
		const char *text = str_copy(listing->arena, names->items[i]->string).s;
		const struct value *part = object_field(object, text);
		if (part)
			add_field(listing, name, text, part, depth);
	}
}

/* Attributes of the prelude's own objects that hold the parts of a tree: those of flax. */
static const struct held_part {
	const char *attribute;
	const char *shown; /* the name of the part; NULL: its items are the parts */
} held_parts[] = {{"raw_value", "value"}, {"_mapping", NULL}, {"_items", NULL}};

/* The attributes that an object of flax.nnx has marked as parts. */
static void add_marked(struct listing *listing, struct str name, const struct value *object,
                       uint32_t depth)
{
	const struct value *marks = object_field(object, "_data");
	for (uint32_t i = 0; marks && marks->kind == VALUE_DICT && i < marks->dict.count; i++) {
		const struct value_pair *mark = &marks->dict.pairs[i];
		if (value_truth(mark->value) == 1 && !str_starts_with(mark->key->string, STR("_")))
			add_children(listing, name, object, &(struct value_list){&mark->key, 1},
			             depth);
	}
}

/* An object that is a node of trees. */
static void add_node(struct listing *listing, struct str name, const struct value *object,
                     uint32_t depth)
{
	const struct tree_class *tree = &object->object.class->class->tree;
	if (tree->form == TREE_FIELDS || tree->form == TREE_ATTRIBUTES)
		add_children(listing, name, object, &tree->data, depth);
	if (tree->form != TREE_FUNCTIONS)
		return;
	add_marked(listing, name, object, depth);
	for (size_t i = 0; i < COUNT_OF(held_parts); i++) {
		const struct value *part = object_field(object, held_parts[i].attribute);
		if (part && held_parts[i].shown)
			add_field(listing, name, held_parts[i].shown, part, depth);
		else if (part)
			add_value(listing, name, part, depth + 1);
	}
	const struct value *boxed =
	    object_field(object, "names") ? object_field(object, "value") : NULL;
	if (boxed)
		add_field(listing, name, "value", boxed, depth);
}

static void add_value(struct listing *listing, struct str name, const struct value *value,
                      uint32_t depth)
{
	if (value->kind == VALUE_OBJECT) {
		add_object(listing, name, value, depth);
		if (depth < MAX_VALUE_DEPTH)
			add_node(listing, name, value, depth);
	}
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY && !value->array->host) {
		arena_push(listing->arena, listing->arrays, listing->count, listing->room,
		           (struct named_array){.name = name,
		                                .type = &value->array->type,
		                                .at = listing->at,
		                                .value = value});
	}
	if (depth == MAX_VALUE_DEPTH)
		return;
	for (uint32_t i = 0; items && i < items->count; i++) {
		if (value->named)
			add_field(listing, name, value->named->names[i], items->items[i], depth);
		else
			add_part(listing, name, value_int(listing->arena, i), items->items[i],
			         depth);
	}
	for (uint32_t i = 0; value->kind == VALUE_DICT && i < value->dict.count; i++)
		add_part(listing, name, value->dict.pairs[i].key, value->dict.pairs[i].value,
		         depth);
}

const struct named_array *named_arrays(struct arena *arena, const struct trace_result *result,
                                       uint32_t *count)
{
	struct listing listing = {.arena = arena};
	for (uint32_t i = 0; i < result->count; i++) {
		listing.at = program_span(result->program, result->values[i].at);
		if (!value_too_large(result->values[i].value))
			add_value(&listing, result->values[i].name, result->values[i].value, 0);
	}
	*count = listing.count;
	return listing.arrays;
}
