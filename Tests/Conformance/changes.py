"""Wanted values in the form in which the program stores them."""

ON = {"on": True}


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


def note(body, is_favorite=False):
    return {"note": {"body": body, "is_favorite": is_favorite}}


def call(year, month, day_of_month, content=None, contact_called=False):
    known = {**day(year, month, day_of_month), "contact_called": contact_called}
    return {"call": known if content is None else {**known, "content": content}}


def task(title, description=None, is_done=False):
    known = {"title": title, "is_done": is_done}
    return {"task": known if description is None else {**known, "description": description}}


def _known(**parts):
    return {name: value for name, value in parts.items() if value is not None}


def reminder(title, year, month, day_of_month, unit=None, every=1, description=None):
    known = {**day(year, month, day_of_month), "title": title, "every": every}
    return {"reminder": {**known, **_known(unit=unit, description=description)}}


def gift(name, status="idea", amount=None, when=None, link=None, comment=None):
    known = _known(amount=amount, day=when and day(*when)["day"], link=link, comment=comment)
    return {"gift": {"name": name, "status": status, **known}}


def debt(user_owes, amount, reason=None, is_settled=False):
    return {"debt": {"user_owes": user_owes, "amount": amount, "is_settled": is_settled, **_known(reason=reason)}}


def pet(animal, name=None):
    return {"pet": {"animal": animal, **_known(name=name)}}


def activity(summary, year, month, day_of_month, others, description=None):
    attendees = [{"remote": str(other)} for other in others]
    known = {**day(year, month, day_of_month), "summary": summary, "attendees": attendees}
    return {"activity": known if description is None else {**known, "description": description}}


def _slot(name, value):
    return [{"slot": name} if value is None else {"slot": name, "value": value}]


def values(reminders=None, **wanted):
    """Values by their keys, and whether the server reminds of days."""
    slots = [_slot(f"value:{key}", value and {"value": value}) for key, value in wanted.items()]
    slots += [_slot(f"reminder:{key}", ON if is_on else None) for key, is_on in (reminders or {}).items()]
    return sum(slots, [])


def part(kind, number, value=None):
    """A part that is added (with a number below zero), changed or removed."""
    return _slot(f"{kind}:{number}", value and {"part": value})


def add_tags(*names):
    return sum((_slot(f"tag:{name}", ON) for name in names), [])


def remove_tags(*names):
    return sum((_slot(f"tag:{name}", None) for name in names), [])


def me(is_me):
    return _slot("me", ON if is_me else None)
