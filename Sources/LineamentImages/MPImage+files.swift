// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

extension MPImage {
    /// Creates an upright image from a file; see ``ImageDecoder`` for formats and limits.
    /// - Throws: `LineamentError` that names the file.
    public convenience init(contentsOf url: URL) throws {
        try self.init(pixelBuffer: ImageDecoder().decode(contentsOf: url))
    }

    /// Creates an upright image from the bytes of a file.
    /// - Throws: `LineamentError`, as for a file.
    public convenience init(data: Data) throws {
        try self.init(pixelBuffer: ImageDecoder().decode(data))
    }
}
