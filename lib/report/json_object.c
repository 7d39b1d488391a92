/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json_object.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "report/json_text.h"

void json_put(cJSON *object, const char *key, cJSON *item)
{
	assert(object && item);
	if (!cJSON_AddItemToObject(object, key, json_made(item)))
		arena_out_of_memory();
}

void json_put_text(cJSON *object, struct arena *scratch, const char *key, struct str text)
{
	json_put(object, key, cJSON_CreateString(json_c_string(scratch, text)));
}

void json_push(cJSON *array, cJSON *item)
{
	assert(array && item);
	if (!cJSON_AddItemToArray(array, json_made(item)))
		arena_out_of_memory();
}

cJSON *json_integer(int64_t value)
{
	char digits[32];
	snprintf(digits, sizeof digits, "%" PRId64, value);
	return json_made(cJSON_CreateRaw(digits));
}
