/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing/testing.h"

/* A folder with files, and another one outside of it. */
struct place {
	struct arena arena;
	char folder[64];
};

static const char *path_in(struct place *place, const char *name)
{
	return str_format(&place->arena, "%s/%s%c", place->folder, name, '\0').s;
}

static void write_file(struct place *place, const char *name, const char *text)
{
	FILE *file = fopen(path_in(place, name), "w");
	cr_assert_not_null(file);
	fputs(text, file);
	fclose(file);
}

static struct place begin(void)
{
	struct place place = {.folder = "/tmp/shardctl-project-XXXXXX"};
	cr_assert_not_null(mkdtemp(place.folder));
	cr_assert_eq(mkdir(path_in(&place, "project"), 0700), 0);
	cr_assert_eq(mkdir(path_in(&place, "project/pkg"), 0700), 0);
	write_file(&place, "secret.py", "x = 1\n");
	write_file(&place, "project/setup.py", "");
	write_file(&place, "project/top.py", "x = 2\n");
	write_file(&place, "project/pkg/__init__.py", "x = 3\n");
	write_file(&place, "project/pkg/near.py", "\xef\xbb\xbfx = 4\n");
	write_file(&place, "project/pkg/latin.py", "x = '\xe9'\n");
	cr_assert_eq(symlink("../secret.py", path_in(&place, "project/linked.py")), 0);
	return place;
}

static void end(struct place *place)
{
	char command[128];
	snprintf(command, sizeof command, "rm -r '%s'", place->folder);
	cr_assert_eq(system(command), 0);
	arena_drop(&place->arena);
}

static bool finds(struct place *place, const char *script, const char *name, const char *text)
{
	const struct source_finder *finder = project_of(&place->arena, path_in(place, script));
	struct source found = {STR(""), STR("")};
	bool is_found =
	    finder->find(finder, &place->arena, (struct str){NULL, 0}, str_of(name), &found);
	return is_found && str_equal(found.text, str_of(text));
}

Test(project, modules_are_found_up_to_its_folder)
{
	struct place place = begin();
	cr_expect(finds(&place, "project/pkg/near.py", "near", "x = 4\n"));
	cr_expect(finds(&place, "project/pkg/near.py", "top", "x = 2\n"));
	cr_expect(finds(&place, "project/pkg/near.py", "pkg", "x = 3\n"));
	cr_expect(finds(&place, "project/top.py", "pkg/near", "x = 4\n"));
	end(&place);
}

Test(project, without_its_folder_a_list_of_requirements_tells_it)
{
	struct place place = begin();
	cr_assert_eq(unlink(path_in(&place, "project/setup.py")), 0);
	cr_expect(!finds(&place, "project/pkg/near.py", "top", "x = 2\n"));
	write_file(&place, "LICENSE", "");
	write_file(&place, "project/requirements.txt", "");
	cr_expect(finds(&place, "project/pkg/near.py", "top", "x = 2\n"));
	cr_expect(!finds(&place, "project/pkg/near.py", "secret", "x = 1\n"));
	end(&place);
}

static enum file_outcome outcome_of(struct place *place, const char *name)
{
	const struct source_finder *finder =
	    project_of(&place->arena, path_in(place, "project/top.py"));
	struct source found;
	return finder->read(finder, &place->arena, str_of(path_in(place, name)), &found);
}

Test(project, files_are_read_by_their_path)
{
	static const struct {
		const char *name;
		enum file_outcome outcome;
	} files[] = {
	    {"project/top.py", FILE_READ},
	    {"project/none.py", FILE_MISSING},
	    {"secret.py", FILE_OUTSIDE},
	    {"project/../secret.py", FILE_OUTSIDE},
	    {"project/linked.py", FILE_OUTSIDE},
	    {"project/pkg", FILE_UNREADABLE},
	    {"project/pkg/latin.py", FILE_NOT_TEXT},
	};
	struct place place = begin();
	for (size_t i = 0; i < ROWS(files); i++)
		cr_expect_eq(outcome_of(&place, files[i].name), files[i].outcome, "%s",
		             files[i].name);
	end(&place);
}

Test(project, nothing_outside_of_it_is_read)
{
	struct place place = begin();
	static const char *const names[] = {"secret", "../secret", "linked", "pkg/latin", "none"};
	for (size_t i = 0; i < ROWS(names); i++)
		cr_expect_not(finds(&place, "project/top.py", names[i], "x = 1\n"), "%s", names[i]);
	cr_expect(finds(&place, "secret.py", "secret", "x = 1\n"));
	cr_expect(finds(&place, "project/pkg/near.py", "top", "x = 2\n"));
	end(&place);
}
