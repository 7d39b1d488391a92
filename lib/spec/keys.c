/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/keys.h"

#include "hardware/chip.h"
#include "spec/spec.h"

/* The words and how many they are. */
#define WORDS(...)                                                                                 \
	{                                                                                          \
		(const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__})) \
	}

const struct words moment_words =
    WORDS([MOMENT_DEVICE_PUT] = "device_put", [MOMENT_IN_SHARDINGS] = "in_shardings",
          [MOMENT_OUT_SHARDINGS] = "out_shardings", [MOMENT_CONSTRAINT] = "constraint",
          [MOMENT_SHAPE_DTYPE_STRUCT] = "shape_dtype_struct", [MOMENT_CONSTRUCT] = "none");
const struct words tensor_kind_words =
    WORDS([KIND_PARAM - 1] = "param", [KIND_ACTIVATION - 1] = "activation",
          [KIND_INPUT - 1] = "input", [KIND_STATE - 1] = "state");
const struct words axis_type_words =
    WORDS([AXIS_AUTO] = "auto", [AXIS_EXPLICIT] = "explicit", [AXIS_MANUAL] = "manual");
const struct words mesh_builder_words = WORDS(
    [BUILT_BY_MAKE_MESH] = "make_mesh", [BUILT_BY_CREATE_DEVICE_MESH] = "create_device_mesh",
    [BUILT_BY_CREATE_HYBRID_DEVICE_MESH] = "create_hybrid_device_mesh", [BUILT_BY_MESH] = "Mesh");
const struct words optimizer_words = WORDS(
    [OPTIMIZER_NONE] = "none", [OPTIMIZER_SGD] = "sgd", [OPTIMIZER_MOMENTUM] = "momentum",
    [OPTIMIZER_ADAM] = "adam", [OPTIMIZER_ADAMW] = "adamw", [OPTIMIZER_ADAFACTOR] = "adafactor");
const struct words severity_words =
    WORDS([SEVERITY_NOTE] = "note", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error",
          "off", "ignore");
const struct words fail_on_words = WORDS("error", "warning", "unknown");
const struct words boolean_words = WORDS("false", "true", "False", "True");
const struct words program_mode_words = WORDS("jit", "eager");
const struct words device_words =
    WORDS([DEVICE_CPU] = "cpu", [DEVICE_XLA] = "xla", [DEVICE_META] = "meta");

static const struct key spec_rows[] = {
    [SPEC_VERSION] = {"version", FORM_VERSION, "The version of this format.", .fallback = "1"},
    [SPEC_FRAMEWORK] = {"framework", FORM_FRAMEWORK,
                        "The framework that is imitated, with its release: jax==0.6.0. Left out: "
                        "jax at the newest release known.",
                        .also = "release backend", .fallback = "\"jax\""},
    [SPEC_LIBRARIES] = {"libraries", FORM_LIBRARIES,
                        "Releases of libraries that a program imports: {flax: 0.10.4}. Left out: "
                        "those that go with the release of the framework.",
                        .examples = "{\"flax\": \"0.10.4\"}"},
    [SPEC_HARDWARE] = {"hardware", FORM_HARDWARE,
                       "The accelerators: a type (v5e-16), a chip with a topology (v5e:4x4), "
                       "several of them (2xv6e-256), or a map.",
                       .also = "accelerator tpu gpu"},
    [SPEC_DEVICES] = {"devices", FORM_DEVICES,
                      "How many devices there are. Left out: what the hardware has, else as many "
                      "as each mesh needs.",
                      .also = "device_count num_devices n_devices", .examples = "8"},
    [SPEC_MESH] = {"mesh", FORM_MESH, "The mesh of all tensors that name none.",
                   .also = "device_mesh mesh_axes"},
    [SPEC_MESHES] = {"meshes", FORM_MESHES,
                     .description =
                         "Several meshes by name. A tensor names one of them with 'mesh'."},
    [SPEC_DIMS] = {"dims", FORM_DIMS, "Sizes by name, for use in shapes.",
                   .also = "dimensions sizes", .examples = "{\"B\": 128, \"D\": 4096}"},
    [SPEC_RULES] = {"rules", FORM_ANY,
                    "Logical axis rules or patterns. They are kept, and not resolved.",
                    .also = "logical_axis_rules axis_rules"},
    [SPEC_TENSORS] = {"tensors", FORM_TENSORS,
                      "The tensors by name. Braces in a name are a range: layers.{0..31}.wq is 32 "
                      "tensors.",
                      .also = "arrays"},
    [SPEC_PROGRAM] = {"program", FORM_PROGRAM,
                      "Operations on the tensors: Python as text, or {file: train.py}.",
                      .also = "code"},
    [SPEC_PROGRAM_MODE] = {"program_mode", FORM_WORD,
                           "How the program runs: jit, as the body of a jitted function whose "
                           "arguments are the tensors; or eager, step by step as a script, which "
                           "is what a file of Python does when this is left out.",
                           .words = &program_mode_words},
    [SPEC_SPMD] = {"spmd", FORM_BOOLEAN,
                   "Whether torch_xla runs in the mode in which tensors are sharded, "
                   "torch_xla.runtime.use_spmd(). It has no effect on the others.",
                   .fallback = "true"},
    [SPEC_MEMORY] =
	{"memory", FORM_MEMORY,
         .description =
             "What training keeps beside the parameters. It does not change the verdict."},
    [SPEC_CHECKS] = {"checks", FORM_CHECKS,
                     .description =
                         "What is shown, and how severe it is. It does not change the verdict."},
};
const struct keys spec_keys = {"a spec", spec_rows, .count = COUNT_OF(spec_rows)};

