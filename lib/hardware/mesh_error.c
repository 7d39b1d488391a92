/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/mesh_error.h"

#include <inttypes.h>

static void add_values(struct buf *out, const int64_t *values, uint32_t count,
                       const char *separator)
{
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s%" PRId64, i ? separator : "", values[i]);
}

void mesh_error_add_tuple(struct buf *out, const int64_t *values, uint32_t count)
{
	buf_putc(out, '(');
	add_values(out, values, count, ", ");
	buf_puts(out, count == 1 ? ",)" : ")");
}

struct str mesh_error_sizes(struct arena *arena, const int64_t *values, uint32_t count,
                            bool is_list)
{
	struct buf out = {.arena = arena};
	if (is_list) {
		buf_putc(&out, '[');
		add_values(&out, values, count, ", ");
		buf_putc(&out, ']');
	} else {
		mesh_error_add_tuple(&out, values, count);
	}
	return buf_str(&out);
}

struct str mesh_error_shape(struct arena *arena, const int64_t *values, uint32_t count)
{
	struct buf out = {.arena = arena};
	buf_putc(&out, '(');
	add_values(&out, values, count, ",");
	buf_puts(&out, count == 1 ? ",)" : ")");
	return buf_str(&out);
}
