/* SPDX-License-Identifier: Apache-2.0 */
/* The files of the project that a file of Python belongs to. */
#pragma once

#include "diag/source_files.h"

/*
 * Finds modules for the file at `path`: beside it, in the folders above up to the one of the
 * project, which holds .git, pyproject.toml or setup.py, and in `src` of that. Without such a
 * folder above it is the nearest one that holds setup.cfg, requirements.txt or LICENSE, else the
 * file's own. Nothing outside of the project is read, not through symbolic links either; standard
 * input counts as a file of the current one. The project is looked for when a module is first
 * wanted. NULL where the path is too long.
 */
const struct source_finder *project_of(struct arena *arena, const char *path);
