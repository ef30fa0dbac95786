// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
package import Lineament

/// The planes of an upright frame with all the bits and all the color that the decoder gave, where a task sees less.
package struct StoredPlanes: Sendable {
    /// The three planes, one after the other and each without padding, as an image of bytes.
    package let bytes: PixelBuffer
    let layout: Layout
    var format: PlaneFormat { layout.format }
    var width: Int { layout.width }
    var height: Int { layout.height }

    /// The format and the size of the planes.
    struct Layout: Sendable {
        let format: PlaneFormat
        let width: Int
        let height: Int
    }

    /// Creates the planes from bytes that were kept elsewhere.
    init(_ bytes: PixelBuffer, like layout: Layout) {
        self.bytes = bytes
        self.layout = layout
    }

    /// Copies the planes of a frame; `nil` if it has none of its own, as one in RGB or with transparency.
    init?(_ frame: DecodedFrame, _ orientation: ImageOrientation, _ ffmpeg: LineamentFFmpeg) throws {
        guard !frame.hasAlpha, var format = PlaneFormat(holding: frame.pixelFormat, ffmpeg) else { return nil }
        // After a quarter turn, pixels that shared their color lie below each other, which few encoders take.
        if orientation.swapsSides, format.chromaShift.x != format.chromaShift.y {
            format = PlaneFormat(depth: format.depth, chromaShift: .none)
        }
        guard let planar = format.pixelFormat(ffmpeg) else { return nil }
        let frame = try FrameConverter(ffmpeg).converted(frame, to: planar)
        let stored = (width: Int(frame.pointer.width), height: Int(frame.pointer.height))
        let upright = orientation.swapsSides ? (width: stored.height, height: stored.width) : stored
        layout = Layout(format: format, width: upright.width, height: upright.height)
        bytes = try withExtendedLifetime(frame) {
            try Self.copy(of: frame.planes(count: 3), width: stored.width, height: stored.height, format, orientation)
        }
    }

    private static func copy(
        of planes: [PixelBuffer.Plane], width: Int, height: Int, _ format: PlaneFormat, _ orientation: ImageOrientation
    ) throws -> PixelBuffer {
        let sizes = (0..<3).map { format.size(plane: $0, width: width, height: height) }
        let length = format.bytesPerSample * sizes.reduce(0) { $0 + $1.width * $1.height }
        // An image of one row would be longer than images may be.
        let row = sizes[0].width * format.bytesPerSample
        let rows = (length + row - 1) / row
        let memory = try PixelMemory.allocate(row * rows)
        var target = memory
        for (plane, size) in zip(planes, sizes) {
            OrientedCopy(
                plane: plane, pixelSize: format.bytesPerSample, storedWidth: size.width, storedHeight: size.height,
                orientation: orientation
            ).write(to: target)
            target += format.bytesPerSample * size.width * size.height
        }
        return try PixelBuffer(owning: memory, width: row, height: rows, format: .gray8) { $0.deallocate() }
    }

    /// Calls `body` with the planes.
    func withPlanes<Result>(_ body: ([PixelBuffer.Plane]) throws -> Result) throws -> Result {
        try bytes.withPlanes { all in
            var address = all[0].address
            let planes = (0..<3).map { index in
                let size = format.size(plane: index, width: width, height: height)
                let row = size.width * format.bytesPerSample
                defer { address += row * size.height }
                return PixelBuffer.Plane(address: address, bytesPerRow: row)
            }
            return try body(planes)
        }
    }
}
