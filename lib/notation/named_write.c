/* SPDX-License-Identifier: Apache-2.0 */
#include "notation/named_write.h"

#include <assert.h>
#include <inttypes.h>

static void add_parts(struct buf *out, const struct named_mesh *mesh, write_name *name,
                      const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++) {
		const struct axis_part *part = &parts->items[i];
		assert(part->axis < mesh->naxes);
		buf_puts(out, i ? ", " : "");
		name(out, mesh->axes[part->axis].name);
		axis_part_write_cut(out, part, mesh->axes[part->axis].size);
	}
}

void named_write_list(struct buf *out, const struct named_mesh *mesh, write_name *name,
                      const char *word, const struct axis_parts *parts)
{
	if (!parts->count)
		return;
	buf_puts(out, word);
	add_parts(out, mesh, name, parts);
	buf_putc(out, '}');
}

void named_write_dims(struct buf *out, const struct named_sharding *sharding, write_name *name)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < sharding->rank; i++) {
		const struct named_dim *dim = &sharding->dims[i];
		buf_puts(out, i ? ", {" : "{");
		add_parts(out, sharding->mesh, name, &dim->axes);
		if (dim->open)
			buf_puts(out, dim->axes.count ? ", ?" : "?");
		buf_putc(out, '}');
		if (dim->priority != NO_PRIORITY)
			buf_printf(out, "p%" PRId64, dim->priority);
	}
	buf_putc(out, ']');
}

void named_write(struct buf *out, const struct named_sharding *sharding, write_name *name)
{
	static const char *const unreduced[] = {
	    [REDUCE_SUM] = ", unreduced={",
	    [REDUCE_MAX] = ", unreduced=max{",
	    [REDUCE_MIN] = ", unreduced=min{",
	};
	const struct named_mesh *mesh = sharding->mesh;
	buf_puts(out, ", ");
	named_write_dims(out, sharding, name);
	named_write_list(out, mesh, name, ", replicated={", &sharding->replicated);
	named_write_list(out, mesh, name, unreduced[sharding->reduction], &sharding->unreduced);
}
