/* SPDX-License-Identifier: Apache-2.0 */
#include "report/layout_text.h"

#include "base/utf8.h"

struct str seconds_text(struct arena *arena, double seconds)
{
	if (seconds >= 1)
		return str_format(arena, "%.3g s", seconds);
	if (seconds >= 1e-3)
		return str_format(arena, "%.3g ms", seconds * 1e3);
	return str_format(arena, "%.3g us", seconds * 1e6);
}

void add_shape(struct buf *out, const struct tensor *tensor)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < tensor->rank; i++) {
		buf_puts(out, i ? ", " : "");
		buf_integer(out, tensor->dims[i].size);
	}
	buf_putc(out, ']');
}

void add_shard_shape(struct buf *out, const struct slice_map *slice_map)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		buf_puts(out, i ? ", " : "");
		buf_integer(out, slice_map->dims[i].shard);
	}
	buf_putc(out, ']');
}

void add_layout(struct buf *out, const struct slice_map *slice_map)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		buf_puts(out, i ? ", " : "");
		buf_puts(out, dim->naxes == 0 ? "null" : dim->naxes > 1 ? "[" : "");
		for (uint32_t j = 0; j < dim->naxes; j++) {
			buf_puts(out, j ? ", " : "");
			utf8_add_escaped(out, slice_map->mesh->axes[dim->axes[j]].name);
		}
		buf_puts(out, dim->naxes > 1 ? "]" : "");
	}
	buf_putc(out, ']');
	for (uint32_t i = 0, listed = 0; slice_map->partial && i < slice_map->mesh->naxes; i++) {
		if (!(slice_map->partial >> i & 1))
			continue;
		buf_puts(out, listed++ ? ", " : " partial over ");
		utf8_add_escaped(out, slice_map->mesh->axes[i].name);
	}
}
