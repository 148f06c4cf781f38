"""Distributions as a dictionary from value to probability, and amounts as a ruleset writes them.

Everything here is said as plainly as it can be, since it is what other programs are held to: sums are nested loops,
probabilities are exact fractions.
"""
import re
from fractions import Fraction

ONE = Fraction(1)


def always(value):
    return {value: ONE}


def uniform(least, most):
    """Each of least..most equally likely."""
    return {value: Fraction(1, most - least + 1) for value in range(least, most + 1)}


def gather(pairs):
    """Of (value, probability) pairs: equal values are added up, impossible ones left out."""
    pmf = {}
    for value, chance in pairs:
        if chance:
            pmf[value] = pmf.get(value, 0) + chance
    return dict(sorted(pmf.items()))


def add(*pmfs):
    """The sum of independent draws."""
    total = always(0)
    for pmf in pmfs:
        total = gather((a + b, p * q) for a, p in total.items() for b, q in pmf.items())
    return total


def mapped(pmf, function):
    return gather((function(value), chance) for value, chance in pmf.items())


def then(pmf, function):
    """A further draw, `function` of what the first one came to."""
    return gather((b, p * q) for a, p in pmf.items() for b, q in function(a).items())


def mixed(chance, pmf, otherwise):
    """`pmf` with this chance, `otherwise` with the rest."""
    return gather([(a, chance * p) for a, p in pmf.items()] + [(b, (1 - chance) * p) for b, p in otherwise.items()])


def at_least(pmf, least):
    return sum((p for value, p in pmf.items() if value >= least), Fraction(0))


def dice(number, sides):
    return add(*[uniform(1, sides)] * number)


def triangular(least, most):
    """least + floor((u + v) / 2 x n), n = most - least + 1, u and v uniform on 0..1.

    The mean of u and v is below t with probability 2 t^2 up to a half, and 1 - 2 (1 - t)^2 beyond it.
    """
    n = most - least + 1

    def below(t):
        return 2 * t * t if 2 * t <= 1 else 1 - 2 * (1 - t) ** 2

    return {least + k: below(Fraction(k + 1, n)) - below(Fraction(k, n)) for k in range(n)}


PART = re.compile(r"\s*([+-])\s*(?:(\d+)d(\d+)|\[(\d+),\s*(\d+)\]|triangular (\d+)\.\.(\d+)|(\d+))")


def parts(text):
    """(sign, kind, numbers) of the parts of an amount: "2d6+3" is 2d6 and 3, "[2, 3]+[0, 2]" two ranges."""
    rest, found = text.strip(), []
    if not rest.startswith("-"):
        rest = "+" + rest
    while rest:
        match = PART.match(rest)
        if not match:
            raise ValueError(f"not an amount: {text!r}")
        sign, number, sides, low, high, least, most, plain = match.groups()
        kind, numbers = (("dice", (number, sides)) if number else ("range", (low, high)) if low else
                         ("triangular", (least, most)) if least else ("plain", (plain,)))
        found.append((1 if sign == "+" else -1, kind, tuple(map(int, numbers))))
        rest = rest[match.end():]
    return found


def amount(text, dice_times=1):
    """The distribution of an amount; a critical hit that doubles the dice has dice_times = 2."""
    pmfs = []
    for sign, kind, numbers in parts(str(text)):
        if kind == "dice":
            pmf = dice(numbers[0] * dice_times, numbers[1])
        else:
            pmf = {"range": uniform, "triangular": triangular, "plain": always}[kind](*numbers)
        pmfs.append(mapped(pmf, lambda value, sign=sign: sign * value))
    return add(*pmfs)
