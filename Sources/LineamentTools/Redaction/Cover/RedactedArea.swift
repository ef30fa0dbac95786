// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An area of an image that a redaction covers: the ellipse in a rectangle, or the whole one if requested.
public struct RedactedArea: Sendable, Hashable {
    /// The part of a head that is covered around a detected face.
    public enum Extent: String, Sendable, CaseIterable {
        /// The face, from the hairline to below the chin: 1.5 times the width and 1.8 times the height of the box.
        case faces
        /// The head with hair and ears: twice the width and 2.4 times the height of the box.
        case heads
    }

    /// The part of its rectangle that an area covers.
    public enum Shape: String, Sendable, CaseIterable {
        /// The ellipse in it.
        case ellipse
        /// All of it.
        case rectangle
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
        /// The caller has requested it.
        case requested
        /// A plan says so; see ``RedactionPlan``.
        case planned

        /// Whether the cause alone makes an area worth a look. A head found by its body is judged by its score, as the body is.
        package var isDoubtful: Bool { ![.detected, .body, .requested, .planned].contains(self) }
    }

    /// The rectangle that the area fills, in pixels; it may extend beyond the image.
    public var rect: CGRect
    /// The part of the rectangle that is covered.
    public private(set) var shape = Shape.ellipse
    /// The width of the face, in pixels, which the strength follows.
    public var faceWidth: Double
    /// The score of the detection, 0 to 1; of a neighboring frame's where the face was not detected.
    public var score: Float
    /// The face's track; `nil` in single images.
    public var trackID: Int?
    /// The reason that the area is covered.
    public var cause: Cause
    /// Whether bodies are covered, and none was found at the face.
    public var lacksBody = false

    /// The score below which a detection is weak, and worth a look.
    public static let weakScore: Float = 0.5

    /// Creates the area that covers a face.
    /// - Parameters:
    ///   - face: The box of a face detector, in pixels.
    ///   - extent: The part of it that is covered.
    ///   - score: The score of the detection, 0 to 1.
    ///   - trackID: The face's track.
    ///   - cause: Why the area is covered.
    public init(face: CGRect, extent: Extent, score: Float, trackID: Int? = nil, cause: Cause = .detected) {
        let (across, down, up) = extent == .faces ? (Self.facesMargin, 0.4, 0.0) : (Self.headsMargin, 0.7, 0.15)
        rect = face.insetBy(dx: -across * face.width - Self.margin, dy: -down * face.height - Self.margin)
            .offsetBy(dx: 0, dy: -up * face.height)
        faceWidth = face.width
        (self.score, self.trackID, self.cause) = (score, trackID, cause)
    }

    /// The margin on each side of a face, in pixels: boxes of faces of a few pixels are uncertain by as much.
    private static let margin = 2.0
    /// The margin on the left and on the right of a face, in its widths.
    private static let facesMargin = 0.25
    private static let headsMargin = 0.5

    /// Creates an area of a plan, as strong as one that covers a face with the same rectangle.
    init(
        planned rect: CGRect, shape: Shape, extent: Extent, score: Float, trackID: Int?, cause: Cause = .planned
    ) {
        self.rect = rect
        self.shape = shape
        let share = 1 + 2 * (extent == .faces ? Self.facesMargin : Self.headsMargin)
        faceWidth =
            shape == .ellipse ? max(1, (rect.width - 2 * Self.margin) / share) : Self.cell(hiding: rect)
        self.score = score
        self.trackID = trackID
        self.cause = cause
    }

    /// Creates the area that covers the box of another detector.
    init(given box: CGRect, score: Float, trackID: Int? = nil, cause: Cause = .detected) {
        rect = box.insetBy(dx: -Self.growth * box.width - Self.margin, dy: -Self.growth * box.height - Self.margin)
        shape = .rectangle
        faceWidth = Self.cell(hiding: rect)
        self.score = score
        self.trackID = trackID
        self.cause = cause
    }

    /// The margin on each side of a box of another detector, in its widths and heights.
    private static let growth = 0.1

    /// Returns the width of a face that would hide what fills a rectangle: the letters of a number plate, too, so that the longer
    /// side counts.
    private static func cell(hiding rect: CGRect) -> Double { max(rect.width, rect.height) / 1.5 }

    /// Creates the area that covers a rectangle, or the ellipse in it.
    package init(requested rect: CGRect, isRectangle: Bool = true) {
        self.rect = rect
        // The strength is that for a face which the rectangle would just cover.
        faceWidth = isRectangle ? Self.cell(hiding: rect) : min(rect.width, rect.height) / 1.5
        score = 1
        trackID = nil
        cause = isRectangle ? .requested : .detected
        shape = isRectangle ? .rectangle : .ellipse
    }

    /// Returns the area with a note on whether one of the bodies is at the face, if it was detected.
    /// - Parameter bodies: The boxes of bodies, in pixels.
    func beside(_ bodies: [CGRect]) -> RedactedArea {
        var area = self
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        area.lacksBody = cause == .detected && shape == .ellipse && !bodies.contains { $0.contains(middle) }
        return area
    }

    /// Whether all of the rectangle is covered.
    package var isRectangle: Bool { shape == .rectangle }

    /// Whether the area should be checked: the detection was weak, or there was none in this frame.
    public var isDoubtful: Bool { doubt != nil }

    /// The doubt about a face without a body.
    package static let bodiless = "bodiless"

    /// The reason to check the area; `nil` for none.
    var doubt: String? {
        if cause.isDoubtful { return cause.rawValue }
        // A plan is looked at before it is rendered.
        if score < Self.weakScore && cause != .planned { return "weak" }
        return lacksBody ? Self.bodiless : nil
    }
}
