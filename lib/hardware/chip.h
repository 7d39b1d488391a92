/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of each kind of chip: identity, torus, and figures, every one with its source.
 * specs/hardware.yaml is the one place where they stand; chips.py makes the table of it.
 */
#pragma once

#include "base/buf.h"
#include "hardware/topology.h"

/* Figures of a chip; chip_figure_field tells the unit of each. Bytes/s are one way. */
enum figure {
	FIGURE_BF16_FLOPS,
	FIGURE_FP32_FLOPS, /* of float32 as it is multiplied by default; 0: as bf16 */
	FIGURE_INT8_OPS,
	FIGURE_FP8_FLOPS,
	FIGURE_INT4_OPS,
	FIGURE_FP4_FLOPS,
	FIGURE_HBM_BYTES,        /* nominal, of the chip */
	FIGURE_HBM_USABLE_BYTES, /* what the compiler has, of one device */
	FIGURE_HBM_BANDWIDTH,
	FIGURE_VMEM_BYTES, /* of one core */
	FIGURE_LINK_BANDWIDTH,
	FIGURE_LINK_PEAK,
	FIGURE_PEER_LINKS, /* that join each GPU with the others of its node; 0: a switch */
	FIGURE_CORE_LINK_BANDWIDTH, /* between the two devices of a chip */
	FIGURE_NETWORK_BANDWIDTH,   /* of one chip into the data-centre network */
	FIGURE_RACK_BANDWIDTH,      /* of a scalable unit of the network into its spine */
	FIGURE_RACK_NODES,          /* nodes of a scalable unit */
	FIGURE_PCIE_BANDWIDTH,
	FIGURE_HOP_SECONDS,
	FIGURE_NETWORK_HOP_SECONDS,
	FIGURE_LAUNCH_SECONDS,
	FIGURE_HOST_SECONDS,    /* least time between two collectives that a host starts */
	FIGURE_RING_EFFICIENCY, /* share of the link bandwidth that a large transfer gets */
	FIGURE_LINE_EFFICIENCY,
	FIGURE_NETWORK_EFFICIENCY,
	FIGURE_NETWORK_GATHER_EFFICIENCY, /* of an all-gather or reduce-scatter; 0: as above */
	FIGURE_LOW_LATENCY_BANDWIDTH,     /* most that NCCL's protocol LL carries in a node */
	FIGURE_LOW_LATENCY_STEP_SECONDS,  /* that a step of it takes over the links of a node */
	FIGURE_SWITCH_REDUCE_EFFICIENCY,  /* of sums in the switch; 0: switches do not reduce */
	FIGURE_RAMP_SECONDS,              /* that a large transfer loses at its start; 0: nothing */
	FIGURE_RAMP_BYTES,                /* size at which half of it is lost */
	FIGURE_SWITCH_REDUCE_RAMP_SECONDS,
	FIGURE_SWITCH_REDUCE_RAMP_BYTES,
	FIGURE_NETWORK_LAUNCH_SECONDS, /* beside FIGURE_LAUNCH_SECONDS */
	FIGURE_NETWORK_RAMP_SECONDS,
	FIGURE_NETWORK_RAMP_BYTES,
	FIGURE_TWIST_N_N_2N,  /* all-to-all speed-up of a twisted n x n x 2n torus */
	FIGURE_TWIST_N_2N_2N, /* the same of n x 2n x 2n */
	FIGURE_LEVEL_OVERLAP, /* share of the quicker levels that the slowest one hides */
	FIGURE_MARGIN,        /* how far above the expected time the high one is */
	FIGURES,
};

struct figure_value {
	double value;
	const char *source; /* NULL: not known */
};

struct figure_field {
	const char *name; /* key in specs/hardware.yaml */
	const char *unit;
};

/* How a torus closes into rings. */
enum wrap_rule {
	WRAP_NEVER,
	WRAP_FULL_AXIS, /* an axis wraps when it has the full length */
	WRAP_CUBES,     /* all axes wrap when each is a multiple of 4, else none */
};

enum { CHIP_NAMES = 4, CHIP_SLICES = 10 };

struct chip {
	const char *names[CHIP_NAMES];        /* the first is ours; all start accelerator types */
	const char *device_kinds[CHIP_NAMES]; /* as the framework spells them */
	enum device_platform platform;
	uint8_t cores;   /* tensor cores */
	uint8_t devices; /* that the framework shows per chip */
	bool type_counts_cores;
	uint8_t torus_axes; /* 0: no torus, but a switch within each node */
	uint8_t full_axis;  /* length of an axis of a whole pod, for WRAP_FULL_AXIS */
	enum wrap_rule wrap;
	bool twists; /* n x n x 2n and n x 2n x 2n can be had twisted */
	uint16_t chips_per_host;
	uint16_t node_chips;             /* chips that one switch joins, where there is no torus */
	uint16_t largest_slice;          /* chips */
	uint16_t slices[CHIP_SLICES][3]; /* offered shapes; with WRAP_CUBES those below a cube */
	struct figure_value figures[FIGURES];
	const char *remark;
};

/* All chips, oldest first, TPU before GPU. */
extern const struct chip chip_table[];
extern const uint32_t chip_count;
extern const struct figure_field chip_figure_fields[FIGURES];

/* Name and unit of a figure. */
struct figure_field chip_figure_field(enum figure figure);

/* Whether the figure is a share, so that it is at most 1. */
bool chip_figure_is_share(enum figure figure);

/* The figure with its source. */
struct figure_value chip_figure_value(const struct chip *chip, enum figure figure);

/* The figure in its unit, or 0 when it is not known. */
double chip_figure(const struct chip *chip, enum figure figure);

/*
 * Bytes/s one way that a GPU has to the others of a group of so many in its node: all of its links
 * where a switch joins them, and those to the group alone where each pair has its own.
 */
double chip_node_bandwidth(const struct chip *chip, int64_t devices);

/* The library that runs collectives between such GPUs. */
const char *chip_collectives(const struct chip *chip);

/* The chip whose accelerator types start so, "v5litepod", in any case; NULL when there is none. */
const struct chip *chip_of_prefix(struct str prefix);

/* The chip of that name or framework device kind, upper or lower case; NULL when there is none. */
const struct chip *chip_named(struct str name);

/* Whether a device kind begins with these words, upper or lower case: "TPU v5". */
bool chip_kind_begins(struct str words);

/* The device kind that the chip reports: the first one listed. */
struct str chip_device_kind(const struct chip *chip);

/* Memory of one device in bytes: what the compiler has when that is known, else the nominal size.
 */
int64_t chip_device_memory(const struct chip *chip);
