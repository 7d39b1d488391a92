/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives inside of shard_map. JAX: lax/parallel.py. */
#include "lower/rows.h"
#include "op/core/abstract_mesh.h"
#include "op/manual/manual.h"

/* The groups of devices along axes of a mesh, each in the order of the mesh. */
struct groups {
	int64_t *devices; /* `size` of each of `count` */
	int64_t count, size;
};

/* JAX: interpreters/pxla.py axis_groups. */
static struct groups groups_along(struct arena *arena, const struct mesh *mesh, uint64_t axes)
{
	struct groups groups = {.count = 1, .size = 1};
	for (uint32_t i = 0; i < mesh->naxes; i++)
		*(axes >> i & 1 ? &groups.size : &groups.count) *= mesh->axes[i].size;
	groups.devices = arena_new(arena, int64_t, (size_t)(groups.count * groups.size));
	for (int64_t device = 0; device < groups.count * groups.size; device++) {
		int64_t group = 0, member = 0, rest = device;
		int64_t group_step = 1, member_step = 1;
		for (uint32_t i = mesh->naxes; i-- > 0;) {
			int64_t at = rest % mesh->axes[i].size;
			bool along = axes >> i & 1;
			rest /= mesh->axes[i].size;
			*(along ? &member : &group) += at * (along ? member_step : group_step);
			*(along ? &member_step : &group_step) *= mesh->axes[i].size;
		}
		groups.devices[group * groups.size + member] = device;
	}
	return groups;
}

#define CHANNEL "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"

/* replica_groups = dense<[[0, 1]]> : tensor<1x2xi64> */
static void add_groups(struct buf *out, const struct groups *groups)
{
	buf_puts(out, "replica_groups = dense<[");
	for (int64_t i = 0; i < groups->count; i++) {
		buf_puts(out, i ? ", [" : "[");
		for (int64_t j = 0; j < groups->size; j++)
			buf_printf(out, "%s%lld", j ? ", " : "",
			           (long long)groups->devices[i * groups->size + j]);
		buf_putc(out, ']');
	}
	buf_printf(out, "]> : tensor<%lldx%lldxi64>", (long long)groups->count,
	           (long long)groups->size);
}

static struct groups groups_of(struct writing *writing)
{
	const struct collective *params = writing->equation->params;
	return groups_along(writing->emitter->arena, writing->emitter->mesh->mesh, params->axes);
}

/* An operation with a region that joins two elements. */
static bool write_joining(struct writing *writing, const char *name, struct str attributes)
{
	struct emitter *emitter = writing->emitter;
	struct term result = {.type = *writing->result};
	const struct term_list results = {&result, 1};
	emit_open(emitter, name, writing->operands, 1, attributes, &results);
	emit_reducer(emitter, writing->row->operation, writing->result);
	emit_close(emitter, writing->operands, 1, &results);
	return written(writing, result);
}

static bool write_all_reduce(struct writing *writing)
{
	struct groups groups = groups_of(writing);
	struct buf text = {.arena = writing->emitter->arena};
	buf_puts(&text, CHANNEL ", ");
	add_groups(&text, &groups);
	buf_puts(&text, ", use_global_device_ids");
	return write_joining(writing, "stablehlo.all_reduce", buf_str(&text));
}

static bool write_all_gather(struct writing *writing)
{
	const struct collective *params = writing->equation->params;
	struct groups groups = groups_of(writing);
	struct buf text = {.arena = writing->emitter->arena};
	buf_printf(&text, "all_gather_dim = %d : i64, " CHANNEL ", ", params->gathered);
	add_groups(&text, &groups);
	buf_puts(&text, ", use_global_device_ids");
	return written(writing, emit(writing->emitter, "stablehlo.all_gather", writing->operands, 1,
	                             buf_str(&text), writing->result));
}

static bool write_reduce_scatter(struct writing *writing)
{
	const struct collective *params = writing->equation->params;
	struct groups groups = groups_of(writing);
	struct buf text = {.arena = writing->emitter->arena};
	buf_puts(&text, CHANNEL ", ");
	add_groups(&text, &groups);
	buf_printf(&text, ", scatter_dimension = %d : i64, use_global_device_ids",
	           params->scattered);
	return write_joining(writing, "stablehlo.reduce_scatter", buf_str(&text));
}

