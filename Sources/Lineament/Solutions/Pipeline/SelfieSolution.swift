// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// MediaPipe's `SelfieSegmentation`: `selfie_segmentation_cpu.pbtxt`.
struct SelfieSolution: SolutionPipeline {
    private let model: ImageModel

    init(_ options: SolutionOptions) throws {
        let models = try SolutionModels(options)
        let source = try models.own(options.model == 0 ? "selfie_segmentation" : "selfie_segmentation_landscape")
        let pixels = source.inputs.first.map { $0.shape.dropFirst().prefix(2).reduce(1, *) } ?? 0
        model = try mappingRuntimeErrors {
            try ImageModel(source, outputSizes: [[pixels]], threading: models.lightThreading, style: .solutions)
        }
    }

    func makeMemory() {}

    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout Void) throws -> SolutionOutput {
        let size = pixels.size
        let region = RotatedRect.wholeImage(size).region(in: size)
        let small = try model.run(on: pixels, region: region, border: .zero) { $0[0].values }
        var output = SolutionOutput()
        output.mask = try small.map {
            let resizing = MaskResizing(width: model.input.width, height: model.input.height)
            return try resizing.mask($0, width: pixels.width, height: pixels.height)
        }
        return output
    }
}

/// Enlarges or reduces a mask with bilinear interpolation, in the single precision of OpenCV's `resize`.
struct MaskResizing {
    /// The size of the mask.
    let width: Int
    let height: Int

    /// The number of rows that one thread processes at a time.
    private static let rowsOfPart = 64

    /// Two neighboring elements and the weight of the second.
    private struct Tap {
        let first: Int
        let second: Int
        let share: Float

        /// Returns the taps of each element of a target.
        static func all(from source: Int, to target: Int) -> [Tap] {
            let scale = Double(source) / Double(target)
            return (0..<target).map { index in
                let place = Float((Double(index) + 0.5) * scale - 0.5)
                let floor = place.rounded(.down)
                guard floor >= 0 else { return Tap(first: 0, second: 0, share: 0) }
                let first = Int(floor)
                guard first < source - 1 else { return Tap(first: source - 1, second: source - 1, share: 0) }
                return Tap(first: first, second: first + 1, share: place - floor)
            }
        }
    }

    private struct Job: @unchecked Sendable {
        // Sound: the source is only read, and each row of the target is written by one thread.
        let source: UnsafeBufferPointer<Float>
        let target: UnsafeMutableBufferPointer<Float>
        let columns: [Tap]
        let rows: [Tap]
        let sourceWidth: Int

        func fill(_ row: Int) {
            let tap = rows[row]
            let upper = tap.first * sourceWidth
            let lower = tap.second * sourceWidth
            for (column, side) in columns.enumerated() {
                func across(_ start: Int) -> Float {
                    source[start + side.first] * (1 - side.share) + source[start + side.second] * side.share
                }
                target[row * columns.count + column] = across(upper) * (1 - tap.share) + across(lower) * tap.share
            }
        }
    }

    /// Returns the mask in another size.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    func mask(_ values: [Float], width: Int, height: Int) throws -> Mask {
        try values.withUnsafeBufferPointer { source in
            try Mask(width: width, height: height) { target in
                let job = Job(
                    source: source, target: target, columns: Tap.all(from: self.width, to: width),
                    rows: Tap.all(from: self.height, to: height), sourceWidth: self.width)
                Concurrent.perform(iterations: (height - 1) / Self.rowsOfPart + 1) { part in
                    for row in part * Self.rowsOfPart..<min(height, (part + 1) * Self.rowsOfPart) { job.fill(row) }
                }
            }
        }
    }
}
