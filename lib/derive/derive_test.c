/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares the equations of derivatives with those of a real JAX, recorded by testdata/derive: the
 * same ones in the same order, with operands and results of the same types.
 */
#include "base/buf.h"
#include "check/check.h"
#include "derive/derive.h"
#include "op/core/primitive.h"
#include "op/core/recording_prune.h"
#include "testing/records.h"
#include "trace/trace.h"

static const char recorded[] = "testdata/derive/equations-0.10.2.jsonl";

static void add_types(struct buf *out, struct op *op, const struct array *const *arrays,
                      uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct array_type type = arrays[i]->type;
		type.weak = false;
		buf_putc(out, ' ');
		type_jax_text(out, op->rules, &type, false);
	}
}

static void add_name(struct buf *out, const struct equation *equation)
{
	if (equation->kind == EQUATION_SCAN) {
		const struct recorded_scan *scan = equation->params;
		buf_printf(out, "scan carries %u%s", scan->ncarry, scan->reverse ? " reverse" : "");
	} else if (equation->kind == EQUATION_CHECKPOINT) {
		const struct recorded_checkpoint *params = equation->params;
		buf_printf(out, "checkpoint%s", params->differentiated ? " differentiated" : "");
	} else {
		buf_puts(out, equation->kind == EQUATION_PRIMITIVE
		                  ? equation->primitive->name
		                  : (const char *)equation->params);
	}
}

/* Whether JAX writes no equation for it: another name for an array, a number in another dtype. */
static bool is_left_out(const struct equation *equation)
{
	return equation->kind == EQUATION_SAME || equation->kind == EQUATION_STOP ||
	       (equation->kind == EQUATION_PRIMITIVE &&
	        strcmp(equation->primitive->name, "convert_element_type") == 0 &&
	        !equation->operands[0]->type.rank);
}

static void add_equations(struct buf *out, struct op *op, const struct recorded_body *body,
                          int indent)
{
	for (uint32_t i = 0; i < body->count; i++) {
		const struct equation *equation = &body->equations[i];
		bool inlined =
		    equation->kind == EQUATION_CUSTOM_JVP || equation->kind == EQUATION_CUSTOM_VJP;
		if (inlined)
			add_equations(out, op, &equation->bodies[0], indent);
		if (inlined || is_left_out(equation))
			continue;
		buf_printf(out, "%*s", indent, "");
		add_name(out, equation);
		add_types(out, op, equation->operands, equation->count);
		buf_puts(out, " ->");
		add_types(out, op, equation->results, equation->nresults);
		buf_putc(out, '\n');
		for (uint32_t j = 0; j < equation->nbodies; j++)
			add_equations(out, op, &equation->bodies[j], indent + 2);
	}
}

/* The equations of the spec's program, as the recording has them. */
static struct str equations_of(struct arena *arena, struct str spec)
{
	const struct check_options options = {.overrides = {.records = true}};
	struct source source = {STR("spec.yaml"), spec};
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	struct check_result result = check_source(arena, &scratch, &source, &options);
	arena_drop(&scratch);
	cr_assert(result.program && result.program->functions, "nothing is recorded");
	const struct recorded_function *function = result.program->functions;
	const struct array **outputs = arena_new(arena, const struct array *, function->nresults);
	for (uint32_t i = 0; i < function->nresults; i++)
		outputs[i] = function->results[i].array;
	struct recorded_body body = {.equations = function->equations,
	                             .count = function->count,
	                             .outputs = outputs,
	                             .noutputs = function->nresults};
	body = derive_body(function->op, &body);
	body = recording_pruned(arena, &body);
	add_equations(&out, function->op, &body, 0);
	return buf_str(&out);
}

static void replay(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0};
	struct buf expected = {.arena = &arena};
	const cJSON *equation;
	(void)line, (void)context;
	cJSON_ArrayForEach(equation, record_member(record, "equations"))
	{
		buf_puts(&expected, equation->valuestring);
		buf_putc(&expected, '\n');
	}
	struct str actual = equations_of(&arena, str_of(record_word(record, "spec")));
	testing_expect(record_word(record, "id"), actual, buf_str(&expected).s);
	arena_drop(&arena);
}

Test(derive, equations_are_those_of_jax)
{
	cr_expect(records_replay(recorded, replay, NULL) > 0);
}

/* The reason of the only equation of a derivative that is left. */
static const char *reason_of(struct arena *arena, const char *program)
{
	struct str spec = str_format(arena,
	                             "framework: jax==0.10.2\nmesh: {x: 2}\n"
	                             "tensors:\n  a: \"f32[8@x, 4]\"\nprogram: |\n  %s\n",
	                             program);
	return equations_of(arena, spec).s;
}

Test(derive, what_is_not_known_is_left_with_its_reason)
{
	struct arena arena = {0};
	testing_expect("igamma",
	               str_of(reason_of(&arena, "g = jax.grad(lambda t: lax.igamma(t, t)"
	                                        ".sum())(a)")),
	               "the derivative of igamma f32[8@x,4] -> f32[8@x,4]\n");
	testing_expect("policy",
	               str_of(reason_of(&arena, "g = jax.grad(lambda t: jax.checkpoint(jnp.sin, "
	                                        "policy=lambda *a, **k: 1)(t).sum())(a)")),
	               "what a policy of jax.checkpoint keeps f32[8@x,4] -> f32[8@x,4]\n");
	arena_drop(&arena);
}
