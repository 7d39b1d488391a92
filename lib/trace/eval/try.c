/* SPDX-License-Identifier: Apache-2.0 */
/*
 * try and raise. While a statement that may handle an error runs, errors are no findings: they end
 * the statements inside of it, one after the other, and stand in the trace until somebody asks
 * whether they are caught. What is not known may raise as well: then its clauses may run.
 */
#include "trace/eval/evaluate.h"

#include <assert.h>
#include <string.h>
#include "trace/eval/generator.h"
#include "trace/eval/object.h"
#include "trace/eval/statement.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"

/* Runs a block whose errors are for the caller to look at. */
static enum flow run_caught(struct trace *trace, const struct block *block, bool catching,
                            const struct value **result)
{
	bool own = catching && !trace->prelude;
	trace->failure.catching += catching;
	trace->failure.catching_own += own;
	enum flow flow = run_block(trace, block, result);
	trace->failure.catching -= catching;
	trace->failure.catching_own -= own;
	return flow;
}

/* Whether the exception is of what a clause names: 1, 0, or -1 when that is not known. */
static int matches(const struct value *exception, const struct value *type)
{
	assert(exception->kind == VALUE_OBJECT);
	int any = 0;
	if (type->kind == VALUE_CLASS)
		return class_derives(exception->object.class, type);
	if (type->kind != VALUE_TUPLE)
		return -1;
	for (uint32_t i = 0; i < type->list.count && any != 1; i++) {
		int one = matches(exception, type->list.items[i]);
		any = one ? one : any;
	}
	return any;
}

/* Runs the clause that catches the exception, with the exception under its name meanwhile. */
static enum flow run_clause(struct trace *trace, const struct except_clause *clause,
                            const struct kept_error *error, const struct value *exception,
                            bool catching, const struct value **result)
{
	struct handled handled = {*error, exception, trace->failure.handled};
	struct span nowhere = {0, 0};
	if (clause->name.len)
		bind_name(trace, clause->name, exception, nowhere);
	trace->failure.handled = &handled;
	enum flow flow = run_caught(trace, &clause->body, catching, result);
	trace->failure.handled = handled.outer;
	if (clause->name.len)
		bind_name(trace, clause->name, NULL, nowhere);
	return flow;
}

/* The clause that catches what has been raised, or NULL; *unsure tells that there may be one. A
 * new error is raised when the class of a clause cannot be evaluated. */
static const struct except_clause *find_clause(struct trace *trace,
                                               const struct try_statement *statement,
                                               const struct value *exception, bool *unsure)
{
	*unsure = false;
	for (uint32_t i = 0; i < statement->count; i++) {
		const struct except_clause *clause = &statement->clauses[i];
		const struct value *type = clause->type ? evaluate(trace, clause->type) : NULL;
		if (clause->type && !type)
			return NULL;
		int caught = type ? matches(exception, type) : 1;
		*unsure = caught < 0;
		if (caught > 0)
			return clause;
		if (caught < 0)
			return NULL;
	}
	return NULL;
}

/* Whether what is not known may raise what the clause catches: nobody's call asks for an end. */
static bool may_catch(struct trace *trace, const struct except_clause *clause)
{
	static const char *const asked[] = {"KeyboardInterrupt", "SystemExit", "GeneratorExit"};
	const struct expression *type = clause->type;
	for (size_t i = 0; type && type->kind == EXPRESSION_NAME && i < 3; i++)
		if (str_equal(type->name, str_of(asked[i])))
			return false;
	return true;
}

static bool leaves(const struct block *block)
{
	const struct statement *last = block->count ? &block->items[block->count - 1] : NULL;
	return last && (last->kind == STATEMENT_RAISE || last->kind == STATEMENT_RETURN ||
	                last->kind == STATEMENT_BREAK || last->kind == STATEMENT_CONTINUE);
}

/* The clauses may have run as well as not. */
static enum flow skip_clauses(struct trace *trace, const struct try_statement *statement,
                              const struct value **result)
{
	enum flow flow = FLOW_NEXT;
	for (uint32_t i = 0; i < statement->count; i++) {
		const struct except_clause *clause = &statement->clauses[i];
		if (!may_catch(trace, clause))
			continue;
		if (!leaves(&clause->body))
			(void)skip_unreported(trace, &statement->body, result);
		enum flow skipped = skip_unreported(trace, &clause->body, result);
		flow = skipped == FLOW_NEXT ? flow : skipped;
	}
	return flow;
}

enum flow doubt_error(struct trace *trace, const struct block *block, struct span at,
                      const struct kept_error *error, const struct value **result)
{
	put_error_back(trace, error);
	struct str text = trace->op.error.text;
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
	trace_doubt(trace, error->placed ? error->at : at,
	            "whether this raises '%.*s' is not known", STR_ARG(text));
	return skip_block(trace, block, result);
}

/* What was counted of the steps before a body. */
struct steps_before {
	uint32_t doubts, foreign_steps; /* of failure_state */
};

/* Whether what has been raised says that nothing before it has raised, as in a test of an error:
 * a `raise` or an assertion of the program behind a step that may have. */
static bool is_behind_foreign(const struct trace *trace, uint32_t foreign_steps)
{
	const struct op_error *error = &trace->op.error;
	return trace->failure.foreign_steps != foreign_steps &&
	       (error->by_program || (error->type && strcmp(error->type, "AssertionError") == 0));
}

