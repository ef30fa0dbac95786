// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentRender

extension Overlay {
    /// Returns a copy of an image with the overlay drawn over it.
    /// - Parameter source: the name of the image in errors.
    func drawn(over image: PixelBuffer, source: String) throws -> PixelBuffer {
        try naming(source) { try drawn(over: image) }
    }

    /// Returns the changes of the overlay to an image.
    /// - Parameter source: the name of the image in errors.
    func changes(of image: PixelBuffer, source: String) throws -> DrawnChanges {
        try naming(source) { try changes(of: image) }
    }

    private func naming<Drawing>(_ source: String, _ draw: () throws -> Drawing) throws -> Drawing {
        do {
            return try draw()
        } catch let error as LineamentError {
            throw LineamentError(
                error.code, "\(source) cannot be drawn: \(error.message)",
                recoverySuggestion: error.recoverySuggestion, underlyingError: error)
        }
    }
}
