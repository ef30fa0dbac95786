// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// A video that is hard to redact, whose faces are known because it is drawn.
public struct HardClip: Sendable {
    /// The ellipse of a face, from the eyebrows to the chin, in pixels of a frame.
    public struct Face: Sendable {
        /// The middle.
        public var center: SIMD2<Double>
        /// The half axes.
        public var radii: SIMD2<Double>
        /// A number for whom it belongs to.
        public var person = 0

        /// Creates an ellipse.
        public init(center: SIMD2<Double>, radii: SIMD2<Double>) {
            self.center = center
            self.radii = radii
        }

        /// Creates the ellipse that fills a rectangle.
        public init(in rect: CGRect) {
            self.init(
                center: SIMD2(Double(rect.midX), Double(rect.midY)),
                radii: SIMD2(Double(rect.width), Double(rect.height)) / 2)
        }

        /// Returns whether a point is in the ellipse.
        public func contains(_ point: SIMD2<Double>) -> Bool {
            let offset = (point - center) / radii
            return (offset * offset).sum() <= 1
        }
    }

    /// A frame with its faces.
    public struct Frame: Sendable {
        /// The image.
        public let pixels: PixelBuffer
        /// The time, in seconds.
        public let time: Double
        /// The faces that are at least partly inside of it.
        public internal(set) var faces: [Face]
    }

    /// The kind of difficulty, with its numbers.
    public let name: String
    /// The number of frames.
    public let count: Int
    private let draw: @Sendable (Int) throws -> Frame

    /// Creates a clip from a function that draws its frames.
    public init(name: String, count: Int, draw: @escaping @Sendable (Int) throws -> Frame) {
        self.name = name
        self.count = count
        self.draw = draw
    }

    /// Returns a frame.
    public func frame(_ index: Int) throws -> Frame { try draw(index) }
}

/// A photo with the ellipses of its faces, from which hard clips are made.
public struct FacePhoto: Sendable {
    /// The name of the file.
    public let name: String
    /// The image.
    public let pixels: DerivedPixels
    /// The faces, in pixels of the image.
    public let faces: [HardClip.Face]

    /// Creates a photo from its pixels.
    /// - Parameter boxes: The boxes of a face detector, in pixels.
    public init(name: String, _ pixels: DerivedPixels, boxes: [(x: Double, y: Double, width: Double, height: Double)]) {
        self.name = name
        self.pixels = pixels
        faces = boxes.map { box in
            HardClip.Face(
                center: SIMD2(box.x + box.width / 2, box.y + box.height / 2),
                radii: SIMD2(box.width / 2, box.height / 2))
        }
    }

    /// The size in pixels.
    var size: SIMD2<Double> { SIMD2(Double(pixels.width), Double(pixels.height)) }

    /// Returns the color at a place in pixels; outside of the photo are waves, in which nobody is seen.
    func color(_ bytes: UnsafeBufferPointer<UInt8>, _ place: SIMD2<Double>) -> SIMD3<Float> {
        guard place.x >= 0, place.y >= 0, place.x < size.x, place.y < size.y else {
            let wave = sin(place.x / size.x * 37) * 40 + sin(place.y / size.y * 23 + place.x / size.x * 11) * 30
            return SIMD3(100 + Float(wave), 110 + Float(wave) / 2, 120)
        }
        let index = (Int(place.y) * pixels.width + Int(place.x)) * 3
        return SIMD3(Float(bytes[index]), Float(bytes[index + 1]), Float(bytes[index + 2]))
    }
}

/// A camera over a photo.
public struct CameraView: Sendable {
    /// The middle of the frame, in pixels of the photo.
    public var center: SIMD2<Double>
    /// The pixels of the photo along a pixel of the frame.
    public var scale: Double
    /// How far the camera moves while the frame is exposed, in pixels of the photo.
    public var blur = SIMD2<Double>.zero
    /// What the brightness is multiplied by.
    public var gain: Float = 1

    /// Creates a view.
    public init(center: SIMD2<Double>, scale: Double, blur: SIMD2<Double> = .zero, gain: Float = 1) {
        self.center = center
        self.scale = scale
        self.blur = blur
        self.gain = gain
    }
}

/// A part of a photo that moves over a frame: the ellipse of a head.
public struct MovingHead: Sendable {
    /// The photo, whose first face is drawn.
    public let photo: FacePhoto
    /// The middle of the face, in pixels of the frame.
    public var place: SIMD2<Double>
    /// The width of the face, in pixels of the frame.
    public var width: Double
    /// Whether the face is replaced by noise, in which no detector finds it, although it counts as visible.
    public var isHidden = false
    /// A number for whom it belongs to.
    public var person = 0

