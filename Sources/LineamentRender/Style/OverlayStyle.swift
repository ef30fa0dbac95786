// SPDX-License-Identifier: Apache-2.0

/// The look of an overlay: which parts it draws, in which colors, and how thick.
///
/// ```swift
/// var style = OverlayStyle(parts: [.skeleton, .box], lineWidth: 1.5)
/// style.colors.left = .green
/// let overlay = PoseOverlay(result, style: style)
/// ```
///
/// An overlay draws those of the parts that it knows and that the result has.
public struct OverlayStyle: Sendable, Hashable {
    /// The parts to draw; `nil` for the `defaultParts` of the overlay.
    public var parts: Parts?
    /// The colors.
    public var colors: Colors
    /// The factor for the widths of all lines; they still follow the size of the face or person.
    public var lineWidth: Double
    /// The factor for the radii of all landmarks and keypoints.
    public var pointRadius: Double

    /// Creates a style; without arguments, the one in which overlays are drawn by default.
    public init(
        parts: Parts? = nil, colors: Colors = Colors(), lineWidth: Double = 1, pointRadius: Double = 1
    ) {
        self.parts = parts
        self.colors = colors
        self.lineWidth = lineWidth
        self.pointRadius = pointRadius
    }
}

extension OverlayStyle {
    /// Parts of a drawing.
    public struct Parts: OptionSet, Sendable, Hashable {
        /// The bits of the parts.
        public let rawValue: Int

        /// Creates a set from the bits of its parts.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The bounding box.
        public static let box = Parts(rawValue: 1 << 0)
        /// The landmarks or keypoints, as points.
        public static let landmarks = Parts(rawValue: 1 << 1)
        /// The triangles of a face's mesh.
        public static let mesh = Parts(rawValue: 1 << 2)
        /// The outlines of a face, its eyes, eyebrows, nose and lips.
        public static let contours = Parts(rawValue: 1 << 3)
        /// The irises.
        public static let irises = Parts(rawValue: 1 << 4)
        /// The bones of a body.
        public static let skeleton = Parts(rawValue: 1 << 5)
        /// The mask of a person, as a tint.
        public static let mask = Parts(rawValue: 1 << 6)
        /// The text beside the subject: scores, track IDs, attributes. `LabelMode` decides which labels fit.
        public static let labels = Parts(rawValue: 1 << 7)
        /// All parts that a result has.
        public static let all: Parts = [.box, .landmarks, .mesh, .contours, .irises, .skeleton, .mask, .labels]
    }

    /// The colors of a drawing.
    public struct Colors: Sendable, Hashable {
        /// The subject's left side: eye, eyebrow, arm, leg. Default: orange.
        public var left = Color.orange
        /// The subject's right side. Default: sky blue.
        public var right = Color.skyBlue
        /// Parts on neither side: a face's outline, the nose, the lines across shoulders and hips. Default: white.
        public var middle = Color.white
        /// Bounding boxes. Default: yellow.
        public var box = Color.yellow
        /// The mesh of a face. Default: white, slightly transparent.
        public var mesh = Color.white.withAlpha(0.6)
        /// The lips of a mesh. Default: vermilion.
        public var lips = Color.vermilion
        /// The irises. Default: green.
        public var irises = Color.green
        /// The contours of ``FaceContourOverlay``, which do not tell sides. Default: sky blue.
        public var contours = Color.skyBlue
        /// The landmarks of ``FaceContourOverlay``, and of ``FaceMeshOverlay`` if they are drawn. Default: orange.
        public var landmarks = Color.orange
        /// The tabs with names: numbers, track IDs, scores. Default: yellow, slightly transparent.
        public var labels = Color.yellow.withAlpha(0.92)
        /// The text on the tabs. Default: black.
        public var labelText = Color.black
        /// The plates with values, such as how much a face smiles. Default: black, half transparent.
        public var values = Color.black.withAlpha(0.55)
        /// The text on the plates. Default: white.
        public var valueText = Color.white
        /// The tints of masks, by track ID or by place in the result. Default: six colors, half transparent.
        public var masks = [Color.green, .purple, .yellow, .skyBlue, .vermilion, .orange].map { $0.withAlpha(0.45) }

        /// The colors of people where there are several, and of tracks in videos, which replace those above that are the
        /// default ones: by track ID or by place in the result. The left side is lighter, the right side darker. Empty
        /// for the colors above. Default: 15 colors that people with any kind of color vision tell apart.
        public var people = Color.people

        /// Creates the default colors.
        public init() {}

        /// Returns the color of a side of the body.
        func color(of side: BodyDrawing.Side) -> Color {
            switch side {
            case .left: left
            case .right: right
            case .middle: middle
            }
        }
    }
}
