/* SPDX-License-Identifier: Apache-2.0 */
/* What annotations of a function or dataclass say of arrays, as tuples that begin with a word:
 * ("array", kind, class, dimensions) is Float[Array, "b d"], ("any", …) a union of such, ("tuple",
 * …) a tuple,
 * ("none",) None, ("number",) a class that arrays are not of, and ("open",) what is written
 * otherwise. */
#include "library/library.h"
#include "trace/eval/prelude.h"
#include "trace/state/trace.h"
#include "trace/value/class.h"

/* A tuple of a word and `room` more items, which are `items[1]` and so on. */
static const struct value **form_new(struct arena *arena, const char *word, uint32_t room)
{
	const struct value **items = arena_new(arena, const struct value *, room + 1);
	items[0] = value_string(arena, str_of(word));
	return items;
}

static const struct value *form(struct arena *arena, const char *word)
{
	return value_sequence(arena, VALUE_TUPLE, form_new(arena, word, 0), 1);
}

/* A name with its dots, or an empty text of any other expression. */
static struct str dotted_name(struct arena *arena, const struct expression *expression)
{
	if (expression->kind == EXPRESSION_NAME)
		return expression->name;
	if (expression->kind != EXPRESSION_ATTRIBUTE)
		return (struct str){0};
	struct str object = dotted_name(arena, expression->attribute.object);
	return object.len ? str_format(arena, "%.*s.%.*s", STR_ARG(object),
	                               STR_ARG(expression->attribute.name))
	                  : object;
}

/* The last part of such a name. */
static struct str last_name(const struct expression *expression)
{
	if (expression->kind == EXPRESSION_NAME)
		return expression->name;
	return expression->kind == EXPRESSION_ATTRIBUTE ? expression->attribute.name
	                                                : (struct str){0};
}

/* Float[Array, "b d"]; NULL of what is written otherwise. */
static const struct value *array_form(struct arena *arena, const struct subscript *said)
{
	const struct expression_list *index = &said->index->list;
	if (said->index->kind != EXPRESSION_TUPLE || index->count != 2 ||
	    index->items[1]->kind != EXPRESSION_STRING || index->items[1]->string.formatted)
		return NULL;
	const struct value **items = form_new(arena, "array", 3);
	items[1] = value_string(arena, last_name(said->object));
	items[2] = value_string(arena, dotted_name(arena, index->items[0]));
	items[3] = value_string(arena, index->items[1]->string.text);
	return value_sequence(arena, VALUE_TUPLE, items, 4);
}

static const struct value *form_of(struct arena *arena, const struct expression *said);

/* The form of several, with another one behind them unless it is NULL. */
static const struct value *form_of_all(struct arena *arena, const char *word,
                                       const struct expression *const *said, uint32_t count,
                                       const struct value *more)
{
	const struct value **items = form_new(arena, word, count + 1);
	for (uint32_t i = 0; i < count; i++)
		items[i + 1] = form_of(arena, said[i]);
	items[count + 1] = more;
	return value_sequence(arena, VALUE_TUPLE, items, count + 1 + (more != NULL));
}

static const struct value *form_of_subscript(struct arena *arena, const struct subscript *said)
{
	struct str name = last_name(said->object);
	const struct expression *index = said->index;
	bool many = index->kind == EXPRESSION_TUPLE;
	const struct expression *const *items = many ? index->list.items : &index;
	uint32_t count = many ? index->list.count : 1;
	if (str_equal(name, STR("Optional")))
		return form_of_all(arena, "any", &index, 1, form(arena, "none"));
	if (str_equal(name, STR("Union")))
		return form_of_all(arena, "any", items, count, NULL);
	bool repeated = count && items[count - 1]->kind == EXPRESSION_ELLIPSIS;
	if ((str_equal(name, STR("tuple")) || str_equal(name, STR("Tuple"))) && !repeated)
		return form_of_all(arena, "tuple", items, count, NULL);
	const struct value *array = array_form(arena, said);
	return array ? array : form(arena, "open");
}

static bool is_number(const struct expression *said)
{
	static const char *const classes[] = {"bool", "int", "float", "complex", "str"};
	return said->kind == EXPRESSION_NAME &&
	       str_place(said->name, classes, COUNT_OF(classes)) < COUNT_OF(classes);
}

static const struct value *form_of(struct arena *arena, const struct expression *said)
{
	if (is_number(said))
		return form(arena, "number");
	if (said->kind == EXPRESSION_NONE)
		return form(arena, "none");
	if (said->kind == EXPRESSION_SUBSCRIPT)
		return form_of_subscript(arena, &said->subscript);
	if (said->kind != EXPRESSION_BINARY || said->binary.operation != OPERATION_BIT_OR)
		return form(arena, "open");
	const struct expression *both[] = {said->binary.left, said->binary.right};
	return form_of_all(arena, "any", both, 2, NULL);
}

/* A pair of a parameter's name, or "return", and what its annotation says. */
static const struct value *annotation_pair(struct arena *arena, struct str name,
                                           const struct expression *said)
{
	const struct value **pair = arena_new(arena, const struct value *, 2);
	pair[0] = value_string(arena, name);
	pair[1] = form_of(arena, said);
	return value_sequence(arena, VALUE_TUPLE, pair, 2);
}

/* Those of the parameters that a dataclass gives its __init__. */
static const struct value *annotations_of_class(struct arena *arena,
                                                const struct class_value *class)
{
	const struct value **items = arena_new(arena, const struct value *, class->nfields);
	uint32_t count = 0;
	for (uint32_t i = 0; i < class->nfields; i++)
		if (class->fields[i].given && class->fields[i].annotation)
			items[count++] = annotation_pair(arena, class->fields[i].name,
			                                 class->fields[i].annotation);
	return value_sequence(arena, VALUE_LIST, items, count);
}

static const struct value *array_annotations(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value *f = argument(arguments, 0);
	const struct function *definition =
	    f->kind == VALUE_FUNCTION ? f->closure.definition : NULL;
	if (f->kind == VALUE_CLASS)
		return annotations_of_class(arena, f->class);
	if (!definition)
		return value_sequence(arena, VALUE_LIST, NULL, 0);
	const struct parameters *all = &definition->parameters;
	const struct value **items = arena_new(arena, const struct value *, all->count + 1);
	uint32_t count = 0;
	for (uint32_t i = 0; i < all->count; i++)
		if (all->items[i].annotation && (all->items[i].kind <= PARAMETER_NORMAL ||
		                                 all->items[i].kind == PARAMETER_KEYWORD_ONLY))
			items[count++] =
			    annotation_pair(arena, all->items[i].name, all->items[i].annotation);
	if (definition->returns)
		items[count++] = annotation_pair(arena, STR("return"), definition->returns);
	return value_sequence(arena, VALUE_LIST, items, count);
}

const struct function_row library_prelude_annotations[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("array_annotations", "f", array_annotations),
    TABLE_END,
};
