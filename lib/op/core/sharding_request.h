/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings that somebody asks for, before they meet a shape. */
#pragma once

#include "op/core/op.h"

/* The request with its spec padded by None to the rank; never cut. JAX: partition_spec.py
 * _normalized_spec_for_aval. */
struct sharding_request request_padded(struct arena *arena, const struct sharding_request *request,
                                       uint32_t rank);

/*
 * The request that leaves an array of this type as it is, but for the axes that are not Explicit on
 * `mesh`, an equal one with other types. JAX: core.py modify_spec_for_auto_manual.
 */
struct sharding_request request_without_auto(struct op *op, const struct array_type *type,
                                             const struct abstract_mesh *mesh);

/* Whether both ask for the same on the same mesh. */
bool request_equal(const struct sharding_request *a, const struct sharding_request *b);

/* The same of requests that may be NULL, for none. */
bool request_same(const struct sharding_request *a, const struct sharding_request *b);

/* The request for as long as params that are recorded live: a copy in the arena where something is,
 * else itself; NULL for NULL. */
const struct sharding_request *request_kept(struct op *op, const struct sharding_request *request);

/* The spec of a request as the release prints it: P('x', None). */
void request_spec_text(struct buf *out, const struct jax_rules *rules,
                       const struct sharding_request *request);

/* NamedSharding(mesh=AbstractMesh(…), spec=P(…)), as the release prints it. */
void request_sharding_text(struct buf *out, const struct jax_rules *rules,
                           const struct sharding_request *request);

/* The spec of the type as the release prints it: P('x', None). */
void type_spec_text(struct buf *out, const struct jax_rules *rules, const struct array_type *type);

/* NamedSharding(mesh=AbstractMesh(…), spec=P(…)), as the release prints the type's sharding. */
void type_sharding_text(struct buf *out, const struct jax_rules *rules,
                        const struct array_type *type);

/* The spec of a type or request with the axes' names, for what prints and checks PartitionSpecs. */
struct partition_spec request_partition_spec(struct arena *arena,
                                             const struct sharding_request *request);
