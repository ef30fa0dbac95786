// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// Where a face is placed in an image of its own.
public enum CropTemplate: Sendable, Hashable {
    /// The alignment of ArcFace, for networks that recognize faces: five points at fixed places in 112 × 112 pixels. Side:
    /// 112 or a multiple of it; multiples of 128 have the same points in the middle 7/8 of the width, as insightface has it.
    case arcface(side: Int)
    /// The alignment of the FFHQ dataset, for networks that generate faces. Padded by reflection.
    case ffhq(side: Int)
    /// A square around all landmarks, upright by the eyes, larger by a margin on each side, in sides of the square. Side:
    /// `nil` for that of the face in the image.
    case square(side: Int?, margin: Double)
    /// A passport photo after ICAO 9303: 35 to 45, the head 75 % of the height and the eyes 60 % of the height from the
    /// bottom. The crown is not a landmark: its place is an estimate, 1.6 times the distance from chin to glabella
    /// above the chin.
    case passport(height: Int)

    /// The names of the templates, without sizes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// ``CropTemplate/square(side:margin:)``.
        case square
        /// ``CropTemplate/arcface(side:)``.
        case arcface
        /// ``CropTemplate/ffhq(side:)``.
        case ffhq
        /// ``CropTemplate/passport(height:)``.
        case passport

        /// The usual side, in pixels; for a passport photo, the usual height. `nil` for a square, which has the size of the
        /// face in the image.
        public var usualSize: Int? {
            switch self {
            case .square: nil
            case .arcface: 112
            case .ffhq: 512
            case .passport: 531
            }
        }
    }

    /// The sides and heights that a crop may have, in pixels.
    public static let sizes = 8...8192
    /// The margins that a crop may have on each side, in sides of the square or lengths of the person.
    public static let margins = 0.0...4.0
    /// The sides that are multiples of those of ArcFace's networks.
    private static let sidesOfArcFace = [112, 128]

    /// Checks that crops of a kind can have a size.
    /// - Throws: `LineamentError` with code `invalidArgument`, which names the sizes that they can have.
    package static func check(_ size: Int, of kind: Kind) throws {
        guard kind == .arcface, !sidesOfArcFace.contains(where: { size % $0 == 0 }) else { return }
        throw LineamentError(
            .invalidArgument, "The size of ArcFace's crops must be 112, 128 or a multiple of these, not \(size).")
    }

    /// The usual margin of a square.
    public static let usualMargin = 0.25

    /// Creates a template of a kind.
    /// - Parameters:
    ///   - kind: The kind.
    ///   - size: The side, or the height of a passport photo, in pixels; `nil` for the usual one.
    ///   - margin: The margin of a square; `nil` for the usual one. The other kinds have none.
    public init(_ kind: Kind, size: Int? = nil, margin: Double? = nil) {
        switch (kind, size ?? kind.usualSize) {
        case (.arcface, let side?): self = .arcface(side: side)
        case (.ffhq, let side?): self = .ffhq(side: side)
        case (.passport, let height?): self = .passport(height: height)
        case (_, let side): self = .square(side: side, margin: margin ?? Self.usualMargin)
        }
    }
}
