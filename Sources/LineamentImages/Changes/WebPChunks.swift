// SPDX-License-Identifier: Apache-2.0

/// The chunks of a WebP file (RFC 9649).
enum WebPChunks {
    /// Returns whether the pixels of a file are stored without loss. Those of an animation do not count.
    static func isLossless(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let headSize = 8
        // After the name of the format.
        var place = 12
        while place + headSize <= bytes.count {
            let name = bytes[place..<place + 4]
            if name.elementsEqual("VP8L".utf8) { return true }
            let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
            place += headSize + size + size % 2
        }
        return false
    }
}
