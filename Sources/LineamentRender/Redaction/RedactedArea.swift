public import Foundation

/// An area of an image that a redaction covers: the ellipse in a rectangle.
public struct RedactedArea: Sendable, Hashable {
    /// The part of a head that is covered around a detected face.
    public enum Extent: String, Sendable, CaseIterable {
        /// The face, from the hairline to below the chin: 1.5 times the width and 1.8 times the height of the box.
        case faces
        /// The head with hair and ears: twice the width and 2.4 times the height of the box.
        case heads
    }

    /// The reason that an area is covered.
    public enum Cause: String, Sendable, CaseIterable {
        /// The face was detected.
        case detected
        /// The face was detected shortly before and after.
        case bridged
        /// The face was detected shortly before or after.
        case extended
        /// The face was found in the finished copy.
        case verified
        /// The face was not detected, but the landmarks of a body say where the head is.
        case body

        /// Whether the cause alone makes an area worth a look. A head found by its body is judged by its score, as the body is.
        package var isDoubtful: Bool { self != .detected && self != .body }
    }

    /// The rectangle that the ellipse fills, in pixels; it may extend beyond the image.
    public var rect: CGRect
    /// The width of the face, in pixels, which the strength follows.
    public var faceWidth: Double
    /// The score of the detection, 0 to 1; of a neighboring frame's where the face was not detected.
    public var score: Float
    /// The face's track; `nil` in single images.
    public var trackID: Int?
    /// The reason that the area is covered.
    public var cause: Cause

    /// The score below which a detection is weak, and worth a look.
    public static let weakScore: Float = 0.5

    /// Creates the area that covers a face.
    /// - Parameters:
    ///   - face: The box of a face detector, in pixels.
    ///   - extent: What of it is covered.
    ///   - score: The score of the detection, 0 to 1.
    ///   - trackID: The face's track.
    ///   - cause: Why the area is covered.
    public init(face: CGRect, extent: Extent, score: Float, trackID: Int? = nil, cause: Cause = .detected) {
        let (across, down, up) = extent == .faces ? (0.25, 0.4, 0.0) : (0.5, 0.7, 0.15)
        // Boxes of faces of a few pixels are uncertain by as much.
        let margin = 2.0
        rect = face.insetBy(dx: -across * face.width - margin, dy: -down * face.height - margin)
            .offsetBy(dx: 0, dy: -up * face.height)
        faceWidth = face.width
        (self.score, self.trackID, self.cause) = (score, trackID, cause)
    }

    /// Whether somebody should look at the area: the detection was weak, or there was none in this frame.
    public var isDoubtful: Bool { doubt != nil }

    /// Why somebody should look at the area; `nil` for no reason.
    var doubt: String? {
        cause.isDoubtful ? cause.rawValue : score < Self.weakScore ? "weak" : nil
    }
}
