# SPDX-License-Identifier: Apache-2.0
"""Says how early a plan leads a person to what was missed: evaluate_plans.py PROGRAM CLIP...

The truth about NAME.mp4 is the usual plan of NAME.original.mp4 beside it, of which the clip is a damaged copy (make_hard_clips.py makes
such); where there is none, a plan of the clip with a much lower threshold. Whoever the truth covers and the usual plan does not is missed.
All clips together are one video, whose doubts are looked at in their order, each from its beginning for at most a second: that shows
whoever is not covered there. Missed moments without a pause are one miss, which is found if a look shows any of them. Printed is the
share of the misses, and of the missed moments in them, that is found after a sixtieth of the video's length, which is a minute of an
hour, and after more. What the low threshold finds may be no face, and what it misses, too, does not count, so this compares orders; it is
no measure of what is missed.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

SHARES = (1 / 60, 1 / 20, 1 / 10, 1 / 4)
STEP = 0.1
# The shortest and the longest time that somebody looks at a place, in seconds.
SHORTEST, LONGEST = 0.5, 1.0
# The longest pause within a miss, in seconds, and how many tenths of a second a miss has at least: what is shorter is a matter of
# where a track's cover ends.
PAUSE, LEAST = 0.35, 3


def plan(program, clip, confidence, folder=None):
    """Returns the plan of a clip, from a folder of plans if it is there; None if it has none."""
    known = folder and pathlib.Path(folder, pathlib.Path(clip).stem + ".json")
    if known and known.exists():
        return json.loads(known.read_text())["inputs"][0]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "plan.json")
        options = ["--plan", str(path), "--quiet", "--running-mode", "video", "--report", "/dev/null"]
        subprocess.run(
            [program, "redact", clip, *options, "--min-detection-confidence", str(confidence)], check=True)
        inputs = json.loads(path.read_text())["inputs"]
    return inputs[0] if inputs else None


def place(area, time):
    """Returns the middle and the halves of the sides of a cover at a time; None if there is none."""
    if not area.get("from", 0) <= time <= area.get("to", float("inf")):
        return None
    keys = area["keys"]
    after = next((index for index, key in enumerate(keys) if key.get("at", 0) >= time), len(keys) - 1)
    one, two = keys[max(0, after - 1)], keys[after]
    length = two.get("at", 0) - one.get("at", 0)
    share = min(1, max(0, (time - one.get("at", 0)) / length)) if length > 0 else 1
    x, y, width, height = (one[key] + (two[key] - one[key]) * share for key in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2, width / 2, height / 2


def covers(tracks, time):
    """Returns the places of all covers at a time."""
    found = (place(span, time) for track in tracks for span in track["spans"])
    return [cover for cover in found if cover]


def missed(usual, low):
    """Returns the times, each as often as somebody is missed then."""
    times = []
    for step in range(int(low["duration"] / STEP) + 1):
        known = covers(usual["tracks"], step * STEP)
        for x, y, _, _ in covers(low["tracks"], step * STEP):
            if not any(abs(x - place[0]) <= place[2] and abs(y - place[1]) <= place[3] for place in known):
                times.append(step * STEP)
    return times


def runs(times):
    """Returns the misses, each with its first and last moment and the number of its moments."""
    found = []
    for time in times:
        if found and time - found[-1][1] <= PAUSE:
            found[-1][1:] = [time, found[-1][2] + 1]
        else:
            found.append([time, time, 1])
    return [run for run in found if run[2] >= LEAST]


def truth(arguments, clip, folder):
    """Returns the plan that says who is there."""
    original = pathlib.Path(clip).with_suffix(".original.mp4")
    if original.exists():
        return plan(arguments.program, str(original), arguments.usual, folder)
    return plan(arguments.program, clip, arguments.low)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("clips", nargs="+")
    parser.add_argument("--usual", type=float, default=0.3, help="the usual threshold")
    parser.add_argument("--low", type=float, default=0.1, help="the threshold of the truth")
    parser.add_argument("--plans", help="a folder with NAME.json for clips whose usual plans were made before")
    arguments = parser.parse_args()
    doubts, lost, length = [], [], 0.0
    for number, clip in enumerate(arguments.clips):
        usual = plan(arguments.program, clip, arguments.usual, arguments.plans)
        low = truth(arguments, clip, arguments.plans)
        if usual is None or low is None:
            continue
        misses = runs(missed(usual, low))
        print(f"{pathlib.Path(clip).name}: {low['duration']:.1f} s, {len(usual['look'])} doubts, {len(misses)} misses "
              f"of {sum(run[2] for run in misses)} moments")
        doubts += [(doubt.get("weight", 0), number, doubt["from"], doubt.get("to", doubt["from"]), doubt["why"])
                   for doubt in usual["look"]]
        lost += [(number, *run) for run in misses]
        length += low["duration"]
    doubts.sort(key=lambda doubt: -doubt[0])
    for share in SHARES:
        budget, seen, looked, count = share * length, set(), set(), 0
        for _, number, start, end, _ in doubts:
            cost = min(LONGEST, max(SHORTEST, end - start))
            # Several doubts about the same moment take one look.
            moments = {(number, round((start + step * STEP) / STEP)) for step in range(int(cost / STEP) + 1)} - looked
            if budget < len(moments) * STEP:
                break
            budget -= len(moments) * STEP
            looked |= moments
            count += 1
            seen |= {index for index, (clip, first, last, _) in enumerate(lost)
                     if clip == number and first <= start + cost and last >= start}
        moments = sum(lost[index][3] for index in seen)
        print(f"{share:6.1%} of {length:.0f} s: {count} of {len(doubts)} doubts, {len(seen)} of {len(lost)} misses, with "
              f"{moments} of {sum(run[3] for run in lost)} moments")


if __name__ == "__main__":
    main()
