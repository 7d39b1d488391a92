/* SPDX-License-Identifier: Apache-2.0 */
/* The options in_shardings and out_shardings of jax.jit. JAX: pjit.py, sharding_impls.py. */
#pragma once

#include "trace/library.h"

enum jit_side { JIT_ARGUMENTS, JIT_RESULTS };

/* Checks in_shardings or out_shardings when jit itself is called. JAX: prepare_axis_resources. */
MUST_USE bool jit_shardings_prepare(struct trace *trace, enum jit_side side,
                                    const struct value *shardings);

/* Whether the option is given, and not None. */
bool jit_shardings_given(const struct value *shardings);

/* Checks that the specs of both options find the mesh they need when the function is called. JAX:
 * _create_sharding_for_array. */
MUST_USE bool jit_shardings_find_mesh(struct trace *trace, enum jit_side side,
                                      const struct value *shardings);

/* The option of jax.experimental.pjit.pjit with each spec on the mesh of `with mesh:`, or NULL
 * after raising that there is none. */
const struct value *jit_shardings_of_thread(struct trace *trace, enum jit_side side,
                                            const struct value *shardings);

/*
 * Gives arrays what in_shardings or out_shardings says of them. `tree` is the tuple of the
 * positional arguments that are not static, whose names are `names`, or what the function returned.
 * `at`: of the call. The tree as the function or its caller sees it, or NULL after an error. JAX:
 * _process_in_axis_resources, _check_and_canonicalize_out_shardings.
 */
const struct value *jit_shardings_apply(struct trace *trace, enum jit_side side,
                                        const struct value *shardings, const struct value *tree,
                                        const struct str *names, struct span at);

/* The devices of each sharding in out_shardings; NULL for one whose devices are not known. */
const struct device_group *const *
jit_result_devices(struct trace *trace, const struct value *shardings, uint32_t *count);

/*
 * Checks outside of jit that arguments lie as in_shardings says; `tree` is as above, of the
 * arguments themselves. `all_whole`: no array had been given a sharding before the call, so that
 * those of a mesh of Auto axes are whole on each device. JAX: pjit.py _resolve_in_shardings.
 */
MUST_USE bool jit_shardings_match(struct trace *trace, const struct value *shardings,
                                  const struct value *tree, bool all_whole);
