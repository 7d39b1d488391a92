/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors and meshes of the spec, as values. */
#include "base/utf8.h"

#include <assert.h>
#include "trace/module/spec_values.h"
#include "trace/module/committed.h"
#include "trace/module/torch_values.h"
#include "trace/state/failure.h"

/* Puts the axes that references name into *axes; false when one is none of the mesh, or is used
 * already. */
static bool reference_axes(const struct abstract_mesh *mesh, const struct reference *references,
                           uint32_t count, uint64_t *used, uint8_t *axes)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t axis = jax_reference_axis(mesh->mesh, &references[i]);
		if (axis >= mesh->mesh->naxes || *used >> axis & 1)
			return false;
		*used |= (uint64_t)1 << axis;
		axes[i] = (uint8_t)axis;
	}
	return true;
}

static bool axis_set(const struct abstract_mesh *mesh, const struct reference *references,
                     uint32_t count, uint64_t *used, uint64_t *set)
{
	uint8_t axes[MAX_AXES];
	if (count > MAX_AXES || !reference_axes(mesh, references, count, used, axes))
		return false;
	for (uint32_t i = 0; i < count; i++)
		*set |= (uint64_t)1 << axes[i];
	return true;
}

bool request_of_spec(struct arena *arena, const struct abstract_mesh *mesh,
                     const struct partition_spec *spec, struct sharding_request *request)
{
	struct dim_axes *entries = spec_none(arena, spec->nentries);
	uint64_t used = 0;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		const struct entry *entry = &spec->entries[i];
		uint32_t count = entry_axes(entry);
		uint8_t *axes = arena_new(arena, uint8_t, count);
		if (entry->kind == ENTRY_UNCONSTRAINED ||
		    !reference_axes(mesh, entry->axes, count, &used, axes))
			return false;
		entries[i] = (struct dim_axes){axes, count};
	}
	*request =
	    (struct sharding_request){.mesh = mesh, .spec = entries, .count = spec->nentries};
	return axis_set(mesh, spec->unreduced, spec->nunreduced, &used, &request->unreduced) &&
	       axis_set(mesh, spec->reduced, spec->nreduced, &used, &request->reduced);
}

/* The type that the tensor has inside of jit, and what it is placed with, which may be NULL. False
 * when its layout is refused, or not known. */
static bool tensor_type(struct trace *trace, const struct tensor *tensor,
                        const struct abstract_mesh *mesh, struct array_type *type,
                        const struct sharding_request **placed)
{
	struct arena *arena = trace->op.arena;
	*type = type_plain(arena, tensor->dtype, tensor_sizes(arena, tensor), tensor->rank);
	*placed = NULL;
	if (!mesh)
		return true;
	struct sharding_request *request = arena_new(arena, struct sharding_request, 1);
	if (tensor->layout->notation != NOTATION_PARTITION_SPEC ||
	    !request_of_spec(arena, mesh, &tensor->layout->spec, request))
		return false;
	*placed = request;
	return type_shard(&trace->op, type, request);
}

/* What stands for the tensor at this byte of the file in the table of those that are refused. */
static struct str refusal_key(const uint32_t *group)
{
	return (struct str){(const char *)group, sizeof *group};
}

/* Notes which tensors JAX refuses already, for what has been found about them. */
static void note_refused(struct trace *trace)
{
	for (const struct diag *diag = trace->diags->first; diag; diag = diag->next) {
		bool added;
		if (diag->rule->effect >= EFFECT_REJECTED)
			(void)table_add(trace->op.arena, &trace->tensors.refused,
			                refusal_key(&diag->group), 0, &added);
	}
}

/* Whether something about the tensor is refused already. */
static bool is_refused(const struct trace *trace, const struct tensor *tensor)
{
	return table_find(&trace->tensors.refused, refusal_key(&tensor->at.offset)) != NULL;
}

/* Reports that the type of an argument cannot be made, unless its layout is refused already. */
static void report_type(struct trace *trace, const struct tensor *tensor)
{
	const struct op_error *error = &trace->op.error;
	if (error->raised && !is_refused(trace, tensor)) {
		diags_about(trace->diags, tensor->name, tensor->at.offset);
		struct diag *diag = diag_add(trace->diags, error->rule, tensor->layout->at, "%s",
		                             utf8_escaped(trace->diags->arena, error->message).s);
		diag_framework(diag, error->type, error->text);
		if (error->help.len)
			diag_help(diag, "%.*s", STR_ARG(error->help));
		diags_about(trace->diags, STR(""), trace->spec->program_at.offset);
	}
	trace->op.error = (struct op_error){0};
}

