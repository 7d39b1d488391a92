/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/rules.h"

#include "base/buf.h"

/* Releases whose placements were recorded (testdata/jax/), oldest first. */
static const struct version recorded[] = {
    {{0, 4, 30}}, {{0, 4, 38}},    {{0, 5, 0}},     {{0, 5, 3}},  {{0, 6, 0}},  {{0, 6, 1}},
    {{0, 6, 2}},  {{0, 7, 0}},     {{0, 7, 1}},     {{0, 7, 2}},  {{0, 8, 0}},  {{0, 8, 1}},
    {{0, 8, 2}},  {{0, 9, 0}},     {{0, 10, 0}},    {{0, 10, 2}}, {{0, 11, 0}}, {{0, 11, 1}},
    {{0, 11, 2}}, {{0, 12, 0, 0}}, {{0, 12, 0, 1}},
};

enum { RECORDED_COUNT = sizeof recorded / sizeof *recorded };

/* A behaviour is had by the recorded releases from `since` on and before `until`. */
#define FIRST                    \
	{                        \
		{                \
			0, 4, 30 \
		}                \
	}
#define LAST                       \
	{                          \
		{                  \
			UINT32_MAX \
		}                  \
	}

static const struct {
	enum jax_behaviour behaviour;
	struct version since, until;
} behaviours[] = {
    {JAX_CANONICAL_ENTRIES, {{0, 5, 3}}, LAST},
    {JAX_NESTED_TUPLE_REFUSED, {{0, 7, 2}}, LAST},
    {JAX_SHORT_SPEC_REPR, {{0, 10, 0}}, LAST},
    {JAX_SPEC_CLASS_PUBLIC, {{0, 6, 2}}, LAST},
    {JAX_UNREDUCED_UNKNOWN, FIRST, {{0, 6, 1}}},
    {JAX_UNREDUCED_UNHASHABLE, {{0, 6, 1}}, {{0, 6, 2}}},
    {JAX_UNREDUCED_MANUAL, {{0, 8, 1}}, {{0, 10, 0}}},
    {JAX_UNREDUCED_KIND, {{0, 11, 0}}, LAST},
    {JAX_UNREDUCED_OVERLAP_LAST, {{0, 6, 2}}, {{0, 10, 2}}},
    {JAX_UNREDUCED_NEEDS_SHARDY, {{0, 7, 0}}, {{0, 7, 2}}},
    {JAX_DUPLICATE_SPEC_ERROR, {{0, 5, 3}}, LAST},
    {JAX_UNKNOWN_LISTS_MESH, {{0, 4, 38}}, LAST},
    {JAX_TYPES_BY_KIND, {{0, 5, 3}}, {{0, 7, 1}}},
    {JAX_TUPLE_ONE_AXIS_TYPE, {{0, 5, 3}}, {{0, 7, 0}}},
    {JAX_TUPLE_MANUAL_APART, {{0, 7, 0}}, {{0, 9, 0}}},
    {JAX_MEMORY_KIND_REPR, {{0, 4, 38}}, LAST},
    {JAX_INDIVISIBLE_ERROR, {{0, 10, 0}}, LAST},
    {JAX_INDIVISIBLE_WRAPPED, {{0, 11, 0}}, LAST},
    {JAX_SIZE_ONE_AXES_DROPPED, {{0, 10, 0}}, LAST},
    {JAX_OUTPUT_KEY_PATH, {{0, 5, 3}}, {{0, 8, 2}}},
    {JAX_OUTPUT_KEY_PATH, {{0, 9, 0}}, LAST},
    {JAX_UNCONSTRAINED_IN_REFUSED, {{0, 6, 1}}, LAST},
    {JAX_UNCONSTRAINED_OUT_REFUSED, {{0, 10, 2}}, LAST},
    {JAX_DEVICE_PUT_MAKES_TYPE, {{0, 8, 2}}, LAST},
    {JAX_LENGTH_MUST_MATCH, {{0, 11, 1}}, LAST},
    {JAX_STRUCT_CHECKS_RANK, {{0, 8, 2}}, LAST},
    {JAX_CONSTRAINT_REFUSES_EXPLICIT, {{0, 6, 2}}, {{0, 7, 1}}},
    {JAX_CONSTRAINT_ASSERTS, {{0, 7, 1}}, LAST},
    {JAX_CONSTRAINT_NAMES_RESHARD, {{0, 6, 2}}, LAST},
    {JAX_CONSTRAINT_ITERATES_SPEC, {{0, 10, 2}}, LAST},
    {JAX_SLICING_REDUCED_REFUSED, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_UNREDUCED_PUT_REFUSED, {{0, 11, 0}}, LAST},
    {JAX_MAKE_MESH, {{0, 4, 33}}, LAST},
    {JAX_EQUAL_NAMES_REFUSED, {{0, 5, 0}}, {{0, 5, 3}}},
    {JAX_AXIS_TYPES, {{0, 5, 3}}, LAST},
    {JAX_EXPLICIT_DEFAULT, {{0, 9, 0}}, LAST},
    {JAX_CONTEXT_REFUSES_MANUAL, {{0, 7, 1}}, LAST},
    {JAX_ABSTRACT_TPU_CORES, {{0, 7, 1}}, {{0, 7, 2}}},
    {JAX_ABSTRACT_CORES, {{0, 7, 2}}, LAST},
    {JAX_ABSTRACT_PLATFORM, {{0, 10, 2}}, LAST},
    {JAX_POSITIONAL_SHARDING, FIRST, {{0, 7, 0}}},
    {JAX_REPLICATED_POSITIONAL_ANY_RANK, {{0, 4, 38}}, {{0, 7, 0}}},
    /* programs: elementwise operations */
    {JAX_FILE_A_BUG, FIRST, {{0, 6, 1}}},
    {JAX_SHARD_EXPERIMENTAL, FIRST, {{0, 7, 0}}},
    {JAX_UNREDUCED_REDUCED_RULE, {{0, 10, 0}}, LAST},
    /* programs: shapes of arrays */
    {JAX_SHARDING_TYPE_ERROR, {{0, 6, 0}}, LAST},
    {JAX_SPELLS_DIVISIBLE, {{0, 6, 1}}, LAST},
    {JAX_SLICING_NAMES_TYPES, {{0, 10, 2}}, LAST},
    {JAX_ALL_ONES_REPLICATED, {{0, 11, 0}}, LAST},
    {JAX_REDUCED_NEEDS_RULE, {{0, 8, 2}}, LAST},
    {JAX_TRANSPOSE_UNREDUCED, {{0, 8, 0}}, LAST},
    {JAX_SHAPES_REDUCED, {{0, 8, 2}}, LAST},
    {JAX_SHAPES_UNREDUCED, {{0, 10, 0}}, LAST},
    {JAX_SLICES_PARTIAL, {{0, 10, 2}}, LAST},
    {JAX_BROADCAST_PERMUTES, {{0, 10, 0}}, LAST},
    {JAX_BROADCAST_TAKES_CONTEXT, {{0, 8, 2}}, LAST},
    {JAX_BROADCAST_KEEPS_PARTIAL, {{0, 8, 0}}, LAST},
    {JAX_BROADCAST_CALLS_RULE, {{0, 11, 0}}, LAST},
    {JAX_BROADCAST_RESHARDS, {{0, 8, 2}}, LAST},
    {JAX_BROADCAST_NAMES_TYPES, {{0, 10, 0}}, LAST},
    {JAX_BROADCAST_TO_LOOKS_AT_SHARDING, {{0, 7, 2}}, LAST},
    {JAX_RESHAPE_CHECKS_SIZE, FIRST, {{0, 8, 2}}},
    {JAX_RESHAPE_LOOKS_AT_SHARDING, {{0, 7, 1}}, LAST},
    {JAX_RESHAPE_REPLICATED_WAYS, {{0, 6, 1}}, {{0, 7, 0}}},
    {JAX_RESHAPE_REPLICATED, {{0, 7, 0}}, LAST},
    {JAX_RESHAPE_NAMES_TYPE, {{0, 6, 2}}, LAST},
    {JAX_RESHAPE_SAYS_TYPE, {{0, 7, 1}}, LAST},
    {JAX_RESHAPE_SAYS_SHARDING, FIRST, {{0, 7, 0}}},
    {JAX_RESHAPE_ONE_TEXT, {{0, 10, 0}}, LAST},
    {JAX_RESHAPE_PRINTS_ORIGINAL, {{0, 7, 0}}, LAST},
    {JAX_RESHAPE_SWALLOWS_ONES, {{0, 6, 0}}, {{0, 11, 0}}},
    {JAX_RESHAPE_STRIPS_ONES, {{0, 7, 0}}, {{0, 11, 0}}},
    {JAX_RESHAPE_LEAVES_NEXT, {{0, 10, 0}}, {{0, 11, 0}}},
    {JAX_RESHAPE_DEALS_AXES, {{0, 10, 0}}, LAST},
    {JAX_RESHAPE_WITHOUT_ONES, {{0, 11, 0}}, LAST},
    {JAX_RESHAPE_ONES_KEEP_AXES, {{0, 11, 1}}, LAST},
    {JAX_RESHAPE_ONES_ITERATE, {{0, 10, 2}}, {{0, 12, 0}}},
    {JAX_RESHAPE_MERGE_ITERATES, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_STARTS_KEEP_AXES, {{0, 8, 2}}, LAST},
    {JAX_UPDATE_NAMES_OPERAND_FIRST, {{0, 7, 1}}, LAST},
    {JAX_TILE_REFUSES, {{0, 10, 0}}, LAST},
    {JAX_BROADCAST_TO_ITERATES, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_TILE_ITERATES, {{0, 10, 2}}, LAST},
    {JAX_PAD_CHECKS_VALUE, {{0, 4, 38}}, LAST},
    {JAX_EMPTY_IS_PRIMITIVE, {{0, 11, 0}}, LAST},
    {JAX_ARANGE_STARTS, {{0, 8, 2}}, LAST},
    {JAX_ARANGE_STEPS, {{0, 10, 0}}, LAST},
    {JAX_ARRAY_OF_NONE_IS_VALUE_ERROR, {{0, 6, 0}}, LAST},
    {JAX_ARRAY_DEVICE_RESHARDS, {{0, 7, 1}}, LAST},
    {JAX_ARRAY_BY_STACK, FIRST, {{0, 6, 2}}},
    {JAX_BROADCAST_ARRAYS_TUPLE, {{0, 11, 1}}, LAST},
    {JAX_ATLEAST_TUPLE, {{0, 12, 0}}, LAST},
    {JAX_CONCATENATE_AT_ONCE, {{0, 10, 2}}, LAST},
    {JAX_STACK_IS_PRIMITIVE, {{0, 10, 2}}, LAST},
    {JAX_SPLIT_IS_PRIMITIVE, {{0, 4, 38}}, LAST},
    {JAX_SPLIT_CLIPS, {{0, 11, 1}}, LAST},
    {JAX_TILE_IS_PRIMITIVE, {{0, 9, 0}}, LAST},
    {JAX_ROLL_REFUSES, {{0, 11, 0}}, LAST},
    {JAX_REPEAT_WANTS_SHARDING, {{0, 6, 1}}, LAST},
    {JAX_REPEAT_FLATTENS_FIRST, {{0, 10, 0}}, LAST},
    {JAX_MIRROR_SKIPS, {{0, 8, 1}}, LAST},
    {JAX_RESHAPE_REVERSES_SPEC, {{0, 8, 1}}, LAST},
    {JAX_TRIANGLE_LIKE_OPERAND, {{0, 10, 0}}, LAST},
    {JAX_DIAG_OF_COLUMNS, {{0, 10, 2}}, LAST},
    /* programs: indexing */
    {JAX_GATHER_BATCHING_DIMS, {{0, 4, 38}}, LAST},
    {JAX_GATHER_SHARDING_ERROR, FIRST, {{0, 6, 0}}},
    {JAX_GATHER_RULE, {{0, 7, 0}}, LAST},
    {JAX_GATHER_QUERIES_WHOLE, {{0, 8, 0}}, LAST},
    {JAX_GATHER_NAMES_TYPES, {{0, 8, 2}}, LAST},
    {JAX_GATHER_ANY_SIZE_EMPTY, {{0, 8, 1}}, LAST},
    {JAX_GATHER_REDUCED, {{0, 11, 1}}, LAST},
    {JAX_GATHER_ITERATES_SPEC, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_SCATTER_RULE, {{0, 7, 1}}, LAST},
    {JAX_SCATTER_ADD_REFUSES, {{0, 7, 0}}, {{0, 7, 1}}},
    {JAX_SCATTER_NAMES_TYPES, {{0, 7, 2}}, LAST},
    {JAX_SCATTER_WINDOWS_EQUAL, {{0, 7, 2}}, LAST},
    {JAX_SCATTER_CHECKS_BATCHES, {{0, 7, 1}}, LAST},
    {JAX_SCATTER_UNREDUCED, {{0, 11, 1}}, LAST},
    {JAX_SCATTER_ITERATES_SPEC, {{0, 10, 2}}, {{0, 11, 1}}},
    {JAX_INDEX_PARSED, {{0, 8, 2}}, LAST},
    {JAX_INDEX_STATIC_SLICES, {{0, 10, 0}}, LAST},
    {JAX_INDEX_SLICE_LATE_COUNT, {{0, 6, 0}}, LAST},
    {JAX_INDEX_NAMES_DS, {{0, 11, 1}}, LAST},
    {JAX_INDEX_SPEC, {{0, 7, 2}}, LAST},
    {JAX_INDEX_SPEC_EMPTY, {{0, 10, 0}}, LAST},
    {JAX_INDEX_SPEC_UNREDUCED, {{0, 11, 1}}, LAST},
    {JAX_INDEX_ITERATES_SPEC, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_INDEX_AUTO_GATHER, FIRST, {{0, 6, 1}}},
    {JAX_INDEX_AUTO_SLICES, {{0, 6, 1}}, {{0, 10, 0}}},
    {JAX_INDEX_AUTO_INTEGERS, {{0, 8, 2}}, {{0, 10, 0}}},
    {JAX_INDEX_CLIPS_SCALARS, FIRST, {{0, 5, 0}}},
    {JAX_INDEX_CONTIGUOUS_EARLY, {{0, 4, 38}}, LAST},
    {JAX_INDEX_REPLICATED_SLICES, {{0, 12, 0}}, LAST},
    {JAX_ASARRAY_ASKS_SHARDING, {{0, 5, 3}}, {{0, 10, 2}}},
    {JAX_SCATTER_FORGETS_MAPPED, FIRST, {{0, 7, 1}}},
    {JAX_ASARRAY_FORGETS_MAPPED, FIRST, {{0, 6, 1}}},
    {JAX_AT_SET_AUTO, {{0, 6, 1}}, {{0, 7, 1}}},
    {JAX_AT_ADD_AUTO, {{0, 7, 0}}, {{0, 7, 1}}},
    {JAX_GATHER_ONE_HOT, {{0, 4, 38}}, LAST},
    {JAX_GATHER_FILLS_KEYS, {{0, 8, 2}}, LAST},
    /* programs: contractions and linear algebra */
    {JAX_LINALG_RULES, {{0, 5, 3}}, LAST},
    {JAX_LINALG_WIDE_FLOATS, {{0, 11, 1}}, LAST},
    {JAX_LINALG_CHECKS_SQUARE, {{0, 12, 0}}, LAST},
    {JAX_TRIANGULAR_SOLVE_RULE, {{0, 10, 2}}, LAST},
    {JAX_UNREDUCED_OUT_NEEDS_RULE, {{0, 8, 0}}, LAST},
    {JAX_RAGGED_DOT_BATCHED, {{0, 4, 38}}, LAST},
    {JAX_DOT_BATCH_EQUAL, {{0, 11, 1}}, LAST},
    {JAX_DOT_RECOMMENDS_RESHARD, FIRST, {{0, 7, 0}}},
    {JAX_DOT_TAKES_EMPTY_MESH, {{0, 7, 0}}, LAST},
    {JAX_DOT_NAMED_SHARDING_ONLY, FIRST, {{0, 6, 1}}},
    {JAX_DOT_UNREDUCED_RULE, {{0, 7, 1}}, LAST},
    {JAX_DOT_REFUSES_UNREDUCED, {{0, 8, 0}}, LAST},
    {JAX_MATMUL_COMPARES_SPECS, {{0, 10, 2}}, LAST},
    {JAX_EINSUM_AUTO, {{0, 8, 0}}, LAST},
    {JAX_EINSUM_AUTO_PRODUCTS, {{0, 7, 1}}, {{0, 8, 0}}},
    {JAX_EINSUM_LAST_TAKES_SHARDING, FIRST, {{0, 7, 1}}},
    {JAX_EINSUM_SUM_TAKES_SHARDING, {{0, 8, 0}}, LAST},
    {JAX_EINSUM_SUMS_TAKE_SHARDING, {{0, 8, 0}}, {{0, 10, 0}}},
    {JAX_EINSUM_DROPS_SETS, FIRST, {{0, 6, 1}}},
    {JAX_EINSUM_NAMES_PATH, {{0, 7, 1}}, LAST},
    {JAX_DOT_OUT_TYPE, FIRST, {{0, 5, 0}}},
    {JAX_DOT_TAKES_DIMENSIONS, {{0, 7, 1}}, LAST},
    {JAX_DOT_REFUSES_POSITIONAL, {{0, 9, 0}}, LAST},
    {JAX_JNP_DOT_OUT_SHARDING, {{0, 6, 1}}, LAST},
    {JAX_RAGGED_DOT_GENERAL, {{0, 5, 3}}, LAST},
    {JAX_RAGGED_DOT_RULE, {{0, 10, 2}}, LAST},
    {JAX_CONV_RULE, {{0, 6, 1}}, LAST},
    {JAX_CONV_OUT_SHARDING, {{0, 7, 2}}, LAST},
    {JAX_CONV_BATCHES_SHARDING, {{0, 8, 0}}, LAST},
    {JAX_MATMUL_OUT_SHARDING, {{0, 7, 0}}, LAST},
    {JAX_VECTOR_NORM_OF_INTEGERS, {{0, 4, 38}}, LAST},
    {JAX_NORM_NAMES_AXES, {{0, 5, 3}}, LAST},
    {JAX_NORM_OF_NOTHING, {{0, 5, 3}}, LAST},
    {JAX_COND_OF_TWO_NAN, {{0, 11, 2}}, LAST},
    {JAX_MATRIX_POWER_OF_INTEGERS, {{0, 6, 1}}, LAST},
    {JAX_EIG_NAMED, {{0, 8, 0}}, LAST},
    {JAX_SVD_SIGN_BY_WHERE, {{0, 12, 0}}, LAST},
    {JAX_SVD_INDEX_UNSIGNED, {{0, 7, 2}}, LAST},
    {JAX_LSTSQ_RANK_POSITIVE, {{0, 8, 1}}, LAST},
    {JAX_SLOGDET_SMALL, {{0, 10, 0}}, LAST},
    {JAX_SLOGDET_NAMES_SHAPE, {{0, 4, 38}}, LAST},
    {JAX_DETERMINANT_PIVOTS, {{0, 11, 1}}, LAST},
    {JAX_VECTORIZE_FREE_RESULTS, {{0, 6, 1}}, LAST},
    {JAX_SOLVE_REFUSES_VECTORS, {{0, 5, 0}}, LAST},
    /* programs: reductions, sorting and jax.nn */
    {JAX_SPEC_READ_GUARDED, {{0, 10, 2}}, LAST},
    {JAX_SUM_TAKES_SHARDING, {{0, 8, 0}}, LAST},
    {JAX_SUM_KEEPS_UNREDUCED, {{0, 10, 0}}, LAST},
    {JAX_UNREDUCED_BY_KIND, {{0, 11, 1}}, LAST},
    {JAX_UNREDUCED_KIND_CHECKED, {{0, 12, 0}}, LAST},
    {JAX_UNREDUCED_KIND_READ, {{0, 11, 1}}, LAST},
    {JAX_ADD_UNREDUCED, {{0, 6, 1}}, LAST},
    {JAX_MUL_UNREDUCED, {{0, 8, 1}}, LAST},
    {JAX_DIV_UNREDUCED, {{0, 11, 1}}, LAST},
    {JAX_NONLINEAR_NAMED, {{0, 12, 0}}, LAST},
    {JAX_SELECT_PARTIAL, {{0, 10, 2}}, LAST},
    {JAX_REDUCED_JOINED, {{0, 8, 1}}, LAST},
    {JAX_REDUCED_RULE, {{0, 8, 2}}, LAST},
    {JAX_REDUCED_RULE_OF_SCALARS, {{0, 10, 0}}, {{0, 10, 2}}},
    {JAX_REDUCED_RULE_NAMES_TYPES, {{0, 10, 0}}, LAST},
    {JAX_VMAP_SHARDS_REDUCTIONS, {{0, 10, 0}}, LAST},
    {JAX_SORT_DIM_UNSHARDED, {{0, 10, 0}}, LAST},
    {JAX_SORT_EQUAL_SHARDINGS, {{0, 8, 2}}, LAST},
    {JAX_SORT_RUNS_RULE, {{0, 12, 0}}, LAST},
    {JAX_TOP_K_AXIS, {{0, 8, 1}}, LAST},
    {JAX_TOP_K_INDEX_RANGE, {{0, 6, 2}}, LAST},
    {JAX_WINDOW_VARYING_SHAPE, {{0, 6, 1}}, LAST},
    {JAX_WHERE_MUST_BE_BOOLEAN, {{0, 8, 0}}, LAST},
    {JAX_LOGSUMEXP_MASKS_FIRST, {{0, 5, 0}}, LAST},
    {JAX_GELU_BY_ERFC, {{0, 4, 38}}, LAST},
    {JAX_STANDARDIZE_CLIPS, {{0, 8, 2}}, LAST},
    {JAX_BITS_FOLLOW_KEYS, {{0, 8, 0}}, LAST},
    {JAX_BINCOUNT_DROPS, {{0, 4, 38}}, LAST},
    {JAX_BINCOUNT_COMPARES_TYPES, {{0, 10, 2}}, LAST},
    {JAX_SEARCHSORTED_NAMES_ARGUMENTS, {{0, 10, 0}}, LAST},
    {JAX_FLOOR_KEEPS_INTEGERS, {{0, 4, 36}}, LAST},
    {JAX_SPECIAL_REFUSES_COMPLEX, {{0, 8, 0}}, LAST},
    {JAX_SAFE_ZIP_COUNTS, {{0, 10, 0}}, LAST},
    {JAX_SAMPLES_TAKE_ONE_SIZE, {{0, 4, 38}}, LAST},
    {JAX_GUMBEL_MODE_HIGHEST, {{0, 10, 0}}, LAST},
    {JAX_CHOICE_NAMES_SIZES, {{0, 4, 38}}, LAST},
    {JAX_CHOICE_BY_TOP_K, {{0, 5, 3}}, LAST},
    {JAX_SCALARS_REPLICATED, {{0, 7, 0}}, LAST},
    {JAX_PADDING_TEXT_LISTS_ALL, {{0, 9, 0}}, LAST},
    /* programs: placement inside of programs */
    {JAX_RESHARD_KEEPS_MESH, FIRST, {{0, 7, 2}}},
    {JAX_RESHARD_REFUSES_NONE, {{0, 6, 2}}, LAST},
    {JAX_RESHARD_CHECKS_SETS, {{0, 11, 1}}, LAST},
    {JAX_RESHARD_NO_SPMD_NAME, FIRST, {{0, 7, 0}}},
    {JAX_VMAP_DROPS_SETS, FIRST, {{0, 10, 0}}},
    {JAX_MESH_CAST, FIRST, {{0, 7, 2}}},
    {JAX_AUTO_AXES_OF_EXPLICIT, {{0, 7, 1}}, LAST},
    {JAX_AUTO_AXES_SKIPS, {{0, 7, 1}}, LAST},
    {JAX_SHORT_DEVICE_TEXT, {{0, 10, 0}}, LAST},
    {JAX_CONSTRAINT_USES_SHAPE, FIRST, {{0, 6, 1}}},
    {JAX_DEVICE_PUT_TYPES_FIRST, {{0, 10, 0}}, LAST},
    {JAX_LENGTH_AS_WRITTEN, {{0, 5, 3}}, {{0, 6, 1}}},
    {JAX_CONSTRAINT_REFUSES_NONE, {{0, 4, 38}}, LAST},
    {JAX_CONSTRAINT_NAMES_SET_MESH, {{0, 7, 1}}, LAST},
    {JAX_RESHARD_AS_ARGUMENTS, {{0, 7, 1}}, LAST},
    {JAX_DEVICE_PUT_FORMAT, {{0, 6, 2}}, LAST},
    {JAX_DEVICE_PUT_SPACE, {{0, 7, 1}}, LAST},
    {JAX_DEVICE_PUT_TYPED, {{0, 7, 2}}, LAST},
    {JAX_CONSTRAINT_TYPED, {{0, 8, 0}}, LAST},
    {JAX_CONSTRAINT_TYPES_CONSTANTS, {{0, 7, 0}}, LAST},
    {JAX_SPEC_PRINTS_ARGUMENT, {{0, 10, 2}}, {{0, 11, 1}}},
    {JAX_SPEC_REFUSES_NONE, {{0, 6, 2}}, {{0, 10, 2}}},
    {JAX_SPEC_IS_TUPLE, FIRST, {{0, 6, 1}}},
    {JAX_SHARDING_CHECKS_CLASSES, {{0, 6, 2}}, {{0, 10, 2}}},
    {JAX_SHARDING_NEEDS_SPEC, {{0, 6, 2}}, LAST},
    {JAX_SHARDING_SPEC_USED, {{0, 6, 1}}, LAST},
    {JAX_ABSTRACT_EXPLICIT_DEFAULT, {{0, 11, 1}}, LAST},
    {JAX_OUT_SHARDING_CHECKED, {{0, 7, 0}}, LAST},
    {JAX_SETS_ARE_EXPLICIT, {{0, 10, 0}}, LAST},
    {JAX_SOURCE_BEHIND_COMMA, FIRST, {{0, 7, 0}}},
    {JAX_PREFIX_NAMES_PJIT, FIRST, {{0, 7, 1}}},
    {JAX_JIT_SPEC_IN_CONTEXT, {{0, 5, 3}}, LAST},
    {JAX_JIT_NAMED_JIT, {{0, 8, 0}}, LAST},
    {JAX_RESHARD_PUTS, {{0, 7, 0}}, {{0, 7, 2}}},
    {JAX_RESULT_KEYS, FIRST, {{0, 5, 3}}},
    {JAX_AUTO_AXES_WITHOUT_MESH, {{0, 10, 0}}, LAST},
    {JAX_SET_MESH_NAMED, {{0, 7, 1}}, LAST},
    /* programs: vmap and loops */
    {JAX_MAPPED_AXES_OF_CONTEXT, {{0, 7, 0}}, LAST},
    {JAX_MAPPED_ENTRY_PADDED, {{0, 11, 0}}, LAST},
    {JAX_CONSTANT_MAPPED_SHARDED, {{0, 5, 3}}, {{0, 6, 1}}},
    {JAX_VMAP_COUNTS_NONE, {{0, 8, 0}}, LAST},
    {JAX_VMAP_CHECKS_UNMAPPED, {{0, 10, 0}}, LAST},
    {JAX_VMAP_ALLOWS_SAME_SPMD, {{0, 8, 2}}, LAST},
    {JAX_VMAP_AXES_TUPLE, {{0, 7, 0}}, LAST},
    {JAX_VMAP_CHECKS_SIZE, {{0, 10, 0}}, LAST},
    {JAX_VMAP_NOTES_KEYWORDS, {{0, 11, 1}}, LAST},
    {JAX_PREFIX_MISMATCHES_LISTED, {{0, 10, 0}}, LAST},
    {JAX_VMAP_OUTPUT_PATH, {{0, 4, 38}}, LAST},
    {JAX_VMAP_OUTPUT_NAME_PLAIN, {{0, 10, 0}}, LAST},
    {JAX_TYPEMATCH_SHARDING, {{0, 7, 2}}, LAST},
    {JAX_CARRY_TEXT_COMMON, {{0, 4, 38}}, LAST},
    {JAX_CARRY_TEXT_SHORT, {{0, 6, 0}}, LAST},
    {JAX_SCAN_LENGTH_ASSERTED, {{0, 8, 2}}, {{0, 10, 0}}},
    {JAX_SCAN_UNROLL_ZERO, {{0, 8, 1}}, LAST},
    {JAX_TYPE_STR_SHORT, {{0, 6, 1}}, LAST},
    {JAX_GRADIENTS_KEEP_SHARDING, {{0, 8, 0}}, LAST},
    {JAX_CHECKS_COTANGENTS, {{0, 10, 0}}, LAST},
    {JAX_GRAD_HINTS_SCALAR, {{0, 11, 1}}, LAST},
    {JAX_COND_FORWARDS, {{0, 4, 38}}, LAST},
    {JAX_SWITCH_FORWARDS, {{0, 6, 0}}, LAST},
    {JAX_SCAN_FORWARDS_ELEMENTS, {{0, 6, 2}}, LAST},
    {JAX_SCAN_FORWARDS, {{0, 6, 1}}, LAST},
    {JAX_UNBOUND_AXIS_HELP, {{0, 7, 0}}, LAST},
    {JAX_SELECT_MAPPED_SHARDED, {{0, 6, 1}}, LAST},
    {JAX_LAX_MAP_BATCHES, {{0, 6, 2}}, LAST},
    {JAX_LAX_MAP_BATCH_OF_ALL, {{0, 8, 2}}, LAST},
    {JAX_TRACER_LEVEL, FIRST, {{0, 4, 38}}},
    {JAX_TRACER_NAMED, {{0, 7, 0}}, LAST},
    {JAX_TRACER_ROUND, {{0, 8, 2}}, LAST},
    {JAX_TREE_ERROR_KEYS, {{0, 7, 1}}, LAST},
    {JAX_TREE_ERROR_PATH, {{0, 10, 2}}, LAST},
    {JAX_TREE_CHECKS_NONE, {{0, 4, 38}}, LAST},
    {JAX_BRANCH_TEXT_EACH, {{0, 5, 0}}, {{0, 6, 0}}},
    {JAX_BRANCH_TEXT_COMMON, {{0, 6, 0}}, LAST},
    /* programs: the language and its modules */
    {JAX_SHARDING_IN_TYPES, {{0, 5, 0}}, LAST},
    {JAX_TRACER_FULL_STOP, FIRST, {{0, 4, 38}}},
    {JAX_JIT_NAMES_PATH, {{0, 4, 38}}, LAST},
    {JAX_JIT_OVERFLOW_VALUE, {{0, 10, 0}}, LAST},
    {JAX_TRACER_NAMES_TYPEOF, {{0, 8, 2}}, LAST},
    {JAX_ITERATES_BY_UNSTACK, {{0, 11, 0}}, LAST},
    {JAX_PYTHON_3_13, {{0, 11, 0}}, LAST},
    {JAX_LENGTHS_CUT_BY_READING, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_UNREDUCED_ALL_EXPLICIT, {{0, 10, 0}}, {{0, 12, 0, 1}}},
    {JAX_STATIC_TRACED, {{0, 9, 0}}, {{0, 10, 0}}},
    {JAX_OPERATORS_OF_OWN, {{0, 10, 0}}, LAST},
    {JAX_ASSIGNMENT_BY_CLASS, FIRST, {{0, 4, 38}}},
    {JAX_ASSIGNMENT_DOCS_DEV, {{0, 6, 0}}, LAST},
};

