/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through elementwise primitives, products and reductions. JAX: lax/lax.py. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

static const struct array *operand_of(const struct backward *b, uint32_t i)
{
	return b->equation->operands[i];
}

/* Gives an operand its cotangent, in the operand's shape. */
static bool give(struct backward *b, uint32_t i, const struct array *cotangent)
{
	b->made[i] = unbroadcast(b->op, &operand_of(b, i)->type, cotangent);
	return b->made[i] != NULL;
}

static bool back_sum(struct backward *b)
{
	return give(b, 0, b->cotangents[0]) && give(b, 1, b->cotangents[0]);
}

static bool back_difference(struct backward *b)
{
	return give(b, 0, b->cotangents[0]) && give(b, 1, negative(b->op, b->cotangents[0]));
}

static bool back_negative(struct backward *b)
{
	b->made[0] = negative(b->op, b->cotangents[0]);
	return b->made[0] != NULL;
}

static bool back_product(struct backward *b)
{
	const struct array *ct = b->cotangents[0];
	if (b->linear[0] == b->linear[1])
		return false;
	return b->linear[0] ? give(b, 0, times(b->op, ct, operand_of(b, 1)))
	                    : give(b, 1, times(b->op, operand_of(b, 0), ct));
}

static bool back_quotient(struct backward *b)
{
	return b->linear[0] && !b->linear[1] &&
	       give(b, 0, over(b->op, b->cotangents[0], operand_of(b, 1)));
}

static bool back_convert(struct backward *b)
{
	const struct array_type *type = &operand_of(b, 0)->type;
	struct array_type cotangent = cotangent_type_of(type);
	b->made[0] = lax_convert_placed(b->op, b->cotangents[0], type->dtype, type->weak,
	                                asked_sharding(b->op, &cotangent));
	return b->made[0] != NULL;
}

/* Zeros where another case was chosen. JAX: _select_transpose_rule. */
static bool back_select(struct backward *b)
{
	const struct array *which = operand_of(b, 0), *ct = b->cotangents[0];
	const struct array *zeros = full_like(b->op, ct, 0);
	bool boolean = which->type.dtype->class == DTYPE_BOOL;
	for (uint32_t i = 1; i < b->equation->count; i++) {
		if (!b->linear[i])
			continue;
		if (!boolean) {
			const struct array *number = literal(b->op, which, i - 1);
			const struct array *here = lax_binary(b->op, &lax_eq, which, number);
			b->made[i] = chosen(b->op, here, ct, zeros);
		} else {
			b->made[i] = i == 1 ? chosen(b->op, which, zeros, ct)
			                    : chosen(b->op, which, ct, zeros);
		}
		if (!b->made[i])
			return false;
	}
	return true;
}

static bool back_reduce_sum(struct backward *b)
{
	const struct reduction *reduction = b->equation->params;
	struct array_type type = cotangent_type_of(&operand_of(b, 0)->type);
	uint32_t *dims = arena_new(b->op->arena, uint32_t, type.rank), count = 0;
	for (uint32_t i = 0; i < type.rank; i++) {
		bool gone = false;
		for (uint32_t j = 0; j < reduction->count; j++)
			gone = gone || reduction->axes[j] == i;
		if (!gone)
			dims[count++] = i;
	}
	b->made[0] = lax_broadcast_in_dim(b->op, b->cotangents[0], type.shape, type.rank, dims,
	                                  asked_sharding(b->op, &type));
	return b->made[0] != NULL;
}

/* A product as it is seen from the operand that is linear: [0] is that one. */
struct seen_product {
	struct dimension_list contracting[2], batch[2], kept[2];
	const struct array *other;
	bool swapped; /* the linear one is the right one */
};

static struct seen_product seen_from(struct backward *b, uint32_t at)
{
	const struct dot_params *params = b->equation->params;
	struct seen_product seen = {.other = operand_of(b, !at), .swapped = at == 1};
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t which = i ? !at : at;
		seen.contracting[i] = params->dimensions.contracting[which];
		seen.batch[i] = params->dimensions.batch[which];
		const struct dimension_list used[] = {seen.contracting[i], seen.batch[i]};
		seen.kept[i] = dimensions_left(b->op, operand_of(b, which)->type.rank, used, 2);
	}
	return seen;
}

/* Where the dimensions of the linear operand are in the product of cotangent and other operand:
 * batch, kept, and contracted ones in the order of the other operand's. */
static uint32_t *places_of(struct op *op, const struct seen_product *seen)
{
	uint32_t count = 0;
	uint32_t *places = arena_new(op->arena, uint32_t,
	                             (size_t)seen->batch[0].count + seen->kept[0].count +
	                                 seen->contracting[0].count);
	for (uint32_t i = 0; i < seen->batch[0].count; i++)
		places[count++] = (uint32_t)seen->batch[0].items[i];
	for (uint32_t i = 0; i < seen->kept[0].count; i++)
		places[count++] = (uint32_t)seen->kept[0].items[i];
	struct dimension_list rhs = seen->contracting[1];
	for (uint32_t done = 0; done < rhs.count; done++) {
		uint32_t next = 0;
		for (uint32_t i = 0; i < rhs.count; i++) {
			uint32_t smaller = 0;
			for (uint32_t j = 0; j < rhs.count; j++)
				smaller += rhs.items[j] < rhs.items[i];
			if (smaller == done)
				next = i;
		}
		places[count++] = (uint32_t)seen->contracting[0].items[next];
	}
	return places;
}

/* JAX: _dot_general_transpose_lhs. */
static bool back_dot(struct backward *b)
{
	struct op *op = b->op;
	const struct dot_params *params = b->equation->params;
	if (b->linear[0] == b->linear[1])
		return false;
	uint32_t at = b->linear[0] ? 0 : 1;
	struct seen_product seen = seen_from(b, at);
	struct array_type type = cotangent_type_of(&operand_of(b, at)->type);
	uint32_t batches = seen.batch[0].count, others = seen.kept[1].count;
	uint32_t behind = seen.swapped ? batches : batches + seen.kept[0].count;
	struct dot_dimensions *dimensions = arena_new(op->arena, struct dot_dimensions, 1);
	*dimensions = (struct dot_dimensions){{dimensions_from(op, behind, others), seen.kept[1]},
	                                      {dimensions_from(op, 0, batches), seen.batch[1]}};
	uint32_t *places = places_of(op, &seen), *back = arena_new(op->arena, uint32_t, type.rank);
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(op->arena, type.rank);
	*request = type_request(&type);
	for (uint32_t i = 0; i < type.rank; i++) {
		spec[i] = type.spec[places[i]];
		back[places[i]] = i;
	}
	request->spec = spec;
	request->mesh = request->mesh ? request->mesh : op->mesh;
	const struct array *product =
	    lax_dot_general(op, b->cotangents[0], seen.other, dimensions, params->preferred,
	                    request->mesh ? request : NULL);
	product = lax_transpose(op, product, back);
	b->made[at] =
	    lax_convert_element_type(op, product, type.dtype, product && product->type.weak);
	return b->made[at] != NULL;
}

const struct backward_rule arithmetic_backward[] = {
    {"add", back_sum},         {"sub", back_difference},
    {"neg", back_negative},    {"mul", back_product},
    {"div", back_quotient},    {"convert_element_type", back_convert},
    {"select_n", back_select}, {"reduce_sum", back_reduce_sum},
    {"dot_general", back_dot}, {NULL, NULL},
};
