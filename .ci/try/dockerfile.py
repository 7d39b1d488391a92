#!/usr/bin/env python3
"""Does what Dockerfile says without Docker.

    dockerfile.py [DEBIAN]

DEBIAN is the root of a new Debian 12, as debootstrap makes it: there all lines run as they stand. Without it they run on this
machine, with the folders that they write moved to a temporary one, and packages are only asked for. The last stage is a root
with nothing but what is copied there; it takes root to run the program in it.
"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from trying import LAYOUT, ROOT, WRONG_LAYOUT, expect, run, write

FOLDERS = ("/source", "/build", "/image")


def instructions():
    """Pairs of an instruction and its text, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, rest = line.split(None, 1)
            yield word, rest.strip()


def moved(text, root):
    """The text with the folders that the build writes below the root."""
    return re.sub(r"(?<![\w/])(%s)\b" % "|".join(FOLDERS), lambda found: str(root) + found.group(1), text)


def copy(sources, target, tree):
    """COPY: folders by what is in them, other files by themselves."""
    for source in sources:
        path = tree / source.lstrip("/")
        if path.is_dir():
            names = run(["git", "-C", path, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]).split("\0")
            cache = path.glob("subprojects/packagecache/*")
            for name in [name for name in names if name] + [str(file.relative_to(path)) for file in cache]:
                place = target / name
                if (path / name).is_file():
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path / name, place)
        else:
            place = target / path.name if str(target).endswith("/") or len(sources) > 1 else target
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, place)


def build(debian, work):
    """Carries the Dockerfile out; the root of its last stage, and its entry point."""
    build_root, image, stage, entry = debian or work / "build", work / "last", None, None
    image.mkdir()
    build_root.mkdir(exist_ok=True)
    for word, text in instructions():
        if word == "FROM":
            stage = image if text == "scratch" else build_root
            expect(text in ("scratch", "debian:12-slim AS build"), "the stages are known", text)
        elif word == "COPY":
            *sources, target = text.split()
            tree = ROOT
            if sources[0] == "--from=build":
                sources, tree = sources[1:], build_root
            copy(sources, pathlib.Path(str(stage) + target) if not target.endswith("/") else stage / target.strip("/"), tree)
        elif word == "RUN" and debian:
            run(["chroot", debian, "sh", "-c", text], limit=900)
        elif word == "RUN" and "apt-get" in text:
            packages = re.search(r"install (.*)", text).group(1)
            run(["apt-get", "install", "--simulate", *packages.split()])
        elif word == "RUN":
            run(["sh", "-c", moved(text, build_root)], limit=900)
        elif word == "ENTRYPOINT":
            entry = text.strip('[]"')
    return image, entry


def main():
    debian = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as name:
        image, entry = build(debian, pathlib.Path(name))
        write(image / "work", {"layout.yaml": LAYOUT, "wrong.yaml": WRONG_LAYOUT})
        inside = ["chroot", image] if os.geteuid() == 0 else ["sudo", "chroot", image]
        run([*inside, entry, "check", "/work/layout.yaml"])
        said = run([*inside, entry, "check", "/work"], status=1)
        expect("error[rank-mismatch]" in said, "the program runs with nothing beside it", said)
        files = sorted(str(path.relative_to(image)) for path in image.rglob("*") if path.is_file())
        print("Dockerfile: an image of %s, %.1f MB" % (" ".join(files[:3]), (image / "shardctl").stat().st_size / 1e6))


if __name__ == "__main__":
    main()
