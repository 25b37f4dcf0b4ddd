"""How every page looks on different desktops. The pictures stay in the folder of results, to be looked at."""

import pages
import styles
from rare import rare


class LightPagesTest(styles.Light, pages.PagesTestCase):
    pass


@rare
class DarkPagesTest(styles.Dark, pages.PagesTestCase):
    pass


@rare
class HighContrastPagesTest(styles.HighContrast, pages.PagesTestCase):
    pass


@rare
class NarrowPagesTest(styles.Narrow, pages.PagesTestCase):
    pass


@rare
class LargeTextPagesTest(styles.LargeText, pages.PagesTestCase):
    pass


@rare
class RightToLeftPagesTest(styles.RightToLeft, pages.PagesTestCase):
    pass
