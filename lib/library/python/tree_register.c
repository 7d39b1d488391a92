/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of the program as nodes of trees. JAX: tree_util.py register_pytree_node and its like. */
#include "library/python/python.h"
#include "trace/eval/prelude.h"
#include "trace/value/class.h"

/* The class that is to be registered, or NULL after giving up or an error, or when it is foreign as
 * all of its objects are. */
static const struct value *class_given(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0);
	if (value_is_foreign(class))
		return NULL;
	for (uint32_t i = 0; i < arguments->count; i++)
		if (arguments->values[i]->kind == VALUE_UNKNOWN)
			return trace_unknown(trace, "what is registered here is not known");
	if (class->kind == VALUE_CLASS)
		return class;
	if (class->kind == VALUE_MODULE)
		return NULL; /* a class that is not followed is an error of nobody */
	return trace_unknown(trace, "what is registered here is not known");
}

/* What a decorator gives back for a class that it cannot take. */
static const struct value *left_alone(const struct trace *trace,
                                      const struct call_arguments *arguments)
{
	return trace->op.error.unknown || trace->op.error.raised ? NULL : argument(arguments, 0);
}

static const struct value *
register_form(struct trace *trace, const struct call_arguments *arguments, enum tree_form form)
{
	const struct value *class = class_given(trace, arguments);
	if (!class)
		return left_alone(trace, arguments);
	if (class->class->tree.form != TREE_LEAF)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("Duplicate custom PyTreeDef type registration for {}.",
		                         value_repr(class)));
	class->class->tree.form = form;
	return class;
}

static const struct value *by_methods(struct trace *trace, const struct call_arguments *arguments)
{
	return register_form(trace, arguments, TREE_METHODS);
}

static const struct value *as_static(struct trace *trace, const struct call_arguments *arguments)
{
	return register_form(trace, arguments, TREE_STATIC);
}

/* With tree_flatten_with_keys; a class without it fails when it is taken apart. */
static const struct value *by_keyed_methods(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct value *class = by_methods(trace, arguments);
	if (class && class->kind == VALUE_CLASS)
		class->class->tree.flatten_with_keys =
		    class_find(class, STR("tree_flatten_with_keys"));
	return class;
}

/* The function that is argument `index`, which some releases have not; or NULL. */
static const struct value *function_given(const struct call_arguments *arguments, uint32_t index)
{
	const struct value *given = index < arguments->count ? argument(arguments, index) : NULL;
	return given && given->kind != VALUE_NONE ? given : NULL;
}

static const struct value *by_functions(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = register_form(trace, arguments, TREE_FUNCTIONS);
	if (!class)
		return NULL;
	if (class->kind == VALUE_CLASS) {
		struct tree_class *tree = &class->class->tree;
		bool keyed = strcmp(arguments->row->name, "register_pytree_node") != 0;
		tree->flatten = function_given(arguments, keyed ? 3 : 1);
		tree->unflatten = argument(arguments, 2);
		tree->flatten_with_keys = function_given(arguments, keyed ? 1 : 3);
	}
	return &value_none;
}

static bool texts_of(struct trace *trace, const struct value *value, struct value_list *texts)
{
	if (!trace_iterate(trace, value, texts))
		return false;
	for (uint32_t i = 0; i < texts->count; i++)
		if (texts->items[i]->kind != VALUE_STRING)
			return op_unknown(&trace->op, "fields that are not texts");
	return true;
}

/* The fields of a dataclass: those that are a part of the tree, or those beside it; of its __init__
 * or all. */
static struct value_list fields_named(struct trace *trace, const struct class_value *class,
                                      bool beside, bool all)
{
	const struct value **names =
	    arena_new(trace->op.arena, const struct value *, class->nfields);
	uint32_t count = 0;
	for (uint32_t i = 0; i < class->nfields; i++)
		if ((all || class->fields[i].given) && class->fields[i].is_static == beside)
			names[count++] = value_string(trace->op.arena, class->fields[i].name);
	return (struct value_list){names, count};
}

static bool is_listed(const struct value_list *list, struct str name)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (str_equal(list->items[i]->string, name))
			return true;
	return false;
}

/* Adds the names that are no fields of the __init__ of a dataclass, or are those of dropped ones.
 */
static void add_unexpected(struct buf *text, const struct class_value *class,
                           const struct value_list *names, const struct value_list *dropped)
{
	for (uint32_t i = 0; i < names->count; i++) {
		struct str name = names->items[i]->string;
		bool given = false;
		for (uint32_t j = 0; j < class->nfields && !given; j++)
			given = class->fields[j].given && str_equal(class->fields[j].name, name);
		if (!given || is_listed(dropped, name))
			buf_printf(text, "%s'%.*s'", text->len ? ", " : "", STR_ARG(name));
	}
}

/* Every field of a dataclass must be named, and nothing else. JAX: tree_util.py register_dataclass.
 */
