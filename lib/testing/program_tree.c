/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program_tree.h"

const struct program *read_text(struct arena *arena, struct arena *scratch, struct str text,
                                struct diags *diags)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct node *scalar = arena_new(arena, struct node, 1);
	*source = (struct source){STR("program.yaml"), text};
	*scalar = (struct node){.at = {0, (uint32_t)text.len}, .kind = NODE_SCALAR};
	scalar->style = STYLE_LITERAL;
	scalar->count = (uint32_t)text.len;
	scalar->text = text.s;
	return program_read(arena, scratch, source, scalar, diags);
}

static void dump_name(const struct dumper *dumper, const char *name, struct span at)
{
	buf_puts(dumper->out, name);
	if (dumper->spans)
		buf_printf(dumper->out, "@%u+%u", at.offset, at.length);
}

static void dump_open(const struct dumper *dumper, const char *name, struct span at)
{
	buf_putc(dumper->out, '(');
	dump_name(dumper, name, at);
}

static void dump_close(const struct dumper *dumper)
{
	buf_putc(dumper->out, ')');
}

/* A part of a node; "_" for one that is not there. */
static void dump_part(const struct dumper *dumper, const struct expression *part)
{
	buf_putc(dumper->out, ' ');
	if (part)
		dump_expression(dumper, part);
	else
		buf_putc(dumper->out, '_');
}

static void dump_text(const struct dumper *dumper, struct str text)
{
	buf_puts(dumper->out, text.len ? " " : " _");
	buf_add(dumper->out, text);
}

static void dump_list(const struct dumper *dumper, const struct expression_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		dump_part(dumper, list->items[i]);
}

static void dump_string(const struct dumper *dumper, const struct string *string)
{
	if (string->formatted) {
		buf_puts(dumper->out, " f");
		return;
	}
	buf_puts(dumper->out, string->bytes ? " b\"" : " \"");
	for (size_t i = 0; i < string->text.len; i++) {
		unsigned char c = (unsigned char)string->text.s[i];
		bool plain = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
		buf_printf(dumper->out, plain ? "%c" : "\\x%02x", c);
	}
	buf_putc(dumper->out, '"');
}

static void dump_literal(const struct dumper *dumper, const struct expression *expression)
{
	static const char *const names[EXPRESSION_KIND_COUNT] = {
	    [EXPRESSION_BROKEN] = "broken", [EXPRESSION_NAME] = "name",
	    [EXPRESSION_NONE] = "None",     [EXPRESSION_BOOLEAN] = "bool",
	    [EXPRESSION_ELLIPSIS] = "...",  [EXPRESSION_INTEGER] = "int",
	    [EXPRESSION_FLOAT] = "float",   [EXPRESSION_IMAGINARY] = "imaginary",
	    [EXPRESSION_STRING] = "string",
	};
	dump_open(dumper, names[expression->kind], expression->at);
	if (expression->kind == EXPRESSION_NAME)
		dump_text(dumper, expression->name);
	else if (expression->kind == EXPRESSION_BOOLEAN)
		buf_puts(dumper->out, expression->boolean ? " True" : " False");
	else if (expression->kind == EXPRESSION_INTEGER && expression->integer.fits)
		buf_printf(dumper->out, " %lld", (long long)expression->integer.value);
	else if (expression->kind == EXPRESSION_INTEGER)
		buf_printf(dumper->out, " big %.17g", expression->integer.nearest);
	else if (expression->kind == EXPRESSION_FLOAT || expression->kind == EXPRESSION_IMAGINARY)
		buf_printf(dumper->out, " %.17g", expression->real);
	else if (expression->kind == EXPRESSION_STRING)
		dump_string(dumper, &expression->string);
	dump_close(dumper);
}

static void dump_parameters(const struct dumper *dumper, const struct parameters *parameters)
{
	static const char *const names[] = {
	    [PARAMETER_POSITIONAL_ONLY] = "/",
	    [PARAMETER_NORMAL] = "plain",
	    [PARAMETER_STAR] = "*",
	    [PARAMETER_KEYWORD_ONLY] = "keyword",
	    [PARAMETER_DOUBLE_STAR] = "**",
	};
	buf_puts(dumper->out, " (parameters");
	for (uint32_t i = 0; i < parameters->count; i++) {
		const struct parameter *parameter = &parameters->items[i];
		buf_printf(dumper->out, " (%s", names[parameter->kind]);
		dump_text(dumper, parameter->name);
		dump_part(dumper, parameter->annotation);
		dump_part(dumper, parameter->default_value);
		dump_close(dumper);
	}
	dump_close(dumper);
}

