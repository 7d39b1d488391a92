/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The partitioner at work, for the files that hold the rules of operations: values cut into shards,
 * the groups of devices inside of which a rule is being applied, and what is made on the way. A
 * rule reads the values of an instruction's operands, reshards them, and gives the instruction its
 * value. Follows xla::spmd::SpmdPartitioningVisitor of jaxlib 0.10.2.
 *
 * Everything that is made stays in memory until the end, and only what the results of the program
 * depend on counts: an attempt that is given up needs nothing undone.
 */
#pragma once

#include "module/leaves.h"
#include "module/module.h"
#include "partition/grouped.h"
#include "partition/partition.h"
#include "partition/tiling_maps.h"
#include "reshard/resharder.h"

struct partition_frame;
struct manual_parts;

/* Where in the program steps are made. */
struct partition_place {
	const struct instruction *instruction;
	const struct partition_loop *loop;
	const struct partition_frame *frame; /* of the computation, as it was walked then */
};

/* Why a value cannot be told. */
struct partition_unknown {
	const char *reason;
	uint32_t place;
};

/* Work that a node stands for, as when two shards are contracted. */
struct noted_work {
	uint32_t node;
	int64_t operands; /* bytes; 0: not said */
	struct operation_work work;
};

struct partitioner {
	struct arena *arena;             /* of all that is made; the same as resharder.scratch */
	struct arena *kept;              /* of what outlives it */
	struct partition_share **shares; /* as in struct partition */
	/* Sizes of the first result that was set as they were computed, before it is brought to its
	 * sharding; NULL: none. */
	const int64_t *computed;
	const bool *padded;            /* of a convolution: see operation_sizes; else NULL */
	struct operation_work masking; /* of the instruction: see note_mask, note_places */
	struct masks_again again;      /* the same of masks that were made before */
	bool taken_whole; /* the last value in windows is cut out of what each device had whole */
	struct known_mask *masks; /* that were made, the last one first */
	struct noted_work *noted; /* by node */
	uint32_t nnoted;
	size_t room_noted;
	struct resharder resharder;
	const struct module *module;
	const struct partition_options *options;
	int32_t devices;                      /* of the current groups; at first of all */
	struct nesting *nestings;             /* all groups that were entered */
	const struct instruction *at;         /* being partitioned */
	const struct instruction *stopped_at; /* when the plan ended before the end */
	struct partition_frame *frame;        /* of the computation being walked */
	uint32_t frames;                      /* begun so far */
	struct tiling_store *tilings;         /* those of shardings, each made once */
	const struct partition_loop *loop;
	const struct device_groups *manual; /* groups of a shard_map over some axes, or NULL */
	struct manual_parts *manual_parts;  /* of shardings */
	struct partition_place *places;     /* by resharder.place */
	uint32_t nplaces;
	size_t room_places;
	struct partition_unknown *reasons; /* by made.unknown */
	uint32_t nreasons;
	size_t room_reasons;
	uint32_t *effects; /* nodes that count whatever the results depend on */
	uint32_t neffects;
	size_t room_effects;
	uint32_t depth;  /* of rules that call rules and computations that call computations */
	uint64_t visits; /* of instructions */
};

/* What a rule does: gives each array of the instruction's result a value. */
typedef void partition_rule(struct partitioner *p, const struct instruction *instruction);

#define RULE(opcode, function) partition_rule function;
#include "partition/rules.def"
#undef RULE

/* ---- Instructions ---- */

/* Bytes of an element as XLA stores it; a part of one counts as one. */
int64_t shape_element_bytes(const struct hlo_shape *shape);

/* The value of an operand, an array; replicated where it is a constant of other groups, and given
 * anew where nothing has made it. */
struct shards operand_value(struct partitioner *p, const struct instruction *instruction,
                            uint32_t operand);

/* The same of leaf `leaf` of an operand that is a tuple. */
struct shards operand_leaf(struct partitioner *p, const struct instruction *instruction,
                           uint32_t operand, uint32_t leaf);

/* The tiling that the instruction's result is to have; replicated where it says nothing or what is
 * not known, on one device, or manual. */
const struct tiling *result_tiling(struct partitioner *p, const struct instruction *instruction);

/* The same of leaf `leaf` of the result. */
const struct tiling *leaf_tiling(struct partitioner *p, const struct instruction *instruction,
                                 uint32_t leaf);

/* Whether leaf `leaf` of the result is inside a shard_map. */
bool leaf_is_manual(const struct instruction *instruction, uint32_t leaf);

/* Whether the result, or its first leaf, is on one device only. */
bool result_is_maximal(const struct instruction *instruction);

/* Reshards the value to the instruction's tiling and makes it its result. */
void set_result(struct partitioner *p, const struct instruction *instruction, struct shards value);

/* The same of leaf `leaf` of the result. */
void set_leaf(struct partitioner *p, const struct instruction *instruction, uint32_t leaf,
              struct shards value);

