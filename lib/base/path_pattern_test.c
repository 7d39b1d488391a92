/* SPDX-License-Identifier: Apache-2.0 */
#include "base/path_pattern.h"

#include "testing/testing.h"

static const struct {
	const char *glob, *path;
	bool matches;
} globs[] = {
    {"", "", true},
    {"", "a", false},
    {"a", "", false},
    {"a", "a", true},
    {"a", "ab", false},
    {"*", "", true},
    {"*", "abc", true},
    {"*", "a/b", false},
    {"*.py", "a.py", true},
    {"*.py", ".py", true},
    {"*.py", "a.pyc", false},
    {"*.py", "a/b.py", false},
    {"a*b*c", "aXbYbZc", true},
    {"a*b*c", "aXbYbZ", false},
    {"*/b", "a/b", true},
    {"*/b", "a/a/b", false},
    {"a?c", "abc", true},
    {"a?c", "a/c", false},
    {"**", "a/b/c", true},
    {"**/c", "c", true},
    {"**/c", "a/b/c", true},
    {"**/c", "a/bc", false},
    {"**/b/*.py", "a/b/c/b/x.py", true},
    {"**/b/*.py", "a/b/c/x.py", false},
    {"a/**", "a/b/c", true},
    {"a/**", "a", false},
    {"a/**/b", "a/b", true},
    {"a/**/b", "a/x/y/b", true},
    {"a/**/b", "a/xb", false},
    {"a/**/b/**/c", "a/x/b/y/c", true},
    {"a**/b", "axx/yy/b", true},
    {"?**/b", "axx/yy/b", false},
    {"a**b", "axxb", true},
    {"a**b", "ax/xb", false},
    {"**b/c", "xb/c", true},
    {"a***b", "axb", true},
    {"[abc]", "b", true},
    {"[abc]", "d", false},
    {"[a-c]x", "bx", true},
    {"[!a-c]", "d", true},
    {"[^a-c]", "b", false},
    {"[]]", "]", true},
    {"[]-]", "-", true},
    {"[a-]", "-", true},
    {"[[:digit:]]", "7", true},
    {"[[:digit:]]", "x", false},
    {"[[:nosuch:]]", "x", false},
    {"[![:alpha:]]", "7", true},
    {"[\\]]", "]", true},
    {"a[/]b", "a/b", false},
    {"[a", "a", false},
    {"[", "[", false},
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"\\[a]", "[a]", true},
    {"a\\", "a", false},
    {"a\\", "a\\", false},
    {"a/*/**/x", "a/b/c/d/x", true},
    {"*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     false},
};

Test(path_pattern, globs_match_whole_paths)
{
	for (size_t i = 0; i < ROWS(globs); i++)
		cr_expect_eq(glob_matches(str_of(globs[i].glob), str_of(globs[i].path)),
		             globs[i].matches, "'%s' on '%s'", globs[i].glob, globs[i].path);
}

/* A pattern, and what it says of the path of a file or, with a slash at the end, of a folder. */
static const struct {
	const char *patterns, *path;
	enum path_answer answer;
} asked[] = {
    {"", "a", PATH_UNSAID},
    {"# a", "# a", PATH_UNSAID},
    {"\\#a", "#a", PATH_LEFT_OUT},
    {"\\!a", "!a", PATH_LEFT_OUT},
    {"a", "a", PATH_LEFT_OUT},
    {"a", "x/y/a", PATH_LEFT_OUT},
    {"a", "a/", PATH_LEFT_OUT},
    {"a/", "a", PATH_UNSAID},
    {"a/", "a/", PATH_LEFT_OUT},
    {"a/", "x/a/", PATH_LEFT_OUT},
    {"/a", "a", PATH_LEFT_OUT},
    {"/a", "x/a", PATH_UNSAID},
    {"x/a", "x/a", PATH_LEFT_OUT},
    {"x/a", "y/x/a", PATH_UNSAID},
    {"*.py", "x/a.py", PATH_LEFT_OUT},
    {"*.py\n!a.py", "x/a.py", PATH_KEPT},
    {"!a.py\n*.py", "x/a.py", PATH_LEFT_OUT},
    {"a  ", "a", PATH_LEFT_OUT},
    {"a\\ ", "a ", PATH_LEFT_OUT},
    {"a\r\nb\r\n", "a", PATH_LEFT_OUT},
    {"\xef\xbb\xbf"
     "a",
     "a", PATH_LEFT_OUT},
    {"/", "a", PATH_UNSAID},
    {"!", "a", PATH_UNSAID},
};

Test(path_pattern, the_last_pattern_that_matches_decides)
{
	for (size_t i = 0; i < ROWS(asked); i++) {
		struct arena arena = {0};
		struct path_patterns patterns = {0};
		struct str path = str_of(asked[i].path);
		bool folder = str_ends_with(path, STR("/"));
		path.len -= folder;
		path_patterns_add(&arena, &patterns, str_of(asked[i].patterns));
		cr_expect_eq(path_patterns_ask(&patterns, path, folder), asked[i].answer,
		             "'%s' on '%s'", asked[i].patterns, asked[i].path);
		arena_drop(&arena);
	}
}

static const struct {
	const char *pattern, *path;
	bool covers;
} covers[] = {
    {"tests", "tests/a.py", true},
    {"tests/", "tests/x/a.py", true},
    {"tests/", "x/tests/a.py", true},
    {"/tests/", "x/tests/a.py", false},
    {"tests/**", "tests/x/a.py", true},
    {"tests/*.py", "tests/a.py", true},
    {"tests/*.py", "tests/x/a.py", false},
    {"*.py", "x/a.py", true},
    {"tests/", "tests", false},
};

Test(path_pattern, what_matches_a_folder_covers_what_is_in_it)
{
	for (size_t i = 0; i < ROWS(covers); i++) {
		struct path_pattern pattern;
		cr_assert(path_pattern_read(str_of(covers[i].pattern), &pattern));
		cr_expect_eq(path_pattern_covers(&pattern, str_of(covers[i].path)),
		             covers[i].covers, "'%s' on '%s'", covers[i].pattern, covers[i].path);
	}
}
