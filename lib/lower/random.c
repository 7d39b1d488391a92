/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random bits and what becomes of keys, by the hash that JAX uses unless told otherwise. It is
 * written as a loop, as for CPUs; TPUs compute the same in its five rounds one behind the other.
 * JAX: random/threefry2x32.py, and random/prng.py iota_2x32_shape.
 */
#include "lower/rows.h"
#include "op/core/dtype_class.h"
#include "op/random/random.h"

enum { HASH_LOOPS = 5, HASH_ROUNDS = 4, HASH_KEYS = 3, HASH_PARITY = 0x1BD11BDA };

/* A hash that is being written. */
struct hash {
	struct emitter *emitter;
	struct array_type whole, scalar, counter; /* of the numbers, of one, of the loop's index */
	struct term keys[HASH_KEYS], x[2];
};

static struct array_type with_dtype(struct array_type type, const char *name)
{
	type.dtype = dtype_named((struct str){name, strlen(name)});
	return type;
}

static struct term binary(struct emitter *emitter, const char *name, struct term x, struct term y)
{
	const struct term operands[] = {x, y};
	struct array_type type = x.type;
	return emit_placed(emitter, name, operands, 2, STR(""), &type);
}

/* The value where the type says that it is. */
static struct term placed(struct emitter *emitter, struct term x, const struct array_type *type)
{
	x = constrained(emitter, x, type);
	x.type = *type;
	return x;
}

/* The value at all numbers: one for all, or one for each key, whose dimensions stand in front. */
static struct term spread(const struct hash *hash, struct term x)
{
	struct emitter *emitter = hash->emitter;
	struct buf attributes = {.arena = emitter->arena};
	uint32_t *dims = arena_new(emitter->arena, uint32_t, x.type.rank);
	if (x.type.rank == hash->whole.rank)
		return placed(emitter, x, &hash->whole);
	for (uint32_t i = 0; i < x.type.rank; i++)
		dims[i] = i;
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, x.type.rank);
	return emit_placed(emitter, "stablehlo.broadcast_in_dim", &x, 1, buf_str(&attributes),
	                   &hash->whole);
}

/* A number of this type, at all of its places. */
static struct term number_like(struct emitter *emitter, const struct array_type *type,
                               int64_t number)
{
	struct term scalar = emit_number(emitter, type->dtype, number);
	return placed(emitter, type->rank ? emit_splat(emitter, scalar, type) : scalar, type);
}

static struct term converted(struct emitter *emitter, struct term x, const struct array_type *type)
{
	return x.type.dtype == type->dtype
	           ? x
	           : emit_placed(emitter, "stablehlo.convert", &x, 1, STR(""), type);
}

/* One of the words of which the last dimension has several. */
static struct term word_of(struct emitter *emitter, struct term x, const struct array_type *type,
                           uint32_t word)
{
	struct arena *arena = emitter->arena;
	uint32_t rank = type->rank + 1;
	int64_t *start = arena_new(arena, int64_t, rank), *stride = arena_new(arena, int64_t, rank);
	int64_t *limit = shape_copy(arena, type->shape, rank - 1);
	int64_t *sizes = arena_new(arena, int64_t, rank), *limits = arena_new(arena, int64_t, rank);
	struct buf text = {.arena = arena};
	for (uint32_t i = 0; i < rank; i++) {
		bool last = i + 1 == rank;
		start[i] = last ? word : 0;
		limits[i] = last ? word + 1 : limit[i];
		sizes[i] = last ? 1 : limit[i];
		stride[i] = 1;
	}
	struct array_type piece = type_plain(arena, type->dtype, sizes, rank);
	buf_puts(&text, "limit_indices = ");
	add_i64s(&text, limits, rank);
	buf_puts(&text, ", start_indices = ");
	add_i64s(&text, start, rank);
	buf_puts(&text, ", strides = ");
	add_i64s(&text, stride, rank);
	struct term slice = emit(emitter, "stablehlo.slice", &x, 1, buf_str(&text), &piece);
	return emit(emitter, "stablehlo.reshape", &slice, 1, STR(""), type);
}

/* ---- The loop ---- */

/* The sum of both; and the second turned by some bits, mixed with it. */
static void emit_round(struct hash *hash, struct term rotations, uint32_t round)
{
	struct emitter *emitter = hash->emitter;
	struct term by = word_of(emitter, rotations, &hash->scalar, round);
	hash->x[0] = binary(emitter, "stablehlo.add", hash->x[0], hash->x[1]);
	struct term up = binary(emitter, "stablehlo.shift_left", hash->x[1], spread(hash, by));
	struct term bits = number_like(emitter, &hash->scalar, 32);
	struct term rest =
	    binary(emitter, "stablehlo.subtract", bits, placed(emitter, by, &hash->scalar));
	struct term down =
	    binary(emitter, "stablehlo.shift_right_logical", hash->x[1], spread(hash, rest));
	hash->x[1] =
	    binary(emitter, "stablehlo.xor", hash->x[0], binary(emitter, "stablehlo.or", up, down));
}