static const struct key mesh_rows[] = {
    [MESH_AXES] = {"axes", FORM_AXES,
                   .description = "Axes by name, major to minor, with their sizes."},
    [MESH_NAMES] = {"names", FORM_AXIS_NAMES,
                    "Axis names as a call of the constructor has them; used with 'sizes'.",
                    .also = "axis_names"},
    [MESH_SIZES] = {"sizes", FORM_AXIS_SIZES,
                    "Sizes as a call of the constructor has them; used with 'names'. -1 is not "
                    "filled in.",
                    .also = "axis_sizes axis_shapes shape mesh_shape"},
    [MESH_TYPES] = {"types", FORM_AXIS_TYPES,
                    "One type for all axes, a list with one for each, or a map from axis to type. "
                    "Left out: what the constructor gives in that release.",
                    .also = "axis_types"},
    [MESH_DEVICES] = {"devices", FORM_DEVICE_IDS,
                      .description =
                          "Device ids in the order of the mesh. Left out: what the constructor "
                          "arranges on the hardware, else 0, 1, 2 and so on."},
    [MESH_DCN] = {"dcn", FORM_PARTS, "Into how many parts the slices cut an axis.",
                  .also = "dcn_mesh_shape", .examples = "{\"data\": 2}"},
    [MESH_BUILT_BY] = {"built_by", FORM_WORD, "The constructor whose checks apply.",
                       .words = &mesh_builder_words, .also = "constructor builder",
                       .fallback = "\"make_mesh\""},
    [MESH_ALLOW_SPLIT] = {"allow_split_physical_axes", FORM_BOOLEAN,
                          "An option of create_device_mesh and create_hybrid_device_mesh: a "
                          "logical axis may take a part of a physical one.",
                          .fallback = "false"},
    [MESH_CONTIGUOUS] = {"contiguous_submeshes", FORM_BOOLEAN,
                         "An option of create_device_mesh: the devices of a host stay together.",
                         .fallback = "false"},
    [MESH_PROCESS_GRANULE] = {"process_is_granule", FORM_BOOLEAN,
                              "An option of create_hybrid_device_mesh: 'dcn' counts processes, "
                              "not slices.",
                              .fallback = "false"},
    [MESH_SORT_GRANULES] = {"should_sort_granules_by_key", FORM_BOOLEAN,
                            "An option of create_hybrid_device_mesh: slices in the order of "
                            "their number.",
                            .fallback = "true"},
};
const struct keys mesh_keys = {"a mesh", mesh_rows, COUNT_OF(mesh_rows),
                               .needs = "axes|names sizes", .only_one = true};

static const struct key axes_rows[] = {
    [AXES_NAMES] = {"names", FORM_AXIS_NAMES,
                    .description = "Axis names as a call of the constructor has them."},
    [AXES_SIZES] = {"sizes", FORM_AXIS_SIZES,
                    .description =
                        "Sizes as a call of the constructor has them. -1 is not filled in."},
};
const struct keys axes_keys = {"'axes' of a mesh", axes_rows, COUNT_OF(axes_rows),
                               .needs = "names sizes"};

