"""Figures as people read them, read back: "12.3 % ± 0.4", "3 (2 to 9)", "3 (2 or more)", "12"."""
import re

FIGURE = re.compile(r"(?P<value>[-+]?[0-9]+(?:\.[0-9]+)?)(?: (?P<percent>%))?"
                    r"(?: (?:±|\+-) (?P<half>[0-9.]+)| \((?P<low>-?[0-9.]+) (?:to (?P<high>-?[0-9.]+)|or more)\))?")


def digit_of(number):
    """The value of the last digit of a number as it is written: 0.1 of "12.3", 1 of "120", 10 of "120 ± 30"."""
    return 10.0 ** -len(number.partition(".")[2])


def says(figure, value):
    """Whether a figure as it is written, a match of FIGURE, is `value` as far as its digits go: those of what the
    interval leaves."""
    digit = digit_of(figure["value"])
    ends = [figure[end] for end in ("half", "low", "high") if figure[end]]
    while digit >= 1 and ends and digit < abs(float(figure["value"])) and \
            all(float(number) % (10 * digit) == 0 for number in [figure["value"], *ends]):
        digit *= 10
    scale = 100.0 if figure["percent"] else 1.0
    return abs(float(figure["value"]) - scale * value) <= 0.5000001 * digit


def is_said(text, value, low, high):
    """Whether a text is the figure `value` with its interval, as far as its digits go; high None: without an end."""
    figure = FIGURE.fullmatch(text)
    if not figure or not says(figure, value):
        return False
    scale = 100.0 if figure["percent"] else 1.0
    digit = max(digit_of(figure["value"]), digit_of(figure["half"] or figure["low"] or ""))
    if figure["half"]:  # the farther end, and never less than there is
        half = scale * max(value - low, high - value)
        return abs(float(figure["half"]) - half) <= max(digit, 0.3 * half)
    if figure["low"]:
        near = max(digit, 0.3 * abs(scale * ((high or value) - low)))
        return abs(float(figure["low"]) - scale * low) <= near and \
            (abs(float(figure["high"]) - scale * high) <= near if figure["high"] else high is None)
    return low == high
