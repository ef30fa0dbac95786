// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// A mask whose runs of equal values are stored as their lengths. A person's takes a fiftieth of the memory so.
struct PackedMask: Sendable {
    let width: Int
    let height: Int
    /// The runs: a value and its length, 1 to 255.
    private let runs: [UInt8]

    init(_ mask: Mask) {
        width = mask.width
        height = mask.height
        runs = mask.withUnsafeBytes { bytes in
            var runs: [UInt8] = []
            var index = 0
            while index < bytes.count {
                var end = index + 1
                while end < bytes.count, bytes[end] == bytes[index], end - index < 255 { end += 1 }
                runs.append(bytes[index])
                runs.append(UInt8(end - index))
                index = end
            }
            return runs
        }
    }

    /// The mask in a byte a pixel.
    var mask: Mask? {
        var bytes = [UInt8](repeating: 0, count: width * height)
        var index = 0
        for run in stride(from: 0, to: runs.count - 1, by: 2) {
            let end = min(index + Int(runs[run + 1]), bytes.count)
            if runs[run] != 0 { for place in index..<end { bytes[place] = runs[run] } }
            index = end
        }
        return Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true)
    }
}
