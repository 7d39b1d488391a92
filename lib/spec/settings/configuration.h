/* SPDX-License-Identifier: Apache-2.0 */
/* A configuration, .shardctl.yaml: what holds for the files of a folder and of those in it where
 * neither they nor the command line say otherwise. */
#pragma once

#include "base/path_pattern.h"
#include "spec/spec.h"

/* What one map of it says; the first one of all files, the others of those that a key of `paths`
 * matches. */
struct configuration_part {
	struct path_pattern path;
	struct file_defaults says;
};

struct configuration {
	struct source source;
	struct diags *diags; /* about the configuration itself */
	struct configuration_part *parts;
	uint32_t nparts;
	size_t room;
	struct path_patterns exclude; /* what is passed by in folders */
};

/* Lays what stands nearer over the rest. Hardware and devices say one thing, and go together. */
void file_defaults_lay(struct file_defaults *defaults, const struct file_defaults *nearer);

/* Whether the source is a configuration, by its name. */
bool source_is_configuration(const struct source *source);

/* Reads a configuration, as far as it can be read. It lives in the arena, and refers to the text of
 * the source; `scratch` is used and given back. */
const struct configuration *configuration_read(struct arena *arena, struct arena *scratch,
                                               const struct source *source);

/* What it says of a file, by its path from the folder of the configuration. */
struct file_defaults configuration_of_file(const struct configuration *configuration,
                                           struct str path);
