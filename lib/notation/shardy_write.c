/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "notation/named_write.h"
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

void shardy_write_dims(struct buf *out, const struct named_sharding *sharding)
{
	named_write_dims(out, sharding, add_quoted);
}

void shardy_write(struct buf *out, const struct named_sharding *sharding)
{
	assert(sharding->mesh);
	buf_puts(out, "#sdy.sharding<");
	add_mesh(out, sharding->mesh);
	named_write(out, sharding, add_quoted);
	buf_putc(out, '>');
}