static const struct key tensor_rows[] = {
    [TENSOR_SHAPE] = {"shape", FORM_SHAPE, "Sizes, first dimension first; a scalar has [].",
                      .also = "dims size"},
    [TENSOR_DTYPE] = {"dtype", FORM_DTYPE,
                      .description = "The element type, as f32 or as float32."},
    [TENSOR_SPEC] = {"spec", FORM_LAYOUT,
                     "How the tensor is sharded: one entry for each dimension, null, an axis or a "
                     "list of axes, major first; or text copied from code, such as P('data', "
                     "None).",
                     .also = "sharding partition_spec pspec layout placements partition"},
    [TENSOR_KIND] = {"kind", FORM_WORD,
                     "What the tensor is. A large param should not be replicated.",
                     .words = &tensor_kind_words, .also = "role"},
    [TENSOR_MESH] = {"mesh", FORM_TEXT, .description = "The name of one of 'meshes'."},
    [TENSOR_DEVICE] = {"device", FORM_WORD,
                       "Where a tensor of torch_xla is when it is marked. It has no effect on JAX.",
                       .words = &device_words, .fallback = "\"xla\""},
    [TENSOR_APPLIED_BY] = {"applied_by", FORM_WORD,
                           "How the layout is applied, because JAX checks each way differently; "
                           "'none' is the construction alone. Left out: device_put; with a "
                           "program that is traced, what tracing checks of its arguments.",
                           .words = &moment_words},
    [TENSOR_LOGICAL] = {"logical", FORM_LOGICAL, "Logical axis names for 'rules'.",
                        .also = "logical_axes axes", .examples = "[\"batch\", \"embed\"]"},
    [TENSOR_COUNT] = {"count", FORM_POSITIVE,
                      "How many such tensors there are; it multiplies the ranges of the name.",
                      .fallback = "1"},
    [TENSOR_HEADS] = {"heads", FORM_HEADS, "How many attention heads a dimension packs: {1: 32}.",
                      .also = "num_heads n_heads", .examples = "{\"1\": 32}"},
    [TENSOR_RESHARD_TO] = {"reshard_to", FORM_RESHARD,
                           "A second layout, to which the tensor is moved.", .also = "reshard"},
    [TENSOR_TYPE] = {"type", FORM_TYPE,
                     .description =
                         "A one-line type such as f32[4@data, 3], in the place of shape, dtype and "
                         "spec."},
};
const struct keys tensor_keys = {"a tensor", tensor_rows, COUNT_OF(tensor_rows),
                                 .needs = "shape|type"};

static const struct key reshard_rows[] = {
    [RESHARD_MESH] = {"mesh", FORM_TEXT,
                      .description =
                          "The name of one of 'meshes'. Left out: the mesh of the tensor."},
    [RESHARD_SPEC] = {"spec", FORM_LAYOUT, "The layout to which the tensor is moved.",
                      .also = "sharding partition_spec pspec layout placements"},
};
const struct keys reshard_keys = {"'reshard_to'", reshard_rows, COUNT_OF(reshard_rows),
                                  .needs = "spec"};

static const struct key program_rows[] = {
    [PROGRAM_FILE] = {"file", FORM_PYTHON_FILE,
                      "A file of Python, by its path from the folder of this one.", .also = "path",
                      .examples = "\"train.py\""},
};
const struct keys program_keys = {"'program'", program_rows, COUNT_OF(program_rows),
                                  .needs = "file"};

static const struct key memory_rows[] = {
    [MEMORY_OPTIMIZER] = {"optimizer", FORM_WORD,
                          "The optimizer, for the values it keeps for each parameter.",
                          .words = &optimizer_words},
    [MEMORY_MOMENTS] = {"moments", FORM_DTYPE,
                        .description =
                            "dtype of the optimizer's values. Left out: that of the parameter."},
    [MEMORY_MASTER_WEIGHTS] = {"master_weights", FORM_DTYPE,
                               .description = "dtype of a second copy of the parameters."},
    [MEMORY_GRADIENTS] = {"gradients", FORM_DTYPE, "dtype of the gradients.", .also = "grads"},
    [MEMORY_RESERVE] = {"reserve", FORM_BYTES, "Bytes of each device that are kept free: 512MiB.",
                        .examples = "\"512MiB\""},
};
const struct keys memory_keys = {"'memory'", memory_rows, .count = COUNT_OF(memory_rows)};

