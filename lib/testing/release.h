/* SPDX-License-Identifier: Apache-2.0 */
/* Releases of JAX by their names, and what was recorded of them. */
#pragma once

#include "release/rules.h"
#include "testing/testing.h"

/* The rules of the release called "0.10.2"; anything that is no version fails the test. */
struct jax_rules testing_release(const char *release);

/* The releases of which there is a recording, a file FOLDER/PREFIXrelease.jsonl of the source tree.
 */
struct testing_names testing_recorded(struct arena *arena, const char *folder, const char *prefix);

/* Parameters 0 … one less than there are such recordings. */
struct criterion_test_params testing_recorded_indexes(const char *folder, const char *prefix);

/* The bytes of the recording of that index; its release in *release. */
struct str testing_recording(struct arena *arena, const char *folder, const char *prefix, int index,
                             const char **release);
