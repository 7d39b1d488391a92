/* SPDX-License-Identifier: Apache-2.0 */
/* The values of expressions. */
#include "trace/eval/evaluate.h"

#include <assert.h>
#include "spec/script/script.h"
#include "trace/convert/wide_integer.h"
#include "trace/convert/held_value.h"
#include "trace/convert/iterate.h"
#include "trace/eval/drawn_slice.h"
#include "trace/eval/equality.h"
#include "trace/eval/fork.h"
#include "trace/eval/statement.h"
#include "trace/module/project.h"
#include "trace/module/recovery.h"
#include "trace/state/argument_name.h"
#include "trace/state/event.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"
#include "trace/value/dict_view.h"

/* An integer of more than 64 bits, as it is written: 0x… */
static const struct value *wide_literal(struct trace *trace, const struct expression *expression)
{
	struct str text = program_text(text_being_run(trace), expression->at);
	char mark = (char)(text.len > 1 && text.s[0] == '0' ? text.s[1] | 32 : '\0');
	int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
	return wide_of_digits(trace, str_slice(text, base == 10 ? 0 : 2, text.len), base, false);
}

static const struct value *evaluate_integer(struct trace *trace,
                                            const struct expression *expression)
{
	if (!expression->integer.fits)
		return wide_literal(trace, expression);
	return value_int(trace->op.arena, expression->integer.value);
}

static const struct value *evaluate_real(struct trace *trace, const struct expression *expression)
{
	if (expression->kind == EXPRESSION_FLOAT)
		return value_float(trace->op.arena, expression->real);
	return value_complex(trace->op.arena, 0, expression->real);
}

static const struct value *evaluate_string(struct trace *trace, const struct expression *expression)
{
	if (expression->string.formatted)
		return evaluate_formatted(trace, expression);
	if (expression->string.bytes)
		return value_foreign(trace->op.arena, STR("bytes"));
	const void **made = expression->string.made;
	if (!*made)
		*made = value_string(trace->op.arena, expression->string.text);
	return *made;
}

/* Values of a list display, those behind stars included. */
struct items {
	const struct value **items;
	uint32_t count;
	size_t room;
	const struct value *unknown; /* what stands behind a star, or NULL */
};

static void add_item(struct trace *trace, struct items *items, const struct value *value)
{
	arena_push(trace->op.arena, items->items, items->count, items->room, value);
}

static bool add_items(struct trace *trace, struct items *items, const struct expression *item)
{
	struct value_list list;
	if (item->kind != EXPRESSION_STARRED) {
		const struct value *value = evaluate(trace, item);
		if (value)
			add_item(trace, items, value);
		return value;
	}
	const struct value *value = evaluate(trace, item->operand);
	if (!value)
		return false;
	if (value->kind <= VALUE_COMPLEX && value->kind != VALUE_UNKNOWN)
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Value after * must be an iterable, not {}", value_class_name(value)));
	if (value_is_foreign(value)) {
		items->unknown = value;
		return true;
	}
	if (!trace_iterate_at(trace, value, item->operand, &list)) {
		items->unknown = &value_unknown;
		return failed_or_unknown(trace);
	}
	for (uint32_t i = 0; i < list.count; i++)
		add_item(trace, items, list.items[i]);
	return true;
}

/* What of the items may be equal to another or not: one is a set then of who knows how many. */
static const struct value *undecided_item(struct trace *trace, const struct value *const *items,
                                          uint32_t count)
{
	for (uint32_t i = 0; count > 1 && i < count; i++) {
		if (items[i]->kind == VALUE_UNKNOWN)
			return items[i];
		if (items[i]->kind == VALUE_ARRAY)
			return value_foreign(trace->op.arena,
			                     STR("a set of the values of an array"));
	}
	return NULL;
}

const struct value *set_of(struct trace *trace, const struct value *const *items, uint32_t count)
{
	const struct value *undecided = undecided_item(trace, items, count);
	if (undecided)
		return undecided;
	const struct value **distinct = arena_new(trace->op.arena, const struct value *, count);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; i++) {
		bool found = false;
		struct value held = {.kind = VALUE_SET, .list = {distinct, kept}};
		const struct value *item = held_item(trace, &held, items[i]);
		charge_items(trace, kept);
		if (!item || !work_left(trace))
			return item ? &value_unknown : NULL;
		for (uint32_t j = 0; j < kept && !found; j++)
			found = value_equal(distinct[j], item);
		if (!found)
			distinct[kept++] = item;
	}
	return value_sequence(trace->op.arena, VALUE_SET, distinct, kept);
}

