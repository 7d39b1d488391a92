/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: keys, what becomes of them, and the bits that all distributions are made of.
 * JAX: random/prng.py, random/core.py. */
#pragma once

#include "op/core/op.h"

/* Whether the array holds keys. */
bool random_is_key(const struct array *array);

/* The dtype of keys for which no implementation is named. JAX: random/core.py default_prng_impl. */
const struct dtype *random_key_dtype(const struct op *op);

/* A key of this dtype from each seed. */
const struct array *random_seed(struct op *op, const struct array *seeds,
                                const struct dtype *dtype);

/* Keys of this dtype from their data, uint32[…,n] with n words of a key; the last dimension goes
 * away, and must not be sharded. NULL after the TypeError of prng.py for data that is none. */
const struct array *random_wrap(struct op *op, const struct array *data, const struct dtype *dtype);

/* The data of keys, uint32[…,n]: one dimension more. */
const struct array *random_unwrap(struct op *op, const struct array *keys);

/* `shape` new keys of each key. */
const struct array *random_split(struct op *op, const struct array *keys, const int64_t *shape,
                                 uint32_t rank);

/* A key of each key and number. */
const struct array *random_fold_in(struct op *op, const struct array *keys,
                                   const struct array *numbers);

/* Random unsigned integers of `bits` bits: `shape` of them of each key. */
const struct array *random_bits(struct op *op, const struct array *keys, uint32_t bits,
                                const int64_t *shape, uint32_t rank);

/*
 * The key that jax.random.`name` was given, from its data when it was that: *wrapped. False after
 * raising that it is no key, or that it is several. JAX: random/core.py _check_prng_key.
 */
MUST_USE bool random_check_key(struct op *op, const char *name, bool several,
                               const struct array **key, bool *wrapped);
