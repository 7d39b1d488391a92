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

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether the path is another name for standard output: /dev/stdout, which may well be a file. */
static bool is_standard_output(const char *path)
{
	struct stat named, output;
	return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
	       is_same(&named, &output);
}

/* Whether what is written would take the place of a file that is read; says so. */
static bool is_read(const char *path, const char *const *read, size_t count)
{
	struct stat named, other;
	if (stat(path, &named) != 0 || !S_ISREG(named.st_mode))
		return false;
	for (size_t i = 0; i < count; i++)
		if (stat(read[i], &other) == 0 && is_same(&named, &other)) {
			struct arena arena = {0};
			fprintf(stderr,
			        "shardctl: cannot write '%s': it is one of the files that are "
			        "read\n",
			        utf8_escaped(&arena, str_of(path)).s);
			arena_drop(&arena);
			return true;
		}
	return false;
}

/* Where a symbolic link that leads to nothing leads; the path itself when it is not one. */
static const char *behind_links(struct arena *arena, const char *path)
{
	enum { MOST_LINKS = 40 };
	for (int i = 0; i < MOST_LINKS; i++) {
		char *room = arena_new(arena, char, PATH_MAX);
		ssize_t length = readlink(path, room, PATH_MAX - 1);
		if (length < 0)
			break;
		struct str to = {room, (size_t)length}, folder = path_folder(str_of(path));
		path = *room == '/'
		           ? room
		           : str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(to)).s;
	}
	return path;
}

/* Opens what is to be written: a device, a pipe, or what /dev has a name for, itself; -1 and errno.
 */
static int open_target(struct arena *arena, struct output_file *file)
{
	struct stat old;
	char *real = arena_new(arena, char, PATH_MAX);
	if (stat(file->path, &old) != 0) {
		if (errno != ENOENT)
			return -1;
		file->target = behind_links(arena, file->path);
		return open_beside(arena, file, NULL);
	}
	file->target = realpath(file->path, real) ? real : file->path;
	if (!S_ISREG(old.st_mode) || str_starts_with(str_of(file->path), STR("/dev/")))
		return open(file->path, O_WRONLY | O_APPEND | O_CLOEXEC);
	return access(file->target, W_OK) == 0 ? open_beside(arena, file, &old) : -1;
}

bool output_file_begin(struct arena *arena, const char *path, const char *const *read, size_t count,
                       struct output_file *file)
{
	*file = (struct output_file){NULL, NULL, NULL};
	if (!path || strcmp(path, "-") == 0 || is_standard_output(path))
		return true;
	if (is_read(path, read, count))
		return false;
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
