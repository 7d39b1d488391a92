/* SPDX-License-Identifier: Apache-2.0 */
/* Running statements, one after the other. One that fails is reported, what it assigns becomes
 * unknown, and the next one runs. */
#include "trace/eval/annotation.h"
#include "trace/eval/statement.h"
#include "program/visit.h"
#include "spec/script/script.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/iterate.h"
#include "trace/convert/numpy_array.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/fork.h"
#include "trace/eval/generator.h"
#include "trace/eval/object.h"
#include "trace/eval/said_types.h"
#include "trace/convert/asked_layouts.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/state/builtin_class.h"
#include "trace/state/argument_name.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/work.h"

/* Evaluates for a statement: an error is reported, and the value unknown. NULL when the error stays
 * for somebody around. */
static const struct value *value_or_unknown(struct trace *trace,
                                            const struct expression *expression)
{
	const struct expression *line = trace->repair.line;
	const struct frame *line_frame = trace->repair.line_frame;
	trace->repair.line = trace->prelude ? line : expression;
	trace->repair.line_frame = trace->prelude ? line_frame : trace->frame;
	const struct value *value = evaluate(trace, expression);
	trace->repair.line = line;
	trace->repair.line_frame = line_frame;
	if (value)
		value = asked_on_line(trace, expression->at, value);
	if (value)
		return value;
	report_failure(trace);
	return trace->op.error.raised ? NULL : &value_unknown;
}

static void assign_or_report(struct trace *trace, const struct expression *target,
                             const struct value *value)
{
	if (!value || assign(trace, target, value))
		return;
	report_failure(trace);
	if (!trace->op.error.raised)
		assign_unknown(trace, target);
}

/* The first name of the target, for findings and events, which is not one to be thrown away. */
static struct str target_name(const struct expression *target)
{
	while (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST) {
		if (target->list.count == 0)
			return STR("");
		const struct expression *first = target->list.items[0];
		bool thrown = target->list.count > 1 && first->kind == EXPRESSION_NAME &&
		              str_equal(first->name, STR("_"));
		target = target->list.items[thrown];
	}
	return target->kind == EXPRESSION_NAME ? target->name : STR("");
}

/* Notes the name that the program's statement being run assigns. */
static void note_target(struct trace *trace, struct str name)
{
	if (!trace->prelude)
		trace->target = name;
}

static void run_assign(struct trace *trace, const struct assign *statement, struct span at)
{
	note_target(trace, target_name(statement->targets.items[0]));
	struct said said = said_begin(trace, at);
	const struct value *value = value_or_unknown(trace, statement->value);
	for (uint32_t i = 0; i < statement->targets.count; i++)
		assign_or_report(trace, statement->targets.items[i], value);
	(void)said_apply(trace, &said, &statement->targets);
}

/* x = yield y */
static enum flow assign_yielded(struct trace *trace, const struct assign *statement)
{
	const struct value *value;
	enum flow flow = run_yield(trace, statement->value, &value);
	for (uint32_t i = 0; flow == FLOW_NEXT && i < statement->targets.count; i++)
		assign_or_report(trace, statement->targets.items[i], value);
	return flow;
}

static void run_annotated(struct trace *trace, const struct annotated_assign *statement,
                          struct span at)
{
	if (!annotated_fits(trace, statement->annotation))
		report_failure(trace);
	if (!statement->value)
		return;
	note_target(trace, target_name(statement->target));
	struct said said = said_begin(trace, at);
	assign_or_report(trace, statement->target, value_or_unknown(trace, statement->value));
	(void)said_apply(trace, &said, &(struct expression_list){&statement->target, 1});
}

/* Whether an array of NumPy takes the number in place: it stays what it is. */
static bool augmented_in_place(const struct value *right)
{
	return right->kind == VALUE_BOOL || right->kind == VALUE_INT ||
	       right->kind == VALUE_SCALAR || right->kind == VALUE_FLOAT || is_numpy_array(right);
}

/* Whether x |= y, and list *= n, change x, and it is not another that the name stands for then. */
static bool changes_in_place(const struct value *left, const struct value *result)
{
	return result && left->kind == result->kind && left != result &&
	       (left->kind == VALUE_SET || left->kind == VALUE_DICT || left->kind == VALUE_LIST);
}

