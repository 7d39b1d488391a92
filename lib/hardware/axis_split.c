/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/axis_split.h"

#include <assert.h>

/* The prime factors of a positive int64, with multiplicity. */
struct factors {
	uint32_t count;
	int64_t primes[64];
};

/* A distinct prime of the logical size. */
struct prime {
	int64_t value;
	uint32_t needed;               /* how often it divides the logical size */
	uint32_t slots[PHYSICAL_AXES]; /* how often each physical axis still offers it */
};

/* A choice for one logical axis, and what it is judged by. */
struct choice {
	int64_t sizes[PHYSICAL_AXES];
	int64_t whole_size;  /* product over the physical axes that are taken as a whole */
	uint32_t whole_axes; /* number of those longer than 1 */
	int64_t overlap;     /* product over the physical axes that carry something already */
};

struct search {
	const struct physical_mesh *mesh;
	int64_t taken[PHYSICAL_AXES]; /* product of what is assigned on each physical axis */
	struct prime primes[16];      /* 15 distinct primes multiply beyond int64 */
	uint32_t nprimes;
	struct choice best;
	bool found;
};

static struct factors prime_factors(int64_t number)
{
	assert(number > 0);
	struct factors factors = {0};
	for (int64_t divisor = 2; divisor <= number / divisor; divisor++)
		for (; number % divisor == 0; number /= divisor)
			factors.primes[factors.count++] = divisor;
	if (number > 1)
		factors.primes[factors.count++] = number;
	return factors;
}

static int64_t square_root(int64_t number)
{
	int64_t root = 0;
	while (root + 1 <= number / (root + 1))
		root++;
	return root;
}

/*
 * As releases without all_prime_factors find them: divisors end one above the square root of the
 * number, and when a larger prime is left over, it alone is the result (10 gives 5, 28 gives 7).
 */
static struct factors prime_factors_with_loss(int64_t number)
{
	assert(number > 0);
	struct factors factors = {0};
	int64_t last = square_root(number) + 1;
	for (int64_t divisor = 2; divisor <= last; divisor++) {
		for (; number % divisor == 0; number /= divisor)
			factors.primes[factors.count++] = divisor;
		if (number == 1)
			return factors;
	}
	return (struct factors){.count = 1, .primes = {number}};
}

static struct factors factors_of(int64_t number, const struct jax_rules *rules)
{
	return rules->has[JAX_ALL_PRIME_FACTORS] ? prime_factors(number)
	                                         : prime_factors_with_loss(number);
}

static uint32_t multiplicity(const struct factors *factors, int64_t prime)
{
	uint32_t times = 0;
	for (uint32_t i = 0; i < factors->count; i++)
		times += factors->primes[i] == prime;
	return times;
}

static void set_primes(struct search *search, int64_t size, const struct jax_rules *rules)
{
	struct factors needed = factors_of(size, rules);
	assert(needed.count <= COUNT_OF(needed.primes));
	search->nprimes = 0;
	for (uint32_t i = 0; i < needed.count; i += multiplicity(&needed, needed.primes[i]))
		search->primes[search->nprimes++] = (struct prime){
		    .value = needed.primes[i], .needed = multiplicity(&needed, needed.primes[i])};
	for (uint32_t axis = 0; axis < search->mesh->rank; axis++) {
		struct factors offered =
		    factors_of(search->mesh->shape[axis] / search->taken[axis], rules);
		for (uint32_t i = 0; i < search->nprimes; i++)
			search->primes[i].slots[axis] =
			    multiplicity(&offered, search->primes[i].value);
	}
}

static void measure(const struct search *search, struct choice *choice)
{
	choice->whole_size = choice->overlap = 1;
	choice->whole_axes = 0;
	for (uint32_t axis = 0; axis < search->mesh->rank; axis++) {
		if (choice->sizes[axis] == search->mesh->shape[axis]) {
			choice->whole_size *= choice->sizes[axis];
			choice->whole_axes += choice->sizes[axis] > 1;
		}
		if (search->taken[axis] > 1)
			choice->overlap *= choice->sizes[axis];
	}
}

/*
 * Larger is better throughout. That includes the overlap, although sharing an axis with a more
 * communicating one costs bandwidth: the framework compares it this way round.
 */
static bool is_better(const struct choice *a, const struct choice *b, uint32_t rank)
{
	if (a->whole_size != b->whole_size)
		return a->whole_size > b->whole_size;
	if (a->whole_axes != b->whole_axes)
		return a->whole_axes > b->whole_axes;
	if (a->overlap != b->overlap)
		return a->overlap > b->overlap;
	for (uint32_t axis = 0; axis < rank; axis++)
		if (a->sizes[axis] != b->sizes[axis])
			return a->sizes[axis] > b->sizes[axis];
	return false;
}

/*
 * Walks through all ways to place `left` more of primes[prime] on physical axes from `axis` on, and
 * all later primes on any; keeps the best. At most 4 axes times 15 primes deep.
 */
static void share_out(struct search *search, struct choice *choice, uint32_t prime, uint32_t axis,
                      uint32_t left)
{
	assert(prime <= search->nprimes && axis <= search->mesh->rank);
	if (prime == search->nprimes) {
		measure(search, choice);
		if (!search->found || is_better(choice, &search->best, search->mesh->rank))
			search->best = *choice;
		search->found = true;
		return;
	}
	if (axis == search->mesh->rank) {
		uint32_t next = prime + 1;
		if (left == 0)
			share_out(search, choice, next, 0,
			          next < search->nprimes ? search->primes[next].needed : 0);
		return;
	}
	const struct prime *placed = &search->primes[prime];
	int64_t before = choice->sizes[axis];
	for (uint32_t times = 0; times <= left && times <= placed->slots[axis]; times++) {
		share_out(search, choice, prime, axis + 1, left - times);
		choice->sizes[axis] *= placed->value;
	}
	choice->sizes[axis] = before;
}

static bool assign_axis(struct search *search, int64_t size, const struct jax_rules *rules)
{
	set_primes(search, size, rules);
	search->found = false;
	struct choice choice = {.sizes = {1, 1, 1, 1}};
	share_out(search, &choice, 0, 0, search->nprimes ? search->primes[0].needed : 0);
	return search->found;
}

struct mesh_error axis_split_assign(const struct physical_mesh *mesh, const int64_t *shape,
                                    uint32_t rank, const struct jax_rules *rules, int64_t *sizes)
{
	struct search search = {.mesh = mesh, .taken = {1, 1, 1, 1}};
	for (uint32_t logical = rank; logical-- > 0;) {
		if (shape[logical] < 1)
			return (struct mesh_error){"AssertionError", STR("")};
		if (!assign_axis(&search, shape[logical], rules))
			return (struct mesh_error){
			    "TypeError", STR("int() argument must be a string, a bytes-like object "
			                     "or a real number, not 'NoneType'")};
		for (uint32_t axis = 0; axis < mesh->rank; axis++) {
			sizes[axis * rank + logical] = search.best.sizes[axis];
			search.taken[axis] *= search.best.sizes[axis];
		}
	}
	return (struct mesh_error){0};
}
