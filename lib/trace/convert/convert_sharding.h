/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings that programs pass to operations. */
#pragma once

#include "trace/convert/convert_value.h"

/*
 * As value_to_sharding; without `same_mesh` the sharding may be on another mesh than the one in
 * context.
 */
MUST_USE bool value_to_sharding_on(struct trace *trace, const struct value *value,
                                   const char *function, bool same_mesh,
                                   const struct sharding_request **request);

/* The request of a spec whose axes are all of the mesh. Entries that are UNCONSTRAINED are None. */
struct sharding_request spec_request(struct trace *trace, const struct abstract_mesh *mesh,
                                     const struct partition_spec *spec);

/* Whether the value is one of jax.devices(). */
bool value_is_one_device(const struct value *value);

/* str() of a value that is no sharding where one is expected. */
struct message_argument wrong_value(const struct value *value);

/* The names of a set of axes of the mesh in its order, as a tuple or another `kind` of sequence; of
 * no mesh there are none. */
const struct value *axis_names_value(struct trace *trace, const struct abstract_mesh *mesh,
                                     uint64_t axes, enum value_kind kind);

/* A VALUE_MESH. */
const struct value *mesh_value(struct trace *trace, const struct abstract_mesh *mesh,
                               bool is_abstract);

/* The NamedSharding of a request, on the mesh or its abstract one. */
const struct value *request_sharding_value(struct trace *trace,
                                           const struct sharding_request *request,
                                           bool is_abstract);

/* The NamedSharding of a type, on its abstract mesh. */
const struct value *type_sharding_value(struct trace *trace, const struct array_type *type);
