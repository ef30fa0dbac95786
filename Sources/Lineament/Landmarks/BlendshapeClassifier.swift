internal import LiteRT

/// Reads expressions from landmarks: 52 scores, mostly 0 to 1.
struct BlendshapeClassifier: Sendable {
    private let pool: CompiledModelPool
    private let narrowPool: NarrowPool

    init(_ model: Model, threads: ThreadPlan) throws {
        let inputCount = BlendshapesTable.landmarks.count * 2
        pool = try CompiledModelPool(model, threads: threads.perModel, capacity: threads.models)
        narrowPool = NarrowPool(wide: pool)
        let sizes = try pool.withModel { ($0.inputs.map(\.elements.count), $0.outputs.map(\.elements.count)) }
        guard sizes.0 == [inputCount], sizes.1.first == BlendshapesTable.names.count else {
            throw LineamentError(.invalidArgument, "\(model.name) is no blendshape model of a known kind.")
        }
    }

    /// The scores in the order of ``BlendshapesTable/names``. The model is given x and y in pixels.
    /// - Parameter isAlone: whether no other face is worked on meanwhile.
    func scores(for landmarks: LandmarkSet, in size: ImageSize, isAlone: Bool) throws -> [Float] {
        try restatingRuntimeErrors {
            try (isAlone ? pool : narrowPool.pool()).withModel { compiled in
                let input = compiled.inputs[0].elements
                for (position, landmark) in BlendshapesTable.landmarks.enumerated() {
                    input[2 * position] = landmarks[landmark].x * size.width
                    input[2 * position + 1] = landmarks[landmark].y * size.height
                }
                try compiled.run()
                return Array(compiled.outputs[0].elements.prefix(BlendshapesTable.names.count))
            }
        }
    }

    /// For timing.
    func runOnly() throws { try pool.withModel { try $0.run() } }
}
