/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a dimension of one tensor has to do with the dimensions of the others in an operation: each
 * is made of factors, and a factor that stands in several tensors can be sharded alike in all of
 * them. Rules of OpShardingRuleAttr and op_sharding_rule_registry.cc of openxla/shardy.
 */
#pragma once

#include "module/module.h"
#include "release/rules.h"

enum factor_kind {
	FACTOR_PASS_THROUGH,
	FACTOR_REDUCTION,
	FACTOR_NEED_REPLICATION,
	FACTOR_PERMUTATION,
};

struct factor {
	int64_t size;
	enum factor_kind kind;
	bool blocked; /* no sharding goes along it */
};

/* Dimension i of a tensor is made of factors[starts[i]] to factors[starts[i + 1] - 1], major
 * first. */
struct factor_map {
	uint32_t rank;
	const uint32_t *starts, *factors;
};

struct factor_rule {
	const struct factor *factors;
	uint32_t nfactors;
	const struct factor_map *tensors; /* operands, then results */
	uint32_t noperands, nresults;
	bool alike; /* all tensors are made of the same factors in the same way */
};

/* The arrays that an operation takes and gives, tuples taken apart. A token has rank 0. */
struct factor_tensors {
	const struct hlo_shape *const *shapes; /* operands, then results */
	uint32_t noperands, nresults;
	/* What made each operand: the instruction whose value it is; NULL: an argument of the
	 * computation. */
	const struct instruction *const *makers;
	const struct jax_rules *release; /* NULL: as jaxlib 0.10.2 */
};

/*
 * The rule of an instruction, or NULL: nothing goes through it. The rule lives in the arena;
 * scratch is not given back. An instruction whose shapes do not fit together has none.
 */
const struct factor_rule *factor_rule_of(struct arena *arena, struct arena *scratch,
                                         const struct instruction *instruction,
                                         const struct factor_tensors *tensors);

/* The rule of what has `noperands` operands and one result of the same shape. */
const struct factor_rule *factor_rule_identity(struct arena *arena, struct arena *scratch,
                                               const struct hlo_shape *shape, uint32_t noperands);
