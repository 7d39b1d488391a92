/* SPDX-License-Identifier: Apache-2.0 */
/* What is built of a function that was lowered is what its text is read as. */
#include <cjson/cJSON.h>

#include "lower/lower.h"
#include "stablehlo/stablehlo.h"
#include "testing/planning.h"
#include "trace/trace.h"

static void show_shape(struct buf *out, const struct hlo_shape *shape)
{
	buf_puts(out, shape->element ? shape->element->name : "(");
	for (uint32_t i = 0; i < shape->rank; i++)
		buf_printf(out, "x%lld", (long long)shape->dims[i]);
	for (uint32_t i = 0; i < shape->nelements; i++) {
		buf_puts(out, " ");
		show_shape(out, &shape->elements[i]);
	}
}

static void show_sharding(struct buf *out, const struct named_sharding *sharding)
{
	for (uint32_t i = 0; i < sharding->rank; i++) {
		const struct axis_parts *axes = &sharding->dims[i].axes;
		buf_puts(out, sharding->dims[i].open ? " [?" : " [");
		for (uint32_t k = 0; k < axes->count; k++)
			buf_printf(out, " %u", axes->items[k].axis);
		buf_putc(out, ']');
	}
}

static void show_instruction(struct buf *out, const struct instruction *at)
{
	buf_printf(out, "%.*s %s ", STR_ARG(at->name), opcode_name(at->opcode));
	show_shape(out, at->shape);
	for (uint32_t i = 0; i < at->noperands; i++)
		buf_printf(out, " %%%u", at->operands[i]->number);
	for (uint32_t i = 0; i < at->ncalled; i++)
		buf_printf(out, " @%u", at->called[i]->number);
	for (uint32_t i = 0; i < at->ndims; i++)
		buf_printf(out, " %lld", (long long)at->dims[i]);
	for (uint32_t i = 0; i < at->nnamed; i++)
		show_sharding(out, at->named[i]);
	if (at->opcode == OPCODE_CONSTANT)
		buf_printf(out, " splat %d zero %d one %d known %d", at->literal.splat,
		           at->literal.zero, at->literal.one, at->literal.known);
	if (at->opcode == OPCODE_COMPARE)
		buf_printf(out, " %.*s", STR_ARG(at->direction));
	buf_printf(out, " index %lld users %u%s\n", (long long)at->index, at->users,
	           at->root ? " root" : "");
}

static struct str shown(struct arena *arena, const struct module *module)
{
	struct buf out = {.arena = arena};
	buf_printf(&out, "%.*s on %lld\n", STR_ARG(module->name), (long long)module->partitions);
	for (uint32_t i = 0; i < module->narguments; i++)
		buf_printf(&out, "'%.*s' %lld\n", STR_ARG(module->arguments[i].path),
		           (long long)module->arguments[i].alias);
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		buf_printf(&out, "computation %u\n", i);
		for (uint32_t k = 0; k < computation->count; k++)
			show_instruction(&out, computation->instructions[k]);
	}
	return buf_str(&out);
}

/* The same without its calls, which the text has not. */
static struct lowering without_calls(struct arena *arena, const struct lowering *lowering)
{
	struct lowered_operation *steps =
	    arena_copy(arena, lowering->operations, lowering->count, sizeof *steps);
	struct lowering flat = *lowering;
	for (uint32_t i = 0; i < flat.count; i++)
		steps[i].frame = 0;
	flat.operations = steps;
	return flat;
}

/* Whether the function was compared. */
static bool compare(struct arena *arena, const char *path, const struct recorded_function *function)
{
	const struct lowering lowering = lower_function(arena, function);
	struct diags diags = diags_make(arena);
	if (lowering.gap)
		return false;
	const struct lowering flat = without_calls(arena, &lowering);
	const struct module *built = stablehlo_build(arena, &flat, &diags);
	const struct module *read = stablehlo_read(arena, lowering_text(arena, &lowering), &diags);
	cr_assert(built && read, "%s: %s", path,
	          diags.first ? diags.first->message.s : "no finding");
	testing_expect(path, shown(arena, built), shown(arena, read).s);
	cr_expect(lowering_equal(&lowering, &lowering));
	return true;
}

static int compare_functions(const char *path, int64_t devices)
{
	struct arena arena = {0}, scratch = {0};
	const struct check_options recording = {.overrides = {.records = true,
	                                                      .script_devices = devices,
	                                                      .devices = devices,
	                                                      .framework = STR("jax==0.10.2")}};
	const struct source source = {str_of(path), testing_read(&arena, path)};
	const struct check_result checked = check_source(&arena, &scratch, &source, &recording);
	int compared = 0;
	for (const struct recorded_function *function = checked.program->functions; function;
	     function = function->next)
		compared += function->mesh && !function->same && compare(&arena, path, function);
	arena_drop(&scratch);
	arena_drop(&arena);
	return compared;
}

Test(lowered, is_built_as_its_text_is_read)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, "testdata/derive/scripts-0.10.2.jsonl");
	int compared = compare_functions("specs/programs/optax-training.py", 8) +
	               compare_functions("specs/programs/equinox-ensemble.py", 8) +
	               compare_functions("testdata/bench/transformer.py", 16);
	cr_expect_geq(compared, 5);
	for (size_t at = 0; at < text.len; at = str_find(text, '\n', at) + 1) {
		cJSON *recorded = cJSON_ParseWithLength(text.s + at, str_find(text, '\n', at) - at);
		cr_assert_not_null(recorded);
		const char *id = cJSON_GetObjectItem(recorded, "id")->valuestring;
		compared +=
		    compare_functions(str_format(&arena, "testdata/derive/scripts/%s.py", id).s, 8);
		cJSON_Delete(recorded);
	}
	cr_expect_geq(compared, 50);
	arena_drop(&arena);
}
