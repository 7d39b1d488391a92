/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between the releases of JAX, as data. */
#ifndef JAX_RULES_H
#define JAX_RULES_H

#include "spec/framework.h"

/* One way of behaving that some releases have; the table in rules.c says which. */
enum jax_behaviour {
	/* PartitionSpec */
	JAX_CANONICAL_ENTRIES,      /* ('x',) becomes 'x' and () becomes None */
	JAX_NESTED_TUPLE_REFUSED,   /* a tuple inside a tuple is an error of PartitionSpec */
	JAX_SHORT_SPEC_REPR,        /* prints P('x') rather than PartitionSpec('x') */
	JAX_SPEC_CLASS_PUBLIC,      /* "jax.sharding.PartitionSpec" is the class of a spec */
	JAX_UNREDUCED_UNKNOWN,      /* no argument `unreduced` */
	JAX_UNREDUCED_UNHASHABLE,   /* the argument is there, but a set cannot be given */
	JAX_UNREDUCED_MANUAL,       /* unreduced axes may be Manual */
	JAX_UNREDUCED_KIND,         /* prints unreduced_kind=sum */
	JAX_UNREDUCED_OVERLAP_LAST, /* the overlap with partitions is looked at before that with
	                               reduced */
	JAX_UNREDUCED_NEEDS_SHARDY, /* unreduced axes are an error of jit */
	/* NamedSharding */
	JAX_DUPLICATE_SPEC_ERROR,  /* a class of its own for an axis used twice */
	JAX_UNKNOWN_LISTS_MESH,    /* the text for an unknown axis lists those of the mesh */
	JAX_TYPES_BY_KIND,         /* prints the axis types as a dictionary from type to names */
	JAX_TUPLE_ONE_AXIS_TYPE,   /* axes of one tuple must be of one type */
	JAX_TUPLE_MANUAL_APART,    /* Manual axes may not share a tuple with others */
	JAX_MEMORY_KIND_REPR,      /* prints memory_kind */
	JAX_INDIVISIBLE_ERROR,     /* a class of its own for an indivisible dimension */
	JAX_INDIVISIBLE_WRAPPED,   /* whose text says which argument it is */
	JAX_SIZE_ONE_AXES_DROPPED, /* axes of size 1 do not reach the HLO sharding */
	/* moments */
	JAX_OUTPUT_KEY_PATH, /* jit names the output as `result` */
	JAX_UNCONSTRAINED_IN_REFUSED,
	JAX_UNCONSTRAINED_OUT_REFUSED,
	JAX_DEVICE_PUT_MAKES_TYPE, /* device_put makes the sharded type first */
	JAX_LENGTH_MUST_MATCH,     /* the spec of an explicit type must be as long as the rank */
	JAX_STRUCT_CHECKS_RANK,    /* ShapeDtypeStruct checks the rank */
	JAX_CONSTRAINT_REFUSES_EXPLICIT, /* a constraint on an all-Explicit mesh is an error */
	JAX_CONSTRAINT_ASSERTS,          /* … is an assertion of equality */
	JAX_CONSTRAINT_NAMES_RESHARD,    /* its text recommends reshard */
	JAX_CONSTRAINT_ITERATES_SPEC,    /* a constraint cannot take unreduced axes */
	JAX_SLICING_REDUCED_REFUSED, /* making a type of a too long spec with reduced axes fails by
	                                itself */
	JAX_UNREDUCED_PUT_REFUSED, /* device_put of unreduced axes fails on every all-Explicit mesh
	                            */
	/* meshes */
	JAX_MAKE_MESH,              /* jax.make_mesh exists */
	JAX_EQUAL_NAMES_REFUSED,    /* Mesh counts the types by name */
	JAX_AXIS_TYPES,             /* jax.sharding.AxisType exists */
	JAX_EXPLICIT_DEFAULT,       /* make_mesh makes Explicit axes */
	JAX_CONTEXT_REFUSES_MANUAL, /* set_mesh refuses Manual axes */
	JAX_ABSTRACT_TPU_CORES,     /* AbstractMesh prints device_kind and num_tpu_cores */
	JAX_ABSTRACT_CORES,         /* … device_kind and num_cores */
	JAX_ABSTRACT_PLATFORM,      /* … and platform */
	/* PositionalSharding */
	JAX_POSITIONAL_SHARDING,            /* exists */
	JAX_REPLICATED_POSITIONAL_ANY_RANK, /* fully replicated it fits every rank */
	/* programs: elementwise operations */
	JAX_FILE_A_BUG,             /* the text for a missing rule says so, later "an issue" */
	JAX_SHARD_EXPERIMENTAL,     /* auto_axes is in jax.experimental.shard */
	JAX_UNREDUCED_REDUCED_RULE, /* one rule for both, which its text names so */
	/* programs: shapes of arrays */
	JAX_SHARDING_TYPE_ERROR,     /* rules of operations raise a class of their own */
	JAX_SPELLS_DIVISIBLE,        /* "divisible" rather than "divisble" in the text of slicing */
	JAX_SLICING_NAMES_TYPES,     /* that text ends with the type and the shape */
	JAX_ALL_ONES_REPLICATED,     /* a slice of one element is not sharded */
	JAX_REDUCED_NEEDS_RULE,      /* primitives need a rule for reduced axes */
	JAX_TRANSPOSE_UNREDUCED,     /* transpose takes unreduced axes */
	JAX_SHAPES_REDUCED,          /* transpose, squeeze and concatenate take reduced axes */
	JAX_SHAPES_UNREDUCED,        /* squeeze, reshape and concatenate take unreduced axes */
	JAX_SLICES_PARTIAL,          /* slice and its like take unreduced and reduced axes */
	JAX_BROADCAST_PERMUTES,      /* broadcast_in_dim may permute dimensions */
	JAX_BROADCAST_TAKES_CONTEXT, /* it puts constants on the mesh in context */
	JAX_BROADCAST_KEEPS_PARTIAL, /* it keeps unreduced and reduced axes */
	JAX_BROADCAST_CALLS_RULE,    /* it looks at meshes as all primitives do */
	JAX_BROADCAST_RESHARDS,      /* to the same shape it is a reshard */
	JAX_BROADCAST_NAMES_TYPES,   /* jnp.broadcast_to compares shardings and prints types */
	JAX_BROADCAST_TO_LOOKS_AT_SHARDING, /* it is not left out for a sharding that is asked for
	                                     */
	JAX_RESHAPE_CHECKS_SIZE,            /* reshape compares numbers of elements */
	JAX_RESHAPE_LOOKS_AT_SHARDING,      /* reshape to the same shape heeds out_sharding */
	JAX_RESHAPE_REPLICATED_WAYS, /* reshape of an operand of which one shard is all is free */
	JAX_RESHAPE_REPLICATED,      /* reshape of an operand that is not sharded is free */
	JAX_RESHAPE_NAMES_TYPE,    /* the text of reshape has the type instead of shape and spec */
	JAX_RESHAPE_SAYS_TYPE,     /* … and says "operand type" */
	JAX_RESHAPE_SAYS_SHARDING, /* its split and merge recommend `sharding`, not `out_sharding`
	                            */
	JAX_RESHAPE_ONE_TEXT,      /* two groups at once have the text of all */
	JAX_RESHAPE_PRINTS_ORIGINAL, /* the text for two groups says orig_new_sizes */
	JAX_RESHAPE_SWALLOWS_ONES,   /* a group takes the 1s behind it */
	JAX_RESHAPE_STRIPS_ONES,     /* 1s at both ends match first */
	JAX_RESHAPE_LEAVES_NEXT,     /* a 1 that the next dimension matches is left to it */
	JAX_RESHAPE_DEALS_AXES,      /* the axes of a group are dealt out to its new dimensions */
	JAX_RESHAPE_WITHOUT_ONES,    /* groups are told without the 1s */
	JAX_RESHAPE_ONES_KEEP_AXES,  /* a 1 keeps the axes of a 1 at the same place */
	JAX_RESHAPE_ONES_ITERATE,    /* adding and removing 1s cannot take unreduced axes */
	JAX_RESHAPE_MERGE_ITERATES,  /* merging cannot take unreduced axes */
	JAX_STARTS_KEEP_AXES,        /* vmap of dynamic_slice keeps the axes of the starts */
	JAX_UPDATE_NAMES_OPERAND_FIRST, /* the text of dynamic_update_slice begins with the operand
	                                 */
	JAX_TILE_REFUSES,               /* a sharded dimension cannot be tiled */
	JAX_BROADCAST_TO_ITERATES, /* broadcast_to with a sharding cannot take unreduced axes */
	JAX_TILE_ITERATES,         /* tiling cannot take unreduced axes */
	JAX_PAD_CHECKS_VALUE,      /* the value to pad with must be a scalar */
	JAX_EMPTY_IS_PRIMITIVE,    /* jnp.empty is no zeros, and on no mesh */
	JAX_ARANGE_STARTS,         /* jnp.arange from another start is no constant of numpy */
	JAX_ARANGE_STEPS,          /* nor is it in steps */
	JAX_ARRAY_OF_NONE_IS_VALUE_ERROR, /* jnp.array of None is a ValueError */
	JAX_ARRAY_DEVICE_RESHARDS,        /* jnp.array(…, device=) with a sharding is a reshard */
	JAX_ARRAY_BY_STACK,               /* jnp.array of arrays compares their shapes first */
	JAX_BROADCAST_ARRAYS_TUPLE,       /* jnp.broadcast_arrays and meshgrid give tuples */
	JAX_ATLEAST_TUPLE,                /* jnp.atleast_1d and its like give tuples */
	JAX_CONCATENATE_AT_ONCE,          /* jnp.concatenate joins any number of arrays at once */
	JAX_STACK_IS_PRIMITIVE,           /* jnp.stack and unstack are */
	JAX_SPLIT_IS_PRIMITIVE,           /* jnp.split is */
	JAX_SPLIT_CLIPS,                  /* its places may be negative or outside */
	JAX_TILE_IS_PRIMITIVE,            /* jnp.tile is */
	JAX_ROLL_REFUSES,                 /* a sharded dimension cannot be rolled over */
	JAX_REPEAT_WANTS_SHARDING, /* a sharded dimension cannot be repeated without out_sharding */
	JAX_REPEAT_FLATTENS_FIRST, /* jnp.repeat without an axis flattens before it looks at that */
	JAX_MIRROR_SKIPS,          /* padding by mirrors leaves out dimensions without any */
	JAX_RESHAPE_REVERSES_SPEC, /* reshape in Fortran's order turns out_sharding round */
	JAX_TRIANGLE_LIKE_OPERAND, /* the mask of jnp.tril is sharded like its operand */
	JAX_DIAG_OF_COLUMNS,       /* jnp.diag repeats the vector along rows, not columns */
	/* programs: indexing */
	JAX_GATHER_BATCHING_DIMS,    /* gather and scatter know batches of operand and indices */
	JAX_GATHER_SHARDING_ERROR,   /* a class of its own for gathers that cannot be told */
	JAX_GATHER_RULE,             /* gather computes the sharding of its result */
	JAX_GATHER_QUERIES_WHOLE,    /* … and wants its indices unsharded but for batches */
	JAX_GATHER_NAMES_TYPES,      /* the text for an ambiguous gather lists the operands */
	JAX_GATHER_ANY_SIZE_EMPTY,   /* without indices a slice may be larger than the operand */
	JAX_GATHER_REDUCED,          /* gather takes a reduced operand */
	JAX_GATHER_ITERATES_SPEC,    /* gather fails on unreduced axes by itself */
	JAX_SCATTER_RULE,            /* scatter computes the sharding of its result */
	JAX_SCATTER_ADD_REFUSES,     /* scatter_add has a rule, which knows out_sharding only */
	JAX_SCATTER_NAMES_TYPES,     /* the text for an ambiguous scatter lists the operands */
	JAX_SCATTER_WINDOWS_EQUAL,   /* updates must be sharded as the operand is */
	JAX_SCATTER_CHECKS_BATCHES,  /* sizes of batches are compared with the updates', too */
	JAX_SCATTER_UNREDUCED,       /* scatter takes unreduced operands */
	JAX_SCATTER_ITERATES_SPEC,   /* scatter fails on unreduced axes by itself */
	JAX_INDEX_PARSED,            /* an index is parsed, with errors, before anything is done */
	JAX_INDEX_STATIC_SLICES,     /* whatever can be is indexed by slices */
	JAX_INDEX_SLICE_LATE_COUNT,  /* the ellipsis counts when indices are too many for slices */
	JAX_INDEX_NAMES_DS,          /* a slice of unknown size: the text recommends jax.ds */
	JAX_INDEX_SPEC,              /* the sharding of a slice is made before it is gathered */
	JAX_INDEX_SPEC_EMPTY,        /* … and given to a result without elements */
	JAX_INDEX_SPEC_UNREDUCED,    /* … and keeps unreduced axes */
	JAX_INDEX_ITERATES_SPEC,     /* indexing fails on unreduced axes by itself */
	JAX_INDEX_AUTO_GATHER,       /* out_sharding: only the gather runs on auto axes */
	JAX_INDEX_AUTO_SLICES,       /* … dynamic slices too */
	JAX_INDEX_AUTO_INTEGERS,     /* integers are traced inside of auto axes, and fail there */
	JAX_INDEX_CLIPS_SCALARS,     /* mode='clip' lets scalars be slices */
	JAX_INDEX_CONTIGUOUS_EARLY,  /* whether indices are neighbours is seen before `...` is
	                                expanded */
	JAX_INDEX_REPLICATED_SLICES, /* a replicated array is sliced eagerly, too */
	JAX_ASARRAY_ASKS_SHARDING,   /* jnp.asarray asks for the sharding that its operand has */
	JAX_ASARRAY_FORGETS_MAPPED,  /* … and drops the axes of a mapped dimension */
	JAX_SCATTER_FORGETS_MAPPED,  /* vmap repeats operands of scatter without sharding them */
	JAX_AT_SET_AUTO,             /* x.at[].set runs on auto axes, to the sharding of x */
	JAX_AT_ADD_AUTO,             /* … and so does add */
	JAX_GATHER_ONE_HOT,          /* mode='one_hot' is known */
	JAX_GATHER_FILLS_KEYS,       /* mode='fill' takes PRNG keys */
	/* programs: contractions and linear algebra */
	JAX_LINALG_RULES,             /* decompositions have rules for shapes and shardings */
	JAX_LINALG_WIDE_FLOATS,       /* … and take no floats of less than 32 bits */
	JAX_LINALG_CHECKS_SQUARE,     /* cholesky and eigh look at shapes first */
	JAX_TRIANGULAR_SOLVE_RULE,    /* triangular_solve has a sharding rule of its own */
	JAX_UNREDUCED_OUT_NEEDS_RULE, /* out_sharding with unreduced axes, too, needs a rule for
	                                 them */
	JAX_RAGGED_DOT_BATCHED,       /* vmap knows ragged_dot */
	JAX_DOT_BATCH_EQUAL,          /* batch dimensions of a product must be sharded the same */
	JAX_DOT_RECOMMENDS_RESHARD, /* the text on sharded contractions speaks of einsum and reshard
	                             */
	JAX_DOT_TAKES_EMPTY_MESH,   /* a product of an array and a constant is no mesh mismatch */
	JAX_DOT_NAMED_SHARDING_ONLY, /* lax.dot_general takes no PartitionSpec */
	JAX_DOT_UNREDUCED_RULE,      /* dot_general has a rule for unreduced axes */
	JAX_DOT_REFUSES_UNREDUCED,   /* … by which no operand may be unreduced */
	JAX_MATMUL_COMPARES_SPECS,   /* matmul compares shardings of batch dimensions */
	JAX_EINSUM_AUTO,             /* several contractions with out_sharding run on Auto axes */
	JAX_EINSUM_AUTO_PRODUCTS,    /* each product of them does */
	JAX_EINSUM_LAST_TAKES_SHARDING, /* only the last product gets the out_sharding */
	JAX_EINSUM_SUM_TAKES_SHARDING,  /* the sums of a single operand get it */
	JAX_EINSUM_SUMS_TAKE_SHARDING,  /* those of two operands do, too */
	JAX_EINSUM_DROPS_SETS,          /* permuting out_sharding loses its unreduced axes */
	JAX_EINSUM_NAMES_PATH,          /* contracting three operands at once has a text */
	JAX_DOT_OUT_TYPE,               /* lax.dot_general names it so */
	JAX_DOT_TAKES_DIMENSIONS,       /* lax.dot is dot_general */
	JAX_DOT_REFUSES_POSITIONAL,     /* … and takes operands only by position */
	JAX_JNP_DOT_OUT_SHARDING,       /* jnp.dot takes out_sharding */
	JAX_RAGGED_DOT_GENERAL,         /* ragged_dot is a case of ragged_dot_general */
	JAX_RAGGED_DOT_RULE,            /* which has a sharding rule */
	JAX_CONV_RULE,                  /* conv_general_dilated has a sharding rule */
	JAX_CONV_OUT_SHARDING,          /* takes out_sharding */
	JAX_CONV_BATCHES_SHARDING,      /* … under vmap too */
	JAX_MATMUL_OUT_SHARDING,        /* takes out_sharding */
	JAX_VECTOR_NORM_OF_INTEGERS,    /* vector_norm leaves integers what they are */
	JAX_NORM_NAMES_AXES,            /* the text for three axes speaks of their number */
	JAX_NORM_OF_NOTHING,            /* a norm that is a maximum is 0 of no elements */
	JAX_COND_OF_TWO_NAN, /* the condition number by singular values, too, is inf for NaN */
	JAX_MATRIX_POWER_OF_INTEGERS, /* matrix_power leaves integers what they are */
	JAX_EIG_NAMED,                /* eig gives a named tuple */
	JAX_SVD_SIGN_BY_WHERE,        /* signs in the svd of Hermitian matrices are 1 or -1 */
	JAX_SVD_INDEX_UNSIGNED,       /* and indices are unsigned */
	JAX_LSTSQ_RANK_POSITIVE,      /* lstsq counts no singular values of 0 */
	JAX_SLOGDET_SMALL,            /* slogdet of one or two rows has formulas */
	JAX_SLOGDET_NAMES_SHAPE,      /* its text has the shape */
	JAX_DETERMINANT_PIVOTS,       /* determinants of two or three rows swap these */
	JAX_VECTORIZE_FREE_RESULTS,   /* vectorize without a signature takes results of any shape */
	JAX_SOLVE_REFUSES_VECTORS,    /* solve takes b for matrices unless it is one vector */
	/* programs: reductions, sorting and jax.nn */
	JAX_SPEC_READ_GUARDED,   /* rules cannot read a spec that has unreduced or reduced axes */
	JAX_SUM_TAKES_SHARDING,  /* reduce_sum has out_sharding, and a rule for unreduced axes */
	JAX_SUM_KEEPS_UNREDUCED, /* that takes an unreduced operand */
	JAX_UNREDUCED_BY_KIND,   /* reduce_max and reduce_min have them too, each its own kind */
	JAX_UNREDUCED_KIND_CHECKED, /* an operand of another kind is an error */
	JAX_UNREDUCED_KIND_READ,    /* … of elementwise operations too */
	JAX_ADD_UNREDUCED,          /* add takes unreduced operands */
	JAX_MUL_UNREDUCED,          /* so does mul */
	JAX_DIV_UNREDUCED,          /* and div, as its numerator */
	JAX_NONLINEAR_NAMED, /* errors call operations that cannot non-linear; sub and neg can */
	JAX_SELECT_PARTIAL,  /* select_n and reduce_precision take both */
	JAX_REDUCED_JOINED,  /* results of several operands are reduced over what they are */
	JAX_REDUCED_RULE,    /* operands cannot be replicated over what others are reduced over */
	JAX_REDUCED_RULE_OF_SCALARS,  /* scalars cannot be either */
	JAX_REDUCED_RULE_NAMES_TYPES, /* the text has types, not specs */
	JAX_VMAP_SHARDS_REDUCTIONS,   /* out_sharding of a reduction gets the mapped axis */
	JAX_SORT_DIM_UNSHARDED,       /* sort, top_k, cumsum: that dimension must be replicated */
	JAX_SORT_EQUAL_SHARDINGS,     /* arrays sorted together must be sharded alike */
	JAX_SORT_RUNS_RULE,           /* sort and top_k follow the rules that all primitives do */
	JAX_TOP_K_AXIS,               /* top_k takes an axis */
	JAX_TOP_K_INDEX_RANGE,        /* and refuses dimensions above 2^31 */
	JAX_WINDOW_VARYING_SHAPE, /* reduce_window on sharded dimensions whose result they divide */
	JAX_WHERE_MUST_BE_BOOLEAN,          /* where= of jnp.sum and its like */
	JAX_LOGSUMEXP_MASKS_FIRST,          /* logsumexp puts 0 where its mask is False */
	JAX_GELU_BY_ERFC,                   /* the exact gelu is a multiple of erfc */
	JAX_STANDARDIZE_CLIPS,              /* standardize keeps its variance from being negative */
	JAX_BITS_FOLLOW_KEYS,               /* random bits are sharded as their keys */
	JAX_MEDIAN_OF_ELEMENTS,             /* median refuses axes without elements */
	JAX_QUANTILE_INTERPOLATION_REMOVED, /* interpolation= is refused */
	JAX_ISCLOSE_LOOKS_FOR_NANS,         /* isclose compares where both are NaN first */
	JAX_CLIP_REFUSES_COMPLEX,           /* clip is an error for complex numbers */
	JAX_BINCOUNT_DROPS,               /* bincount drops what is too great, and takes booleans */
	JAX_BINCOUNT_COMPARES_TYPES,      /* its weights must be sharded as what is counted */
	JAX_SEARCHSORTED_NAMES_ARGUMENTS, /* its errors show arguments as they are given */
	JAX_FLOOR_KEEPS_INTEGERS,         /* jnp.floor and jnp.ceil give integers back */
	JAX_SPECIAL_REFUSES_COMPLEX,      /* jax.scipy.special.entr and its like do */
	JAX_STD_NAMES_DTYPE,              /* std names the dtype that it refuses, not its class */
	JAX_SAFE_ZIP_COUNTS,              /* errors about lists of different lengths have these */
	JAX_QUANTILE_WEIGHTED,      /* quantile has method='inverted_cdf', which takes weights */
	JAX_SAMPLES_TAKE_ONE_SIZE,  /* jax.random takes an integer for a shape */
	JAX_GUMBEL_MODE_HIGHEST,    /* jax.random.gumbel has mode='highest' */
	JAX_CHOICE_NAMES_SIZES,     /* errors of jax.random.choice have sizes */
	JAX_CHOICE_BY_TOP_K,        /* weighted choices without replacement are a top_k */
	JAX_SCALARS_REPLICATED,     /* random scalars are asked for as replicated */
	JAX_PADDING_TEXT_LISTS_ALL, /* the text for an unknown padding names SAME_LOWER */
	/* programs: placement inside of programs */
	JAX_RESHARD_KEEPS_MESH,     /* reshard refuses an operand on another mesh */
	JAX_RESHARD_REFUSES_NONE,   /* reshard to None has an error of its own */
	JAX_RESHARD_CHECKS_SETS,    /* reshard looks at the kind of unreduced axes */
	JAX_RESHARD_NO_SPMD_NAME,   /* reshard fails under vmap(spmd_axis_name=) */
	JAX_VMAP_DROPS_SETS,        /* vmap forgets what an out_sharding leaves unreduced */
	JAX_MESH_CAST,              /* auto_axes changes types only, and moves no data */
	JAX_AUTO_AXES_OF_EXPLICIT,  /* indexing and its like make the explicit axes Auto, not all */
	JAX_AUTO_AXES_WITHOUT_MESH, /* auto_axes does nothing where there is no mesh */
	JAX_SET_MESH_NAMED,         /* texts recommend jax.set_mesh, not use_mesh */
	JAX_OUT_SHARDING_CHECKED,   /* out_sharding= is checked to be a sharding at all */
	JAX_SETS_ARE_EXPLICIT,      /* the unreduced axes of an out_sharding= must be Explicit */
	JAX_SOURCE_BEHIND_COMMA,    /* a text has a comma before where the error occurs */
	JAX_SPEC_PRINTS_ARGUMENT,   /* PartitionSpec prints a wrong argument, not its class */
	JAX_SPEC_REFUSES_NONE,      /* PartitionSpec(unreduced=None) is an error of jaxlib */
	JAX_SPEC_IS_TUPLE,          /* a PartitionSpec is a tuple, and sums of it are */
	JAX_SHARDING_CHECKS_CLASSES,    /* NamedSharding checks the classes of its arguments */
	JAX_SHARDING_NEEDS_SPEC,        /* … that the spec is not None */
	JAX_SHARDING_SPEC_USED,         /* NamedSharding uses what a PartitionSpec has */
	JAX_ABSTRACT_EXPLICIT_DEFAULT,  /* AbstractMesh has Explicit axes */
	JAX_DEVICE_PUT_TYPED,           /* device_put inside of jit changes the type */
	JAX_CONSTRAINT_TYPED,           /* a constraint gives its mesh to the type */
	JAX_CONSTRAINT_TYPES_CONSTANTS, /* … of an array that has none */
	JAX_CONSTRAINT_REFUSES_NONE,    /* a constraint to None without a mesh is an error */
	JAX_CONSTRAINT_NAMES_SET_MESH,  /* … whose text recommends jax.set_mesh */
	JAX_RESHARD_AS_ARGUMENTS,       /* reshard speaks of arguments where trees differ */
	JAX_DEVICE_PUT_FORMAT,          /* device_put speaks of Format, not of Layout */
	JAX_DEVICE_PUT_SPACE,           /* … and of jax.memory.Space */
	JAX_SHORT_DEVICE_TEXT,          /* a device prints as cpu:0 */
	JAX_CONSTRAINT_USES_SHAPE,  /* a constraint takes nothing without a shape, as numbers are */
	JAX_DEVICE_PUT_TYPES_FIRST, /* device_put looks at the arrays before their shardings */
	JAX_LENGTH_AS_WRITTEN, /* a spec of another length than the rank is an error of the type */
	JAX_PREFIX_NAMES_PJIT, /* texts on arguments of jit name the `pjit`-decorated function */
	JAX_JIT_SPEC_IN_CONTEXT, /* jit takes a PartitionSpec, on the mesh in context */
	JAX_JIT_NAMED_JIT,       /* a text on its arguments names jit, not pjit */
	JAX_RESHARD_PUTS,        /* reshard outside of jit is device_put */
	JAX_RESULT_KEYS,         /* jit names an output by its place in the result alone */
	JAX_AUTO_AXES_SKIPS,     /* auto_axes does nothing on axes that are Auto already */
	/* programs: vmap and loops */
	JAX_MAPPED_AXES_OF_CONTEXT,  /* the axes of a mapped dimension count only where the context
	                                has them as Explicit */
	JAX_MAPPED_ENTRY_PADDED,     /* an out_sharding is padded up to the mapped dimension */
	JAX_CONSTANT_MAPPED_SHARDED, /* a constant that vmap broadcasts is to be sharded too */
	JAX_VMAP_COUNTS_NONE,        /* a mapped dimension that is not sharded must not meet one
	                                that is, in whatever order */
	JAX_VMAP_CHECKS_UNMAPPED,    /* what is not mapped may not use the mapped axis */
	JAX_VMAP_ALLOWS_SAME_SPMD,   /* spmd_axis_name may be the axis of the mapped dimension */
	JAX_VMAP_AXES_TUPLE,         /* the axes of the mapped dimension print as a tuple */
	JAX_VMAP_CHECKS_SIZE,        /* axis_size must be that of the arguments */
	JAX_VMAP_NOTES_KEYWORDS,     /* the text for a wrong length of in_axes speaks of keywords */
	JAX_PREFIX_MISMATCHES_LISTED, /* the text for axes of another structure says where */
	JAX_VMAP_OUTPUT_PATH,         /* the text for a mapped output says which one */
	JAX_VMAP_OUTPUT_NAME_PLAIN,   /* it prints axis_name without quotes */
	JAX_TYPEMATCH_SHARDING, /* types of loops and branches are compared with their shardings */
	JAX_CARRY_TEXT_COMMON,  /* scan and while_loop have the same text for their carry */
	JAX_CARRY_TEXT_SHORT,   /* … which does not explain what a type is */
	JAX_SCAN_LENGTH_ASSERTED,    /* a wrong length of scan is an AssertionError */
	JAX_SCAN_UNROLL_ZERO,        /* unroll=0 unrolls everything */
	JAX_TYPE_STR_SHORT,          /* str() of a type is float32[3] */
	JAX_GRADIENTS_KEEP_SHARDING, /* derivatives take the shardings of a function back */
	JAX_CHECKS_COTANGENTS,       /* a derivative of another sharding is an error */
	JAX_GRAD_HINTS_SCALAR,       /* the text for a gradient of no scalar says what to do */
	JAX_COND_FORWARDS,   /* what all branches of cond give back as they got it stays outside */
	JAX_SWITCH_FORWARDS, /* the same of switch */
	JAX_SCAN_FORWARDS_ELEMENTS, /* elements that a scan gives back as it got them stay outside
	                             */
	JAX_SCAN_FORWARDS, /* a carry that comes out of a scan as it went in stays outside of it */
	JAX_UNBOUND_AXIS_HELP, /* the text for an unknown axis of a collective says what to do */
	JAX_SELECT_MAPPED_SHARDED, /* vmap of select shards what it broadcasts */
	JAX_LAX_MAP_BATCHES,       /* lax.map cuts sharded arrays into batches */
	JAX_LAX_MAP_BATCH_OF_ALL,  /* … all in one for batch_size=0 */
	JAX_TRACER_LEVEL,          /* a tracer prints its level */
	JAX_TRACER_NAMED,          /* … or what traces it: JitTracer<float32[3]> */
	JAX_TRACER_ROUND,          /* … in round brackets */
	JAX_TREE_ERROR_KEYS,       /* the text for other keys of a dict lists those it has */
	JAX_TREE_ERROR_PATH,       /* the text for another structure says where */
	JAX_TREE_CHECKS_NONE,      /* None of one tree must be None in the others */
	JAX_BRANCH_TEXT_EACH,      /* texts for branches name the output of each */
	JAX_BRANCH_TEXT_COMMON,    /* … or the function that takes the branches */
	/* programs: the language and its modules */
	JAX_SHARDING_IN_TYPES,      /* the types of arrays say how they are sharded */
	JAX_TRACER_FULL_STOP,       /* texts about tracers have a full stop behind the type */
	JAX_JIT_NAMES_PATH,         /* what is no array is refused by its path in the arguments */
	JAX_JIT_OVERFLOW_VALUE,     /* the text for an integer too large says it */
	JAX_TRACER_NAMES_TYPEOF,    /* x.sharding of a tracer is refused with advice */
	JAX_ITERATES_BY_UNSTACK,    /* an array is gone through by unstacking it */
	JAX_PYTHON_3_13,            /* was recorded with Python 3.13, before that with 3.11 */
	JAX_PARTITION_INVERTS,      /* jnp.partition takes booleans too */
	JAX_LENGTHS_CUT_BY_READING, /* a spec that is too long is read to be cut */
	JAX_UNREDUCED_ALL_EXPLICIT, /* unreduced axes are asserted to be on a mesh of Explicit ones
	                             */
	JAX_STATIC_TRACED,          /* jit takes some traced arrays as static */
	JAX_DIVIDES_BY_ZERO,        /* the quotient of floats is computed otherwise for 0 */
	JAX_OPERATORS_OF_OWN,       /* each operator of arrays says itself what it refuses */
	JAX_ASSIGNMENT_BY_CLASS,    /* x[i] = y of an array names its class */
	JAX_ASSIGNMENT_DOCS_DEV,    /* and its text has the newer address of the documentation */
	JAX_BEHAVIOUR_COUNT
};

struct jax_rules {
	struct version version; /* the recorded release whose behaviour is taken */
	bool has[JAX_BEHAVIOUR_COUNT];
};

/* How the version asked for relates to the recorded ones. */
enum version_match {
	VERSION_RECORDED, /* it is one of them */
	VERSION_BETWEEN,  /* it behaves as the older neighbour, which was recorded */
	VERSION_TOO_OLD,  /* before the first one */
	VERSION_TOO_NEW,  /* after the last one */
};

/* The rules of the newest recorded release that is not newer than `version`; the first one when it
 * is too old. */
enum version_match jax_rules_at(struct version version, struct jax_rules *rules);

/* "0.10.2" in the arena. */
struct str version_text(struct arena *arena, struct version version);

#endif
