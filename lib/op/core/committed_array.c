/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/committed_array.h"

#include <string.h>

#include "op/core/message.h"

bool same_devices(const struct device_group *a, const struct device_group *b)
{
	if (a == b || !a || !b)
		return a == b;
	return a->count == b->count && memcmp(a->ids, b->ids, a->count * sizeof *a->ids) == 0;
}

static bool has_device(const struct device_group *devices, int64_t id)
{
	for (uint32_t i = 0; i < devices->count; i++)
		if (devices->ids[i] == id)
			return true;
	return false;
}

bool other_devices(const struct device_group *a, const struct device_group *b)
{
	enum { MOST_COMPARED = 512 };
	if (a->count != b->count)
		return true;
	for (uint32_t i = 0; a->count <= MOST_COMPARED && i < a->count; i++)
		if (!has_device(b, a->ids[i]))
			return true;
	return false;
}

const struct device_group *context_devices(const struct op *op)
{
	return op->mesh ? op->context_devices : NULL;
}

struct str devices_shown(const struct op *op, const struct device_group *devices)
{
	return phrase(op, "device ids {list} on platform CPU",
	              sizes_of(devices->ids, devices->count));
}

struct str committed_shown(const struct op *op, struct str name, struct str function,
                           const struct array *array)
{
	if (array->level) /* what vmap maps JAX has no name for */
		return phrase(op, "ARG_SHARDING with {}", devices_shown(op, array->committed));
	return phrase(op, "argument {} of {} with shape {long} and {}{}", name, function,
	              &array->type, op_has(op, JAX_DEVICES_NAMED_WITH) ? "with " : "",
	              devices_shown(op, array->committed));
}

struct str context_shown(const struct op *op, const struct device_group *devices)
{
	return phrase(op, "jit's context mesh with {}", devices_shown(op, devices));
}

bool refuse_devices(struct op *op, struct str first, struct str second)
{
	return refuse(op, RULE_MESH_DEVICES, "ValueError",
	              TEXT("Received incompatible devices for jitted computation. Got {} and {}",
	                   first, second));
}

bool refuse_context_devices(struct op *op, const struct device_group *context, struct str shown,
                            const struct array *array)
{
	struct str mesh = context_shown(op, context);
	return array && !array->level ? refuse_devices(op, shown, mesh)
	                              : refuse_devices(op, mesh, shown);
}

bool check_context_devices(struct op *op, const char *primitive, uint32_t first,
                           const struct array *const *operands, uint32_t count)
{
	const struct device_group *context = op->eager ? context_devices(op) : NULL;
	for (uint32_t i = 0; context && i < count; i++) {
		const struct array *operand = operands[i];
		if (!operand->committed || !other_devices(operand->committed, context))
			continue;
		struct str name = str_format(op->arena, "args[%u]", first + i);
		refuse_context_devices(
		    op, context, committed_shown(op, name, str_of(primitive), operand), operand);
		return explain(op, WORDS("an array is on other devices than the mesh in context"),
		               HELP("put it on the mesh with jax.device_put"));
	}
	return true;
}
