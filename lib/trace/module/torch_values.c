/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/torch_values.h"

#include "trace/module/library_call.h"
#include "trace/module/spec_values.h"

bool is_torch_program(const struct trace *trace)
{
	return trace->spec->framework.family != FRAMEWORK_JAX;
}

/* Calls what the prelude has for specs. */
static const struct value *call_torch(struct trace *trace, const char *name,
                                      const struct value *const *arguments, uint32_t count)
{
	const struct function_row *row;
	if (library_find(trace, STR("torch._spec"), str_of(name), &row) != LIBRARY_FOUND)
		return NULL;
	const struct value *function = library_value(trace, row);
	return function ? trace_call(trace, function, &(struct value_list){arguments, count}, NULL,
	                             0, (struct span){0, 0})
	                : NULL;
}

const struct value *torch_tensor(struct trace *trace, const struct tensor *tensor,
                                 const struct value *array)
{
	static const char *const devices[] = {
	    [DEVICE_CPU] = "cpu", [DEVICE_XLA] = "xla", [DEVICE_META] = "meta"};
	bool part = str_find(tensor->name, '.', 0) < tensor->name.len;
	bool xla = trace->spec->framework.family == FRAMEWORK_TORCH_XLA;
	enum torch_device device =
	    tensor->device_at.length ? tensor->device : xla && !part ? DEVICE_XLA : DEVICE_CPU;
	if (!xla && tensor->layout)
		return trace_unknown(trace, "the layout of '%.*s' is not followed in a program",
		                     STR_ARG(tensor->name));
	const struct value *given[] = {array,
	                               value_string(trace->op.arena, str_of(devices[device])),
	                               value_bool(part)};
	return call_torch(trace, "tensor", given, COUNT_OF(given));
}

const struct value *torch_mesh(struct trace *trace, const struct mesh *mesh)
{
	struct arena *arena = trace->op.arena;
	const struct value **names = arena_new(arena, const struct value *, mesh->naxes);
	int64_t *sizes = arena_new(arena, int64_t, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		names[i] = value_string(arena, mesh->axes[i].name);
		sizes[i] = mesh->axes[i].size;
	}
	const struct value *given[] = {
	    value_shape(arena, sizes, mesh->naxes),
	    value_sequence(arena, VALUE_TUPLE, names, mesh->naxes),
	    mesh->devices ? value_shape(arena, mesh->devices, mesh->ndevices) : &value_none};
	return call_torch(trace, "mesh", given, COUNT_OF(given));
}

bool has_torch_model(const struct trace *trace)
{
	const struct table *numbers = &trace->tensors.numbers;
	bool found = false;
	for (uint32_t i = 0; is_torch_program(trace) && !found && i < numbers->count; i++)
		found = str_find(numbers->entries[i].key, '.', 0) < numbers->entries[i].key.len;
	return found;
}

const struct value *torch_model(struct trace *trace, struct str name)
{
	struct arena *arena = trace->op.arena;
	const struct table *numbers = &trace->tensors.numbers;
	struct value *parts = value_new(arena, VALUE_DICT);
	if (!is_torch_program(trace))
		return NULL;
	for (uint32_t i = 0; i < numbers->count; i++) {
		struct str key = numbers->entries[i].key;
		if (key.len <= name.len + 1 || !str_starts_with(key, name) ||
		    key.s[name.len] != '.')
			continue;
		const struct value *part = spec_value(trace, key);
		if (part)
			dict_set(trace, parts,
			         value_string(arena, str_slice(key, name.len + 1, key.len)), part);
	}
	const struct value *given[] = {parts};
	return parts->dict.count ? call_torch(trace, "model", given, COUNT_OF(given)) : NULL;
}
