// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// Luma and both chroma planes of a frame, each a gray image of its own, so that they can be turned.
struct FramePlanes {
    private(set) var planes: [PixelBuffer]
    let isFullRange: Bool
    let matrix: ColorMatrix

    /// Takes the planes of a frame apart, without a copy if there are three of them.
    /// - Throws: `LineamentError` if there is not enough memory.
    init(_ frame: PixelBuffer) throws {
        let stored = try frame.asStored()
        guard stored.format.planeCount > 1 else {
            self = try Self(rgb: stored.convertedToRGB())
            return
        }
        let chroma = (width: (stored.width + 1) / 2, height: (stored.height + 1) / 2)
        isFullRange = stored.format == .nv12FullRange || stored.format == .i420FullRange
        matrix = stored.colorMatrix
        let gray = try stored.withPlanes { parts in
            let luma = try Self.part(of: stored, parts[0], stored.width, stored.height)
            if parts.count == 3 {
                let both = try parts[1...].map { try Self.part(of: stored, $0, chroma.width, chroma.height) }
                return [luma] + both
            }
            let both = try (0..<2).map { offset in
                try PixelBuffer.gray(chroma.width, chroma.height) { target in
                    for y in 0..<chroma.height {
                        let row = parts[1].address.assumingMemoryBound(to: UInt8.self) + y * parts[1].bytesPerRow
                        for x in 0..<chroma.width { target[y * chroma.width + x] = row[x * 2 + offset] }
                    }
                }
            }
            return [luma] + both
        }
        planes = try gray.map { try $0.upright(from: frame.turn.orientation) }
    }

    /// Converts colors by ITU-R BT.601, with the mean of the chroma of four pixels.
    private init(rgb: PixelBuffer) throws {
        let width = rgb.width
        let height = rgb.height
        let bytes = try rgb.packedBytes(order: [0, 1, 2])
        func level(_ x: Int, _ y: Int, _ weights: (Double, Double, Double)) -> Double {
            let at = (min(y, height - 1) * width + min(x, width - 1)) * 3
            return weights.0 * Double(bytes[at]) + weights.1 * Double(bytes[at + 1]) + weights.2 * Double(bytes[at + 2])
        }
        let chroma = (width: (width + 1) / 2, height: (height + 1) / 2)
        let weights = [(-0.168736, -0.331264, 0.5), (0.5, -0.418688, -0.081312)]
        let luma = try PixelBuffer.gray(width, height) { target in
            for y in 0..<height {
                for x in 0..<width { target[y * width + x] = UInt8(level(x, y, (0.299, 0.587, 0.114)).rounded()) }
            }
        }
        let both = try weights.map { weights in
            try PixelBuffer.gray(chroma.width, chroma.height) { target in
                for y in 0..<chroma.height {
                    for x in 0..<chroma.width {
                        let sum =
                            level(x * 2, y * 2, weights) + level(x * 2 + 1, y * 2, weights)
                            + level(x * 2, y * 2 + 1, weights) + level(x * 2 + 1, y * 2 + 1, weights)
                        target[y * chroma.width + x] = UInt8(max(0, min(255, (sum / 4 + 128).rounded())))
                    }
                }
            }
        }
        planes = [luma] + both
        isFullRange = true
        matrix = .bt601
    }

    private static func part(
        of frame: PixelBuffer, _ plane: PixelBuffer.Plane, _ width: Int, _ height: Int
    ) throws -> PixelBuffer {
        try PixelBuffer(
            unowned: [plane], width: width, height: height, format: .gray8,
            release: { withExtendedLifetime(frame) {} })
    }

    /// Turns and mirrors the planes.
    mutating func turn(from orientation: ImageOrientation) throws {
        planes = try planes.map { try $0.upright(from: orientation) }
    }

    /// Returns the frame in one of the 4:2:0 formats, in memory of its own.
    func pixelBuffer(_ format: PixelFormat) throws -> PixelBuffer {
        let width = planes[0].width
        let height = planes[0].height
        let toFullRange = format == .nv12FullRange || format == .i420FullRange
        let sizes = (0..<format.planeCount).map {
            format.minimumBytesPerRow(plane: $0, width: width) * format.rows(plane: $0, height: height)
        }
        let memory = try PixelMemory.allocate(sizes.reduce(0, +))
        let starts = sizes.indices.map { memory + sizes[..<$0].reduce(0, +) }
        let parts = starts.enumerated().map { plane, start in
            PixelBuffer.Plane(
                address: UnsafeRawPointer(start),
                bytesPerRow: format.minimumBytesPerRow(plane: plane, width: width))
        }
        let address = UInt(bitPattern: memory)
        let buffer = try PixelBuffer(
            unowned: parts, width: width, height: height, format: format, colorMatrix: matrix
        ) {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
        // The memory is written before anyone else sees the buffer.
        let levels = planes.indices.map { LevelTable(isLuma: $0 == 0, from: isFullRange, to: toFullRange) }
        try levels[0].copy(planes[0], to: starts[0], step: 1)
        if format.planeCount == 3 {
            try levels[1].copy(planes[1], to: starts[1], step: 1)
            try levels[2].copy(planes[2], to: starts[2], step: 1)
        } else {
            try levels[1].copy(planes[1], to: starts[1], step: 2)
            try levels[2].copy(planes[2], to: starts[1] + 1, step: 2)
        }
        return buffer
    }
}

/// A table that converts the levels of a plane to another range.
private struct LevelTable {
    private let table: [UInt8]?

    init(isLuma: Bool, from isFull: Bool, to becomesFull: Bool) {
        guard isFull != becomesFull else {
            table = nil
            return
        }
        let (scale, black) = isLuma ? (219.0 / 255, 16.0) : (224.0 / 255, 128.0)
        table = (0...255).map { level in
            let level = Double(level)
            let zero = isLuma ? 0.0 : 128.0
            let value = becomesFull ? (level - black) / scale + zero : (level - zero) * scale + black
            return UInt8(max(0, min(255, value.rounded())))
        }
    }

    /// Writes the levels of a plane, `step` bytes apart, in rows without padding.
    func copy(_ plane: PixelBuffer, to target: UnsafeMutablePointer<UInt8>, step: Int) throws {
        try plane.withPlanes { parts in
            for y in 0..<plane.height {
                let row = parts[0].address.assumingMemoryBound(to: UInt8.self) + y * parts[0].bytesPerRow
                let to = target + y * plane.width * step
                if let table {
                    table.withUnsafeBufferPointer { table in
                        for x in 0..<plane.width { to[x * step] = table[Int(row[x])] }
                    }
                } else if step == 1 {
                    to.update(from: row, count: plane.width)
                } else {
                    for x in 0..<plane.width { to[x * step] = row[x] }
                }
            }
        }
    }
}
