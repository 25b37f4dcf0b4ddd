"""How what is not saved, sent or decided looks on different desktops. The pictures stay in the folder of results, to be looked at."""

import change_pages
import styles
from rare import rare


class LightChangePagesTest(styles.Light, change_pages.ChangePagesTestCase):
    pass


@rare
class DarkChangePagesTest(styles.Dark, change_pages.ChangePagesTestCase):
    pass


@rare
class HighContrastChangePagesTest(styles.HighContrast, change_pages.ChangePagesTestCase):
    pass


@rare
class NarrowChangePagesTest(styles.Narrow, change_pages.ChangePagesTestCase):
    pass


@rare
class LargeTextChangePagesTest(styles.LargeText, change_pages.ChangePagesTestCase):
    pass


@rare
class RightToLeftChangePagesTest(styles.RightToLeft, change_pages.ChangePagesTestCase):
    pass
