/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/import_line.h"

/* What must stay in front: a docstring, and imports of what changes the language. */
static bool stays_first(const struct statement *statement, bool is_first)
{
	if (is_first && statement->kind == STATEMENT_EXPRESSION)
		return statement->value->kind == EXPRESSION_STRING;
	return statement->kind == STATEMENT_IMPORT_FROM &&
	       str_equal(statement->import_from->module, STR("__future__"));
}

static bool is_import(const struct statement *statement)
{
	return statement->kind == STATEMENT_IMPORT || statement->kind == STATEMENT_IMPORT_FROM;
}

/* The byte at which a statement begins, its decorators included. */
static uint32_t start_of(const struct statement *statement)
{
	struct expression_list decorators = {0};
	if (statement->kind == STATEMENT_FUNCTION)
		decorators = statement->function->decorators;
	else if (statement->kind == STATEMENT_CLASS)
		decorators = statement->class_definition->decorators;
	return decorators.count ? decorators.items[0]->at.offset : statement->at.offset;
}

/* The start of the line that the byte stands on; false when something else is in front of it. */
static bool line_of(struct str text, uint32_t at, uint32_t *offset)
{
	*offset = at;
	while (*offset > 0 && text.s[*offset - 1] != '\n')
		--*offset;
	struct str before = str_trim(str_slice(text, *offset, at));
	return before.len == 0 || str_equal(before, STR("@"));
}

bool import_place(const struct program *program, uint32_t user, uint32_t *offset)
{
	const struct statement *chosen = NULL;
	for (uint32_t i = 0; i < program->body.count; i++) {
		const struct statement *statement = &program->body.items[i];
		if (statement->at.offset > user)
			break;
		if (stays_first(statement, i == 0))
			chosen = NULL;
		else if (!chosen || (is_import(statement) && !is_import(chosen)))
			chosen = statement;
	}
	return chosen && line_of(program->text, start_of(chosen), offset);
}
