// SPDX-License-Identifier: Apache-2.0
extension Mask {
    /// The share of the last mask where the new one is uncertain, as in MediaPipe's holistic landmarker.
    private static let lastShare: Float = 0.7
    /// The coefficients of MediaPipe's approximation of an entropy, from the first power of the squared distance from 0.5.
    private static let coefficients: [Float] = [5.68842, -0.748699, -57.8051, 291.309, -624.717]
    /// The number of pixels that one thread processes at a time.
    private static let pixelsOfPart = 1 << 16

    /// Returns the mask with its uncertain pixels drawn toward those of the last frame's, as MediaPipe's
    /// `segmentation_smoothing_calculator.cc` does. A mask of another size starts over.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    func blended(with last: Mask) throws -> Mask {
        guard last.width == width, last.height == height else { return self }
        return try withUnsafeFloats { new in
            try last.withUnsafeFloats { last in
                try Mask(width: width, height: height) { target in
                    let job = Job(new: new, last: last, target: target)
                    Concurrent.perform(iterations: (target.count - 1) / Self.pixelsOfPart + 1) { part in
                        job.blend(part * Self.pixelsOfPart..<min(job.new.count, (part + 1) * Self.pixelsOfPart))
                    }
                }
            }
        }
    }

    /// The sources and the target of all parts.
    private struct Job: @unchecked Sendable {
        // Sound: the sources are only read, and each pixel of the target is written by one thread.
        let new: UnsafeBufferPointer<Float>
        let last: UnsafeBufferPointer<Float>
        let target: UnsafeMutableBufferPointer<Float>

        func blend(_ pixels: Range<Int>) {
            let c1 = coefficients[0]
            let c2 = coefficients[1]
            let c3 = coefficients[2]
            let c4 = coefficients[3]
            let c5 = coefficients[4]
            for pixel in pixels {
                let value = new[pixel]
                let x = (value - 0.5) * (value - 0.5)
                let uncertainty = 1 - min(1, x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * c5)))))
                target[pixel] = value + (last[pixel] - value) * (uncertainty * lastShare)
            }
        }
    }
}
