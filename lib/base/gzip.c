/* SPDX-License-Identifier: Apache-2.0 */
#include "base/gzip.h"

#include "base/buf.h"

enum {
	MAX_CODE_BITS = 15,
	CODES = 1 << MAX_CODE_BITS,
	LITERALS = 288,
	DISTANCES = 32,
	END_OF_BLOCK = 256,
	CODE_LENGTHS = 19,
};

/* A prefix code: the symbol of the next 15 bits, and how many of them are its own in the last 4
 * bits; 0: no code begins so. */
struct code {
	uint16_t symbols[CODES];
};

struct inflater {
	const unsigned char *in;
	size_t at, len;
	uint64_t bits; /* not yet used, the first in the lowest place */
	uint32_t count;
	struct buf out;
	size_t member; /* where the output of this member begins */
	size_t most;
	struct code literals, distances;
};

static void refill(struct inflater *inflater)
{
	while (inflater->count <= 56 && inflater->at < inflater->len) {
		inflater->bits |= (uint64_t)inflater->in[inflater->at++] << inflater->count;
		inflater->count += 8;
	}
}

/* Takes up to 32 bits; false at the end. */
static bool take_bits(struct inflater *inflater, uint32_t count, uint32_t *value)
{
	refill(inflater);
	if (inflater->count < count)
		return false;
	*value = (uint32_t)(inflater->bits & (((uint64_t)1 << count) - 1));
	inflater->bits >>= count;
	inflater->count -= count;
	return true;
}

static uint32_t reversed(uint32_t code, uint32_t length)
{
	uint32_t result = 0;
	for (uint32_t i = 0; i < length; i++)
		result |= (code >> i & 1) << (length - 1 - i);
	return result;
}

/* The code whose symbols have these lengths, 0 being those that do not occur; false when there are
 * more codes than bits. */
static bool make_code(struct code *code, const uint8_t *lengths, uint32_t count)
{
	uint32_t of_length[MAX_CODE_BITS + 1] = {0}, next[MAX_CODE_BITS + 2] = {0};
	memset(code, 0, sizeof *code);
	for (uint32_t i = 0; i < count; i++)
		of_length[lengths[i]]++;
	of_length[0] = 0;
	for (uint32_t i = 1; i <= MAX_CODE_BITS; i++) {
		next[i + 1] = (next[i] + of_length[i]) << 1;
		if (next[i] + of_length[i] > (uint32_t)1 << i)
			return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t length = lengths[i];
		if (!length)
			continue;
		uint16_t symbol = (uint16_t)(i << 4 | length);
		for (uint32_t at = reversed(next[length]++, length); at < CODES;
		     at += (uint32_t)1 << length)
			code->symbols[at] = symbol;
	}
	return true;
}

static bool take_symbol(struct inflater *inflater, const struct code *code, uint32_t *symbol)
{
	refill(inflater);
	uint32_t found = code->symbols[inflater->bits & (CODES - 1)], length = found & 15;
	if (!length || inflater->count < length)
		return false;
	inflater->bits >>= length;
	inflater->count -= length;
	*symbol = found >> 4;
	return true;
}

static bool is_full(const struct inflater *inflater)
{
	return inflater->out.len >= inflater->most;
}

/* Bytes as they are, behind their number and its complement. */
static bool take_stored(struct inflater *inflater)
{
	uint32_t length, complement, byte;
	if (!take_bits(inflater, inflater->count % 8, &byte) || !take_bits(inflater, 16, &length) ||
	    !take_bits(inflater, 16, &complement) || (length ^ complement) != 0xffff)
		return false;
	for (uint32_t i = 0; i < length && !is_full(inflater); i++) {
		if (!take_bits(inflater, 8, &byte))
			return false;
		buf_putc(&inflater->out, (char)byte);
	}
	return true;
}

/* Repeats bytes that came before. */
static bool copy_back(struct inflater *inflater, uint32_t length, uint32_t distance)
{
	struct buf *out = &inflater->out;
	if (distance > out->len - inflater->member)
		return false;
	char *into = buf_reserve(out, length);
	for (uint32_t i = 0; i < length; i++)
		into[i] = *(into + i - distance);
	out->len += length;
	return true;
}

