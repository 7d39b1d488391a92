/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of specs and of what the framework says to them. */
#ifndef TESTING_FRAMEWORK_SAYS_H
#define TESTING_FRAMEWORK_SAYS_H

#include "testing/testing.h"

struct framework_says {
	const char *spec;
	const char *rule;    /* of the only error, or NULL when the framework accepts the spec */
	const char *covered; /* what the caret stands under */
	const char *type;    /* the class it raises; NULL when the finding quotes nothing */
	const char *message; /* the first line of its text */
};

/* Checks every spec, and fails the test where the only error, its place or the words differ. */
void framework_says_check(const struct framework_says *rows, size_t count);

#endif
