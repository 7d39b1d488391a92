/* SPDX-License-Identifier: Apache-2.0 */
/* Gives a fuzz target the inputs it is known by: every file of the folders on the command line. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST_PATH = 4096, LARGEST_INPUT = 1 << 20 };

/* Gives the target one file; false when it cannot be read. */
static int replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return 0;
	/* As long as the input and no longer, so that a sanitizer sees a read behind it. */
	uint8_t *room = malloc(LARGEST_INPUT);
	size_t size = room ? fread(room, 1, LARGEST_INPUT, file) : 0;
	uint8_t *input = malloc(size ? size : 1);
	fclose(file);
	if (room && input) {
		memcpy(input, room, size);
		LLVMFuzzerTestOneInput(input, size);
	}
	free(input);
	free(room);
	return 1;
}

/* How many files of the folder were given to the target. */
static int replay_folder(const char *folder)
{
	char path[LONGEST_PATH];
	int count = 0;
	DIR *entries = opendir(folder);
	if (!entries)
		return 0;
	for (const struct dirent *entry; (entry = readdir(entries));) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		count += replay_file(path);
	}
	closedir(entries);
	return count;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		int count = replay_folder(argv[i]);
		printf("%s: %d inputs\n", argv[i], count);
		if (!count)
			return EXIT_FAILURE; /* a test of nothing is no test */
	}
	return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
