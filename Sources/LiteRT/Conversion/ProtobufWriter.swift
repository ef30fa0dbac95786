// SPDX-License-Identifier: Apache-2.0

/// Writes the wire format of protocol buffers: https://protobuf.dev/programming-guides/encoding/.
struct ProtobufWriter {
    private enum WireType { static let varint = 0, bytes = 2 }

    private(set) var bytes: [UInt8] = []

    /// Writes an integer field; negative ones take ten bytes, as the format has it.
    mutating func write(_ value: Int, to field: Int) {
        writeKey(field, WireType.varint)
        writeVarint(UInt64(bitPattern: Int64(value)))
    }

    /// Writes a string field.
    mutating func write(_ text: String, to field: Int) { write(Array(text.utf8), to: field) }

    /// Writes a field of bytes.
    mutating func write(_ data: [UInt8], to field: Int) {
        writeKey(field, WireType.bytes)
        writeVarint(UInt64(data.count))
        bytes += data
    }

    /// Writes a field that is a message itself.
    mutating func writeMessage(to field: Int, _ body: (inout ProtobufWriter) -> Void) {
        var message = ProtobufWriter()
        body(&message)
        write(message.bytes, to: field)
    }

    private mutating func writeKey(_ field: Int, _ type: Int) { writeVarint(UInt64(field << 3 | type)) }

    private mutating func writeVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
