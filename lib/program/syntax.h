/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The syntax tree of a program. It is read-only, lives in one arena and keeps everything that has a
 * meaning in Python; parentheses, comments and line breaks are gone. Spans are bytes of the
 * program's own text (program_span of program/program.h turns them into places of the file) and
 * cover what Python's `ast` says: parentheses round an operand belong to the operation, not to the
 * operand itself.
 */
#pragma once

#include "program/expression.h"
#include "program/statement_parts.h"

enum statement_kind {
	STATEMENT_BROKEN, /* not Python, or nothing that has nodes; reported, with no part kept */
	STATEMENT_EXPRESSION,
	STATEMENT_ASSIGN,
	STATEMENT_AUGMENTED_ASSIGN,
	STATEMENT_ANNOTATED_ASSIGN,
	STATEMENT_RETURN,
	STATEMENT_PASS,
	STATEMENT_BREAK,
	STATEMENT_CONTINUE,
	STATEMENT_ASSERT,
	STATEMENT_DELETE,
	STATEMENT_RAISE,
	STATEMENT_GLOBAL,
	STATEMENT_NONLOCAL,
	STATEMENT_IMPORT,
	STATEMENT_IMPORT_FROM,
	STATEMENT_FUNCTION,
	STATEMENT_CLASS,
	STATEMENT_IF,
	STATEMENT_FOR,
	STATEMENT_WHILE,
	STATEMENT_WITH,
	STATEMENT_TRY,
	STATEMENT_MATCH,
	STATEMENT_TYPE,
	STATEMENT_KIND_COUNT
};

struct statement {
	struct span at; /* of a compound statement with all of its blocks */
	uint8_t kind;   /* enum statement_kind: which member of the union holds */
	union {
		const struct expression *value; /* of an expression; of `return`, or NULL */
		struct assign assign;
		struct augmented_assign augmented_assign;
		struct annotated_assign annotated_assign;
		struct two_operands two_operands; /* of assert and raise */
		const struct expression *deleted; /* a target; of several a tuple */
		struct identifiers identifiers;   /* of global and nonlocal */
		struct imported_list imported;    /* of import */
		const struct import_from *import_from;
		const struct function *function;
		const struct class_definition *class_definition;
		const struct if_statement *if_statement;
		const struct for_loop *for_loop;
		const struct while_loop *while_loop;
		const struct with *with;
		const struct try_statement *try_statement;
		const struct match *match;
		const struct type_alias *type_alias;
	};
};
