/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/memory.h"

#include <assert.h>

#include "base/buf.h"
#include "base/checked.h"

static const char *const part_names[] = {
    [MEMORY_PARAM] = "param",
    [MEMORY_ACTIVATION] = "activation",
    [MEMORY_INPUT] = "input",
    [MEMORY_STATE] = "state",
    [MEMORY_OTHER] = "other",
    [MEMORY_OPTIMIZER] = "optimizer",
    [MEMORY_MASTER_WEIGHTS] = "master_weights",
    [MEMORY_GRADIENTS] = "gradients",
    [MEMORY_RESERVE] = "reserve",
    [MEMORY_ARGUMENTS] = "arguments",
    [MEMORY_RESULTS] = "results",
};

static const enum memory_part part_of_kind[] = {
    [KIND_UNSAID] = MEMORY_OTHER,          [KIND_PARAM] = MEMORY_PARAM,
    [KIND_ACTIVATION] = MEMORY_ACTIVATION, [KIND_INPUT] = MEMORY_INPUT,
    [KIND_STATE] = MEMORY_STATE,
};

const char *memory_part_name(enum memory_part part)
{
	assert(part < MEMORY_PARTS);
	return part_names[part];
}

static void add(struct memory *memory, int64_t *sum, int64_t bytes, int64_t count)
{
	int64_t all;
	if (!checked_multiply(&all, bytes, count) || !checked_add(sum, *sum, all))
		memory->overflow = true;
}

/* Elements of a shard without dimension `left_out` (the rank: none). */
static int64_t shard_elements(const struct slice_map *slice_map, uint32_t left_out)
{
	int64_t elements = 1;
	for (uint32_t i = 0; i < slice_map->rank; i++)
		if (i != left_out)
			elements *= slice_map->dims[i].shard;
	return elements;
}

/*
 * Elements of Adafactor's second moment: the sums over either of the two largest dimensions when
 * the smaller one has at least 128 elements, else one for each parameter (optax factorized.py,
 * min_dim_size_to_factor).
 */
static int64_t adafactor_elements(const struct slice_map *slice_map)
{
	enum { FACTORED_FROM = 128 };
	uint32_t largest = 0, second = slice_map->rank;
	for (uint32_t i = 1; i < slice_map->rank; i++) {
		if (slice_map->dims[i].size >= slice_map->dims[largest].size) {
			second = largest;
			largest = i;
		} else if (second == slice_map->rank ||
		           slice_map->dims[i].size >= slice_map->dims[second].size) {
			second = i;
		}
	}
	if (second == slice_map->rank || slice_map->dims[second].size < FACTORED_FROM)
		return shard_elements(slice_map, slice_map->rank);
	return shard_elements(slice_map, largest) + shard_elements(slice_map, second);
}

/* Adds so many elements of a dtype, or of the parameter's own, for each of `count` parameters. */
static void add_elements(struct memory *memory, enum memory_part part, int64_t elements,
                         const struct dtype *dtype, const struct slice_map *slice_map,
                         int64_t count)
{
	int64_t bits = dtype ? (int64_t)dtype->bits : slice_map->element_bits, all;
	if (checked_multiply(&all, elements, bits))
		add(memory, &memory->parts[part], ceiling_divide(all, 8), count);
	else
		memory->overflow = true;
}

/* Adds what an optimizer keeps for a parameter. */
static void add_optimizer(struct memory *memory, const struct memory_settings *settings,
                          const struct slice_map *slice_map, int64_t count)
{
	int64_t elements = shard_elements(slice_map, slice_map->rank);
	switch (settings->optimizer) {
	case OPTIMIZER_NONE:
	case OPTIMIZER_SGD:
		return;
	case OPTIMIZER_ADAM:
	case OPTIMIZER_ADAMW: /* two moments */
		add_elements(memory, MEMORY_OPTIMIZER, elements, settings->moments, slice_map,
		             count);
		break;
	case OPTIMIZER_MOMENTUM:
		break;
	case OPTIMIZER_ADAFACTOR:
		elements = adafactor_elements(slice_map);
		break;
	}
	add_elements(memory, MEMORY_OPTIMIZER, elements, settings->moments, slice_map, count);
}

static double parts_sum(const struct memory *memory)
{
	double sum = 0;
	for (int part = 0; part < MEMORY_PARTS; part++)
		sum += (double)memory->parts[part];
	return sum;
}

static void add_parts(struct memory *memory, const struct memory_settings *settings,
                      const struct slice_map *slice_map, enum tensor_kind kind, int64_t count)
{
	int64_t elements = shard_elements(slice_map, slice_map->rank);
	memory->unsized += !slice_map->element_bits;
	add(memory, &memory->parts[part_of_kind[kind]], slice_map->bytes_per_device, count);
	if (slice_map->shards == 1 && slice_map->devices > 1 && !slice_map->partial)
		add(memory, &memory->replicated, slice_map->bytes_per_device, count);
	add(memory, &memory->padding,
	    slice_map->bytes_per_device - slice_map->bytes / slice_map->shards,
	    slice_map->uneven ? count : 0);
	if (kind != KIND_PARAM)
		return;
	add_optimizer(memory, settings, slice_map, count);
	if (settings->master_weights)
		add_elements(memory, MEMORY_MASTER_WEIGHTS, elements, settings->master_weights,
		             slice_map, count);
	if (settings->gradients)
		add_elements(memory, MEMORY_GRADIENTS, elements, settings->gradients, slice_map,
		             count);
}

void memory_add(struct memory *memory, const struct memory_settings *settings,
                const struct slice_map *slice_map, enum tensor_kind kind, int64_t count)
{
	assert(count >= 1);
	double before = parts_sum(memory);
	add_parts(memory, settings, slice_map, kind, count);
	memory->once +=
	    (parts_sum(memory) - before) * (double)slice_map->devices / (double)slice_map->copies;
}

void memory_finish(struct memory *memory, const struct memory_settings *settings)
{
	memory->parts[MEMORY_RESERVE] = settings->reserve;
	for (int i = 0; i < MEMORY_PARTS; i++)
		add(memory, &memory->per_device, memory->parts[i], 1);
}

/* So many units of 2^shift bytes in hundredths, rounded to even as printf does it. */
static uint64_t hundredths_of(uint64_t bytes, size_t shift)
{
	enum { MOST = 40 }; /* a hundred times the number then fits */
	uint64_t scaled = (shift > MOST ? bytes >> (shift - MOST) : bytes) * 100;
	shift = shift > MOST ? MOST : shift;
	uint64_t half = (uint64_t)1 << (shift - 1), all = scaled >> shift,
		 rest = scaled - (all << shift);
	return all + (rest > half || (rest == half && all % 2));
}

struct str bytes_text(struct arena *arena, int64_t bytes)
{
	static const char units[][4] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	char text[INTEGER_DIGITS + sizeof ".00 " + sizeof *units];
	uint64_t count = bytes < 0 ? 0 - (uint64_t)bytes : (uint64_t)bytes;
	size_t unit = 0;
	while (count >> 10 * unit >= 1024)
		unit++;
	uint64_t hundredths = unit ? hundredths_of(count, 10 * unit) : 100 * count;
	int64_t whole = (int64_t)(hundredths / 100);
	char *end = integer_digits(text, bytes < 0 ? -whole : whole);
	if (unit) {
		*end++ = '.';
		*end++ = (char)('0' + hundredths / 10 % 10);
		*end++ = (char)('0' + hundredths % 10);
	}
	*end++ = ' ';
	memcpy(end, units[unit], sizeof *units);
	return str_copy(arena, (struct str){text, (size_t)(end - text) + strlen(units[unit])});
}
