"""Changes in the form in which the program stores them."""

import json


def text(value):
    """A text; None for none."""
    return None if value is None else {"text": value}


def day(year=None, month=None, day_of_month=None):
    """A day as far as it is known; a year alone is one that is reckoned from an age."""
    known = {"year": year, "month": month, "day": day_of_month}
    return {"day": {name: number for name, number in known.items() if number is not None}}


def dead(since=None):
    """Dead, since a day where it is known."""
    return {"death": since["day"] if since else None}


def person(number):
    """A contact that a value names."""
    return {"contact": {"remote": str(number)}}


def field(type_of_field, content, labels=()):
    return {"field": {"type": str(type_of_field), "content": content, "labels": list(labels)}}


def address(**parts):
    return {"address": parts}


def relationship(key, other):
    return {"relationship": {"type": key, "other": {"remote": str(other)}}}


def _stored(kind, change, needs=()):
    return {"change": json.dumps({"version": 1, "kind": kind, "change": change}), "needs": list(needs)}


def create(uuid, values, reminders=()):
    return _stored("create", {"uuid": uuid, "values": values, "reminders": list(reminders)})


def values(group, reminders=None, **deltas):
    """Values of one group: for each what was there before and what is to be there."""
    stored = {
        key: {name: value for name, value in (("before", before), ("after", after)) if value is not None}
        for key, (before, after) in deltas.items()}
    return _stored("values", {"group": group, "values": stored, "reminders": reminders or {}})


def part(kind, number, before=None, after=None, needs=()):
    """A part that is added (with a number below zero), changed or removed."""
    change = {"kind": kind, "part": number}
    if before is not None:
        change["before"] = before
    if after is not None:
        change["after"] = after
    return _stored("part", change, needs)


def add_tags(*names):
    return _stored("add tags", list(names))


def remove_tags(*names):
    return _stored("remove tags", list(names))


def me(is_me):
    return _stored("me", is_me)
