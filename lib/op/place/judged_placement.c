/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/array_message.h"
#include "op/place/place.h"

static const struct spec no_file;

/* Words of the rules that a program has others for. */
struct replacement {
	struct str from, to;
};

/* The text with the words replaced that it has. */
static struct str reworded(struct op *op, struct str text, const struct replacement *words,
                           uint32_t count)
{
	struct buf out = op_buf(op);
	for (size_t i = 0; i < text.len;) {
		uint32_t found = 0;
		while (found < count &&
		       !str_starts_with(str_slice(text, i, text.len), words[found].from))
			found++;
		if (found < count) {
			buf_add(&out, words[found].to);
			i += words[found].from.len;
		} else {
			buf_putc(&out, text.s[i++]);
		}
	}
	return buf_str(&out);
}

/* The message as it is said of an array of the program; `type` is its, or NULL. */
static struct str about_array(struct op *op, const struct array_type *type, struct str message)
{
	const struct str name = type ? array_name(op, type, "the array") : STR("the sharding");
	const struct replacement words[] = {
	    {STR("spec of 'the array'"),
	     type ? str_format(op->arena, "the sharding of %.*s", STR_ARG(name)) : name},
	    {STR("the spec of 'the array'"),
	     type ? str_format(op->arena, "the sharding of %.*s", STR_ARG(name)) : name},
	    {STR("'the array'"), name},
	    {STR("but the tensor has rank"), STR("but the array has rank")},
	    {STR("a tensor"), STR("an array")},
	};
	return reworded(op, message, words, COUNT_OF(words));
}

bool placement_outcome(struct op *op, const struct array_type *type, const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag; diag = diag->next) {
		if (diag->rule->effect == EFFECT_UNKNOWN)
			return op_unknown(op, "%.*s", STR_ARG(diag->message));
		if (!diag->framework_error.type.s)
			continue;
		const char *class =
		    str_format(op->arena, "%.*s", STR_ARG(diag->framework_error.type)).s;
		refuse(op, (enum rule_id)(diag->rule - rule_of((enum rule_id)0)), class,
		       TEXT("{}", diag->framework_error.message),
		       WORDS("{}", about_array(op, type, diag->message)));
		op->error.slip = diag->slip;
		return diag->help.len ? explain(op, HELP("{}", about_array(op, type, diag->help)))
		                      : false;
	}
	return true;
}

/* The array as the rules of placements see one. */
static const struct tensor *tensor_of(struct op *op, const struct array_type *type, struct str name)
{
	struct tensor *tensor = arena_new(op->arena, struct tensor, 1);
	struct dim *dims = arena_new(op->arena, struct dim, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		dims[i].size = type->shape[i];
	tensor->name = name;
	tensor->count = 1;
	tensor->dims = dims;
	tensor->rank = type->rank;
	tensor->dtype = type->dtype;
	tensor->has_shape = true;
	return tensor;
}

static struct diags diags_about_name(struct op *op, struct str name)
{
	struct diags diags = diags_make(op->arena);
	diags_about(&diags, name.len ? name : STR("the array"), 0);
	return diags;
}

bool placement_meet(struct op *op, const struct named_placement *placement,
                    const struct array_type *type, enum moment moment)
{
	struct diags diags = diags_about_name(op, placement->name);
	struct judge judge = {op->arena, &diags, placement->file ? placement->file : &no_file,
	                      true};
	struct jax_case judged = {
	    .judge = &judge,
	    .tensor = type ? tensor_of(op, type, placement->name) : NULL,
	    .written = placement->spec,
	    .held = placement->held,
	    .explicit_context = placement->explicit_context,
	    .part = placement->part,
	    .key_path = placement->key_path,
	    .sharding = {.rules = op->rules,
	                 .mesh = placement->mesh->mesh,
	                 .types = placement->mesh->types,
	                 .abstract = placement->abstract},
	};
	jax_check_construct(&judged);
	if (diags.count == 0 && moment != MOMENT_CONSTRUCT)
		jax_check_moment(&judged, moment);
	return placement_outcome(op, type, &diags);
}

bool placement_spec(struct op *op, const struct partition_spec *written,
                    struct partition_spec *spec)
{
	struct diags diags = diags_about_name(op, STR(""));
	struct judge judge = {op->arena, &diags, &no_file, true};
	struct jax_case judged = {
	    .judge = &judge, .written = written, .sharding = {.rules = op->rules}};
	jax_check_partition_spec(&judged);
	*spec = judged.sharding.spec;
	return placement_outcome(op, NULL, &diags);
}

bool placement_unique(struct op *op, const struct partition_spec *spec, const char *what)
{
	struct diags diags = diags_about_name(op, STR(""));
	struct judge judge = {op->arena, &diags, &no_file, true};
	struct jax_case judged = {.judge = &judge,
	                          .written = spec,
	                          .unique_in = what,
	                          .sharding = {.rules = op->rules, .spec = *spec}};
	jax_check_unique(&judged);
	return placement_outcome(op, NULL, &diags);
}

bool placement_construct(struct op *op, const struct named_placement *placement)
{
	return placement_meet(op, placement, NULL, MOMENT_CONSTRUCT);
}

bool placement_positional(struct op *op, const struct positional *positional)
{
	struct array_type scalar = {0};
	return placement_meet_positional(op, positional, NULL, &scalar, MOMENT_CONSTRUCT);
}

bool placement_meet_positional(struct op *op, const struct positional *positional,
                               const struct str *key_path, const struct array_type *type,
                               enum moment moment)
{
	struct diags diags = diags_about_name(op, STR(""));
	struct judge judge = {op->arena, &diags, &no_file, true};
	struct layout layout = {.notation = NOTATION_POSITIONAL, .positional = *positional};
	jax_check_positional(&judge, op->rules, tensor_of(op, type, STR("")), &layout, moment,
	                     key_path);
	return placement_outcome(op, type, &diags);
}
