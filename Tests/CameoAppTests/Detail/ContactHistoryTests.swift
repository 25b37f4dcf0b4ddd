import Testing

@testable import CameoApp

/// The way back leads over the contacts that a person has seen, and over no others.
@Suite struct ContactHistoryTests {
    private func history(_ ids: Int...) -> ContactHistory {
        var history = ContactHistory()
        for id in ids { history.visit(id) }
        return history
    }

    @Test func backAndForwardLeadOverAllContacts() {
        var history = history(1, 2, 3)
        #expect(history.goBack() == 2 && history.goBack() == 1)
        #expect(history.goBack() == nil && history.current == 1)
        #expect(history.goForward() == 2 && history.goForward() == 3)
        #expect(history.goForward() == nil && history.current == 3)
    }

    @Test func whoIsShownAlreadyIsNoStep() {
        var history = history(1, 1, 2, 2)
        #expect(history.goBack() == 1 && !history.canGoBack)
    }

    @Test func anotherContactEndsTheWayForward() {
        var history = history(1, 2, 3)
        _ = history.goBack()
        history.visit(4)
        #expect(!history.canGoForward && history.goBack() == 2)
    }

    @Test func contactsThatAreGoneArePassedOver() {
        var history = history(1, 2, 3, 2, 4)
        history.gone = [2]
        #expect(history.current == 4)
        #expect(history.goBack() == 3 && history.goBack() == 1 && !history.canGoBack)
        #expect(history.goForward() == 3 && history.goForward() == 4 && !history.canGoForward)
    }

    @Test func nobodyFollowsThemselvesWhenSomebodyBetweenIsGone() {
        var history = history(1, 2, 1)
        history.gone = [2]
        #expect(history.current == 1 && !history.canGoBack && !history.canGoForward)
    }

    @Test func whoIsThereAgainHasTheSamePlace() {
        var history = history(1, 2, 3, 2)
        history.gone = [2]
        #expect(history.goBack() == 3 && history.goBack() == 1)
        history.gone = []
        #expect(history.goForward() == 2 && history.goForward() == 3 && history.goForward() == 2)
    }

    @Test func theOneThatIsShownStaysUntilThePersonLeaves() {
        var history = history(1, 2, 3)
        _ = history.goBack()
        history.gone = [2]
        #expect(history.current == 2 && history.canGoBack && history.canGoForward)
        #expect(history.goForward() == 3)
    }

    @Test func aVeryLongWayIsForgottenAtItsBeginning() {
        var history = ContactHistory()
        for id in 1...1_000 { history.visit(id) }
        var steps = 0
        while history.goBack() != nil { steps += 1 }
        #expect(steps == 99 && history.current == 901)
    }
}