/* What is in front of the dot or bracket of a target and is a call, which is done once; or NULL. */
static const struct expression *object_called(const struct expression *target)
{
	const struct expression *object = NULL;
	if (target->kind == EXPRESSION_ATTRIBUTE)
		object = target->attribute.object;
	else if (target->kind == EXPRESSION_SUBSCRIPT)
		object = target->subscript.object;
	return object && object->kind == EXPRESSION_CALL ? object : NULL;
}

/* x += y: lists, sets and dicts change in place, all else is x = x + y. */
static const struct value *augmented_value(struct trace *trace, const struct statement *statement,
                                           const struct expression *called,
                                           const struct value *object)
{
	const struct augmented_assign *augmented = &statement->augmented_assign;
	if (called && !object)
		return NULL;
	trace->held = called;
	trace->held_value = object;
	const struct value *left = evaluate(trace, augmented->target);
	const struct value *right = left ? evaluate(trace, augmented->value) : NULL;
	struct value_list more;
	if (!right)
		return NULL;
	struct span at = statement->at;
	if (left->kind == VALUE_LIST && augmented->operation == OPERATION_ADD) {
		if (!trace_iterate(trace, right, &more)) {
			forget_object(trace, left);
			if (!failed_or_unknown(trace))
				return place_failure(trace, at);
			return &value_unknown;
		}
		struct value list = {.kind = VALUE_LIST, .list = more};
		right = python_binary(trace, OPERATION_ADD, left, &list);
		list_replace(value_changed(trace, left), &right->list);
		return left;
	}
	if (is_numpy_array(left) && left->array->read_only) {
		(void)refuse_read_only(trace, "output array is read-only");
		return place_failure(trace, at);
	}
	if (is_numpy_array(left) && augmented_in_place(right)) {
		const struct value *sum =
		    operate_binary(trace, augmented->operation, left, right, at);
		numpy_write(trace, left->array, sum);
		trace->op.error = (struct op_error){0};
		if (augmented->target->kind == EXPRESSION_SUBSCRIPT)
			trace->written_part = left;
		return left;
	}
	grown_list_open(trace, left);
	trace->augmented = left->kind != VALUE_ARRAY && right->kind != VALUE_ARRAY;
	struct applied applied;
	applied_begin(trace, &applied, NULL, at, NULL, 0);
	bool own;
	const struct value *result =
	    object_augmented(trace, augmented->operation, left, right, at, &own);
	if (!own)
		result = operate_binary(trace, augmented->operation, left, right, at);
	trace->applied = applied.outer;
	trace->augmented = false;
	if (changes_in_place(left, result)) {
		struct value *changed = value_changed(trace, left);
		if (left->kind == VALUE_DICT)
			changed->dict = result->dict;
		else
			changed->list = result->list;
		changed->room = 0;
		return left;
	}
	return result ? result : place_failure(trace, at);
}

static void run_augmented(struct trace *trace, const struct statement *statement)
{
	const struct expression *target = statement->augmented_assign.target;
	const struct expression *called = object_called(target);
	note_target(trace, target_name(target));
	const struct value *object = called ? evaluate(trace, called) : NULL;
	const struct value *value = augmented_value(trace, statement, called, object);
	if (!value) {
		report_failure(trace);
		value = trace->op.error.raised ? NULL : &value_unknown;
	}
	trace->held = object ? called : NULL;
	trace->held_value = object;
	assign_or_report(trace, target, value);
	trace->held = NULL;
	trace->written_part = NULL;
}

const struct value *const *decorator_values(struct trace *trace,
                                            const struct expression_list *decorators)
{
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, decorators->count);
	for (uint32_t i = 0; i < decorators->count; i++) {
		values[i] = evaluate(trace, decorators->items[i]);
		if (!values[i])
			return NULL;
	}
	return values;
}

const struct value *decorated(struct trace *trace, const struct expression_list *decorators,
                              const struct value *const *values, const struct value *value)
{
	for (uint32_t i = decorators->count; value && i-- > 0;) {
		struct span at = decorators->items[i]->at;
		value = trace_call(trace, values[i], &(struct value_list){&value, 1}, NULL, 0, at);
		if (!value)
			value = place_failure(trace, at);
	}
	return value;
}

