/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How fuzz targets change a text: half of the time not byte by byte, as libFuzzer does, but a word
 * for another one of the text, or a number for one at a limit. Such a text is mostly still read,
 * so that what lies behind the readers is tried too.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static const char *const numbers[] = {
    "0", "1", "2", "3", "4", "7", "64", "-1", "4294967296", "9223372036854775807",
};

enum { LONGEST = 64 };

static unsigned draw(unsigned *seed, size_t below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (unsigned)((*seed >> 8) % below);
}

static bool is_digit(uint8_t byte)
{
	return byte >= '0' && byte <= '9';
}

static bool is_of_word(uint8_t byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) ||
	       byte == '_' || byte == '.' || byte == '%' || byte == '-';
}

struct word {
	size_t start, end;
};

/* A word at or behind a place that is drawn; empty at the end of the text. */
static struct word draw_word(const uint8_t *data, size_t size, unsigned *seed)
{
	size_t start = draw(seed, size), end;
	while (start < size && !is_of_word(data[start]))
		start++;
	while (start > 0 && start < size && is_of_word(data[start - 1]))
		start--;
	for (end = start; end < size && is_of_word(data[end]); end++)
		continue;
	return (struct word){start, end};
}

static size_t replace(uint8_t *data, size_t size, size_t most, struct word word,
                      const uint8_t *other, size_t length)
{
	size_t rest = size - word.end;
	if (word.start + length + rest > most)
		return size;
	memmove(data + word.start + length, data + word.end, rest);
	memcpy(data + word.start, other, length);
	return word.start + length + rest;
}

/* Another word of the text in place of a word. */
static size_t exchange(uint8_t *data, size_t size, size_t most, struct word word, unsigned *seed)
{
	uint8_t copy[LONGEST];
	struct word other = draw_word(data, size, seed);
	size_t length = other.end - other.start;
	if (length > LONGEST)
		return size;
	memcpy(copy, data + other.start, length);
	return replace(data, size, most, word, copy, length);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	if (size == 0 || draw(&seed, 2))
		return LLVMFuzzerMutate(data, size, most);
	struct word word = draw_word(data, size, &seed);
	const char *number = numbers[draw(&seed, sizeof numbers / sizeof *numbers)];
	if (word.start < word.end && is_digit(data[word.end - 1]) && draw(&seed, 2))
		return replace(data, size, most, word, (const uint8_t *)number, strlen(number));
	return exchange(data, size, most, word, &seed);
}
