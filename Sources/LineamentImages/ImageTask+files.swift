// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

extension ImageTask {
    /// Returns the result for the bytes of an image file, such as an upload, without blocking the caller's thread.
    ///
    /// ```swift
    /// let result = try await landmarker.result(forImageData: upload)
    /// ```
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - decoder: The decoder, whose limits apply.
    /// - Throws: `LineamentError` of the decoder or the task; `CancellationError`.
    public func result(forImageData data: Data, decoder: ImageDecoder = ImageDecoder()) async throws -> Output {
        try await BlockingExecutor.shared.run { [self] in
            try detect(image: MPImage(pixelBuffer: decoder.decode(data)))
        }
    }
}
