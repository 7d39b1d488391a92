/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/syntax_tree.h"

#include <assert.h>

#include "program/names.h"
#include "program/visit.h"

static struct expression *tree_node(const struct tree_maker *maker, enum expression_kind kind)
{
	struct expression *made = arena_new(maker->arena, struct expression, 1);
	made->at = maker->at;
	made->kind = (uint8_t)kind;
	return made;
}

static const struct expression *name_node(const struct tree_maker *maker, struct str name)
{
	struct expression *made = tree_node(maker, EXPRESSION_NAME);
	made->name = name;
	made->name_hash = table_hash(name);
	made->found = arena_new(maker->arena, struct name_found, 1);
	return made;
}

const struct expression *tree_attribute(const struct tree_maker *maker,
                                        const struct expression *object, struct str name)
{
	struct expression *made = tree_node(maker, EXPRESSION_ATTRIBUTE);
	made->attribute = (struct attribute){object, name, maker->at};
	return made;
}

const struct expression *tree_dotted(const struct tree_maker *maker, struct str dotted)
{
	size_t end = str_find(dotted, '.', 0);
	const struct expression *made = name_node(maker, str_slice(dotted, 0, end));
	while (end < dotted.len) {
		size_t start = end + 1;
		end = str_find(dotted, '.', start);
		made = tree_attribute(maker, made, str_slice(dotted, start, end));
	}
	return made;
}

const struct expression *tree_subscript(const struct tree_maker *maker,
                                        const struct expression *object,
                                        const struct expression *index)
{
	struct expression *made = tree_node(maker, EXPRESSION_SUBSCRIPT);
	made->subscript = (struct subscript){object, index};
	return made;
}

/* A call with room for arguments, of which none is there yet. */
static const struct expression *call_node(const struct tree_maker *maker,
                                          const struct expression *function,
                                          const struct argument *arguments, uint32_t count)
{
	struct expression *made = tree_node(maker, EXPRESSION_CALL);
	struct call *call = arena_new(maker->arena, struct call, 1);
	*call = (struct call){function, {arguments, count}, maker->at};
	made->call = call;
	return made;
}

const struct expression *tree_call(const struct tree_maker *maker,
                                   const struct expression *function,
                                   const struct expression *const *arguments, uint32_t count)
{
	struct argument *items = arena_new(maker->arena, struct argument, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = (struct argument){
		    .kind = ARGUMENT_POSITIONAL, .at = maker->at, .value = arguments[i]};
	return call_node(maker, function, items, count);
}

const struct expression *tree_call_names(const struct tree_maker *maker,
                                         const struct expression *function, const struct str *names,
                                         uint32_t count)
{
	const struct expression **arguments =
	    arena_new(maker->arena, const struct expression *, count);
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = name_node(maker, names[i]);
	return tree_call(maker, function, arguments, count);
}

const struct expression *tree_with_keyword(const struct tree_maker *maker,
                                           const struct expression *call, struct str keyword,
                                           const struct expression *value)
{
	assert(call->kind == EXPRESSION_CALL);
	const struct arguments *old = &call->call->arguments;
	struct argument *items = arena_new(maker->arena, struct argument, old->count + 1);
	for (uint32_t i = 0; i < old->count; i++)
		items[i] = old->items[i];
	items[old->count] = (struct argument){.kind = ARGUMENT_KEYWORD,
	                                      .at = maker->at,
	                                      .keyword = keyword,
	                                      .name_at = maker->at,
	                                      .value = value};
	return call_node(maker, call->call->function, items, old->count + 1);
}

const struct expression *tree_without_argument(const struct tree_maker *maker,
                                               const struct expression *call, uint32_t index)
{
	assert(call->kind == EXPRESSION_CALL);
	const struct arguments *old = &call->call->arguments;
	struct argument *items = arena_new(maker->arena, struct argument, old->count);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < old->count; i++)
		if (i != index)
			items[kept++] = old->items[i];
	return call_node(maker, call->call->function, items, kept);
}

const struct expression *tree_lambda(const struct tree_maker *maker, const struct str *names,
                                     uint32_t count, const struct expression *body)
{
	struct expression *made = tree_node(maker, EXPRESSION_LAMBDA);
	struct lambda *lambda = arena_new(maker->arena, struct lambda, 1);
	struct parameter *parameters = arena_new(maker->arena, struct parameter, count);
	for (uint32_t i = 0; i < count; i++)
		parameters[i] = (struct parameter){
		    .kind = PARAMETER_NORMAL, .name = names[i], .name_at = maker->at};
	lambda->parameters = (struct parameters){parameters, count};
	lambda->body = body;
	lambda->names = lambda_names(maker->arena, lambda);
	made->lambda = lambda;
	return made;
}

static const struct expression *list_node(const struct tree_maker *maker, enum expression_kind kind,
                                          const struct expression *const *items, uint32_t count)
{
	struct expression *made = tree_node(maker, kind);
	made->list = (struct expression_list){items, count};
	return made;
}

const struct expression *tree_index_behind(const struct tree_maker *maker, uint32_t before,
                                           const struct expression *index)
{
	if (!before)
		return index;
	const struct expression **items =
	    arena_new(maker->arena, const struct expression *, before + 1);
	for (uint32_t i = 0; i < before; i++)
		items[i] = tree_node(maker, EXPRESSION_SLICE);
	items[before] = index;
	return list_node(maker, EXPRESSION_TUPLE, items, before + 1);
}

