/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/trace.h"

#include <assert.h>

#include "trace/state/argument_name.h"
#include "trace/repair/repair.h"
#include "trace/eval/entry.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/generator.h"
#include "trace/eval/said_types.h"
#include "trace/module/project.h"
#include "trace/module/spec_values.h"
#include "trace/state/failure.h"
#include "trace/state/missing_vmap.h"
#include "trace/state/place.h"
#include "trace/state/scope.h"
#include "trace/state/small_work.h"
#include "trace/state/work.h"

#include "program/interpretable.h"
#include "spec/script/script.h"

/* Whether what stands behind os.environ changes it: ["NAME"] = … */
static bool is_set(struct str behind)
{
	size_t end = str_find(behind, ']', 0) + 1;
	if (!str_starts_with(behind, STR("[")) || end >= behind.len)
		return false;
	while (end < behind.len && behind.s[end] == ' ')
		end++;
	return end + 1 < behind.len && behind.s[end] == '=' && behind.s[end + 1] != '=';
}

/* Whether all options are parsed from lists that the text itself has: parse_args([…]). */
static bool parses_lists(struct str text)
{
	const struct str parse = STR("parse_args(");
	bool found = false;
	for (size_t at = 0; (at = str_search(text, parse, at)) < text.len;) {
		at += parse.len;
		found = at < text.len && text.s[at] == '[';
		if (!found)
			return false;
	}
	return found && !str_contains(text, STR("parse_known_args"));
}

/* Whether a program with absl has flags, or looks at the arguments that its main is given. */
static bool reads_flags(struct str text)
{
	static const char *const words[] = {"DEFINE_", "FLAGS", "argv[", "len(argv", "in argv"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_contains(text, str_of(words[i])))
			return true;
	return false;
}

/* Whether what the program is called with matters to it: its arguments, or the environment. */
static bool depends_on_call(struct str text)
{
	static const char *const words[] = {"sys.argv",        "getenv",       "import tyro",
	                                    "from tyro",       "fire.Fire",    "import click",
	                                    "import typer",    "import hydra", "import draccus",
	                                    "import pyrallis", "import mlxu"};
	const struct str environment = STR("os.environ");
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_contains(text, str_of(words[i])))
			return true;
	if (str_contains(text, STR("argparse")) && !parses_lists(text))
		return true;
	if (str_contains(text, STR("absl")) && reads_flags(text))
		return true;
	for (size_t at = 0; (at = str_search(text, environment, at)) < text.len;) {
		at += environment.len;
		if (!is_set(str_slice(text, at, text.len)))
			return true;
	}
	return false;
}

/* Whether the text holds tests of unittest or pytest. */
static bool holds_tests(struct str text)
{
	return str_contains(text, STR("import unittest")) ||
	       str_contains(text, STR("absl.testing")) ||
	       str_contains(text, STR("import absltest")) ||
	       str_contains(text, STR("import pytest"));
}

/* The names of the program's top level with their values. */
static struct trace_result result_of(struct arena *arena, const struct trace *trace)
{
	const struct scope *scope = trace->globals;
	struct coverage coverage = trace->coverage;
	coverage_drop_said(&coverage);
	struct named_value *values = arena_new(arena, struct named_value, scope->count);
	for (uint32_t i = 0; i < scope->count; i++) {
		const struct bound_name *bound = &scope->bindings[i];
		values[i] = (struct named_value){
		    bound->name, bound->value ? bound->value : &value_none, bound->at};
	}
	return (struct trace_result){
	    .values = values,
	    .count = scope->count,
	    .events = trace->events.first,
	    .program = trace->program,
	    .coverage = coverage,
	    .nleft_out = trace->recorded.nleft_out,
	    .left_out = trace->recorded.left_out,
	    .limit = trace->work.limit,
	    .devices_wanted = trace->host.wanted_at,
	    .kind_asked = trace->host.kind_asked,
	    .devices_meant = trace->host.meant,
	    .devices_built = trace->host.built,
	    .sizes_taken = trace->host.sizes_taken,
	    .texts_taken = trace->host.texts_taken,
	    .mesh_replaced = trace->host.replaced,
	    .asked_used = trace->asked_used,
	    .sharding_in_types = trace->spec->framework.family == FRAMEWORK_JAX &&
	                         op_has(&trace->op, JAX_SHARDING_IN_TYPES),
	};
}

/* Whatever was entered has been left again, also where the program failed or was stopped. */
static void check_left(const struct trace *trace)
{
	const struct op *op = &trace->op;
	assert(!op->nmappings && !op->staged && !op->bodies && !op->batching);
	assert(!op->watch && !op->captures && !op->operands && !op->replays);
	assert(!trace->work.depth && !trace->work.inner_depth && !trace->work.nesting);
	assert(!trace->failure.catching && !trace->failure.handled && !trace->trial.running);
	assert(trace->scope == trace->globals && !trace->frame && !trace->generator);
	assert(!trace->applied && !trace->calling && !trace->prelude && !trace->derived_at);
}

/* Nothing may be unknown without a word, as what comes of a refused tensor is not: says so of the
 * first such name. */
static void report_silence(struct trace *trace)
{
	for (uint32_t i = 0; i < trace->globals->count; i++) {
		const struct bound_name *bound = &trace->globals->bindings[i];
		if (!bound->value || !value_has_reported(bound->value))
			continue;
		diag_add(trace->diags, RULE_CALL_UNKNOWN, program_span(trace->program, bound->at),
		         "what '%.*s' is cannot be told", STR_ARG(bound->name));
		return;
	}
}

