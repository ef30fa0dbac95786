// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation

extension ArrowColumn {
    /// Describes the column in Arrow's C data interface.
    func export(to schema: UnsafeMutablePointer<ArrowSchema>) {
        let node = SchemaNode(self)
        schema.initialize(to: ArrowSchema())
        schema.pointee.format = UnsafePointer(node.format)
        schema.pointee.name = UnsafePointer(node.name)
        schema.pointee.flags = 2  // ARROW_FLAG_NULLABLE
        schema.pointee.n_children = Int64(children.count)
        schema.pointee.children = node.children.array
        schema.pointee.private_data = Unmanaged.passRetained(node).toOpaque()
        schema.pointee.release = { schema in
            guard let schema, let node = schema.pointee.private_data else { return }
            schema.pointee.release = nil
            Unmanaged<SchemaNode>.fromOpaque(node).release()
        }
    }

    /// Hands the column's memory over in Arrow's C data interface.
    func export(to array: UnsafeMutablePointer<ArrowArray>) {
        let node = ArrayNode(self)
        array.initialize(to: ArrowArray())
        array.pointee.length = Int64(length)
        array.pointee.null_count = Int64(nullCount)
        array.pointee.n_buffers = Int64(buffers.count)
        array.pointee.buffers = node.buffers
        array.pointee.n_children = Int64(children.count)
        array.pointee.children = node.children.array
        array.pointee.private_data = Unmanaged.passRetained(node).toOpaque()
        array.pointee.release = { array in
            guard let array, let node = array.pointee.private_data else { return }
            array.pointee.release = nil
            Unmanaged<ArrayNode>.fromOpaque(node).release()
        }
    }
}

/// The structures of a column's children, which are released with the column unless someone has taken them.
private final class Children<Structure> {
    let array: UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>?
    private let count: Int
    private let release: (UnsafeMutablePointer<Structure>) -> Void

    init(
        of column: ArrowColumn, export: (ArrowColumn, UnsafeMutablePointer<Structure>) -> Void,
        release: @escaping (UnsafeMutablePointer<Structure>) -> Void
    ) {
        self.release = release
        count = column.children.count
        guard count > 0 else {
            array = nil
            return
        }
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>.allocate(capacity: count)
        for (index, child) in column.children.enumerated() {
            let structure = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
            export(child, structure)
            (pointers + index).initialize(to: structure)
        }
        array = pointers
    }

    deinit {
        guard let array else { return }
        for index in 0..<count {
            if let child = array[index] {
                release(child)
                child.deallocate()
            }
        }
        array.deallocate()
    }
}

/// The memory of a schema.
private final class SchemaNode {
    let format: UnsafeMutablePointer<CChar>?
    let name: UnsafeMutablePointer<CChar>?
    let children: Children<ArrowSchema>

    init(_ column: ArrowColumn) {
        format = strdup(column.format)
        name = strdup(column.name)
        children = Children(
            of: column, export: { $0.export(to: $1) }, release: { child in child.pointee.release?(child) })
    }

    deinit {
        free(format)
        free(name)
    }
}

/// The memory of an array.
private final class ArrayNode {
    let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    let children: Children<ArrowArray>
    private let column: ArrowColumn

    init(_ column: ArrowColumn) {
        self.column = column
        buffers = .allocate(capacity: max(1, column.buffers.count))
        for (index, buffer) in column.buffers.enumerated() {
            (buffers + index).initialize(to: buffer.map { UnsafeRawPointer($0.address) })
        }
        children = Children(
            of: column, export: { $0.export(to: $1) }, release: { child in child.pointee.release?(child) })
    }

    deinit { buffers.deallocate() }
}
