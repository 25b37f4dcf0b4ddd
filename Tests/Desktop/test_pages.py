"""How every page looks on different desktops. The pictures stay in the folder of results, to be looked at."""

import pages
import styles


class LightPagesTest(styles.Light, pages.PagesTestCase):
    pass


class DarkPagesTest(styles.Dark, pages.PagesTestCase):
    pass


class HighContrastPagesTest(styles.HighContrast, pages.PagesTestCase):
    pass


class NarrowPagesTest(styles.Narrow, pages.PagesTestCase):
    pass


class LargeTextPagesTest(styles.LargeText, pages.PagesTestCase):
    pass


class RightToLeftPagesTest(styles.RightToLeft, pages.PagesTestCase):
    pass
