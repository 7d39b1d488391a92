/* SPDX-License-Identifier: Apache-2.0 */
/* What goes wrong in a program: where it stands, and the findings about it. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"
#include "spec/script/script.h"
#include "trace/state/failure.h"
#include "trace/state/unknown_sentence.h"
#include "trace/value/class.h"

#define NOTHING_KNOWN "what this gives is not known"

/* The part of a span that stands on its first line. */
static struct span first_line(const struct trace *trace, struct span at)
{
	struct str text = span_text(trace->program->text, at);
	size_t end = str_find(text, '\n', 0);
	while (end > 1 && (text.s[end - 1] == '\r' || text.s[end - 1] == ' '))
		end--;
	return span_part(at, 0, end);
}

const struct program *text_being_run(const struct trace *trace)
{
	return trace->prelude ? &trace->prelude->program : trace->program;
}

struct span call_span(const struct trace *trace, const struct expression *expression)
{
	struct span at = expression->at;
	uint32_t from = at.offset;
	if (trace->derived_at)
		return *trace->derived_at;
	if (expression->kind == EXPRESSION_CALL)
		from = expression->call->name_at.offset;
	else if (expression->kind == EXPRESSION_ATTRIBUTE)
		from = expression->attribute.name_at.offset;
	struct str before =
	    span_text(trace->program->text, (struct span){at.offset, from - at.offset});
	if (str_find(before, '\n', 0) < before.len)
		at = (struct span){from, at.offset + at.length - from};
	return first_line(trace, at);
}

/* The first line of a text, safe to print. */
static struct str one_line(const struct trace *trace, struct str text)
{
	return utf8_escaped(trace->diags->arena, str_until(text, '\n'));
}

/* Adds a finding in these words, and what to do. */
static struct diag *add_finding(struct trace *trace, enum rule_id rule, struct span at,
                                struct str message, struct str help)
{
	assert(at.offset + at.length <= trace->program->text.len);
	struct diag *diag = diag_add(trace->diags, rule, program_span(trace->program, at), "%.*s",
	                             STR_ARG(one_line(trace, message)));
	if (help.len)
		diag_help(diag, "%.*s", STR_ARG(one_line(trace, help)));
	return diag;
}

struct str place_key(const struct trace *trace, struct span at)
{
	return str_format(trace->op.arena, "%u+%u", at.offset, at.length);
}

/* What stands for an error among others: those of several specs at one place are several. */
static struct str error_key(const struct trace *trace)
{
	struct str place = place_key(trace, trace->failure.at);
	struct span spec = trace->op.error.spec_at;
	return spec.length ? str_format(trace->op.arena, "%.*s of %u", STR_ARG(place), spec.offset)
	                   : place;
}

/* Whether the error that has been raised is the first such one. */
static bool first_error(struct trace *trace)
{
	bool added;
	struct str place = place_key(trace, trace->failure.at);
	(void)table_add(trace->op.arena, &trace->failure.reported, place, 0, &added);
	if (trace->op.error.spec_at.length)
		(void)table_add(trace->op.arena, &trace->failure.reported, error_key(trace), 0,
		                &added);
	return added;
}

/* Whether what is not known at this place is the first there. */
static bool first_report(struct trace *trace, struct span at)
{
	bool added;
	(void)table_add(trace->op.arena, &trace->failure.reported, place_key(trace, at), 0, &added);
	return added;
}

/* Says with what comment the program can tell what comes from outside; once for each name. */
static void advise(struct trace *trace, struct diag *diag)
{
	struct origin *origin = trace->failure.origin;
	if (!origin || origin->told || diag->help.len)
		return;
	struct str name = one_line(trace, origin->name);
	origin->told = true;
	if (origin->at.length)
		diag_note(diag, program_span(trace->program, origin->at),
		          "this is where it comes from");
	diag_help(
	    diag,
	    "say what '%.*s' is in a comment after the assignment, a number or an array of its "
	    "own dtype and sizes: # shardctl: %.*s: f32[8, 128]",
	    STR_ARG(name), STR_ARG(name));
}

