/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/derivation.h"
#include "trace/eval/evaluate.h"
#include "trace/module/bind.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"

struct derivation derivation_of(struct trace *trace, const struct call_arguments *arguments)
{
	struct derivation derivation = {.trace = trace, .at = arguments->at};
	struct formal formals[MAX_PARAMETERS];
	uint32_t count = signature_read(trace, arguments->row->signature, formals);
	derivation.scope = scope_new(trace->op.arena, NULL, NULL, STR(""));
	for (uint32_t i = 0; i < count && i < arguments->count; i++)
		scope_set(trace->op.arena, derivation.scope, formals[i].name,
		          argument(arguments, i), arguments->at);
	return derivation;
}

void derivation_set(struct derivation *derivation, const char *name, const struct value *value)
{
	derivation->failed = derivation->failed || !value;
	if (value)
		scope_set(derivation->trace->op.arena, derivation->scope, str_of(name), value,
		          derivation->at);
}

/* Evaluates in the derivation's own scope. */
static const struct value *evaluate_apart(const struct derivation *derivation,
                                          const struct expression *expression)
{
	struct trace *trace = derivation->trace;
	struct scope *scope = trace->scope, *globals = trace->globals;
	const struct span *outer = trace->derived_at;
	const struct prelude *prelude = trace->prelude;
	trace->scope = trace->globals = derivation->scope;
	trace->derived_at = &derivation->at;
	trace->prelude = NULL;
	const struct value *value = evaluate(trace, expression);
	trace->scope = scope;
	trace->globals = globals;
	trace->derived_at = outer;
	trace->prelude = prelude;
	return value;
}

const struct value *derive(struct derivation *derivation, const char *expression)
{
	struct trace *trace = derivation->trace;
	if (derivation->failed)
		return NULL;
	struct program text = {.text = str_of(expression)};
	struct span whole = {0, (uint32_t)text.text.len};
	const struct expression *read =
	    program_read_expression(trace->op.arena, trace->scratch, &text, whole);
	const struct value *value = read ? evaluate_apart(derivation, read) : NULL;
	if (value && value_has_unknown(value))
		value = trace_unknown(trace, "%s", "");
	derivation->failed = !value;
	return value;
}

void derive_name(struct derivation *derivation, const char *name, const char *expression)
{
	derivation_set(derivation, name, derive(derivation, expression));
}
