// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A glTF file of a moving skeleton.
///
/// As VRM Animation, it has the bones' VRM names and an expression for each blendshape, whose weight is the x
/// translation of a node. As plain glTF, it has a stick figure around the bones, and a mesh with the blendshapes as
/// (empty) morph targets, whose weights can be copied to the face of a character.
struct GLTFFile {
    private var buffer: GLTFBuffer
    private var nodes: [[String: Any]] = []
    private var channels: [[String: Any]] = []
    private var samplers: [[String: Any]] = []
    private var document: [String: Any] = [:]
    /// The accessors of what each pose has.
    private var columns = Columns()

    private struct Columns {
        var times = 0
        var root = 0
        /// One for each joint.
        var turns: [Int] = []
        /// One for each expression of VRM Animation, with the shape that it follows.
        var expressions: [(accessor: Int, shape: Int)] = []
        /// The accessor of glTF's weights.
        var weights: Int?

        var hasShapes: Bool { weights != nil || !expressions.isEmpty }
    }

    /// - Parameter hasShapes: Whether the person has blendshapes.
    static func write(
        _ motion: BodyMotion, of recording: any RecordedFrames, _ options: CaptureOptions, isVRMA: Bool,
        hasShapes: Bool,
        to output: any CaptureOutput
    ) throws {
        var file = GLTFFile(buffer: try GLTFBuffer(in: recording.space))
        file.addSkeleton(motion.skeleton, isVRMA ? CaptureOptions() : options)
        file.addMotion(motion)
        var scene = [0]
        let count = motion.frames.count
        if isVRMA {
            scene += hasShapes ? file.addExpressions(count) : []
            file.addHumanoid(motion.skeleton, expressions: scene.dropFirst().map(\.self))
        } else {
            scene += try file.addFigure(motion.skeleton)
            if hasShapes { try file.addFace(count, motion.skeleton) }
        }
        try file.fill(motion, of: recording)
        file.document["asset"] = ["version": "2.0", "generator": "Lineament \(LineamentVersion.current)"]
        file.document["scene"] = 0
        file.document["scenes"] = [["nodes": scene]]
        file.document["nodes"] = file.nodes
        file.document["animations"] = [
            ["name": options.name, "channels": file.channels, "samplers": file.samplers] as [String: Any]
        ]
        try file.buffer.write(file.document, to: output)
    }

    private init(buffer: GLTFBuffer) { self.buffer = buffer }

    private mutating func addSkeleton(_ skeleton: Skeleton, _ options: CaptureOptions) {
        for (index, joint) in skeleton.joints.enumerated() {
            var node: [String: Any] = [
                "name": options.name(of: joint, orElse: .vrm), "translation": Self.list(skeleton.offsets[index]),
            ]
            let children = skeleton.parents.indices.filter { skeleton.parents[$0] == index }
            if !children.isEmpty { node["children"] = children }
            nodes.append(node)
        }
    }

    private static func list(_ vector: Vector) -> [Double] { [vector.x, vector.y, vector.z] }

    private mutating func addMotion(_ motion: BodyMotion) {
        let count = motion.frames.count
        columns.times = buffer.addColumn(count: count, .scalar)
        columns.root = addChannel(node: 0, path: "translation", count, .vector3)
        columns.turns = motion.skeleton.joints.indices.map { addChannel(node: $0, path: "rotation", count, .vector4) }
    }

    /// Adds an animated value, and returns the accessor for its numbers.
    /// - Parameter count: The number of elements.
    private mutating func addChannel(node: Int, path: String, _ count: Int, _ shape: GLTFBuffer.Shape) -> Int {
        let values = buffer.addColumn(count: count, shape)
        samplers.append(["input": columns.times, "output": values, "interpolation": "LINEAR"])
        channels.append(["sampler": samplers.count - 1, "target": ["node": node, "path": path] as [String: Any]])
        return values
    }

    /// Writes the numbers of all poses. Where there is no face, the last weights are held.
    private mutating func fill(_ motion: BodyMotion, of recording: any RecordedFrames) throws {
        let start = Double(motion.frames.lowerBound) / motion.rate
        var weights = [Float](repeating: 0, count: Self.shapes.count)
        try motion.forEachPose(in: recording) { index, pose, _, person in
            try buffer.append(CollectionOfOne(Float(start + Double(index) / motion.rate)), to: columns.times)
            try buffer.append(Self.list(pose.root).map(Float.init), to: columns.root)
            for (turn, column) in zip(pose.rotations, columns.turns) {
                try buffer.append([turn.x, turn.y, turn.z, turn.w].map(Float.init), to: column)
            }
            guard columns.hasShapes else { return }
            if let scores = person.flatMap({ $0.value.blendshapes?.values(at: $0.frame) }) {
                weights = Array(scores.dropFirst())
            }
            for (column, shape) in columns.expressions { try buffer.append([weights[shape], 0, 0], to: column) }
            if let column = columns.weights { try buffer.append(weights, to: column) }
        }
    }

    private static let shapes = Blendshape.allCases.dropFirst().map(\.name)
}

extension GLTFFile {
    /// VRM's own expressions, and the shape that each follows.
    private static let presets: [(name: String, shape: String)] = [
        ("blinkLeft", "eyeBlinkLeft"), ("blinkRight", "eyeBlinkRight"), ("aa", "jawOpen"),
    ]

