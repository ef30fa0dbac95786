// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Lineament

extension Data {
    /// Returns the MP4 or MOV file with a display matrix that declares the orientation of its first track.
    func withDisplayMatrix(of orientation: ImageOrientation) throws -> Data {
        let header = try #require(firstRange(of: Data("tkhd".utf8)))
        try #require(self[header.upperBound] == 0, "the header of the track has long numbers")
        let axes = orientation.axes
        let matrix = [axes.right.x, axes.right.y, 0, axes.down.x, axes.down.y, 0]
        var data = self
        // The matrix of a track follows 40 bytes of other members; its elements are fixed-point numbers.
        let start = header.upperBound + 40
        for (index, value) in matrix.enumerated() {
            let number = Int32(value * 65_536).bigEndian
            let place = start + index * 4
            data.replaceSubrange(place..<place + 4, with: Swift.withUnsafeBytes(of: number) { Data($0) })
        }
        return data
    }
}
