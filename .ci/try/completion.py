#!/usr/bin/env python3
"""Tries `shardctl completion` in bash, zsh and fish themselves.

    completion.py SHARDCTL
"""
import os
import pathlib
import pty
import select
import subprocess
import sys
import tempfile
import time

from trying import expect, run, write

COMMANDS = {"check", "plan", "show", "diff", "convert", "explain", "hardware", "completion", "help"}
FORMATS = {"text", "json", "csv"}
# A line, the words that must be offered at its end, and those that must not. A word that ends in "=" is offered without it
# where the shell writes it so.
ROWS = [
    ("shardctl ", COMMANDS, {"--quiet", "layout.yaml"}),
    ("shardctl ch", {"check"}, {"plan"}),
    ("shardctl plan --gr", {"--groups"}, {"--format"}),
    ("shardctl plan --format ", FORMATS, {"layout.yaml"}),
    ("shardctl plan -f ", FORMATS, {"layout.yaml"}),
    ("shardctl plan layout.yaml --cost t", {"textbook"}, {"calibrated"}),
    ("shardctl convert --to hlo", {"hlo", "hlo-v1", "hlo-named"}, {"shardy"}),
    ("shardctl check --ignore rank-m", {"rank-mismatch"}, {"axis-unused"}),
    ("shardctl check --ignore axis-unused,rank-m", {"axis-unused,rank-mismatch"}, {"rank-mismatch,axis-unused"}),
    ("shardctl check --framework jax==0.6.", {"jax==0.6.0", "jax==0.6.1", "jax==0.6.2"}, {"jax==0.5.0"}),
    ("shardctl check --hardware v5e-1", {"v5e-1", "v5e-16"}, {"v5p-16"}),
    ("shardctl check lay", {"layout.yaml"}, {"check", "--format"}),
    ("shardctl show --svg lay", {"layout.yaml"}, {"check"}),
    ("shardctl check --mesh ", set(), {"layout.yaml", "check"}),
    ("shardctl explain rank-m", {"rank-mismatch"}, {"layout.yaml"}),
    ("shardctl hardware v5e", {"v5e", "v5e-16"}, {"layout.yaml"}),
    ("shardctl completion ", {"bash", "zsh", "fish"}, {"layout.yaml"}),
    ("shardctl help p", {"plan"}, {"check"}),
]
# Where bash cuts a word, only what follows is offered.
AFTER_EQUALS = ("shardctl plan --format=", FORMATS, {"layout.yaml"})

BASH = r'''
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -ra COMP_WORDS <<<"${2//=/ = }"
[[ $2 == *' ' || $2 == *= ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_WORDBREAKS=$3
_shardctl
printf '%s\n' "${COMPREPLY[@]}"
'''

# Prints what the completion adds, each word in a line of its own.
ZSH = r'''
PS1='READY' ; autoload -Uz compinit && compinit -D -u; source %s
compadd() {
  local -a hits; local argument
  for argument; do
    case $argument in (-[A-Za-z]#[OAD]) builtin compadd "$@"; return ;; (-|--) break ;; esac
  done
  builtin compadd -A hits "$@"
  print -rl -- "" "<"${^hits}">"
  builtin compadd "$@"
}
done_with_it() { print -r -- DO'NE' }; zle -N done_with_it; bindkey '^T' done_with_it
setopt extended_glob no_beep; LISTMAX=10000; bindkey '^I' complete-word
'''


# What control-T writes, and how long it may take in seconds.
ANSWER, LIMIT = b"DONE", 60


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, arguments, folder, **environment):
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, {**os.environ, "TERM": "dumb", "COLUMNS": "200", **environment})

    def type(self, text):
        """What comes up to the answer to control-T, which the shell reads when it is done with the text."""
        os.write(self.screen, text.encode() + b"\x14")
        said, end = b"", time.monotonic() + LIMIT
        while ANSWER not in said:
            expect(select.select([self.screen], [], [], max(0, end - time.monotonic()))[0], "the shell answers", said.decode())
            said += os.read(self.screen, 65536)
        return said.decode(errors="replace").replace("\r", "")

    def close(self):
        os.close(self.screen)
        os.waitpid(self.process, 0)


def bash_offers(script, line):
    done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", str(script), line, " \t\n"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60)
    expect(not done.stderr, "bash says nothing", done.stderr)
    return set(done.stdout.split("\n")) - {""}


def try_bash(script, folder):
    for line, wanted, unwanted in ROWS + [("shardctl plan --format=", {"--format=" + word for word in FORMATS}, set())]:
        offers = bash_offers(script, line)
        if "layout.yaml" in wanted:
            expect(not offers, "bash: '%s' is left to names of files" % line, offers)
        else:
            expect(wanted <= offers and not unwanted & offers, "bash: '%s' offers %s" % (line, wanted), offers)
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], folder)
    terminal.type("bind -x '\"\\C-t\": echo DO\\NE'; bind 'set show-all-if-ambiguous on'; "
                  "bind 'set enable-bracketed-paste off'; source %s\n" % script)
    for typed, shown in (("shardctl check lay\t", "check layout.yaml"), ("shardctl pl\t", "plan "),
                         ("shardctl plan --format=j\t", "--format=json"),
                         ("shardctl plan --framework jax==0.12.0.\t", "--framework jax==0.12.0.1"),
                         ("shardctl plan --format \t", "csv")):
        said = terminal.type(typed)
        expect(shown in said, "bash on a terminal: '%s' becomes '%s'" % (typed, shown), said)
        terminal.type("\x15")
    terminal.close()


def try_zsh(script, folder):
    terminal = Terminal(["zsh", "-f", "-i"], folder)
    terminal.type("source %s\n" % (folder / "start.zsh"))
    for line, wanted, unwanted in ROWS + [AFTER_EQUALS]:
        said = terminal.type(line + "\t")
        offers = {word.rstrip("=") for text in said.split("\n") if text.startswith("<") for word in [text.strip("<> ")]}
        wanted = {word.split(",")[-1] if "," in line else word for word in wanted}
        expect(wanted <= offers and not unwanted & offers, "zsh: '%s' offers %s" % (line, wanted), "%s\n%s" % (offers, said))
        terminal.type("\x15")
    terminal.close()


def try_fish(script, folder):
    for line, wanted, unwanted in ROWS + [("shardctl plan --format=", {"--format=" + word for word in FORMATS}, set())]:
        said = run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line], cwd=folder)
        offers = {text.split("\t")[0] for text in said.split("\n") if text}
        expect(wanted <= offers and not unwanted & offers, "fish: '%s' offers %s" % (line, wanted), said)


def main():
    shardctl = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["HOME"] = name
        write(folder, {"layout.yaml": "mesh: {x: 2}\n"})
        for shell, attempt in (("bash", try_bash), ("zsh", try_zsh), ("fish", try_fish)):
            script = folder / ("script." + shell)
            script.write_text(run([shardctl, "completion", shell]), encoding="utf-8")
            write(folder, {"start.zsh": ZSH % script})
            attempt(script, folder)
            print("%s: %d lines are completed" % (shell, len(ROWS)))


if __name__ == "__main__":
    main()
