/* SPDX-License-Identifier: Apache-2.0 */
#include "report/show/show_words.h"

#include <inttypes.h>

#include "base/utf8.h"
#include "report/layout_text.h"

const char show_padding_text[] = "no elements: shards smaller than the others, or empty";

static size_t longer(size_t a, size_t b)
{
	return a > b ? a : b;
}

static const char *plural_of(int64_t count)
{
	return count == 1 ? "" : "s";
}

static void add_axes(struct buf *out, const struct mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_putc(out, ' ');
		utf8_add_escaped(out, mesh->axes[i].name);
		buf_printf(out, "=%" PRId64, mesh->axes[i].size);
	}
}

/* w: bfloat16[4096, 128] x32, laid out [data, null] */
static struct str tensor_line(struct arena *arena, const struct picture *picture)
{
	const struct tensor *tensor = picture->tensor;
	struct buf out = {.arena = arena};
	utf8_add_escaped(&out, tensor->name);
	buf_printf(&out, ": %s", tensor->dtype ? tensor->dtype->name : "");
	add_shape(&out, tensor);
	if (tensor->count > 1)
		buf_printf(&out, " x%" PRId64, tensor->count);
	buf_puts(&out, ", laid out ");
	add_layout(&out, &picture->slice_map);
	return buf_str(&out);
}

/* mesh: data=4 model=2, 8 devices */
static struct str mesh_line(struct arena *arena, const struct picture *picture)
{
	const struct slice_map *slice_map = &picture->slice_map;
	struct buf out = {.arena = arena};
	if (!str_equal(slice_map->mesh->name, STR("mesh")))
		buf_puts(&out, "mesh ");
	utf8_add_escaped(&out, slice_map->mesh->name);
	buf_putc(&out, ':');
	add_axes(&out, slice_map->mesh);
	buf_printf(&out, ", %" PRId64 " device%s", slice_map->devices,
	           plural_of(slice_map->devices));
	return buf_str(&out);
}

/* 4 shards of [1024, 128], 256.00 KiB; 2 devices hold each */
static struct str shards_line(struct arena *arena, const struct picture *picture)
{
	const struct slice_map *slice_map = &picture->slice_map;
	struct buf out = {.arena = arena};
	buf_printf(&out, "%" PRId64 " shard%s of ", slice_map->shards,
	           plural_of(slice_map->shards));
	add_shard_shape(&out, slice_map);
	if (slice_map->element_bits) {
		buf_printf(&out, ", %s", bytes_text(arena, slice_map->bytes_per_device).s);
	}
	if (slice_map->uneven)
		buf_puts(&out, ", some smaller");
	if (slice_map->shards == 1)
		buf_puts(&out, slice_map->devices == 1 ? "; 1 device holds it"
		               : slice_map->partial    ? "; every device holds parts of its sums"
		                                       : "; every device holds it");
	else
		buf_printf(&out, "; %" PRId64 " device%s each", slice_map->copies,
		           slice_map->copies == 1 ? " holds" : "s hold");
	return buf_str(&out);
}

/* dim 1 at 32:64 (shard 1 of 0 to 7), or dim 1 whole */
static void add_fixed(struct buf *out, const struct picture *picture, uint32_t number)
{
	const struct placed_dim *dim = &picture->slice_map.dims[number];
	struct slice slice = placed_dim_slice(dim, picture->indices[number]);
	if (dim->shards == 1)
		buf_printf(out, "dim %u whole", number);
	else
		buf_printf(
		    out,
		    "dim %u at %" PRId64 ":%" PRId64 " (shard %" PRId64 " of 0 to %" PRId64 ")",
		    number, slice.start, slice.stop, picture->indices[number], dim->shards - 1);
}

/* The dimensions that are not drawn; empty when there are none. */
static struct str fixed_line(struct arena *arena, const struct picture *picture)
{
	struct buf out = {.arena = arena};
	const char *separator = "fixed: ";
	for (uint32_t i = 0; i < picture->slice_map.rank; i++) {
		const struct placed_dim *dim = &picture->slice_map.dims[i];
		if (dim == picture->rows.dim || dim == picture->columns.dim)
			continue;
		buf_puts(&out, separator);
		add_fixed(&out, picture, i);
		separator = ", ";
	}
	return buf_str(&out);
}

static void add_held_slices(struct buf *out, const struct picture *picture)
{
	struct slice slices[MAX_RANK];
	slice_map_slices(&picture->slice_map, picture->position, slices);
	buf_putc(out, '[');
	for (uint32_t i = 0; i < picture->slice_map.rank; i++)
		buf_printf(out, "%s%" PRId64 ":%" PRId64, i ? ", " : "", slices[i].start,
		           slices[i].stop);
	buf_putc(out, ']');
}

