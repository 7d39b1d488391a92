/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of cases with their expected output, CASE/expect.NAME, which SHARDCTL_UPDATE rewrites. */
#pragma once

#include "testing/testing.h"

/* The cases of a folder of the source tree: the folders in it, sorted. */
struct testing_names golden_cases(struct arena *arena, const char *folder);

/* Parameters for golden_cases, as testing_indexes gives them. */
struct criterion_test_params golden_indexes(const char *folder);

/* A file of a case; s is NULL when there is none. */
struct str golden_part(struct arena *arena, const char *folder, const char *name, const char *file);

/* Fails the test when the file of a case is not the actual text; or writes it. */
void golden_compare(struct arena *arena, const char *folder, const char *name, const char *file,
                    struct str actual);

/* The next word of a line of options, which is shortened; empty at its end. */
struct str golden_word(struct str *line);
