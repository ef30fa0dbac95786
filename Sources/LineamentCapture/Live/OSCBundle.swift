// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A bundle of Open Sound Control 1.0: messages that take effect together, in one datagram.
struct OSCBundle {
    /// An argument of a message.
    enum Argument {
        case int(Int32)
        case float(Double)
        case text(String)
    }

    private(set) var data = Data()

    /// Creates an empty bundle that takes effect at once.
    init() {
        data.append(padded: "#bundle")
        data.append(bigEndian: UInt64(1))
    }

    /// Appends a message.
    mutating func add(_ address: String, _ arguments: [Argument] = []) {
        var message = Data()
        message.append(padded: address)
        message.append(padded: "," + arguments.map(\.tag).joined())
        for argument in arguments {
            switch argument {
            case .int(let number): message.append(bigEndian: UInt32(bitPattern: number))
            case .float(let number): message.append(bigEndian: Float(number).bitPattern)
            case .text(let text): message.append(padded: text)
            }
        }
        data.append(bigEndian: UInt32(message.count))
        data.append(message)
    }
}

extension OSCBundle.Argument {
    fileprivate var tag: String {
        switch self {
        case .int: "i"
        case .float: "f"
        case .text: "s"
        }
    }
}

extension Data {
    /// Appends the bytes of a number, the most significant one first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends text, and one to four zeros up to a multiple of four bytes.
    fileprivate mutating func append(padded text: String) {
        append(contentsOf: text.utf8)
        append(contentsOf: [UInt8](repeating: 0, count: 4 - text.utf8.count % 4))
    }
}
