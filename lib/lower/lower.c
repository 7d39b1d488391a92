/* SPDX-License-Identifier: Apache-2.0 */
#include "lower/lower.h"

#include "derive/derive.h"
#include "lower/rows.h"
#include "op/core/primitive.h"
#include "op/core/recording_prune.h"
#include "op/core/sharding_request.h"

static const struct lowering_row *find_row(struct str primitive)
{
	static const struct lowering_row *const tables[] = {
	    lower_elementwise_rows, lower_shape_rows,  lower_index_rows, lower_reduce_rows,
	    lower_linalg_rows,      lower_random_rows, lower_other_rows, lower_collective_rows};
	for (size_t i = 0; i < COUNT_OF(tables); i++)
		for (const struct lowering_row *row = tables[i]; row->primitive; row++)
			if (str_is(primitive, row->primitive))
				return row;
	return NULL;
}

static const struct lowering_row *row_of(struct emitter *emitter, const struct primitive *primitive)
{
	const struct lowering_row *const *known = pointer_find(&emitter->rows, primitive);
	if (known)
		return *known;
	const struct lowering_row **row = arena_new(emitter->arena, const struct lowering_row *, 1);
	*row = find_row(str_of(primitive->name));
	pointer_add(emitter->arena, &emitter->rows, primitive, row);
	return *row;
}

struct term *terms_of(struct emitter *emitter, const struct array *const *arrays, uint32_t count)
{
	struct term *terms = arena_new(emitter->arena, struct term, count);
	for (uint32_t i = 0; i < count; i++)
		if (!term_of(emitter, arrays[i], &terms[i]))
			return NULL;
	return terms;
}

static bool lower_primitive(struct emitter *emitter, const struct equation *equation)
{
	const struct lowering_row *row = row_of(emitter, equation->primitive);
	struct term *results = arena_new(emitter->arena, struct term, equation->nresults);
	if (strcmp(equation->primitive->name, "shard_map") == 0)
		return lower_cast(emitter, equation);
	if (!row)
		return lower_fails(emitter, "what XLA makes of %s is not known",
		                   equation->primitive->name);
	struct writing writing = {.emitter = emitter,
	                          .row = row,
	                          .equation = equation,
	                          .operands =
	                              terms_of(emitter, equation->operands, equation->count),
	                          .result = &equation->results[0]->type,
	                          .results = results};
	if (!writing.operands || !row->write(&writing))
		return false;
	for (uint32_t i = 0; i < equation->nresults; i++)
		bind_term(emitter, equation->results[i], results[i]);
	return true;
}

/* Arrays that are others under another name. */
static bool bind_all(struct emitter *emitter, const struct array *const *made,
                     const struct array *const *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct term term;
		if (made[i]->number == from[i]->number)
			continue;
		if (!term_of(emitter, from[i], &term))
			return false;
		bind_term(emitter, made[i], term);
	}
	return true;
}

/* A body in the place of its equation. */
static bool lower_inline(struct emitter *emitter, const struct equation *equation)
{
	const struct recorded_body *body = equation->bodies;
	return bind_all(emitter, body->inputs, equation->operands, body->ninputs) &&
	       lower_equations(emitter, body) &&
	       bind_all(emitter, equation->results, body->outputs, equation->nresults);
}

/* What is computed again on the way back, behind a barrier that keeps XLA from seeing that it is
 * the same. JAX: ad_checkpoint.py _remat_lowering. */
static bool lower_checkpoint(struct emitter *emitter, const struct equation *equation)
{
	const struct recorded_checkpoint *params = equation->params;
	const struct recorded_body *body = equation->bodies;
	if (!params->differentiated || !params->prevent_cse || !equation->count)
		return lower_inline(emitter, equation);
	struct term *operands = terms_of(emitter, equation->operands, equation->count);
	struct term *results = arena_new(emitter->arena, struct term, equation->count);
	if (!operands)
		return false;
	for (uint32_t i = 0; i < equation->count; i++)
		results[i].type = equation->operands[i]->type;
	emit_many(emitter, "stablehlo.optimization_barrier", operands, equation->count, STR(""),
	          results, equation->count);
	for (uint32_t i = 0; i < equation->count; i++)
		bind_term(emitter, body->inputs[i],
		          constrained(emitter, results[i], &results[i].type));
	return lower_equations(emitter, body) &&
	       bind_all(emitter, equation->results, body->outputs, equation->nresults);
}