/* Makes new values, computed locally from `count` others, each leaf of the result in its tiling. */
void set_computed(struct partitioner *p, const struct instruction *instruction,
                  const struct shards *operands, uint32_t count);

/* The result cannot be told; `reason` is static text. It is taken to have its tiling. */
void set_unknown(struct partitioner *p, const struct instruction *instruction, const char *reason);

/* What a rule without a better way does: replicates all operands (reshards them to none), computes,
 * and reshards the results. */
void partition_default(struct partitioner *p, const struct instruction *instruction);

/* Computes with each operand resharded to the result's tiling, which has its rank. */
void partition_elementwise(struct partitioner *p, const struct instruction *instruction);

/* ---- Values ---- */

/* On all devices of the current groups; made once for each rank and number of devices. */
const struct tiling *replicated_tiling(struct partitioner *p, uint32_t rank);

/* Reshards; nothing if it was done before in the same groups, or the value is a splat. */
struct shards reshard(struct partitioner *p, struct shards value, const struct tiling *target);

/* Makes every device hold all of it, also of a splat (xla PartitionedHlo::Replicate). */
struct shards replicate(struct partitioner *p, struct shards value);

/*
 * A new value, computed locally from `count` others: with this tiling, and the whole array of
 * `extents` inside the current groups. A shard has the extents divided by the tiles, rounded up.
 */
struct shards computed(struct partitioner *p, const struct tiling *tiling, const int64_t *extents,
                       int64_t element_bytes, const struct shards *operands, uint32_t count);

/* The array that is leaf `leaf` of the instruction's result, computed so. */
struct shards computed_leaf(struct partitioner *p, const struct instruction *instruction,
                            uint32_t leaf, const struct tiling *tiling,
                            const struct shards *operands, uint32_t count);

/* The same in the tiling of the leaf, made of nothing: what is there from the start. */
struct shards given_leaf(struct partitioner *p, const struct instruction *instruction,
                         uint32_t leaf);

/* The tiling without its names. */
const struct tiling *tiling_nameless(struct arena *arena, const struct tiling *tiling);

/* XLA takes the names from the shardings of a contraction and of its operands, in the program and
 * in what is partitioned (HandleDotHelper): whoever reads them behind it finds none, though what is
 * made of them before it keeps its own. */
void contraction_loses_names(struct partitioner *p, const struct instruction *instruction);

/* The tiling that operands of one sharding hand on to an elementwise operation: that of the first,
 * with its names if the program's sharding of it has them still. */
const struct tiling *first_form(struct partitioner *p, const struct instruction *instruction,
                                const struct tiling *tiling);

/* Lets the result have no names where it is in the operands' tiling, which has none. */
void keep_first_form(struct partitioner *p, const struct instruction *instruction,
                     const struct tiling *tiling);

/* The value, depending on what `other` does too. */
struct shards depending_on(struct partitioner *p, struct shards value, struct shards other);

/* The same data as a new value: nothing is remembered of it (XLA made another instruction). */
struct shards renewed(struct partitioner *p, struct shards value);

/*
 * Adds up a value over the devices that differ in a dimension of `along`, which need not be the
 * value's own tiling: one all-reduce of its local bytes per dimension that `dims` names and that
 * has several tiles, last first. Dimension along->rank stands for the replicas. The result is a new
 * value with the same tiling.
 */
struct shards all_reduced(struct partitioner *p, struct shards value, const struct tiling *along,
                          const uint32_t *dims, uint32_t ndims);

/* What a device keeps of a value that has been added up along dimensions of `along`: `part` local
 * elements along each of its own dimensions. */
struct shards summed_part(struct partitioner *p, struct shards value, const struct tiling *along,
                          const int64_t *part);

/* Adds one collective that makes a new value of an old one: `result` local elements of it along
 * each dimension (NULL: as many as before). Groups are in places of the current groups. */
struct shards collected(struct partitioner *p, struct shards value, enum reshard_kind kind,
                        const struct device_groups *groups, const int64_t *result);

/*
 * A permute of `sizes` elements along each dimension of the value. The result is a new value with
 * these local sizes, the value's tiling and extents.
 */
struct shards permuted(struct partitioner *p, struct shards value, const struct reshard_pair *pairs,
                       uint32_t count, const int64_t *sizes);

/* The resharder, set to add steps that depend on the value. */
struct resharder *begin_at(struct partitioner *p, struct shards value);

/* What steps that were added so made of a value; `wanted`, unknown, when they cannot be told. */
struct shards settle(struct partitioner *p, struct shards value, struct shards wanted);

/* Bytes of an array of these sizes; INT64_MAX when more. */
int64_t array_bytes(const int64_t *sizes, uint32_t rank, int64_t element_bytes);

/* Bytes of a shard of the value; INT64_MAX when more. */
int64_t local_bytes(struct shards value);

/* Bytes of the whole value inside the current groups; INT64_MAX when more. */
int64_t whole_bytes(struct shards value);

