/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/annotation.h"

#include <string.h>
#include "trace/module/library_call.h"
#include "trace/state/scope.h"

bool annotation_fits(struct trace *trace, const struct value *kind, const struct value *item,
                     struct span at)
{
	if (!value_is_foreign(kind) || !str_starts_with(kind->string, STR("jaxtyping.")))
		return true;
	/* Which class of arrays it is does not matter. */
	bool class = value_is_foreign(item) && str_starts_with(item->string, STR("jaxtyping."));
	if (item->kind == VALUE_TUPLE && item->list.count == 2)
		item = value_two(trace->op.arena, &value_none, item->list.items[1]);
	const struct value *given[] = {value_string(trace->op.arena, kind->string),
	                               class ? &value_none : item};
	if (library_call(trace, "<jaxtyping>", "check_item", given, COUNT_OF(given), at))
		return true;
	if (trace->op.error.raised)
		return false;
	trace->op.error = (struct op_error){0};
	return true;
}

/* What a kind of arrays is that is written as Float, or jaxtyping.Float; NULL of anything else. */
static const struct value *kind_of(const struct trace *trace, const struct expression *written)
{
	bool dotted = written->kind == EXPRESSION_ATTRIBUTE;
	const struct expression *name = dotted ? written->attribute.object : written;
	const struct value *value = name->kind == EXPRESSION_NAME
	                                ? scope_value(trace->scope, name->name, name->name_hash)
	                                : NULL;
	if (!value || !dotted)
		return value;
	bool module = value->kind == VALUE_MODULE && strcmp(value->module->name, "jaxtyping") == 0;
	return module ? value_foreign(trace->op.arena, str_format(trace->op.arena, "jaxtyping.%.*s",
	                                                          STR_ARG(written->attribute.name)))
	              : NULL;
}

/* The item as far as it is written out: a text alone, of a tuple its texts, and of the rest
 * nothing. */
static const struct value *written_item(struct trace *trace, const struct expression *index)
{
	struct arena *arena = trace->op.arena;
	const struct expression_list *parts = &index->list;
	if (index->kind == EXPRESSION_STRING && !index->string.formatted)
		return value_string(arena, index->string.text);
	if (index->kind != EXPRESSION_TUPLE || parts->count != 2 ||
	    parts->items[1]->kind != EXPRESSION_STRING || parts->items[1]->string.formatted)
		return NULL;
	return value_two(arena, &value_none, value_string(arena, parts->items[1]->string.text));
}

/* Whether an annotation that is run fits, with those within it. */
static bool annotation_runs(struct trace *trace, const struct expression *annotation);

static bool all_run(struct trace *trace, const struct expression_list *annotations)
{
	for (uint32_t i = 0; i < annotations->count; i++)
		if (!annotation_runs(trace, annotations->items[i]))
			return false;
	return true;
}

static bool annotation_runs(struct trace *trace, const struct expression *annotation)
{
	if (annotation->kind == EXPRESSION_TUPLE)
		return all_run(trace, &annotation->list);
	if (annotation->kind == EXPRESSION_BINARY)
		return annotation_runs(trace, annotation->binary.left) &&
		       annotation_runs(trace, annotation->binary.right);
	if (annotation->kind != EXPRESSION_SUBSCRIPT)
		return true;
	const struct subscript *said = &annotation->subscript;
	const struct value *kind = kind_of(trace, said->object);
	const struct value *item = kind ? written_item(trace, said->index) : NULL;
	return annotation_runs(trace, said->index) &&
	       (!item || annotation_fits(trace, kind, item, annotation->at));
}

/* Whether annotations are run where the program stands, and any may be one of arrays. */
static bool runs_annotations(const struct trace *trace)
{
	return !trace->prelude && table_find(&trace->names.imported, STR("jaxtyping")) &&
	       !table_find(&trace->names.imported, STR("__future__"));
}

bool annotated_fits(struct trace *trace, const struct expression *annotation)
{
	bool within = trace->scope == trace->globals || trace->scope->class;
	return !within || !runs_annotations(trace) || annotation_runs(trace, annotation);
}

bool annotations_fit(struct trace *trace, const struct function *function)
{
	const struct parameters *parameters = &function->parameters;
	if (!runs_annotations(trace))
		return true;
	for (uint32_t i = 0; i < parameters->count; i++)
		if (parameters->items[i].annotation &&
		    !annotation_runs(trace, parameters->items[i].annotation))
			return false;
	return !function->returns || annotation_runs(trace, function->returns);
}
