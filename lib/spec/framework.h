/* SPDX-License-Identifier: Apache-2.0 */
/* Which framework, at which version, is imitated. */
#pragma once

#include "diag/diag.h"
#include "release/rules.h"

enum framework_family { FRAMEWORK_JAX, FRAMEWORK_TORCH_XLA, FRAMEWORK_DTENSOR };

struct framework {
	enum framework_family family;
	struct version version;
	const struct jax_rules *rules; /* of JAX, also when broken; else NULL */
	struct str text;               /* "jax==0.12.0.1" */
	struct span at;                /* where it is written; zero when the default is taken */
	bool broken;                   /* no framework could be read, which has been reported */
};

/* "jax", "torch_xla", "dtensor". */
const char *framework_family_name(enum framework_family family);

/* Finds the family of this name; false: none has it. */
bool framework_family_named(struct str name, enum framework_family *family);

/*
 * Reads `jax`, `jax==0.6.0` … standing at `at`; an empty text is the default. A family or version
 * that is not known is a finding, and the framework returned is broken. A version left out is the
 * newest one known. Text is kept in the arena.
 */
struct framework framework_read(struct arena *arena, struct str text, struct span at,
                                struct diags *diags);
