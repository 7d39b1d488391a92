/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/chip.h"

/* Sources that many figures share. */
#define BOOK "jax-ml/scaling-book tpus.md"
#define BOOK_GPU "jax-ml/scaling-book gpus.md"
#define DOCS "docs.cloud.google.com/tpu/docs"
#define TPU_INFO "jax/_src/tpu_info.py"
#define ML_ENG "stas00/ml-engineering network/benchmarks"
#define NCCL_STEP "PyTorch inductor comm_analysis.py, from NCCL tuning.cc"
#define FROM_OOM "limit in the compiler's out-of-memory message, "
#define RING_MEASURED "v5e 8x16, large all-gather on the 16-ring, scaling-book sharding.md, 2026"
#define LINE_MEASURED \
	"v5e 8x4, 34 MB all-gather on the 4-line takes 680 us, scaling-book sharding.md"
#define LAUNCH_MEASURED \
	"v5e, 131 kB all-gather takes 8 us, 3 us of them hops, scaling-book sharding.md"
#define HALF_FIT "fit to sweeps of 8 x A100, 8 x H200 and 8 x B200, " ML_ENG

/* Coefficients of the cost model that are taken to hold for every TPU. */
#define TPU_COEFFICIENTS                                                                        \
	[FIGURE_HOP_SECONDS] = {1e-6, "scaling-book sharding.md, latency per hop"},             \
	[FIGURE_NETWORK_HOP_SECONDS] = {5e-6, "taken as for NCCL, upper figure of " NCCL_STEP}, \
	[FIGURE_LAUNCH_SECONDS] = {5e-6, LAUNCH_MEASURED},                                      \
	[FIGURE_RING_EFFICIENCY] = {0.95, RING_MEASURED},                                       \
	[FIGURE_LINE_EFFICIENCY] = {0.82, LINE_MEASURED},                                       \
	[FIGURE_NETWORK_EFFICIENCY] = {0.82, "taken as for a line"}

#define GPU_COEFFICIENTS                                                                       \
	[FIGURE_HOP_SECONDS] = {0.6e-6, "NVLink step, " NCCL_STEP},                            \
	[FIGURE_NETWORK_HOP_SECONDS] = {5e-6, "network step, upper figure of " NCCL_STEP},     \
	[FIGURE_LAUNCH_SECONDS] = {1e-5,                                                       \
	                           "NCCL base latency 6.6 us, " NCCL_STEP ", and the launch"}, \
	[FIGURE_NETWORK_EFFICIENCY] = {0.82, "taken as for a ring over NVLink"},               \
	[FIGURE_HALF_EXPONENT] = {0.7, HALF_FIT}

#define NVIDIA_NETWORK                                                       \
	[FIGURE_RACK_BANDWIDTH] = {1.28e13, BOOK_GPU ", DGX H100 SuperPod"}, \
	[FIGURE_RACK_NODES] = {32, BOOK_GPU ", DGX H100 SuperPod"}

#define FLAT_SLICES                                                                           \
	{                                                                                     \
		{1, 1, 1}, {2, 2, 1}, {2, 4, 1}, {4, 4, 1}, {4, 8, 1}, {8, 8, 1}, {8, 16, 1}, \
		{                                                                             \
			16, 16, 1                                                             \
		}                                                                             \
	}

