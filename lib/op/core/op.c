/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/op.h"

#include <stdarg.h>

static bool raise_error(struct op *op, enum rule_id rule, const char *type, struct str text)
{
	op->error = (struct op_error){.raised = true,
	                              .rule = rule,
	                              .type = type,
	                              .text = text,
	                              .message = text,
	                              .help = STR("")};
	return false;
}

bool op_raise(struct op *op, enum rule_id rule, const char *type, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct str text = str_vformat(op->arena, format, arguments);
	va_end(arguments);
	return raise_error(op, rule, type, text);
}

bool op_raise_text(struct op *op, enum rule_id rule, const char *type, const struct buf *text)
{
	return raise_error(op, rule, type, buf_str(text));
}

bool op_say(struct op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	op->error.message = str_vformat(op->arena, format, arguments);
	va_end(arguments);
	return false;
}

/* Older releases have reshard in an experimental module only. */
static struct str named_by_release(struct op *op, struct str help)
{
	const struct str name = STR("jax.sharding.reshard");
	if (!op_has(op, JAX_SHARD_EXPERIMENTAL))
		return help;
	for (size_t at = 0; at + name.len <= help.len; at++)
		if (str_starts_with(str_slice(help, at, help.len), name))
			return str_format(op->arena, "%.*sjax.experimental.shard.reshard%.*s",
			                  (int)at, help.s,
			                  STR_ARG(str_slice(help, at + name.len, help.len)));
	return help;
}

bool op_help(struct op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	op->error.help = named_by_release(op, str_vformat(op->arena, format, arguments));
	va_end(arguments);
	return false;
}

bool op_unknown(struct op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct str reason = str_vformat(op->arena, format, arguments);
	va_end(arguments);
	op->error = (struct op_error){
	    .unknown = true, .rule = RULE_CALL_UNKNOWN, .message = reason, .help = STR("")};
	return false;
}
