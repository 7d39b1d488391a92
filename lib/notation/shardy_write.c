/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "notation/shardy.h"

/* A name in quotes, escaped as MLIR prints strings. */
static void add_quoted(struct buf *out, struct str name)
{
	buf_putc(out, '"');
	for (size_t i = 0; i < name.len; i++) {
		unsigned char byte = (unsigned char)name.s[i];
		if (byte == '\\')
			buf_puts(out, "\\\\");
		else if (byte >= 0x20 && byte < 0x7f && byte != '"')
			buf_putc(out, name.s[i]);
		else
			buf_printf(out, "\\%02X", byte);
	}
	buf_putc(out, '"');
}

static void add_mesh(struct buf *out, const struct named_mesh *mesh)
{
	buf_puts(out, "mesh<[");
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(out, i ? ", " : "");
		add_quoted(out, mesh->axes[i].name);
		buf_printf(out, "=%" PRId64, mesh->axes[i].size);
	}
	buf_putc(out, ']');
	const int64_t *devices =
	    mesh->order ? tile_assignment_devices(out->arena, mesh->order) : NULL;
	for (int64_t i = 0; devices && i < mesh->count; i++)
		buf_printf(out, "%s%" PRId64, i ? ", " : ", device_ids=[", devices[i]);
	if (mesh->single)
		buf_printf(out, ", device_ids=[%" PRId64, mesh->device);
	buf_puts(out, devices || mesh->single ? "]>" : ">");
}

static void add_parts(struct buf *out, const struct named_mesh *mesh,
                      const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++) {
		const struct axis_part *part = &parts->items[i];
		buf_puts(out, i ? ", " : "");
		add_quoted(out, mesh->axes[part->axis].name);
		axis_part_write_cut(out, part, mesh->axes[part->axis].size);
	}
}

static void add_dim(struct buf *out, const struct named_mesh *mesh, const struct named_dim *dim)
{
	buf_putc(out, '{');
	add_parts(out, mesh, &dim->axes);
	if (dim->open)
		buf_puts(out, dim->axes.count ? ", ?" : "?");
	buf_putc(out, '}');
	if (dim->priority != NO_PRIORITY)
		buf_printf(out, "p%" PRId64, dim->priority);
}

static void add_list(struct buf *out, const struct named_mesh *mesh, const char *name,
                     const struct axis_parts *parts)
{
	if (!parts->count)
		return;
	buf_printf(out, ", %s{", name);
	add_parts(out, mesh, parts);
	buf_putc(out, '}');
}

void shardy_write(struct buf *out, const struct named_sharding *sharding)
{
	assert(sharding->mesh);
	static const char *const unreduced[] = {
	    [REDUCE_SUM] = "unreduced=",
	    [REDUCE_MAX] = "unreduced=max",
	    [REDUCE_MIN] = "unreduced=min",
	};
	const struct named_mesh *mesh = sharding->mesh;
	buf_puts(out, "#sdy.sharding<");
	add_mesh(out, mesh);
	buf_puts(out, ", [");
	for (uint32_t i = 0; i < sharding->rank; i++) {
		buf_puts(out, i ? ", " : "");
		add_dim(out, mesh, &sharding->dims[i]);
	}
	buf_putc(out, ']');
	add_list(out, mesh, "replicated=", &sharding->replicated);
	add_list(out, mesh, unreduced[sharding->reduction], &sharding->unreduced);
	buf_putc(out, '>');
}