static const struct value *evaluate_list(struct trace *trace, const struct expression *expression)
{
	assert(expression->kind >= EXPRESSION_TUPLE && expression->kind <= EXPRESSION_SET);
	struct items items = {.room = expression->list.count};
	items.items = arena_new(trace->op.arena, const struct value *, items.room);
	for (uint32_t i = 0; i < expression->list.count; i++)
		if (!add_items(trace, &items, expression->list.items[i]))
			return NULL;
	if (items.unknown)
		return value_foreign_as(trace->op.arena, items.unknown, VALUE_UNKNOWN);
	for (uint32_t i = 0; expression->kind == EXPRESSION_SET && i < items.count; i++)
		if (!require_hashable(trace, items.items[i]))
			return NULL;
	if (expression->kind == EXPRESSION_SET)
		return set_of(trace, items.items, items.count);
	return value_sequence(trace->op.arena,
	                      expression->kind == EXPRESSION_TUPLE ? VALUE_TUPLE : VALUE_LIST,
	                      items.items, items.count);
}

static bool add_entry(struct trace *trace, struct value *dict, const struct dict_entry *entry,
                      const struct value **unknown)
{
	const struct value *key = entry->key ? evaluate(trace, entry->key) : NULL;
	const struct value *value = evaluate(trace, entry->value);
	if (key && value)
		key = hashed_item(trace, dict, key);
	if (!value || (entry->key && !key))
		return false;
	if (entry->key) {
		if (!*unknown && value_has_unknown(key))
			*unknown =
			    value_foreign_part(key) ? value_foreign_part(key) : &value_unknown;
		if (!*unknown)
			dict_set(trace, dict, key, value);
		return true;
	}
	value = read_mapping(trace, value, entry->value->at);
	if (!value)
		return false;
	if (value->kind != VALUE_DICT && value->kind != VALUE_UNKNOWN)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'{}' object is not a mapping", value_class_name(value)));
	if (!*unknown && value->kind == VALUE_UNKNOWN)
		*unknown = value;
	for (uint32_t i = 0; !*unknown && i < value->dict.count; i++)
		dict_set(trace, dict, value->dict.pairs[i].key, value->dict.pairs[i].value);
	return true;
}

static const struct value *evaluate_dict(struct trace *trace, const struct expression *expression)
{
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	const struct value *unknown = NULL;
	for (uint32_t i = 0; i < expression->dict.count; i++)
		if (!add_entry(trace, dict, &expression->dict.entries[i], &unknown))
			return NULL;
	return unknown ? value_foreign_as(trace->op.arena, unknown, VALUE_UNKNOWN) : dict;
}

/* The value of an operator, noted as an operation when it is an array. */
static const struct value *noted(struct trace *trace, enum operation operation,
                                 const struct expression *expression, const struct value *value,
                                 const struct value *const *operands, uint32_t count)
{
	if (value && value->kind == VALUE_ARRAY)
		trace_note_operation(trace, operation_text(operation), value, operands, count,
		                     call_span(trace, expression));
	return value;
}

static const struct value *evaluate_unary(struct trace *trace, const struct expression *expression)
{
	const struct value *operand = evaluate(trace, expression->unary.operand);
	if (!operand)
		return NULL;
	if (expression->unary.operation == OPERATION_NOT)
		operand = value_as_choice(trace, operand);
	struct applied applied;
	applied_begin(trace, &applied, expression, expression->at, &operand, 1);
	const struct value *value = operate_unary(trace, expression->unary.operation, operand,
	                                          call_span(trace, expression));
	trace->applied = applied.outer;
	return noted(trace, expression->unary.operation, expression, value, &operand, 1);
}

/* What a choice gives whose condition has no truth. */
static const struct value *truth_missing(struct trace *trace, const struct expression *condition)
{
	return failed_or_unknown(trace) ? &value_unknown
	                                : place_failure(trace, call_span(trace, condition));
}

/* The value of a name or a literal, which a run may not come to, where a choice is foreign. NULL
 * for anything else. */
static const struct value *simple_value(struct trace *trace, const struct value *choice,
                                        const struct expression *expression)
{
	if (!value_is_foreign(choice))
		return NULL;
	if (expression->kind == EXPRESSION_NAME)
		return name_in_scope(trace, expression->name);
	bool literal =
	    expression->kind == EXPRESSION_INTEGER || expression->kind == EXPRESSION_FLOAT ||
	    (expression->kind == EXPRESSION_STRING && !expression->string.formatted) ||
	    expression->kind == EXPRESSION_BOOLEAN || expression->kind == EXPRESSION_NONE;
	return literal ? evaluate(trace, expression) : NULL;
}

