/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the rule of an operation, factor by factor. Follows OpShardingRuleBuilder. */
#pragma once

#include "propagate/factor/factor_rule.h"

/* No dimension of this tensor. */
enum { NO_DIM = -1 };

/* A factor of one dimension of one tensor. */
struct factor_place {
	uint32_t tensor, dim, factor;
};

struct factor_builder {
	struct arena *arena;
	const struct instruction *instruction;
	const struct factor_tensors *tensors;
	struct factor *factors;
	uint32_t nfactors;
	size_t factor_room;
	struct factor_place *places; /* in the order they were added */
	uint32_t nplaces;
	size_t place_room;
	uint32_t *filled;  /* per tensor and dim, from `offsets` on: factors it has */
	uint32_t *offsets; /* per tensor */
	bool failed;       /* dims that a tensor lacks: the operation is not what it says */
};

/* A builder without factors, whose lists are in the arena. The instruction and the tensors must
 * outlive it. */
struct factor_builder factor_builder_make(struct arena *arena,
                                          const struct instruction *instruction,
                                          const struct factor_tensors *tensors);

/* The shape of operand `index`, counted over arrays: tuples are taken apart. */
const struct hlo_shape *factor_operand(const struct factor_builder *builder, uint32_t index);

/* The shape of result `index`, counted in the same way. */
const struct hlo_shape *factor_result(const struct factor_builder *builder, uint32_t index);

/* Adds a factor of no dimension yet. */
void factor_add(struct factor_builder *builder, int64_t size, enum factor_kind kind, bool blocked);

/*
 * Puts the factor added last into a dimension of a tensor (operands, then results), at its minor
 * end; one of size 1 only where there is no other. NO_DIM: nothing.
 */
void factor_put(struct factor_builder *builder, uint32_t tensor, int64_t dim);

/* The same with any factor. */
void factor_put_one(struct factor_builder *builder, uint32_t tensor, int64_t dim, uint32_t factor);

/* Adds a factor that dimension `dim` of all tensors that are no scalars has. */
void factor_add_all(struct factor_builder *builder, int64_t dim, int64_t size,
                    enum factor_kind kind, bool blocked);

/* A factor of operand 0 and result 0. */
void factor_add_pair(struct factor_builder *builder, int64_t in, int64_t out, int64_t size,
                     enum factor_kind kind);

/* A factor for each dim of the shape, in all tensors. */
void factor_add_pointwise(struct factor_builder *builder, const struct hlo_shape *shape);

/* The same; where the shapes differ, of this kind. */
void factor_add_mismatch(struct factor_builder *builder, const struct hlo_shape *in,
                         const struct hlo_shape *out, enum factor_kind kind, bool blocked);

/* The rule, in the arena, in which dims without a factor get one of size 1; NULL when it failed. */
const struct factor_rule *factor_build(struct factor_builder *builder, struct arena *arena);