/* Names that came between two recorded releases: whether they are there is asked of the version
 * itself. */
static const enum jax_behaviour exact_names[] = {JAX_MAKE_MESH};

static bool is_exact(enum jax_behaviour behaviour)
{
	for (size_t i = 0; i < sizeof exact_names / sizeof *exact_names; i++)
		if (exact_names[i] == behaviour)
			return true;
	return false;
}

enum version_match jax_rules_at(struct version version, struct jax_rules *rules)
{
	*rules = (struct jax_rules){.version = recorded[0]};
	for (int i = 0; i < RECORDED_COUNT; i++)
		if (version_compare(recorded[i], version) <= 0)
			rules->version = recorded[i];
	for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
		struct version asked = is_exact(behaviours[i].behaviour) ? version : rules->version;
		if (version_compare(behaviours[i].since, asked) <= 0 &&
		    version_compare(asked, behaviours[i].until) < 0)
			rules->has[behaviours[i].behaviour] = true;
	}
	if (version_compare(version, recorded[0]) < 0)
		return VERSION_TOO_OLD;
	if (version_compare(version, recorded[RECORDED_COUNT - 1]) > 0)
		return VERSION_TOO_NEW;
	return version_compare(version, rules->version) == 0 ? VERSION_RECORDED : VERSION_BETWEEN;
}

struct str version_text(struct arena *arena, struct version version)
{
	struct buf out = {.arena = arena};
	for (int i = 0; i < VERSION_PARTS; i++)
		if (i < 3 || version.part[i])
			buf_printf(&out, "%s%u", i ? "." : "", version.part[i]);
	return buf_str(&out);
}
