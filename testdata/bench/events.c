/* SPDX-License-Identifier: Apache-2.0 */
/* The least that reading a YAML file costs: the events of libyaml, and nothing done with them. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <yaml.h>

/* The whole file; exits when it cannot be read. */
static unsigned char *read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END) != 0)
		exit(2);
	long size = ftell(file);
	rewind(file);
	unsigned char *text = size < 0 ? NULL : malloc((size_t)size + 1);
	if (!text || fread(text, 1, (size_t)size, file) != (size_t)size)
		exit(2);
	fclose(file);
	*length = (size_t)size;
	return text;
}

int main(int argc, char **argv)
{
	size_t length, events = 0;
	yaml_parser_t parser;
	yaml_event_t event;
	if (argc != 2 || !yaml_parser_initialize(&parser))
		return 2;
	unsigned char *text = read_file(argv[1], &length);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, text, length);
	for (bool more = true; more; events++) {
		if (!yaml_parser_parse(&parser, &event))
			return 1;
		more = event.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	free(text);
	printf("%zu events\n", events);
	return 0;
}
