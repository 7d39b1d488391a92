/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/fix.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/files/files.h"
#include "testing/testing.h"

/* A folder with a file in it. */
struct place {
	char folder[40], file[60], link[60];
};

static void put(const char *path, struct str text)
{
	FILE *file = fopen(path, "wb");
	cr_assert_not_null(file);
	cr_assert_eq(fwrite(text.s, 1, text.len, file), text.len);
	cr_assert_eq(fclose(file), 0);
}

static struct place place_make(struct str text)
{
	struct place place = {"/tmp/shardctl-fix-XXXXXX", "", ""};
	cr_assert_not_null(mkdtemp(place.folder));
	snprintf(place.file, sizeof place.file, "%s/a.yaml", place.folder);
	snprintf(place.link, sizeof place.link, "%s/b.yaml", place.folder);
	put(place.file, text);
	return place;
}

/* How many files of ours a run left behind, which are removed. */
static int sweep(const struct place *place, bool all)
{
	int left = 0;
	DIR *entries = opendir(place->folder);
	cr_assert_not_null(entries);
	for (struct dirent *entry; (entry = readdir(entries));) {
		bool ours = strncmp(entry->d_name, ".shardctl-", 10) == 0;
		left += ours;
		if (ours || (all && entry->d_name[0] != '.'))
			unlinkat(dirfd(entries), entry->d_name, 0);
	}
	closedir(entries);
	if (all)
		rmdir(place->folder);
	return left;
}

static struct str now(struct arena *arena, const char *path)
{
	struct source source;
	cr_assert(file_read_quietly(arena, path, &source));
	return source.text;
}

static struct fixed change(const char *before, const char *after)
{
	return (struct fixed){.edited = {.original = str_of(before)}, .text = str_of(after)};
}

Test(fix, a_file_keeps_its_mode_and_a_link_stays_one)
{
	struct arena arena = {0};
	struct place place = place_make(STR("old"));
	struct fixed fixed = change("old", "new");
	struct stat status;
	cr_assert_eq(chmod(place.file, 0640), 0);
	cr_assert_eq(symlink("a.yaml", place.link), 0);
	cr_assert(fix_store(place.link, &fixed, -1));
	testing_expect("text", now(&arena, place.file), "new");
	cr_assert_eq(lstat(place.link, &status), 0);
	cr_expect(S_ISLNK(status.st_mode));
	cr_assert_eq(stat(place.file, &status), 0);
	cr_expect_eq(status.st_mode & 07777, 0640);
	cr_expect_eq(sweep(&place, true), 0);
	arena_drop(&arena);
}

Test(fix, of_two_hard_links_the_other_leads_to_the_old_text)
{
	struct arena arena = {0};
	struct place place = place_make(STR("old"));
	struct fixed fixed = change("old", "new");
	cr_assert_eq(link(place.file, place.link), 0);
	cr_assert(fix_store(place.file, &fixed, -1));
	testing_expect("file", now(&arena, place.file), "new");
	testing_expect("link", now(&arena, place.link), "old");
	cr_expect_eq(sweep(&place, true), 0);
	arena_drop(&arena);
}

Test(fix, a_file_that_has_changed_is_left_alone)
{
	struct arena arena = {0};
	struct place place = place_make(STR("other"));
	struct fixed fixed = change("old", "new");
	cr_expect_not(fix_store(place.file, &fixed, -1));
	testing_expect("text", now(&arena, place.file), "other");
	cr_expect_eq(sweep(&place, false), 0);
	put(place.file, STR("new")); /* it was named twice */
	cr_expect(fix_store(place.file, &fixed, -1));
	cr_expect_eq(sweep(&place, true), 0);
	arena_drop(&arena);
}

Test(fix, what_cannot_be_written_is_left_alone)
{
	struct arena arena = {0};
	struct place place = place_make(STR("old"));
	struct fixed fixed = change("old", "a longer one");
	struct rlimit limit = {4, 4}; /* as a disk that is full after so many bytes */
	pid_t child = fork();
	if (child == 0) {
		signal(SIGXFSZ, SIG_IGN);
		_exit(setrlimit(RLIMIT_FSIZE, &limit) == 0 && fix_store(place.file, &fixed, -1));
	}
	int status;
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	testing_expect("text", now(&arena, place.file), "old");
	cr_expect_eq(sweep(&place, true), 0);
	cr_expect_not(fix_store(place.file, &fixed, -1)); /* it is gone */
	arena_drop(&arena);
}

static int64_t microseconds(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Replaces the file in a process that is killed after so many microseconds. */
static void store_and_kill(const char *path, const struct fixed *fixed, int64_t moment)
{
	pid_t child = fork();
	if (child == 0) {
		struct itimerval timer = {
		    .it_value = {moment / 1000000, (suseconds_t)(moment % 1000000) + 1}};
		signal(SIGALRM, SIG_DFL);
		setitimer(ITIMER_REAL, &timer, NULL);
		_exit(!fix_store(path, fixed, -1));
	}
	cr_assert_eq(waitpid(child, NULL, 0), child);
}

Test(fix, killed_at_any_moment_it_leaves_the_old_text_or_the_new_one)
{
	enum { SIZE = 200000, MOMENTS = 80 };
	struct arena arena = {0};
	char *before = arena_new(&arena, char, SIZE + 1),
	     *after = arena_new(&arena, char, SIZE + 1);
	memset(before, 'a', SIZE);
	memset(after, 'b', SIZE);
	struct place place = place_make(str_of(before));
	struct fixed fixed = change(before, after);
	int64_t start = microseconds();
	cr_assert(fix_store(place.file, &fixed, -1));
	int64_t whole = microseconds() - start;
	int old = 0;
	for (int i = 0; i < MOMENTS; i++) {
		struct arena_mark mark = arena_mark(&arena);
		put(place.file, str_of(before));
		store_and_kill(place.file, &fixed, whole * i / (MOMENTS * 3 / 4));
		struct str text = now(&arena, place.file);
		old += str_equal(text, str_of(before));
		cr_assert(str_equal(text, str_of(before)) || str_equal(text, str_of(after)),
		          "moment %d", i);
		(void)sweep(&place, false);
		arena_rewind(&arena, mark);
	}
	cr_expect_gt(old, 0);
	cr_log_info("%d times the old text, %d times the new one", old, MOMENTS - old);
	(void)sweep(&place, true);
	arena_drop(&arena);
}
