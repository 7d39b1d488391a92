"""absl.app: the function of a script is called at once. Abseil: app.py run."""
MODULE = "absl.app"


def run(main, argv=None, flags_parser=None):
    raise SystemExit(main(["program"]))