/* The value of a function with its decorators applied; NULL after an error. */
static const struct value *function_value(struct trace *trace, const struct function *function)
{
	const struct value *const *decorators = decorator_values(trace, &function->decorators);
	const struct value *const *defaults =
	    decorators ? parameter_defaults(trace, &function->parameters) : NULL;
	if (!defaults)
		return NULL;
	struct value *closure = value_new(trace->op.arena, VALUE_FUNCTION);
	closure->closure = (struct closure){function, NULL, trace->scope, defaults, NULL};
	return decorated(trace, &function->decorators, decorators, closure);
}

static void run_function(struct trace *trace, const struct function *function)
{
	note_target(trace, function->name);
	const struct value *value =
	    annotations_fit(trace, function) ? function_value(trace, function) : NULL;
	if (!value) {
		report_failure(trace);
		if (trace->op.error.raised)
			return;
		value = &value_unknown;
	}
	bind_name(trace, function->name, value, function->name_at);
}

static bool assertion_failed(struct trace *trace, const struct statement *statement)
{
	const struct expression *message = statement->two_operands.second;
	const struct value *value = message ? evaluate(trace, message) : NULL;
	if (message && !value)
		return false;
	bool said = value && value->kind != VALUE_UNKNOWN;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "AssertionError",
	              TEXT("{}", !said                         ? message_string("")
	                         : value->kind == VALUE_STRING ? message_str(value->string)
	                                                       : value_str(value)),
	              WORDS("this assertion does not hold"));
}

/* Whether an assertion that fails is one of a test, whose author has seen it hold: that is doubted,
 * and the test goes on. */
static bool is_doubted(struct trace *trace, const struct expression *condition)
{
	if (!trace->failure.holds_tests || trace->failure.catching_own || trace->trial.running ||
	    trace->op.replays)
		return false;
	trace_doubt(trace, trace->derived_at ? *trace->derived_at : call_span(trace, condition),
	            "whether this assertion holds is not known");
	trace->failure.misled = true;
	return true;
}

/* An assertion whose value is not known says what its author holds to be so: it is believed. */
static bool is_believed(struct trace *trace)
{
	if (trace->op.error.raised)
		return false;
	trace->op.error = (struct op_error){0};
	return true;
}

/* Runs the assertion of one of its conditions; false when it fails. */
static bool assert_one(struct trace *trace, const struct statement *statement,
                       const struct expression *condition)
{
	if (condition->kind == EXPRESSION_BINARY && condition->binary.operation == OPERATION_AND)
		return assert_one(trace, statement, condition->binary.left) &&
		       assert_one(trace, statement, condition->binary.right);
	bool negated =
	    condition->kind == EXPRESSION_UNARY && condition->unary.operation == OPERATION_NOT;
	const struct value *value = evaluate(trace, negated ? condition->unary.operand : condition);
	bool truth = true;
	bool known = value && trace_truth(trace, value, &truth);
	if (value && (!known || truth != negated)) {
		if (is_believed(trace))
			return true;
	} else if (value && is_doubted(trace, condition)) {
		return true;
	} else if (value) {
		(void)assertion_failed(trace, statement);
	}
	if (!place_failure(trace, call_span(trace, condition)))
		report_failure(trace);
	return false;
}

/* Runs a branch, the one behind the last being `else`. */
static enum flow run_branch(struct trace *trace, const struct if_statement *statement,
                            uint32_t index, const struct value **result)
{
	const struct block *block =
	    index < statement->count ? &statement->branches[index].body : &statement->otherwise;
	enum flow flow = run_block(trace, block, result);
	return flow == FLOW_YIELD ? keep_point(trace, index, NULL) : flow;
}

static enum flow run_if_from(struct trace *trace, const struct statement *whole, uint32_t first,
                             const struct value **result);

/* The branches of `if` from one on, of which that may be run, or else one behind it. */
struct branches {
	const struct statement *whole;
	uint32_t first;
};

static enum flow run_first(struct trace *trace, const void *context, const struct value **result)
{
	const struct branches *branches = context;
	return run_block(trace, &branches->whole->if_statement->branches[branches->first].body,
	                 result);
}

static enum flow run_others(struct trace *trace, const void *context, const struct value **result)
{
	const struct branches *branches = context;
	return run_if_from(trace, branches->whole, branches->first + 1, result);
}

