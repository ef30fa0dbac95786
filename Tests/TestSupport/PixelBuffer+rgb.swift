// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

extension PixelBuffer {
    /// The pixels as RGB without padding. Supports only formats with one plane.
    public var rgbBytes: [UInt8] {
        let offsets: (red: Int, green: Int, blue: Int, size: Int) =
            switch format {
            case .gray8: (0, 0, 0, 1)
            case .rgb8: (0, 1, 2, 3)
            case .rgba8: (0, 1, 2, 4)
            default: (2, 1, 0, 4)
            }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        do {
            try withPlanes { planes in
                for row in 0..<height {
                    let start = planes[0].address.assumingMemoryBound(to: UInt8.self) + row * planes[0].bytesPerRow
                    for column in 0..<width {
                        let pixel = start + column * offsets.size
                        bytes.append(pixel[offsets.red])
                        bytes.append(pixel[offsets.green])
                        bytes.append(pixel[offsets.blue])
                    }
                }
            }
        } catch {
            preconditionFailure("\(error)")
        }
        return bytes
    }
}

/// Returns the SHA-256 of bytes, computed by the system's program.
public func sha256(_ bytes: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sha256sum", file.path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return String(text.prefix(64))
}
