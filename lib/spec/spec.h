/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The nouns of a spec: framework, mesh, axis, tensor. Filled while the file is read, read-only
 * afterwards. A thing whose text is wrong has been reported and is marked `broken`, so that nothing
 * is said of it twice.
 */
#pragma once

#include "base/table.h"
#include "diag/diag.h"
#include "diag/source_files.h"
#include "spec/asked_layout.h"
#include "hardware/hardware.h"
#include "spec/settings/check_settings.h"
#include "spec/dtype.h"
#include "release/libraries.h"
#include "spec/framework.h"
#include "spec/layout.h"
#include "spec/yaml/node.h"

enum { MAX_DEVICES_LOG2 = 31 };
#define MAX_DEVICES ((int64_t)1 << MAX_DEVICES_LOG2)

enum axis_type {
	AXIS_AUTO,
	AXIS_EXPLICIT,
	AXIS_MANUAL,
	AXIS_UNSAID, /* while it is read: what the constructor gives */
};

struct axis {
	struct str name;
	bool nameless; /* None where a name belongs */
	int64_t size;  /* devices along the axis; as the constructor got it, so it may be 0 or
	                  negative */
	struct span at, size_at;
};

/* The constructor of a mesh, whose checks apply. */
enum mesh_builder {
	BUILT_BY_MAKE_MESH,
	BUILT_BY_CREATE_DEVICE_MESH,
	BUILT_BY_CREATE_HYBRID_DEVICE_MESH,
	BUILT_BY_MESH
};

/* Arguments of the constructors, by their own names; all false when left out. */
struct mesh_options {
	bool allow_split_physical_axes;
	bool contiguous_submeshes;
	bool process_is_granule;
	bool granules_as_listed; /* should_sort_granules_by_key: false */
};

struct mesh {
	struct str name;   /* of `meshes`; "mesh" for the only one */
	struct axis *axes; /* major to minor */
	uint32_t naxes;    /* axis names */
	uint32_t nsizes;   /* sizes; differs from naxes only where the constructor was called so */
	const enum axis_type *types;
	uint32_t ntypes; /* 0: what the constructor gives in that version */
	const struct node *types_node, *devices_node, *dcn_node; /* or NULL */
	const int64_t *dcn; /* naxes parts of the axes across slices, or NULL: none crosses them */
	struct mesh_options options;
	const int64_t *devices; /* device ids in mesh order, or NULL: 0, 1, 2 … */
	uint32_t ndevices;      /* of `devices` */
	/* Of a mesh that a program builds, in mesh order; NULL: not known. */
	const int64_t *device_ids;
	uint32_t ndevice_ids;
	enum mesh_builder builder;
	bool builder_given; /* `built_by` is written */
	bool as_call;       /* names and sizes as two lists, so that -1 is not filled in */
	bool unnamed;  /* of torch_xla: no names are given, and the axes are called 0, 1, 2 … */
	bool override; /* from the command line, not from the file */
	bool made;     /* by the program */
	bool broken;
	struct span at, name_at; /* name_at: the key that introduces the mesh */
};

/* How the layout is applied: the moments at which the framework judges it differently. */
enum moment {
	MOMENT_DEVICE_PUT,
	MOMENT_IN_SHARDINGS,
	MOMENT_OUT_SHARDINGS,
	MOMENT_CONSTRAINT,
	MOMENT_SHAPE_DTYPE_STRUCT,
	MOMENT_CONSTRUCT,
	MOMENT_ARGUMENT, /* an argument of a program that is traced; not a word of specs */
};

enum tensor_kind { KIND_UNSAID, KIND_PARAM, KIND_ACTIVATION, KIND_INPUT, KIND_STATE };

/* Where a tensor of torch is. */
enum torch_device { DEVICE_CPU, DEVICE_XLA, DEVICE_META };

/* A dimension that packs several attention heads. */
struct heads {
	int64_t dim, count;
	struct span at;
};

struct dim {
	int64_t size;
	struct span at;
};

