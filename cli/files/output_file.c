/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/output_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "diag/source_files.h"

static bool complain(const char *path, int error)
{
	struct arena arena = {0};
	fprintf(stderr, "shardctl: cannot write '%s': %s\n", utf8_escaped(&arena, str_of(path)).s,
	        strerror(error));
	arena_drop(&arena);
	return false;
}

/* The mode that a new file would have. */
static mode_t mode_of_new(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Opens a file beside the target, by the mode of the old one if there is one; -1 and errno. */
static int open_beside(struct arena *arena, struct output_file *file, const struct stat *old)
{
	struct str folder = path_folder(str_of(file->target));
	struct str name = str_format(arena, "%.*s/.shardctl-XXXXXX", STR_ARG(folder));
	file->temporary = (char *)(uintptr_t)name.s;
	int opened = mkstemp(file->temporary);
	if (opened >= 0)
		(void)fchmod(opened, old ? old->st_mode & 0777 : mode_of_new());
	else
		file->temporary = NULL;
	return opened;
}

/* Whether the path is another name for standard output: /dev/stdout, which may well be a file. */
static bool is_standard_output(const char *path)
{
	struct stat named, output;
	return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
	       named.st_dev == output.st_dev && named.st_ino == output.st_ino;
}

/* Opens what is to be written: a device, a pipe, or what /dev has a name for, itself; -1 and errno.
 */
static int open_target(struct arena *arena, struct output_file *file)
{
	struct stat old;
	char *real = arena_new(arena, char, PATH_MAX);
	bool there = stat(file->path, &old) == 0;
	file->target = there && realpath(file->path, real) ? real : file->path;
	if (!there)
		return errno == ENOENT ? open_beside(arena, file, NULL) : -1;
	if (!S_ISREG(old.st_mode) || str_starts_with(str_of(file->path), STR("/dev/")))
		return open(file->path, O_WRONLY | O_APPEND | O_CLOEXEC);
	return access(file->target, W_OK) == 0 ? open_beside(arena, file, &old) : -1;
}

bool output_file_begin(struct arena *arena, const char *path, struct output_file *file)
{
	*file = (struct output_file){NULL, NULL, NULL};
	if (!path || strcmp(path, "-") == 0 || is_standard_output(path))
		return true;
	file->path = path;
	int opened = open_target(arena, file);
	if (opened >= 0 && dup2(opened, STDOUT_FILENO) >= 0) {
		(void)close(opened);
		return true;
	}
	return complain(path, errno);
}

bool output_file_end(const struct output_file *file, bool written)
{
	assert(!file->temporary || file->target);
	if (file->temporary && written && rename(file->temporary, file->target) != 0)
		written = complain(file->path, errno);
	if (file->temporary && !written)
		(void)unlink(file->temporary);
	return written;
}
