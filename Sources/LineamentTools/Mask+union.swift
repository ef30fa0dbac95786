// SPDX-License-Identifier: Apache-2.0
package import Lineament

extension [Mask] {
    /// The largest confidence of each pixel in masks of the same size; `nil` without masks.
    package var union: Mask? {
        guard let first, count > 1 else { return first }
        let whole = reduce(into: [UInt8](repeating: 0, count: first.width * first.height)) { whole, mask in
            mask.withUnsafeBytes { bytes in
                for index in 0..<Swift.min(bytes.count, whole.count) {
                    whole[index] = Swift.max(whole[index], bytes[index])
                }
            }
        }
        return Mask(uInt8Data: whole, width: first.width, height: first.height, shouldCopy: true)
    }
}
