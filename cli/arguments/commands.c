/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments/command.h"

#include "base/str.h"

const struct command commands[] = {
    {"check", "verdicts and lint: what the framework rejects, where, and the fix", &command_check},
    {"plan", "shards, memory of a device, collectives and their time, also of programs and modules",
     &command_plan},
    {"show", "draw a tensor's layout: its shards and the devices that hold them", &command_show},
    {"diff", "what changes between two layouts, and what moving from one to the other costs",
     &command_diff},
    {"convert", "layouts in another notation: HloSharding, Shardy, PartitionSpec, DTensor",
     &command_convert},
    {"explain", "what a finding means, why the framework does so, before and after",
     &command_explain},
    {"diagnose", "the sharding errors of a traceback or log: what they mean, and the fix",
     &command_diagnose},
    {"hardware", "what is known of chips and slices, and how a mesh is laid out on them",
     &command_hardware},
    {"schema", "the JSON Schema by which an editor completes and checks specs", &command_schema},
    {"completion", "a script that lets bash, zsh or fish complete what is typed",
     &command_completion},
    {"help", "the options of a command, with examples", &command_help},
};

const size_t command_count = COUNT_OF(commands);

const struct command *command_named(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}
