/* SPDX-License-Identifier: Apache-2.0 */
/* The manual pages agree with the program: its commands, their options and what they take, the
 * names of findings, and the keys of a spec. */
#include "base/buf.h"
#include "spec/keys.h"
#include "cli/testing/running.h"

static const struct specs none = {.a = NULL};

/* The line at a byte of a text, and the byte after it. */
static struct str next_line(struct str text, size_t *at)
{
	size_t end = str_find(text, '\n', *at);
	struct str line = str_slice(text, *at, end);
	*at = end + 1;
	return line;
}

/* A part of the text that begins after `before` and ends at `stop`; empty when there is none. */
static struct str between(struct str text, const char *before, char stop)
{
	size_t at = str_search(text, str_of(before), 0);
	if (at == text.len)
		return STR("");
	at += strlen(before);
	return str_slice(text, at, str_find(text, stop, at));
}

static struct str page_of(struct arena *arena, struct str command)
{
	const char *path = str_format(arena, "man/shardctl-%.*s.1", STR_ARG(command)).s;
	struct str page = testing_read(arena, path);
	cr_expect_not_null(page.s, "there is no %s", path);
	return page.s ? page : STR("");
}

/* The item of an option, up to the next one; empty when there is none. */
static struct str item_of(struct arena *arena, struct str page, struct str name)
{
	const char *head = str_format(arena, "\n.It Fl -%.*s", STR_ARG(name)).s;
	for (size_t at = str_search(page, str_of(head), 0); at < page.len;
	     at = str_search(page, str_of(head), at + 1)) {
		size_t end = at + strlen(head);
		if (end == page.len || page.s[end] == ' ' || page.s[end] == '\n')
			return str_slice(page, at, str_search(page, STR("\n.It Fl"), end));
	}
	return STR("");
}

/* The page has an item for the option, which its synopsis names too, with the words it takes. */
static void expect_documented(struct arena *arena, const char *command, struct str page,
                              struct str name, struct str argument)
{
	const char *synopsis = str_format(arena, "Fl -%.*s", STR_ARG(name)).s;
	struct str item = item_of(arena, page, name),
		   top = str_slice(page, 0, str_search(page, STR(".Sh DESCRIPTION"), 0));
	cr_expect(item.len, "shardctl-%s(1) has no item for --%.*s", command, STR_ARG(name));
	cr_expect(running_holds(top, synopsis) || running_holds(top, ".Op Ar options"),
	          "the synopsis of shardctl-%s(1) lacks --%.*s", command, STR_ARG(name));
	bool words = argument.len && argument.s[0] >= 'a' && argument.s[0] <= 'z';
	for (size_t at = 0, end; words && at < argument.len; at = end + 1) {
		end = str_find(argument, '|', at);
		struct str word = str_slice(argument, at, end);
		bool literal = true;
		for (size_t i = 0; i < word.len; i++)
			literal &= word.s[i] < 'A' || word.s[i] > 'Z';
		cr_expect(!literal || running_holds(item, str_copy(arena, word).s),
		          "shardctl-%s(1): --%.*s takes %.*s", command, STR_ARG(name),
		          STR_ARG(word));
	}
}

/* shardctl(1) has the letters of options, which are the same in all commands. */
static void expect_letter(struct arena *arena, struct str line, struct str name)
{
	if (line.len < 4 || line.s[2] != '-')
		return;
	const char *item = str_format(arena, ".Fl %c\nis\n.Fl -%.*s", line.s[3], STR_ARG(name)).s;
	cr_expect(running_holds(testing_read(arena, "man/shardctl.1"), item),
	          "shardctl(1) does not say that -%c is --%.*s", line.s[3], STR_ARG(name));
}

/* The options that --help lists, one after another. Returns how many there are. */
static size_t each_option(struct arena *arena, const char *command, struct str help,
                          struct str page)
{
	size_t at = str_search(help, STR("Options:\n"), 0) + sizeof "Options:\n" - 1, count = 0;
	while (at < help.len && help.s[at] == ' ') {
		struct str line = next_line(help, &at), name = between(line, "--", ' ');
		if (line.len < 7 || line.s[6] != '-')
			continue; /* what is said of an option whose words leave no room */
		size_t end = (size_t)(name.s - line.s) + name.len + 1;
		struct str argument =
		    end < line.len ? str_slice(line, end, str_find(line, ' ', end)) : STR("");
		expect_documented(arena, command, page, name, argument);
		expect_letter(arena, line, name);
		count++;
	}
	return count;
}

/* Every item of the page is an option that the command has. */
static void expect_options_exist(struct arena *arena, const char *command, struct str help,
                                 struct str page)
{
	for (size_t at = 0; at < page.len;) {
		struct str line = next_line(page, &at);
		if (!str_starts_with(line, STR(".It Fl -")))
			continue;
		struct str name = between(line, ".It Fl -", ' ');
		cr_expect(running_holds(help, str_format(arena, "--%.*s ", STR_ARG(name)).s),
		          "shardctl-%s(1) has an item for --%.*s, which does not exist", command,
		          STR_ARG(name));
	}
}

