/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/committed.h"

#include <assert.h>

#include "spec/spec.h"
#include "op/core/abstract_mesh.h"

const struct device_group *mesh_devices(struct trace *trace, const struct mesh *mesh)
{
	if (!mesh->device_ids)
		return NULL;
	struct device_group *group = arena_new(trace->op.arena, struct device_group, 1);
	*group = (struct device_group){mesh->device_ids, mesh->ndevice_ids};
	return group;
}

const struct array *array_committed(struct trace *trace, const struct array *array,
                                    const struct device_group *devices)
{
	if (!array || !devices)
		return array;
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*copy = *array;
	copy->committed = devices;
	trace->commits = true;
	return copy;
}

const struct value *value_committed(struct trace *trace, const struct value *value,
                                    const struct device_group *devices)
{
	const struct value_list *items = value_items(value);
	if (devices && value->kind == VALUE_ARRAY && !value->array->host &&
	    !value->array->committed)
		return value_array(trace->op.arena, array_committed(trace, value->array, devices));
	if (!devices || !items || !value_holds_array(value))
		return value;
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		made[i] = value_committed(trace, items->items[i], devices);
	return value->named ? value_named_tuple(trace->op.arena, value->named, made, items->count)
	                    : value_sequence(trace->op.arena, value->kind, made, items->count);
}

typedef bool array_test(struct trace *trace, const struct array *array);

/* The first array in the tuples, lists and dicts of a value that passes the test, or NULL. */
static const struct array *first_array(struct trace *trace, const struct value *value,
                                       array_test *test)
{
	const struct value_list *items = value_items(value);
	const struct array *found = NULL;
	if (value->kind == VALUE_ARRAY)
		return test(trace, value->array) ? value->array : NULL;
	for (uint32_t i = 0; items && !found && i < items->count; i++)
		found = first_array(trace, items->items[i], test);
	for (uint32_t i = 0; value->kind == VALUE_DICT && !found && i < value->dict.count; i++)
		found = first_array(trace, value->dict.pairs[i].value, test);
	return found;
}

enum meeting_kind {
	MEETS_ARGUMENT,
	MEETS_ASKED, /* by in_shardings */
	MEETS_RESULT,
	MEETS_INSIDE,
};

/* One of what meets in a computation. */
struct meeting {
	enum meeting_kind kind;
	const struct device_group *devices;
	const struct array *array; /* of an argument */
	struct committed_argument argument;
	const char *primitive; /* inside of the function */
};

struct meetings {
	struct op *op;
	const struct committed_call *call;
	struct meeting first; /* without devices: there was none yet */
};

static struct str meeting_shown(const struct op *op, struct str function, const struct meeting *one)
{
	switch (one->kind) {
	case MEETS_ARGUMENT:
		return committed_shown(op, one->argument.name, function, one->array);
	case MEETS_ASKED:
		return phrase(op, "ARG_SHARDING with {}", devices_shown(op, one->devices));
	case MEETS_RESULT:
		return phrase(op, "explicit output sharding with {}",
		              devices_shown(op, one->devices));
	default:
		return phrase(op, "{} inside jit with {}", one->primitive,
		              devices_shown(op, one->devices));
	}
}

static const char *named_inside(const struct meeting *one)
{
	return str_equal(str_of(one->primitive), STR("shard_map")) ? "a shard_map" : "a constraint";
}

/* What is wrong, in the user's words. */
static bool explain_meeting(struct op *op, const struct meeting *first,
                            const struct meeting *second)
{
	switch (second->kind) {
	case MEETS_ARGUMENT:
		return explain(op, WORDS("'{}' and '{}' are on different devices",
		                         first->argument.name, second->argument.name));
	case MEETS_ASKED:
		return explain(op, WORDS("in_shardings are on different devices"));
	case MEETS_RESULT:
		return explain(op, WORDS("a result is asked to be on other devices than what it "
		                         "is computed with"));
	default:
		return explain(op, WORDS("{} in the function is on other devices than {}",
		                         named_inside(second),
		                         first->kind == MEETS_INSIDE   ? named_inside(first)
		                         : first->kind == MEETS_RESULT ? "its results"
		                                                       : "its arguments"));
	}
}