static void dump_arguments(const struct dumper *dumper, const struct arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++) {
		const struct argument *argument = &arguments->items[i];
		buf_puts(dumper->out, argument->kind == ARGUMENT_KEYWORD       ? " (="
		                      : argument->kind == ARGUMENT_STAR        ? " (*"
		                      : argument->kind == ARGUMENT_DOUBLE_STAR ? " (**"
		                                                               : "");
		if (argument->kind == ARGUMENT_KEYWORD)
			dump_text(dumper, argument->keyword);
		dump_part(dumper, argument->value);
		buf_puts(dumper->out, argument->kind == ARGUMENT_POSITIONAL ? "" : ")");
	}
}

/* The operands of `a or b or c`, which Python keeps in one node; those of (a or b) or c only with
 * spans in two. */
static void dump_logical(const struct dumper *dumper, const struct expression *node,
                         enum operation operation)
{
	bool same = node->kind == EXPRESSION_BINARY && node->binary.operation == operation;
	if (same && !(dumper->spans && node->parenthesised)) {
		dump_logical(dumper, node->binary.left, operation);
		dump_part(dumper, node->binary.right);
	} else {
		dump_part(dumper, node);
	}
}

static void dump_binary(const struct dumper *dumper, const struct expression *node)
{
	struct str text = operation_text(node->binary.operation);
	dump_open(dumper, text.s, node->at);
	if (operation_binding(node->binary.operation) <= BINDING_AND)
		dump_logical(dumper, node->binary.left, node->binary.operation);
	else
		dump_part(dumper, node->binary.left);
	dump_part(dumper, node->binary.right);
}

static void dump_comparison(const struct dumper *dumper, const struct expression *node)
{
	dump_open(dumper, "compare", node->at);
	dump_part(dumper, node->comparison.first);
	for (uint32_t i = 0; i < node->comparison.count; i++) {
		const struct comparison_link *link = &node->comparison.links[i];
		buf_printf(dumper->out, " %.*s", STR_ARG(operation_text(link->operation)));
		dump_part(dumper, link->operand);
	}
}

static void dump_comprehension(const struct dumper *dumper, const struct expression *node)
{
	static const char *const names[] = {"list-comp", "set-comp", "dict-comp", "generator"};
	const struct comprehension *comprehension = node->comprehension;
	dump_open(dumper, names[comprehension->kind], node->at);
	if (comprehension->key)
		dump_part(dumper, comprehension->key);
	dump_part(dumper, comprehension->element);
	for (uint32_t i = 0; i < comprehension->count; i++) {
		const struct comprehension_clause *clause = &comprehension->clauses[i];
		buf_puts(dumper->out, clause->is_async ? " (async-for" : " (for");
		dump_part(dumper, clause->target);
		dump_part(dumper, clause->iterable);
		dump_list(dumper, &clause->conditions);
		dump_close(dumper);
	}
}

static void dump_dict(const struct dumper *dumper, const struct expression *node)
{
	dump_open(dumper, "dict", node->at);
	for (uint32_t i = 0; i < node->dict.count; i++) {
		dump_part(dumper, node->dict.entries[i].key);
		dump_part(dumper, node->dict.entries[i].value);
	}
}

static void dump_sequence(const struct dumper *dumper, const struct expression *node)
{
	dump_open(dumper,
	          node->kind == EXPRESSION_TUPLE  ? "tuple"
	          : node->kind == EXPRESSION_LIST ? "list"
	                                          : "set",
	          node->at);
	dump_list(dumper, &node->list);
}

/* A node with at most three parts. */
static void dump_parts(const struct dumper *dumper, const struct expression *node, const char *name,
                       const struct expression *const parts[3], uint32_t count)
{
	dump_open(dumper, name, node->at);
	for (uint32_t i = 0; i < count; i++)
		dump_part(dumper, parts[i]);
}

