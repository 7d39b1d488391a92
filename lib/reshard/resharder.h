/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state of one reshard under way, shared by the files that hold its rules: the value as it is
 * now, the steps found so far, and the groups inside of which it is being solved.
 */
#pragma once

#include "reshard/device_groups.h"
#include "reshard/reshard.h"

/*
 * A sharded value. `local` and `extents` have tiling->rank entries. They are kept apart because an
 * uneven shard is padded, or cut differently by an exchange that is still going on. The rest is of
 * values of a program; all zero for one that is resharded by itself.
 */
struct shards {
	const struct tiling *tiling; /* NULL: the rule that was asked does not apply */
	const int64_t *local;        /* elements of one device's shard along each dimension */
	const int64_t *extents;      /* elements of the whole value along each dimension */
	int64_t element_bytes;       /* of a value of a program */
	uint32_t made;               /* the node it is the result of; 0: there from the start */
	uint32_t place, leaf;        /* where in the program the value comes from */
	uint32_t source; /* and what holds it now: behind a reshard that of the reshard */
	struct shards_memory *memory; /* its reshards; NULL: they are not remembered */
	uint64_t constant_dims;       /* bit i: it does not change along dimension i */
	bool splat;  /* the broadcast of a scalar: XLA makes it anew in any sharding */
	bool manual; /* each device has its own, and no sharding to change */
};

/* Same groups within the same groups: reshards are remembered apart for each. */
struct nesting {
	const struct nesting *outer;
	const struct device_groups *groups; /* in places of the outer groups */
	struct nesting *next;               /* another one */
};

/* A window along one dimension that a device needs its input for. */
struct shards_window {
	int64_t size, stride, low, high, base_dilation, window_dilation;
};

/* What a value has become once: XLA does not make it a second time. */
struct remembered {
	const struct nesting *nesting;
	const struct tiling *target;
	const struct shards_window *windows; /* per dimension; NULL: a reshard */
	struct shards result;
	struct remembered *next;
};

struct shards_memory {
	struct remembered *first;
};

/*
 * What a value of a program depends on: nodes before it, and the step that made it. A chain of
 * nodes stands for a reshard, one without a step joins what an operation reads. Node 0 depends on
 * nothing. A node comes behind those that it depends on.
 */
struct made {
	uint32_t before[2];
	uint32_t step;    /* plus 1; 0: none */
	uint32_t unknown; /* index of a reason why it cannot be told, plus 1; 0: it can */
};

/* A level of solving inside groups, to state what is held in terms of all devices. */
struct resharder_level {
	const struct resharder_level *outer; /* or NULL: all devices */
	const struct device_groups *groups;
	const struct split_dims *apart;
	const int64_t *extents; /* of the whole value, outside the groups */
};

struct resharder {
	struct arena *scratch;
	int64_t element_bytes;
	const struct nesting *nesting; /* the groups, as far as values remember */
	struct made *made;             /* nodes; in scratch */
	uint32_t made_count;
	size_t made_room;
	uint32_t latest; /* node of the reshard under way: what comes next depends on it */
	uint32_t place;  /* the caller's, for the steps that are made */
	const struct device_groups *groups;  /* where places stand for devices; NULL: at the top */
	struct widened *widened;             /* groups within groups that steps had; or NULL */
	const struct resharder_level *level; /* the groups whose inside is a whole value, or NULL */
	struct reshard_step *steps;          /* in scratch; groups and pairs are of all devices */
	uint32_t step_count;
	size_t step_room;
	uint32_t step_limit;                /* steps there may be */
	uint32_t depth;                     /* of rules that call rules */
	bool states;                        /* steps are to say what devices hold after them */
	bool layouts;                       /* and what they move, from where to where */
	struct reshard_layout holding;      /* before the next step; kept for layouts alone */
	const struct device_groups *within; /* groups of which it speaks, or NULL: all devices */
	uint32_t moved_place, moved_leaf;   /* of the value under way */
	uint32_t source;                    /* the same, what holds it now */
	/* A partly replicated tiling with names and one without are not compared as all-to-alls
	 * need it (measured on jaxlib 0.12.0.1; not so in the rules of contractions). */
	bool forms_matter;
	double chosen; /* numbers that devices choose, or 0, to add them up: one device has them */
	bool rematerializing, rematerialized;
	enum reshard_outcome outcome; /* other than predicted: stop, for this reason */
	const char *reason;
};