static const struct expression *axis_node(const struct tree_maker *maker,
                                          const struct abstract_mesh *mesh, uint8_t axis)
{
	struct expression *made = tree_node(maker, EXPRESSION_STRING);
	made->string = (struct string){.text = mesh->mesh->axes[axis].name,
	                               .made = arena_new(maker->arena, const void *, 1)};
	return made;
}

/* None, 'x' or ('x', 'y'). */
static const struct expression *entry_node(const struct tree_maker *maker,
                                           const struct abstract_mesh *mesh, struct dim_axes entry)
{
	if (!entry.count)
		return tree_node(maker, EXPRESSION_NONE);
	if (entry.count == 1)
		return axis_node(maker, mesh, entry.axes[0]);
	const struct expression **axes =
	    arena_new(maker->arena, const struct expression *, entry.count);
	for (uint32_t i = 0; i < entry.count; i++)
		axes[i] = axis_node(maker, mesh, entry.axes[i]);
	return list_node(maker, EXPRESSION_TUPLE, axes, entry.count);
}

const struct expression *tree_spec(const struct tree_maker *maker,
                                   const struct sharding_request *sharding)
{
	const struct expression **entries =
	    arena_new(maker->arena, const struct expression *, sharding->count);
	for (uint32_t i = 0; i < sharding->count; i++)
		entries[i] = entry_node(maker, sharding->mesh, sharding->spec[i]);
	return tree_call(maker, name_node(maker, STR("P")), entries, sharding->count);
}

/* What stands in the place of `from` is `to`. */
struct replacing {
	const struct tree_maker *maker;
	const struct expression *from, *to;
};

static const struct expression *replaced(const struct replacing *replacing,
                                         const struct expression *tree);

static void replace_in_list(const struct replacing *replacing, struct expression *made)
{
	const struct expression **items =
	    arena_new(replacing->maker->arena, const struct expression *, made->list.count);
	for (uint32_t i = 0; i < made->list.count; i++)
		items[i] = replaced(replacing, made->list.items[i]);
	made->list.items = items;
}

static const struct expression *replace_in_call(const struct replacing *replacing,
                                                const struct call *call)
{
	const struct arguments *old = &call->arguments;
	struct argument *items = arena_new(replacing->maker->arena, struct argument, old->count);
	for (uint32_t i = 0; i < old->count; i++) {
		items[i] = old->items[i];
		items[i].value = replaced(replacing, items[i].value);
	}
	return call_node(replacing->maker, replaced(replacing, call->function), items, old->count);
}

static void replace_in_comparison(const struct replacing *replacing, struct comparison *made)
{
	struct comparison_link *links =
	    arena_new(replacing->maker->arena, struct comparison_link, made->count);
	for (uint32_t i = 0; i < made->count; i++) {
		links[i] = made->links[i];
		links[i].operand = replaced(replacing, links[i].operand);
	}
	made->first = replaced(replacing, made->first);
	made->links = links;
}

static void replace_in_lambda(const struct replacing *replacing, struct expression *made)
{
	struct lambda *lambda = arena_new(replacing->maker->arena, struct lambda, 1);
	*lambda = *made->lambda;
	lambda->body = replaced(replacing, lambda->body);
	made->lambda = lambda;
	made->at = replacing->maker->at;
}

static void replace_in_places(const struct replacing *replacing, struct expression *made)
{
	const struct expression_places *places =
	    expression_places((enum expression_kind)made->kind);
	for (uint32_t i = 0; i < places->count; i++) {
		const struct expression *part =
		    replaced(replacing, *expression_part(made, places->offsets[i]));
		memcpy((char *)made + places->offsets[i], &part, sizeof(part));
	}
}

static const struct expression *replaced(const struct replacing *replacing,
                                         const struct expression *tree)
{
	if (tree == replacing->from)
		return replacing->to;
	struct expression *made = tree_node(replacing->maker, tree->kind);
	*made = *tree;
	switch (tree->kind) {
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
		replace_in_list(replacing, made);
		return made;
	case EXPRESSION_CALL:
		return replace_in_call(replacing, tree->call);
	case EXPRESSION_LAMBDA:
		replace_in_lambda(replacing, made);
		return made;
	case EXPRESSION_COMPARISON:
		replace_in_comparison(replacing, &made->comparison);
		return made;
	case EXPRESSION_UNARY:
	case EXPRESSION_BINARY:
	case EXPRESSION_ATTRIBUTE:
	case EXPRESSION_SUBSCRIPT:
		replace_in_places(replacing, made);
		return made;
	default:
		return tree;
	}
}

const struct expression *tree_replace(const struct tree_maker *maker, const struct expression *tree,
                                      const struct expression *from, const struct expression *to)
{
	return replaced(&(struct replacing){maker, from, to}, tree);
}

struct str tree_names_text(const struct tree_maker *maker, const struct str *names, uint32_t count)
{
	struct buf text = {.arena = maker->arena};
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&text, "%s%.*s", i ? ", " : "", STR_ARG(names[i]));
	return buf_str(&text);
}
