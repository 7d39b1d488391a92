/* SPDX-License-Identifier: Apache-2.0 */
/* xs.mark_sharding(tensor, mesh, partition_spec) and its kin: what torch_xla refuses, and the
 * sharding that comes of it. */
#pragma once

#include "spec/spec.h"
#include "torch/xla_mesh.h"

/* What a tensor of the XLA device is made of. */
enum xla_state {
	XLA_STATE_HOST, /* data that is kept on the host until it is needed: nothing says yet how it
	                   lies */
	XLA_STATE_DATA, /* data on the devices */
	XLA_STATE_IR,   /* the result of operations that have not run */
};

struct xla_tensor {
	const int64_t *sizes;
	uint32_t rank;
	const struct dtype *dtype; /* NULL: float32 */
	enum torch_device device;
	enum xla_state state;
	struct str sharding; /* its annotation as HloSharding; empty: none */
};

/* Which function it is: they check the same up to the device. */
enum mark_call {
	MARK_SHARDING, /* mark_sharding, enable_manual_sharding */
	MARK_ANNOTATE, /* annotate_custom_sharding, mark_sharding_with_gradients: data stays where
	                  it is */
	MARK_SPEC,     /* ShardingSpec(mesh, partition_spec): there is no tensor */
	MARK_SEND,     /* a tensor of the host that a loader sends by a ShardingSpec */
};

struct mark_case {
	const struct torch_rules *rules;
	const struct xla_mesh *mesh;
	const struct mark *spec;
	const struct xla_tensor *tensor; /* NULL of MARK_SPEC */
	enum mark_call call;
	bool spmd;       /* xr.use_spmd() was called */
	bool wants_text; /* of the sharding, which lists the devices */
};

/* How a mark lays out a tensor. */
struct xla_sharding {
	const int64_t *ways; /* per dimension of the tensor */
	uint32_t rank;
	int64_t copies; /* devices that hold the same shard */
	bool replicated;
	struct str text; /* the HloSharding as torch_xla prints it, devices listed; empty: not
	                    wanted, or too long */
};

/*
 * Checks a call in torch_xla's order and adds what it refuses. The sharding, in the arena of the
 * violations, or NULL where there is something against it. The mesh is one that xla_check_mesh
 * takes. torch_xla 2.9 distributed/spmd/xla_sharding.py mark_sharding, csrc/xla_sharding_util.cpp
 * XlaMarkSharding.
 */
const struct xla_sharding *xla_check_mark(const struct mark_case *mark,
                                          struct violations *violations);

/* The size of a shard along a dimension, padding included. */
int64_t xla_shard_size(const struct xla_sharding *sharding, const int64_t *sizes, uint32_t dim);

/* What torch calls the type of a tensor that is not on the XLA device, by the release and by
 * whether mark_sharding or an operation complains: torch.FloatTensor, CPUBFloat16Type,
 * MetaFloatType. */
struct str torch_type_name(struct arena *arena, const struct torch_rules *rules,
                           const struct dtype *dtype, enum torch_device device, bool operation);

/* The error of an operation, or of a mark, that needs a tensor of the XLA device. */
struct str xla_device_error(struct arena *arena, const struct torch_rules *rules,
                            const struct dtype *dtype, enum torch_device device, bool operation);
