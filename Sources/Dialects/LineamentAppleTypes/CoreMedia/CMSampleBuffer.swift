// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Synchronization

/// When a sample is shown, and for how long.
public struct CMSampleTimingInfo: Sendable, Hashable {
    /// How long the sample is shown.
    public var duration: CMTime
    /// When the sample is shown.
    public var presentationTimeStamp: CMTime
    /// When the sample is decoded; usually invalid, as the order is that of presentation.
    public var decodeTimeStamp: CMTime

    /// Creates times that are all invalid.
    public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

    /// Creates the times of a sample.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Times that are all invalid.
    public static let invalid = CMSampleTimingInfo()
}

/// A frame as a camera or decoder delivers it: an image, if it holds one, and its times.
public final class CMSampleBuffer: Sendable, Hashable, AttachmentBearer {
    let attachments = Attachments()
    /// The image; `nil` once the sample is invalidated.
    private let image: Mutex<CVImageBuffer?>
    private let validity: Mutex<Bool>
    private let timing: CMSampleTimingInfo
    /// The format of the sample's frame; `nil` if it holds none.
    public let formatDescription: CMFormatDescription?

    /// Creates a sample from its parts.
    package init(
        image: CVImageBuffer?, formatDescription: CMFormatDescription?, timing: CMSampleTimingInfo,
        isValid: Bool = true
    ) {
        self.image = Mutex(image)
        validity = Mutex(isValid)
        self.formatDescription = formatDescription
        self.timing = timing
    }

    /// Creates a sample that holds an image.
    /// - Throws: An `NSError` if the description is that of other images.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        guard formatDescription == CMFormatDescription(imageBuffer: imageBuffer) else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(kCMSampleBufferError_InvalidMediaFormat))
        }
        self.init(image: imageBuffer, formatDescription: formatDescription, timing: sampleTiming)
    }

    /// The image; `nil` if the sample holds none.
    public var imageBuffer: CVImageBuffer? { image.withLock { $0 } }
    /// When the sample is shown.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
    /// When the sample is decoded; invalid, as the order is that of presentation.
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
    /// How long the sample is shown.
    public var duration: CMTime { timing.duration }
    /// The number of samples, which is 1.
    public var numSamples: Int { 1 }
    /// Whether the sample can be used.
    public var isValid: Bool { validity.withLock { $0 } }

    /// Gives up the image; the sample can no longer be used.
    public func invalidate() throws {
        validity.withLock { $0 = false }
        image.withLock { $0 = nil }
        attachments.removeAll()
    }

    /// Returns whether two samples are the same object.
    public static func == (first: CMSampleBuffer, second: CMSampleBuffer) -> Bool { first === second }

    /// Feeds the identity of the sample into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The description is that of other images.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
