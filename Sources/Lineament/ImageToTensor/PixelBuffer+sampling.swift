// SPDX-License-Identifier: Apache-2.0
internal import CLineamentKernels

extension PixelBuffer {
    /// Fills `tensor` with the region that `sampler` describes: `height` rows of `width` pixels of 3 floats.
    /// - Parameters:
    ///   - sampler: The region and the transform into the tensor.
    ///   - tensor: The input tensor of a model.
    ///   - threads: The maximum number of threads to use.
    func sample(_ sampler: PerspectiveSampler, into tensor: UnsafeMutableBufferPointer<Float>, threads: Int = 1) {
        precondition(tensor.count >= sampler.output.width * sampler.output.height * 3)
        if let levels {
            let level = levels.level(step: sampler.step)
            return level.image.sample(sampler.reduced(by: level.reduction), into: tensor, threads: threads)
        }
        withStoredPlanes { planes in
            if let layout = format.packedLayout {
                PackedReader(plane: planes[0], width: width, height: height, layout: layout).fill(
                    tensor, by: sampler, threads: threads)
            } else {
                samplePlanes(planes, sampler, into: tensor, threads: threads)
            }
        }
    }
}

extension PackedReader {
    /// Fills the tensor with the fastest implementation; the vectorized one has no gray border.
    func fill(_ tensor: UnsafeMutableBufferPointer<Float>, by sampler: PerspectiveSampler, threads: Int) {
        if bytesPerRow <= Int(Int32.max), sampler.border != .gray {
            sampleVectorized(
                sampler, into: tensor, threads: sampler.output.height >= Self.rowsWorthSharing ? threads : 1)
        } else {
            sample(sampler, into: tensor)
        }
    }
}

extension PixelReader {
    /// Fills the tensor with the reference implementation, for any pixel format.
    func sample(_ sampler: PerspectiveSampler, into tensor: UnsafeMutableBufferPointer<Float>) {
        for row in 0..<sampler.output.height {
            for first in stride(from: 0, to: sampler.output.width, by: sampler.tileWidth) {
                let count = min(sampler.tileWidth, sampler.output.width - first)
                sampler.coordinates(row: row, tile: first, count: count) { column, x, y in
                    let value = blended(x: x, y: y, border: sampler.border)
                    let at = (row * sampler.output.width + column) * 3
                    for channel in 0..<3 {
                        tensor[at + channel] = Float(value[channel]) * sampler.output.scale + sampler.output.offset
                    }
                }
            }
        }
    }

    /// Returns the bilinear blend of the four pixels around a position in 1/32 pixel, rounded half up.
    @inline(__always)
    private func blended(x: Int, y: Int, border: BorderMode) -> SIMD3<Int32> {
        let left = x >> PerspectiveSampler.fractionBits
        let top = y >> PerspectiveSampler.fractionBits
        let right = SIMD3<Int32>(repeating: Int32(x & (PerspectiveSampler.steps - 1)))
        let down = SIMD3<Int32>(repeating: Int32(y & (PerspectiveSampler.steps - 1)))
        let whole = SIMD3<Int32>(repeating: Int32(PerspectiveSampler.steps))
        let upper =
            tap(left, top, border) &* (whole &- right) &+ tap(left + 1, top, border) &* right
        let lower =
            tap(left, top + 1, border) &* (whole &- right) &+ tap(left + 1, top + 1, border) &* right
        return (upper &* (whole &- down) &+ lower &* down &+ 512) &>> 10
    }

    /// Returns a pixel, or the border value outside the image.
    @inline(__always)
    private func tap(_ x: Int, _ y: Int, _ border: BorderMode) -> SIMD3<Int32> {
        if x >= 0, y >= 0, x < width, y < height { return pixel(x: x, y: y) }
        return switch border {
        case .zero: .zero
        case .gray: SIMD3(repeating: 127)
        case .replicate: pixel(x: max(0, min(width - 1, x)), y: max(0, min(height - 1, y)))
        }
    }
}