/* Reports that something is not known, where it stands. */
static void report_unknown(struct trace *trace, struct span at)
{
	const struct op_error *error = &trace->op.error;
	trace->failure.doubts++;
	if (trace->host.wanted && !trace->host.wanted_at.length)
		trace->host.wanted_at = program_span(trace->program, at);
	/* What fails without saying why must not pass for something that is accepted. */
	struct str message = error->unknown ? error->message : STR(NOTHING_KNOWN);
	bool repeated = message.len && !first_report(trace, at);
	coverage_note_gap(trace, at, message);
	if (message.len && !trace->work.stopped && !repeated)
		advise(trace, add_finding(trace, RULE_CALL_UNKNOWN, at,
		                          unknown_sentence(trace->op.arena, message), error->help));
	trace->failure.origin = NULL;
	trace->op.error = (struct op_error){0};
}

const struct value *place_failure(struct trace *trace, struct span at)
{
	if (trace->derived_at) {
		at = *trace->derived_at;
		if (!trace->op.error.raised && !trace->op.error.unknown)
			(void)op_unknown(&trace->op, NOTHING_KNOWN);
	}
	if (trace->derived_at && !trace->op.error.raised)
		return NULL; /* for the call to report */
	if (!trace->op.error.raised) {
		report_unknown(trace, at);
		return &value_unknown;
	}
	if (trace->derived_at && !at.length)
		return NULL; /* Python's own call, of __bool__ or __setattr__: it stands around */
	if (!trace->failure.placed) {
		trace->failure.at = at;
		trace->failure.frame = trace->frame;
		trace->failure.placed = true;
	}
	return NULL;
}

const struct value *failed_or_unknown(const struct trace *trace)
{
	return trace->op.error.raised || trace->op.error.unknown ? NULL : &value_unknown;
}

/* Points at the calls that the error is inside of, the innermost first. */
static void note_calls(struct trace *trace, struct diag *diag)
{
	uint32_t line = 0;
	for (const struct frame *frame = trace->failure.frame; frame; frame = frame->outer) {
		if (!frame->at.length) /* Python's own call: of a setter, an iterator */
			continue;
		if (program_line(trace->program, frame->at.offset) != line)
			diag_note(diag, program_span(trace->program, frame->at),
			          frame->imports ? "imported here" : "called here");
		line = program_line(trace->program, frame->at.offset);
	}
}

/* Points at the spec that it is about, where that is written in another line. */
static void note_spec(struct trace *trace, struct diag *diag)
{
	struct span at = trace->op.error.spec_at;
	if (at.length && program_line(trace->program, at.offset) !=
	                     program_line(trace->program, trace->failure.at.offset))
		diag_note(diag, program_span(trace->program, at), "the PartitionSpec is made here");
}

/* Our words, or else the framework's: one sentence without a full stop. */
static struct str message_of(const struct op_error *error)
{
	struct str message = error->message.len ? error->message : error->text;
	if (str_ends_with(message, STR(".")) && !str_ends_with(message, STR("..")))
		message.len--;
	return message;
}

bool is_to_report(const struct trace *trace)
{
	return !trace->op.replays && !trace->trial.running && !trace->failure.catching &&
	       !table_find(&trace->failure.reported, error_key(trace));
}

/* Classes of errors that Python raises for what a program made of its own objects. */
static bool is_of_python(const char *class)
{
	static const char *const classes[] = {
	    "NameError",         "UnboundLocalError", "AttributeError", "KeyError",
	    "IndexError",        "AssertionError",    "StopIteration",  "NotImplementedError",
	    "ZeroDivisionError", "ConfigKeyError",
	};
	return str_place(str_of(class), classes, COUNT_OF(classes)) < COUNT_OF(classes);
}

/* Whether its class says that what raises it ends, and has not failed, as a test that is skipped.
 */
static bool is_an_end(const struct value *exception)
{
	return exception && exception->kind == VALUE_OBJECT &&
	       class_find(exception->object.class, STR("_ends_script"));
}

bool ends_script(const struct trace *trace)
{
	const struct op_error *error = &trace->op.error;
	return error->raised && error->type &&
	       (strcmp(error->type, "SystemExit") == 0 || is_an_end(error->exception));
}

/* Whether it is about None, which stands for much that a program is given when it is run. */
static bool says_none(struct str text)
{
	return str_contains(text, STR("NoneType"));
}

