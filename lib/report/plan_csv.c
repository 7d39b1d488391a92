/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan for spreadsheets: a row for each tensor; with slices or a device, a row for each tensor
 * and device, with start and stop of each dimension.
 */
#include <inttypes.h>

#include "base/utf8.h"
#include "report/plan_report.h"

void csv_add_field(struct buf *out, struct arena *scratch, struct str raw)
{
	struct str text = utf8_escaped(scratch, raw);
	bool quote = str_find(text, ',', 0) < text.len || str_find(text, '"', 0) < text.len;
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
	csv_add_field(buf, scratch, tensor->name);
	buf_printf(buf, ",%s,%" PRId64 ",", tensor->dtype ? tensor->dtype->name : "",
	           tensor->count);
	if (tensor->has_shape && !tensor->broken)
		add_shape(&shape, tensor);
	if (planned->placed) {
		add_layout(&layout, slice_map);
		add_shard_shape(&shard, slice_map);
	}
	csv_add_field(buf, scratch, buf_str(&shape));
	buf_putc(buf, ',');
	csv_add_field(buf, scratch, buf_str(&layout));
	buf_putc(buf, ',');
	csv_add_field(buf, scratch, buf_str(&shard));
	if (planned->placed && slice_map->element_bits)
		buf_printf(buf, ",%" PRId64 ",%" PRId64, slice_map->bytes,
		           slice_map->bytes_per_device);
	else
		buf_puts(buf, ",,");
	buf_putc(buf, ',');
	if (planned->placed)
		stream_integer(buf, slice_map->copies);
	buf_puts(buf, "\r\n");
	stream_check(out);
}

/* Dimensions cut into more parts have the text of a part made each time, not once for all. */
enum { MAX_PARTS_KEPT = 4096 };

/* ",start,stop" */
static void add_part(struct buf *out, const struct placed_dim *dim, int64_t index)
{
	struct slice slice = placed_dim_slice(dim, index);
	buf_putc(out, ',');
	stream_integer(out, slice.start);
	buf_putc(out, ',');
	stream_integer(out, slice.stop);
}

/* The text of every part of every dimension, made once for a tensor. */
struct parts {
	const struct str *texts[MAX_RANK]; /* per dimension, one for each part; or NULL */
};

static struct parts make_parts(struct arena *scratch, const struct slice_map *slice_map)
{
	struct parts parts = {{NULL}};
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		if (dim->shards > MAX_PARTS_KEPT)
			continue;
		struct str *texts = arena_new(scratch, struct str, (size_t)dim->shards);
		for (int64_t j = 0; j < dim->shards; j++) {
			struct buf text = {.arena = scratch};
			add_part(&text, dim, j);
			texts[j] = buf_str(&text);
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

/* Ends a row; all rows have as many fields as the tensor of the highest rank needs. */
static void end_row(struct stream *out, const struct slice_map *slice_map, uint32_t highest)
{
	buf_fill(&out->buf, ',', 2 * (size_t)(highest - slice_map->rank));
	buf_add(&out->buf, STR("\r\n"));
	stream_check(out);
}

static void add_devices(struct stream *out, struct arena *scratch,
                        const struct plan_tensor *planned, uint32_t highest)
{
	const struct slice_map *slice_map = &planned->slice_map;
	struct parts parts = make_parts(scratch, slice_map);
	struct buf name = {.arena = scratch};
	struct walk *walk = arena_new(scratch, struct walk, 1);
	csv_add_field(&name, scratch, planned->tensor->name);
	buf_putc(&name, ',');
	walk_start(walk, slice_map);
	for (int64_t position = 0; position < slice_map->devices && !out->failed; position++) {
		buf_add(&out->buf, buf_str(&name));
		stream_integer(&out->buf, mesh_device(slice_map->mesh, position));
		for (uint32_t i = 0; i < slice_map->rank; i++) {
			if (parts.texts[i])
				buf_add(&out->buf, parts.texts[i][walk->indices[i]]);
			else
				add_part(&out->buf, &slice_map->dims[i], walk->indices[i]);
		}
		end_row(out, slice_map, highest);
		walk_step(walk);
	}
}

static void add_device(struct stream *out, struct arena *scratch, const struct plan_tensor *planned,
                       int64_t device, uint32_t highest)
{
	const struct slice_map *slice_map = &planned->slice_map;
	int64_t position = mesh_position(slice_map->mesh, device);
	struct slice slices[MAX_RANK];
	if (position < 0)
		return;
	slice_map_slices(slice_map, position, slices);
	csv_add_field(&out->buf, scratch, planned->tensor->name);
	buf_putc(&out->buf, ',');
	stream_integer(&out->buf, device);
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		buf_putc(&out->buf, ',');
		stream_integer(&out->buf, slices[i].start);
		buf_putc(&out->buf, ',');
		stream_integer(&out->buf, slices[i].stop);
	}
	end_row(out, slice_map, highest);
}

static uint32_t highest_rank(const struct plan *plan)
{
	uint32_t rank = 0;
	for (uint32_t i = 0; i < plan->ntensors; i++)
		if (plan->tensors[i].placed && plan->tensors[i].slice_map.rank > rank)
			rank = plan->tensors[i].slice_map.rank;
	return rank;
}

static void add_slices_header(struct buf *out, uint32_t rank)
{
	buf_puts(out, "tensor,device");
	for (uint32_t i = 0; i < rank; i++)
		buf_printf(out, ",start%u,stop%u", i, i);
	buf_puts(out, "\r\n");
}

static void plan_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                           const struct plan_report_options *options)
{
	uint32_t rank = highest_rank(plan);
	if (options->slices || options->has_device)
		add_slices_header(&out->buf, rank);
	else
		buf_puts(&out->buf, "tensor,dtype,count,shape,layout,shard,bytes,"
		                    "bytes_per_device,copies\r\n");
	for (uint32_t i = 0; i < plan->ntensors && !out->failed; i++) {
		const struct plan_tensor *planned = &plan->tensors[i];
		struct arena_mark mark = arena_mark(scratch);
		if (!options->slices && !options->has_device)
			add_summary_row(out, scratch, planned);
		else if (planned->placed && options->has_device)
			add_device(out, scratch, planned, options->device, rank);
		else if (planned->placed)
			add_devices(out, scratch, planned, rank);
		arena_rewind(scratch, mark);
	}
}

const struct plan_format plan_csv_format = {"csv", "rows for spreadsheets", plan_csv_write};