    /// Creates a head from the first face of a photo.
    public init(_ photo: FacePhoto, at place: SIMD2<Double>, width: Double, isHidden: Bool = false) {
        self.photo = photo
        self.place = place
        self.width = width
        self.isHidden = isHidden
    }
}

extension HardClip.Frame {
    /// Draws a photo as a camera sees it, and heads over it.
    public init(
        _ photo: FacePhoto, _ view: CameraView, heads: [MovingHead] = [], width: Int, height: Int, time: Double
    ) throws {
        self.time = time
        let middle = SIMD2(Double(width), Double(height)) / 2
        let samples = max(1, min(24, Int((view.blur * view.blur).sum().squareRoot() / view.scale / 2)))
        var bytes = [UInt8](repeating: 0, count: width * height * 3)
        photo.pixels.bytes.withUnsafeBufferPointer { source in
            for y in 0..<height {
                for x in 0..<width {
                    let place = view.center + (SIMD2(Double(x) + 0.5, Double(y) + 0.5) - middle) * view.scale
                    var sum = SIMD3<Float>.zero
                    for sample in 0..<samples {
                        let share = (Double(sample) + 0.5) / Double(samples) - 0.5
                        sum += photo.color(source, place + view.blur * share)
                    }
                    Self.set(&bytes, (y * width + x) * 3, sum * (view.gain / Float(samples)))
                }
            }
        }
        for head in heads { head.draw(on: &bytes, width: width, height: height, gain: view.gain) }
        pixels = try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
        let own = photo.faces.map { face in
            HardClip.Face(center: (face.center - view.center) / view.scale + middle, radii: face.radii / view.scale)
        }
        // What is smeared over more than a face shows nobody.
        let smear = (view.blur * view.blur).sum().squareRoot() / view.scale
        faces = (heads.isEmpty ? own : heads.compactMap(\.face)).filter { face in
            smear < 2 * face.radii.x && face.visibleShare(width: width, height: height) > 0
        }
    }

    fileprivate static func set(_ bytes: inout [UInt8], _ index: Int, _ color: SIMD3<Float>) {
        let limited = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        bytes[index] = UInt8(limited.x)
        bytes[index + 1] = UInt8(limited.y)
        bytes[index + 2] = UInt8(limited.z)
    }
}

extension MovingHead {
    /// The size of the head relative to the face.
    private static let headSize = SIMD2(1.6, 2.1)

    /// The photo's pixels along a pixel of the frame.
    private var scale: Double { (photo.faces.first?.radii.x ?? 1) * 2 / width }

    /// The ellipse of the face in the frame.
    var face: HardClip.Face? {
        photo.faces.first.map { own in
            var face = HardClip.Face(center: place, radii: own.radii / scale)
            face.person = person
            return face
        }
    }

    fileprivate func draw(on bytes: inout [UInt8], width: Int, height: Int, gain: Float) {
        guard let own = photo.faces.first, let face else { return }
        let head = HardClip.Face(center: place, radii: face.radii * Self.headSize)
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(place.x * 16)))
        photo.pixels.bytes.withUnsafeBufferPointer { source in
            for y in max(0, Int(head.center.y - head.radii.y))..<max(0, min(height, Int(head.center.y + head.radii.y)))
            {
                let from = max(0, Int(head.center.x - head.radii.x))
                for x in from..<max(from, min(width, Int(head.center.x + head.radii.x))) {
                    let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
                    guard head.contains(point) else { continue }
                    let color =
                        isHidden
                        ? SIMD3(repeating: Float(random.next() % 256))
                        : photo.color(source, own.center + (point - place) * scale) * gain
                    HardClip.Frame.set(&bytes, (y * width + x) * 3, color)
                }
            }
        }
    }
}

extension HardClip.Face {
    /// The number of points along each axis at which shares are measured.
    private static let points = 24

    /// Returns the points of the face inside of a frame.
    public func visiblePoints(width: Int, height: Int) -> [SIMD2<Double>] {
        points.filter { $0.x >= 0 && $0.y >= 0 && $0.x < Double(width) && $0.y < Double(height) }
    }

    /// Returns the share of the face that is inside of a frame.
    public func visibleShare(width: Int, height: Int) -> Double {
        Double(visiblePoints(width: width, height: height).count) / Double(points.count)
    }

    private var points: [SIMD2<Double>] {
        (0..<Self.points * Self.points).map { index in
            let place = SIMD2(Double(index % Self.points), Double(index / Self.points)) + 0.5
            return center + (place / Double(Self.points) * 2 - 1) * radii
        }.filter(contains)
    }
}