/* What a foreign choice gives: what both are, a number of the type that both have, or something
 * foreign. NULL when it may be an array. */
static const struct value *one_of(struct trace *trace, const struct value *choice,
                                  const struct value *a, const struct value *b)
{
	if (!value_is_foreign(choice) || !a || !b || value_holds_array(a) || value_holds_array(b) ||
	    value_has_reported(a) || value_has_reported(b))
		return NULL;
	if (a->kind != VALUE_UNKNOWN && value_equal(a, b))
		return a;
	enum value_kind number = value_number_kind(a);
	return value_foreign_as(trace->op.arena, choice,
	                        number == value_number_kind(b) ? number : VALUE_UNKNOWN);
}

/* Whether nothing on arrays is lost when it is open by a foreign choice that the expression is
 * evaluated. */
static bool skips(struct trace *trace, const struct value *choice,
                  const struct expression *expression)
{
	return value_is_foreign(choice) && !value_is_wide(choice) &&
	       expression_computes_nothing(trace, expression);
}

/* One of two operands of `and` or `or`, of which the first is foreign: where the second alone
 * decides, the truth of what is chosen is known all the same. */
static const struct value *with_sense(struct trace *trace, enum operation operation,
                                      const struct value *chosen, const struct value *right)
{
	int truth = right ? value_truth(right) : -1;
	if (!value_is_foreign(chosen) || truth != (operation == OPERATION_OR))
		return chosen;
	struct value *value = value_new(trace->op.arena, VALUE_UNKNOWN);
	*value = *chosen;
	value->sense = truth ? 1 : -1;
	return value;
}

/* `and` and `or`, which give one of their operands. */
static const struct value *evaluate_logical(struct trace *trace,
                                            const struct expression *expression)
{
	const struct value *left = evaluate(trace, expression->binary.left);
	bool truth;
	if (!left)
		return NULL;
	left = value_as_choice(trace, left);
	const struct value *right = simple_value(trace, left, expression->binary.right);
	const struct value *chosen = one_of(trace, left, left, right);
	if (chosen)
		return with_sense(trace, expression->binary.operation, chosen, right);
	if (skips(trace, left, expression->binary.right))
		return value_foreign_as(trace->op.arena, left, VALUE_UNKNOWN);
	if (!trace_truth(trace, left, &truth)) {
		if (trace->op.error.raised || !can_fork(trace))
			return truth_missing(trace, expression->binary.left);
		trace->op.error = (struct op_error){0};
		return evaluate_perhaps(trace, left, expression->binary.right);
	}
	if (truth == (expression->binary.operation == OPERATION_OR))
		return left;
	return evaluate(trace, expression->binary.right);
}

/* left OP right, of an expression that holds both. */
static const struct value *apply_binary(struct trace *trace, enum operation operation,
                                        const struct expression *expression,
                                        const struct value *left, const struct value *right)
{
	const struct value *operands[] = {left, right};
	struct applied applied;
	applied_begin(trace, &applied, expression, expression->at, operands, 2);
	const struct value *value =
	    operate_binary(trace, operation, left, right, call_span(trace, expression));
	trace->applied = applied.outer;
	return noted(trace, operation, expression, value, operands, COUNT_OF(operands));
}

static const struct value *evaluate_binary(struct trace *trace, const struct expression *expression)
{
	enum operation operation = expression->binary.operation;
	if (operation == OPERATION_AND || operation == OPERATION_OR)
		return evaluate_logical(trace, expression);
	const struct value *left = evaluate(trace, expression->binary.left);
	const struct value *right = left ? evaluate(trace, expression->binary.right) : NULL;
	if (!right)
		return NULL;
	return apply_binary(trace, operation, expression, left, right);
}

/* a < b < c is a < b and b < c, whose value is the first that is false, or the last. */
static const struct value *evaluate_comparison(struct trace *trace,
                                               const struct expression *expression)
{
	const struct comparison *comparison = &expression->comparison;
	const struct value *left = evaluate(trace, comparison->first), *result = NULL,
			   *foreign = NULL;
	for (uint32_t i = 0; left && i < comparison->count; i++) {
		const struct comparison_link *link = &comparison->links[i];
		const struct value *right = evaluate(trace, link->operand);
		bool truth;
		if (!right)
			return NULL;
		result = apply_binary(trace, link->operation, expression, left, right);
		if (!result || i + 1 == comparison->count)
			return foreign && result && value_number_kind(result) == VALUE_BOOL &&
			               value_truth(result) != 0
			           ? foreign
			           : result;
		if (value_is_foreign(result)) {
			foreign = foreign ? foreign : result;
			left = right;
			continue;
		}
		if (!trace_truth(trace, result, &truth))
			return failed_or_unknown(trace);
		if (!truth)
			return result;
		left = right;
	}
	return left ? result : NULL;
}

