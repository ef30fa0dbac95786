// SPDX-License-Identifier: Apache-2.0
internal import CLineament

/// Returns a property of an image, or `missing` if the handle is not that of an image.
private func property<Value>(_ image: OpaquePointer?, or missing: Value, _ read: (SharedImage) -> Value) -> Value {
    (try? HandleTable.object(image, SharedImage.self)).map(read) ?? missing
}

@_cdecl("MpImageIsContiguous")
package func mpImageIsContiguous(_ image: OpaquePointer?) -> Bool { property(image, or: false) { $0.isContiguous } }

@_cdecl("MpImageUsesGpu")
package func mpImageUsesGpu(_ image: OpaquePointer?) -> Bool { false }

@_cdecl("MpImageIsEmpty")
package func mpImageIsEmpty(_ image: OpaquePointer?) -> Bool { property(image, or: true) { _ in false } }

@_cdecl("MpImageIsAligned")
package func mpImageIsAligned(_ image: OpaquePointer?, _ boundary: UInt32) -> Bool {
    guard boundary > 0, boundary.nonzeroBitCount == 1 else { return false }
    return property(image, or: false) { image in
        guard let address = try? image.address() else { return false }
        return UInt(bitPattern: address) % UInt(boundary) == 0 && image.widthStep % Int(boundary) == 0
    }
}

@_cdecl("MpImageGetWidth")
package func mpImageGetWidth(_ image: OpaquePointer?) -> Int32 { property(image, or: 0) { Int32($0.width) } }

@_cdecl("MpImageGetHeight")
package func mpImageGetHeight(_ image: OpaquePointer?) -> Int32 { property(image, or: 0) { Int32($0.height) } }

@_cdecl("MpImageGetChannels")
package func mpImageGetChannels(_ image: OpaquePointer?) -> Int32 {
    property(image, or: 0) { Int32($0.format.channels) }
}

@_cdecl("MpImageGetByteDepth")
package func mpImageGetByteDepth(_ image: OpaquePointer?) -> Int32 {
    property(image, or: 0) { Int32($0.format.channelDepth) }
}

@_cdecl("MpImageGetWidthStep")
package func mpImageGetWidthStep(_ image: OpaquePointer?) -> Int32 {
    property(image, or: 0) { Int32($0.widthStep) }
}

@_cdecl("MpImageGetFormat")
package func mpImageGetFormat(_ image: OpaquePointer?) -> Int32 {
    property(image, or: 0) { Int32($0.format.rawValue) }
}
