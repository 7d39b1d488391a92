/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "testing/testing.h"

/* A file of `size` bytes that is gone when it is closed; its path stays readable by number. */
static int temporary(size_t size)
{
	char path[] = "/tmp/shardctl-files-XXXXXX";
	int file = mkstemp(path);
	cr_assert(file >= 0);
	unlink(path);
	for (size_t i = 0; i < size; i++)
		cr_assert_eq(write(file, &(char){(char)('a' + i % 26)}, 1), 1);
	cr_assert_eq(lseek(file, 0, SEEK_SET), 0);
	return file;
}

static void expect_letters(struct str text, size_t size)
{
	cr_assert_eq(text.len, size);
	for (size_t i = 0; i < size; i++)
		cr_assert_eq(text.s[i], (char)('a' + i % 26), "byte %zu", i);
}

Test(files, a_file_is_read_whole)
{
	static const size_t sizes[] = {0, 1, 4096, 65535, 65536, 65537, 200000};
	for (size_t i = 0; i < ROWS(sizes); i++) {
		struct arena arena = {0};
		struct source source;
		int file = temporary(sizes[i]);
		cr_assert(
		    file_read(&arena, str_format(&arena, "/proc/self/fd/%d", file).s, &source));
		expect_letters(source.text, sizes[i]);
		close(file);
		arena_drop(&arena);
	}
}

/* A pipe does not say how much will come. */
Test(files, standard_input_is_read_to_its_end)
{
	enum { SIZE = 300000 };
	struct arena arena = {0};
	struct source source;
	int ends[2];
	cr_assert_eq(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		for (size_t i = 0; i < SIZE; i++)
			if (write(ends[1], &(char){(char)('a' + i % 26)}, 1) != 1)
				_exit(1);
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	cr_assert(file_read(&arena, "-", &source));
	testing_expect("path", source.path, "-");
	expect_letters(source.text, SIZE);
	arena_drop(&arena);
}

Test(files, what_cannot_be_read_is_refused)
{
	static const char *const paths[] = {"/nosuch/file.yaml", "/", ""};
	for (size_t i = 0; i < ROWS(paths); i++) {
		struct arena arena = {0};
		struct source source;
		cr_expect(!file_read(&arena, paths[i], &source), "'%s'", paths[i]);
		arena_drop(&arena);
	}
}

Test(files, output_is_written_and_the_buffer_emptied)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	int file = temporary(0);
	cr_assert(freopen("/dev/null", "w", stdout));
	dup2(file, STDOUT_FILENO);
	cr_expect(output_write(&out), "nothing to write is no failure");
	buf_puts(&out, "first ");
	cr_expect(output_write(&out));
	cr_expect_eq(out.len, 0u);
	buf_puts(&out, "second");
	cr_expect(output_write(&out) && output_finish());
	char text[32] = "";
	cr_assert_eq(lseek(file, 0, SEEK_SET), 0);
	cr_expect_eq(read(file, text, sizeof text - 1), 12);
	cr_expect_str_eq(text, "first second");
	close(file);
	arena_drop(&arena);
}

Test(files, a_full_disk_is_noticed_at_the_latest_at_the_end)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	cr_assert(freopen("/dev/full", "w", stdout));
	buf_puts(&out, "text");
	bool written = output_write(&out);
	cr_expect(!(written && output_finish()));
	arena_drop(&arena);
}