static const struct value *evaluate_conditional(struct trace *trace,
                                                const struct expression *expression)
{
	const struct conditional *conditional = &expression->conditional;
	const struct value *condition = evaluate(trace, conditional->condition);
	bool truth;
	if (!condition)
		return NULL;
	condition = value_as_choice(trace, condition);
	if (value_is_foreign(condition) && !value_is_wide(condition) && can_fork(trace))
		return evaluate_either(trace, conditional->then, conditional->otherwise);
	const struct value *chosen =
	    one_of(trace, condition, simple_value(trace, condition, conditional->then),
	           simple_value(trace, condition, conditional->otherwise));
	if (chosen)
		return chosen;
	if (skips(trace, condition, conditional->then) &&
	    skips(trace, condition, conditional->otherwise))
		return value_foreign_as(trace->op.arena, condition, VALUE_UNKNOWN);
	if (!trace_truth(trace, condition, &truth)) {
		if (trace->op.error.raised || !can_fork(trace))
			return truth_missing(trace, conditional->condition);
		trace->op.error = (struct op_error){0};
		return evaluate_either(trace, conditional->then, conditional->otherwise);
	}
	return evaluate(trace, truth ? conditional->then : conditional->otherwise);
}

const struct value *const *parameter_defaults(struct trace *trace,
                                              const struct parameters *parameters)
{
	const struct value **defaults =
	    arena_new(trace->op.arena, const struct value *, parameters->count);
	for (uint32_t i = 0; i < parameters->count; i++) {
		const struct expression *value = parameters->items[i].default_value;
		defaults[i] = value ? evaluate(trace, value) : NULL;
		if (value && !defaults[i])
			return NULL;
	}
	return defaults;
}

static const struct value *evaluate_lambda(struct trace *trace, const struct expression *expression)
{
	const struct value *const *defaults =
	    parameter_defaults(trace, &expression->lambda->parameters);
	if (!defaults)
		return NULL;
	struct value *value = value_new(trace->op.arena, VALUE_FUNCTION);
	value->closure = (struct closure){NULL, expression->lambda, trace->scope, defaults, NULL};
	return value;
}

/* What a member of a module stands for at a place of the prelude. */
struct module_member {
	const struct module_row *module;
	const struct value *value;
};

/* The member of a module that the code of the prelude names. A function or a module is looked for
 * once at each place: whatever the program does, it stays. */
static const struct value *prelude_member(struct trace *trace, const struct value *module,
                                          const struct expression *expression)
{
	struct module_member *member = pointer_find(&trace->members, expression);
	if (member && member->module == module->module)
		return member->value;
	const struct value *value = trace_attribute(trace, module, expression->attribute.name,
	                                            call_span(trace, expression));
	bool stays = value && (value->kind == VALUE_BUILTIN || value->kind == VALUE_MODULE);
	if (!member && stays && !is_project_module(module)) {
		member = arena_new(trace->op.arena, struct module_member, 1);
		*member = (struct module_member){module->module, value};
		pointer_add(trace->op.arena, &trace->members, expression, member);
	}
	return value;
}

static const struct value *evaluate_attribute(struct trace *trace,
                                              const struct expression *expression)
{
	const struct value *object = evaluate(trace, expression->attribute.object);
	if (object && object->kind == VALUE_MODULE && trace->prelude)
		return prelude_member(trace, object, expression);
	return object ? trace_attribute(trace, object, expression->attribute.name,
	                                call_span(trace, expression))
	              : NULL;
}

const struct value *evaluate_index(struct trace *trace, const struct expression *subscript)
{
	assert(subscript->kind == EXPRESSION_SUBSCRIPT);
	bool outer = trace->in_index;
	trace->in_index = true;
	const struct value *index = evaluate(trace, subscript->subscript.index);
	trace->in_index = outer;
	return index;
}

static const struct value *evaluate_subscript(struct trace *trace,
                                              const struct expression *expression)
{
	const struct value *object = evaluate(trace, expression->subscript.object);
	const struct value *index = object ? evaluate_index(trace, expression) : NULL;
	struct span at = call_span(trace, expression);
	struct applied applied;
	applied_begin(trace, &applied, expression, expression->at, &object, 1);
	const struct value *value = index ? subscript_value(trace, object, index, at) : NULL;
	trace->applied = applied.outer;
	const struct value *const operands[] = {object, index};
	if (value && object->kind == VALUE_ARRAY)
		trace_note_operation(trace, STR("[]"), value, operands, COUNT_OF(operands), at);
	return value;
}