/* The same of what is on other devices than the mesh in context. */
static bool explain_context(struct op *op, const struct meeting *met)
{
	explain(op, HELP("{}", met->kind == MEETS_ARGUMENT
	                           ? "put it on the mesh with jax.device_put before the call"
	                           : "use the mesh in context, or call it outside of set_mesh"));
	return explain(op, WORDS("{} on other devices than the mesh in context",
	                         met->array && met->array->level ? STR("an array that vmap maps is")
	                         : met->kind == MEETS_ARGUMENT
	                             ? phrase(op, "'{}' is", met->argument.name)
	                         : met->kind == MEETS_ASKED ? STR("in_shardings are")
	                         : met->kind == MEETS_RESULT
	                             ? STR("a result is asked to be")
	                             : phrase(op, "{} in the function is", named_inside(met))));
}

/* Raises that it is on other devices than the mesh in context, which errors name first but for an
 * argument. */
static bool refuse_context(struct meetings *met, const struct meeting *other)
{
	struct op *op = met->op;
	struct str shown = meeting_shown(op, met->call->function, other);
	refuse_context_devices(op, met->call->context, shown, other->array);
	return explain_context(op, other);
}

/* Notes what is met, or raises that it is on other devices than what was met first, or than the
 * mesh in context. */
static bool meet(struct meetings *met, const struct meeting *next)
{
	const struct device_group *context = met->call->context;
	if (!next->devices)
		return true;
	if (context && other_devices(next->devices, context))
		return refuse_context(met, next);
	if (!met->first.devices) {
		met->first = *next;
		return true;
	}
	if (!other_devices(met->first.devices, next->devices))
		return true;
	struct op *op = met->op;
	struct str function = met->call->function;
	refuse_devices(op, meeting_shown(op, function, &met->first),
	               meeting_shown(op, function, next));
	explain(op,
	        HELP("{}", next->kind == MEETS_INSIDE
	                       ? "put all arrays on one mesh, with jax.device_put before the call"
	                       : "move one of them with jax.device_put"));
	return explain_meeting(op, &met->first, next);
}

/* Meets the arrays of an argument that are committed, and that the function needs. */
static bool meet_arrays(struct meetings *met, struct committed_argument argument,
                        const struct value *value)
{
	const struct value_list *items = value_items(value);
	const struct array_set *needed = met->call->needed;
	const struct array *array = value->kind == VALUE_ARRAY      ? value->array
	                            : value->kind == VALUE_AT_INDEX ? value->at_index.array
	                                                            : NULL;
	if (array)
		return (needed && !array_set_has(needed, array)) ||
		       meet(met, &(struct meeting){.kind = MEETS_ARGUMENT,
		                                   .devices = array->committed,
		                                   .array = array,
		                                   .argument = argument});
	for (uint32_t i = 0; items && i < items->count; i++)
		if (!meet_arrays(met, argument, items->items[i]))
			return false;
	for (uint32_t i = 0; value->kind == VALUE_DICT && i < value->dict.count; i++)
		if (!meet_arrays(met, argument, value->dict.pairs[i].value))
			return false;
	return true;
}

static bool meet_all(struct meetings *met, enum meeting_kind kind,
                     const struct device_group *const *devices, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!meet(met, &(struct meeting){.kind = kind, .devices = devices[i]}))
			return false;
	return true;
}

static bool meet_noted(struct meetings *met, const struct noted_devices *noted)
{
	return meet(met, &(struct meeting){.kind = MEETS_INSIDE,
	                                   .devices = noted->devices,
	                                   .primitive = noted->primitive});
}

bool check_committed(struct trace *trace, const struct committed_call *call,
                     const struct device_group **devices)
{
	assert(call->arguments || !call->count);
	struct meetings met = {.op = &trace->op, .call = call};
	*devices = NULL;
	for (uint32_t i = 0; trace->commits && i < call->count; i++)
		if (!meet_arrays(&met, call->arguments[i], call->arguments[i].value))
			return false;
	if (!meet_all(&met, MEETS_ASKED, call->asked, call->nasked) ||
	    !meet_all(&met, MEETS_RESULT, call->results, call->nresults))
		return false;
	/* A mesh in context has the devices, whether or not they are known. */
	if ((!trace->op.mesh || call->context) &&
	    (!meet_noted(&met, &call->noted) || !meet_noted(&met, &call->noted_elsewhere)))
		return false;
	*devices = met.first.devices;
	return true;
}

