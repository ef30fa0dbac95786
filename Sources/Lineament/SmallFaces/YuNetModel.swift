internal import Foundation
internal import LiteRT

/// YuNet: detects faces from about eight pixels, in images of any size.
///
/// Wu, Peng, Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023. The network has no fixed size; a compiled model
/// does, so one is kept for each size in recent use.
final class YuNetModel: Sendable {
    /// Sides of an image for the network are multiples of this.
    static let sideMultiple = 32
    private static let strides = [8, 16, 32]
    private static let pointCount = 5
    /// The network's outputs in the order of the file: three strides each.
    private enum Output { static let classes = 0, objects = 3, boxes = 6, points = 9 }
    /// Compiled sizes kept; more than a folder of photos of a few cameras needs.
    private static let keptSizes = 12

    private struct Size: Hashable {
        var width: Int
        var height: Int
        var threads: Int
    }

    private let model: Model
    private let threading: Threading
    private let pools = Locked<[(size: Size, pool: CompiledModelPool)]>([])

    init(_ model: Model, threading: Threading) throws {
        self.model = model
        self.threading = threading
        guard model.inputs.first?.shape.count == 4, model.outputs.count == 4 * Self.strides.count else {
            throw LineamentError(.invalidArgument, "\(model.name) is not the YuNet model that `make setup` converts.")
        }
    }

    /// The faces in a tile, in its pixels, several for one face.
    /// - Parameters:
    ///   - pixels: the pyramid level that the tile is cut from.
    ///   - usesAllThreads: whether this inference may use all threads.
    func detections(in pixels: PixelBuffer, tile: PyramidTile, minScore: Float, usesAllThreads: Bool) throws
        -> [YuNetDetection]
    {
        let target = InputTensorSpecification(width: tile.width + 2, height: tile.height + 2, range: 0...255)
        guard let sampler = PerspectiveSampler(region: tile.borderedRegion, output: target, border: .zero)
        else { return [] }
        let size = Size(width: tile.width, height: tile.height, threads: usesAllThreads ? threading.threadsPerRun : 1)
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

    private func pool(_ size: Size) throws -> CompiledModelPool {
        // Others who want this size meanwhile wait for it rather than compile it, too.
        try pools.withLock { pools in
            if let index = pools.firstIndex(where: { $0.size == size }) {
                pools.append(pools.remove(at: index))
            } else {
                let made = try CompiledModelPool(
                    model.scaled(toWidth: size.width, height: size.height, border: 1), threads: size.threads,
                    capacity: threading.concurrentRuns)
                try checkOutputs(of: made, size)
                if pools.count >= Self.keptSizes { pools.removeFirst() }
                pools.append((size, made))
            }
            return pools[pools.count - 1].pool
        }
    }

    /// Each stride has a score, an objectness, a box and five points for each of its cells.
    private func checkOutputs(of pool: CompiledModelPool, _ size: Size) throws {
        let counts = try pool.withModel { $0.outputs.map(\.count) }
        let cells = Self.strides.map { size.width / $0 * (size.height / $0) }
        let expected = [1, 1, 4, 2 * Self.pointCount].flatMap { values in cells.map { $0 * values } }
        guard counts == expected else {
            throw LineamentError(.invalidArgument, "\(model.name) is not the YuNet model that `make setup` converts.")
        }
    }

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
