import Foundation

/// libFuzzer calls this function with each input. One target is compiled in: the others' modules need not be built.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes.map { Data(bytes: $0, count: count) } ?? Data()
    #if PICTURES
        fuzzPictures(input)
    #elseif JSON
        fuzzJSON(input)
    #elseif ADDRESSES
        fuzzAddresses(input)
    #elseif FIELDS
        fuzzFields(input)
    #elseif TEXT
        fuzzText(input)
    #elseif ROWS
        fuzzRows(input)
    #endif
    return 0
}
