import Foundation
import GLib
import Glibc

/// A process that ends in the middle of its work, for the tests of `CrashNotes` and `EndSignals`.
///
/// `crash-probe FILE` keeps its notes in FILE, and obeys its input line by line. `do NAME` works on an item. `guilty
/// NAME` prints whether the item is left out. `die WAY NAME` ends while it works on the item. `die-in-thread WAY NAME`
/// does so on another thread. `hold NAME` keeps a note of the item until `release`. `end WAY` ends without a note of
/// its own.
///
/// `crash-probe --farewell MILLISECONDS MILLISECONDS` waits for a signal, and then for the first time with something still
/// to be done, for which it has the second one. With `--ignoring-hangups` it was started as by `nohup`.
@main
enum CrashProbe {
    static func main() {
        var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
        // The process has the mask of the thread that started it. Threads of libdispatch block nearly all signals.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        var arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--ignoring-hangups" {
            signal(SIGHUP, SIG_IGN)
            arguments = arguments.dropFirst()
        }
        let times = arguments.dropFirst().compactMap { Int($0) }
        if arguments.first == "--farewell", times.count == 2 {
            awaitSignal(farewell: .milliseconds(times[0]), atMost: .milliseconds(times[1]))
        }
        Task {
            await keepNotes()
            exit(0)
        }
        dispatchMain()
    }

    /// Prints when it can be ended, and how far it has come when it is.
    private static func awaitSignal(farewell: Duration, atMost limit: Duration) -> Never {
        MainActor.assumeIsolated {
            // A test that waits for the end in vain gets an unexpected end.
            alarm(60)
            MainLoop.attachMainActor()
            EndSignals.precede(
                by: {
                    say("begun")
                    // No task cancels this sleep.
                    try? await Task.sleep(for: farewell)
                    say("done")
                }, atMost: limit)
            say("ready")
            while true { MainLoop.iterate(mayBlock: true) }
        }
    }

    private static func say(_ word: String) {
        print(word)
        fflush(nil)
    }

    private static func keepNotes() async {
        guard CommandLine.arguments.count == 2,
            let notes = await CrashNotes.open(URL(filePath: CommandLine.arguments[1]))
        else {
            print("no notes")
            exit(1)
        }
        var held: [CrashNotes.Note] = []
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard let command = words.first, let name = words.last else { continue }
            let subject = notes.subject { $0.add(name) }
            switch command {
            case "do": subject.noting {}
            case "hold": held.append(subject.note())
            case "release": held = []
            case "guilty": print(subject.isGuilty)
            case "die": subject.noting { end(by: words[1]) }
            case "die-in-thread":
                let way = words[1]
                Thread { subject.noting { end(by: way) } }.start()
                sleep(10)
            case "end": end(by: name)
            default: print("what?")
            }
            fflush(nil)
        }
    }

    /// Ends the program in the way of that name, or by the signal of that number.
    private static func end(by way: String) {
        switch way {
        case "trap": preconditionFailure("as asked")
        case "null": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "abort": abort()
        case "recursion": print(recurse(0))
        default: if let signal = Int32(way) { raise(signal) }
        }
    }

    /// Fills the stack.
    @inline(never)
    private static func recurse(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { memory in
            memory[0] = UInt8(truncatingIfNeeded: depth)
            return depth == .max ? 0 : recurse(depth + 1) + Int(memory[0])
        }
    }
}