static bool take_copy(struct inflater *inflater, uint32_t symbol)
{
	static const uint16_t lengths[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
	                                   15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
	                                   67, 83, 99, 115, 131, 163, 195, 227, 258};
	static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
	                                      2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
	static const uint16_t distances[] = {
	    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
	    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
	uint32_t extra, length, distance;
	symbol -= END_OF_BLOCK + 1;
	if (symbol >= COUNT_OF(lengths) || !take_bits(inflater, length_bits[symbol], &extra))
		return false;
	length = lengths[symbol] + extra;
	if (!take_symbol(inflater, &inflater->distances, &symbol) ||
	    symbol >= COUNT_OF(distances) ||
	    !take_bits(inflater, symbol < 2 ? 0 : symbol / 2 - 1, &extra))
		return false;
	distance = distances[symbol] + extra;
	return copy_back(inflater, length, distance);
}

static bool take_block(struct inflater *inflater)
{
	uint32_t symbol;
	while (!is_full(inflater)) {
		if (!take_symbol(inflater, &inflater->literals, &symbol))
			return false;
		if (symbol == END_OF_BLOCK)
			return true;
		if (symbol < END_OF_BLOCK)
			buf_putc(&inflater->out, (char)symbol);
		else if (!take_copy(inflater, symbol))
			return false;
	}
	return true;
}

/* The codes that every reader knows. */
static bool make_fixed(struct inflater *inflater)
{
	uint8_t lengths[LITERALS];
	memset(lengths, 8, sizeof lengths);
	memset(lengths + 144, 9, 256 - 144);
	memset(lengths + 256, 7, 280 - 256);
	if (!make_code(&inflater->literals, lengths, LITERALS))
		return false;
	memset(lengths, 5, DISTANCES);
	return make_code(&inflater->distances, lengths, DISTANCES);
}

/* Lengths of `count` codes, written in a code of their own. */
static bool take_lengths(struct inflater *inflater, uint8_t *lengths, uint32_t count)
{
	static const uint8_t bits[] = {2, 3, 7}, least[] = {3, 3, 11};
	uint32_t at = 0, symbol, more;
	while (at < count) {
		if (!take_symbol(inflater, &inflater->literals, &symbol))
			return false;
		if (symbol < 16) {
			lengths[at++] = (uint8_t)symbol;
			continue;
		}
		if (!take_bits(inflater, bits[symbol - 16], &more) || (symbol == 16 && !at))
			return false;
		more += least[symbol - 16];
		if (more > count - at)
			return false;
		memset(lengths + at, symbol == 16 ? lengths[at - 1] : 0, more);
		at += more;
	}
	return true;
}

/* Codes that stand before the block. */
static bool take_codes(struct inflater *inflater)
{
	static const uint8_t order[CODE_LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
	                                            11, 4,  12, 3, 13, 2, 14, 1, 15};
	uint8_t lengths[LITERALS + DISTANCES] = {0}, of_lengths[CODE_LENGTHS] = {0};
	uint32_t literals, distances, count, length;
	if (!take_bits(inflater, 5, &literals) || !take_bits(inflater, 5, &distances) ||
	    !take_bits(inflater, 4, &count))
		return false;
	literals += 257;
	distances += 1;
	for (uint32_t i = 0; i < count + 4; i++) {
		if (!take_bits(inflater, 3, &length))
			return false;
		of_lengths[order[i]] = (uint8_t)length;
	}
	return literals <= LITERALS && make_code(&inflater->literals, of_lengths, CODE_LENGTHS) &&
	       take_lengths(inflater, lengths, literals + distances) &&
	       make_code(&inflater->literals, lengths, literals) &&
	       make_code(&inflater->distances, lengths + literals, distances);
}

static bool inflate_all(struct inflater *inflater)
{
	uint32_t last = 0, kind;
	while (!last && !is_full(inflater)) {
		if (!take_bits(inflater, 1, &last) || !take_bits(inflater, 2, &kind))
			return false;
		bool read = kind == 0   ? take_stored(inflater)
		            : kind == 1 ? make_fixed(inflater) && take_block(inflater)
		            : kind == 2 ? take_codes(inflater) && take_block(inflater)
		                        : false;
		if (!read)
			return false;
	}
	return true;
}

/* Passes bytes up to and with the next 0. */
static bool pass_text(struct inflater *inflater)
{
	uint32_t byte;
	do {
		if (!take_bits(inflater, 8, &byte))
			return false;
	} while (byte);
	return true;
}

/* Magic number, method, flags, time, and what the flags say that follows. */
static bool take_header(struct inflater *inflater)
{
	enum { HEADER_CRC = 2, EXTRA = 4, NAME = 8, COMMENT = 16 };
	uint32_t magic, flags, ignored, length;
	if (!take_bits(inflater, 24, &magic) || magic != 0x088b1f ||
	    !take_bits(inflater, 8, &flags) || !take_bits(inflater, 32, &ignored) ||
	    !take_bits(inflater, 16, &ignored))
		return false;
	if (flags & EXTRA) {
		if (!take_bits(inflater, 16, &length))
			return false;
		while (length--)
			if (!take_bits(inflater, 8, &ignored))
				return false;
	}
	return (!(flags & NAME) || pass_text(inflater)) &&
	       (!(flags & COMMENT) || pass_text(inflater)) &&
	       (!(flags & HEADER_CRC) || take_bits(inflater, 16, &ignored));
}

static uint32_t checksum(struct str text)
{
	const uint32_t polynomial = 0xedb88320;
	uint32_t table[256], crc = UINT32_MAX;
	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? polynomial : 0);
	}
	for (size_t i = 0; i < text.len; i++)
		crc = crc >> 8 ^ table[(crc ^ (unsigned char)text.s[i]) & 0xff];
	return ~crc;
}

/* The checksum and the length of a member. */
static bool take_trailer(struct inflater *inflater)
{
	uint32_t crc, length, ignored;
	struct str text = str_slice(buf_str(&inflater->out), inflater->member, inflater->out.len);
	if (is_full(inflater))
		return true;
	return take_bits(inflater, inflater->count % 8, &ignored) &&
	       take_bits(inflater, 32, &crc) && take_bits(inflater, 32, &length) &&
	       crc == checksum(text) && length == (uint32_t)text.len;
}

bool gzip_detect(struct str bytes)
{
	return bytes.len > 2 && memcmp(bytes.s, "\x1f\x8b\x08", 3) == 0;
}

bool gzip_expand(struct arena *arena, struct str bytes, size_t most, struct str *text)
{
	struct arena scratch = {0};
	struct inflater *inflater = arena_new(&scratch, struct inflater, 1);
	inflater->in = (const unsigned char *)bytes.s;
	inflater->len = bytes.len;
	inflater->out.arena = arena;
	inflater->most = most;
	bool read = true;
	do {
		inflater->member = inflater->out.len;
		read = take_header(inflater) && inflate_all(inflater) && take_trailer(inflater);
		refill(inflater);
	} while (read && inflater->count && !is_full(inflater) &&
	         (inflater->bits & 0xffffff) == 0x088b1f);
	*text = buf_str(&inflater->out);
	text->len = text->len < most ? text->len : most;
	arena_drop(&scratch);
	return read;
}