/* Goes on where the condition of a branch is not known. */
static enum flow run_doubted(struct trace *trace, const struct statement *whole, uint32_t index,
                             const struct value *value, const struct value **result)
{
	const struct if_statement *statement = whole->if_statement;
	struct span at = call_span(trace, statement->branches[index].condition);
	if (value && !trace->op.error.raised) {
		bool forks = can_fork(trace);
		bool binds = block_binds(trace, &(struct block){whole, 1});
		if ((!forks || !binds) && computes_nothing(trace, statement)) {
			pass_by(trace, whole);
			return FLOW_NEXT;
		}
		if (forks) {
			const struct branches branches = {whole, index};
			trace->op.error = (struct op_error){0};
			return run_either(trace, &(struct way){run_first, &branches},
			                  &(struct way){run_others, &branches}, at, result);
		}
	}
	if (!value || (!failed_or_unknown(trace) && !place_failure(trace, at)))
		report_failure(trace);
	return skip_statement(trace, whole, result);
}

static enum flow run_if_from(struct trace *trace, const struct statement *whole, uint32_t first,
                             const struct value **result)
{
	const struct if_statement *statement = whole->if_statement;
	for (uint32_t i = first; i < statement->count; i++) {
		const struct value *value = evaluate(trace, statement->branches[i].condition);
		bool truth = false;
		if (!value || !trace_truth(trace, value, &truth))
			return run_doubted(trace, whole, i, value, result);
		if (truth)
			return run_branch(trace, statement, i, result);
	}
	return run_branch(trace, statement, statement->count, result);
}

static enum flow run_if(struct trace *trace, const struct statement *whole,
                        const struct value **result)
{
	if (is_resuming(trace))
		return run_branch(trace, whole->if_statement, take_point(trace).index, result);
	return run_if_from(trace, whole, 0, result);
}

static enum flow run_with_items(struct trace *trace, const struct with *with, uint32_t index,
                                const struct value **result);

/* Leaves a context, which may swallow the error that what stood inside, `body`, has raised. */
static enum flow leave_context(struct trace *trace, const struct value *context,
                               const struct block *body, struct span at, enum flow flow,
                               const struct value **result)
{
	const struct value *given[3] = {&value_none, &value_none, &value_none};
	bool found, raised = trace->op.error.raised, swallowed = false;
	if (raised) {
		given[1] = exception_raised(trace);
		given[0] = given[1]->object.class;
	}
	struct kept_error error = take_error(trace);
	bool own = context->kind == VALUE_OBJECT;
	const struct value *left =
	    call_method(trace, context, "__exit__", given, own ? 3 : 0, at, &found);
	if (!left && !failed_or_unknown(trace) && !place_failure(trace, at)) {
		report_failure(trace);
		return trace->op.error.raised ? FLOW_RETURN : flow;
	}
	if (!raised)
		return flow;
	if (left && own && !trace_truth(trace, left, &swallowed) && !trace->op.error.raised)
		return doubt_error(trace, body, at, &error, result);
	if (swallowed)
		return FLOW_NEXT;
	put_error_back(trace, &error);
	report_failure(trace);
	if (trace->op.error.raised)
		return FLOW_RETURN;
	*result = &value_unknown;
	return trace->scope == trace->globals ? skip_block(trace, body, result) : FLOW_RETURN;
}

/* Runs what is inside of a context that has been entered, and leaves it. */
static enum flow run_inside(struct trace *trace, const struct with *with, uint32_t index,
                            const struct value *context, const struct value **result)
{
	bool own = context->kind == VALUE_OBJECT;
	struct span at = call_span(trace, with->items[index].context);
	trace->failure.catching += own;
	trace->failure.catching_own += own;
	enum flow flow = run_with_items(trace, with, index + 1, result);
	trace->failure.catching -= own;
	trace->failure.catching_own -= own;
	if (flow == FLOW_YIELD)
		return keep_point(trace, index, context);
	return leave_context(trace, context, &with->body, at, flow, result);
}

/* Whether an expression calls a method `open`, as of paths. */
static bool calls_open(const struct expression *expression)
{
	const struct expression *function =
	    expression->kind == EXPRESSION_CALL ? expression->call->function : NULL;
	return function && function->kind == EXPRESSION_ATTRIBUTE &&
	       str_equal(function->attribute.name, STR("open"));
}

