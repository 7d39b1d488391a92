/* SPDX-License-Identifier: Apache-2.0 */
#include "report/stream.h"

#include <assert.h>

char *stream_digits(char *at, int64_t number)
{
	/* Two digits at a time, because divisions take most of the time. */
	static const char pairs[] = "00010203040506070809"
				    "10111213141516171819"
				    "20212223242526272829"
				    "30313233343536373839"
				    "40414243444546474849"
				    "50515253545556575859"
				    "60616263646566676869"
				    "70717273747576777879"
				    "80818283848586878889"
				    "90919293949596979899";
	char digits[STREAM_DIGITS];
	size_t start = sizeof digits;
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	for (; rest >= 100; rest /= 100) {
		start -= 2;
		memcpy(digits + start, pairs + 2 * (rest % 100), 2);
	}
	start -= rest >= 10 ? 2 : 1;
	memcpy(digits + start, pairs + 2 * rest + (rest < 10), rest >= 10 ? 2 : 1);
	if (number < 0)
		digits[--start] = '-';
	memcpy(at, digits + start, sizeof digits - start);
	return at + (sizeof digits - start);
}

void stream_integer(struct buf *buf, int64_t number)
{
	assert(buf->arena);
	char *at = buf_reserve(buf, STREAM_DIGITS);
	buf->len += (size_t)(stream_digits(at, number) - at);
}