extension PackedReader {
    /// The number of tensor rows from which several threads pay off: waking another one takes as long as half of a
    /// small tensor.
    private static var rowsWorthSharing: Int { 192 }

    /// Fills the tensor with the same values as ``PixelReader/sample(_:into:)``, using vector instructions.
    /// - Parameters:
    ///   - sampler: The region and the transform into the tensor.
    ///   - tensor: The tensor.
    ///   - threads: The maximum number of threads to use.
    ///   - instructions: The instruction set to use: the processor's, or less.
    func sampleVectorized(
        _ sampler: PerspectiveSampler, into tensor: UnsafeMutableBufferPointer<Float>, threads: Int = 1,
        instructions: LineamentInstructions = lineament_instructions()
    ) {
        guard threads > 1 else {
            return sampleVectorized(sampler, rows: 0..<sampler.output.height, instructions, into: tensor)
        }
        // Sound: the reader is only read, each part writes only its own rows, and `perform` returns after all of them.
        nonisolated(unsafe) let reader = self
        nonisolated(unsafe) let tensor = tensor
        let height = sampler.output.height
        // A thread that has to be woken starts late, so smaller parts balance the load.
        let parts = threads * 8
        SharedParts.perform(parts, threads: threads) { part in
            let rows = part * height / parts..<(part + 1) * height / parts
            reader.sampleVectorized(sampler, rows: rows, instructions, into: tensor)
        }
    }

    private func sampleVectorized(
        _ sampler: PerspectiveSampler, rows: Range<Int>, _ instructions: LineamentInstructions,
        into tensor: UnsafeMutableBufferPointer<Float>
    ) {
        guard let start = tensor.baseAddress else { return }
        var pixels = LineamentPackedPixels(
            bytes: bytes, bytes_per_row: bytesPerRow, width: Int32(width), height: Int32(height),
            bytes_per_pixel: Int32(layout.bytesPerPixel), red: Int32(layout.red), green: Int32(layout.green),
            blue: Int32(layout.blue))
        let m = sampler.inverse.elements
        var parameters = LineamentWarp(
            inverse: (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]),
            width: Int32(sampler.output.width), height: Int32(sampler.output.height),
            tile_width: Int32(sampler.tileWidth), replicates_border: sampler.border == .replicate,
            scale: sampler.output.scale, offset: sampler.output.offset)
        lineament_warp_packed(
            &pixels, &parameters, Int32(rows.lowerBound), Int32(rows.upperBound), instructions, start)
    }
}

extension PixelBuffer {
    /// Returns an upright part of the image as RGB, resampled bilinearly.
    ///
    /// The part is sampled in bands, so that little memory is needed besides the result.
    /// - Parameters:
    ///   - origin: The position that the first pixel of the result samples, in pixels.
    ///   - step: The distance between samples, in pixels.
    ///   - width: The width of the result.
    ///   - height: The height of the result.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the part has no area.
    func resampled(from origin: SIMD2<Float>, step: Float, width: Int, height: Int) throws -> PixelBuffer {
        let rowsOfBand = 64
        let values = UnsafeMutableBufferPointer<Float>.allocate(capacity: width * min(rowsOfBand, height) * 3)
        defer { values.deallocate() }
        return try PixelBuffer(width: width, height: height) { target in
            for first in stride(from: 0, to: height, by: rowsOfBand) {
                let rows = min(rowsOfBand, height - first)
                let size = SIMD2(Float(width), Float(rows)) * step
                let region = PixelRegion(
                    xCenter: origin.x + size.x / 2, yCenter: origin.y + Float(first) * step + size.y / 2, width: size.x,
                    height: size.y, rotation: 0)
                let band = InputTensorSpecification(width: width, height: rows, range: 0...255)
                guard let sampler = PerspectiveSampler(region: region, output: band, border: .replicate, style: .tasks)
                else {
                    throw LineamentError(.invalidArgument, "The part of the image has no area.")
                }
                sample(sampler, into: values)
                for index in 0..<width * rows * 3 {
                    target[first * width * 3 + index] = UInt8(max(0, min(255, values[index] + 0.5)))
                }
            }
        }
    }
}
