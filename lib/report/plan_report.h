/* SPDX-License-Identifier: Apache-2.0 */
/* The formats in which a plan is written. */
#ifndef REPORT_PLAN_REPORT_H
#define REPORT_PLAN_REPORT_H

#include "plan/plan.h"
#include "report/stream.h"

struct plan_report_options {
	bool slices;                 /* the slice map too */
	bool groups;                 /* groups and pairs of the collectives too */
	bool has_device;             /* only what these devices hold */
	int64_t device, last_device; /* the first and the last id of a range */
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

/* A layout with its names written by `add_name`. */
void add_entries(struct buf *out, struct arena *scratch, const struct slice_map *slice_map,
                 void (*add_name)(struct buf *out, struct arena *scratch, struct str name));

/* ", 1.2 ms (1 ms to 1.5 ms)", or nothing when the time is not known. */
void plan_text_seconds(struct buf *out, struct arena *scratch, const struct seconds *seconds);

/* A step of a reshard, in two lines or three. */
void plan_text_step(struct stream *out, struct arena *scratch, const struct plan_step *step);

/* Pieces of JSON: "meshes": {...}; the layout of a tensor, a list as long as its rank; seconds or
 * null. */
void plan_json_meshes(struct stream *out, struct arena *scratch, const struct plan *plan);
void plan_json_layout(struct buf *out, struct arena *scratch, const struct slice_map *slice_map);
void plan_json_seconds(struct buf *out, const struct seconds *seconds);

/* The objects of some steps in JSON, one line each, without the brackets around them. `positions`
 * is of the text they stand in. */
void plan_json_steps(struct stream *out, struct arena *scratch, const struct plan_steps *steps,
                     const struct position_index *positions, bool groups);

/* A field of CSV, with control characters as escapes; quoted when it holds a comma or a quote (RFC
 * 4180). */
void csv_add_field(struct buf *out, struct arena *scratch, struct str raw);

#endif
