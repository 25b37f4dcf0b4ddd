import Foundation
import Gtk

struct AdorableFace {
    static let count = 240
    let number: Int
    func pngData() -> Data? { Canvas(width: 200, height: 200).pngData() }
}
