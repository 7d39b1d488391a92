/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/topic.h"

static const struct topic table[] = {
#define TOPIC(name, summary, why, wrong, right) {name, summary, why, wrong, right},
#include "diagnose/topics.def"
#undef TOPIC
};

const struct topic *topics(size_t *count)
{
	*count = COUNT_OF(table);
	return table;
}

const struct topic *topic_named(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(table); i++)
		if (str_equal(str_of(table[i].name), name))
			return &table[i];
	return NULL;
}
