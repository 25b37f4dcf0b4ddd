"""What a server has of a contact, in a form that can be compared: what a change must not touch is all of it."""

# Derived from names, gender and dates, or of the moment.
_DERIVED = {
    "complete_name", "initials", "gender_type", "updated_at", "url", "account", "statistics", "hash_id", "object", "notes"}
_SECTIONS = ("contactFields", "addresses", "tags")


class Snapshot:
    """A contact with its parts and reminders."""

    def __init__(self, contact, reminders):
        self.values = dict(_flat({key: value for key, value in contact.items() if key not in _DERIVED | set(_SECTIONS)}))
        self.values = {path: value for path, value in self.values.items() if not path.startswith("information.relat")}
        avatar = self.values.get("information.avatar.url")
        # The server's own initials have the time of their drawing in their address.
        if avatar:
            self.values["information.avatar.url"] = avatar.split("?")[0]
        groups = (contact["information"].get("relationships") or {}).values()
        entries = [entry for group in groups for entry in group["contacts"]]
        self.sections = {
            # A partial contact has none of these.
            "fields": _by_id(contact.get("contactFields", []), _field),
            "addresses": _by_id(contact.get("addresses", []), _address),
            "tags": _by_id(contact.get("tags", []), lambda tag: tag["name"]),
            "relationships": {
                entry["relationship"]["id"]: (entry["relationship"]["name"], entry["contact"]["id"])
                for entry in entries},
            "reminders": _by_id(reminders, _reminder),
        }

    def differences(self, after):
        """The values that are others afterwards, by their paths."""
        paths = self.values.keys() | after.values.keys()
        return {
            path: after.values.get(path) for path in paths if self.values.get(path) != after.values.get(path)}


def _by_id(entries, read):
    return {entry["id"]: read(entry) for entry in entries}


def _field(field):
    labels = tuple(label["label"] for label in field["labels"])
    return (field["contact_field_type"]["id"], field["content"], labels)


def _address(address):
    country = (address["country"] or {}).get("id")
    texts = tuple(address[key] for key in ("name", "street", "city", "province", "postal_code"))
    return (*texts, country, address["latitude"], address["longitude"])


def _reminder(reminder):
    return (reminder["initial_date"][:10], reminder["frequency_type"], reminder["delible"])


def _flat(value, path=""):
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            # Of contacts that are named, who they are is enough.
            if path.endswith("_contact") and key != "id":
                continue
            yield from _flat(inner, f"{path}.{key}" if path else key)
    elif path:
        yield path, value