static bool lower_kind(struct emitter *emitter, const struct equation *equation)
{
	switch (equation->kind) {
	case EQUATION_PRIMITIVE:
		return lower_primitive(emitter, equation);
	case EQUATION_SAME:
	case EQUATION_STOP:
		return bind_all(emitter, equation->results, equation->operands, 1);
	case EQUATION_CONSTANT:
		bind_term(emitter, equation->results[0], emit_array(emitter, equation->results[0]));
		return true;
	case EQUATION_SCAN:
		return lower_scan(emitter, equation);
	case EQUATION_WHILE:
		return lower_while(emitter, equation);
	case EQUATION_BRANCHES:
		return lower_branches(emitter, equation);
	case EQUATION_MANUAL:
		return lower_manual(emitter, equation);
	case EQUATION_CHECKPOINT:
		return lower_checkpoint(emitter, equation);
	case EQUATION_CUSTOM_JVP:
	case EQUATION_CUSTOM_VJP:
		return lower_inline(emitter, equation);
	default:
		return lower_fails(emitter, "a derivative is not known: %s",
		                   (const char *)equation->params);
	}
}

static bool lower_equation(struct emitter *emitter, const struct equation *equation)
{
	emitter->place = equation->place;
	if (!equation->call)
		return lower_kind(emitter, equation);
	uint32_t around = emit_call_again(emitter, equation->call);
	bool done = lower_kind(emitter, equation);
	emit_call_end(emitter, around);
	return done;
}

bool lower_equations(struct emitter *emitter, const struct recorded_body *body)
{
	const struct recorded_body *outer = emitter->body;
	bool done = true;
	emitter->body = body;
	for (uint32_t i = 0; done && i < body->count; i++)
		done = lower_equation(emitter, &body->equations[i]);
	emitter->body = outer;
	return done;
}

/* ---- The module ---- */

static uint64_t mesh_devices_of(const struct abstract_mesh *mesh)
{
	uint64_t count = 1;
	for (uint32_t i = 0; mesh && i < mesh->mesh->naxes; i++)
		count *= (uint64_t)mesh->mesh->axes[i].size;
	return count;
}

/* The name of a function as that of a module, <lambda> as _lambda_. JAX: mlir.py
 * sanitize_name. */
static void add_module_name(struct buf *out, struct str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];
		bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		            (c >= '0' && c <= '9') || c == '_';
		buf_putc(out, kept ? c : '_');
	}
}

static void write_head(struct emitter *emitter, struct buf *out,
                       const struct recorded_function *function)
{
	buf_puts(out, "module @jit_");
	add_module_name(out, function->name.len ? function->name : STR("program"));
	buf_printf(out, " attributes {mhlo.num_partitions = %llu : i32} {",
	           (unsigned long long)mesh_devices_of(emitter->mesh));
	buf_putc(out, '\n');
	if (!emitter->mesh)
		return;
	buf_puts(out, "  sdy.mesh @mesh = <[");
	for (uint32_t i = 0; i < emitter->mesh->mesh->naxes; i++) {
		const struct axis *axis = &emitter->mesh->mesh->axes[i];
		buf_printf(out, "%s\"%.*s\"=%lld", i ? ", " : "", STR_ARG(axis->name),
		           (long long)axis->size);
	}
	buf_puts(out, "]>\n");
}

/* A text in the quotes of MLIR. */
static void add_quoted(struct buf *out, struct str text)
{
	buf_putc(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == '"' || text.s[i] == '\\')
			buf_putc(out, '\\');
		buf_putc(out, text.s[i]);
	}
	buf_putc(out, '"');
}

/* The sharding of an argument: what it was placed with, over axes of all types. */
static void add_argument_sharding(struct buf *out, const struct array *array)
{
	struct sharding_request request =
	    array->placed ? *array->placed : type_request(&array->type);
	if (!request.mesh)
		return;
	buf_puts(out, "sdy.sharding = ");
	add_sharding(out, &request, written_rank(&array->type), 0, 0);
}

/* The arguments that the body uses, under their names. */
static void write_arguments(struct emitter *emitter, struct buf *out,
                            const struct recorded_function *function,
                            const struct recorded_body *body)
{
	struct array_set used = {.arena = emitter->arena};
	uint32_t count, number = 0;
	const struct array *const *free = recording_captures(emitter->arena, body, &count);
	for (uint32_t i = 0; i < count; i++)
		array_set_add(&used, free[i]);
	for (uint32_t i = 0; i < function->narguments; i++) {
		const struct recorded_argument *argument = &function->arguments[i];
		if (!array_set_has(&used, argument->array))
			continue;
		const struct lowered_name name = {LOWERED_ARGUMENT, true, number, 0};
		buf_puts(out, number++ ? ", " : "");
		add_lowered_name(out, name);
		buf_puts(out, ": ");
		add_type(emitter, out, &argument->array->type);
		buf_puts(out, " {");
		size_t before = out->len;
		add_argument_sharding(out, argument->array);
		if (argument->donated)
			buf_printf(out, "%sjax.buffer_donor = true", out->len > before ? ", " : "");
		buf_puts(out, "} loc(");
		add_quoted(out, argument->name);
		buf_putc(out, ')');
		bind_term(emitter, argument->array,
		          (struct term){.name = name, .type = argument->array->type});
	}
}

