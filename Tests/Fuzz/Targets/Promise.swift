/// Ends the process unless a promise is kept.
func promise(_ isKept: Bool, _ what: @autoclosure () -> String) {
    if !isKept { fatalError("broken: \(what())") }
}