/* What follows the error that has ended the body. */
static enum flow handle(struct trace *trace, const struct statement *whole,
                        const struct steps_before *before, const struct value **result)
{
	assert(trace->op.error.raised);
	const struct try_statement *statement = whole->try_statement;
	bool doubtful = trace->failure.doubts != before->doubts;
	bool reached = !is_behind_foreign(trace, before->foreign_steps) && !failure_is_open(trace);
	const struct value *exception = exception_raised(trace);
	const struct block block = {whole, 1};
	struct kept_error error = take_error(trace);
	if (!reached && statement->count)
		return doubt_error(trace, &block, whole->at, &error, result);
	bool catching = statement->finally.count > 0, unsure;
	const struct except_clause *clause = find_clause(trace, statement, exception, &unsure);
	if (clause)
		return run_clause(trace, clause, &error, exception, catching, result);
	if (trace->op.error.raised)
		return FLOW_RETURN;
	if (unsure || (doubtful && statement->count))
		return doubt_error(trace, &block, whole->at, &error, result);
	put_error_back(trace, &error);
	return FLOW_RETURN;
}

/* Runs `finally`, behind which things go on as before it unless it leaves or fails itself. */
static enum flow run_finally(struct trace *trace, const struct block *block, enum flow before,
                             const struct value **result)
{
	struct kept_error error = take_error(trace);
	const struct value *kept = *result;
	enum flow flow = run_block(trace, block, result);
	if (trace->op.error.raised || flow != FLOW_NEXT)
		return flow;
	put_error_back(trace, &error);
	*result = kept;
	return before;
}

/* Where a generator waits inside of `try`. */
enum { IN_BODY, IN_ELSE };

/* What a generator gives in a clause, or in `finally`, is not followed. */
static enum flow no_yield(struct trace *trace, enum flow flow)
{
	if (flow != FLOW_YIELD)
		return flow;
	trace->generator->lost = true;
	trace->generator->npoints = 0;
	return FLOW_RETURN;
}

enum flow run_try(struct trace *trace, const struct statement *statement,
                  const struct value **result)
{
	assert(statement->kind == STATEMENT_TRY);
	const struct try_statement *parts = statement->try_statement;
	const struct steps_before before = {trace->failure.doubts, trace->failure.foreign_steps};
	bool in_else = is_resuming(trace) && take_point(trace).index == IN_ELSE;
	enum flow flow = in_else ? FLOW_NEXT : run_caught(trace, &parts->body, true, result);
	bool doubtful = trace->failure.doubts != before.doubts;
	if (flow == FLOW_YIELD)
		return keep_point(trace, IN_BODY, NULL);
	if (trace->op.error.raised) {
		flow = no_yield(trace, handle(trace, statement, &before, result));
	} else {
		if (flow == FLOW_NEXT)
			flow =
			    run_caught(trace, &parts->otherwise, parts->finally.count > 0, result);
		if (doubtful && !trace->op.error.raised) {
			enum flow skipped = skip_clauses(trace, parts, result);
			flow = flow == FLOW_NEXT ? skipped : flow;
		}
	}
	if (parts->finally.count)
		flow = no_yield(trace, run_finally(trace, &parts->finally, flow, result));
	if (!trace->op.error.raised)
		return flow;
	report_failure(trace);
	if (trace->op.error.raised)
		return FLOW_RETURN;
	*result = &value_unknown;
	return trace->scope == trace->globals ? skip_statement(trace, statement, result)
	                                      : FLOW_RETURN;
}

/* The exception that a value stands for: a class is called. NULL after an error. */
static const struct value *exception_of(struct trace *trace, const struct value *value,
                                        struct span at)
{
	if (value->kind == VALUE_CLASS && class_is(value, "BaseException"))
		value = trace_call(trace, value, &(struct value_list){NULL, 0}, NULL, 0, at);
	if (!value || value->kind == VALUE_UNKNOWN)
		return value;
	if (value->kind == VALUE_OBJECT && class_is(value->object.class, "BaseException"))
		return value;
	if (value->kind > VALUE_RANGE && value->kind != VALUE_OBJECT && value->kind != VALUE_CLASS)
		return trace_unknown(trace, "what is raised here is not known");
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("exceptions must derive from BaseException"));
}

static void raise_again(struct trace *trace)
{
	if (trace->failure.handled)
		put_error_back(trace, &trace->failure.handled->error);
	else
		trace_refuse(trace, RULE_PROGRAM_ERROR, "RuntimeError",
		             TEXT("No active exception to reraise"));
}

/* raise ValueError(…) from cause */
static void raise_value(struct trace *trace, const struct statement *statement)
{
	const struct expression *from = statement->two_operands.second;
	const struct value *value = evaluate(trace, statement->two_operands.first);
	const struct value *exception = value ? exception_of(trace, value, statement->at) : NULL;
	const struct value *cause = exception && from ? evaluate(trace, from) : NULL;
	if (!exception || (from && !cause))
		return;
	if (exception->kind == VALUE_UNKNOWN) {
		trace->failure.doubts++;
		(void)op_unknown(&trace->op, "what is raised here is not known");
		return;
	}
	if (cause && !set_attribute(trace, exception, STR("__cause__"), cause))
		return;
	const struct value *text = value_str_value(trace, exception);
	if (text && text->kind == VALUE_STRING)
		(void)raise_exception(trace, exception, text->string);
	else if (text)
		(void)raise_exception(trace, exception, STR(""));
}

void run_raise(struct trace *trace, const struct statement *statement)
{
	assert(statement->kind == STATEMENT_RAISE);
	if (statement->two_operands.first)
		raise_value(trace, statement);
	else
		raise_again(trace);
	if (!place_failure(trace, statement->at))
		report_failure(trace);
}
