/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries on JAX that are followed, and their releases. */
#pragma once

#include "base/version.h"

/* A library at one of its releases. */
struct library_release {
	struct str name; /* "flax" */
	struct version version;
};

enum library_known {
	LIBRARY_NOT_KNOWN,
	LIBRARY_BY_NAME, /* its releases are not told apart */
	LIBRARY_BY_RELEASE,
};

/* Whether a library of this name is followed; *newest is then its newest known release. */
enum library_known library_known_release(struct str name, struct version *newest);

/* The release of a library of known releases that goes with this release of JAX. */
struct version library_release_with(struct str name, struct version jax);

/* The oldest release of a library that goes with a known release of JAX; zero: all may. */
struct version library_oldest_release(struct str name);
