/* SPDX-License-Identifier: Apache-2.0 */
/* Reads YAML (and so JSON) with libyaml into a tree of nodes. Knows YAML, not meshes. */
#pragma once

#include "diag/diag.h"
#include "spec/yaml/node.h"

enum { MAX_YAML_DEPTH = 64 };

/*
 * The root of the only document in this part of the source, or NULL after a finding; *aliases says
 * whether it uses an alias. The tree lives in `arena` and refers to the source's text; `scratch` is
 * used and given back. Repeated keys, tags, merge keys and further documents are findings and do
 * not stop the reading; what is not YAML, invalid UTF-8, an empty file, too deep nesting and
 * unknown aliases do.
 */
const struct node *yaml_read(struct arena *arena, struct arena *scratch,
                             const struct source *source, struct span part, struct diags *diags,
                             bool *aliases);

/* Whether the source is UTF-8; false after a finding where it is not. */
MUST_USE bool source_encoding_valid(const struct source *source, struct diags *diags);