/* Whether it is about something that has no items, or too few. */
static bool says_empty(struct str text)
{
	static const char *const signs[] = {"empty", "at least one array",
	                                    "not enough values to unpack"};
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (str_contains(text, str_of(signs[i])))
			return true;
	return false;
}

/* Whether it may be raised, or not be, because types have 64 bits or 32: it is about integers that
 * do not fit, or about dtypes, or the program's own. */
static bool depends_on_bits(const struct op_error *error)
{
	return error->by_program || (error->type && strcmp(error->type, "OverflowError") == 0) ||
	       str_contains(error->text, STR("32")) || str_contains(error->text, STR("64")) ||
	       str_contains(error->text, STR("128"));
}

/* Whether something is not known that may have changed what a name stands for. Which names and
 * attributes there are does not depend on how a program is called. */
static bool lacks_steps(const struct trace *trace, const struct op_error *error)
{
	const struct source *file = &trace->spec->program_file;
	bool by_call = strcmp(error->type, "NameError") && strcmp(error->type, "AttributeError");
	return source_is_script(file) &&
	       (trace->coverage.ngaps || trace->failure.passed_by ||
	        (trace->failure.depends_on_call && by_call) || source_is_fragments(file));
}

/* Whether it is open if the program raises this: it may have gone another way; once something in it
 * is not known, that may have changed any object, and so what Python says of them. */
static bool is_open(const struct trace *trace, const struct op_error *error)
{
	if (trace->trial.left || trace->failure.open ||
	    (trace->failure.bits_open && depends_on_bits(error)))
		return true;
	bool of_names = error->rule == RULE_NAME_UNKNOWN;
	if ((!of_names && error->rule != RULE_PROGRAM_ERROR) || !error->type || error->certain)
		return false;
	if (trace->failure.misled && !of_names)
		return true;
	return (lacks_steps(trace, error) || (trace->failure.given_away && !of_names)) &&
	       (error->by_program || ends_script(trace) || is_of_python(error->type) ||
	        says_none(error->text) || says_empty(error->text));
}

bool failure_is_open(const struct trace *trace)
{
	return trace->op.error.raised && is_open(trace, &trace->op.error);
}

/* Whether a file that was brought in begins at this byte. */
static bool begins_file(const struct trace *trace, size_t at)
{
	const struct source_piece *piece = source_piece_at(trace->spec->files, (uint32_t)at);
	return piece && piece->start == at && !piece->cell;
}

/* Whether nothing but closing brackets stands behind the place in its file. */
static bool is_last(const struct trace *trace, struct span at)
{
	struct str text = trace->program->text;
	size_t end = at.offset + at.length;
	while (end < text.len && !begins_file(trace, end) &&
	       (text.s[end] == ')' || text.s[end] == '\n' || byte_is_blank(text.s[end])))
		end++;
	return end == text.len || begins_file(trace, end);
}

bool ends_script_early(const struct trace *trace)
{
	return ends_script(trace) && !is_last(trace, trace->failure.at);
}

/* The script ends, which is no error: nobody reports it, so that all is left. What may have kept it
 * from ending is said. */
static void leave_script(struct trace *trace)
{
	struct span at = trace->failure.at;
	if (!is_open(trace, &trace->op.error) || is_last(trace, at) || !first_report(trace, at))
		return;
	trace_doubt(trace, at, "the script ends here as far as is known: the rest is not judged");
}

/* Adds the edits of what is proposed. */
static void add_repair(const struct trace *trace, struct diag *diag)
{
	const struct repair *repair = &trace->repair.proposed;
	const struct program *program = trace->program;
	for (const struct diag_edit *edit = repair->edits; edit; edit = edit->next)
		diag_fix(
		    diag, program_span(program, edit->at),
		    program_written(trace->diags->arena, program, edit->at.offset, edit->text));
	diag->repair.certain = repair->certain;
}

/* How much of an error's text is quoted: the first line, but of torch_xla's own checks, which say
 * only behind it what is wrong, all of it. */
static size_t quoted_length(struct str text)
{
	bool check = str_starts_with(text, STR("torch_xla/csrc/"));
	return check ? text.len : str_find(text, '\n', 0);
}