/* Whether the text begins with one of these words, which single spaces part. */
static bool begins_with_any(struct str text, struct str words)
{
	for (size_t start = 0; start < words.len; start = str_find(words, ' ', start) + 1)
		if (str_starts_with(text, str_slice(words, start, str_find(words, ' ', start))))
			return true;
	return false;
}

/* Whether it is of Python's own that opens a file or the like, of a path or a file system that is
 * not known, or of a library that shows or stores: what stands inside is run as it would be without
 * it. */
static bool only_opens(const struct value *context, const struct with_item *item)
{
	const struct str names = STR(
	    "open( pathlib. PosixPath. tempfile. gzip. zipfile. bz2. concurrent. threading. io. "
	    "os. urllib. tqdm. tqdm( numpy.load( torch.no_grad( torch.inference_mode( wandb. "
	    "mlflow. h5py. matplotlib. tensorboardX. torch.utils.tensorboard. rich. PIL.");
	return value_is_foreign(context) &&
	       (begins_with_any(context->string, names) || calls_open(item->context) ||
	        str_contains(context->string, STR("gfile.GFile")));
}

/* Runs what is inside of a context that only opens something. */
static enum flow run_opened(struct trace *trace, const struct with *with, uint32_t index,
                            const struct value *context, const struct value **result)
{
	enum flow flow = run_with_items(trace, with, index + 1, result);
	return flow == FLOW_YIELD ? keep_point(trace, index, context) : flow;
}

/* Runs on inside of a context that a generator was left in. */
static enum flow resume_inside(struct trace *trace, const struct with *with, uint32_t index,
                               const struct value **result)
{
	const struct value *context = take_point(trace).kept;
	return only_opens(context, &with->items[index])
	           ? run_opened(trace, with, index, context, result)
	           : run_inside(trace, with, index, context, result);
}

/* Leaves out what is inside of a context that is foreign: it may change whatever is computed there,
 * and handle errors. */
static enum flow pass_context(struct trace *trace, const struct with *with, struct span at,
                              const struct value **result)
{
	const struct statement whole = {.kind = STATEMENT_WITH, .with = with};
	if (block_computes_nothing(trace, &with->body)) {
		pass_by(trace, &whole);
		return FLOW_NEXT;
	}
	trace->op.error = (struct op_error){0};
	trace_doubt(trace, at, "what 'with' enters here is not known");
	return skip_block(trace, &with->body, result);
}

/* Enters one context of `with`, runs what is inside, and leaves it. */
static enum flow run_with_item(struct trace *trace, const struct with *with, uint32_t index,
                               const struct value **result)
{
	const struct with_item *item = &with->items[index];
	struct span at = call_span(trace, item->context);
	if (is_resuming(trace))
		return resume_inside(trace, with, index, result);
	const struct abstract_mesh *mesh = trace->op.mesh;
	bool found = false;
	const struct value *context = evaluate(trace, item->context), *entered = NULL;
	if (context && only_opens(context, item)) {
		if (item->target)
			assign_or_report(trace, item->target,
			                 value_foreign_as(trace->op.arena, context, VALUE_UNKNOWN));
		return run_opened(trace, with, index, context, result);
	}
	if (context)
		entered = call_method(trace, context, "__enter__", NULL, 0, at, &found);
	if (context && !found) {
		if (context->kind != VALUE_UNKNOWN)
			(void)trace_unknown(trace, "what 'with' enters here is not known");
		else
			(void)op_unknown(&trace->op, "%s", "");
	}
	if (!entered || entered->kind == VALUE_UNKNOWN)
		trace->op.mesh = mesh;
	if (context && value_is_foreign(context))
		return pass_context(trace, with, at, result);
	if (!entered || (entered->kind == VALUE_UNKNOWN && context->kind != VALUE_OBJECT)) {
		if (context && !entered && !place_failure(trace, at))
			report_failure(trace);
		else if (!context)
			report_failure(trace);
		if (trace->op.error.raised)
			return FLOW_RETURN;
		return skip_block(trace, &with->body, result);
	}
	if (item->target)
		assign_or_report(trace, item->target, entered);
	if (trace->op.error.raised)
		return FLOW_RETURN;
	return run_inside(trace, with, index, context, result);
}

static enum flow run_with_items(struct trace *trace, const struct with *with, uint32_t index,
                                const struct value **result)
{
	if (index == with->count)
		return run_block(trace, &with->body, result);
	return run_with_item(trace, with, index, result);
}