struct tensor {
	struct str name; /* a family keeps its braces: layers.{0..31}.wq */
	int64_t count;   /* members of the family times `count:`; at least 1 */
	const struct dim *dims;
	uint32_t rank;
	const struct dtype *dtype;       /* NULL when the spec does not say */
	const struct layout *layout;     /* NULL when the spec does not say */
	const struct layout *reshard_to; /* or NULL */
	const struct mesh *mesh;         /* NULL when the file has none, or the name is wrong */
	const struct mesh *reshard_mesh;
	enum moment applied_by; /* left out: device_put, but see moment_of of check.c */
	bool applied_by_given;
	enum tensor_kind kind;
	enum torch_device device; /* left out: xla */
	struct span device_at;    /* of length 0 when it is left out */
	const struct heads *heads;
	uint32_t nheads;
	const struct node *logical; /* or NULL */
	bool made;                  /* an array of a program (plan/program_tensors.h) */
	const char *open; /* of such an array: why nothing says how it lies, static text; or NULL */
	bool repeats;     /* it has the name of a tensor of the file */
	bool shares;      /* it has the storage of an array before it */
	bool has_shape;
	bool broken;              /* reported already; is not judged */
	struct span at, shape_at; /* the name; the shape */
};

/* The sizes of a tensor's dimensions, rank of them, in the arena. */
const int64_t *tensor_sizes(struct arena *arena, const struct tensor *tensor);

/* The sizes of a mesh's axes, nsizes of them, in the arena: devices along each, as the constructor
 * got them. */
const int64_t *mesh_axis_sizes(struct arena *arena, const struct mesh *mesh);

/* How many values of its own an optimizer keeps for each parameter. */
enum optimizer_kind {
	OPTIMIZER_NONE,
	OPTIMIZER_SGD,
	OPTIMIZER_MOMENTUM,
	OPTIMIZER_ADAM,
	OPTIMIZER_ADAMW,
	OPTIMIZER_ADAFACTOR
};

/* The `memory` of a spec. */
struct memory_settings {
	enum optimizer_kind optimizer;
	const struct dtype *moments;        /* of the optimizer's values; NULL: the parameter's */
	const struct dtype *master_weights; /* a second copy of the parameters, or NULL */
	const struct dtype *gradients;      /* or NULL */
	int64_t reserve;                    /* bytes kept free */
};

struct spec {
	const struct source *source;
	int64_t script_devices; /* that a script is told of; 0: as many as there are */
	/* Which number is taken for how much there is in files that nobody says it of, counted from
	 * 1; 0: such a number is not known. */
	uint32_t sizes;
	struct str platform; /* what JAX calls the devices where there is no hardware; else "cpu" */
	/* Layouts of the command line, or NULL; by their numbers what they say, NULL for one that
	 * is refused, and the lines of the file that they are for. */
	const struct asked_layouts *asked;
	const struct layout *const *asked_specs;
	const struct span *asked_lines;
	struct source_files *files;         /* what modules are added to, or NULL */
	const struct source_finder *finder; /* of modules, or NULL */
	struct framework framework;
	struct library_release *libraries; /* whose release is said */
	uint32_t nlibraries;
	struct mesh *meshes;
	uint32_t nmeshes;
	int64_t devices; /* how many there are, on the hardware if that is known; 0: as many as the
	                    mesh needs */
	struct span devices_at;
	const struct node *tensors; /* the map, or NULL; tensor_read reads one entry at a time */
	const struct tensor
	    *made; /* what its program placed: tensors that follow those of the map */
	uint32_t nmade;
	struct table made_names;         /* name of such a tensor → its number in `made` */
	const struct hardware *hardware; /* or NULL */
	const struct node *dims, *hardware_node, *rules, *program; /* kept as they stand, or NULL */
	struct memory_settings memory;
	const struct type_comment *type_comments; /* of a script (type_comment.h) */
	uint32_t ntype_comments;
	const struct node *outside;      /* `tensors` of a script's sidecar: values of its names */
	bool meshes_outside;             /* the meshes are the sidecar's, and set by nothing */
	const struct type_comment *said; /* what the sidecar says, for parameters of entries */
	uint32_t nsaid;
	struct table dim_index;            /* name of a dim → number of its pair in `dims` */
	const struct entry_request *entry; /* of the command line, or NULL */
	struct setting *settings;          /* of the command line */
	uint32_t nsettings;
	struct source program_file; /* the file of Python that the program is; a path that is
	                               none's: it stands in the spec */
	bool no_spmd;               /* torch_xla: spmd is false */
	bool records;               /* what the program does is recorded (op/core/recording.h) */
	bool program_eager;         /* the program runs step by step, rather than inside of jit */
	struct span rules_at, program_at, hardware_at; /* their keys */
	struct check_settings checks;
	bool aliases; /* the file repeats values by alias */
};

