/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/log_reader.h"

#include "diagnose/log_prefix.h"
#include "testing/testing.h"

/* Gives a log in pieces of a few bytes. */
struct pieces {
	struct str rest;
	size_t most;
};

static size_t read_piece(void *data, char *into, size_t room)
{
	struct pieces *pieces = data;
	size_t length = pieces->rest.len < pieces->most ? pieces->rest.len : pieces->most;
	length = length < room ? length : room;
	memcpy(into, pieces->rest.s, length);
	pieces->rest = str_slice(pieces->rest, length, pieces->rest.len);
	return length;
}

/* All lines of the log, each with its number in front. */
static struct str lines_of(struct arena *arena, struct str log, size_t most)
{
	struct pieces pieces = {log, most};
	struct log_reader reader = log_reader_make(arena, (struct log_input){read_piece, &pieces});
	struct arena *own = arena_new(arena, struct arena, 1);
	struct buf out = {.arena = own};
	for (struct str line; log_reader_next(&reader, &line);) {
		buf_printf(&out, "%d:", (int)reader.number);
		buf_add(&out, line);
		buf_putc(&out, '|');
	}
	struct str text = str_copy(arena, buf_str(&out));
	arena_drop(own);
	return text;
}

static void expect_lines(struct str log, const char *wanted)
{
	for (size_t most = 1; most < 40; most++) {
		struct arena arena = {0};
		struct str got = lines_of(&arena, log, most);
		cr_expect_str_eq(got.s, wanted, "in pieces of %zu bytes", most);
		arena_drop(&arena);
	}
}

Test(log_reader, lines_come_whole_whatever_pieces_they_are_read_in)
{
	expect_lines(STR("one\ntwo\r\n\nthree"), "1:one|2:two|3:|4:three|");
	expect_lines(STR(""), "");
	expect_lines(STR("\xef\xbb\xbfone\n"), "1:one|");
	expect_lines(STR("x"), "1:x|");
}

Test(log_reader, utf_16_is_read_by_its_mark)
{
	expect_lines(STR("\xff\xfe"
	                 "a\0\xe9\0\r\0\n\0"
	                 "\x3d\xd8\0\xde"),
	             "1:a\xc3\xa9|2:\xf0\x9f\x98\x80|");
	expect_lines(STR("\xfe\xff\0a\xd8\0\0b\0"), "1:a\xef\xbf\xbd"
	                                            "b|");
	expect_lines(STR("\xff\xfe"), "");
}

Test(log_reader, colours_and_what_is_written_over_are_left_out)
{
	expect_lines(STR("\x1b[1;35mValueError\x1b[0m: \x1b[35mx\x1b[0m\n"), "1:ValueError: x|");
	expect_lines(STR(" 10%|#  |\r 20%|## |\r\nx"), "1: 20%|## ||2:x|");
	expect_lines(STR("\x1b]8;;http://a\x1b\\link\x1b]8;;\a!\n"), "1:link!|");
	expect_lines(STR("a\x1b"), "1:a|");
	expect_lines(STR("a\x1b["), "1:a|");
	expect_lines(STR("a\0b\x01\tc\n"), "1:ab\tc|");
}

Test(log_reader, lines_stored_as_json_are_unpacked)
{
	expect_lines(STR("{\"log\":\"a \\\"b\\\"\\n\",\"stream\":\"stderr\"}\nx"),
	             "1:a \"b\"|2:x|");
	expect_lines(STR("{\"severity\": \"ERROR\", \"message\": \"a\\nb\\u00e9\\ud83d\\ude00\"}"),
	             "1:a|1:b\xc3\xa9\xf0\x9f\x98\x80|");
	expect_lines(STR("{\"log\":\"never closed\n"), "1:{\"log\":\"never closed|");
	expect_lines(STR("{\"other\":1}\n"), "1:{\"other\":1}|");
	expect_lines(STR("{\"event\": \"step failed\", \"exc_info\": \"a\\nb\"}"),
	             "1:step failed|1:a|1:b|");
}

