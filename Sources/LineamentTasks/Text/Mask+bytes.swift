// SPDX-License-Identifier: Apache-2.0
package import Lineament

extension Mask {
    /// Returns a byte for each pixel, row by row: 255 where the person certainly is.
    package func roundedBytes() -> [UInt8] {
        withUnsafeFloats { $0.map { $0.isNaN ? 0 : UInt8((max(0, min(1, $0)) * 255).rounded()) } }
    }
}
