/* SPDX-License-Identifier: Apache-2.0 */
/* What annotations of a function or dataclass say, as tuples that begin with a word: ("array",
 * kind, class, dimensions) is Float[Array, "b d"], ("any", …) a union, ("tuple", …) a tuple,
 * ("none",) None, ("pytree", leaves, structure) PyTree[…, "T"], ("python", name) a class of Python,
 * ("class", class) one of the program, and
 * ("open",) what is written otherwise. */
#include "library/library.h"
#include "trace/eval/prelude.h"
#include "trace/state/scope.h"
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

static const struct value *array_form_of(struct arena *arena, struct str kind, struct str class,
                                         struct str dimensions)
{
	const struct value **items = form_new(arena, "array", 3);
	items[1] = value_string(arena, kind);
	items[2] = value_string(arena, class);
	items[3] = value_string(arena, dimensions);
	return value_sequence(arena, VALUE_TUPLE, items, 4);
}

/* Float[Array, "b d"]; NULL of what is written otherwise. */
static const struct value *array_form(struct arena *arena, const struct subscript *said)
{
	const struct expression_list *index = &said->index->list;
	if (said->index->kind != EXPRESSION_TUPLE || index->count != 2 ||
	    index->items[1]->kind != EXPRESSION_STRING || index->items[1]->string.formatted)
		return NULL;
	return array_form_of(arena, last_name(said->object), dotted_name(arena, index->items[0]),
	                     index->items[1]->string.text);
}

static const struct value *form_of(struct arena *arena, const struct scope *scope,
                                   const struct expression *said);

/* The form of several, with another one behind them unless it is NULL. */
static const struct value *form_of_all(struct arena *arena, const struct scope *scope,
                                       const char *word, const struct expression *const *said,
                                       uint32_t count, const struct value *more)
{
	const struct value **items = form_new(arena, word, count + 1);
	for (uint32_t i = 0; i < count; i++)
		items[i + 1] = form_of(arena, scope, said[i]);
	items[count + 1] = more;
	return value_sequence(arena, VALUE_TUPLE, items, count + 1 + (more != NULL));
}

/* The class that a name, or a subscript of it as list[int], says by being one of Python's. */
static const struct value *form_of_python(struct arena *arena, const struct expression *said)
{
	static const char *const classes[] = {"bool", "int",  "float", "complex",
	                                      "str",  "dict", "list"};
	size_t place = said->kind == EXPRESSION_NAME
	                   ? str_place(said->name, classes, COUNT_OF(classes))
	                   : COUNT_OF(classes);
	if (place == COUNT_OF(classes))
		return NULL;
	const struct value **items = form_new(arena, "python", 1);
	items[1] = value_string(arena, said->name);
	return value_sequence(arena, VALUE_TUPLE, items, 2);
}

/* PyTree[Float[Array, "b d"], "T"], whose structure has no name where none is said; NULL of what is
 * written otherwise. */
static const struct value *form_of_tree(struct arena *arena, const struct scope *scope,
                                        const struct expression *const *said, uint32_t count)
{
	const struct expression *structure = count == 2 ? said[1] : NULL;
	if (!count || count > 2 || (structure && structure->kind != EXPRESSION_STRING))
		return NULL;
	const struct value **items = form_new(arena, "pytree", 2);
	items[1] = form_of(arena, scope, said[0]);
	items[2] = value_string(arena, structure ? structure->string.text : STR(""));
	return value_sequence(arena, VALUE_TUPLE, items, 3);
}

static const struct value *form_of_subscript(struct arena *arena, const struct scope *scope,
                                             const struct subscript *said)
{
	struct str name = last_name(said->object);
	const struct expression *index = said->index;
	bool many = index->kind == EXPRESSION_TUPLE;
	const struct expression *const *items = many ? index->list.items : &index;
	uint32_t count = many ? index->list.count : 1;
	if (str_equal(name, STR("Optional")))
		return form_of_all(arena, scope, "any", &index, 1, form(arena, "none"));
	if (str_equal(name, STR("Union")))
		return form_of_all(arena, scope, "any", items, count, NULL);
	bool repeated = count && items[count - 1]->kind == EXPRESSION_ELLIPSIS;
	if ((str_equal(name, STR("tuple")) || str_equal(name, STR("Tuple"))) && !repeated)
		return form_of_all(arena, scope, "tuple", items, count, NULL);
	const struct value *known = str_equal(name, STR("PyTree"))
	                                ? form_of_tree(arena, scope, items, count)
	                                : array_form(arena, said);
	known = known ? known : form_of_python(arena, said->object);
	return known ? known : form(arena, "open");
}

/* What Float[Array, "b d"] under a name of its own says; NULL of any other text. */
static const struct value *form_of_alias(struct arena *arena, struct str text)
{
	static const char home[] = "jaxtyping.";
	size_t open = str_find(text, '[', 0), comma = str_find(text, ',', open);
	if (!str_starts_with(text, str_of(home)) || comma >= text.len)
		return NULL;
	return array_form_of(arena, str_slice(text, sizeof home - 1, open),
	                     str_slice(text, open + 1, comma),
	                     str_slice(text, comma + 2, text.len - 1));
}

/* What a name of jaxtyping stands for that is no kind of arrays; NULL of any other. jaxtyping:
 * __init__.py. */
