/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan for spreadsheets: a row for each tensor; with slices or a device, a row for each tensor
 * and device, with start and stop of each dimension.
 */
#include <assert.h>
#include <inttypes.h>

#include "report/cost/cost_report.h"
#include "report/csv_field.h"
#include "report/layout_text.h"
#include "report/plan_report.h"

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
		buf_integer(buf, slice_map->copies);
	buf_puts(buf, "\r\n");
	stream_check(out);
}

/* Dimensions cut into more parts have the text of a part made each time, not once for all. */
enum { MAX_PARTS_KEPT = 4096 };

enum { PART_BYTES = 2 * (1 + INTEGER_DIGITS) }; /* at most, of a part */

/* Writes ",start,stop"; returns the end. */
static char *put_part(char *at, const struct placed_dim *dim, int64_t index)
{
	struct slice slice = placed_dim_slice(dim, index);
	*at++ = ',';
	at = integer_digits(at, slice.start);
	*at++ = ',';
	return integer_digits(at, slice.stop);
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
			char text[PART_BYTES];
			size_t length = (size_t)(put_part(text, dim, j) - text);
			texts[j] = str_copy(scratch, (struct str){text, length});
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

static char *put(char *at, struct str text)
{
	memcpy(at, text.s, text.len);
	return at + text.len;
}

/* Writes the parts of a row and its end; all rows have as many fields as the tensor of the highest
 * rank needs. */
static char *put_row(char *at, const struct slice_map *slice_map, const struct parts *parts,
                     const int64_t *indices, uint32_t highest)
{
	for (uint32_t i = 0; i < slice_map->rank; i++)
		at = parts->texts[i] ? put(at, parts->texts[i][indices[i]])
		                     : put_part(at, &slice_map->dims[i], indices[i]);
	for (uint32_t i = slice_map->rank; i < highest; i++)
		at = put(at, STR(",,"));
	return put(at, STR("\r\n"));
}

/* Room for a row behind the name: the device, parts and the end. */
static size_t row_bytes(uint32_t highest)
{
	return INTEGER_DIGITS + (size_t)highest * PART_BYTES + 2;
}

/* "name," as each row of a tensor begins. */
static struct str row_name(struct arena *scratch, const struct plan_tensor *planned)
{
	struct buf name = {.arena = scratch};
	csv_add_field(&name, scratch, planned->tensor->name);
	buf_putc(&name, ',');
	return buf_str(&name);
}

static void add_devices(struct stream *out, struct arena *scratch,
                        const struct plan_tensor *planned, uint32_t highest)
{
	const struct slice_map *slice_map = &planned->slice_map;
	const struct parts parts = make_parts(scratch, slice_map);
	const struct str name = row_name(scratch, planned);
	struct walk *walk = arena_new(scratch, struct walk, 1);
	walk_start(walk, slice_map);
	for (int64_t position = 0; position < slice_map->devices && !out->failed; position++) {
		char *start = buf_reserve(&out->buf, name.len + row_bytes(highest));
		char *at = integer_digits(put(start, name), mesh_device(slice_map->mesh, position));
		at = put_row(at, slice_map, &parts, walk->indices, highest);
		out->buf.len += (size_t)(at - start);
		walk_step(walk);
		stream_check(out);
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
	buf_add(&out->buf, row_name(scratch, planned));
	buf_integer(&out->buf, device);
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		buf_putc(&out->buf, ',');
		buf_integer(&out->buf, slices[i].start);
		buf_putc(&out->buf, ',');
		buf_integer(&out->buf, slices[i].stop);
	}
	buf_fill(&out->buf, ',', 2 * (size_t)(highest - slice_map->rank));
	buf_add(&out->buf, STR("\r\n"));
	stream_check(out);
}

static void add_range(struct stream *out, struct arena *scratch, const struct plan_tensor *planned,
                      const struct plan_report_options *options, uint32_t highest)
{
	for (int64_t device = options->device; device <= options->last_device && !out->failed;
	     device++) {
		struct arena_mark mark = arena_mark(scratch);
		add_device(out, scratch, planned, device, highest);
		arena_rewind(scratch, mark);
	}
}

static uint32_t highest_rank(const struct plan_tensor *tensors, uint32_t count, uint32_t rank)
{
	assert(rank <= MAX_RANK);
	for (uint32_t i = 0; i < count; i++)
		if (tensors[i].placed && tensors[i].slice_map.rank > rank)
			rank = tensors[i].slice_map.rank;
	return rank;
}

static void add_slices_header(struct buf *out, uint32_t rank)
{
	buf_puts(out, "tensor,device");
	for (uint32_t i = 0; i < rank; i++)
		buf_printf(out, ",start%u,stop%u", i, i);
	buf_puts(out, "\r\n");
}

static void add_rows(struct stream *out, struct arena *scratch, const struct plan_tensor *tensors,
                     uint32_t count, const struct plan_report_options *options, uint32_t rank)
{
	for (uint32_t i = 0; i < count && !out->failed; i++) {
		const struct plan_tensor *planned = &tensors[i];
		struct arena_mark mark = arena_mark(scratch);
		if (!options->slices && !options->has_device)
			add_summary_row(out, scratch, planned);
		else if (planned->placed && options->has_device)
			add_range(out, scratch, planned, options, rank);
		else if (planned->placed)
			add_devices(out, scratch, planned, rank);
		arena_rewind(scratch, mark);
	}
}

void plan_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                    const struct plan_report_options *options)
{
	if (options->table != TABLE_TENSORS) {
		cost_csv_write(out, scratch, plan, options->table);
		return;
	}
	uint32_t rank = highest_rank(plan->tensors, plan->ntensors, 0);
	rank = highest_rank(plan->values, plan->nvalues, rank);
	if (options->slices || options->has_device)
		add_slices_header(&out->buf, rank);
	else
		buf_puts(&out->buf, "tensor,dtype,count,shape,layout,shard,bytes,"
		                    "bytes_per_device,copies\r\n");
	add_rows(out, scratch, plan->tensors, plan->ntensors, options, rank);
	add_rows(out, scratch, plan->values, plan->nvalues, options, rank);
}
