// SPDX-License-Identifier: Apache-2.0

/// The test images that are derived from the public-domain sample photo.
public struct DerivedImages: Sendable {
    /// An image and its name.
    public struct Image: Sendable {
        /// The name, which the references are stored under.
        public let name: String
        /// The pixels.
        public let pixels: DerivedPixels
    }

    /// A labeled face of a group, in pixels.
    public struct Face: Sendable {
        /// The left edge, at the side of the face.
        public let x: Int
        /// The upper edge, at the hairline.
        public let y: Int
        /// The width of the face.
        public let width: Int
        /// The height from the hairline to the chin.
        public let height: Int
    }

    /// An image with faces at known places.
    public struct Group: Sendable {
        /// The image.
        public let image: Image
        /// The faces.
        public let faces: [Face]
    }

    /// The sample photo, 512 x 512 pixels.
    public let sample: DerivedPixels

    /// Creates the collection.
    public init(sample: DerivedPixels) {
        precondition(sample.width == 512 && sample.height == 512, "the sample photo has 512 x 512 pixels")
        self.sample = sample
    }

    /// The head of the person, with all hair. The face lies in it at (35, 58) and is 89 x 105 pixels large.
    public var head: DerivedPixels { sample.cropped(x: 146, y: 14, width: 160, height: 180) }

    /// The names of the images with one person or nobody.
    public static let names = [
        "sample", "turned-90", "turned-180", "turned-270", "mirrored", "scaled-64", "scaled-128", "scaled-256",
        "scaled-1024", "stretched", "odd-size", "face-only", "face-at-left-edge", "face-at-right-edge",
        "face-at-top-edge", "face-at-bottom-edge", "person-at-left-edge", "person-at-right-edge", "torso",
        "tilted-15", "tilted-30", "tilted-minus-20", "in-a-corner", "blurred-2", "blurred-6", "dark", "very-dark",
        "pale",
        "channels-swapped", "flat", "gradient", "no-face",
    ]

    /// The angles of the images whose names begin with "tilted", as the tangent of the half in 1/10000.
    public static let tilts = ["tilted-15": 1317, "tilted-30": 2679, "tilted-minus-20": -1763]

    /// The names of all images, those with several people included.
    public static let allNames = names + ["pair"] + groupSizes.map(\.name)

    /// Returns the image of a name.
    public func image(_ name: String) -> Image { Image(name: name, pixels: pixels(name)) }

    private func pixels(_ name: String) -> DerivedPixels {
        switch name {
        case "sample": sample
        case "turned-90": sample.turned(90)
        case "turned-180": sample.turned(180)
        case "turned-270": sample.turned(270)
        case "mirrored": sample.mirrored()
        case "scaled-64": sample.scaled(width: 64, height: 64)
        case "scaled-128": sample.scaled(width: 128, height: 128)
        case "scaled-256": sample.scaled(width: 256, height: 256)
        case "scaled-1024": sample.scaled(width: 1024, height: 1024)
        case "stretched": sample.scaled(width: 640, height: 400)
        case "odd-size": sample.cropped(x: 31, y: 3, width: 333, height: 217)
        case "face-only": sample.cropped(x: 150, y: 21, width: 151, height: 173)
        case "face-at-left-edge": sample.cropped(x: 205, y: 0, width: 307, height: 300)
        case "face-at-right-edge": sample.cropped(x: 0, y: 0, width: 250, height: 300)
        case "face-at-top-edge": sample.cropped(x: 60, y: 95, width: 350, height: 300)
        case "face-at-bottom-edge": sample.cropped(x: 40, y: 0, width: 400, height: 160)
        case "person-at-left-edge": sample.cropped(x: 150, y: 0, width: 362, height: 512)
        case "person-at-right-edge": sample.cropped(x: 0, y: 0, width: 280, height: 512)
        case "torso": sample.cropped(x: 10, y: 10, width: 360, height: 502)
        case "tilted-15", "tilted-30", "tilted-minus-20":
            Self.drawn(width: 480, height: 480, sample, .init(x: 240 * 16, y: 250 * 16, turn: Self.tilts[name] ?? 0))
        case "in-a-corner":
            Self.drawn(width: 960, height: 540, sample, .init(x: 805 * 16 + 5, y: 390 * 16 + 11, scale: 600))
        case "blurred-2": sample.blurred(radius: 2)
        case "blurred-6": sample.blurred(radius: 6)
        case "dark": sample.toned(1, 4)
        case "very-dark": sample.toned(1, 12)
        case "pale": sample.toned(1, 3, plus: 150)
        case "channels-swapped": sample.channelsSwapped()
        case "flat": DerivedPixels(width: 320, height: 240, red: 128, green: 120, blue: 110)
        case "gradient": gradient(width: 401, height: 299)
        case "no-face": sample.cropped(x: 0, y: 200, width: 512, height: 312)
        case "pair": pair
        default:
            if let sizes = Self.groupSizes.first(where: { $0.name == name }) {
                group(name, sizes.heights).image.pixels
            } else {
                preconditionFailure("there is no derived image \(name)")
            }
        }
    }

