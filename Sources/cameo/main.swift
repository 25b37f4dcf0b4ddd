import CameoApp
import Foundation
import Glibc
import Monica
import Platform

#if DEBUG
    // A debug build is there to be looked into after a crash.
    let preventsCoreDumps = ProcessInfo.processInfo.environment["CAMEO_CORE_DUMPS"] == "none"
#else
    let preventsCoreDumps = true
#endif
if preventsCoreDumps { CoreDumps.prevent() }
Log.start()

let options = StartOptions.ofProcess()
let application = CameoApplication(
    options.demo.map { .demo(.inventing(contacts: $0)) } ?? .normal, kinds: ServerKinds(MonicaKind()))
let status = application.run(asService: options.isService, opening: options.links)
// Without the libraries' work at the end: other threads may still use the libraries.
_exit(status)
