/* SPDX-License-Identifier: Apache-2.0 */
/* The devices that a jitted function is compiled for, and what it needs there. JAX: pxla.py
 * lower_sharding_computation. */
#pragma once

#include "library/transform/jit_argument.h"
#include "trace/library.h"
#include "trace/module/committed.h"

/* A function that has been traced, what it was given and where it was called. */
struct traced_call {
	const struct value *function;
	struct value_list positional;
	const struct value_pair *pairs;
	uint32_t npairs;
	struct span at;
};

/*
 * Checks that all that meets in the call, and what names devices in the function (trace->noted), is
 * on the same devices, which it finds: *devices is NULL where nothing is committed to any. What the
 * results do not need does not count, so that where devices differ the function is traced again,
 * and recorded. False after raising that they differ, or where that is not known.
 */
MUST_USE bool jit_devices_check(struct trace *trace, const struct traced_call *traced,
                                const struct committed_call *meeting,
                                const struct device_group **devices);

/* Checks that the results need none of the arguments that only describe arrays; with `all`, that
 * there are none. False after raising that one is needed, or where that is not known. */
MUST_USE bool jit_described_check(struct trace *trace, const struct traced_call *traced,
                                  const struct described_leaf *described, bool all);
