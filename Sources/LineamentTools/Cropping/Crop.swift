// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// A face or a person that was cut out of an image.
public struct Crop: Sendable {
    /// The pixels, in RGB.
    public var image: PixelBuffer
    /// The way from the crop to the image.
    public var transform: CropTransform
    /// The box around the landmarks of the face or the silhouette of the person, in pixels of the image.
    public var box: CGRect
    /// The landmark model's confidence that this is a face, or the mean visibility of a person's landmarks; 0 to 1.
    public var score: Float
    /// How well the face or the person is seen, 0 to 1: the product of factors for sharpness, exposure, size, the score
    /// and, for faces, frontality. For comparing crops of one person.
    public var quality: Float
    /// The track in a video; `nil` in images.
    public var trackID: Int?
    /// The time of the frame in a video, in milliseconds; `nil` in images.
    public var timestampInMilliseconds: Int?
}
