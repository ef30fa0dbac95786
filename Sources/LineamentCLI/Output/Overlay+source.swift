// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentRender

extension Overlay {
    /// Returns a copy of an image with the overlay drawn over it.
    /// - Parameter source: the name of the image in errors.
    func drawn(over image: PixelBuffer, source: String) throws -> PixelBuffer {
        do {
            return try drawn(over: image)
        } catch let error as LineamentError {
            throw LineamentError(
                error.code, "\(source) cannot be drawn: \(error.message)",
                recoverySuggestion: error.recoverySuggestion, underlyingError: error)
        }
    }
}
