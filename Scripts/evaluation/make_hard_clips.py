# SPDX-License-Identifier: Apache-2.0
"""Makes clips in which faces are missed: make_hard_clips.py FOLDER IMAGE...

For each image two clips in the folder, NAME.original.mp4 and NAME.mp4: a camera that pans over the image, and the same for some seconds
blurred, dark, noisy, or of few pixels. evaluate_plans.py takes what is found in the first for the truth about the second. The places and
the strength of the damage are random, but the same each time. Needs FFmpeg.
"""
import argparse
import pathlib
import random
import subprocess

RATE, WIDTH, HEIGHT = 10, 640, 360
# The time between two damages, in seconds, from the least to the most, and how long one lasts.
PAUSE, LENGTH = (15, 60), (1, 5)


def damages(seconds, dice):
    """Returns the filters that damage a clip."""
    filters, time = [], dice.uniform(4, PAUSE[1])
    while time + LENGTH[1] < seconds:
        end = time + dice.uniform(*LENGTH)
        strength = dice.uniform(0.2, 1)
        name = dice.choice(("blur", "dark", "noise", "few"))
        when = f"enable='between(t,{time:.2f},{end:.2f})'"
        filters.append({
            "blur": f"gblur=sigma={2 + 8 * strength:.2f}:{when}",
            "dark": f"eq=brightness={-0.25 - 0.35 * strength:.3f}:contrast={0.7 - 0.4 * strength:.3f}:{when}",
            "noise": f"noise=alls={int(30 + 70 * strength)}:allf=t:{when}",
            "few": f"boxblur=luma_radius={int(2 + 7 * strength)}:luma_power=1:{when}",
        }[name])
        time = end + dice.uniform(*PAUSE)
    return filters


def pan(dice, zoom):
    """Returns the filters that make a camera pan over an image."""
    periods = [dice.uniform(9, 25) for _ in range(2)]
    x, y = (f"({side}-out_{out})*(0.5+0.5*sin(t*6.28/{period:.2f}))"
            for side, out, period in (("in_w", "w", periods[0]), ("in_h", "h", periods[1])))
    size = f"scale={int(WIDTH * zoom)}:{int(HEIGHT * zoom)}:force_original_aspect_ratio=increase"
    return [size, f"crop={WIDTH}:{HEIGHT}:'{x}':'{y}'"]


def encode(image, seconds, filters, path):
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-loop", "1", "-framerate", str(RATE), "-i", image, "-t", str(seconds), "-vf",
         ",".join([*filters, "format=yuv420p"]), "-preset", "veryfast", "-crf", "20", str(path)], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("images", nargs="+")
    parser.add_argument("--seconds", type=float, default=120, help="the length of each clip")
    arguments = parser.parse_args()
    for number, image in enumerate(arguments.images):
        dice, name = random.Random(number), pathlib.Path(image).stem
        way = pan(dice, dice.uniform(1.2, 2.2))
        encode(image, arguments.seconds, way, arguments.folder / f"{name}.original.mp4")
        encode(image, arguments.seconds, way + damages(arguments.seconds, dice), arguments.folder / f"{name}.mp4")


if __name__ == "__main__":
    main()
