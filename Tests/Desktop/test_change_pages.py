"""How what is not saved, sent or decided looks on different desktops. The pictures stay in the folder of results, to be looked at."""

import change_pages
import styles


class LightChangePagesTest(styles.Light, change_pages.ChangePagesTestCase):
    pass


class DarkChangePagesTest(styles.Dark, change_pages.ChangePagesTestCase):
    pass


class HighContrastChangePagesTest(styles.HighContrast, change_pages.ChangePagesTestCase):
    pass


class NarrowChangePagesTest(styles.Narrow, change_pages.ChangePagesTestCase):
    pass


class LargeTextChangePagesTest(styles.LargeText, change_pages.ChangePagesTestCase):
    pass


class RightToLeftChangePagesTest(styles.RightToLeft, change_pages.ChangePagesTestCase):
    pass
