/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/op.h"

#include <stdarg.h>

void *op_unknown(struct op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct str reason = str_vformat(op->arena, format, arguments);
	va_end(arguments);
	op->error = (struct op_error){
	    .unknown = true, .rule = RULE_CALL_UNKNOWN, .message = reason, .help = STR("")};
	return NULL;
}

bool op_takes_rank(struct op *op, uint64_t rank)
{
	return rank <= MAX_RANK ||
	       op_unknown(op, "an array of more than %d dimensions is made", MAX_RANK);
}
