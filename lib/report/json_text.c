/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json_text.h"

#include "base/utf8.h"

cJSON *json_made(cJSON *item)
{
	if (!item)
		arena_out_of_memory();
	return item;
}

void json_add(struct buf *out, cJSON *item)
{
	char *text = cJSON_PrintUnformatted(json_made(item));
	if (!text)
		arena_out_of_memory();
	buf_puts(out, text);
	cJSON_free(text);
	cJSON_Delete(item);
}

const char *json_c_string(struct arena *scratch, struct str text)
{
	bool plain = str_find(text, '\0', 0) == text.len && utf8_first_invalid(text) == text.len;
	return str_copy(scratch, plain ? text : utf8_escaped(scratch, text)).s;
}

void json_add_string(struct buf *out, struct arena *scratch, struct str text)
{
	json_add(out, cJSON_CreateString(json_c_string(scratch, text)));
}

void json_add_double(struct buf *out, double number, bool known)
{
	if (known)
		buf_printf(out, "%.6g", number);
	else
		buf_puts(out, "null");
}