static void dump_simple(const struct dumper *dumper, const struct expression *node)
{
	const struct conditional *conditional = &node->conditional;
	const struct expression *three[3] = {conditional->then, conditional->condition,
	                                     conditional->otherwise};
	const struct expression *slice[3] = {node->slice.start, node->slice.stop, node->slice.step};
	const struct expression *index[3] = {node->subscript.object, node->subscript.index, NULL};
	const struct expression *assign[3] = {node->assignment.target, node->assignment.value,
	                                      NULL};
	const struct expression *one[3] = {node->operand, NULL, NULL};
	if (node->kind == EXPRESSION_CONDITIONAL)
		dump_parts(dumper, node, "if", three, 3);
	else if (node->kind == EXPRESSION_SLICE)
		dump_parts(dumper, node, "slice", slice, 3);
	else if (node->kind == EXPRESSION_SUBSCRIPT)
		dump_parts(dumper, node, "index", index, 2);
	else if (node->kind == EXPRESSION_ASSIGNMENT)
		dump_parts(dumper, node, ":=", assign, 2);
	else
		dump_parts(dumper, node,
		           node->kind == EXPRESSION_STARRED ? "starred"
		           : node->kind == EXPRESSION_AWAIT ? "await"
		           : node->kind == EXPRESSION_YIELD ? "yield"
		                                            : "yield-from",
		           one, 1);
}

void dump_expression(const struct dumper *dumper, const struct expression *node)
{
	if (dumper->visit)
		dumper->visit(node, dumper->context);
	switch ((enum expression_kind)node->kind) {
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
	case EXPRESSION_SET:
		dump_sequence(dumper, node);
		break;
	case EXPRESSION_DICT:
		dump_dict(dumper, node);
		break;
	case EXPRESSION_UNARY:
		dump_open(dumper, operation_text(node->unary.operation).s, node->at);
		dump_part(dumper, node->unary.operand);
		break;
	case EXPRESSION_BINARY:
		dump_binary(dumper, node);
		break;
	case EXPRESSION_COMPARISON:
		dump_comparison(dumper, node);
		break;
	case EXPRESSION_LAMBDA:
		dump_open(dumper, "lambda", node->at);
		dump_parameters(dumper, &node->lambda->parameters);
		dump_part(dumper, node->lambda->body);
		break;
	case EXPRESSION_CALL:
		dump_open(dumper, "call", node->at);
		dump_part(dumper, node->call->function);
		dump_arguments(dumper, &node->call->arguments);
		break;
	case EXPRESSION_ATTRIBUTE:
		dump_open(dumper, "attribute", node->at);
		dump_part(dumper, node->attribute.object);
		dump_text(dumper, node->attribute.name);
		break;
	case EXPRESSION_COMPREHENSION:
		dump_comprehension(dumper, node);
		break;
	case EXPRESSION_CONDITIONAL:
	case EXPRESSION_SLICE:
	case EXPRESSION_SUBSCRIPT:
	case EXPRESSION_ASSIGNMENT:
	case EXPRESSION_STARRED:
	case EXPRESSION_AWAIT:
	case EXPRESSION_YIELD:
	case EXPRESSION_YIELD_FROM:
		dump_simple(dumper, node);
		break;
	default:
		dump_literal(dumper, node);
		return;
	}
	dump_close(dumper);
}

static void dump_imports(const struct dumper *dumper, const struct imported_list *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		buf_puts(dumper->out, " (");
		buf_add(dumper->out, list->items[i].name);
		dump_text(dumper, list->items[i].as);
		dump_close(dumper);
	}
}

static void dump_function(const struct dumper *dumper, const struct statement *statement)
{
	const struct function *function = statement->function;
	dump_open(dumper, function->is_async ? "async-def" : "def", statement->at);
	dump_text(dumper, function->name);
	dump_parameters(dumper, &function->parameters);
	dump_part(dumper, function->returns);
	buf_puts(dumper->out, " (decorators");
	dump_list(dumper, &function->decorators);
	dump_close(dumper);
	dump_block(dumper, &function->body);
}