    /// Returns an image that is drawn on a canvas of one color.
    static func drawn(
        width: Int, height: Int, _ pixels: DerivedPixels, _ placement: DerivedPixels.Placement
    ) -> DerivedPixels {
        var canvas = DerivedPixels(width: width, height: height, red: 96, green: 110, blue: 120)
        canvas.draw(pixels, at: placement)
        return canvas
    }

    private func gradient(width: Int, height: Int) -> DerivedPixels {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x + y) & 255)] }
        }
        return DerivedPixels(width: width, height: height, bytes: bytes)
    }

    /// Two people side by side, the second one mirrored and darker.
    private var pair: DerivedPixels {
        let person = sample.cropped(x: 20, y: 0, width: 310, height: 512)
        var canvas = DerivedPixels(width: 640, height: 540, red: 96, green: 110, blue: 120)
        canvas.paste(person, x: 3, y: 28)
        canvas.paste(person.mirrored().toned(3, 4), x: 325, y: 9)
        return canvas
    }

    /// The heights of the faces in the groups, by the names of the groups.
    public static let groupSizes: [(name: String, heights: [Int])] = [
        ("group-8", [8, 9, 10, 11]), ("group-12", [12, 14, 17, 20, 23]), ("group-24", [24, 29, 35, 41, 47]),
        ("group-48", [48, 58, 70, 85]), ("group-100", [100, 130]), ("group-160", [160, 200]),
        ("group-mixed", [200, 150, 110, 64, 44, 31, 26, 18, 13, 9, 70, 35, 22, 15, 11, 8, 50, 40]),
    ]

    /// The images with many faces.
    public var groups: [Group] { Self.groupSizes.map { group($0.name, $0.heights) } }

    /// Places people from left to right in rows over what a face detector could mistake for faces: the photo without its
    /// head, upside down. Every third one is mirrored, every fourth one darker. Small faces have shoulders, without
    /// which they are a texture rather than faces, and stand far apart; large ones are heads in a crowd.
    private func group(_ name: String, _ heights: [Int]) -> Group {
        let side = (width: 800, height: 600)
        var canvas = sample.cropped(x: 0, y: 200, width: 512, height: 312).turned(180).toned(3, 4)
            .scaled(width: side.width, height: side.height)
        let bust = sample.cropped(x: 90, y: 0, width: 280, height: 280)
        var faces: [Face] = []
        var (x, y, rowHeight) = (7, 5, 0)
        while faces.count < 36 {
            let count = faces.count
            let height = heights[count % heights.count]
            let (whole, inset) = height < 48 ? (bust, (x: 91, y: 72)) : (head, (x: 35, y: 58))
            var tile = whole.scaled(width: whole.width * height / 105, height: whole.height * height / 105)
            if x + tile.width > side.width {
                (x, y, rowHeight) = (7 + 5 * (count % 4), y + rowHeight + max(4, 70 - rowHeight), 0)
            }
            guard y + tile.height <= side.height else { break }
            let isMirrored = count % 3 == 2
            if isMirrored { tile = tile.mirrored() }
            if count % 4 == 3 { tile = tile.toned(2, 3) }
            canvas.paste(tile, x: x, y: y)
            let left = isMirrored ? whole.width - inset.x - 89 : inset.x
            faces.append(
                Face(
                    x: x + left * height / 105, y: y + inset.y * height / 105, width: 89 * height / 105, height: height)
            )
            x += tile.width + max(6, 70 - tile.width) + 12 * (count % 3)
            rowHeight = max(rowHeight, tile.height)
        }
        return Group(image: Image(name: name, pixels: canvas), faces: faces)
    }
}
