/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/carry.h"

#include <assert.h>

#include "op/core/levels.h"
#include "op/core/watch.h"
#include "op/core/array_message.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

#include "op/shape/shape.h"
#include "trace/convert/pytree_text.h"

bool types_match(const struct op *op, const struct array_type *a, const struct array_type *b)
{
	if (a->dtype != b->dtype || !type_same_shape(a, b) ||
	    (a->varying != b->varying && op_has(op, JAX_VARYING_TYPES)))
		return false;
	if (!op_has(op, JAX_TYPEMATCH_SHARDING) || !a->mesh || !b->mesh ||
	    (!a->mesh->explicit_axes && !b->mesh->explicit_axes))
		return true;
	return abstract_mesh_equal(a->mesh, b->mesh) && spec_equal(a->spec, b->spec, a->rank) &&
	       a->unreduced == b->unreduced && a->reduced == b->reduced;
}

bool replication_told(struct op *op)
{
	return !op->checks_varying || op_has(op, JAX_VARYING_TYPES) ||
	       op_unknown(op, "replication in loops and branches, in this release");
}

bool carry_begin(struct trace *trace, const struct value *init, struct carry *carry)
{
	if (!pytree_flatten(trace, init, &carry->init))
		return false;
	carry->arrays = pytree_arrays(trace, &carry->init);
	carry->inputs = arena_new(trace->op.arena, const struct array *, carry->init.count);
	carry->levels = arena_new(trace->op.arena, uint64_t, carry->init.count);
	return carry->arrays != NULL;
}

/* What the body gets for one value of the carry. */
static bool make_input(struct trace *trace, struct carry *carry, uint32_t index)
{
	const struct array *given = carry->arrays[index];
	carry->inputs[index] = array_input(&trace->op, &given->type, carry->levels[index], given);
	return carry->inputs[index] != NULL;
}

bool carry_align(struct trace *trace, struct carry *carry)
{
	for (uint32_t i = 0; i < carry->init.count; i++) {
		carry->levels[i] = array_levels(&trace->op, carry->arrays[i]);
		if (!make_input(trace, carry, i))
			return false;
	}
	return true;
}

const struct value *carry_input(struct trace *trace, const struct carry *carry)
{
	return pytree_of_arrays(trace, &carry->init, carry->inputs);
}

bool carry_take(struct trace *trace, struct carry *carry, const struct value *out)
{
	assert(carry->arrays || !carry->init.count);
	if (!pytree_flatten(trace, out, &carry->out))
		return false;
	carry->results = pytree_arrays(trace, &carry->out);
	return carry->results != NULL;
}

/* What the program carries: of fori_loop, the carry without what JAX adds to it. */
static const struct value *own_part(const struct carry *carry, const struct value *tree)
{
	bool has_more =
	    carry->hidden && tree->kind == VALUE_TUPLE && tree->list.count > carry->hidden;
	return has_more ? tree->list.items[carry->hidden] : tree;
}

/* "one array", "a tuple of 2", "None" */
static void structure_words(struct buf *out, const struct carry *carry, const struct value *tree)
{
	const struct value *own = own_part(carry, tree);
	const struct value_list *items = value_items(own);
	if (own->kind == VALUE_NONE)
		buf_puts(out, "None");
	else if (own->kind == VALUE_DICT)
		buf_printf(out, "a dict of %u", own->dict.count);
	else if (items)
		buf_printf(out, "a %s of %u", value_class_name(own), items->count);
	else
		buf_puts(out, "one array");
}

static bool raise_structure(struct trace *trace, const struct carry *carry, const char *name)
{
	struct op *op = &trace->op;
	bool scan = strcmp(name, "scan body") == 0;
	if (op_has(op, JAX_CARRY_TEXT_COMMON))
		refuse(op, RULE_CARRY_MISMATCH, "TypeError",
		       TEXT("{} function carry input and carry output must have the same pytree "
		            "structure, but they differ:",
		            name));
	else if (scan)
		refuse(op, RULE_CARRY_MISMATCH, "TypeError",
		       TEXT("Scanned function carry input and carry output must have the same "
		            "pytree structure, but they differ:"));
	else
		refuse(
		    op, RULE_CARRY_MISMATCH, "TypeError",
		    TEXT("body_fun output and input must have same type structure, got {} and {}.",
		         pytree_shown(&carry->out), pytree_shown(&carry->init)));
	struct buf in = op_buf(op), out = op_buf(op);
	structure_words(&in, carry, carry->init.tree);
	structure_words(&out, carry, carry->out.tree);
	return explain(
	    op, WORDS("the carry goes into the loop as {} and comes out of it as {}", &in, &out),
	    HELP("give back what the body got, with new values in the same places"));
}

