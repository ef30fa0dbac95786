// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The binary part of a glTF file, in a temporary file, and the tables that say what is in it.
struct GLTFBuffer {
    private(set) var views: [[String: Any]] = []
    private(set) var accessors: [[String: Any]] = []
    private let scratch: ScratchFile
    private var size = 0
    private var columns: [Int: Column] = [:]

    /// Values that come one after the other.
    private struct Column {
        let shape: Shape
        /// Where the next values go.
        var offset: Int
        var pending: [Float] = []
        var low: [Float]
        var high: [Float]
    }

    /// The values of a column that are collected before they are written.
    private static let pendingValues = 1 << 10
    /// The bytes that are copied at a time.
    private static let chunk = 1 << 20

    /// - Parameter space: The disk space that the file is a part of; `nil` for any.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there is no temporary file.
    init(in space: ScratchSpace?) throws { scratch = try ScratchFile(in: space) }

    /// A kind of element.
    enum Shape: String {
        case scalar = "SCALAR"
        case vector3 = "VEC3"
        case vector4 = "VEC4"
        case matrix = "MAT4"

        var width: Int {
            switch self {
            case .scalar: 1
            case .vector3: 3
            case .vector4: 4
            case .matrix: 16
            }
        }
    }

    private static let float = 5126
    private static let unsignedByte = 5121
    private static let unsignedShort = 5123

    /// Adds floats, and returns the index of their accessor.
    mutating func add(_ values: [Float], _ shape: Shape, isVertex: Bool = false) throws -> Int {
        let accessor = addColumn(count: values.count / shape.width, shape, isVertex: isVertex)
        try append(values, to: accessor)
        return accessor
    }

    /// Makes room for so many elements, and returns the index of their accessor.
    mutating func addColumn(count: Int, _ shape: Shape, isVertex: Bool = false) -> Int {
        let bytes = count * shape.width * MemoryLayout<Float>.stride
        let empty = [Float](repeating: 0, count: shape.width)
        columns[accessors.count] = Column(
            shape: shape, offset: size, low: empty.map { _ in .infinity }, high: empty.map { _ in -.infinity })
        addView(bytes, target: isVertex ? 34962 : nil)
        accessors.append([
            "bufferView": views.count - 1, "componentType": Self.float, "count": count, "type": shape.rawValue,
        ])
        return accessors.count - 1
    }

    /// Writes the next values of a column.
    mutating func append(_ values: some Sequence<Float>, to accessor: Int) throws {
        columns[accessor]?.pending.append(contentsOf: values)
        if columns[accessor]?.pending.count ?? 0 >= Self.pendingValues { try flush(accessor) }
    }

    private mutating func flush(_ accessor: Int) throws {
        guard var column = columns.removeValue(forKey: accessor) else { return }
        for (index, value) in column.pending.enumerated() {
            let axis = index % column.shape.width
            column.low[axis] = min(column.low[axis], value)
            column.high[axis] = max(column.high[axis], value)
        }
        try column.pending.withUnsafeBytes {
            try scratch.write($0, at: column.offset)
            column.offset += $0.count
        }
        column.pending.removeAll(keepingCapacity: true)
        columns[accessor] = column
    }

    /// Adds the indices of triangles.
    mutating func addTriangles(_ indices: [UInt16]) throws -> Int {
        try add(indices, target: 34963)
        accessors.append([
            "bufferView": views.count - 1, "componentType": Self.unsignedShort, "count": indices.count,
            "type": Shape.scalar.rawValue,
        ])
        return accessors.count - 1
    }

    /// Adds the joints of vertices, four for each.
    mutating func addJoints(_ joints: [UInt8]) throws -> Int {
        try add(joints, target: 34962)
        accessors.append([
            "bufferView": views.count - 1, "componentType": Self.unsignedByte, "count": joints.count / 4,
            "type": Shape.vector4.rawValue,
        ])
        return accessors.count - 1
    }

    private mutating func add(_ values: [some BitwiseCopyable], target: Int) throws {
        try values.withUnsafeBytes {
            try scratch.write($0, at: size)
            addView($0.count, target: target)
        }
    }

    private mutating func addView(_ count: Int, target: Int?) {
        var view: [String: Any] = ["buffer": 0, "byteOffset": size, "byteLength": count]
        if let target { view["target"] = target }
        views.append(view)
        size += count
        size += -size & 3
    }

    /// Writes a GLB file with this binary part.
    /// - Throws: `LineamentError` with code `resourceExhausted` if it would have more than 4 GB.
    mutating func write(_ document: [String: Any], to output: any CaptureOutput) throws {
        for accessor in columns.keys { try flush(accessor) }
        for (index, column) in columns where column.shape != .matrix {
            accessors[index]["min"] = column.low.map { $0.isFinite ? Double($0) : 0 }
            accessors[index]["max"] = column.high.map { $0.isFinite ? Double($0) : 0 }
        }
        var document = document
        document["bufferViews"] = views
        document["accessors"] = accessors
        document["buffers"] = [["byteLength": size]]
        var json = (try? JSONSerialization.data(withJSONObject: document, options: .sortedKeys)) ?? Data()
        json.append(Data(repeating: UInt8(ascii: " "), count: -json.count & 3))
        guard UInt32(exactly: 12 + 8 + json.count + 8 + size) != nil else {
            throw LineamentError(.resourceExhausted, "A glTF file has at most 4 GB. Choose a lower --rate, or a part.")
        }
        var head = Data()
        func append(_ number: Int) {
            withUnsafeBytes(of: UInt32(number).littleEndian) { head.append(contentsOf: $0) }
        }
        head.append(contentsOf: Array("glTF".utf8))
        append(2)
        append(12 + 8 + json.count + 8 + size)
        append(json.count)
        head.append(contentsOf: Array("JSON".utf8))
        head.append(json)
        append(size)
        head.append(contentsOf: Array("BIN\0".utf8))
        try output.write(head)
        try copyBytes(to: output)
    }

    private mutating func copyBytes(to output: any CaptureOutput) throws {
        // So that a file that ends with padding has it.
        let padding: [UInt8] = [0, 0, 0]
        try padding.withUnsafeBytes { try scratch.write($0, at: size) }
        for start in stride(from: 0, to: size, by: Self.chunk) {
            var part = Data(count: min(Self.chunk, size - start))
            try part.withUnsafeMutableBytes { try scratch.read(into: $0, at: start) }
            try output.write(part)
        }
    }
}