/* Adds the finding of the error that has been raised. */
static void add_error(struct trace *trace)
{
	const struct op_error *error = &trace->op.error;
	const struct repair *repair = &trace->repair.proposed;
	struct str message = message_of(error), text = error->text;
	if (!message.len)
		message = str_format(trace->op.arena, "this raises %s", error->type);
	diags_about(trace->diags, trace->target, trace->spec->program_at.offset);
	struct diag *diag = add_finding(trace, error->rule, trace->failure.at, message,
	                                repair->help.len ? repair->help : error->help);
	/* Where the file holds the program as it is, and not in a string with escapes. */
	if (repair->edits && trace->program->lines_mapped)
		add_repair(trace, diag);
	diag->slip = error->slip;
	if (error->type)
		diag_framework(diag, error->type, str_slice(text, 0, quoted_length(text)));
	note_spec(trace, diag);
	note_calls(trace, diag);
}

/* Adds the findings of the others that the call has, each that says something new. */
static void add_others(struct trace *trace)
{
	struct table told = {0};
	bool added;
	(void)table_add(trace->op.arena, &told, trace->op.error.text, 0, &added);
	trace->repair.proposed = (struct repair){0};
	for (const struct op_error *other = trace->op.error.others; other; other = other->others) {
		trace->op.error = *other;
		(void)table_add(trace->op.arena, &told, other->text, 0, &added);
		if (added)
			add_error(trace);
	}
}

void report_failure(struct trace *trace)
{
	const struct op_error *error = &trace->op.error;
	if (trace->op.replays || trace->derived_at || trace->failure.catching)
		return;
	if (ends_script(trace) && !trace->trial.running) {
		leave_script(trace);
		return;
	}
	if (error->raised && is_open(trace, error)) {
		(void)op_unknown(&trace->op, "whether this raises %s is not known", error->type);
		trace->op.error.raised = false;
		report_unknown(trace, trace->failure.at);
	} else if (error->raised && !trace->trial.running && !trace->work.stopped &&
	           first_error(trace)) {
		add_error(trace);
		add_others(trace);
	}
	trace->failure.count++;
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
	trace->repair.proposed = (struct repair){0};
	trace->repair.sought = false;
}

/* Whether the function that the program calls is given an array that is sharded by its type: for
 * one that is not, no rule asks how much the values make of it. */
static bool is_given_sharded(const struct trace *trace)
{
	const struct call_arguments *given = trace->calling;
	for (uint32_t i = 0; given && i < given->count; i++)
		if (given->values[i]->kind == VALUE_ARRAY &&
		    !type_is_replicated(&given->values[i]->array->type))
			return true;
	return false;
}

const struct value *trace_by_values(struct trace *trace)
{
	(void)trace_unknown(trace, "what follows from the values of an array");
	trace->op.error.by_values = !is_given_sharded(trace);
	return NULL;
}

const struct value *trace_foreign(struct trace *trace, const struct value *foreign)
{
	assert(value_is_foreign(foreign));
	(void)trace_unknown(trace, "%.*s is not known", STR_ARG(foreign->string));
	if (foreign->origin && source_is_script(&trace->spec->program_file))
		trace->failure.origin = foreign->origin;
	return NULL;
}

const struct value *trace_foreign_call(struct trace *trace, struct str function)
{
	(void)trace_unknown(trace, "%.*s is not known", STR_ARG(function));
	if (!trace->target.len || trace->prelude || !source_is_script(&trace->spec->program_file))
		return NULL;
	trace->failure.origin = arena_new(trace->op.arena, struct origin, 1);
	trace->failure.origin->name = trace->target;
	return NULL;
}

void trace_doubt(struct trace *trace, struct span at, const char *format, ...)
{
	struct buf text = op_buf(&trace->op);
	va_list arguments;
	va_start(arguments, format);
	buf_vprintf(&text, format, arguments);
	va_end(arguments);
	coverage_note_gap(trace, at, buf_str(&text));
	if (!trace->work.stopped)
		diag_add(trace->diags, RULE_CALL_UNKNOWN, program_span(trace->program, at), "%.*s",
		         STR_ARG(buf_str(&text)));
}
