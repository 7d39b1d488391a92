"""absl.app: the function of a script is called at once. Abseil: app.py run."""
from prelude.standard.absl_flags import FLAGS, Error

MODULE = "absl.app"


def parse_flags_with_usage(args):
    try:
        return FLAGS(args)
    except Error:
        raise SystemExit(1)


def run(main, argv=None, flags_parser=parse_flags_with_usage):
    FLAGS.mark_as_parsed()
    raise SystemExit(main(["program"] if argv is None else flags_parser(argv)))
