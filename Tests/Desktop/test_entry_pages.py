"""The pages of entries, photos and filters on different desktops. The pictures stay in the folder of results."""

import entry_pages
import styles
from rare import rare


@rare
class LightEntryPagesTest(styles.Light, entry_pages.EntryPagesTestCase):
    pass


@rare
class DarkEntryPagesTest(styles.Dark, entry_pages.EntryPagesTestCase):
    pass


@rare
class HighContrastEntryPagesTest(styles.HighContrast, entry_pages.EntryPagesTestCase):
    pass


@rare
class NarrowEntryPagesTest(styles.Narrow, entry_pages.EntryPagesTestCase):
    pass


@rare
class LargeTextEntryPagesTest(styles.LargeText, entry_pages.EntryPagesTestCase):
    pass


@rare
class RightToLeftEntryPagesTest(styles.RightToLeft, entry_pages.EntryPagesTestCase):
    pass
