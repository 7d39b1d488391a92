/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/recovery.h"

#include "op/core/abstract_mesh.h"
#include "trace/state/failure.h"

enum {
	MOST_LEVELS = 16,
	MOST_LEAVES = 64 /* of a call, whose errors are told */
};

static bool is_about_spec(enum rule_id rule)
{
	return rule == RULE_RANK_MISMATCH || rule == RULE_AXIS_REPEATED ||
	       rule == RULE_AXIS_UNKNOWN || rule == RULE_DIM_INDIVISIBLE ||
	       rule == RULE_CONSTRAINT_AXIS_TYPE;
}

/* Of a mesh that cannot be built: what stands on it is not known. */
static bool is_about_mesh(enum rule_id rule)
{
	return rule == RULE_MESH_DEVICES || rule == RULE_MESH_UNMAPPABLE ||
	       rule == RULE_MESH_SLICES;
}

/* Where the spec is written that an argument is or holds; of no length: it holds none. */
static struct span spec_at(const struct value *value)
{
	return value->kind == VALUE_SPEC       ? value->spec->at
	       : value->kind == VALUE_SHARDING ? value->sharding->spec.at
	                                       : (struct span){0};
}

/* Whether the sharding, or each in a tree of lists and dicts of so many levels, is on a mesh of
 * auto axes alone. */
static bool all_on_auto(const struct trace *trace, const struct value *shardings, int levels)
{
	const struct value_list *items = value_items(shardings);
	if (!levels)
		return false;
	for (uint32_t i = 0; items && i < items->count; i++)
		if (!all_on_auto(trace, items->items[i], levels - 1))
			return false;
	for (uint32_t i = 0; shardings->kind == VALUE_DICT && i < shardings->dict.count; i++)
		if (!all_on_auto(trace, shardings->dict.pairs[i].value, levels - 1))
			return false;
	if (items || shardings->kind == VALUE_DICT || shardings->kind == VALUE_NONE)
		return true;
	return shardings->kind == VALUE_SHARDING
	           ? abstract_mesh_all(shardings->sharding->mesh->mesh.mesh, AXIS_AUTO)
	           : shardings->kind == VALUE_SPEC && abstract_mesh_all(trace->op.mesh, AXIS_AUTO);
}

/* The arrays as device_put gives them where it is told nothing. */
static const struct value *put_nowhere(struct trace *trace, const struct call_arguments *arguments,
                                       library_caller *again)
{
	struct call_arguments bare = *arguments;
	const struct value **values =
	    arena_copy(trace->op.arena, arguments->values, arguments->count, sizeof *values);
	values[1] = &value_none;
	bare.values = values;
	return again(trace, &bare);
}

/* A sharding that no array is laid out by: what it is for goes on without one. */
static const struct value *no_sharding(struct trace *trace, const struct value *mesh)
{
	if (mesh->kind != VALUE_MESH || !abstract_mesh_all(mesh->mesh.mesh, AXIS_AUTO))
		return NULL;
	return value_named_sharding(trace->op.arena,
	                            &(struct named_sharding_value){.mesh = mesh, .refused = true});
}

static const struct value *stand_in(struct trace *trace, const struct call_arguments *arguments,
                                    library_caller *again)
{
	struct str name = str_of(arguments->row->name);
	if (arguments->count < 2)
		return NULL;
	if (str_equal(name, STR("NamedSharding")))
		return no_sharding(trace, arguments->values[0]);
	bool puts = str_equal(name, STR("device_put"));
	if ((!puts && !str_equal(name, STR("with_sharding_constraint"))) ||
	    !all_on_auto(trace, arguments->values[1], MOST_LEVELS))
		return NULL;
	return puts ? put_nowhere(trace, arguments, again) : arguments->values[0];
}

/* Whether somebody around may handle the error, or ask what it was. */
static bool is_awaited(const struct trace *trace)
{
	return trace->op.replays || trace->trial.running || trace->failure.catching ||
	       trace->derived_at;
}

void recovery_prepare(struct trace *trace, const struct call_arguments *arguments,
                      library_caller *again)
{
	struct op_error error = trace->op.error;
	if (error.raised && is_about_mesh(error.rule) && arguments->call && !is_awaited(trace)) {
		trace->op.error.instead = &value_unknown;
		trace->op.error.instead_of = arguments->call;
	}
	if (!error.raised || !is_about_spec(error.rule))
		return;
	for (uint32_t i = 0; i < arguments->count && !error.spec_at.length; i++)
		error.spec_at = spec_at(arguments->values[i]);
	if (arguments->call && !is_awaited(trace)) {
		trace->op.error = (struct op_error){0};
		error.instead = stand_in(trace, arguments, again);
		error.instead_of = arguments->call;
	}
	trace->op.error = error;
}

bool recovery_keep(struct trace *trace, const struct value *sharding, struct leaf_errors *errors)
{
	struct op_error error = trace->op.error;
	if (!error.raised || !is_about_spec(error.rule))
		return false;
	error.spec_at = spec_at(sharding);
	trace->op.error = (struct op_error){0};
	if (!errors->count++) {
		errors->first = error;
	} else if (errors->count <= MOST_LEAVES) {
		struct op_error *other = arena_copy(trace->op.arena, &error, 1, sizeof error);
		if (errors->last)
			errors->last->others = other;
		else
			errors->first.others = other;
		errors->last = other;
	}
	return true;
}

bool recovery_raise(struct trace *trace, const struct leaf_errors *errors)
{
	if (errors->count)
		trace->op.error = errors->first;
	return !errors->count;
}

bool recovery_pass_over(struct trace *trace, const struct value *shardings, struct span at)
{
	const struct op_error *error = &trace->op.error;
	if (!error->raised || !is_about_spec(error->rule) || !trace->op.eager ||
	    is_awaited(trace) || !all_on_auto(trace, shardings, MOST_LEVELS))
		return false;
	(void)place_failure(trace, at);
	report_failure(trace);
	return true;
}

const struct value *recovery_go_on(struct trace *trace, const struct expression *expression)
{
	const struct value *instead = trace->op.error.raised ? trace->op.error.instead : NULL;
	if (!instead || expression->kind != EXPRESSION_CALL ||
	    expression->call != trace->op.error.instead_of || is_awaited(trace))
		return NULL;
	report_failure(trace);
	return instead;
}
