// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension NormalizedLandmark {
    /// Returns the position in pixels of the image as stored, from its upper left corner. A Lineament extension.
    public func position(in image: MPImage) -> CGPoint { position(in: image.storedSize) }
}

extension NormalizedKeypoint {
    /// Returns the position in pixels of the image as stored, from its upper left corner. A Lineament extension.
    public func position(in image: MPImage) -> CGPoint { position(in: image.storedSize) }
}

extension LandmarkList where Point == NormalizedLandmark {
    /// Returns the smallest rectangle that contains all landmarks, in pixels of the image as stored; `nil` if the list is
    /// empty. A Lineament extension.
    public func boundingBox(in image: MPImage) -> CGRect? { boundingBox(in: image.storedSize) }
}

extension MPImage {
    /// The size of the image as stored, in pixels.
    var storedSize: CGSize { CGSize(width: width, height: height) }
}
