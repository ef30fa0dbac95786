// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// An overlay that replaces what is behind people.
///
/// ```swift
/// options.shouldOutputSegmentationMasks = true
/// let result = try PoseLandmarker(options: options).detect(image: image)
/// let cutout = try CutoutOverlay(result.segmentationMasks, background: .color(.white)).drawn(over: pixels)
/// ```
///
/// Draw other overlays after this one, unless the background is transparent: what is drawn over it has no alpha.
public struct CutoutOverlay: Overlay {
    private let people: Mask?
    private let background: Background

    /// Creates an overlay.
    /// - Parameters:
    ///   - masks: The masks of all people to keep, the size of the image; masks of another size are ignored. Without
    ///     masks, there is only the background.
    ///   - background: The replacement of the rest.
    public init(_ masks: [Mask], background: Background) {
        people = masks.union
        self.background = background
    }

    /// Returns the pixels of the background, also those that people share with it.
    public func covered(width: Int, height: Int) -> Mask? {
        let mask = people.flatMap { $0.width == width && $0.height == height ? $0 : nil }
        var bytes = [UInt8](repeating: 255, count: width * height)
        mask?.withUnsafeBytes { shares in
            for index in bytes.indices where shares[index] == 255 { bytes[index] = 0 }
        }
        return Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true)
    }

    /// Blends people and background in proportion to the masks' confidences.
    public func draw(on canvas: Canvas) {
        let width = canvas.width
        let height = canvas.height
        let mask = people.flatMap { $0.width == width && $0.height == height ? $0 : nil }
        let shares: [UInt8] = mask?.withUnsafeBytes(Array.init) ?? []
        let picture = fitted(to: canvas)
        canvas.withMutablePixels { bytes, bytesPerRow in
            let pixels = CutoutPixels(bytes, width: width, height: height, bytesPerRow: bytesPerRow, shares: shares)
            switch background {
            case .transparent: pixels.makeTransparent()
            case .blurred:
                let blurred = BlurredBackground(pixels)
                pixels.blend { x, y in blurred[x, y] }
            case .color(let color):
                let value = SIMD3(Float(color.blue), Float(color.green), Float(color.red)) * 255
                pixels.blend { _, _ in value }
            case .image:
                picture?.withUnsafeBytes { colors in
                    pixels.blend { x, y in
                        let start = 3 * (y * width + x)
                        return SIMD3(Float(colors[start + 2]), Float(colors[start + 1]), Float(colors[start]))
                    }
                }
            }
        }
    }

    /// Returns the picture's pixels in the size of the canvas, in RGB; `nil` if there is no picture, or too little memory.
    private func fitted(to canvas: Canvas) -> [UInt8]? {
        guard case .image(let picture) = background else { return nil }
        let transform = CropTransform(
            filling: (canvas.width, canvas.height), from: (picture.width, picture.height))
        guard let crop = try? picture.cropped(transform) else { return nil }
        return try? crop.withPlanes { planes in
            (0..<crop.height).flatMap { row in
                UnsafeRawBufferPointer(start: planes[0].address + row * planes[0].bytesPerRow, count: 3 * crop.width)
            }
        }
    }
}

/// The pixels of a canvas with the share of people in each.
struct CutoutPixels {
    let width: Int
    let height: Int
    private let bytes: UnsafeMutableRawBufferPointer
    private let bytesPerRow: Int
    /// 255 where people certainly are; empty if there are none.
    private let shares: [UInt8]

    init(_ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, shares: [UInt8]) {
        (self.bytes, self.width, self.height, self.bytesPerRow) = (bytes, width, height, bytesPerRow)
        self.shares = shares
    }

    /// The share of people in a pixel, 0 to 1.
    func share(_ x: Int, _ y: Int) -> Float { shares.isEmpty ? 0 : Float(shares[y * width + x]) / 255 }

    /// Blue, green and red of a pixel, 0 to 255.
    func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let start = y * bytesPerRow + 4 * x
        return SIMD3(Float(bytes[start]), Float(bytes[start + 1]), Float(bytes[start + 2]))
    }

    /// Replaces the background by another.
    func blend(_ background: (_ x: Int, _ y: Int) -> SIMD3<Float>) {
        for y in 0..<height {
            for x in 0..<width {
                let share = share(x, y)
                guard share < 1 else { continue }
                let behind = background(x, y)
                let color = (behind + (color(x, y) - behind) * share).rounded(.toNearestOrEven)
                let start = y * bytesPerRow + 4 * x
                for channel in 0..<3 { bytes[start + channel] = UInt8(max(0, min(255, color[channel]))) }
            }
        }
    }

    /// Sets the alpha of each pixel to the share of people, and blackens pixels outside of them.
    func makeTransparent() {
        for y in 0..<height {
            for x in 0..<width {
                let start = y * bytesPerRow + 4 * x
                let share = shares.isEmpty ? 0 : shares[y * width + x]
                bytes[start + 3] = share
                guard share == 0 else { continue }
                for channel in 0..<3 { bytes[start + channel] = 0 }
            }
        }
    }
}
