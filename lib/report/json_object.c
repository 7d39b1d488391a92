/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json_object.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/utf8.h"

cJSON *json_made(cJSON *item)
{
	if (!item)
		arena_out_of_memory();
	return item;
}

void json_add(cJSON *object, const char *key, cJSON *item)
{
	if (!cJSON_AddItemToObject(object, key, json_made(item)))
		arena_out_of_memory();
}

void json_append(cJSON *array, cJSON *item)
{
	if (!cJSON_AddItemToArray(array, json_made(item)))
		arena_out_of_memory();
}

void json_add_text(cJSON *object, struct arena *scratch, const char *key, struct str text)
{
	struct str whole = str_find(text, '\0', 0) < text.len ? utf8_escaped(scratch, text) : text;
	json_add(object, key, cJSON_CreateString(str_copy(scratch, whole).s));
}

cJSON *json_integer(int64_t value)
{
	char digits[32];
	snprintf(digits, sizeof digits, "%" PRId64, value);
	return json_made(cJSON_CreateRaw(digits));
}

void json_write(struct buf *out, cJSON *item)
{
	char *text = cJSON_PrintUnformatted(item);
	if (!text)
		arena_out_of_memory();
	buf_puts(out, text);
	cJSON_free(text);
	cJSON_Delete(item);
}
