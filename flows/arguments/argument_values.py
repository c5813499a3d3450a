"""Values of arguments: texts of the command line as numbers, with a clear word where they are none."""

from __future__ import annotations

import argparse


def process_count(text: str) -> int:
    """A number of processes."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes; give 1 or more")
    return int(text)


def portion(text: str) -> tuple[int, int]:
    """A portion of a build: its number and how many there are."""
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a portion; give its number and how many there are, as in 2/8"
        )
    return int(number), int(count)


def confidence(text: str) -> float:
    """A confidence from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a confidence; give one from 0 to 1")
    return value


def line_count(text: str) -> int:
    """A number of lines."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of lines; give 0 or more")
    return int(text)


def finding_count(text: str) -> int:
    """A number of findings."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of findings; give 1 or more")
    return int(text)


def amount(text: str) -> float:
    """A number that is not below zero."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount; give 0 or more")
    return value