/* The answer of a rule that does not apply. */
static inline struct shards shards_none(void)
{
	return (struct shards){0};
}

/* A value of which nothing else is known. */
static inline struct shards shards_of(const struct tiling *tiling, const int64_t *local,
                                      const int64_t *extents)
{
	return (struct shards){.tiling = tiling, .local = local, .extents = extents};
}

/* A node that depends on two, with a step (plus 1) of its own, or 0. Either of the two when that
 * says the same. */
uint32_t resharder_made(struct resharder *resharder, uint32_t first, uint32_t second,
                        uint32_t step);

/* A node of its own that depends on one. */
uint32_t resharder_node(struct resharder *resharder, uint32_t before);

/* What the value became before with these windows (NULL: by a reshard) in the current groups, or
 * none. */
struct shards shards_recall(const struct resharder *resharder, struct shards value,
                            const struct shards_window *windows, const struct tiling *target);

/* Notes what the value became, and of a reshard that the result can become the value again. Values
 * without memory remember nothing. */
void shards_remember(struct resharder *resharder, struct shards value,
                     const struct shards_window *windows, const struct tiling *target,
                     struct shards result);

/* Elements of one shard of `extents`: rounded up. In scratch. */
const int64_t *resharder_shard(struct resharder *resharder, const struct tiling *tiling,
                               const int64_t *extents);

/* A copy of `sizes` (rank of them) with one changed. In scratch. */
int64_t *resharder_sizes_with(struct resharder *resharder, const int64_t *sizes, uint32_t rank,
                              uint32_t dim, int64_t size);

/* Ends the prediction: the compiler aborts, or nobody knows. The first reason stays. */
void resharder_stop(struct resharder *resharder, enum reshard_outcome outcome, const char *reason);

/* False, and the compiler aborts, when the tiling cuts its axes where they cannot be cut. Within a
 * program, where XLA has lost some of the names, that is not known for sure. */
bool resharder_can_name(struct resharder *resharder, const struct tiling *tiling);

/*
 * Adds a step whose groups are in places of the current groups. Its operand has `operand` and its
 * result `result` elements along each of `rank` dimensions.
 */
struct reshard_step *resharder_collective(struct resharder *resharder, enum reshard_kind kind,
                                          const struct device_groups *groups,
                                          const int64_t *operand, const int64_t *result,
                                          uint32_t rank);

/* The same pairs in each of the groups, in whose places they are; *count becomes that of all. */
const struct reshard_pair *reshard_pairs_in(struct arena *arena, const struct device_groups *groups,
                                            const struct reshard_pair *pairs, uint32_t *count);

/* Adds a permute of `local` elements; pairs are in places of the current groups. */
void resharder_permute(struct resharder *resharder, const struct reshard_pair *pairs,
                       uint32_t count, const int64_t *local, uint32_t rank);

/* Adds a permute of `size` elements along `dim` of each shard: of the value itself, held by
 * value.source, where that is all of it, else of what is cut from it. */
void resharder_permute_part(struct resharder *resharder, const struct reshard_pair *pairs,
                            uint32_t count, struct shards value, uint32_t dim, int64_t size);

/* Adds a step without communication, in which each device keeps `result` of its shard: its tile of
 * `cut`, where that cuts the tiles of the value further. */
void resharder_slice(struct resharder *resharder, struct shards value, const struct tiling *cut,
                     const int64_t *result);

/* The same of a value that has just been added up along the dimensions it is cut in: each device
 * keeps the part that is its own along them in the tiling that it was added up by. */
void resharder_keep_parts(struct resharder *resharder, struct shards value,
                          const struct tiling *summed, const int64_t *result);

/* Notes that the last step, if any, leaves devices with `value`. */
void resharder_holds(struct resharder *resharder, struct shards value);

/* Notes that the next step finds `value`. */
void resharder_finds(struct resharder *resharder, struct shards value);
