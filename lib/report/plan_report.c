/* SPDX-License-Identifier: Apache-2.0 */
#include "report/plan_report.h"

#include "base/utf8.h"

static const struct plan_format *const formats[] = {&plan_text_format, &plan_json_format,
                                                    &plan_csv_format};

const struct plan_format *plan_format_named(struct str name)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (str_equal(str_of(formats[i]->name), name))
			return formats[i];
	return NULL;
}

char *stream_digits(char *at, int64_t number)
{
	/* Two digits at a time, because divisions take most of the time. */
	static const char pairs[] = "00010203040506070809"
				    "10111213141516171819"
				    "20212223242526272829"
				    "30313233343536373839"
				    "40414243444546474849"
				    "50515253545556575859"
				    "60616263646566676869"
				    "70717273747576777879"
				    "80818283848586878889"
				    "90919293949596979899";
	char digits[STREAM_DIGITS];
	size_t start = sizeof digits;
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	for (; rest >= 100; rest /= 100) {
		start -= 2;
		memcpy(digits + start, pairs + 2 * (rest % 100), 2);
	}
	start -= rest >= 10 ? 2 : 1;
	memcpy(digits + start, pairs + 2 * rest + (rest < 10), rest >= 10 ? 2 : 1);
	if (number < 0)
		digits[--start] = '-';
	memcpy(at, digits + start, sizeof digits - start);
	return at + (sizeof digits - start);
}

void stream_integer(struct buf *buf, int64_t number)
{
	char *at = buf_reserve(buf, STREAM_DIGITS);
	buf->len += (size_t)(stream_digits(at, number) - at);
}

bool next_shard(const struct slice_map *slice_map, int64_t *indices)
{
	for (uint32_t i = slice_map->rank; i-- > 0;) {
		if (++indices[i] < slice_map->dims[i].shards)
			return true;
		indices[i] = 0;
	}
	return false;
}

struct str bytes_text(struct arena *arena, int64_t bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	double value = (double)bytes;
	size_t unit = 0;
	for (; (value >= 1024 || value <= -1024) && unit + 1 < sizeof units / sizeof *units; unit++)
		value /= 1024;
	return str_format(arena, unit ? "%.2f %s" : "%.0f %s", value, units[unit]);
}

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
		stream_integer(out, tensor->dims[i].size);
	}
	buf_putc(out, ']');
}

void add_shard_shape(struct buf *out, const struct slice_map *slice_map)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		buf_puts(out, i ? ", " : "");
		stream_integer(out, slice_map->dims[i].shard);
	}
	buf_putc(out, ']');
}

void add_entries(struct buf *out, struct arena *scratch, const struct slice_map *slice_map,
                 void (*add_name)(struct buf *out, struct arena *scratch, struct str name))
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < slice_map->rank; i++) {
		const struct placed_dim *dim = &slice_map->dims[i];
		buf_puts(out, i ? ", " : "");
		buf_puts(out, dim->naxes == 0 ? "null" : dim->naxes > 1 ? "[" : "");
		for (uint32_t j = 0; j < dim->naxes; j++) {
			buf_puts(out, j ? ", " : "");
			add_name(out, scratch, slice_map->mesh->axes[dim->axes[j]].name);
		}
		buf_puts(out, dim->naxes > 1 ? "]" : "");
	}
	buf_putc(out, ']');
}

static void add_escaped(struct buf *out, struct arena *scratch, struct str name)
{
	(void)scratch;
	utf8_add_escaped(out, name);
}

void add_layout(struct buf *out, const struct slice_map *slice_map)
{
	add_entries(out, NULL, slice_map, add_escaped);
}
