// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LiteRT
internal import Locking

/// The YuNet face detector, which detects faces from about eight pixels in images of any size.
///
/// Wu, Peng, Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023. The network is fully convolutional but a
/// compiled model has a fixed size, so one pool is kept for each of the few sizes of tiles.
final class YuNetModel: Sendable {
    /// The distance in pixels between neighboring cells of each output level.
    private static let strides = [8, 16, 32]
    /// The number of facial points per detection.
    private static let pointCount = 5
    /// The position of the first output of each kind in the model; each kind has one output per stride.
    private enum Output { static let classes = 0, objects = 3, boxes = 6, points = 9 }

    private struct Size: Hashable {
        var width: Int
        var height: Int
    }

    private let model: Model
    private let threading: Threading
    private let pools = Locked<[Size: any ModelPool]>([:])

    /// Checks that the model has the tensors of YuNet.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it does not.
    init(_ model: Model, threading: Threading) throws {
        self.model = model
        self.threading = threading
        guard model.inputs.first?.shape.count == 4, model.outputs.count == 4 * Self.strides.count else {
            throw Self.error(of: model)
        }
    }

    private static func error(of model: Model) -> LineamentError {
        LineamentError(
            .invalidArgument, "\(model.name) is not the YuNet model that `lineament models fetch` makes.")
    }

    /// Returns the faces in a tile, in its pixels, with duplicates.
    /// - Parameters:
    ///   - pixels: The pyramid level that the tile is a part of.
    ///   - tile: The tile.
    ///   - minScore: The score below which detections are dropped.
    func detections(in pixels: PixelBuffer, tile: PyramidTile, minScore: Float) throws -> [YuNetDetection] {
        let target = InputTensorSpecification(width: tile.width + 2, height: tile.height + 2, range: 0...255)
        guard
            let sampler = PerspectiveSampler(region: tile.borderedRegion, output: target, border: .zero, style: .tasks)
        else { return [] }
        let size = Size(width: tile.width, height: tile.height)
        return try mappingRuntimeErrors {
            try pool(size).withModel { compiled in
                compiled.inputs[0].withElements { pixels.sample(sampler, into: $0) }
                try compiled.run()
                return Tensor.withElements(compiled.outputs) { outputs in
                    Self.strides.indices.flatMap { level in
                        decode(outputs, level: level, columns: tile.width / Self.strides[level], minScore: minScore)
                    }
                }
            }
        }
    }

    /// Returns the pool of a size, compiling the model for it if necessary.
    private func pool(_ size: Size) throws -> any ModelPool {
        // Compiles under the lock, so that concurrent callers of the same size wait instead of compiling it again.
        try pools.withLock { pools in
            if let known = pools[size] { return known }
            let made = try CPUEngine().sharedPool(
                of: model.scaled(toWidth: size.width, height: size.height, border: 1), threads: 1,
                capacity: threading.maxCopies)
            try checkOutputs(of: made, size)
            pools[size] = made
            return made
        }
    }

    /// Each stride has a score, an objectness, a box and five points for each of its cells.
    private func checkOutputs(of pool: any ModelPool, _ size: Size) throws {
        let counts = try pool.withModel { $0.outputs.map(\.count) }
        let cells = Self.strides.map { size.width / $0 * (size.height / $0) }
        let expected = [1, 1, 4, 2 * Self.pointCount].flatMap { values in cells.map { $0 * values } }
        guard counts == expected else {
            throw Self.error(of: model)
        }
    }

    /// Decodes one output level.
    ///
    /// A cell's score is the geometric mean of its class and object scores, as in OpenCV's `face_detect.cpp`.
    private func decode(
        _ outputs: [UnsafeMutableBufferPointer<Float>], level: Int, columns: Int, minScore: Float
    ) -> [YuNetDetection] {
        let classes = outputs[Output.classes + level]
        let objects = outputs[Output.objects + level]
        let boxes = outputs[Output.boxes + level]
        let points = outputs[Output.points + level]
        let stride = Float(Self.strides[level])
        let least = minScore * minScore
        var found: [YuNetDetection] = []
        for cell in classes.indices where classes[cell] * objects[cell] >= least {
            let corner = SIMD2(Float(cell % columns), Float(cell / columns))
            let box = 4 * cell
            let size = SIMD2(exp(boxes[box + 2]), exp(boxes[box + 3])) * stride
            guard size.x.isFinite, size.y.isFinite else { continue }
            found.append(
                YuNetDetection(
                    center: (corner + SIMD2(boxes[box], boxes[box + 1])) * stride, size: size,
                    score: (classes[cell] * objects[cell]).squareRoot(),
                    points: (0..<Self.pointCount).map { index in
                        let at = 2 * (Self.pointCount * cell + index)
                        return (corner + SIMD2(points[at], points[at + 1])) * stride
                    }))
        }
        return found
    }
}
