/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/gzip.h"
#include "base/utf8.h"

struct str path_join(struct arena *arena, struct str folder, const char *name)
{
	size_t length = strlen(name), start = str_equal(folder, STR(".")) ? 0 : folder.len;
	bool slash = start > 0 && folder.s[start - 1] != '/';
	char *path = arena_new(arena, char, start + slash + length + 1);
	if (start)
		memcpy(path, folder.s, start);
	if (slash)
		path[start] = '/';
	memcpy(path + start + slash, name, length);
	return (struct str){path, start + slash + length};
}

void file_complain(const char *path, int error)
{
	struct arena arena = {0};
	fprintf(stderr, "shardctl: cannot read '%s': %s\n", utf8_escaped(&arena, str_of(path)).s,
	        error == EBADMSG ? "it is gzip that is damaged or cut off" : strerror(error));
	arena_drop(&arena);
}

/* A guess of how much will be read; what a pipe has is not known. */
static size_t first_room(int file)
{
	enum { PIPE_ROOM = 64 * 1024 };
	struct stat status;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
		return status.st_size < MAX_FILE_BYTES ? (size_t)status.st_size + 1
		                                       : (size_t)MAX_FILE_BYTES + 1;
	return PIPE_ROOM;
}

/* Reads to the end, or to one byte more than the largest file; an errno, or 0. */
static int read_all(struct arena *arena, int file, struct str *text)
{
	size_t room = first_room(file), used = 0;
	char *data = arena_alloc(arena, room, 1, 1);
	while (used <= MAX_FILE_BYTES) {
		if (used == room) {
			data = arena_grow(arena, data, room, 2 * room, 1);
			room *= 2;
		}
		ssize_t got = read(file, data + used, room - used);
		if (got < 0 && errno != EINTR)
			return errno;
		if (got == 0)
			break;
		used += got > 0 ? (size_t)got : 0;
	}
	*text = (struct str){data, used <= MAX_FILE_BYTES ? used : (size_t)MAX_FILE_BYTES + 1};
	return 0;
}

/* A folder opens and fails only when it is read. */
int file_try(struct arena *arena, const char *path, struct source *source)
{
	bool standard_input = strcmp(path, "-") == 0;
	int file = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	source->path = str_of(path);
	if (file < 0)
		return errno;
	int error = read_all(arena, file, &source->text);
	if (!standard_input)
		close(file);
	if (!error && gzip_detect(source->text) &&
	    !gzip_expand(arena, source->text, (size_t)MAX_FILE_BYTES + 1, &source->text))
		error = EBADMSG;
	return error;
}

bool file_read(struct arena *arena, const char *path, struct source *source)
{
	int error = file_try(arena, path, source);
	if (error)
		file_complain(path, error);
	return error == 0;
}

bool file_read_quietly(struct arena *arena, const char *path, struct source *source)
{
	return file_try(arena, path, source) == 0;
}

bool file_open(const char *path, struct file_reader *reader)
{
	bool standard_input = strcmp(path, "-") == 0;
	int file = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	*reader = (struct file_reader){path, file, 0};
	if (file < 0)
		file_complain(path, errno);
	return file >= 0;
}

size_t file_read_part(void *data, char *into, size_t room)
{
	struct file_reader *reader = data;
	ssize_t got;
	do
		got = read(reader->file, into, room);
	while (got < 0 && errno == EINTR);
	reader->error = got < 0 ? errno : 0;
	return got < 0 ? 0 : (size_t)got;
}

bool file_close(const struct file_reader *reader)
{
	if (reader->file != STDIN_FILENO)
		close(reader->file);
	if (reader->error)
		file_complain(reader->path, reader->error);
	return !reader->error;
}

/* Says why the output cannot be written; false. */
static bool output_failed(void)
{
	fprintf(stderr, "shardctl: cannot write the output: %s\n", strerror(errno));
	return false;
}

/* The buffer is emptied even when writing fails, so that nothing is written twice. */
bool output_write(struct buf *out)
{
	size_t length = out->len;
	out->len = 0;
	if (length && fwrite(out->data, 1, length, stdout) != length)
		return output_failed();
	return true;
}

/* A full disk may be noticed no sooner than at the flush or at the close. */
bool output_finish(void)
{
	if (ferror(stdout) || fflush(stdout) || fclose(stdout))
		return output_failed();
	return true;
}

bool output_end(struct buf *out)
{
	return output_write(out) && output_finish();
}

struct stream output_stream(struct arena *arena)
{
	return (struct stream){.buf = {.arena = arena}, .write = output_write};
}

bool output_stream_end(struct stream *out)
{
	bool written = !out->failed && output_end(&out->buf);
	arena_drop(out->buf.arena);
	return written;
}

uint32_t terminal_width(void)
{
	struct winsize size;
	if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		return size.ws_col;
	return 0;
}

/* Whether an environment variable of this name is set to something. */
static bool is_set(const char *name)
{
	const char *value = getenv(name);
	return value && *value;
}

/* Whether the terminal shows escape sequences as they are. */
static bool is_dumb(void)
{
	const char *terminal = getenv("TERM");
	return terminal && strcmp(terminal, "dumb") == 0;
}

/* The variables speak only where the user has not: no-color.org lets an option overrule it, and
 * takes an empty one for none; force-color.org likewise. Who sets both has one of them for this
 * run. */
bool color_wanted(const char *word, bool *color)
{
	if (strcmp(word, "auto") == 0)
		*color = !is_set("NO_COLOR") &&
		         (is_set("FORCE_COLOR") || (isatty(STDOUT_FILENO) && !is_dumb()));
	else if (strcmp(word, "always") == 0)
		*color = true;
	else if (strcmp(word, "never") == 0)
		*color = false;
	else
		return false;
	return true;
}