static void write_results(struct emitter *emitter, struct buf *out,
                          const struct recorded_function *function,
                          const struct recorded_body *body, bool typed)
{
	buf_puts(out, ") -> (");
	for (uint32_t i = 0; i < body->noutputs; i++) {
		const struct array_type *type = &body->outputs[i]->type;
		buf_puts(out, i ? ", " : "");
		add_type(emitter, out, type);
		const struct sharding_request *placed = function->results[i].placed;
		if (placed || (typed && type->mesh)) {
			struct sharding_request request = placed ? *placed : type_request(type);
			buf_puts(out, " {sdy.sharding = ");
			add_sharding(out, &request, written_rank(type), 0, 0);
			buf_putc(out, '}');
		}
	}
	buf_putc(out, ')');
}

static void lower_return(struct emitter *emitter, const struct recorded_body *body)
{
	emitter->place = NULL;
	struct term *terms = terms_of(emitter, body->outputs, body->noutputs);
	if (!terms)
		return;
	for (uint32_t i = 0; i < body->noutputs; i++)
		terms[i].type = body->outputs[i]->type;
	emit_last(emitter, terms, body->noutputs);
}

/* Gives an argument that is the same array as one before it an identity of its own: what the
 * function gets for it is the next that stands for that array. */
static void separate_argument(struct arena *arena, const struct recorded_function *function,
                              struct recorded_argument *arguments, struct equation *equations,
                              uint32_t which)
{
	uint32_t before = 0;
	const struct array *array = function->arguments[which].array;
	struct array *own = arena_copy(arena, array, 1, sizeof *own);
	for (uint32_t i = 0; i < which; i++)
		before += function->arguments[i].array->number == array->number;
	own->number = function->op->arrays++;
	arguments[which].array = own;
	for (uint32_t i = 0; i < function->count; i++) {
		const struct equation *equation = &function->equations[i];
		if (equation->kind != EQUATION_SAME ||
		    equation->operands[0]->number != array->number || before--)
			continue;
		equations[i].operands = arena_copy(arena, &arguments[which].array, 1, sizeof own);
		return;
	}
}

/* The function with arguments that are told apart, though the caller gives one array twice. */
static struct recorded_function with_own_arguments(struct arena *arena,
                                                   const struct recorded_function *function)
{
	struct recorded_function own = *function;
	struct recorded_argument *arguments =
	    arena_copy(arena, function->arguments, function->narguments, sizeof *arguments);
	struct array_set given = {.arena = arena};
	struct equation *equations = NULL;
	for (uint32_t i = 0; i < function->narguments; i++) {
		if (!array_set_has(&given, function->arguments[i].array)) {
			array_set_add(&given, function->arguments[i].array);
			continue;
		}
		if (!equations)
			equations = arena_copy(arena, function->equations, function->count,
			                       sizeof *equations);
		separate_argument(arena, function, arguments, equations, i);
	}
	own.arguments = arguments;
	own.equations = equations ? equations : function->equations;
	return own;
}

struct lowering lower_function(struct arena *arena, const struct recorded_function *called)
{
	const struct recorded_function own = with_own_arguments(arena, called);
	const struct recorded_function *function = &own;
	struct emitter emitter = {.arena = arena, .mesh = function->mesh, .first = function->first};
	struct buf head = {.arena = arena};
	const struct array **outputs = arena_new(arena, const struct array *, function->nresults);
	for (uint32_t i = 0; i < function->nresults; i++)
		outputs[i] = function->results[i].array;
	const struct array **inputs = arena_new(arena, const struct array *, function->narguments);
	for (uint32_t i = 0; i < function->narguments; i++)
		inputs[i] = function->arguments[i].array;
	const struct recorded_body recorded = {.equations = function->equations,
	                                       .count = function->count,
	                                       .inputs = inputs,
	                                       .ninputs = function->narguments,
	                                       .outputs = outputs,
	                                       .noutputs = function->nresults};
	struct recorded_body whole = derive_body(function->op, &recorded);
	whole.ninputs = 0; /* arguments are what it uses and does not make */
	const struct recorded_body pruned = recording_pruned(arena, &whole);
	const struct recorded_body body = unrolled_body(function->op, &pruned);
	bool typed = emitter.mesh && abstract_mesh_all(emitter.mesh, AXIS_EXPLICIT);
	emitter_reserve(&emitter, body.count);
	write_head(&emitter, &head, function);
	buf_puts(&head, "  func.func public @main(");
	write_arguments(&emitter, &head, function, &body);
	write_results(&emitter, &head, function, &body, typed);
	if (lower_equations(&emitter, &body))
		lower_return(&emitter, &body);
	return (struct lowering){.head = buf_str(&head),
	                         .operations = emitter.operations,
	                         .count = emitter.noperations,
	                         .nvalues = emitter.next,
	                         .gap = emitter.gap};
}
