/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/fix.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/files/files.h"

bool fix_wanted(const struct fix_request *request)
{
	return request->fix || request->diff;
}

bool fix_begin(const struct fix_request *request, const struct path_list *files, int *text)
{
	bool standard_input = false;
	*text = -1;
	for (size_t i = 0; i < files->count; i++)
		standard_input |= strcmp(files->paths[i], "-") == 0;
	if (!request->fix || request->diff || !standard_input)
		return true;
	*text = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (*text >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
		return true;
	fprintf(stderr, "shardctl: cannot write the output: %s\n", strerror(errno));
	return false;
}

/* Writes all of the text; an errno, or 0. */
static int write_all(int file, struct str text)
{
	while (text.len) {
		ssize_t written = write(file, text.s, text.len);
		if (written < 0 && errno != EINTR)
			return errno;
		if (written > 0)
			text = str_slice(text, (size_t)written, text.len);
	}
	return 0;
}

/* A new file that is to take the place of an old one. */
struct replacement {
	const char *target; /* behind all symbolic links */
	char *path;         /* of the new file, beside it */
	struct stat old;
};

/* Finds what is to be replaced; an errno, or 0. A file that its mode keeps from being written is
 * not replaced either, though its folder would allow it. */
static int find_target(struct arena *arena, const char *path, struct replacement *replacement)
{
	char *real = arena_new(arena, char, PATH_MAX);
	if (!realpath(path, real) || stat(real, &replacement->old) != 0)
		return errno;
	if (!S_ISREG(replacement->old.st_mode))
		return EINVAL;
	if (access(real, W_OK) != 0)
		return errno;
	replacement->target = real;
	struct str folder = path_folder(str_of(real));
	struct str name = str_format(arena, "%.*s/.shardctl-XXXXXX", STR_ARG(folder));
	replacement->path = (char *)(uintptr_t)name.s;
	return 0;
}

/* Gives the file the owner and the mode of the old one, which a change of owner may cut. */
static int keep_status(int file, const struct stat *old)
{
	struct stat now;
	if (fstat(file, &now) != 0)
		return errno;
	bool other = now.st_uid != old->st_uid || now.st_gid != old->st_gid;
	if (other && fchown(file, old->st_uid, old->st_gid) != 0)
		return errno;
	return fchmod(file, old->st_mode & 07777) == 0 ? 0 : errno;
}

/* Writes the new file, to the disk; an errno, or 0. */
static int fill(int file, const struct replacement *replacement, struct str text)
{
	int error = write_all(file, text);
	if (!error)
		error = keep_status(file, &replacement->old);
	if (!error && fsync(file) != 0)
		error = errno;
	return error;
}

/* Has the disk know of the new name; not all file systems can, and nothing is lost then. */
static void sync_folder(struct arena *arena, const char *target)
{
	struct str folder = str_copy(arena, path_folder(str_of(target)));
	int file = open(folder.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (file < 0)
		return;
	(void)fsync(file);
	(void)close(file);
}

/* Whether the file still holds what was checked, or what it is to hold: it was named twice. */
static bool is_unchanged(struct arena *arena, const char *target, struct str before,
                         struct str after)
{
	struct source now;
	return file_try(arena, target, &now) == 0 &&
	       (str_equal(now.text, before) || str_equal(now.text, after));
}

/* Puts the text in place of the old one; why not, or NULL. */
static const char *replace(struct arena *arena, const char *path, struct str before,
                           struct str after)
{
	struct replacement replacement = {0};
	int error = find_target(arena, path, &replacement);
	int file = error ? -1 : mkstemp(replacement.path);
	if (error || file < 0)
		return strerror(error ? error : errno);
	error = fill(file, &replacement, after);
	if (close(file) != 0 && !error)
		error = errno;
	bool same = error || is_unchanged(arena, replacement.target, before, after);
	if (!error && same && rename(replacement.path, replacement.target) != 0)
		error = errno;
	if (error || !same)
		(void)unlink(replacement.path);
	else
		sync_folder(arena, replacement.target);
	return error ? strerror(error) : same ? NULL : "it has changed since it was read";
}

bool fix_store(const char *path, const struct fixed *fixed, int text)
{
	struct arena arena = {0};
	struct str before = fixed->edited.original;
	const char *trouble = NULL;
	int error = 0;
	if (strcmp(path, "-") == 0)
		error = write_all(text, fixed->text);
	else if (!str_equal(before, fixed->text))
		trouble = replace(&arena, path, before, fixed->text);
	if (error)
		fprintf(stderr, "shardctl: cannot write the output: %s\n", strerror(error));
	if (trouble)
		fprintf(stderr, "shardctl: cannot fix '%s': %s\n",
		        utf8_escaped(&arena, str_of(path)).s, trouble);
	arena_drop(&arena);
	return !error && !trouble;
}

void fix_sum_up(const struct report_totals *totals)
{
	uint64_t rest = totals->errors + totals->warnings + totals->notes;
	fprintf(stderr,
	        "shardctl: --fix would fix %" PRIu64 " finding%s; %" PRIu64 " would remain\n",
	        totals->fixed, totals->fixed == 1 ? "" : "s", rest);
}