/* What goes around: the index of the loop and of its body, the numbers, keys, rotations. */
enum {
	LOOP_INDEX,
	BODY_INDEX,
	LOOP_X,
	LOOP_KEYS = LOOP_X + 2,
	LOOP_ROTATIONS = LOOP_KEYS + 3,
	LOOP_VALUES = LOOP_ROTATIONS + 2
};

static void new_arguments(struct hash *hash, const struct term *operands, struct term *arguments)
{
	for (uint32_t i = 0; i < LOOP_VALUES; i++)
		arguments[i] = new_argument(hash->emitter, &operands[i].type);
}

static void emit_condition(struct hash *hash, const struct term *operands)
{
	struct emitter *emitter = hash->emitter;
	struct term arguments[LOOP_VALUES];
	new_arguments(hash, operands, arguments);
	emit_region(emitter, arguments, LOOP_VALUES);
	const struct term compared[] = {
	    placed(emitter, arguments[LOOP_INDEX], &hash->counter),
	    number_like(emitter, &hash->counter, HASH_LOOPS),
	};
	const struct array_type truth =
	    type_plain(emitter->arena, dtype_named(STR("bool")), NULL, 0);
	struct term less = emit_comparison(emitter, compared, "SIGNED", "LT", &truth);
	emit_return(emitter, &less, 1);
}

static struct term next_index(struct hash *hash, struct term index)
{
	struct emitter *emitter = hash->emitter;
	return binary(emitter, "stablehlo.add", placed(emitter, index, &hash->counter),
	              number_like(emitter, &hash->counter, 1));
}

static void emit_body(struct hash *hash, const struct term *operands)
{
	struct emitter *emitter = hash->emitter;
	struct term at[LOOP_VALUES], next[LOOP_VALUES];
	new_arguments(hash, operands, at);
	emit_region(emitter, at, LOOP_VALUES);
	hash->x[0] = at[LOOP_X];
	hash->x[1] = at[LOOP_X + 1];
	next[BODY_INDEX] = next_index(hash, at[BODY_INDEX]);
	for (uint32_t i = 0; i < HASH_ROUNDS; i++)
		emit_round(hash, at[LOOP_ROTATIONS], i);
	struct term keyed =
	    binary(emitter, "stablehlo.add", hash->x[1], spread(hash, at[LOOP_KEYS + 1]));
	struct term count = converted(emitter, next_index(hash, at[BODY_INDEX]), &hash->scalar);
	next[LOOP_X] = binary(emitter, "stablehlo.add", hash->x[0], spread(hash, at[LOOP_KEYS]));
	next[LOOP_X + 1] = binary(emitter, "stablehlo.add", keyed, spread(hash, count));
	for (uint32_t i = 0; i < HASH_KEYS; i++)
		next[LOOP_KEYS + i] = at[LOOP_KEYS + (i + 1) % HASH_KEYS];
	next[LOOP_ROTATIONS] = at[LOOP_ROTATIONS + 1];
	next[LOOP_ROTATIONS + 1] = at[LOOP_ROTATIONS];
	next[LOOP_INDEX] = next_index(hash, at[LOOP_INDEX]);
	emit_return(emitter, next, LOOP_VALUES);
}

static struct term rotations(struct emitter *emitter, const char *text)
{
	static const int64_t shape[] = {HASH_ROUNDS};
	struct array_type type = type_plain(emitter->arena, dtype_named(STR("uint32")), shape, 1);
	return emit(
	    emitter, "stablehlo.constant", NULL, 0,
	    str_format(emitter->arena, "value = dense<[%s]> : tensor<%dxui32>", text, HASH_ROUNDS),
	    &type);
}