static bool evaluate_bound(struct trace *trace, const struct expression *bound,
                           const struct value **value)
{
	*value = bound ? evaluate(trace, bound) : &value_none;
	return *value;
}

static const struct value *evaluate_slice(struct trace *trace, const struct expression *expression)
{
	struct value *value = value_new(trace->op.arena, VALUE_SLICE);
	bool done = evaluate_bound(trace, expression->slice.start, &value->slice.start) &&
	            evaluate_bound(trace, expression->slice.stop, &value->slice.stop) &&
	            evaluate_bound(trace, expression->slice.step, &value->slice.step);
	value->slice.drawn = done ? drawn_slice(trace, value, expression) : NULL;
	return done ? value : NULL;
}

static const struct value *evaluate_none(struct trace *trace, const struct expression *expression)
{
	return &value_none;
}

static const struct value *evaluate_boolean(struct trace *trace,
                                            const struct expression *expression)
{
	return value_bool(expression->boolean);
}

/* await x: what the function gives when it is run at once. */
static const struct value *evaluate_await(struct trace *trace, const struct expression *expression)
{
	return evaluate(trace, expression->operand);
}

/* Of a text, or a notebook, what the reader is to put there, but in an index. */
static const struct value *evaluate_ellipsis(struct trace *trace,
                                             const struct expression *expression)
{
	bool placeholder =
	    source_is_fragments(&trace->spec->program_file) && !trace->in_index && !trace->prelude;
	return placeholder ? value_foreign(trace->op.arena, STR("...")) : &value_ellipsis;
}

typedef const struct value *evaluator(struct trace *trace, const struct expression *expression);

static evaluator *const evaluators[EXPRESSION_KIND_COUNT] = {
    [EXPRESSION_NAME] = name_value,
    [EXPRESSION_NONE] = evaluate_none,
    [EXPRESSION_BOOLEAN] = evaluate_boolean,
    [EXPRESSION_ELLIPSIS] = evaluate_ellipsis,
    [EXPRESSION_INTEGER] = evaluate_integer,
    [EXPRESSION_FLOAT] = evaluate_real,
    [EXPRESSION_IMAGINARY] = evaluate_real,
    [EXPRESSION_STRING] = evaluate_string,
    [EXPRESSION_TUPLE] = evaluate_list,
    [EXPRESSION_LIST] = evaluate_list,
    [EXPRESSION_SET] = evaluate_list,
    [EXPRESSION_DICT] = evaluate_dict,
    [EXPRESSION_UNARY] = evaluate_unary,
    [EXPRESSION_BINARY] = evaluate_binary,
    [EXPRESSION_COMPARISON] = evaluate_comparison,
    [EXPRESSION_CONDITIONAL] = evaluate_conditional,
    [EXPRESSION_LAMBDA] = evaluate_lambda,
    [EXPRESSION_CALL] = evaluate_call,
    [EXPRESSION_ATTRIBUTE] = evaluate_attribute,
    [EXPRESSION_SUBSCRIPT] = evaluate_subscript,
    [EXPRESSION_SLICE] = evaluate_slice,
    [EXPRESSION_COMPREHENSION] = evaluate_comprehension,
    [EXPRESSION_ASSIGNMENT] = evaluate_assignment,
    [EXPRESSION_AWAIT] = evaluate_await,
};

/* What gives arrays by an operator; calls are noted where they are made. */
static const bool is_operation[EXPRESSION_KIND_COUNT] = {
    [EXPRESSION_UNARY] = true,
    [EXPRESSION_BINARY] = true,
    [EXPRESSION_COMPARISON] = true,
    [EXPRESSION_SUBSCRIPT] = true,
};

const struct value *evaluate(struct trace *trace, const struct expression *expression)
{
	evaluator *function = evaluators[expression->kind];
	if (trace->held == expression) {
		trace->held = NULL;
		return trace->held_value;
	}
	if (!function || !count_step(trace, expression->at))
		return &value_unknown;
	trace->work.nesting++;
	const struct value *value = function(trace, expression);
	trace->work.nesting--;
	if (value && value->kind == VALUE_UNKNOWN && expression->kind == EXPRESSION_CALL)
		trace->failure.doubts++;
	if (value && is_operation[expression->kind])
		coverage_note(trace, value);
	if (value && value->view)
		return dict_view_now(trace->op.arena, value);
	if (value)
		return value;
	value = place_failure(trace, call_span(trace, expression));
	if (value)
		return value;
	trace->repair.find(trace, expression);
	return recovery_go_on(trace, expression);
}
