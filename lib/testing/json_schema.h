/* SPDX-License-Identifier: Apache-2.0 */
/* A validator of JSON Schema for values of YAML: of the words that our schemas use, and no others.
 */
#pragma once

#include <cjson/cJSON.h>

#include "spec/yaml/node.h"

struct json_schema;

/* The schema in a text; the test fails when it is not JSON. Lives in the arena but for what
 * json_schema_drop releases. */
struct json_schema *json_schema_make(struct arena *arena, struct str text);

/* Whether the value is valid by the schema; else *why says which word of it the value is against,
 * and where. Scalars are read by the core schema of YAML 1.2, as editors do. */
bool json_schema_takes(struct json_schema *schema, const struct node *node, const char **why);

/* Releases what the arena does not hold: the JSON of the schema and its compiled patterns. Nothing
 * of the schema may be used afterwards. */
void json_schema_drop(struct json_schema *schema);