/* Hashes the numbers hash->x with two words of each key, keys[0] and keys[1]. */
static void emit_hash(struct hash *hash)
{
	struct emitter *emitter = hash->emitter;
	struct term operands[LOOP_VALUES], results[LOOP_VALUES];
	const struct term *key = hash->keys;
	struct array_type like_key = key[0].type;
	operands[LOOP_ROTATIONS] = rotations(emitter, "13, 15, 26, 6");
	operands[LOOP_ROTATIONS + 1] = rotations(emitter, "17, 29, 16, 24");
	struct term both = binary(emitter, "stablehlo.xor", placed(emitter, key[0], &like_key),
	                          placed(emitter, key[1], &like_key));
	operands[LOOP_KEYS] = key[1];
	operands[LOOP_KEYS + 1] =
	    binary(emitter, "stablehlo.xor", both, number_like(emitter, &like_key, HASH_PARITY));
	operands[LOOP_KEYS + 2] = key[0];
	for (uint32_t i = 0; i < 2; i++)
		operands[LOOP_X + i] =
		    binary(emitter, "stablehlo.add", hash->x[i], spread(hash, key[i]));
	operands[LOOP_INDEX] = emit_number(emitter, hash->counter.dtype, 0);
	operands[BODY_INDEX] = emit_number(emitter, hash->counter.dtype, 0);
	for (uint32_t i = 0; i < LOOP_VALUES; i++)
		results[i].type = operands[i].type;
	const struct term_list list = {results, LOOP_VALUES};
	emit_open(emitter, "stablehlo.while", operands, LOOP_VALUES, STR(""), &list);
	emit_condition(hash, operands);
	emit_body(hash, operands);
	emit_close(emitter, operands, LOOP_VALUES, &list);
	for (uint32_t i = 0; i < 2; i++)
		hash->x[i] = placed(emitter, results[LOOP_X + i], &hash->whole);
}

/* ---- Its numbers ---- */

/* The places of the elements of a shape, counted with 64 bits. */
static struct term counts_of(struct emitter *emitter, const struct array_type *type)
{
	struct term sum = {.literal = false};
	int64_t stride = 1;
	for (uint32_t i = type->rank; i-- > 0;) {
		struct term at =
		    emit(emitter, "stablehlo.iota", NULL, 0,
		         str_format(emitter->arena, "iota_dimension = %u : i64", i), type);
		at = binary(emitter, "stablehlo.multiply", number_like(emitter, type, stride), at);
		sum = sum.name.kind ? binary(emitter, "stablehlo.add", at, sum) : at;
		stride *= type->shape[i] > 0 ? type->shape[i] : 1;
	}
	return sum;
}

/* What is hashed: the counts of the last `rank` dimensions, their high words and their low ones,
 * the same for each key. */
static void count_numbers(struct hash *hash, uint32_t rank)
{
	struct emitter *emitter = hash->emitter;
	struct arena *arena = emitter->arena;
	uint32_t keys = hash->whole.rank - rank;
	struct array_type counted =
	    type_plain(arena, hash->whole.dtype, hash->whole.shape + keys, rank);
	struct array_type wide = with_dtype(counted, "uint64");
	struct term words[2];
	for (uint32_t i = 0; i < 2 && !rank; i++)
		words[i] = emit_number(emitter, counted.dtype, 0);
	if (rank) {
		struct term counts = counts_of(emitter, &wide);
		struct term high = binary(emitter, "stablehlo.shift_right_logical", counts,
		                          number_like(emitter, &wide, 32));
		words[0] = converted(emitter, high, &counted);
		words[1] = converted(emitter, counts, &counted);
	}
	uint32_t *dims = arena_new(arena, uint32_t, rank);
	struct buf attributes = {.arena = arena};
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = keys + i;
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, rank);
	for (uint32_t i = 0; i < 2; i++)
		hash->x[i] = keys ? emit_placed(emitter, "stablehlo.broadcast_in_dim", &words[i], 1,
		                                buf_str(&attributes), &hash->whole)
		                  : placed(emitter, words[i], &hash->whole);
}

/* A hash for results of the shape of `like`, with keys, whose text has their words at the end. */
static struct hash begin_hash(struct emitter *emitter, const struct array_type *like,
                              struct term keys)
{
	struct array_type scalar = type_plain(emitter->arena, like->dtype, NULL, 0);
	scalar.mesh = like->mesh;
	struct hash hash = {.emitter = emitter,
	                    .whole = with_dtype(*like, "uint32"),
	                    .scalar = with_dtype(scalar, "uint32"),
	                    .counter = with_dtype(scalar, "int32")};
	struct array_type key = keys.type.rank ? with_dtype(keys.type, "uint32") : hash.scalar;
	for (uint32_t i = 0; i < 2; i++)
		hash.keys[i] = word_of(emitter, keys, &key, i);
	return hash;
}

