/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contractions: dots, and convolutions seen as dots. Devices are grouped by the dimensions that
 * both sides agree on, and the rest is contracted inside the groups, until one of few ways is left
 * to reshard the operands. Follows xla/service/spmd/dot_handler.cc (PartitionDot) as jaxlib 0.10.2
 * behaves.
 */
#pragma once

#include "partition/partitioner.h"

/* Dimensions of the three arrays that correspond; -1: the array has none. */
struct contraction_dim {
	int32_t lhs, rhs, out;
};

struct contraction_list {
	const struct contraction_dim *items;
	uint32_t count;
};

struct contraction_dims {
	struct contraction_list batch, contracting, lhs_free, rhs_free, spatial;
	uint32_t lhs_rank, rhs_rank, out_rank;
};

/* What is to be contracted inside the current groups. */
struct contracted {
	struct shards lhs, rhs;
	const struct tiling *out;   /* the tiling that is wanted */
	const int64_t *out_extents; /* of the whole result */
	bool strict;                /* operands must have the groups that they are put into */
};

struct contraction;
struct contraction_sum;

/* A way to contract; none where it does not apply. The result has the tiling that is wanted. */
typedef struct shards contraction_way(struct contraction *c, struct contracted x);

/* Elements of the result of contracting two shards, along each dimension of the result. */
typedef const int64_t *contraction_shape(struct contraction *c, struct shards lhs,
                                         struct shards rhs);

struct contraction {
	struct partitioner *p;
	struct contraction_dims dims;
	int64_t element_bytes;    /* of the result */
	contraction_way *first;   /* what a convolution tries first; or NULL */
	bool first_only;          /* it tries nothing else but the last resort */
	contraction_shape *shape; /* of a convolution; NULL: a dot's */
	const void *context;      /* of these */
	const struct contraction_sum *sum;
	bool in_free_groups; /* it was done so; in the end: the outermost one */
	/* Dimensions of one array as those of another; -1: none. */
	int32_t lhs_to_rhs[TILING_MAX_RANK], lhs_to_out[TILING_MAX_RANK];
	int32_t rhs_to_lhs[TILING_MAX_RANK], rhs_to_out[TILING_MAX_RANK];
	int32_t out_to_lhs[TILING_MAX_RANK], out_to_rhs[TILING_MAX_RANK];
};

enum contraction_side { CONTRACTION_LHS, CONTRACTION_RHS, CONTRACTION_OUT };

/* Fills in the maps between dimensions. */
void contraction_map(struct contraction *c);

/* Tiles along all dimensions of a list. */
int64_t contraction_tiles(const struct tiling *tiling, struct contraction_list list,
                          enum contraction_side side);

/* The dimension on one side. */
int32_t contraction_dim_of(struct contraction_dim dim, enum contraction_side side);

/* What an instruction of two operands is to contract. */
struct contracted contraction_of(struct partitioner *p, const struct instruction *instruction);

/* Gives the instruction its result, and the program's shardings what becomes of them. */
void set_contracted(struct contraction *c, const struct instruction *instruction,
                    struct shards value);

/* Contracts what an instruction says. Tilings carried over to another array have the names of the
 * first, so that forms do not matter meanwhile. */
struct shards contract_all(struct contraction *c, struct contracted x);

/* Contracts inside the current groups; the result has the tiling x.out. Whether x is strict does
 * not matter. */
struct shards contract(struct contraction *c, struct contracted x);

/* Contracts inside groups of the current ones, with tilings of these. */
struct shards contract_in(struct contraction *c, const struct device_groups *groups,
                          struct contracted x);

/* Contracts what each device has, with what the contraction around it adds up. */
struct shards contract_locally(struct contraction *c, struct shards lhs, struct shards rhs,
                               const struct contracted *x);

/* On all devices of the current groups at once, along one class of dimensions; with `last` also by
 * resharding operands to what the result needs. */
struct shards contract_base(struct contraction *c, struct contracted x, bool last);

/* Inside groups of devices that have the same part of the batch dimensions. */
struct shards contract_in_batch_groups(struct contraction *c, struct contracted x);

/* Inside groups that have the same part of one operand's free dimensions. */
struct shards contract_in_free_groups(struct contraction *c, struct contracted x);

/* Inside groups that have the same part of what is contracted, whose results are added up. */
struct shards contract_in_contracting_groups(struct contraction *c, struct contracted x);

/*
 * The tiling that an operand should have for the result and, with `other`, for the other operand
 * too (xla::hlo_sharding_util::InferDotOperandSharding).
 */
const struct tiling *contraction_operand_tiling(struct contraction *c, enum contraction_side side,
                                                const struct tiling *out,
                                                const struct tiling *other);

/* The dimensions of a list on one side. Returns how many. */
uint32_t contraction_dims_of(struct contraction_list list, enum contraction_side side,
                             uint32_t *dims);