#define CHECKS_ROWS                                                                             \
	[CHECKS_IGNORE] = {"ignore", FORM_FINDINGS, "Findings that are not shown.",             \
	                   .also = "disable", .examples = "[\"axis-unused\"]"},                 \
	[CHECKS_SELECT] = {"select", FORM_FINDINGS, "The only findings that are shown.",        \
	                   .also = "enable only", .examples = "[\"dim-indivisible\"]"},         \
	[CHECKS_SEVERITY] = {"severity", FORM_SEVERITIES,                                       \
	                     "Other severities for findings; 'off' hides one.",                 \
	                     .also = "severities", .examples = "{\"heads-split\": \"error\"}"}, \
	[CHECKS_REPLICATED_BYTES] = {                                                           \
	    "replicated_bytes", FORM_BYTES,                                                     \
	    "A parameter of at least so many bytes that is replicated is "                      \
	    "reported as param-replicated.",                                                    \
	    .fallback = "\"64MiB\""}

static const struct key checks_rows[] = {CHECKS_ROWS};
const struct keys checks_keys = {"'checks'", checks_rows, .count = COUNT_OF(checks_rows)};

static const struct key configuration_rows[] = {
    CHECKS_ROWS,
    [CONFIGURATION_FRAMEWORK] = {"framework", FORM_FRAMEWORK,
                                 "The framework of files that name none, with its release: "
                                 "jax==0.6.0.",
                                 .also = "release backend", .fallback = "\"jax\""},
    [CONFIGURATION_HARDWARE] = {"hardware", FORM_HARDWARE,
                                "The accelerators of files that say neither them nor how many "
                                "devices there are.",
                                .also = "accelerator tpu gpu"},
    [CONFIGURATION_DEVICES] = {"devices", FORM_DEVICES,
                               "How many devices there are, for the same files.",
                               .also = "device_count num_devices n_devices", .examples = "8"},
    [CONFIGURATION_FAIL_ON] = {"fail_on", FORM_FAILURES,
                               "What fails a run, one or a list: error, warning, or unknown, a "
                               "verdict that is not known. Errors always do.",
                               .also = "strict fail_on_severity failure_threshold",
                               .fallback = "\"error\"", .examples = "[\"warning\", \"unknown\"]"},
    [CONFIGURATION_EXCLUDE] = {"exclude", FORM_PATTERNS,
                               "Files and folders that are passed by when a folder is looked "
                               "through, by patterns as in .gitignore.",
                               .also = "excludes extend_exclude skip",
                               .examples = "[\"third_party/\"]"},
    [CONFIGURATION_PATHS] = {"paths", FORM_PATHS,
                             "Settings for the files that a pattern as in .gitignore matches.",
                             .also = "overrides per_file per_file_ignores files",
                             .examples = "{\"tests/\": {\"ignore\": [\"axis-unused\"]}}"},
};
const struct keys configuration_keys = {"a configuration", configuration_rows,
                                        .count = COUNT_OF(configuration_rows)};
const struct keys configuration_part_keys = {"a part of 'paths'", configuration_rows,
                                             .count = CONFIGURATION_PART_KEY_COUNT};

static const struct key hardware_rows[] = {
    [HARDWARE_TYPE] = {"type", FORM_TEXT, "An accelerator type: v5e-16.",
                       .also = "accelerator_type", .examples = "\"v5e-16\""},
    [HARDWARE_CHIP] = {"chip", FORM_CHIP, "A chip, or its device kind: v5e, TPU v5 lite.",
                       .also = "device_kind"},
    [HARDWARE_TOPOLOGY] = {"topology", FORM_TEXT,
                           "The shape of a slice: 4x4. For GPUs, how many a node has.",
                           .examples = "\"4x4\""},
    [HARDWARE_SLICES] = {"slices", FORM_POSITIVE, "How many slices or nodes there are.",
                         .also = "num_slices nodes", .fallback = "1"},
};

size_t key_place(const struct keys *table, struct str name)
{
	size_t place = 0;
	while (place < table->count && !str_equal(name, str_of(table->rows[place].name)))
		place++;
	return place;
}

struct keys hardware_keys(struct arena *arena)
{
	struct key *rows = arena_new(arena, struct key, HARDWARE_FIGURES + FIGURES);
	for (size_t i = 0; i < HARDWARE_FIGURES; i++)
		rows[i] = hardware_rows[i];
	for (size_t i = 0; i < FIGURES; i++) {
		struct figure_field field = chip_figure_field((enum figure)i);
		rows[HARDWARE_FIGURES + i] = (struct key){
		    .name = field.name,
		    .form = chip_figure_is_share((enum figure)i) ? FORM_SHARE : FORM_AMOUNT,
		    .description =
			str_format(arena, "In the place of the chip's own figure: %s.", field.unit)
			    .s,
		};
	}
	return (struct keys){"'hardware'", rows, HARDWARE_FIGURES + FIGURES, .needs = "chip|type",
	                     .only_one = true};
}