const struct value *typed_value(struct trace *trace, const struct tensor *tensor,
                                const struct abstract_mesh *mesh)
{
	assert(tensor->has_shape && tensor->dtype);
	struct array *array = arena_new(trace->op.arena, struct array, 1);
	const struct sharding_request *placed = NULL;
	struct array_type type;
	if (!tensor_type(trace, tensor, mesh, &type, &placed))
		return NULL;
	*array = *array_new(&trace->op, &type);
	array->placed = placed;
	trace->spread |= placed != NULL;
	trace->placed_unseen |= placed && !op_has(&trace->op, JAX_AXIS_TYPES);
	const struct device_group *devices =
	    trace->op.eager && type.mesh ? mesh_devices(trace, type.mesh->mesh) : NULL;
	return value_array(trace->op.arena, array_committed(trace, array, devices));
}

static const struct value *tensor_value(struct trace *trace, uint32_t index)
{
	assert(index < spec_tensor_count(trace->spec));
	struct diags unread = diags_make(trace->scratch); /* of the tensors, which are judged */
	const struct tensor *tensor = spec_tensor(trace->op.arena, trace->spec, index, &unread);
	if (tensor->broken || !tensor->has_shape)
		return &value_unknown;
	if (!tensor->dtype)
		return trace_unknown(trace, "the spec does not say the dtype of '%.*s'",
		                     STR_ARG(tensor->name));
	bool torch = is_torch_program(trace);
	bool placed = !torch && tensor->layout && tensor->mesh;
	const struct abstract_mesh *mesh =
	    placed ? trace->meshes[tensor->mesh - trace->spec->meshes] : NULL;
	if (trace->spec->framework.family == FRAMEWORK_DTENSOR && is_refused(trace, tensor))
		return &value_unknown;
	const struct value *value = placed && !mesh ? NULL : typed_value(trace, tensor, mesh);
	if (value && torch)
		value = torch_tensor(trace, tensor, value);
	if (!value)
		report_type(trace, tensor);
	return value ? value : &value_unknown;
}

const struct value *mesh_of_spec(struct trace *trace, uint32_t index)
{
	assert(index < trace->spec->nmeshes);
	const struct abstract_mesh *mesh = trace->meshes[index];
	if (!mesh)
		return &value_unknown;
	if (is_torch_program(trace)) {
		const struct value *made = torch_mesh(trace, mesh->mesh);
		return made ? made : &value_unknown;
	}
	struct value *value = value_new(trace->op.arena, VALUE_MESH);
	value->mesh = (struct mesh_value){mesh, false};
	return value;
}

const struct value *spec_mesh(struct trace *trace, uint32_t index)
{
	const struct value **value = &trace->tensors.values[spec_tensor_count(trace->spec) + index];
	if (!*value)
		*value = mesh_of_spec(trace, index);
	return *value;
}

/* Numbers of tensors and, behind them, of meshes, by name. */
static void index_names(struct trace *trace)
{
	const struct spec *spec = trace->spec;
	uint32_t count = spec_tensor_count(spec);
	bool added;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *key = node_key(spec->tensors, i);
		if (key->kind == NODE_SCALAR)
			(void)table_add(trace->op.arena, &trace->tensors.numbers, node_text(key), i,
			                &added);
	}
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		(void)table_add(trace->op.arena, &trace->tensors.numbers, spec->meshes[i].name,
		                count + i, &added);
	if (spec->nmeshes)
		(void)table_add(trace->op.arena, &trace->tensors.numbers, STR("mesh"), count,
		                &added);
	trace->tensors.values =
	    arena_new(trace->op.arena, const struct value *, (size_t)count + spec->nmeshes);
}

void make_tensors(struct trace *trace)
{
	if (trace->spec->meshes_outside)
		return;
	index_names(trace);
	note_refused(trace);
	for (uint32_t i = 0; i < trace->tensors.numbers.count; i++)
		(void)spec_value(trace, trace->tensors.numbers.entries[i].key);
	trace->op.error = (struct op_error){0};
}

const struct value *spec_value(struct trace *trace, struct str name)
{
	const uint32_t *index = table_find(&trace->tensors.numbers, name);
	uint32_t tensors = spec_tensor_count(trace->spec);
	if (!index)
		return NULL;
	if (!trace->tensors.values[*index])
		trace->tensors.values[*index] = *index < tensors
		                                    ? tensor_value(trace, *index)
		                                    : spec_mesh(trace, *index - tensors);
	return trace->tensors.values[*index];
}
