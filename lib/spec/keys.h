/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of a spec, map by map, and the words that some of them take. The readers find keys and
 * words by these tables, and the schema for editors is written from them.
 */
#pragma once

#include <stdbool.h>

#include "base/str.h"

/* What a value is. Each has its form in the schema, and its reader. */
enum value_form {
#define FORM(id, name, members) FORM_##id,
#include "spec/forms.def"
#undef FORM
	FORM_COUNT
};

struct words {
	const char *const *items;
	size_t count;
};

struct key {
	const char *name;
	enum value_form form;
	const char *description;   /* sentences, shown by editors */
	const struct words *words; /* of FORM_WORD */
	const char *also;          /* other names that people write for it, with blanks between */
	const char *fallback;      /* what it is when left out, as JSON; or NULL */
	const char *examples;      /* values as JSON, with commas between; or NULL */
};

/* The keys of one kind of map. */
struct keys {
	const char *what; /* "a mesh": of what they are keys */
	const struct key *rows;
	size_t count;
	/* Keys of which the map needs some: alternatives with '|' between, each of one or more
	 * names with blanks between; NULL: none. */
	const char *needs;
	bool only_one; /* of the alternatives: keys of two would say the same thing twice */
};

enum spec_key {
	SPEC_VERSION,
	SPEC_FRAMEWORK,
	SPEC_LIBRARIES,
	SPEC_HARDWARE,
	SPEC_DEVICES,
	SPEC_MESH,
	SPEC_MESHES,
	SPEC_DIMS,
	SPEC_RULES,
	SPEC_TENSORS,
	SPEC_PROGRAM,
	SPEC_PROGRAM_MODE,
	SPEC_SPMD,
	SPEC_MEMORY,
	SPEC_CHECKS,
	SPEC_KEY_COUNT
};

enum mesh_key {
	MESH_AXES,
	MESH_NAMES,
	MESH_SIZES,
	MESH_TYPES,
	MESH_DEVICES,
	MESH_DCN,
	MESH_BUILT_BY,
	MESH_ALLOW_SPLIT,
	MESH_CONTIGUOUS,
	MESH_PROCESS_GRANULE,
	MESH_SORT_GRANULES,
	MESH_KEY_COUNT
};

enum axes_key { AXES_NAMES, AXES_SIZES, AXES_KEY_COUNT };

enum tensor_key {
	TENSOR_SHAPE,
	TENSOR_DTYPE,
	TENSOR_SPEC,
	TENSOR_KIND,
	TENSOR_MESH,
	TENSOR_DEVICE,
	TENSOR_APPLIED_BY,
	TENSOR_LOGICAL,
	TENSOR_COUNT,
	TENSOR_HEADS,
	TENSOR_RESHARD_TO,
	TENSOR_TYPE,
	TENSOR_KEY_COUNT
};

enum reshard_key { RESHARD_MESH, RESHARD_SPEC, RESHARD_KEY_COUNT };

enum program_key { PROGRAM_FILE, PROGRAM_KEY_COUNT };

enum memory_key {
	MEMORY_OPTIMIZER,
	MEMORY_MOMENTS,
	MEMORY_MASTER_WEIGHTS,
	MEMORY_GRADIENTS,
	MEMORY_RESERVE,
	MEMORY_KEY_COUNT
};

enum checks_key {
	CHECKS_IGNORE,
	CHECKS_SELECT,
	CHECKS_SEVERITY,
	CHECKS_REPLICATED_BYTES,
	CHECKS_KEY_COUNT
};

/* A configuration has the keys of `checks`, and behind them its own; those after the first few are
 * not keys of its parts. */
enum configuration_key {
	CONFIGURATION_FRAMEWORK = CHECKS_KEY_COUNT,
	CONFIGURATION_HARDWARE,
	CONFIGURATION_DEVICES,
	CONFIGURATION_FAIL_ON,
	CONFIGURATION_PART_KEY_COUNT,
	CONFIGURATION_EXCLUDE = CONFIGURATION_PART_KEY_COUNT,
	CONFIGURATION_PATHS,
	CONFIGURATION_KEY_COUNT
};

/* Behind these, `hardware` has the figures of the chip, in the order of enum figure. */
enum hardware_key {
	HARDWARE_TYPE,
	HARDWARE_CHIP,
	HARDWARE_TOPOLOGY,
	HARDWARE_SLICES,
	HARDWARE_FIGURES
};

extern const struct keys spec_keys, mesh_keys, axes_keys, tensor_keys, reshard_keys, program_keys,
    memory_keys, checks_keys, configuration_keys, configuration_part_keys;

/* The number of the row with this name, or the number of rows. */
size_t key_place(const struct keys *table, struct str name);

/* The keys of `hardware`; the figures' rows are made in the arena. */
struct keys hardware_keys(struct arena *arena);

/* Words, each by the number of its enumeration: of enum moment, enum tensor_kind less one, enum
 * axis_type, enum mesh_builder, enum optimizer_kind, enum severity with two for none after it, and
 * a boolean's twice. */
extern const struct words moment_words, tensor_kind_words, axis_type_words, mesh_builder_words,
    optimizer_words, severity_words, fail_on_words, boolean_words, program_mode_words, device_words;