Test(log_reader, very_long_lines_are_cut)
{
	struct arena arena = {0};
	struct buf log = {.arena = &arena};
	buf_fill(&log, 'x', 3 * LONGEST_LINE);
	buf_puts(&log, "\nnext\n");
	struct pieces pieces = {buf_str(&log), 1000};
	struct log_reader reader = log_reader_make(&arena, (struct log_input){read_piece, &pieces});
	struct str line;
	cr_assert(log_reader_next(&reader, &line));
	cr_expect_eq(line.len, LONGEST_LINE);
	cr_assert(log_reader_next(&reader, &line));
	cr_expect(str_equal(line, STR("next")));
	cr_expect_not(log_reader_next(&reader, &line));
	arena_drop(&arena);
}

static void expect_text(const char *line, const char *wanted, bool named, enum log_level level)
{
	struct log_line got = log_line_of(str_of(line), 1);
	cr_expect(str_equal(got.text, str_of(wanted)), "'%.*s' of '%s'", STR_ARG(got.text), line);
	cr_expect_eq(got.writer != 0, named, "%s", line);
	cr_expect_eq(got.level, level, "%s", line);
}

Test(log_prefix, prefixes_are_taken_off)
{
	expect_text("[rank3]:   File \"a.py\"", "  File \"a.py\"", true, LOG_LEVEL_UNSAID);
	expect_text("(RayTrainWorker pid=51500, ip=10.0.3.226)   x", "  x", true, LOG_LEVEL_UNSAID);
	expect_text("(pid=51500) x", "x", true, LOG_LEVEL_UNSAID);
	expect_text("trainer/0 [0]:x", "x", true, LOG_LEVEL_UNSAID);
	expect_text("trainer-0  |   x", "  x", true, LOG_LEVEL_UNSAID);
	expect_text("3: x", "x", true, LOG_LEVEL_UNSAID);
	expect_text("2026-01-15T12:00:00.016992932Z stderr F   x", "  x", false, LOG_LEVEL_UNSAID);
	expect_text("2026-01-15 12:00:05,600 ERROR [trainer.loop]   x", "  x", false,
	            LOG_LEVEL_ERROR);
	expect_text("[2026-01-15 12:00:02,261][train][INFO] - x", "x", false, LOG_LEVEL_DETAIL);
	expect_text("E0115 12:00:00.123456 140 train.py:42]   x", "  x", false, LOG_LEVEL_ERROR);
	expect_text("W0115 12:00:05.000000 140 torch/distributed/api.py:900] x", "x", false,
	            LOG_LEVEL_ERROR);
	expect_text("[rank1]: 2026-01-15 05:53:24.474569: W external/xla/a.cc:1131] x", "x", true,
	            LOG_LEVEL_ERROR);
	expect_text("[2026-01-15, 12:00:00 UTC] {subprocess.py:93} INFO -   x", "  x", false,
	            LOG_LEVEL_DETAIL);
	expect_text("2026-01-15 12:00:00 INFO x", "x", false, LOG_LEVEL_DETAIL);
	expect_text("2026-01-15 12:00:00 E   x", "E   x", false, LOG_LEVEL_UNSAID);
	expect_text("(EngineCore pid=8) ERROR 01-15 12:00:00 [core.py:7]   x", "  x", true,
	            LOG_LEVEL_ERROR);
	expect_text("[1,mpirank:0,algo-1]<stderr>:x", "x", true, LOG_LEVEL_UNSAID);
	expect_text("2026-01-15T12:00:00+0000 node1 python3[4312]:   x", "  x", false,
	            LOG_LEVEL_UNSAID);
	expect_text("build\tRun python train.py\t2026-01-15T12:00:00.1Z   x", "  x", false,
	            LOG_LEVEL_UNSAID);
	expect_text("ERROR\t2026-01-15 12:00:00 +0000\tworkerpool0-0\t  x", "  x", true,
	            LOG_LEVEL_ERROR);
	expect_text("<11>1 2026-01-15T12:00:00Z node1 train 12 - -   x", "  x", false,
	            LOG_LEVEL_UNSAID);
	expect_text("INFO:root:x", "x", false, LOG_LEVEL_DETAIL);
	expect_text("ValueError: [rank3]: x", "ValueError: [rank3]: x", false, LOG_LEVEL_UNSAID);
	expect_text("Traceback (most recent call last):", "Traceback (most recent call last):",
	            false, LOG_LEVEL_UNSAID);
	expect_text("[rank", "[rank", false, LOG_LEVEL_UNSAID);
	expect_text("", "", false, LOG_LEVEL_UNSAID);
}