static void dump_class(const struct dumper *dumper, const struct statement *statement)
{
	const struct class_definition *node = statement->class_definition;
	dump_open(dumper, "class", statement->at);
	dump_text(dumper, node->name);
	buf_puts(dumper->out, " (arguments");
	dump_arguments(dumper, &node->arguments);
	buf_puts(dumper->out, ") (decorators");
	dump_list(dumper, &node->decorators);
	dump_close(dumper);
	dump_block(dumper, &node->body);
}

/* An `if` and its `elif`s, which are nested in Python's tree. */
static void dump_if(const struct dumper *dumper, const struct statement *statement)
{
	const struct if_statement *node = statement->if_statement;
	buf_puts(dumper->out, "(if");
	for (uint32_t i = 0; i < node->count; i++) {
		buf_puts(dumper->out, i ? " (elif" : "");
		dump_part(dumper, node->branches[i].condition);
		dump_block(dumper, &node->branches[i].body);
		buf_puts(dumper->out, i ? ")" : "");
	}
	dump_block(dumper, &node->otherwise);
}

static void dump_loop(const struct dumper *dumper, const struct statement *statement)
{
	if (statement->kind == STATEMENT_FOR) {
		const struct for_loop *loop = statement->for_loop;
		dump_open(dumper, loop->is_async ? "async-for" : "for", statement->at);
		dump_part(dumper, loop->target);
		dump_part(dumper, loop->iterable);
		dump_block(dumper, &loop->body);
		dump_block(dumper, &loop->otherwise);
	} else {
		dump_open(dumper, "while", statement->at);
		dump_part(dumper, statement->while_loop->condition);
		dump_block(dumper, &statement->while_loop->body);
		dump_block(dumper, &statement->while_loop->otherwise);
	}
}

static void dump_with(const struct dumper *dumper, const struct statement *statement)
{
	const struct with *node = statement->with;
	dump_open(dumper, node->is_async ? "async-with" : "with", statement->at);
	for (uint32_t i = 0; i < node->count; i++) {
		dump_part(dumper, node->items[i].context);
		dump_part(dumper, node->items[i].target);
	}
	dump_block(dumper, &node->body);
}

static void dump_try(const struct dumper *dumper, const struct statement *statement)
{
	const struct try_statement *node = statement->try_statement;
	dump_open(dumper, "try", statement->at);
	dump_block(dumper, &node->body);
	for (uint32_t i = 0; i < node->count; i++) {
		buf_puts(dumper->out, node->clauses[i].star ? " (except*" : " (except");
		dump_part(dumper, node->clauses[i].type);
		dump_text(dumper, node->clauses[i].name);
		dump_block(dumper, &node->clauses[i].body);
		dump_close(dumper);
	}
	dump_block(dumper, &node->otherwise);
	dump_block(dumper, &node->finally);
}

static void dump_match(const struct dumper *dumper, const struct statement *statement)
{
	const struct match *node = statement->match;
	dump_open(dumper, "match", statement->at);
	dump_part(dumper, node->subject);
	for (uint32_t i = 0; i < node->count; i++) {
		buf_puts(dumper->out, " (case (");
		for (uint32_t j = 0; j < node->cases[i].names.count; j++)
			buf_printf(dumper->out, "%s%.*s", j ? " " : "",
			           STR_ARG(node->cases[i].names.items[j].name));
		buf_putc(dumper->out, ')');
		dump_part(dumper, node->cases[i].guard);
		dump_block(dumper, &node->cases[i].body);
		dump_close(dumper);
	}
}

static void dump_type_alias(const struct dumper *dumper, const struct statement *statement)
{
	dump_open(dumper, "type", statement->at);
	dump_text(dumper, statement->type_alias->name.name);
	dump_part(dumper, statement->type_alias->value);
}

static void dump_assignment(const struct dumper *dumper, const struct statement *statement)
{
	if (statement->kind == STATEMENT_ASSIGN) {
		dump_open(dumper, "assign", statement->at);
		dump_list(dumper, &statement->assign.targets);
		dump_part(dumper, statement->assign.value);
	} else if (statement->kind == STATEMENT_AUGMENTED_ASSIGN) {
		dump_open(dumper, "augmented", statement->at);
		dump_text(dumper, operation_text(statement->augmented_assign.operation));
		dump_part(dumper, statement->augmented_assign.target);
		dump_part(dumper, statement->augmented_assign.value);
	} else {
		dump_open(dumper, "annotated", statement->at);
		dump_part(dumper, statement->annotated_assign.target);
		dump_part(dumper, statement->annotated_assign.annotation);
		dump_part(dumper, statement->annotated_assign.value);
	}
}

