/* SPDX-License-Identifier: Apache-2.0 */
/* The same work on many things, by several threads, whose results are taken in order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct in_order {
	size_t things;
	size_t jobs;  /* threads that work; 1: the caller works on each thing before it takes it */
	size_t slots; /* results that may wait to be taken; at least `jobs` */
	/*
	 * Works on a thing, by any thread. What comes of it is kept in the slot, which nothing else
	 * uses until it has been taken; `worker`, below `jobs`, is the number of the thread.
	 */
	void (*work)(void *data, size_t thing, size_t slot, size_t worker);
	/* Takes what came of it, by the thread of the caller; false: no further one is wanted. */
	bool (*take)(void *data, size_t thing, size_t slot);
	void *data;
};

/* Does it all; what does not depend on the number of jobs is the order in which things are taken.
 * Where threads cannot be started, the caller does what they should have done. */
void in_order_run(const struct in_order *order);
