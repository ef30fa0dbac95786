// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(CoreMedia)
    internal import CoreMedia
#endif

/// An image that a detector can process: a ``VisionImage`` or an ``MLImage``.
public protocol CompatibleImage {
    /// The image to process. Only this module's images implement it.
    var detectorInput: DetectorInput { get throws }
}

/// ML Kit's name for ``CompatibleImage`` in Swift.
public typealias MLKitCompatibleImage = CompatibleImage
/// ML Kit's name for ``CompatibleImage`` in Objective-C.
public typealias MLKCompatibleImage = CompatibleImage

/// An image with its orientation and the coordinate frame of its results.
public struct DetectorInput: Sendable {
    let image: MPImage
    /// Whether results are in coordinates of the displayed image, as for a `UIImage`, or of the stored one, as for a
    /// buffer.
    let isDisplayed: Bool
    /// The timestamp in milliseconds; `nil` for an image without one.
    let time: Int?

    func upright() throws -> UprightImage { try UprightImage(image) }
}

extension CMSampleBuffer {
    /// The presentation time in milliseconds; `nil` if the frame has none.
    var presentationMilliseconds: Int? {
        let time = CMSampleBufferGetPresentationTimeStamp(self)
        guard time.isNumeric else { return nil }
        return Int(exactly: (time.seconds * 1000).rounded())
    }
}
