"""Which tests the usual run leaves out."""


def rare(test):
    """Leaves a test, or a class of tests, to `scripts/test everything`: it tries a combination that a person rarely meets."""
    test.is_rare = True
    return test
