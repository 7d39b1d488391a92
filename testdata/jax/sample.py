#!/usr/bin/env python3
"""Picks some cases of a complete recording, so that every kind of answer is there.

    python3 sample.py COUNT < RECORDED.jsonl > place.VERSION.jsonl

Cases are taken in an order that depends on nothing but the recording: first one of each kind of answer
(moment, class, and text without its names and numbers), then the next of each, until COUNT are there. Of a
case at most three moments are kept, those whose answers are rarest.
"""
import collections
import json
import re
import sys

MOMENTS_KEPT = 3


def shape(answer):
    if answer == "ok":
        return "ok"
    text = re.sub(r"NamedSharding\(mesh=.*?memory_kind=\w+\)", "#", answer["message"])
    return answer["type"] + ": " + re.sub(r"'[^']*'|\([^()]*\)|-?\d+", "#", text)[:90]


def kinds(case):
    notation = "positional" if "positional" in case else case.get("api", "spec")
    return {moment: (notation, moment, shape(answer)) for moment, answer in case["verdict"].items()}


def main():
    count = int(sys.argv[1])
    cases = [json.loads(line) for line in sys.stdin if line.startswith("{")]
    cases = [case for case in cases if "verdict" in case]
    common = collections.Counter(kind for case in cases for kind in kinds(case).values())
    queues = collections.defaultdict(list)
    for number, case in enumerate(cases):
        queues[min(kinds(case).values(), key=lambda kind: (common[kind], kind))].append(number)
    chosen = []
    while len(chosen) < min(count, len(cases)):
        for kind in sorted(queues, key=lambda kind: (common[kind], kind)):
            if queues[kind] and len(chosen) < count:
                chosen.append(queues[kind].pop(0))
    for number in sorted(chosen):
        case = cases[number]
        kept = sorted(case["verdict"], key=lambda moment: (common[kinds(case)[moment]], moment))[:MOMENTS_KEPT]
        case["verdict"] = {moment: case["verdict"][moment] for moment in sorted(kept)}
        print(json.dumps(case, sort_keys=True))


if __name__ == "__main__":
    main()