/* device 5 at data=2 model=1 holds [8:12, 0:3] */
static struct str device_line(struct arena *arena, const struct picture *picture)
{
	const struct mesh *mesh = picture->slice_map.mesh;
	struct buf out = {.arena = arena};
	int64_t stride = picture->slice_map.devices;
	buf_printf(&out, "device %" PRId64, picture->device);
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		stride /= mesh->axes[i].size;
		buf_puts(&out, i ? " " : " at ");
		utf8_add_escaped(&out, mesh->axes[i].name);
		buf_printf(&out, "=%" PRId64, picture->position / stride % mesh->axes[i].size);
	}
	buf_puts(&out, " holds ");
	add_held_slices(&out, picture);
	if (!picture->marked)
		buf_puts(&out, ", which is not in this picture");
	return buf_str(&out);
}

/* What a layout leaves open; empty when it says all. */
static struct str open_line(struct arena *arena, const struct picture *picture)
{
	const struct partition_spec *spec = &picture->tensor->layout->spec;
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < spec->nunreduced; i++) {
		buf_puts(&out, i ? ", " : "devices hold partial sums over ");
		utf8_add_escaped(&out, spec->unreduced[i].name);
	}
	for (uint32_t i = 0; i < spec->nentries && i < picture->slice_map.rank; i++)
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED)
			buf_printf(&out,
			           "%sdim %u is unconstrained: XLA may cut it, drawn as not cut",
			           out.len ? "; " : "", i);
	return buf_str(&out);
}

struct show_lines show_head(struct arena *arena, const struct picture *picture)
{
	const struct str lines[] = {
	    tensor_line(arena, picture), mesh_line(arena, picture), shards_line(arena, picture),
	    fixed_line(arena, picture),  open_line(arena, picture),
	};
	struct show_lines head = {.count = 0};
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		if (lines[i].len)
			head.lines[head.count++] = lines[i];
	if (picture->has_device)
		head.lines[head.count++] = device_line(arena, picture);
	return head;
}

struct str show_elided(struct arena *arena, const struct picture *picture, const struct view *rows,
                       const struct view *columns)
{
	struct buf out = {.arena = arena};
	if (view_gaps(rows))
		buf_printf(&out, "%" PRId64 " of %" PRId64 " rows", view_shown(rows),
		           picture->rows.shards);
	if (view_gaps(columns))
		buf_printf(&out, "%s%" PRId64 " of %" PRId64 " columns", out.len ? ", " : "",
		           view_shown(columns), picture->columns.shards);
	if (!out.len)
		return STR("");
	return str_format(arena, "drawn: %.*s; --all draws all", (int)out.len, out.data);
}

int64_t side_filled(const struct side *side, int64_t index, int64_t *full)
{
	*full = 1;
	if (!side->dim)
		return 1;
	struct slice slice = placed_dim_slice(side->dim, index);
	*full = side->dim->shard;
	return slice.stop - slice.start;
}

struct str side_range(struct arena *arena, const struct side *side, int64_t index)
{
	int64_t full, filled = side_filled(side, index, &full);
	if (!side->dim)
		return STR("");
	struct slice slice = placed_dim_slice(side->dim, index);
	struct str range = str_format(arena, "%" PRId64 ":%" PRId64, slice.start, slice.stop);
	if (!filled)
		return str_format(arena, "%.*s, empty", STR_ARG(range));
	if (filled < full)
		return str_format(arena, "%.*s, short", STR_ARG(range));
	return range;
}

struct str side_range_part(struct str range, bool rest)
{
	size_t colon = str_find(range, ':', 0), end = colon < range.len ? colon + 1 : range.len;
	return rest ? str_slice(range, end, range.len) : str_slice(range, 0, end);
}

/* The longest one is that of the last full shard, of the one behind it or of the last one of all.
 */
size_t side_range_width(struct arena *scratch, const struct side *side, bool parts)
{
	struct arena_mark mark = arena_mark(scratch);
	int64_t full = side->dim && side->dim->shard ? side->dim->size / side->dim->shard : 0;
	int64_t candidates[] = {full - 1, full, side->shards - 1};
	size_t width = 0;
	for (int i = 0; i < 3; i++) {
		if (candidates[i] < 0 || candidates[i] >= side->shards)
			continue;
		struct str range = side_range(scratch, side, candidates[i]);
		width = longer(width, parts ? longer(side_range_part(range, false).len,
		                                     side_range_part(range, true).len)
		                            : range.len);
	}
	arena_rewind(scratch, mark);
	return width;
}

const struct show_color *show_color(const struct picture *picture, int64_t row, int64_t column)
{
	static const struct show_color colors[SHOW_COLORS] = {
	    {117, "#87d7ff"}, {216, "#ffaf87"}, {150, "#afd787"}, {222, "#ffd787"},
	    {183, "#d7afff"}, {80, "#5fd7d7"},  {211, "#ff87af"}, {187, "#d7d7af"},
	    {111, "#87afff"}, {114, "#87d787"}, {209, "#ff875f"}, {146, "#afafd7"},
	};
	int64_t fixed = 0;
	for (uint32_t i = 0; i < picture->slice_map.rank; i++)
		fixed += picture->indices[i] % SHOW_COLORS;
	return &colors[(row % SHOW_COLORS * 5 + column % SHOW_COLORS + fixed * 7) % SHOW_COLORS];
}