/* The names that a hook declares as global, and that the module does not assign, have values that
 * nobody knows. */
static void take_hooks_names(struct trace *trace, struct scope *scope, struct bound_name hook)
{
	const struct value *value = hook.value;
	if (!value || value->kind != VALUE_FUNCTION || !value->closure.definition)
		return;
	const struct table *names = value->closure.definition->names;
	for (uint32_t i = 0; i < names->count; i++) {
		struct str name = names->entries[i].key;
		if (names->entries[i].value == NAME_GLOBAL && !scope_get(scope, name))
			scope_set(trace->op.arena, scope, name,
			          value_foreign(trace->op.arena, name), hook.at);
	}
}

/* pytest calls the hooks of a conftest.py between running it and running tests; what they are given
 * are its own objects. */
static void expect_hooks(struct trace *trace, struct scope *scope)
{
	struct str name = project_name_of(scope);
	uint32_t count = scope->count;
	if (!str_equal(str_slice(name, str_behind_last(name, '.'), name.len), STR("conftest")))
		return;
	for (uint32_t i = 0; i < count; i++)
		if (str_starts_with(scope->bindings[i].name, STR("pytest_")))
			take_hooks_names(trace, scope, scope->bindings[i]);
}

/* Runs a module of the project as its own program, inside of the one that imports it. */
static void run_module(struct trace *trace, const struct block *body, struct scope *scope,
                       struct span at)
{
	struct trace around = *trace;
	const struct value *result = NULL;
	struct frame *frame = arena_new(trace->op.arena, struct frame, 1);
	*frame = (struct frame){trace->frame, at, true, NULL, trace->trial.doubted};
	trace->frame = frame;
	trace->globals = trace->scope = scope;
	trace->derived_at = NULL;
	trace->applied = NULL;
	trace->generator = NULL;
	trace->calling = NULL;
	trace->augmented = false;
	struct source_files *files = trace->spec->files;
	trace->failure.depends_on_call =
	    trace->failure.depends_on_call ||
	    depends_on_call(str_slice(files->whole.text, files->pieces[files->count - 1].start,
	                              files->whole.text.len));
	trace->work.depth++;
	(void)run_block(trace, body, &result);
	trace->work.depth--;
	expect_hooks(trace, scope);
	trace->frame = around.frame;
	trace->globals = around.globals;
	trace->scope = around.scope;
	trace->derived_at = around.derived_at;
	trace->applied = around.applied;
	trace->generator = around.generator;
	trace->calling = around.calling;
	trace->augmented = around.augmented;
	trace->target = around.target;
}

struct trace_result trace_program(struct arena *arena, struct arena *scratch,
                                  const struct library *library, const struct jax_rules *rules,
                                  const struct spec *spec, const struct program *program,
                                  const struct abstract_mesh *const *meshes, struct diags *diags)
{
	struct trace *trace = arena_new(arena, struct trace, 1);
	struct arena_mark mark = arena_mark(scratch);
	const struct value *result = NULL;
	trace->op.arena = arena;
	trace->work.most_steps = MAX_STEPS + (uint32_t)program->text.len;
	trace->op.rules = rules;
	trace->op.mesh = spec->nmeshes && !spec->meshes_outside ? meshes[0] : NULL;
	trace->op.eager = trace->op.values = spec->program_eager;
	trace->op.x64 = spec->framework.family != FRAMEWORK_JAX;
	trace->op.name_of = argument_name;
	trace->op.place_of = place_of_operation;
	trace->repair.find = repair_find;
	trace->scratch = scratch;
	trace->library = library;
	trace->program = program;
	trace->spec = spec;
	trace->meshes = meshes;
	trace->asked_used = arena_new(arena, bool, spec->asked ? spec->asked->count : 0);
	trace->diags = diags;
	trace->failure.depends_on_call =
	    source_is_script(&spec->program_file) && depends_on_call(program->text);
	trace->failure.holds_tests =
	    source_is_script(&spec->program_file) && holds_tests(program->text);
	trace->index = library_index_make(arena, library);
	trace->globals = trace->scope = scope_new(arena, NULL, NULL, STR(""));
	trace->call = call_value;
	trace->advance = generator_advance;
	diags_about(diags, STR(""), spec->program_at.offset);
	make_tensors(trace);
	struct recording recording = {0};
	trace->recorded.records = spec->records;
	if (spec->records) {
		trace->op.recording = &recording;
		trace->recorded.outside = spec->program_eager ? &recording : NULL;
	}
	project_begin(trace, run_module);
	uint32_t findings = diags->count;
	program_report_outside(program, diags);
	import_conftests(trace);
	(void)run_block(trace, &program->body, &result);
	bool ended = ends_script_early(trace);
	if (ends_script(trace))
		trace->op.error = (struct op_error){0};
	call_entries(trace);
	check_left(trace);
	const struct recorded_function *outside = NULL;
	const struct recorded_function *functions = recorded_end(trace, &recording, &outside);
	if (diags->count == findings && !trace->tensors.refused.count)
		report_silence(trace);
	diags_about(diags, STR(""), NO_GROUP);
	report_redundant_moves(trace);
	report_missing_vmaps(trace);
	report_small_work(trace);
	report_unused_comments(trace);
	arena_rewind(scratch, mark);
	struct trace_result traced = result_of(arena, trace);
	traced.ended = ended;
	traced.functions = functions;
	traced.outside = outside;
	return traced;
}