void note_devices(struct trace *trace, const struct device_group *devices, const char *primitive)
{
	const struct noted_devices noted = {devices, primitive};
	if (!trace->noted.devices)
		trace->noted = noted;
	else if (devices && !trace->noted_elsewhere.devices &&
	         !same_devices(trace->noted.devices, devices))
		trace->noted_elsewhere = noted;
}

bool check_constrained(struct trace *trace, const struct array *array,
                       const struct device_group *devices)
{
	struct op *op = &trace->op;
	if (!array->committed || !devices || same_devices(array->committed, devices))
		return true;
	refuse_devices(op, committed_shown(op, STR("x"), STR("_identity_fn"), array),
	               phrase(op, "explicit output sharding with {}", devices_shown(op, devices)));
	return explain(op, WORDS("the array is on other devices than the constraint"),
	               HELP("move it with jax.device_put"));
}

/* Whether the array's own type puts it on several devices, and nothing has placed it. */
static bool is_unassigned(struct trace *trace, const struct array *array)
{
	const struct abstract_mesh *mesh = array->type.mesh;
	if (!mesh || array->host || array->level || array->committed ||
	    !abstract_mesh_all(mesh, AXIS_EXPLICIT))
		return false;
	const struct device_group *devices = mesh_devices(trace, mesh->mesh);
	return devices && devices->count > 1;
}

const struct array *array_assigned(struct trace *trace, const struct array *array)
{
	if (!array || array->committed || !array->type.mesh)
		return array;
	return array_committed(trace, array, mesh_devices(trace, array->type.mesh->mesh));
}

const struct value *value_assigned(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY && is_unassigned(trace, value->array))
		return value_array(trace->op.arena, array_assigned(trace, value->array));
	if (!items || value_too_large(value))
		return value;
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	bool changed = false;
	for (uint32_t i = 0; i < items->count; i++) {
		made[i] = value_assigned(trace, items->items[i]);
		changed |= made[i] != items->items[i];
	}
	if (!changed || value->kind != VALUE_TUPLE)
		return value;
	return value->named ? value_named_tuple(trace->op.arena, value->named, made, items->count)
	                    : value_sequence(trace->op.arena, VALUE_TUPLE, made, items->count);
}

static bool is_unassigned_and_unplaced(struct trace *trace, const struct array *array)
{
	return !array->placed && is_unassigned(trace, array);
}

static bool is_on_mesh(struct trace *trace, const struct array *array)
{
	return array->type.mesh != NULL;
}

bool check_assigned(struct trace *trace, const struct value *results,
                    const struct value_list *arguments)
{
	bool placed = arguments != NULL;
	for (uint32_t i = 0; placed && i < arguments->count; i++)
		placed = !first_array(trace, arguments->items[i], is_on_mesh);
	struct op *op = &trace->op;
	if (!op->eager || op->mesh || op->nmappings || !op_has(op, JAX_SHARDING_TYPE_ERROR))
		return true;
	const struct array *array =
	    value_too_large(results)
		? NULL
		: first_array(trace, results, placed ? is_unassigned : is_unassigned_and_unplaced);
	if (!array)
		return true;
	return refuse(
	    op, RULE_CONTEXT_MESH, "ValueError",
	    TEXT("Length of device assignment 1 is not equal to the size of the mesh {} of aval "
	         "{axes}. Please enter your `jit` into a mesh context via `jax.{}`.",
	         mesh_devices(trace, array->type.mesh->mesh)->count, &array->type,
	         op_has(op, JAX_SET_MESH_NAMED) ? "set_mesh" : "sharding.use_mesh"),
	    WORDS("nothing that this is made of is on the devices of the mesh"),
	    HELP("set the mesh around it: with jax.set_mesh(mesh):"));
}

bool check_order(struct trace *trace, const struct device_group *devices)
{
	if (!trace->ordered || !trace->op.eager)
		return true;
	devices = devices ? devices : trace->noted.devices;
	if (!devices && trace->commits)
		return op_unknown(&trace->op, "on how many devices this calls back in an order");
	if (!devices || devices->count < 2)
		return true;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("The following ordered effects are not supported for more than 1 "
	                   "device: [<jax._src.debugging.OrderedDebugEffect object at 0x>]"),
	              WORDS("a print or callback in order is compiled for several devices"),
	              HELP("leave out ordered=True"));
}