/* A function of a file of Python. */
struct entry_function {
	struct str path, function; /* "model.py", "MLP.forward" */
};

/* What the command line gives an option of the program. */
struct setting {
	struct str name, value;
	bool used; /* the program has such an option */
};

struct named_size {
	struct str name;
	int64_t size;
};

/* Functions to judge though the file does not call them, and what they are called with. */
struct entry_request {
	struct entry_function *entries;
	struct type_comment *args; /* by name, for each of the functions */
	struct named_size *dims;   /* of annotations of jaxtyping */
	uint32_t nentries, nargs, ndims;
};

/* What holds for a file where it does not say otherwise, nor the command line. */
struct file_defaults {
	struct str framework;            /* s NULL: not said */
	const struct hardware *hardware; /* or NULL */
	int64_t devices;                 /* of the hardware if that is said; 0: not said */
	struct {
		bool said, warnings, unknown; /* what fails a run besides errors */
	} fail_on;
	struct check_settings checks;
};

/* What the command line sets over the file; a str with s NULL is not given. */
struct spec_overrides {
	struct str framework, mesh;
	struct str hardware;                 /* as hardware_named reads it */
	int64_t devices;                     /* how many; 0: not given */
	int64_t script_devices;              /* the same for what a script asks of its host alone */
	uint32_t sizes;                      /* as in struct spec */
	struct str platform;                 /* as in struct spec, or empty */
	struct span platform_at;             /* where the program asks for it */
	const struct asked_layouts *layouts; /* of tensors, or of values of the program; or NULL */
	bool records;                        /* what the program does is wanted as equations */
	struct source_files *files;          /* of which the source is the whole, or NULL */
	const struct source_finder *finder;  /* of modules, or NULL: none are followed */
	const struct entry_request *entry;   /* or NULL */
	struct setting *settings;
	uint32_t nsettings;
	const struct file_defaults *defaults; /* or NULL */
};

/*
 * Reads the source as a spec. NULL after a finding when there is nothing to work with (too large,
 * not YAML, not a map); else the spec, findings or not. It lives in `arena` and refers to the
 * source's text.
 */
const struct spec *spec_read(struct arena *arena, struct arena *scratch,
                             const struct source *source, const struct spec_overrides *overrides,
                             struct diags *diags);

/* Whether a text can replace a mesh: AXIS=SIZE,… with NAME: in front when there are several meshes.
 */
bool spec_mesh_override_valid(struct str text);

/* How many tensors the spec names, a family counting as one. */
uint32_t spec_tensor_count(const struct spec *spec);

/* The name of tensor number `index`; empty when it is no text. */
struct str spec_tensor_name(const struct spec *spec, uint32_t index);

/*
 * Tensor number `index` of the spec, with findings about how it is written. Read anew at each call
 * into `arena`, so that a spec of very many tensors costs little memory. One that the file gives no
 * layout has that which its program gave it.
 */
const struct tensor *spec_tensor(struct arena *arena, const struct spec *spec, uint32_t index,
                                 struct diags *diags);

/* "make_mesh", "create_device_mesh" …: the word for a constructor in a spec. */
const char *mesh_builder_name(enum mesh_builder builder);

/* The first axis of the mesh with this name; false, with *index its number of axes, when there is
 * none. */
bool mesh_axis_named(const struct mesh *mesh, struct str name, uint32_t *index);

/* The constructor of that name; false when there is none. */
MUST_USE bool mesh_builder_named(struct str name, enum mesh_builder *builder);

/* "auto", "explicit" or "manual". */
const char *axis_type_name(enum axis_type type);