/* 'x', or "[0] of the carry", or "the carry". */
static struct str component_words(const struct op *op, const struct carry *carry, uint32_t index)
{
	const struct array_type *type = &carry->arrays[index]->type;
	const struct value *own = own_part(carry, carry->init.tree);
	struct buf path = op_buf(op);
	if (own == carry->init.tree) {
		pytree_path_text(&path, op->rules, &carry->init, index);
	} else {
		struct pytree inner = carry->init;
		inner.tree = own;
		pytree_path_text(&path, op->rules, &inner, index - carry->hidden);
	}
	if (path.len)
		buf_puts(&path, " of the carry");
	return array_name(op, type, path.len ? buf_str(&path).s : "the carry");
}

/* " f32[8@x]" */
static struct str type_words(const struct op *op, const struct array_type *type)
{
	struct buf text = op_buf(op);
	buf_putc(&text, ' ');
	type_text(&text, type, false);
	return buf_str(&text);
}

static void help_types(struct op *op, const struct array_type *in, const struct array_type *out)
{
	if (in->dtype != out->dtype) {
		explain(op, HELP("make both one dtype: begin with an array of {}, or end the body "
		                 "with .astype(jnp.{})",
		                 out->dtype, in->dtype));
		return;
	}
	if (!type_same_shape(in, out)) {
		explain(op, HELP("begin with an array of the shape that the body gives back"));
		return;
	}
	explain(
	    op,
	    HELP("begin with {reshard}({written}, {P()}), or end the body with a reshard to {P()}",
	         in, out, in));
}

static bool raise_types(struct trace *trace, const struct carry *carry, const char *name,
                        uint32_t index)
{
	struct op *op = &trace->op;
	const struct array_type *in = &carry->arrays[index]->type,
				*out = &carry->results[index]->type;
	if (op_has(op, JAX_CARRY_TEXT_SHORT))
		refuse(op, RULE_CARRY_MISMATCH, "TypeError",
		       TEXT("{} function carry input and carry output must have equal types, but "
		            "they differ:",
		            name));
	else if (op_has(op, JAX_CARRY_TEXT_COMMON) || strcmp(name, "scan body") == 0)
		refuse(op, RULE_CARRY_MISMATCH, "TypeError",
		       TEXT("{} function carry input and carry output must have equal types (e.g. "
		            "shapes and dtypes of arrays), but they differ:",
		            op_has(op, JAX_CARRY_TEXT_COMMON) ? name : "Scanned"));
	else
		refuse(op, RULE_CARRY_MISMATCH, "TypeError",
		       TEXT("body_fun output and input must have identical types, got"));
	explain(op,
	        WORDS("{} goes into the loop as{}, and its body gives{}",
	              component_words(op, carry, index), type_words(op, in), type_words(op, out)));
	help_types(op, in, out);
	op->error.wanted = out;
	return false;
}

bool carry_check(struct trace *trace, const struct carry *carry, const char *name)
{
	if (!pytree_same_structure(&carry->init, &carry->out))
		return raise_structure(trace, carry, name);
	for (uint32_t i = 0; i < carry->init.count; i++)
		if (!types_match(&trace->op, &carry->arrays[i]->type, &carry->results[i]->type))
			return raise_types(trace, carry, name, i);
	for (uint32_t i = 0; i < carry->init.count; i++)
		if (carry->arrays[i]->type.varying != carry->results[i]->type.varying &&
		    !replication_told(&trace->op))
			return false;
	return true;
}