static bool check_fields(struct trace *trace, const struct class_value *class,
                         const struct value_list *dropped)
{
	struct buf missing = op_buf(&trace->op), other = op_buf(&trace->op);
	if (class->form == CLASS_DATACLASS) {
		add_unexpected(&other, class, &class->tree.data, dropped);
		add_unexpected(&other, class, &class->tree.meta, dropped);
	}
	for (uint32_t i = 0; class->form == CLASS_DATACLASS && i < class->nfields; i++) {
		struct str name = class->fields[i].name;
		if (!class->fields[i].given || is_listed(&class->tree.data, name) ||
		    is_listed(&class->tree.meta, name) || is_listed(dropped, name))
			continue;
		buf_printf(&missing, "%s'%.*s'", missing.len ? ", " : "", STR_ARG(name));
	}
	if (!missing.len && !other.len)
		return true;
	struct str lacks = phrase(&trace->op,
	                          " Missing fields: {{{}}}. Add them to drop_fields to suppress "
	                          "this error.",
	                          &missing),
		   has = phrase(&trace->op, " Unexpected fields: {{{}}}.", &other);
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("data_fields and meta_fields must include all dataclass fields with "
	                   "``init=True`` and only them.{}{}",
	                   missing.len ? lacks : STR(""), other.len ? has : STR("")));
}

static const struct value *by_fields(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *data = argument(arguments, 1), *meta = argument(arguments, 2);
	struct value_list dropped;
	const struct value *class = register_form(trace, arguments, TREE_FIELDS);
	if (!class || class->kind != VALUE_CLASS)
		return class;
	struct class_value *facts = class->class;
	if (data->kind == VALUE_NONE) {
		if (facts->form != CLASS_DATACLASS)
			return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
			                    TEXT("register_dataclass: data_fields and meta_fields "
			                         "are required when nodetype is not a dataclass. "
			                         "Got nodetype={}.",
			                         value_repr(class)));
		facts->tree.data = fields_named(trace, facts, false, false);
		facts->tree.meta = fields_named(trace, facts, true, false);
		return class;
	}
	if (!texts_of(trace, data, &facts->tree.data) ||
	    !texts_of(trace, meta, &facts->tree.meta) ||
	    !texts_of(trace, argument(arguments, 3), &dropped))
		return NULL;
	return check_fields(trace, facts, &dropped) ? class : NULL;
}

/* The same of a class of the prelude whose objects are made of their fields and nothing else. */
static const struct value *by_plain_fields(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct value *class = by_fields(trace, arguments);
	if (class && class->kind == VALUE_CLASS)
		class->class->tree.plain = true;
	return class;
}

/* Objects of a dataclass with those of its fields that they have, which never change once the
 * object is made. */
static const struct value *by_attributes(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0);
	struct class_value *facts = class->class;
	facts->tree.form = TREE_ATTRIBUTES;
	facts->tree.data = fields_named(trace, facts, false, true);
	facts->tree.meta = fields_named(trace, facts, true, true);
	return class;
}

/* A class with functions that take the dict `_mapping` of its objects apart by their keys. */
static const struct value *by_mapping(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *done = by_functions(trace, arguments), *class = argument(arguments, 0);
	if (!done || class->kind != VALUE_CLASS)
		return done;
	class->class->tree.make_step = argument(arguments, 4);
	class->class->tree.steps = value_new(trace->op.arena, VALUE_DICT);
	return done;
}

/* From here on the object keeps the attributes it has. */
static const struct value *seal(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *object = value_changed(trace, argument(arguments, 0));
	object->object.sealed = true;
	return object;
}

const struct function_row library_tree_register[] = {
    MODULE("jax.tree_util"),
    FUNCTION("register_pytree_node_class", "cls", by_methods),
    FUNCTION("register_pytree_with_keys_class", "cls", by_keyed_methods),
    FUNCTION("register_static", "cls", as_static, .since = "0.5.0"),
    FUNCTION("register_pytree_node", "nodetype, flatten_func, unflatten_func", by_functions,
             .until = "0.4.38", .takes_unknown = true),
    FUNCTION("register_pytree_node",
             "nodetype, flatten_func, unflatten_func, flatten_with_keys_func=None", by_functions,
             .since = "0.4.38", .takes_unknown = true),
    FUNCTION("register_pytree_with_keys",
             "nodetype, flatten_with_keys, unflatten_func, flatten_func=None", by_functions,
             .takes_unknown = true),
    FUNCTION("register_dataclass", "nodetype, data_fields=None, meta_fields=None, drop_fields=()",
             by_fields, .takes_unknown = true),
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("register_attributes", "cls", by_attributes),
    FUNCTION("seal", "x", seal),
    FUNCTION("register_fields", "nodetype, data_fields=None, meta_fields=None, drop_fields=()",
             by_fields),
    FUNCTION("register_mapping",
             "nodetype, flatten_with_keys, unflatten_func, flatten_func, make_step", by_mapping),
    FUNCTION("register_plain_fields", "nodetype, data_fields, meta_fields, drop_fields=()",
             by_plain_fields),
    TABLE_END,
};