const struct chip chip_table[] = {
    {
	.names = {"v2"},
	.device_kinds = {"TPU v2"},
	.cores = 2,
	.devices = 2,
	.type_counts_cores = true,
	.torus_axes = 2,
	.full_axis = 16,
	.wrap = WRAP_FULL_AXIS,
	.chips_per_host = 4,
	.largest_slice = 256,
	.slices = {{2, 2, 1}, {4, 4, 1}, {4, 8, 1}, {8, 8, 1}, {8, 16, 1}, {16, 16, 1}},
	.remark = "slice shapes and wraparound are taken as for v3; no source",
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {4.6e13, TPU_INFO},
		[FIGURE_HBM_BYTES] = {17179869184.0, "16 GiB; 16e9 in " TPU_INFO},
		[FIGURE_HBM_USABLE_BYTES] = {8031593431.0, FROM_OOM "7.48G: erfanzar/EasyDeL #78"},
		[FIGURE_HBM_BANDWIDTH] = {7.16e11, TPU_INFO},
		[FIGURE_VMEM_BYTES] = {16777216, TPU_INFO},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"v3"},
	.device_kinds = {"TPU v3"},
	.cores = 2,
	.devices = 2,
	.type_counts_cores = true,
	.torus_axes = 2,
	.full_axis = 32,
	.wrap = WRAP_FULL_AXIS,
	.chips_per_host = 4,
	.largest_slice = 1024,
	.slices = {{2, 2, 1},
                   {4, 4, 1},
                   {4, 8, 1},
                   {8, 8, 1},
                   {8, 16, 1},
                   {16, 16, 1},
                   {16, 32, 1},
                   {32, 32, 1}},
	.remark = "wraparound is taken as for v5e with the length of the full pod; no source",
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {1.23e14, DOCS "/v3; 1.40e14 in " TPU_INFO},
		[FIGURE_HBM_BYTES] = {34359738368.0, DOCS "/v3, 32 GiB"},
		[FIGURE_HBM_USABLE_BYTES] = {16621523435.0,
                                             FROM_OOM "15.48G: LargeWorldModel/LWM #60"},
		[FIGURE_HBM_BANDWIDTH] = {9.0e11, DOCS "/v3; 8.25e11 in " TPU_INFO},
		[FIGURE_VMEM_BYTES] = {16777216, TPU_INFO},
		[FIGURE_LINK_BANDWIDTH] = {1e11, BOOK},
		[FIGURE_LINK_PEAK] = {1e11, "bisection 6.4 TB/s over 64 links, " DOCS
                                            "/v3; 7e10 in arXiv 2304.01433"},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"v4", "v4p"},
	.device_kinds = {"TPU v4"},
	.cores = 2,
	.devices = 1,
	.type_counts_cores = true,
	.torus_axes = 3,
	.wrap = WRAP_CUBES,
	.twists = true,
	.chips_per_host = 4,
	.largest_slice = 4096,
	.slices = {{2, 2, 1}, {2, 2, 2}, {2, 2, 4}, {2, 4, 4}},
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {2.75e14, DOCS "/v4"},
		[FIGURE_INT8_OPS] = {2.75e14, DOCS "/v4, the same as bf16"},
		[FIGURE_HBM_BYTES] = {34359738368.0, DOCS "/v4, 32 GiB"},
		[FIGURE_HBM_USABLE_BYTES] = {33017561088.0,
                                             FROM_OOM "30.75G: erfanzar/EasyDeL #166"},
		[FIGURE_HBM_BANDWIDTH] = {1.2e12, DOCS "/v4; 1.23e12 in " TPU_INFO},
		[FIGURE_VMEM_BYTES] = {16777216, TPU_INFO},
		[FIGURE_LINK_BANDWIDTH] = {4.5e10, BOOK},
		[FIGURE_LINK_PEAK] = {5e10, "arXiv 2304.01433 Table 4"},
		[FIGURE_NETWORK_BANDWIDTH] = {6.25e9, BOOK ", 2.5e10 per host"},
		[FIGURE_PCIE_BANDWIDTH] = {1.6e10, BOOK},
		[FIGURE_TWIST_SHORT] = {1.63, "v4 4x4x8, arXiv 2304.01433"},
		[FIGURE_TWIST_LONG] = {1.31, "v4 4x8x8, arXiv 2304.01433"},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"v5e", "v5litepod", "v5lite"},
	.device_kinds = {"TPU v5 lite", "TPU v5e"},
	.cores = 1,
	.devices = 1,
	.torus_axes = 2,
	.full_axis = 16,
	.wrap = WRAP_FULL_AXIS,
	.chips_per_host = 8,
	.largest_slice = 256,
	.slices = FLAT_SLICES,
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {1.97e14, DOCS "/v5e"},
		[FIGURE_INT8_OPS] = {3.94e14, DOCS "/v5e"},
		[FIGURE_INT4_OPS] = {7.88e14, TPU_INFO},
		[FIGURE_HBM_BYTES] = {17179869184.0, TPU_INFO ", 16 GiB; 16 GB in " DOCS "/v5e"},
		[FIGURE_HBM_USABLE_BYTES] = {16911433728.0,
                                             FROM_OOM "15.75G, in many public logs of v5litepod"},
		[FIGURE_HBM_BANDWIDTH] = {8.1e11, BOOK "; 8.2e11 in " TPU_INFO},
		[FIGURE_VMEM_BYTES] = {134217728, TPU_INFO},
		[FIGURE_LINK_BANDWIDTH] = {4.5e10, BOOK},
		[FIGURE_LINK_PEAK] = {5e10, "400 GB/s bidirectional over 4 links, " DOCS "/v5e"},
		[FIGURE_NETWORK_BANDWIDTH] = {3.125e9, BOOK},
		[FIGURE_PCIE_BANDWIDTH] = {1.6e10, BOOK},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"v5p"},
	.device_kinds = {"TPU v5", "TPU v5p"},
	.cores = 2,
	.devices = 1,
	.type_counts_cores = true,
	.torus_axes = 3,
	.wrap = WRAP_CUBES,
	.twists = true,
	.chips_per_host = 4,
	.largest_slice = 8960,
	.slices = {{2, 2, 1}, {2, 2, 2}, {2, 2, 4}, {2, 4, 4}},
	.remark = "the largest job is 16x16x24, 6144 chips (" DOCS "/v5p)",
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {4.59e14, DOCS "/v5p"},
		[FIGURE_INT8_OPS] = {9.18e14, DOCS "/v5p"},
		[FIGURE_FP8_FLOPS] = {4.59e14, DOCS "/v5p, no gain over bf16"},
		[FIGURE_INT4_OPS] = {1.84e15, TPU_INFO},
		[FIGURE_HBM_BYTES] = {103079215104.0, DOCS "/v5p, 96 GiB of which 95 usable"},
		[FIGURE_HBM_USABLE_BYTES] = {102800042230.0,
                                             FROM_OOM "95.74G, in several public logs"},
		[FIGURE_HBM_BANDWIDTH] = {2.765e12,
                                          DOCS "/v5p; 2.46e12 in " TPU_INFO ", 2.8e12 in " BOOK},
		[FIGURE_VMEM_BYTES] = {67108864, TPU_INFO},
		[FIGURE_LINK_BANDWIDTH] = {9e10, BOOK},
		[FIGURE_LINK_PEAK] = {1e11, "1200 GB/s bidirectional over 6 links, " DOCS "/v5p"},
		[FIGURE_NETWORK_BANDWIDTH] = {6.25e9, BOOK},
		[FIGURE_PCIE_BANDWIDTH] = {1.6e10, BOOK},
		[FIGURE_TWIST_SHORT] = {1.63, "taken as measured on v4, arXiv 2304.01433"},
		[FIGURE_TWIST_LONG] = {1.31, "taken as measured on v4, arXiv 2304.01433"},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"v6e", "trillium"},
	.device_kinds = {"TPU v6 lite", "TPU v6e"},
	.cores = 1,
	.devices = 1,
	.torus_axes = 2,
	.full_axis = 16,
	.wrap = WRAP_FULL_AXIS,
	.chips_per_host = 8,
	.largest_slice = 256,
	.slices = FLAT_SLICES,
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {9.18e14, DOCS "/v6e; 9.20e14 in " BOOK},
		[FIGURE_INT8_OPS] = {1.836e15, DOCS "/v6e"},
		[FIGURE_FP8_FLOPS] = {9.18e14, DOCS "/v6e, no gain over bf16"},
		[FIGURE_INT4_OPS] = {3.68e15, TPU_INFO},
		[FIGURE_HBM_BYTES] = {34359738368.0, TPU_INFO ", 32 GiB; 32 GB in " DOCS "/v6e"},
		[FIGURE_HBM_USABLE_BYTES] = {33554432000.0, FROM_OOM "31.25G, in many public logs"},
		[FIGURE_HBM_BANDWIDTH] = {1.6e12, BOOK "; 1.64e12 in " DOCS "/v6e"},
		[FIGURE_VMEM_BYTES] = {134217728, TPU_INFO},
		[FIGURE_LINK_BANDWIDTH] = {9e10, BOOK},
		[FIGURE_LINK_PEAK] = {1e11, "800 GB/s bidirectional over 4 links, " DOCS "/v6e"},
		[FIGURE_NETWORK_BANDWIDTH] = {1.25e10, BOOK},
		[FIGURE_PCIE_BANDWIDTH] = {3.2e10, BOOK},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"v7x", "tpu7x", "ironwood"},
	.device_kinds = {"TPU7x", "TPU7"},
	.cores = 2,
	.devices = 2,
	.type_counts_cores = true,
	.torus_axes = 3,
	.wrap = WRAP_CUBES,
	.chips_per_host = 4,
	.largest_slice = 9216,
	.slices = {{1, 1, 1}, {2, 2, 1}, {2, 2, 2}, {2, 2, 4}, {2, 4, 4}},
	.remark = "two devices share the memory, the arithmetic and the links of a chip",
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {2.307e15, DOCS "/tpu7x"},
		[FIGURE_FP8_FLOPS] = {4.614e15, DOCS "/tpu7x"},
		[FIGURE_HBM_BYTES] = {206158430208.0, DOCS "/tpu7x, 192 GiB"},
		[FIGURE_HBM_USABLE_BYTES] = {101737037824.0,
                                             FROM_OOM "94.75G per device, in several public logs"},
		[FIGURE_HBM_BANDWIDTH] = {7.38e12, DOCS "/tpu7x"},
		[FIGURE_VMEM_BYTES] = {67108864, TPU_INFO},
		[FIGURE_LINK_BANDWIDTH] = {9e10,
                                           "0.9 of the peak, as " BOOK " has it for v5p and v6e"},
		[FIGURE_LINK_PEAK] = {1e11, "1200 GB/s bidirectional over 6 links, " DOCS "/tpu7x"},
		[FIGURE_CORE_LINK_BANDWIDTH] = {6e11, "about 1.2 TB/s bidirectional, jax #39340"},
		[FIGURE_NETWORK_BANDWIDTH] = {1.25e10, DOCS "/tpu7x, 400 Gb/s per host of 4 chips"},
		TPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"a100"},
	.device_kinds = {"NVIDIA A100-SXM4-80GB", "NVIDIA A100"},
	.platform = PLATFORM_GPU,
	.cores = 1,
	.devices = 1,
	.chips_per_host = 8,
	.node_chips = 8,
	.largest_slice = 16384,
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {3.12e14, BOOK_GPU},
		[FIGURE_INT8_OPS] = {6.2e14, BOOK_GPU},
		[FIGURE_HBM_BYTES] = {80e9, BOOK_GPU},
		[FIGURE_HBM_BANDWIDTH] = {2.0e12, BOOK_GPU},
		[FIGURE_LINK_BANDWIDTH] = {3e11, "12 links of 25 GB/s, " BOOK_GPU},
		[FIGURE_LINK_PEAK] = {3e11, "12 links of 25 GB/s, " BOOK_GPU},
		[FIGURE_NETWORK_BANDWIDTH] = {2.5e10, BOOK_GPU ", HDR"},
		[FIGURE_RING_EFFICIENCY] = {0.78, "8 x A100, 16 GiB all-reduce, " ML_ENG},
		[FIGURE_LINE_EFFICIENCY] = {0.78, "8 x A100, 16 GiB all-reduce, " ML_ENG},
		[FIGURE_HALF_BYTES] = {19922944, HALF_FIT},
		NVIDIA_NETWORK,
		GPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"h100"},
	.device_kinds = {"NVIDIA H100 80GB HBM3", "NVIDIA H100"},
	.platform = PLATFORM_GPU,
	.cores = 1,
	.devices = 1,
	.chips_per_host = 8,
	.node_chips = 8,
	.largest_slice = 16384,
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {9.9e14, BOOK_GPU ", dense"},
		[FIGURE_INT8_OPS] = {2.0e15, BOOK_GPU ", dense"},
		[FIGURE_FP8_FLOPS] = {2.0e15, BOOK_GPU ", dense"},
		[FIGURE_HBM_BYTES] = {80e9, BOOK_GPU},
		[FIGURE_HBM_BANDWIDTH] = {3.35e12, BOOK_GPU},
		[FIGURE_LINK_BANDWIDTH] = {4.5e11, "18 links of 25 GB/s, " BOOK_GPU},
		[FIGURE_LINK_PEAK] = {4.5e11, "18 links of 25 GB/s, " BOOK_GPU},
		[FIGURE_NETWORK_BANDWIDTH] = {5e10, BOOK_GPU ", NDR 400G"},
		[FIGURE_RING_EFFICIENCY] = {0.82, "8 x H100, 10 GB all-reduce, " BOOK_GPU},
		[FIGURE_LINE_EFFICIENCY] = {0.82, "8 x H100, 10 GB all-reduce, " BOOK_GPU},
		[FIGURE_HALF_BYTES] = {1e8, "8 x H100, 58 MB all-reduce at 150 GB/s, " BOOK_GPU},
		NVIDIA_NETWORK,
		GPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"h200"},
	.device_kinds = {"NVIDIA H200"},
	.platform = PLATFORM_GPU,
	.cores = 1,
	.devices = 1,
	.chips_per_host = 8,
	.node_chips = 8,
	.largest_slice = 16384,
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {9.9e14, BOOK_GPU ", dense"},
		[FIGURE_INT8_OPS] = {2.0e15, BOOK_GPU ", dense"},
		[FIGURE_FP8_FLOPS] = {2.0e15, BOOK_GPU ", dense"},
		[FIGURE_HBM_BYTES] = {141e9, BOOK_GPU},
		[FIGURE_HBM_BANDWIDTH] = {4.8e12, BOOK_GPU},
		[FIGURE_LINK_BANDWIDTH] = {4.5e11, "18 links of 25 GB/s, " BOOK_GPU},
		[FIGURE_LINK_PEAK] = {4.5e11, "18 links of 25 GB/s, " BOOK_GPU},
		[FIGURE_NETWORK_BANDWIDTH] = {5e10, BOOK_GPU ", NDR 400G"},
		[FIGURE_RING_EFFICIENCY] = {0.82, "8 x H200, 16 GiB ring all-reduce, " ML_ENG},
		[FIGURE_LINE_EFFICIENCY] = {0.82, "8 x H200, 16 GiB ring all-reduce, " ML_ENG},
		[FIGURE_HALF_BYTES] = {25165824, HALF_FIT},
		NVIDIA_NETWORK,
		GPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"b200"},
	.device_kinds = {"NVIDIA B200"},
	.platform = PLATFORM_GPU,
	.cores = 1,
	.devices = 1,
	.chips_per_host = 8,
	.node_chips = 8,
	.largest_slice = 16384,
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {2.25e15, BOOK_GPU ", dense"},
		[FIGURE_INT8_OPS] = {4.5e15, BOOK_GPU ", dense"},
		[FIGURE_FP8_FLOPS] = {4.5e15, BOOK_GPU ", dense"},
		[FIGURE_FP4_FLOPS] = {9.0e15, BOOK_GPU ", dense"},
		[FIGURE_HBM_BYTES] = {192e9, BOOK_GPU},
		[FIGURE_HBM_USABLE_BYTES] = {180e9, "HGX B200; no source"},
		[FIGURE_HBM_BANDWIDTH] = {8.0e12, BOOK_GPU
                                          "; 7.67e12 from the bus width, pytorch/ao #4002"},
		[FIGURE_LINK_BANDWIDTH] = {9e11, "18 links of 50 GB/s, " BOOK_GPU},
		[FIGURE_LINK_PEAK] = {9e11, "18 links of 50 GB/s, " BOOK_GPU},
		[FIGURE_NETWORK_BANDWIDTH] = {5e10, BOOK_GPU},
		[FIGURE_RING_EFFICIENCY] = {0.94, "8 x B200, 16 GiB all-reduce with NVLS, " ML_ENG},
		[FIGURE_LINE_EFFICIENCY] = {0.94, "8 x B200, 16 GiB all-reduce with NVLS, " ML_ENG},
		[FIGURE_HALF_BYTES] = {73400320, HALF_FIT},
		NVIDIA_NETWORK,
		GPU_COEFFICIENTS,
	    },
    },
    {
	.names = {"gb200"},
	.device_kinds = {"NVIDIA GB200"},
	.platform = PLATFORM_GPU,
	.cores = 1,
	.devices = 1,
	.chips_per_host = 4,
	.node_chips = 72,
	.largest_slice = 18432,
	.remark = "one NVLink domain is a rack of 72",
	.figures =
	    {
		[FIGURE_BF16_FLOPS] = {2.5e15, "dense; no source"},
		[FIGURE_INT8_OPS] = {5e15, "dense; no source"},
		[FIGURE_FP8_FLOPS] = {5e15, "dense; no source"},
		[FIGURE_FP4_FLOPS] = {1e16, "dense; no source"},
		[FIGURE_HBM_BYTES] = {186e9, "MLPerf system files"},
		[FIGURE_HBM_BANDWIDTH] = {8.0e12, BOOK_GPU},
		[FIGURE_LINK_BANDWIDTH] = {9e11, "18 links of 50 GB/s, " BOOK_GPU},
		[FIGURE_LINK_PEAK] = {9e11, "18 links of 50 GB/s, " BOOK_GPU},
		[FIGURE_NETWORK_BANDWIDTH] = {5e10, BOOK_GPU},
		[FIGURE_RING_EFFICIENCY] = {0.82, "taken as for H200"},
		[FIGURE_LINE_EFFICIENCY] = {0.82, "taken as for H200"},
		[FIGURE_HALF_BYTES] = {73400320, "taken as for B200"},
		GPU_COEFFICIENTS,
	    },
    },
};

const uint32_t chip_count = sizeof chip_table / sizeof *chip_table;
