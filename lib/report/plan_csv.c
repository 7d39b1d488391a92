/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan for spreadsheets: a row for each tensor; with slices or a device, a row for each tensor
 * and device, with start and stop of each dimension.
 */
#include <inttypes.h>

#include "report/plan_report.h"

void csv_add_field(struct buf *out, struct str text)
{
	bool quote = false;
	for (size_t i = 0; i < text.len; i++)
		quote |= strchr(",\"\r\n", text.s[i]) != NULL;
	if (!quote) {
		buf_add(out, text);
		return;
	}
	buf_putc(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == '"')
			buf_putc(out, '"');
		buf_putc(out, text.s[i]);
	}
	buf_putc(out, '"');
}

static void add_summary_row(struct stream *out, struct arena *scratch,
                            const struct plan_tensor *planned)
{
	const struct tensor *tensor = planned->tensor;
	const struct slice_map *slice_map = &planned->slice_map;
	struct buf *buf = &out->buf, shape = {.arena = scratch}, layout = {.arena = scratch},
		   shard = {.arena = scratch};
	csv_add_field(buf, tensor->name);
	buf_printf(buf, ",%s,%" PRId64 ",", tensor->dtype ? tensor->dtype->name : "",
	           tensor->count);
	if (planned->placed) {
		add_sizes(&shape, slice_map, false);
		add_layout(&layout, slice_map);
		add_sizes(&shard, slice_map, true);
		csv_add_field(buf, buf_str(&shape));
		buf_putc(buf, ',');
		csv_add_field(buf, buf_str(&layout));
		buf_putc(buf, ',');
		csv_add_field(buf, buf_str(&shard));
		buf_printf(buf, ",%" PRId64 ",%" PRId64 ",%" PRId64, slice_map->bytes,
		           slice_map->bytes_per_device, slice_map->copies);
	} else {
		buf_puts(buf, ",,,,,");
	}
	buf_puts(buf, "\r\n");
	stream_check(out);
}

/* ",start,stop" of every part of every dimension, made once for a tensor. */
struct parts {
	const struct str *texts[MAX_RANK]; /* per dimension, one for each shard */
};

static struct parts make_parts(struct arena *scratch, const struct slice_map *slice_map)
{
	struct parts parts;
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		struct str *texts = arena_new(scratch, struct str, (size_t)dim->shards);
		for (int64_t j = 0; j < dim->shards; j++) {
			struct slice slice = placed_dim_slice(dim, j);
			texts[j] =
			    str_format(scratch, ",%" PRId64 ",%" PRId64, slice.start, slice.stop);
		}
		parts.texts[i] = texts;
	}
	return parts;
}

/* Walks the positions of a mesh in order and keeps the index of the shard of each dimension. */
struct walk {
	const struct slice_map *slice_map;
	int64_t coordinates[MAX_AXES];
	int64_t indices[MAX_RANK];
	int32_t dim_of[MAX_AXES]; /* the dimension an axis shards, or -1 */
	int64_t
	    stride_of[MAX_AXES]; /* steps of that dimension's index for one step along the axis */
};

static void walk_start(struct walk *walk, const struct slice_map *slice_map)
{
	*walk = (struct walk){.slice_map = slice_map};
	for (uint32_t i = 0; i < slice_map->mesh->naxes; i++)
		walk->dim_of[i] = -1;
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		int64_t stride = 1;
		for (uint32_t j = slice_map->dims[i].naxes; j-- > 0;) {
			uint32_t axis = slice_map->dims[i].axes[j];
			walk->dim_of[axis] = (int32_t)i;
			walk->stride_of[axis] = stride;
			stride *= slice_map->mesh->axes[axis].size;
		}
	}
}

static void walk_step(struct walk *walk)
{
	const struct mesh *mesh = walk->slice_map->mesh;
	for (uint32_t i = mesh->naxes; i-- > 0;) {
		int64_t *index = walk->dim_of[i] < 0 ? NULL : &walk->indices[walk->dim_of[i]];
		if (index)
			*index += walk->stride_of[i];
		if (++walk->coordinates[i] < mesh->axes[i].size)
			return;
		walk->coordinates[i] = 0;
		if (index)
			*index -= mesh->axes[i].size * walk->stride_of[i];
	}
}

static void add_devices(struct stream *out, struct arena *scratch,
                        const struct plan_tensor *planned)
{
	const struct slice_map *slice_map = &planned->slice_map;
	struct parts parts = make_parts(scratch, slice_map);
	struct buf name = {.arena = scratch};
	struct walk *walk = arena_new(scratch, struct walk, 1);
	csv_add_field(&name, planned->tensor->name);
	buf_putc(&name, ',');
	walk_start(walk, slice_map);
	for (int64_t position = 0; position < slice_map->devices && !out->failed; position++) {
		buf_add(&out->buf, buf_str(&name));
		stream_integer(&out->buf, mesh_device(slice_map->mesh, position));
		for (uint32_t i = 0; i < slice_map->rank; i++)
			buf_add(&out->buf, parts.texts[i][walk->indices[i]]);
		buf_add(&out->buf, STR("\r\n"));
		walk_step(walk);
		stream_check(out);
	}
}

static void add_device(struct stream *out, const struct plan_tensor *planned, int64_t device)
{
	int64_t position = mesh_position(&planned->slice_map, device);
	struct slice slices[MAX_RANK];
	if (position < 0)
		return;
	slice_map_slices(&planned->slice_map, position, slices);
	csv_add_field(&out->buf, planned->tensor->name);
	buf_printf(&out->buf, ",%" PRId64, device);
	for (uint32_t i = 0; i < planned->slice_map.rank; i++)
		buf_printf(&out->buf, ",%" PRId64 ",%" PRId64, slices[i].start, slices[i].stop);
	buf_puts(&out->buf, "\r\n");
	stream_check(out);
}

static void add_header(struct buf *out, const struct plan *plan, bool per_device)
{
	uint32_t rank = 0;
	if (!per_device) {
		buf_puts(out,
		         "tensor,dtype,count,shape,layout,shard,bytes,bytes_per_device,copies\r\n");
		return;
	}
	for (uint32_t i = 0; i < plan->ntensors; i++)
		rank = plan->tensors[i].placed && plan->tensors[i].slice_map.rank > rank
		           ? plan->tensors[i].slice_map.rank
		           : rank;
	buf_puts(out, "tensor,device");
	for (uint32_t i = 0; i < rank; i++)
		buf_printf(out, ",start%u,stop%u", i, i);
	buf_puts(out, "\r\n");
}

static void plan_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                           const struct plan_report_options *options)
{
	add_header(&out->buf, plan, options->slices || options->has_device);
	for (uint32_t i = 0; i < plan->ntensors && !out->failed; i++) {
		const struct plan_tensor *planned = &plan->tensors[i];
		struct arena_mark mark = arena_mark(scratch);
		if (!options->slices && !options->has_device)
			add_summary_row(out, scratch, planned);
		else if (planned->placed && options->has_device)
			add_device(out, planned, options->device);
		else if (planned->placed)
			add_devices(out, scratch, planned);
		arena_rewind(scratch, mark);
	}
}

const struct plan_format plan_csv_format = {"csv", "rows for spreadsheets", plan_csv_write};
