"""How many requests all the others took: to be tried last."""

from case import Case, known


class RequestsTest(Case):
    def test_it_took_no_more_requests_than_it_said(self):
        self.assertLessEqual(self.server.requests, known["most_requests"] - 40)
        print(f"{self.server.requests} requests ", end="", flush=True)
