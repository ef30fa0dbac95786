public import Lineament

/// Tells where a new scene begins in a video, from small gray copies of its frames.
public struct SceneChange: Sendable {
    /// The size of the copies, in pixels.
    private static let (columns, rows) = (32, 18)
    /// The mean difference of the copies, in gray levels, above which a frame begins a scene.
    private static let limit: Float = 28
    /// The number of samples of each cell along each axis.
    private static let samples = 4

    private var last: [Float]?

    /// Creates a detector that has seen no frame.
    public init() {}

    /// Returns whether a new scene begins with the next frame; the first frame begins none.
    public mutating func isCut(_ frame: PixelBuffer) -> Bool {
        let copy = Self.copy(of: frame)
        defer { last = copy }
        guard let last, last.count == copy.count else { return false }
        let difference = zip(last, copy).reduce(Float(0)) { $0 + abs($1.0 - $1.1) } / Float(copy.count)
        return difference > Self.limit
    }

    /// Returns the means of a few samples in each cell: of the luma of planes, or of the second byte of packed pixels, which
    /// is green.
    private static func copy(of frame: PixelBuffer) -> [Float] {
        let layout = frame.format.packedLayout
        let (step, offset) = (layout?.bytesPerPixel ?? 1, layout?.green ?? 0)
        let means = try? frame.withPlanes { planes in
            let plane = planes[0]
            return (0..<rows * columns).map { cell in
                var sum: Float = 0
                for sample in 0..<samples * samples {
                    let down = Double(cell / columns) + (Double(sample / samples) + 0.5) / Double(samples)
                    let across = Double(cell % columns) + (Double(sample % samples) + 0.5) / Double(samples)
                    let y = min(frame.height - 1, Int(down / Double(rows) * Double(frame.height)))
                    let x = min(frame.width - 1, Int(across / Double(columns) * Double(frame.width)))
                    let address = plane.address + y * plane.bytesPerRow + x * step + offset
                    sum += Float(address.load(as: UInt8.self))
                }
                return sum / Float(samples * samples)
            }
        }
        return means ?? []
    }
}