/* Two words behind each other along a new last dimension: keys of the result's type. */
static bool join_words(struct writing *writing, const struct term *words)
{
	struct emitter *emitter = writing->emitter;
	struct term pieces[2];
	uint32_t rank = words[0].type.rank;
	int64_t *shape = arena_new(emitter->arena, int64_t, rank + 1);
	uint32_t *dims = arena_new(emitter->arena, uint32_t, rank);
	struct buf attributes = {.arena = emitter->arena};
	for (uint32_t i = 0; i < rank; i++) {
		shape[i] = words[0].type.shape[i];
		dims[i] = i;
	}
	shape[rank] = 1;
	struct array_type piece = type_plain(emitter->arena, words[0].type.dtype, shape, rank + 1);
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, rank);
	for (uint32_t i = 0; i < 2; i++)
		pieces[i] = emit(emitter, "stablehlo.broadcast_in_dim", &words[i], 1,
		                 buf_str(&attributes), &piece);
	return written(writing,
	               emit_placed(emitter, "stablehlo.concatenate", pieces, 2,
	                           str_format(emitter->arena, "dimension = %u : i64", rank),
	                           writing->result));
}

/* Both words of a seed, of numbers of up to 32 bits. */
static void seed_words(struct emitter *emitter, struct term seed, struct term *words)
{
	struct array_type type = seed.type, word = with_dtype(type, "uint32");
	struct term high =
	    binary(emitter, "stablehlo.shift_right_logical", seed, number_like(emitter, &type, 32));
	words[0] = converted(emitter, high, &word);
	words[1] = binary(emitter, "stablehlo.and", converted(emitter, seed, &word),
	                  number_like(emitter, &word, UINT32_MAX));
}

/* ---- Rows ---- */

/* Whether keys are of the hash that is written here. */
static bool is_hashed(const struct dtype *dtype)
{
	return dtype_class(dtype) != DTYPE_KEY || strcmp(dtype->name, "key<fry>") == 0;
}

/* Keys of other generators: every device computes its own part of a count of the elements, from
 * which they follow without any communication; the count stands for them. */
static bool write_counted(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	bool key = dtype_class(writing->result->dtype) == DTYPE_KEY;
	if (!writing->result->rank && !key)
		return written(
		    writing,
		    constrained_own(emitter, emit_number(emitter, writing->result->dtype, 0)));
	return written(writing, emit_placed(emitter, "stablehlo.iota", NULL, 0,
	                                    STR("iota_dimension = 0 : i64"), writing->result));
}

static bool write_bits(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct array_type *result = writing->result;
	struct term keys = writing->operands[0];
	if (!is_hashed(keys.type.dtype))
		return write_counted(writing);
	struct hash hash = begin_hash(emitter, result, keys);
	count_numbers(&hash, result->rank - keys.type.rank);
	emit_hash(&hash);
	if (result->dtype->bits <= 32) {
		struct term mixed = binary(emitter, "stablehlo.xor", hash.x[0], hash.x[1]);
		return written(writing, converted(emitter, mixed, result));
	}
	struct term high = converted(emitter, hash.x[0], result);
	struct term low = converted(emitter, hash.x[1], result);
	high = binary(emitter, "stablehlo.shift_left", high, number_like(emitter, result, 32));
	return written(writing, binary(emitter, "stablehlo.or", high, low));
}

static bool write_split(struct writing *writing)
{
	struct term keys = writing->operands[0];
	if (!is_hashed(keys.type.dtype))
		return write_counted(writing);
	struct hash hash = begin_hash(writing->emitter, writing->result, keys);
	count_numbers(&hash, writing->result->rank - keys.type.rank);
	emit_hash(&hash);
	return join_words(writing, hash.x);
}

static bool write_fold_in(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term keys = writing->operands[0], number = writing->operands[1];
	if (!is_hashed(keys.type.dtype) || number.type.rank > writing->result->rank)
		return write_counted(writing);
	struct hash hash = begin_hash(emitter, writing->result, keys);
	struct array_type word = with_dtype(number.type, "uint32");
	seed_words(emitter, converted(emitter, number, &word), hash.x);
	for (uint32_t i = 0; i < 2; i++)
		hash.x[i] = spread(&hash, hash.x[i]);
	emit_hash(&hash);
	return join_words(writing, hash.x);
}

static bool write_seed(struct writing *writing)
{
	struct term words[2];
	if (!is_hashed(writing->result->dtype))
		return write_counted(writing);
	seed_words(writing->emitter, writing->operands[0], words);
	return join_words(writing, words);
}

/* Keys and their words are the same tensor. */
static bool write_words(struct writing *writing)
{
	if (!is_hashed(writing->result->dtype) || !is_hashed(writing->operands[0].type.dtype))
		return write_counted(writing);
	return written(writing,
	               constrained(writing->emitter, writing->operands[0], writing->result));
}

const struct lowering_row lower_random_rows[] = {
    {"random_bits", write_bits, NULL, NULL},
    {"random_seed", write_seed, NULL, NULL},
    {"random_split", write_split, NULL, NULL},
    {"random_fold_in", write_fold_in, NULL, NULL},
    {"random_wrap", write_words, NULL, NULL},
    {"random_unwrap", write_words, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