static const struct value *form_of_given_name(struct arena *arena, struct str text)
{
	if (str_equal(text, STR("jaxtyping.Scalar")))
		return array_form_of(arena, STR("Shaped"), STR("Array"), STR(""));
	if (!str_equal(text, STR("jaxtyping.PRNGKeyArray")))
		return NULL;
	const struct value **items = form_new(arena, "any", 3);
	items[1] = array_form_of(arena, STR("Key"), STR("Array"), STR(""));
	items[2] = array_form_of(arena, STR("UInt32"), STR("Array"), STR("2"));
	items[3] = array_form_of(arena, STR("UInt32"), STR("Array"), STR("4"));
	return value_sequence(arena, VALUE_TUPLE, items, 4);
}

/* Whether an object is of the class only when Python made it of it: protocols and typed dicts are
 * asked for what they look like. */
static bool is_by_name(const struct class_value *class)
{
	bool named_tuple = class->form == CLASS_NAMED_TUPLE;
	for (uint32_t i = 0; i < class->norder; i++) {
		const struct class_value *one = class->order[i]->class;
		bool root = strcmp(one->name.s, "object") == 0 ||
		            (named_tuple && strcmp(one->name.s, "NamedTuple") == 0);
		if (one->by_abc || one->in_part || (one->is_builtin && !root))
			return false;
	}
	return named_tuple || class->form == CLASS_PLAIN || class->form == CLASS_DATACLASS;
}

/* What a name stands for, in the scope of the function or around it. */
static const struct value *form_of_name(struct arena *arena, const struct scope *scope,
                                        struct str name)
{
	const struct value *value = scope_value(scope, name, table_hash(name));
	const struct value *alias =
	    value && value->kind == VALUE_UNKNOWN ? form_of_alias(arena, value->string) : NULL;
	if (!alias && value && value->kind == VALUE_UNKNOWN)
		alias = form_of_given_name(arena, value->string);
	if (alias || !value || value->kind != VALUE_CLASS || !is_by_name(value->class))
		return alias ? alias : form(arena, "open");
	const struct value **items = form_new(arena, "class", 1);
	items[1] = value;
	return value_sequence(arena, VALUE_TUPLE, items, 2);
}

static const struct value *form_of(struct arena *arena, const struct scope *scope,
                                   const struct expression *said)
{
	const struct value *of_python = form_of_python(arena, said);
	if (of_python)
		return of_python;
	if (said->kind == EXPRESSION_NONE)
		return form(arena, "none");
	if (said->kind == EXPRESSION_NAME)
		return form_of_name(arena, scope, said->name);
	if (said->kind == EXPRESSION_SUBSCRIPT)
		return form_of_subscript(arena, scope, &said->subscript);
	if (said->kind != EXPRESSION_BINARY || said->binary.operation != OPERATION_BIT_OR)
		return form(arena, "open");
	const struct expression *both[] = {said->binary.left, said->binary.right};
	return form_of_all(arena, scope, "any", both, 2, NULL);
}

/* A pair of a parameter's name, or "return", and what its annotation says. */
static const struct value *annotation_pair(struct arena *arena, const struct scope *scope,
                                           struct str name, const struct expression *said)
{
	const struct value **pair = arena_new(arena, const struct value *, 2);
	pair[0] = value_string(arena, name);
	pair[1] = form_of(arena, scope, said);
	return value_sequence(arena, VALUE_TUPLE, pair, 2);
}

/* Those of the parameters that a dataclass gives its __init__. */
static const struct value *annotations_of_class(struct trace *trace,
                                                const struct class_value *class)
{
	struct arena *arena = trace->op.arena;
	const struct value **items = arena_new(arena, const struct value *, class->nfields);
	uint32_t count = 0;
	bool named_tuple = class->form == CLASS_NAMED_TUPLE;
	for (uint32_t i = 0; i < class->nfields; i++)
		if ((class->fields[i].given || named_tuple) && class->fields[i].annotation)
			items[count++] =
			    annotation_pair(arena, trace->globals, class->fields[i].name,
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
		return annotations_of_class(trace, f->class);
	if (!definition)
		return value_sequence(arena, VALUE_LIST, NULL, 0);
	const struct scope *scope = f->closure.scope;
	const struct parameters *all = &definition->parameters;
	const struct value **items = arena_new(arena, const struct value *, all->count + 1);
	uint32_t count = 0;
	for (uint32_t i = 0; i < all->count; i++)
		if (all->items[i].annotation && (all->items[i].kind <= PARAMETER_NORMAL ||
		                                 all->items[i].kind == PARAMETER_KEYWORD_ONLY))
			items[count++] = annotation_pair(arena, scope, all->items[i].name,
			                                 all->items[i].annotation);
	if (definition->returns)
		items[count++] = annotation_pair(arena, scope, STR("return"), definition->returns);
	return value_sequence(arena, VALUE_LIST, items, count);
}

/* The dotted name of what is not known, as of a checker of types; empty of anything else. */
static const struct value *foreign_name(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool foreign = x->kind == VALUE_UNKNOWN;
	return value_string(trace->op.arena, foreign ? x->string : STR(""));
}

const struct function_row library_prelude_annotations[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("foreign_name", "x", foreign_name, .takes_unknown = true),
    FUNCTION("array_annotations", "f", array_annotations),
    TABLE_END,
};