static bool write_all_to_all(struct writing *writing)
{
	const struct collective *params = writing->equation->params;
	struct groups groups = groups_of(writing);
	struct buf text = {.arena = writing->emitter->arena};
	if (groups.size == 1)
		return written(writing, writing->operands[0]);
	buf_printf(&text, CHANNEL ", concat_dimension = %d : i64, ", params->gathered);
	add_groups(&text, &groups);
	buf_printf(&text, ", split_count = %lld : i64, split_dimension = %d : i64",
	           (long long)groups.size, params->scattered);
	return written(writing, emit(writing->emitter, "stablehlo.all_to_all", writing->operands, 1,
	                             buf_str(&text), writing->result));
}

static bool write_ppermute(struct writing *writing)
{
	const struct collective *params = writing->equation->params;
	struct groups groups = groups_of(writing);
	struct buf text = {.arena = writing->emitter->arena};
	uint32_t count = params->npairs / 2;
	buf_puts(&text, CHANNEL ", source_target_pairs = dense<[");
	for (int64_t i = 0; i < groups.count; i++) {
		const int64_t *group = groups.devices + i * groups.size;
		for (uint32_t j = 0; j < count; j++)
			buf_printf(&text, "%s[%lld, %lld]", i || j ? ", " : "",
			           (long long)group[params->pairs[2 * j]],
			           (long long)group[params->pairs[2 * j + 1]]);
	}
	buf_printf(&text, "]> : tensor<%lldx2xi64>", (long long)(groups.count * count));
	return written(writing, emit(writing->emitter, "stablehlo.collective_permute",
	                             writing->operands, 1, buf_str(&text), writing->result));
}

/* What changes only how types describe the array. */
static bool write_same(struct writing *writing)
{
	return written(writing, writing->operands[0]);
}

static const struct lowering_row collectives[] = {
    {"psum", write_all_reduce, "stablehlo.add", NULL},
    {"pmax", write_all_reduce, "stablehlo.maximum", NULL},
    {"pmin", write_all_reduce, "stablehlo.minimum", NULL},
    {"all_gather", write_all_gather, NULL, NULL},
    {"all_gather_reduced", write_all_gather, NULL, NULL},
    {"reduce_scatter", write_reduce_scatter, "stablehlo.add", NULL},
    {"all_to_all", write_all_to_all, NULL, NULL},
    {"ppermute", write_ppermute, NULL, NULL},
    {"pvary", write_same, NULL, NULL},
    {"reduced_vary_cast", write_same, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

/* The primitive that stands for all of them says which one it is. */
static bool write_collective(struct writing *writing)
{
	const struct collective *params = writing->equation->params;
	for (writing->row = collectives; writing->row->primitive; writing->row++)
		if (strcmp(writing->row->primitive, params->name) == 0)
			return writing->row->write(writing);
	return lower_fails(writing->emitter, "what XLA makes of %s is not known", params->name);
}

/* JAX: _axis_index_lowering: the devices of the mesh are numbered along its last axis first. */
static bool write_index(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct collective *params = writing->equation->params;
	const struct mesh *mesh = emitter->mesh->mesh;
	struct array_type type = type_plain(emitter->arena, dtype_named(STR("uint32")), NULL, 0);
	uint32_t axis = (uint32_t)__builtin_ctzll(params->axes);
	int64_t step = 1;
	for (uint32_t i = axis + 1; i < mesh->naxes; i++)
		step *= mesh->axes[i].size;
	struct term operands[2];
	operands[1] = emit_number(emitter, type.dtype, step);
	struct term size = emit_number(emitter, type.dtype, mesh->axes[axis].size);
	operands[0] = emit(emitter, "stablehlo.partition_id", NULL, 0, STR(""), &type);
	operands[0] = emit(emitter, "stablehlo.divide", operands, 2, STR(""), &type);
	operands[1] = size;
	operands[0] = emit(emitter, "stablehlo.remainder", operands, 2, STR(""), &type);
	return written(writing,
	               emit(emitter, "stablehlo.convert", operands, 1, STR(""), writing->result));
}

const struct lowering_row lower_collective_rows[] = {
    {"axis_index", write_index, NULL, NULL},
    {"collective", write_collective, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