/* A weakly typed value that goes in, with the dtype that it has in common with what comes out. */
static bool promote_weak(struct trace *trace, const struct array **in, const struct array_type *out,
                         bool *changed)
{
	bool weak;
	if (!(*in)->type.weak || types_match(&trace->op, &(*in)->type, out))
		return true;
	const struct dtype *dtype = promote(&trace->op, &(*in)->type, out, &weak);
	if (!dtype)
		return op_unknown(&trace->op, "the common dtype of a carry is not known");
	*in = lax_convert_element_type(&trace->op, *in, dtype, false);
	*changed = true;
	return *in != NULL;
}

bool carry_settle(struct carry *carry, const struct staging *staging, const char *name, bool *again)
{
	struct trace *trace = staging->trace;
	uint32_t inside = trace->op.staged;
	bool fine = true;
	*again = false;
	if (carry->init.count != carry->out.count)
		return raise_structure(trace, carry, name);
	/* What goes in is converted outside of the loop. */
	struct recording *recording = trace->op.recording;
	trace->op.staged = staging->outer;
	trace->op.recording = recording ? recording->outer : NULL;
	for (uint32_t i = 0; fine && i < carry->init.count; i++)
		fine = promote_weak(trace, &carry->arrays[i], &carry->results[i]->type, again);
	trace->op.staged = inside;
	trace->op.recording = recording;
	if (*again)
		staging_again(staging);
	return fine && (!*again || carry_align(trace, carry));
}

bool carry_map_by(struct trace *trace, struct carry *carry, uint64_t levels)
{
	for (uint32_t i = 0; i < carry->init.count; i++) {
		carry->levels[i] |= levels;
		if (!make_input(trace, carry, i))
			return false;
	}
	return true;
}

/* What goes in first is broadcast where it was not mapped, which can fail. */
static bool map_init(struct trace *trace, const struct carry *carry)
{
	for (uint32_t i = 0; i < carry->init.count; i++)
		if (!array_map_levels(&trace->op, carry->arrays[i], carry->levels[i]))
			return false;
	return true;
}

bool carry_map(struct trace *trace, struct carry *carry, bool *again)
{
	*again = false;
	for (uint32_t i = 0; i < carry->init.count; i++) {
		uint64_t levels = array_levels(&trace->op, carry->results[i]);
		if (!(levels & ~carry->levels[i]))
			continue;
		carry->levels[i] |= levels;
		if (!make_input(trace, carry, i))
			return false;
		*again = true;
	}
	return *again || map_init(trace, carry);
}

bool carry_finish(struct trace *trace, struct carry *carry)
{
	for (uint32_t i = 0; i < carry->out.count; i++) {
		if (carry->results[i] == carry->inputs[i])
			continue;
		carry->results[i] =
		    array_map_levels(&trace->op, carry->results[i], carry->levels[i]);
		carry->results[i] = array_align(&trace->op, carry->results[i], 0);
		if (!carry->results[i])
			return false;
	}
	return true;
}

const struct array *const *carry_operands(struct trace *trace, const struct carry *carry)
{
	const struct array **operands =
	    arena_new(trace->op.arena, const struct array *, carry->init.count);
	for (uint32_t i = 0; i < carry->init.count; i++) {
		operands[i] = array_map_levels(&trace->op, carry->arrays[i], carry->levels[i]);
		operands[i] = array_align(&trace->op, operands[i], 0);
		if (!operands[i])
			return NULL;
	}
	return operands;
}

const struct value *carry_result(struct trace *trace, const struct carry *carry)
{
	assert(carry->results || !carry->init.count);
	const struct array **results =
	    arena_new(trace->op.arena, const struct array *, carry->out.count);
	for (uint32_t i = 0; i < carry->out.count; i++) {
		results[i] = carry->arrays[i];
		if (carry->forwards && carry->results[i] == carry->inputs[i])
			continue;
		results[i] = array_map_levels(&trace->op, carry->results[i], carry->levels[i]);
		results[i] = array_align(&trace->op, results[i], 0);
		results[i] = array_recorded_anew(&trace->op, results[i]);
		if (!results[i])
			return NULL;
	}
	if (carry->untimed)
		watch_loop(&trace->op, carry->arrays, results, carry->out.count);
	return pytree_of_arrays(trace, &carry->out, results);
}
