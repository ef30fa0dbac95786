internal import Foundation
internal import LiteRT

/// YuNet: finds faces from about eight pixels on, in pictures of any size.
///
/// Wu, Peng, Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023. The network has no fixed size; a compiled model
/// does, so one is kept for each size in recent use.
final class SmallFaceModel: Sendable {
    /// Sides of a picture for the network are multiples of this.
    static let sideStep = 32
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
    private let threads: ThreadPlan
    private let pools = Guarded<[(size: Size, pool: CompiledModelPool)]>([])

    init(_ model: Model, threads: ThreadPlan) throws {
        self.model = model
        self.threads = threads
        guard model.inputs.first?.shape.count == 4, model.outputs.count == 4 * Self.strides.count else {
            throw LineamentError(.invalidArgument, "\(model.name) is not the face finder that setup converts.")
        }
    }

    /// The faces in a tile, in its pixels, several for one face.
    /// - Parameters:
    ///   - pixels: the picture that the tile is cut from.
    ///   - isAlone: whether no other tile is worked on meanwhile, so that all threads may work on this one.
    func findings(in pixels: PixelBuffer, tile: Tile, minScore: Float, isAlone: Bool) throws -> [SmallFace] {
        let target = TensorImage(width: tile.width + 2, height: tile.height + 2, range: 0...255)
        guard let warp = Warp(region: tile.borderedRegion, target: target, border: .zero) else { return [] }
        let size = Size(width: tile.width, height: tile.height, threads: isAlone ? threads.perModel : 1)
        return try restatingRuntimeErrors {
            try pool(size).withModel { compiled in
                pixels.sample(warp, into: compiled.inputs[0].elements)
                try compiled.run()
                return Self.strides.indices.flatMap { level in
                    decode(
                        compiled.outputs, level: level, columns: tile.width / Self.strides[level], minScore: minScore)
                }
            }
        }
    }

    private func pool(_ size: Size) throws -> CompiledModelPool {
        // Whoever else wants this size meanwhile waits for it rather than compile it, too.
        try pools.withLock { pools in
            if let index = pools.firstIndex(where: { $0.size == size }) {
                pools.append(pools.remove(at: index))
            } else {
                let made = try CompiledModelPool(
                    model.scaled(toWidth: size.width, height: size.height, border: 1), threads: size.threads,
                    capacity: threads.models)
                if pools.count >= Self.keptSizes { pools.removeFirst() }
                pools.append((size, made))
            }
            return pools[pools.count - 1].pool
        }
    }

    private func decode(_ outputs: [Tensor], level: Int, columns: Int, minScore: Float) -> [SmallFace] {
        let classes = outputs[Output.classes + level].elements
        let objects = outputs[Output.objects + level].elements
        let boxes = outputs[Output.boxes + level].elements
        let points = outputs[Output.points + level].elements
        let stride = Float(Self.strides[level])
        let least = minScore * minScore
        var found: [SmallFace] = []
        for cell in classes.indices where classes[cell] * objects[cell] >= least {
            let corner = SIMD2(Float(cell % columns), Float(cell / columns))
            let box = 4 * cell
            let size = SIMD2(exp(boxes[box + 2]), exp(boxes[box + 3])) * stride
            guard size.x.isFinite, size.y.isFinite else { continue }
            found.append(
                SmallFace(
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
