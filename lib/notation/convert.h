/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts of a spec in another notation. */
#pragma once

#include "spec/spec.h"

enum notation_target {
	TARGET_PARTITION_SPEC, /* P('x', None) */
	TARGET_LIST,           /* [x, null] */
	TARGET_HLO,            /* {devices=[2,1]<=[2]} */
	TARGET_HLO_V1,         /* {devices=[2,1]0,1} */
	TARGET_HLO_NAMED,      /* {mesh['x'=2], [{'x'}, {}]} */
	TARGET_SHARDY,         /* #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]> */
	TARGET_MARK_SHARDING,  /* ('x', None) */
	TARGET_DTENSOR,        /* [Shard(0)] */
	TARGET_COUNT
};

/* The word for a target: "partition-spec", "hlo" … */
const char *notation_target_name(enum notation_target target);

/* The target of this name; false when there is none. */
MUST_USE bool notation_target_named(struct str name, enum notation_target *target);

/* A spec whose layouts are converted. */
struct converter;

/*
 * Makes ready to convert layouts of the spec. Meshes that cannot be are findings. Everything lives
 * in `arena`; findings go to `diags`.
 */
const struct converter *converter_make(struct arena *arena, const struct spec *spec,
                                       struct diags *diags);

/*
 * The layout of a tensor of the spec as `target` writes it. NULL text after a finding, or when the
 * tensor has no layout. What the target cannot say is a finding, never an approximation. Memory,
 * the text included, comes from `arena`.
 */
struct str convert_layout(struct arena *arena, const struct converter *converter,
                          const struct tensor *tensor, enum notation_target target,
                          struct diags *diags);

/*
 * Whether a layout of the tensor in HloSharding or Shardy can be read and has the tensor's rank;
 * else there are findings. Layouts in other notations are taken as they are.
 */
MUST_USE bool convert_readable(struct arena *arena, const struct converter *converter,
                               const struct tensor *tensor, const struct layout *layout,
                               struct diags *diags);

/*
 * The tensor with its layouts as the PartitionSpecs that lay it out alike on their meshes. One that
 * has no such PartitionSpec, as tiles that follow no axes or parts of axes, stays as it is. Returns
 * the tensor itself when there is nothing to convert; else the result lives in the arena.
 */
const struct tensor *convert_tensor(struct arena *arena, const struct converter *converter,
                                    const struct tensor *tensor);
