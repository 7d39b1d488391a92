/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a file asks of the host: how many devices, by XLA_FLAGS in os.environ or by jax.config,
 * which count until the devices are first asked for; and 64-bit types by JAX_ENABLE_X64, which
 * counts when jax is imported. The two variables are followed as if they were not set from outside,
 * and so are those that neither a machine nor a library sets, nor the program: they have the
 * default that it asks for. JAX: xla_bridge.py make_cpu_client, config.py bool_env.
 */
#pragma once

#include "trace/state/trace.h"

struct given;

/* object[key] of what is foreign; NULL where it is not os.environ and a variable of those that are
 * followed. */
const struct value *environment_item(struct trace *trace, const struct value *object,
                                     const struct value *key);

/* `key in object`, in the same way. */
const struct value *environment_contains(struct trace *trace, const struct value *object,
                                         const struct value *key);

/* A call of what is foreign: os.environ.get(…), os.putenv(…); NULL as above. */
const struct value *environment_call(struct trace *trace, const struct value *function,
                                     const struct given *given);

/* object[key] = value of what is foreign. */
void environment_set(struct trace *trace, const struct value *object, const struct value *key,
                     const struct value *value);

/* What the import of jax reads of the environment. */
void environment_read(struct trace *trace);

/* jax.config.update("jax_num_cpu_devices", count); NULL after JAX's error, for it is too late. */
const struct value *host_devices_configure(struct trace *trace, const struct value *count);

/* How many there are, from now on for good, which the spec says then, too; 0: the file does not
 * say, or the spec has said so before. */
int64_t host_devices(struct trace *trace);
