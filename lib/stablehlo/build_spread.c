/* SPDX-License-Identifier: Apache-2.0 */
/* chlo.broadcast_add and the like: operations of elements whose operands are made as large as the
 * result first, as NumPy does (ChloLegalizeToStablehlo.cpp). */
#include "stablehlo/build.h"

/* The operand as large as the result, whose last dims are its own; NULL after a finding. */
static struct instruction *spread(struct reader *reader, const struct operation *operation,
                                  struct region *region, struct instruction *operand,
                                  const struct hlo_shape *result)
{
	const struct hlo_shape *shape = operand->shape;
	uint32_t before = result->rank - shape->rank;
	bool same = !before;
	int64_t *dims = arena_new(reader->arena, int64_t, shape->rank);
	for (uint32_t i = 0; i < shape->rank; i++) {
		int64_t size = result->dims[before + i];
		dims[i] = before + i;
		if (shape->dims[i] != size && shape->dims[i] != 1) {
			build_refuse(reader, operation, "an operand does not fit the result");
			return NULL;
		}
		same = same && shape->dims[i] == size;
	}
	if (same)
		return operand;
	struct instruction *made =
	    build_add_of(reader, operation, region, OPCODE_BROADCAST,
	                 hlo_shape_array(reader->arena, shape->element, result->dims, result->rank),
	                 &operand, 1);
	if (!made)
		return NULL;
	made->dims = dims;
	made->ndims = shape->rank;
	return made;
}

bool build_spreading(struct reader *reader, struct operation *operation, struct region *region)
{
	static const char before[] = "broadcast_";
	enum opcode opcode = opcode_of_stablehlo(
	    str_slice(operation->kind->name, sizeof before - 1, operation->kind->name.len));
	const struct hlo_shape *shape = build_shape(reader, operation);
	struct instruction *operands[2];
	if (!shape || !shape->element || operation->noperands != COUNT_OF(operands) ||
	    opcode_class(opcode) != OPCODE_CLASS_ELEMENTWISE)
		return shape && build_simple(reader, operation, region);
	if (!build_operands(reader, operation, COUNT_OF(operands), COUNT_OF(operands)))
		return false;
	for (uint32_t i = 0; i < COUNT_OF(operands); i++) {
		operands[i] = operation->operands[i];
		if (operands[i]->shape->rank > shape->rank)
			return build_refuse(reader, operation,
			                    "an operand does not fit the result");
		operands[i] = spread(reader, operation, region, operands[i], shape);
		if (!operands[i])
			return false;
	}
	struct instruction *made =
	    build_add_of(reader, operation, region, opcode, shape, operands, COUNT_OF(operands));
	return made && build_bind(reader, operation, region, &made, 1);
}