static void dump_import(const struct dumper *dumper, const struct statement *statement)
{
	bool from = statement->kind == STATEMENT_IMPORT_FROM;
	dump_open(dumper, from ? "from" : "import", statement->at);
	if (from) {
		buf_printf(dumper->out, " %u", statement->import_from->dots);
		dump_text(dumper, statement->import_from->module);
		buf_puts(dumper->out, statement->import_from->star ? " (* _)" : "");
	}
	dump_imports(dumper, from ? &statement->import_from->names : &statement->imported);
}

static void dump_words(const struct dumper *dumper, const struct statement *statement)
{
	static const char *const names[STATEMENT_KIND_COUNT] = {
	    [STATEMENT_BROKEN] = "broken",     [STATEMENT_EXPRESSION] = "expression",
	    [STATEMENT_RETURN] = "return",     [STATEMENT_PASS] = "pass",
	    [STATEMENT_BREAK] = "break",       [STATEMENT_CONTINUE] = "continue",
	    [STATEMENT_ASSERT] = "assert",     [STATEMENT_RAISE] = "raise",
	    [STATEMENT_DELETE] = "del",        [STATEMENT_GLOBAL] = "global",
	    [STATEMENT_NONLOCAL] = "nonlocal",
	};
	dump_open(dumper, names[statement->kind], statement->at);
	if (statement->kind == STATEMENT_ASSERT || statement->kind == STATEMENT_RAISE) {
		dump_part(dumper, statement->two_operands.first);
		dump_part(dumper, statement->two_operands.second);
	} else if (statement->kind == STATEMENT_EXPRESSION || statement->kind == STATEMENT_RETURN) {
		dump_part(dumper, statement->value);
	} else if (statement->kind == STATEMENT_DELETE) {
		dump_part(dumper, statement->deleted);
	} else if (statement->kind == STATEMENT_GLOBAL || statement->kind == STATEMENT_NONLOCAL) {
		for (uint32_t i = 0; i < statement->identifiers.count; i++)
			dump_text(dumper, statement->identifiers.items[i].name);
	}
}

static void dump_statement(const struct dumper *dumper, const struct statement *statement)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_ASSIGN:
	case STATEMENT_AUGMENTED_ASSIGN:
	case STATEMENT_ANNOTATED_ASSIGN:
		dump_assignment(dumper, statement);
		break;
	case STATEMENT_IMPORT:
	case STATEMENT_IMPORT_FROM:
		dump_import(dumper, statement);
		break;
	case STATEMENT_FUNCTION:
		dump_function(dumper, statement);
		break;
	case STATEMENT_CLASS:
		dump_class(dumper, statement);
		break;
	case STATEMENT_IF:
		dump_if(dumper, statement);
		break;
	case STATEMENT_FOR:
	case STATEMENT_WHILE:
		dump_loop(dumper, statement);
		break;
	case STATEMENT_WITH:
		dump_with(dumper, statement);
		break;
	case STATEMENT_TRY:
		dump_try(dumper, statement);
		break;
	case STATEMENT_MATCH:
		dump_match(dumper, statement);
		break;
	case STATEMENT_TYPE:
		dump_type_alias(dumper, statement);
		break;
	default:
		dump_words(dumper, statement);
	}
	dump_close(dumper);
}

void dump_block(const struct dumper *dumper, const struct block *block)
{
	buf_puts(dumper->out, " [");
	for (uint32_t i = 0; i < block->count; i++) {
		buf_puts(dumper->out, i ? " " : "");
		dump_statement(dumper, &block->items[i]);
	}
	buf_putc(dumper->out, ']');
}

struct str dump_program(struct arena *arena, const struct program *program, bool spans)
{
	struct buf out = {.arena = arena};
	struct dumper dumper = {.out = &out, .spans = spans};
	dump_block(&dumper, &program->body);
	return buf_str(&out);
}