static enum flow run_return(struct trace *trace, const struct expression *value,
                            const struct value **result)
{
	note_target(trace, STR(""));
	*result = value ? value_or_unknown(trace, value) : &value_none;
	return FLOW_RETURN;
}

bool is_left_out(const struct trace *trace, const struct statement *statement)
{
	return statement->kind == STATEMENT_EXPRESSION &&
	       statement->value->kind == EXPRESSION_ELLIPSIS && !trace->prelude &&
	       source_is_fragments(&trace->spec->program_file);
}

static enum flow run_statement(struct trace *trace, const struct statement *statement,
                               const struct value **result)
{
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_EXPRESSION:
		if (is_yield(statement->value))
			return run_yield(trace, statement->value, &(const struct value *){NULL});
		if (trace->frame && is_left_out(trace, statement)) {
			*result = value_foreign(trace->op.arena, STR("..."));
			return FLOW_RETURN;
		}
		note_target(trace, STR(""));
		(void)value_or_unknown(trace, statement->value);
		break;
	case STATEMENT_ASSIGN:
		if (is_yield(statement->assign.value))
			return assign_yielded(trace, &statement->assign);
		run_assign(trace, &statement->assign, statement->at);
		break;
	case STATEMENT_AUGMENTED_ASSIGN:
		run_augmented(trace, statement);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		run_annotated(trace, &statement->annotated_assign, statement->at);
		break;
	case STATEMENT_RETURN:
		return run_return(trace, statement->value, result);
	case STATEMENT_BREAK:
		return FLOW_BREAK;
	case STATEMENT_CONTINUE:
		return FLOW_CONTINUE;
	case STATEMENT_ASSERT:
		(void)assert_one(trace, statement, statement->two_operands.first);
		break;
	case STATEMENT_RAISE:
		run_raise(trace, statement);
		*result = &value_unknown;
		return trace->scope == trace->globals ? FLOW_NEXT : FLOW_RETURN;
	case STATEMENT_MATCH:
		return run_match(trace, statement, result);
	case STATEMENT_TRY:
		return run_try(trace, statement, result);
	case STATEMENT_TYPE:
		bind_name(trace, statement->type_alias->name.name,
		          value_foreign(trace->op.arena, statement->type_alias->name.name),
		          statement->type_alias->name.at);
		break;
	case STATEMENT_CLASS:
		run_class(trace, statement->class_definition);
		break;
	case STATEMENT_DELETE:
		run_delete(trace, statement->deleted);
		break;
	case STATEMENT_IMPORT:
		import_modules(trace, &statement->imported);
		break;
	case STATEMENT_IMPORT_FROM:
		if (statement->import_from->star)
			import_everything(trace, statement);
		else
			import_names(trace, statement->import_from, statement->at);
		break;
	case STATEMENT_FUNCTION:
		run_function(trace, statement->function);
		break;
	case STATEMENT_IF:
		return run_if(trace, statement, result);
	case STATEMENT_FOR:
		return run_for(trace, statement->for_loop, result);
	case STATEMENT_WHILE:
		return run_while(trace, statement->while_loop, result);
	case STATEMENT_WITH:
		return run_with_items(trace, statement->with, 0, result);
	default: /* `pass` */
		break;
	}
	return FLOW_NEXT;
}

enum flow run_block(struct trace *trace, const struct block *block, const struct value **result)
{
	struct str target = trace->target;
	enum flow flow = FLOW_NEXT;
	uint32_t first = is_resuming(trace) ? take_point(trace).index : 0;
	for (uint32_t i = first; flow == FLOW_NEXT && i < block->count; i++) {
		if (!count_step(trace, block->items[i].at)) {
			*result = &value_unknown;
			return FLOW_RETURN;
		}
		flow = run_statement(trace, &block->items[i], result);
		if (flow == FLOW_YIELD)
			(void)keep_point(trace, i, NULL);
		else if (trace->generator && trace->generator->lost)
			flow = FLOW_RETURN;
		bool gives_up = trace->prelude && trace->op.error.unknown;
		if (gives_up && trace->generator)
			trace->generator->lost = true;
		if (trace->op.error.raised || gives_up) {
			*result = NULL;
			flow = FLOW_RETURN;
		}
	}
	trace->target = target;
	return flow;
}
