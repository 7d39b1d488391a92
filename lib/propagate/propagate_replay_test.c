/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays programs that jaxlib 0.10.2 compiled: StableHLO before Shardy propagated it, and the HLO
 * that the partitioner got. Instructions, their order and their shardings must be the same;
 * constants and scalars made larger aside, of which XLA keeps one for all that are equal.
 */
#include <cjson/cJSON.h>

#include "base/buf.h"
#include "hlo/hlo.h"
#include "propagate/propagate.h"
#include "stablehlo/stablehlo.h"
#include "testing/release.h"

static bool is_compared(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_CONSTANT:
	case OPCODE_PARAMETER:
		return false;
	case OPCODE_BROADCAST:
		return instruction->operands[0]->opcode != OPCODE_CONSTANT;
	default:
		return true;
	}
}

static void add_shape(struct buf *out, const struct hlo_shape *shape)
{
	for (uint32_t i = 0; shape->tuple && i < shape->nelements; i++)
		add_shape(out, &shape->elements[i]);
	buf_puts(out, "[");
	for (uint32_t i = 0; i < shape->rank; i++)
		buf_printf(out, "%lld,", (long long)shape->dims[i]);
	buf_puts(out, "]");
}

/* Appends a line per instruction: "dot [8,4,] {devices=[2,1]<=[2]}". */
static void add_lines(struct arena *arena, struct buf *out, const struct module *module)
{
	for (uint32_t i = 0; i < module->entry->count; i++) {
		const struct instruction *instruction = module->entry->instructions[i];
		if (!is_compared(instruction))
			continue;
		buf_printf(out, "%s ", opcode_name(instruction->opcode));
		add_shape(out, instruction->shape);
		struct buf text = {.arena = arena};
		if (instruction->sharding &&
		    hlo_sharding_write(arena, &text, instruction->sharding, false) &&
		    !str_equal(buf_str(&text), STR("{replicated}"))) {
			buf_putc(out, ' ');
			buf_add(out, buf_str(&text));
		}
		buf_putc(out, '\n');
	}
}

static void replay(const cJSON *row)
{
	struct arena arena = {0};
	const char *id = cJSON_GetObjectItem(row, "id")->valuestring;
	struct diags diags = diags_make(&arena);
	struct jax_rules rules = testing_release("0.10.2");
	struct notation_error error;
	struct module *module =
	    stablehlo_read(&arena, str_of(cJSON_GetObjectItem(row, "before")->valuestring), &diags);
	cr_assert(module, "%s: %s", id, diags.first ? diags.first->message.s : "");
	struct propagation propagation = propagate(module, NULL);
	cr_assert_null(propagation.failure, "%s: %s", id, propagation.failure);
	const struct module *wanted =
	    hlo_read(&arena, str_of(cJSON_GetObjectItem(row, "hlo")->valuestring), &rules, &error);
	cr_assert(wanted, "%s", id);
	struct buf actual = {.arena = &arena}, expected = {.arena = &arena};
	add_lines(&arena, &actual, module);
	add_lines(&arena, &expected, wanted);
	buf_putc(&expected, '\0');
	testing_expect(id, buf_str(&actual), expected.data);
	arena_drop(&arena);
}

Test(propagate, gives_the_partitioner_what_the_compiler_gives)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, "testdata/propagate/jaxlib-0.10.2.jsonl");
	cr_assert(text.s);
	for (const char *line = text.s; line && *line;) {
		cJSON *row = cJSON_Parse(line);
		cr_assert(row);
		replay(row);
		cJSON_Delete(row);
		line = strchr(line, '\n');
		line += line != NULL;
	}
	arena_drop(&arena);
}