static void check_command(struct arena *arena, struct str name)
{
	const char *command = str_copy(arena, name).s;
	struct str overview = testing_read(arena, "man/shardctl.1");
	cr_expect(running_holds(overview, str_format(arena, "\n.It Cm %s\n", command).s),
	          "shardctl(1) has no item for %s", command);
	if (strcmp(command, "help") == 0)
		return; /* the whole of it stands in shardctl(1) */
	struct str page = page_of(arena, name),
		   help = running(arena, &none, str_format(arena, "%s --help", command).s).output;
	const char *installed = str_format(arena, "'man/shardctl-%s.1'", command).s;
	cr_expect_geq(each_option(arena, command, help, page), 1u);
	expect_options_exist(arena, command, help, page);
	cr_expect(running_holds(testing_read(arena, "meson.build"), installed),
	          "%s is not installed", installed);
}

Test(manual, pages_have_the_options_of_the_commands_and_no_others)
{
	struct arena arena = {0};
	struct str help = running(&arena, &none, "--help").output;
	size_t at = str_search(help, STR("Commands:\n"), 0) + sizeof "Commands:\n" - 1, count = 0;
	for (; at < help.len && help.s[at] == ' '; count++) {
		struct str line = next_line(help, &at);
		check_command(&arena, str_slice(line, 2, str_find(line, ' ', 2)));
	}
	cr_expect_geq(count, 9u);
	arena_drop(&arena);
}

/* The names after `.It Sy` are those of findings; that each has such an item is tested beside the
 * table of them. */
Test(manual, findings_that_are_listed_exist)
{
	struct arena arena = {0};
	struct str page = testing_read(&arena, "man/shardctl-check.1");
	size_t count = 0;
	for (size_t at = 0; at < page.len;) {
		struct str line = next_line(page, &at), name = between(line, ".It Sy ", ' ');
		if (!name.len)
			continue;
		cr_expect_not_null(rule_named(name), "no finding is called %.*s", STR_ARG(name));
		count++;
	}
	cr_expect_geq(count, 90u);
	arena_drop(&arena);
}

static const struct keys *const tables[] = {&spec_keys,   &mesh_keys,    &axes_keys,
                                            &tensor_keys, &reshard_keys, &program_keys,
                                            &memory_keys, &checks_keys};

static bool is_key(struct str name)
{
	for (size_t i = 0; i < ROWS(tables); i++)
		if (key_place(tables[i], name) < tables[i]->count)
			return true;
	if (key_place(&configuration_keys, name) < configuration_keys.count)
		return true;
	struct arena arena = {0};
	struct keys hardware = hardware_keys(&arena);
	bool found = key_place(&hardware, name) < hardware.count;
	arena_drop(&arena);
	return found;
}

/* A word that a key takes, where the page has a list of them. */
static bool is_word(struct str name)
{
	static const struct words *const lists[] = {&moment_words, &mesh_builder_words};
	for (size_t i = 0; i < ROWS(lists); i++)
		if (str_place(name, lists[i]->items, lists[i]->count) < lists[i]->count)
			return true;
	return false;
}

/* The items of the page, with a blank before and after each name. */
static struct str items_of(struct arena *arena, struct str page)
{
	struct buf items = {.arena = arena};
	for (size_t at = 0; at < page.len;) {
		struct str line = next_line(page, &at);
		if (str_starts_with(line, STR(".It Cm ")))
			buf_printf(&items, " %.*s \n", (int)line.len - 7, line.s + 7);
	}
	return buf_str(&items);
}

static void expect_items(struct arena *arena, const char *page, struct str items,
                         const struct keys *keys)
{
	for (size_t i = 0; i < keys->count; i++) {
		const char *name = str_format(arena, " %s ", keys->rows[i].name).s;
		cr_expect(running_holds(items, name), "%s has no item for%sof %s", page, name,
		          keys->what);
	}
}

/* Each name of the items is a key, or a word that one takes. */
static void expect_keys(struct str items)
{
	for (size_t at = 0, end; at < items.len; at = end + 1) {
		end = str_find(items, ' ', at);
		struct str name = str_trim(str_slice(items, at, end));
		if (str_equal(name, STR("No"))) /* words follow */
			end = str_find(items, '\n', end);
		else if (name.len > 1)
			cr_expect(is_key(name) || is_word(name), "there is no key %.*s",
			          STR_ARG(name));
	}
}

Test(manual, keys_of_specs_and_configurations_are_described_and_no_others)
{
	static const char spec[] = "man/shardctl-spec.5", config[] = "man/shardctl-config.5";
	struct arena arena = {0};
	struct str items = str_copy(&arena, items_of(&arena, testing_read(&arena, spec)));
	for (size_t i = 0; i < ROWS(tables); i++)
		if (tables[i] != &program_keys) /* in the item of `program` */
			expect_items(&arena, spec, items, tables[i]);
	expect_keys(items);
	items = str_copy(&arena, items_of(&arena, testing_read(&arena, config)));
	expect_items(&arena, config, items, &configuration_keys);
	expect_keys(items);
	arena_drop(&arena);
}
