/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/in_order.h"

#include <assert.h>
#include <pthread.h>

#include "base/arena.h"

/* Programs are followed by recursion, as deep as the usual stack of a process allows. */
enum { STACK_BYTES = 16 * 1024 * 1024 };

struct crew {
	const struct in_order *order;
	pthread_mutex_t lock;        /* for all below */
	pthread_cond_t room, result; /* a slot is free; a thing is done */
	size_t begun, taken;         /* things */
	bool *done;                  /* per slot: it holds a result */
	bool ended;                  /* nothing further is wanted */
};

struct worker {
	struct crew *crew;
	size_t number;
	pthread_t thread;
};

/* The next thing to work on; false when there is none. */
static bool next_thing(struct crew *crew, size_t *thing)
{
	pthread_mutex_lock(&crew->lock);
	while (!crew->ended && crew->begun < crew->order->things &&
	       crew->begun - crew->taken == crew->order->slots)
		pthread_cond_wait(&crew->room, &crew->lock);
	bool found = !crew->ended && crew->begun < crew->order->things;
	*thing = crew->begun;
	crew->begun += found;
	pthread_mutex_unlock(&crew->lock);
	return found;
}

static void *work(void *data)
{
	const struct worker *worker = data;
	struct crew *crew = worker->crew;
	const struct in_order *order = crew->order;
	for (size_t thing; next_thing(crew, &thing);) {
		order->work(order->data, thing, thing % order->slots, worker->number);
		pthread_mutex_lock(&crew->lock);
		crew->done[thing % order->slots] = true;
		pthread_cond_signal(&crew->result);
		pthread_mutex_unlock(&crew->lock);
	}
	return NULL;
}

/* Waits for a thing, takes it and frees its slot; false when no further one is wanted. */
static bool take(struct crew *crew, size_t thing)
{
	const struct in_order *order = crew->order;
	size_t slot = thing % order->slots;
	pthread_mutex_lock(&crew->lock);
	while (!crew->done[slot])
		pthread_cond_wait(&crew->result, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
	bool more = order->take(order->data, thing, slot);
	pthread_mutex_lock(&crew->lock);
	crew->done[slot] = false;
	crew->taken++;
	crew->ended = !more;
	pthread_cond_broadcast(&crew->room);
	pthread_mutex_unlock(&crew->lock);
	return more;
}

/* Starts the threads; how many could be. */
static size_t start(struct crew *crew, struct worker *workers)
{
	pthread_attr_t attributes;
	size_t started = 0;
	if (pthread_attr_init(&attributes) != 0)
		return 0;
	(void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
	for (; started < crew->order->jobs; started++) {
		workers[started] = (struct worker){.crew = crew, .number = started};
		if (pthread_create(&workers[started].thread, &attributes, work,
		                   &workers[started]) != 0)
			break;
	}
	pthread_attr_destroy(&attributes);
	return started;
}

static void run_alone(const struct in_order *order)
{
	for (size_t thing = 0; thing < order->things; thing++) {
		order->work(order->data, thing, 0, 0);
		if (!order->take(order->data, thing, 0))
			return;
	}
}

void in_order_run(const struct in_order *order)
{
	assert(order->jobs > 0 && order->slots >= order->jobs);
	struct arena arena = {0};
	struct crew crew = {.order = order,
	                    .lock = PTHREAD_MUTEX_INITIALIZER,
	                    .room = PTHREAD_COND_INITIALIZER,
	                    .result = PTHREAD_COND_INITIALIZER,
	                    .done = arena_new(&arena, bool, order->slots)};
	struct worker *workers = arena_new(&arena, struct worker, order->jobs);
	size_t started = order->jobs > 1 ? start(&crew, workers) : 0;
	if (!started)
		run_alone(order);
	for (size_t thing = 0; started && thing < order->things; thing++)
		if (!take(&crew, thing))
			break;
	for (size_t i = 0; i < started; i++)
		pthread_join(workers[i].thread, NULL);
	arena_drop(&arena);
}
