/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/gitignore.h"

#include <sys/stat.h>

#include "diag/source_files.h"
#include "cli/files/files.h"

/* The folder of a repository's own files, of which worktrees of it share one: `.git` is a folder,
 * or a file that says "gitdir: FOLDER". NULL: the folder is not that of a repository. */
static const char *repository_in(struct arena *arena, struct str folder)
{
	const char *path = path_join(arena, folder, ".git").s;
	struct str said = STR("gitdir:");
	struct source file, common;
	struct stat status;
	if (stat(path, &status) != 0)
		return NULL;
	if (S_ISDIR(status.st_mode) || !S_ISREG(status.st_mode) ||
	    !file_read_quietly(arena, path, &file) || !str_starts_with(file.text, said))
		return path;
	struct str at = str_trim(str_slice(file.text, said.len, file.text.len));
	if (!str_starts_with(at, STR("/")))
		at = path_join(arena, folder, str_copy(arena, at).s);
	if (!file_read_quietly(arena, path_join(arena, at, "commondir").s, &common))
		return str_copy(arena, at).s;
	struct str shared = str_copy(arena, str_trim(common.text));
	return str_starts_with(shared, STR("/")) ? shared.s : path_join(arena, at, shared.s).s;
}

/* Puts the patterns of a file before those above. */
static const struct gitignore *add_file(struct arena *arena, const struct gitignore *above,
                                        struct str folder, const char *path)
{
	struct source source;
	struct stat status;
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
	    !file_read_quietly(arena, path, &source))
		return above;
	struct gitignore *ignored = arena_new(arena, struct gitignore, 1);
	ignored->above = above;
	ignored->folder = folder.len + !str_ends_with(folder, STR("/"));
	path_patterns_add(arena, &ignored->patterns, source.text);
	return ignored;
}

const struct gitignore *gitignore_enter(struct arena *arena, const struct gitignore *above,
                                        struct str folder)
{
	const char *repository = repository_in(arena, folder);
	if (repository)
		above = add_file(arena, NULL, folder,
		                 path_join(arena, str_of(repository), "info/exclude").s);
	return add_file(arena, above, folder, path_join(arena, folder, ".gitignore").s);
}

const struct gitignore *gitignore_of(struct arena *arena, struct str folder)
{
	struct str root = folder;
	const struct gitignore *ignored = NULL;
	while (!repository_in(arena, root)) {
		if (root.len == 1)
			return gitignore_enter(arena, NULL, folder);
		root = path_folder(root);
	}
	for (size_t end = root.len;; end = str_find(folder, '/', end + 1)) {
		ignored = gitignore_enter(arena, ignored, str_slice(folder, 0, end));
		if (end == folder.len)
			return ignored;
	}
}

bool gitignore_leaves_out(const struct gitignore *ignored, struct str path, bool folder)
{
	for (; ignored; ignored = ignored->above) {
		struct str inner = str_slice(path, ignored->folder, path.len);
		enum path_answer answer = path_patterns_ask(&ignored->patterns, inner, folder);
		if (answer != PATH_UNSAID)
			return answer == PATH_LEFT_OUT;
	}
	return false;
}
