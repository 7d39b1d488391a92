/* SPDX-License-Identifier: Apache-2.0 */
/* The formats in which a plan is written. */
#ifndef REPORT_PLAN_REPORT_H
#define REPORT_PLAN_REPORT_H

#include "plan/plan.h"
#include "report/stream.h"

struct plan_report_options {
	bool slices;     /* the slice map too */
	bool groups;     /* groups and pairs of the collectives too */
	bool has_device; /* only what this device holds */
	int64_t device;  /* its id */
	struct str framework;
};

/* One format. Memory for its work comes from `scratch`. */
struct plan_format {
	const char *name, *summary;
	void (*write)(struct stream *out, struct arena *scratch, const struct plan *plan,
	              const struct plan_report_options *options);
};

/* The format of this name, or NULL. */
const struct plan_format *plan_format_named(struct str name);

extern const struct plan_format plan_text_format, plan_json_format, plan_csv_format;

/* Goes through the shards of a slice_map: the indices along each dimension, last one fastest. False
 * after the last one. */
bool next_shard(const struct slice_map *slice_map, int64_t *indices);

/* 134217728 as "128.0 MiB", in the arena. */
struct str bytes_text(struct arena *arena, int64_t bytes);

/* 0.00123 as "1.23 ms", in the arena. */
struct str seconds_text(struct arena *arena, double seconds);

/* [4096, 128] or [data, [x, y], null]: sizes and layouts as a spec writes them. */
void add_shape(struct buf *out, const struct tensor *tensor);
void add_shard_shape(struct buf *out, const struct slice_map *slice_map);
void add_layout(struct buf *out, const struct slice_map *slice_map);

#endif