    /// Adds a node for each expression.
    private mutating func addExpressions(_ count: Int) -> [Int] {
        (Self.presets + Self.shapes.map { ($0, $0) }).map { name, shape in
            nodes.append(["name": name])
            let column = addChannel(node: nodes.count - 1, path: "translation", count, .vector3)
            columns.expressions.append((column, Self.shapes.firstIndex(of: shape) ?? 0))
            return nodes.count - 1
        }
    }

    private mutating func addHumanoid(_ skeleton: Skeleton, expressions: [Int]) {
        let bones = skeleton.joints.enumerated().map { ($1.rawValue, ["node": $0]) }
        var animation: [String: Any] = [
            "specVersion": "1.0",
            "humanoid": ["humanBones": Dictionary(bones) { first, _ in first }],
        ]
        if !expressions.isEmpty {
            let named = zip(Self.presets.map(\.name) + Self.shapes, expressions).map { ($0, ["node": $1]) }
            let count = Self.presets.count
            animation["expressions"] = [
                "preset": Dictionary(named.prefix(count).map(\.self)) { first, _ in first },
                "custom": Dictionary(named.dropFirst(count).map(\.self)) { first, _ in first },
            ]
        }
        document["extensionsUsed"] = ["VRMC_vrm_animation"]
        document["extensions"] = ["VRMC_vrm_animation": animation]
    }

    /// Adds a mesh that has only weights.
    private mutating func addFace(_ count: Int, _ skeleton: Skeleton) throws {
        let corners: [Float] = [-0.01, 0, 0.1, 0.01, 0, 0.1, 0, 0.02, 0.1]
        let positions = try buffer.add(corners, .vector3, isVertex: true)
        let still = try buffer.add([Float](repeating: 0, count: corners.count), .vector3, isVertex: true)
        let primitive: [String: Any] = [
            "attributes": ["POSITION": positions],
            "targets": [[String: Int]](repeating: ["POSITION": still], count: Self.shapes.count),
        ]
        addMesh([
            "name": "Face", "primitives": [primitive], "extras": ["targetNames": Self.shapes],
            "weights": [Double](repeating: 0, count: Self.shapes.count),
        ])
        nodes.append(["name": "Face", "mesh": meshCount - 1])
        if let head = skeleton.index(of: .head) { nodes[head]["children"] = [nodes.count - 1] }
        columns.weights = addChannel(
            node: nodes.count - 1, path: "weights", count * Self.shapes.count, .scalar)
    }

    private var meshCount: Int { (document["meshes"] as? [[String: Any]])?.count ?? 0 }

    private mutating func addMesh(_ mesh: [String: Any]) {
        document["meshes"] = (document["meshes"] as? [[String: Any]] ?? []) + [mesh]
    }

    /// Adds an octahedron along each bone.
    private mutating func addFigure(_ skeleton: Skeleton) throws -> [Int] {
        var vertices: [Float] = []
        var triangles: [UInt16] = []
        var joints: [UInt8] = []
        let rest = SkeletonPose(
            root: skeleton.offsets[0],
            rotations: [Rotation](repeating: .identity, count: skeleton.joints.count))
        let places = skeleton.placed(rest).positions
        for index in skeleton.joints.indices {
            let ends = skeleton.parents.indices.filter { skeleton.parents[$0] == index }.map { places[$0] }
            let tip = skeleton.tips[skeleton.joints[index]].map { [places[index] + $0] } ?? []
            for end in ends + tip where (end - places[index]).length > 0.005 {
                let first = UInt16(vertices.count / 3)
                for corner in Self.octahedron(from: places[index], to: end) {
                    vertices += Self.list(corner).map(Float.init)
                    joints += [UInt8(index), 0, 0, 0]
                }
                triangles += Self.octahedronFaces.map { first + $0 }
            }
        }
        let count = vertices.count / 3
        let attributes = [
            "POSITION": try buffer.add(vertices, .vector3, isVertex: true), "JOINTS_0": try buffer.addJoints(joints),
            "WEIGHTS_0": try buffer.add(
                [Float]((0..<count).flatMap { _ in [1, 0, 0, 0] as [Float] }), .vector4, isVertex: true),
        ]
        let primitive: [String: Any] = ["attributes": attributes, "indices": try buffer.addTriangles(triangles)]
        addMesh(["name": "Figure", "primitives": [primitive]])
        let inverse = places.flatMap { place -> [Float] in
            let columns: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
            return columns + Self.list(-place).map(Float.init) + [1]
        }
        document["skins"] = [
            [
                "joints": Array(skeleton.joints.indices), "skeleton": 0,
                "inverseBindMatrices": try buffer.add(inverse, .matrix),
            ] as [String: Any]
        ]
        nodes.append(["name": "Figure", "mesh": meshCount - 1, "skin": 0])
        return [nodes.count - 1]
    }

    /// The corners of an octahedron that is thickest near its beginning.
    private static func octahedron(from start: Vector, to end: Vector) -> [Vector] {
        let bone = end - start
        let width = min(0.03, bone.length * 0.12)
        let turn = Rotation(from: Vector(0, 1, 0), to: bone)
        let around = [Vector(1, 0, 0), Vector(0, 0, 1), Vector(-1, 0, 0), Vector(0, 0, -1)]
        return [start, end] + around.map { start + bone * 0.15 + turn.turning($0) * width }
    }

    /// The triangles, counterclockwise from outside.
    private static let octahedronFaces: [UInt16] = (0..<4).flatMap { side -> [UInt16] in
        let corner = UInt16(2 + side)
        let next = UInt16(2 + (side + 1) % 4)
        return [0, corner, next, 1, next, corner]
    }
}
