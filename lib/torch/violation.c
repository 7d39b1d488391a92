/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/violation.h"

struct violations violations_make(struct arena *arena)
{
	return (struct violations){.arena = arena};
}

static struct str formatted(struct arena *arena, const char *format, va_list arguments)
    PRINTF_LIKE(2, 0);

static struct str formatted(struct arena *arena, const char *format, va_list arguments)
{
	struct buf out = {.arena = arena};
	buf_vprintf(&out, format, arguments);
	return buf_str(&out);
}

struct violation *violation_add(struct violations *violations, enum rule_id rule, const char *type,
                                const char *text, ...)
{
	struct violation *added = arena_new(violations->arena, struct violation, 1);
	va_list arguments;
	va_start(arguments, text);
	*added = (struct violation){.rule = rule, .type = type, .entry = NO_ENTRY};
	added->text = formatted(violations->arena, text, arguments);
	added->message = added->help = added->written = STR("");
	va_end(arguments);
	if (violations->last)
		violations->last->next = added;
	else
		violations->first = added;
	violations->last = added;
	violations->count++;
	return added;
}

struct violation *violation_say(struct violations *violations, struct violation *violation,
                                const char *message, ...)
{
	va_list arguments;
	va_start(arguments, message);
	violation->message = formatted(violations->arena, message, arguments);
	va_end(arguments);
	return violation;
}

struct violation *violation_help(struct violations *violations, struct violation *violation,
                                 const char *help, ...)
{
	va_list arguments;
	va_start(arguments, help);
	violation->help = formatted(violations->arena, help, arguments);
	va_end(arguments);
	return violation;
}