/* What was made of the value before with these windows (NULL: none) and this tiling, or none. */
struct shards recall(const struct partitioner *p, struct shards value,
                     const struct shards_window *windows, const struct tiling *target);

/* Notes `result` as what was made of the value so, for recall in the same groups. */
void remember(struct partitioner *p, struct shards value, const struct shards_window *windows,
              const struct tiling *target, struct shards result);

/* Which nodes from number `first` on the values depend on, by number less `first`. In the arena. */
bool *reached_nodes(struct partitioner *p, const struct shards *values, uint32_t count,
                    uint32_t first);

/* What happens even if nobody reads the value. */
void has_effect(struct partitioner *p, struct shards value);

/* A value that stands for what cannot be told; `value` with the reason, static text. */
struct shards unknown_shards(struct partitioner *p, struct shards value, const char *reason);

/* The compiler dies here, for this reason (static text). */
void partition_aborts(struct partitioner *p, const char *reason);

/* Whether the plan has ended: nothing needs to be computed any more. */
bool partition_ended(const struct partitioner *p);

/* ---- Work ---- */

/* The value, for which each device does this work; what is read for it has so many bytes, 0 where
 * that is not said. */
struct shards note_work(struct partitioner *p, struct operation_work work, int64_t operands,
                        struct shards value);

/* Notes that the places of an iota along a dimension are counted from where a device's shard
 * begins: it is multiplied for that, and added to each. XLA: spmd_partitioner.cc HandleIota. */
void note_places(struct partitioner *p, struct shards iota, uint32_t dim);

/* Notes that what each device of a line of them has found of several inputs, one of them `input`,
 * is reduced again. XLA: spmd_partitioner.cc HandleReduce. */
void note_reduced_again(struct partitioner *p, const struct instruction *reduction,
                        struct shards input, const bool *reduced, struct shards result);

/*
 * Notes that a value is cut to what is inside of the array along these dimensions: where shards are
 * uneven, each device compares places and chooses, once for the same places of a computation.
 * XLA: spmd_partitioner_util.cc PadWithValue.
 */
void note_mask(struct partitioner *p, struct shards value, const bool *dims);

/*
 * The same of what windows read along a dimension of a value of this extent, with padding before
 * it and perhaps behind. XLA: ExchangeHaloAndGetValidData.
 */
void note_window(struct partitioner *p, struct shards read, uint32_t dim, int64_t extent,
                 int64_t low);

/* Takes back the work of an instruction of the same computation that its only user does without. */
void forget_work(struct partitioner *p, const struct instruction *instruction);

/* The result of contracting two shards of the instruction's operands, which each device computes.
 */
struct shards note_contraction(struct partitioner *p, struct shards lhs, struct shards rhs,
                               struct shards value);

/* Notes what a device has of the instruction, which has been partitioned, and computes for it;
 * `nodes` were made before it. */
void note_share(struct partitioner *p, const struct instruction *instruction, uint32_t nodes);

/* ---- Shardings ---- */

/* The tiling that a sharding stands for; one that is replicated, manual or on one device gives the
 * replicated one. NULL where it is none of a tensor of `rank` dimensions on these devices, or is of
 * a kind that is not known. */
const struct tiling *tiling_of_sharding(struct partitioner *p, const struct hlo_sharding *sharding,
                                        uint32_t rank);

/* The sharding of leaf `leaf` of the instruction's result, or NULL. */
const struct hlo_sharding *leaf_sharding(const struct instruction *instruction, uint32_t leaf);

/* ---- Groups ---- */

/* From here on places are those in a group, until leave_groups. */
void enter_groups(struct partitioner *p, const struct device_groups *groups);

/* Places are again those in the groups around, which were entered before. */
void leave_groups(struct partitioner *p);

/*
 * A value as it is seen inside groups, with grouped->inner as its tiling: the extents are divided
 * along the grouped dimensions, rounded up. It is the same value: what it remembers, it remembers.
 * Its tiling must be grouped_expand(grouped), or what is left of it once dimensions are replicated.
 */
struct shards inside(struct partitioner *p, struct shards value, const struct grouped *grouped);

/* A value from inside groups with the tiling and the extents it has outside. */
struct shards outside(struct shards value, const struct tiling *tiling, const int64_t *extents);

/* The extents that a value of `extents` has inside groups. */
const int64_t *inside_extents(struct partitioner *p, const int64_t *extents,
                              const struct grouped *grouped);

/* ---- Computations ---- */

/*
 * Walks a computation whose parameters have these values (leaves of all parameters, one after the
 * other) and returns the leaves of its root, as many as its shape has, in the tilings of the
 * instruction under way where that has their shape. Inside of a loop `loop` is the loop, else NULL:
 * the current one.
 */
const struct shards *walk_computation(struct partitioner *p, const struct computation *computation,
                                      const struct shards *parameters,
                                      const struct partition_loop *loop);
