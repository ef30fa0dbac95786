// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import Lineament

/// The blocks of a JPEG file that a drawing touches, and their new coefficients.
struct ChangedBlocks {
    private let frame: JPEGFrame
    private let changed: ChangedPixels
    private let transform = BlockTransform()
    /// The weights of red, green and blue in a sample of each component, and what is added.
    private let weights: [SIMD4<Float>]
    /// The first byte of the drawing, which is upright.
    private let pixels: UnsafePointer<UInt8>
    private let layout: PackedLayout
    /// The steps from the stored pixels to the bytes of the drawing.
    private let bytes: OrientedSteps
    /// The steps from the stored pixels to the numbers of those of the drawing.
    private let numbers: OrientedSteps

    /// - Parameters:
    ///   - plane: The drawing; it must stay in memory.
    ///   - orientation: The orientation that makes the stored image upright.
    init(
        _ frame: JPEGFrame, _ color: JPEGColor, _ changed: ChangedPixels, plane: PixelBuffer.Plane,
        layout: PackedLayout,
        orientation: ImageOrientation
    ) {
        self.frame = frame
        self.changed = changed
        self.layout = layout
        weights = color.weights
        pixels = plane.address.assumingMemoryBound(to: UInt8.self)
        bytes = OrientedSteps(
            pixelSize: layout.bytesPerPixel, rowSize: plane.bytesPerRow, width: changed.width, height: changed.height,
            orientation: orientation.inverse)
        numbers = OrientedSteps(
            pixelSize: 1, rowSize: changed.width, width: changed.width, height: changed.height,
            orientation: orientation.inverse)
    }

    /// Replaces the coefficients of those blocks of a row that the drawing touches.
    /// - Parameters:
    ///   - coefficients: Those of all blocks of the row.
    ///   - row: The number of the row in its plane, and likewise `count` of its blocks.
    func replace(_ coefficients: UnsafeMutablePointer<Int16>, row: Int, count: Int, component: Int) {
        let scale = frame.pixelsPerSample(of: component)
        let steps = frame.components[component].steps
        let side = JPEGFrame.blockSide
        guard isChanged(SIMD2(0, row) &* side &* scale, size: SIMD2(count, 1) &* side &* scale) else { return }
        withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: side) { block in
            for column in 0..<count {
                let corner = SIMD2(column, row) &* side &* scale
                guard isChanged(corner, size: scale &* side) else { continue }
                sample(corner, scale, weights[component], into: block)
                transform.write(block, steps: steps, to: coefficients + column * side * side)
            }
        }
    }

    /// Returns whether the drawing touches a rectangle of the stored image, which may reach beyond it.
    private func isChanged(_ corner: SIMD2<Int>, size: SIMD2<Int>) -> Bool {
        let end = SIMD2(min(frame.width, corner.x + size.x), min(frame.height, corner.y + size.y))
        guard corner.x < end.x, corner.y < end.y else { return false }
        let first = numbers.place(x: corner.x, y: corner.y)
        let last = numbers.place(x: end.x - 1, y: end.y - 1)
        let columns = first % changed.width
        let rows = first / changed.width
        let otherColumns = last % changed.width
        let otherRows = last / changed.width
        return changed.contains(
            columns: min(columns, otherColumns)..<max(columns, otherColumns) + 1,
            rows: min(rows, otherRows)..<max(rows, otherRows) + 1)
    }

    /// Writes the samples of a block, each the mean of a rectangle of the drawing in a component. Beyond the edges, the last
    /// pixels are repeated.
    private func sample(
        _ corner: SIMD2<Int>, _ size: SIMD2<Int>, _ weights: SIMD4<Float>,
        into block: UnsafeMutableBufferPointer<SIMD8<Float>>
    ) {
        let side = JPEGFrame.blockSide
        let share = weights / Float(size.x * size.y)
        block.initialize(repeating: .zero)
        for y in 0..<side * size.y {
            let line = bytes.start + min(corner.y + y, frame.height - 1) * bytes.down
            var sums = SIMD8<Float>.zero
            for place in 0..<side {
                var sum: Float = 0
                for x in 0..<size.x {
                    let column = min(corner.x + place * size.x + x, frame.width - 1)
                    let at = pixels + line + column * bytes.across
                    let red = Float(at[layout.red]) * share.x
                    let green = Float(at[layout.green]) * share.y
                    sum += red + green + Float(at[layout.blue]) * share.z + share.w
                }
                sums[place] = sum
            }
            block[y / size.y] += sums
        }
    }
}

/// The color space of a JPEG file.
enum JPEGColor {
    case gray, rgb, yCbCr

    /// - Parameter colorspace: libjpeg-turbo's number.
    init?(colorspace: Int32) {
        switch UInt32(bitPattern: colorspace) {
        case TJCS_GRAY.rawValue: self = .gray
        case TJCS_RGB.rawValue: self = .rgb
        case TJCS_YCbCr.rawValue: self = .yCbCr
        default: return nil
        }
    }

    /// The weights of red, green and blue for each component, and what is added (JFIF 1.02).
    fileprivate var weights: [SIMD4<Float>] {
        let luma = SIMD4<Float>(0.299, 0.587, 0.114, -128)
        return switch self {
        case .gray: [luma]
        case .rgb: [SIMD4(1, 0, 0, -128), SIMD4(0, 1, 0, -128), SIMD4(0, 0, 1, -128)]
        // Chroma is stored with 128 added, which is what is subtracted before the transform.
        case .yCbCr: [luma, SIMD4(-0.168736, -0.331264, 0.5, 0), SIMD4(0.5, -0.418688, -0.081312, 0)]
        }
    }

    /// The number of components.
    var count: Int { weights.count }
}
