/* SPDX-License-Identifier: Apache-2.0 */
/* Every definition of the prelude can be read by the interpreter, and every name in it is there. */
#include "library/library.h"
#include "program/visit.h"
#include "testing/testing.h"
#include "trace/eval/prelude.h"

/* One definition that is looked through. */
struct reading {
	const struct prelude_file *file;
	struct table bound; /* names that it gives values itself */
	struct arena *arena;
	bool binds; /* the first time through, in which these are collected */
};

static void bind(struct reading *reading, struct str name)
{
	bool added;
	(void)table_add(reading->arena, &reading->bound, name, 0, &added);
}

static void bind_parameters(struct reading *reading, const struct parameters *parameters)
{
	for (uint32_t i = 0; i < parameters->count; i++)
		bind(reading, parameters->items[i].name);
}

static void bind_target(struct reading *reading, const struct expression *target)
{
	if (target->kind == EXPRESSION_NAME)
		bind(reading, target->name);
	else if (target->kind == EXPRESSION_STARRED)
		bind_target(reading, target->operand);
	else if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST)
		for (uint32_t i = 0; i < target->list.count; i++)
			bind_target(reading, target->list.items[i]);
}

/* Whether the library has module.name in some release. */
static bool library_has(const char *module, struct str name)
{
	for (uint32_t i = 0; i < jax_library.ntables; i++) {
		bool inside = false;
		for (const struct function_row *row = jax_library.tables[i]; row->name; row++) {
			if (!row->call)
				inside = strcmp(row->name, module) == 0;
			else if (inside && str_equal(str_of(row->name), name))
				return true;
		}
	}
	return false;
}

/* The module that a global name stands for, or NULL. */
static const char *module_of(struct str name)
{
	for (uint32_t i = 0; i < jax_library.nglobals; i++)
		if (str_equal(str_of(jax_library.globals[i].name), name))
			return jax_library.globals[i].meaning;
	return NULL;
}

static bool is_class(struct str name)
{
	static const char *const classes[] = {
#define CLASS(module, name, bases) name,
#include "trace/state/builtin_class.def"
#undef CLASS
	};
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		if (str_equal(str_of(classes[i]), name))
			return true;
	return false;
}

static bool is_there(const struct reading *reading, struct str name)
{
	for (uint32_t i = 0; i < reading->file->count; i++)
		if (str_equal(str_of(reading->file->names[i].name), name))
			return true;
	return table_find(&reading->bound, name) || module_of(name) ||
	       library_has("builtins", name) || is_class(name) ||
	       library_has(PRELUDE_INTRINSICS, name);
}

static bool is_module(const char *name)
{
	for (uint32_t i = 0; i < jax_library.ntables; i++)
		for (const struct function_row *row = jax_library.tables[i]; row->name; row++)
			if (!row->call && strcmp(row->name, name) == 0)
				return true;
	return false;
}

/* jnp.name: the library has it. */
static void look_at_attribute(const struct reading *reading, const struct attribute *attribute)
{
	const struct expression *object = attribute->object;
	const char *module = object->kind == EXPRESSION_NAME ? module_of(object->name) : NULL;
	if (!module || !is_module(module) || table_find(&reading->bound, object->name))
		return;
	const char *inner =
	    str_format(reading->arena, "%s.%.*s", module, STR_ARG(attribute->name)).s;
	cr_expect(library_has(module, attribute->name) || is_module(inner),
	          "%s.py: %s is not there", reading->file->name, inner);
}

static void look_at_expression(void *context, const struct expression *expression)
{
	struct reading *reading = context;
	struct visitor visitor = {look_at_expression, NULL, reading};
	if (reading->binds && expression->kind == EXPRESSION_LAMBDA)
		bind_parameters(reading, &expression->lambda->parameters);
	if (reading->binds && expression->kind == EXPRESSION_COMPREHENSION)
		for (uint32_t i = 0; i < expression->comprehension->count; i++)
			bind_target(reading, expression->comprehension->clauses[i].target);
	if (!reading->binds && expression->kind == EXPRESSION_NAME)
		cr_expect(is_there(reading, expression->name), "%s.py: %.*s is not there",
		          reading->file->name, STR_ARG(expression->name));
	if (!reading->binds && expression->kind == EXPRESSION_ATTRIBUTE)
		look_at_attribute(reading, &expression->attribute);
	visit_expression(&visitor, expression);
}

/* The names that a definition, or the body of a class, gives values. */
static void bind_locals(struct reading *reading, const struct parameters *parameters,
                        const struct block *body)
{
	const struct table *locals = function_locals(reading->arena, parameters, body);
	for (uint32_t i = 0; i < locals->count; i++)
		bind(reading, locals->entries[i].key);
}

static void look_at_block(void *context, const struct block *block)
{
	struct reading *reading = context;
	struct visitor visitor = {look_at_expression, look_at_block, reading};
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		if (reading->binds && statement->kind == STATEMENT_FUNCTION) {
			bind(reading, statement->function->name);
			bind_locals(reading, &statement->function->parameters,
			            &statement->function->body);
		}
		if (reading->binds && statement->kind == STATEMENT_CLASS)
			bind_locals(reading, &(const struct parameters){NULL, 0},
			            &statement->class_definition->body);
		visit_statement(&visitor, statement);
	}
}

static void look_at_name(const struct prelude_file *file, uint32_t number)
{
	struct arena arena = {0};
	struct reading reading = {.file = file, .arena = &arena};
	const struct statement *definition;
	const struct expression *constant;
	prelude_read(&arena, file, number, &definition, &constant);
	for (int time = 0; time < 2; time++) {
		reading.binds = time == 0;
		if (definition)
			look_at_block(&reading, &(const struct block){definition, 1});
		else
			look_at_expression(&reading, constant);
	}
	arena_drop(&arena);
}

Test(prelude, every_name_is_there)
{
	cr_expect_geq(jax_library.npreludes, 2u);
	for (uint32_t i = 0; i < jax_library.npreludes; i++) {
		cr_expect_eq(jax_library.preludes[i]->number, i);
		for (uint32_t j = 0; j < jax_library.preludes[i]->count; j++)
			if (!jax_library.preludes[i]->names[j].from)
				look_at_name(jax_library.preludes[i], j);
	}
}
