// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import TestSupport
    import Testing

    @testable import LineamentAppleTypes

    /// The filters of Core Image, on made-up pixels and against sums over all of them.
    @Suite struct FilterStandInTests {
        /// Returns an image of colors, given row by row from the top, not premultiplied.
        private static func image(_ rows: [[SIMD4<UInt8>]]) throws -> CIImage {
            let area = PixelArea(columns: 0..<rows[0].count, rows: 0..<rows.count)
            let pixels = try BitmapPixels(area) { column, row in rows[row][column] }
            return CIImage(cgImage: CGImage(source: pixels))
        }

        private static func gray(_ rows: [[UInt8]]) throws -> CIImage {
            try image(rows.map { $0.map { SIMD4($0, $0, $0, 255) } })
        }

        /// Returns the pixels in a rectangle, premultiplied, row by row from the top.
        private static func pixels(_ image: CIImage?, in rect: CGRect? = nil) throws -> [[SIMD4<UInt8>]] {
            let image = try #require(image)
            let rect = rect ?? image.extent
            let (width, height) = (Int(rect.width), Int(rect.height))
            var bytes = [UInt8](repeating: 77, count: width * height * 4)
            CIContext().render(
                image, toBitmap: &bytes, rowBytes: width * 4, bounds: rect, format: .RGBA8, colorSpace: nil)
            return (0..<height).map { row in
                (0..<width).map { column in
                    let start = (row * width + column) * 4
                    return SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
                }
            }
        }

        private static func shades(_ image: CIImage?, in rect: CGRect? = nil) throws -> [[UInt8]] {
            try pixels(image, in: rect).map { $0.map(\.x) }
        }

        private static func random(_ width: Int, _ height: Int, seed: UInt64) -> [[SIMD4<UInt8>]] {
            var random = SeededGenerator(seed: seed)
            return (0..<height).map { _ in
                (0..<width).map { _ in
                    let isOpaque = Bool.random(using: &random)
                    return SIMD4(
                        .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
                        .random(in: 0...255, using: &random), isOpaque ? 255 : .random(in: 0...255, using: &random))
                }
            }
        }

        @Test(arguments: [0.3, 1, 2.5]) func blursAreWeightedSums(radius: Double) throws {
            let rows = Self.random(9, 7, seed: 1)
            let blurred = try #require(
                CIFilter(
                    name: "CIGaussianBlur",
                    parameters: [kCIInputImageKey: Self.image(rows), kCIInputRadiusKey: radius])?.outputImage)
            let reach = Int((radius * 3).rounded(.up))
            #expect(blurred.extent == CGRect(x: -reach, y: -reach, width: 9 + 2 * reach, height: 7 + 2 * reach))
            let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
            let total = weights.reduce(0, +) * weights.reduce(0, +)
            for (row, found) in try Self.pixels(blurred).enumerated() {
                for (column, pixel) in found.enumerated() {
                    var sum = SIMD4<Double>.zero
                    for y in max(0, row - 2 * reach)...row where y < 7 {
                        for x in max(0, column - 2 * reach)...column where x < 9 {
                            let weight = weights[row - y] * weights[column - x] / total
                            sum += SIMD4<Double>(rows[y][x].premultiplied) * weight
                        }
                    }
                    // Colors of nearly transparent pixels are kept with few digits.
                    let limit = sum.w < 40 ? 3.0 : 1.6
                    #expect(abs(sum - SIMD4<Double>(pixel)).max() < limit, "\(sum) \(pixel)")
                }
            }
        }

        /// A wide blur is computed from means of some pixels.
        @Test(arguments: [7.9, 8, 9, 21, 60]) func wideBlursAreThoseOfABellCurve(radius: Double) throws {
            let shades = (0..<300).map { (place: Int) -> UInt8 in
                if place < 190 { return place < 101 ? 10 : 240 }
                return UInt8(place * 7 % 256)
            }
            let row = try Self.gray([shades])
            let found = try Self.shades(
                row.clampedToExtent().applyingGaussianBlur(sigma: radius), in: row.extent)[0]
            let reach = Int(radius * 4)
            for (place, shade) in found.enumerated() {
                var (sum, total) = (0.0, 0.0)
                for step in -reach...reach {
                    let weight = exp(-Double(step * step) / (2 * radius * radius))
                    sum += weight * Double(shades[min(max(place + step, 0), 299)])
                    total += weight
                }
                #expect(Swift.abs(Double(shade) - sum / total) < 2, "\(place)")
            }
        }

        @Test func aClampedImageIsBlurredWithoutEdges() throws {
            let image = try Self.gray([[90, 90, 90], [90, 90, 90]])
            let clamped = image.clampedToExtent()
            #expect(clamped.extent.isInfinite)
            #expect(clamped.cgImage == nil)
            let blurred = clamped.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4])
            #expect(blurred.extent.isInfinite)
            let cropped = blurred.cropped(to: image.extent)
            #expect(cropped.extent == image.extent)
            #expect(try Self.pixels(cropped).joined().allSatisfy { $0 == SIMD4(90, 90, 90, 255) })
            let softened = image.applyingGaussianBlur(sigma: 4).cropped(to: image.extent)
            #expect(try Self.pixels(softened).joined().allSatisfy { $0.w < 100 })
            #expect(CIContext().createCGImage(clamped, from: clamped.extent) == nil)
        }

        @Test func aClampedImageContinuesItsEdges() throws {
            let image = try Self.gray([[1, 2], [3, 4]]).transformed(by: CGAffineTransform(translationX: 5, y: -3))
            let clamped = image.clampedToExtent()
            let around = CGRect(x: 4, y: -4, width: 4, height: 4)
            #expect(
                try Self.shades(clamped, in: around) == [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]])
            #expect(try Self.shades(clamped, in: CGRect(x: 900, y: -900, width: 1, height: 2)) == [[4], [4]])
            let turned = clamped.oriented(.down).cropped(to: CGRect(x: 100, y: 100, width: 1, height: 1))
            #expect(try Self.shades(turned) == [[3]])
            // What an image covers in part is no edge to continue.
            let half = try Self.gray([[9, 9, 9]]).transformed(by: CGAffineTransform(translationX: 0.5, y: 0))
            #expect(try Self.pixels(half.clampedToExtent(), in: around)[0][0] == SIMD4(9, 9, 9, 255))
        }

        @Test func scalingKeepsEvenAreasAndEdges() throws {
            let filter = try #require(CIFilter(name: "CILanczosScaleTransform"))
            filter.setValue(try Self.gray([[UInt8]](repeating: [70, 70, 70, 70], count: 6)), forKey: kCIInputImageKey)
            filter.setValue(2.5, forKey: kCIInputScaleKey)
            filter.setValue(NSNumber(value: 2), forKey: kCIInputAspectRatioKey)
            let large = try #require(filter.outputImage)
            #expect(large.extent == CGRect(x: 0, y: 0, width: 20, height: 15))
            #expect(try Self.pixels(large).joined().allSatisfy { $0 == SIMD4(70, 70, 70, 255) })
            filter.setValue(0.01, forKey: kCIInputScaleKey)
            #expect(filter.outputImage?.extent.size == CGSize(width: 1, height: 1))
            #expect(try Self.shades(filter.outputImage) == [[70]])
        }

        @Test func scalingIsThatOfLanczos() throws {
            let rows = Self.random(12, 1, seed: 4).map { $0.map { SIMD4($0.x, $0.y, $0.z, 255) } }
            func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
            for scale in [0.5, 0.7, 1.6] {
                let scaled = try Self.image(rows).applyingFilter(
                    "CILanczosScaleTransform", parameters: ["inputScale": 1.0, "inputAspectRatio": scale])
                let found = try Self.pixels(scaled)[0]
                #expect(found.count == Int((12 * scale).rounded()))
                let width = max(1, 1 / scale)
                for (index, pixel) in found.enumerated() {
                    let center = (Double(index) + 0.5) / scale
                    var (sum, total) = (SIMD4<Double>.zero, 0.0)
                    for (place, color) in rows[0].enumerated() {
                        let distance = (Double(place) + 0.5 - center) / width
                        let weight = abs(distance) < 3 ? sinc(distance) * sinc(distance / 3) : 0
                        sum += SIMD4<Double>(color.premultiplied) * weight
                        total += weight
                    }
                    let expected = (sum / total).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                    #expect(abs(expected - SIMD4<Double>(pixel)).max() < 0.6)
                }
            }
        }

        @Test func edgesAreWhereColorsChange() throws {
            let image = try Self.image(
                [[SIMD4<UInt8>]](repeating: [[0, 9, 0, 255], [0, 9, 0, 255], [100, 9, 0, 255]], count: 3))
            let edges = image.applyingFilter("CIEdges", parameters: ["inputIntensity": 2])
            #expect(edges.extent == image.extent)
            let expected: [SIMD4<UInt8>] = [[0, 0, 0, 255], [200, 0, 0, 255], [200, 0, 0, 255]]
            #expect(try Self.pixels(edges).allSatisfy { $0 == expected })
            let across = try Self.shades(image.oriented(.right).applyingFilter("CIEdges"))
            #expect(across.map { $0[1] }.sorted() == [0, 100, 100])
        }

        @Test func meansIncludeWhatIsTransparent() throws {
            let image = try Self.image([[[200, 0, 40, 255], [100, 0, 40, 255]], [[0, 0, 0, 0], [50, 60, 0, 255]]])
            func mean(_ extent: Any?) throws -> SIMD4<UInt8> {
                let filter = try #require(CIFilter(name: "CIAreaAverage", parameters: [kCIInputImageKey: image]))
                if let extent { filter.setValue(extent, forKey: kCIInputExtentKey) }
                let output = try #require(filter.outputImage)
                #expect(output.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
                return try Self.pixels(output)[0][0]
            }
            #expect(try mean(CIVector(x: 0, y: 1, z: 2, w: 1)) == [150, 0, 40, 255])
            #expect(try mean(CGRect(x: 1, y: 0, width: 1, height: 2)) == [75, 30, 20, 255])
            #expect(try mean(CIVector(cgRect: CGRect(x: 1, y: 0, width: 2, height: 1))) == [25, 30, 0, 128])
            // The mean of the whole image: 87.5, 15 and 20 with alpha 191.25.
            let whole = try mean(nil)
            #expect(abs(SIMD4<Double>(whole) - [87.5, 15, 20, 191.25]).max() < 1)
        }

        @Test func valuesThatDoNotFitGiveNoImage() throws {
            let image = try Self.gray([[1]])
            #expect(CIFilter(name: "CIBloom") == nil)
            #expect(CIFilter(name: "") == nil)
            let filter = try #require(CIFilter(name: "CILanczosScaleTransform"))
            #expect(filter.outputImage == nil)
            #expect(filter.name == "CILanczosScaleTransform")
            #expect(filter.inputKeys == ["inputImage", "inputAspectRatio", "inputScale"])
            filter.setValue(image, forKey: kCIInputImageKey)
            #expect(filter.value(forKey: kCIOutputImageKey) is CIImage)
            let wrong: [Any] = [0, -1, Double.nan, Double.infinity, "2", 1e9]
            for value in wrong {
                filter.setValue(value, forKey: kCIInputScaleKey)
                #expect(filter.outputImage == nil, "\(value)")
            }
            filter.setDefaults()
            #expect(filter.outputImage?.extent == image.extent)
            filter.setValue(1e6, forKey: kCIInputScaleKey)
            #expect(try #require(filter.outputImage).extent.width == 1e6)
            let average = try #require(
                CIFilter(name: "CIAreaAverage", parameters: ["inputImage": image.clampedToExtent()]))
            #expect(average.outputImage == nil)
            #expect(image.applyingFilter("CINoSuchFilter").extent.isEmpty)
            #expect(CIImage.empty().clampedToExtent().extent.isEmpty)
            #expect(CIContext().createCGImage(.empty(), from: CGRect(x: 0, y: 0, width: 1, height: 1)) != nil)
            let far = image.clampedToExtent().cropped(to: CGRect(x: 1e200, y: 0, width: 1, height: 1))
            #expect(CIContext().createCGImage(far, from: far.extent) == nil)
        }

        @Test func bitmapsHaveTheirFormat() throws {
            let image = try Self.image([[[200, 100, 50, 128], [1, 2, 3, 255]]])
            func bitmap(_ format: CIFormat, _ bounds: CGRect, rowBytes: Int = 16) -> [UInt8] {
                var bytes = [UInt8](repeating: 9, count: 32)
                CIContext().render(
                    image, toBitmap: &bytes, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: nil)
                return bytes
            }
            let both = CGRect(x: 0, y: 0, width: 2, height: 1)
            #expect(bitmap(.RGBA8, both).prefix(9) == [100, 50, 25, 128, 1, 2, 3, 255, 9])
            #expect(bitmap(.BGRA8, both).prefix(9) == [25, 50, 100, 128, 3, 2, 1, 255, 9])
            #expect(bitmap(.ARGB8, both).prefix(9) == [128, 100, 50, 25, 255, 1, 2, 3, 9])
            #expect(bitmap(.ABGR8, both).prefix(9) == [128, 25, 50, 100, 255, 3, 2, 1, 9])
            #expect(bitmap(.R8, both).prefix(3) == [100, 1, 9])
            let floats = bitmap(.RGBAf, CGRect(x: 1, y: 0, width: 1, height: 1)).withUnsafeBytes {
                $0.loadUnaligned(as: SIMD4<Float>.self)
            }
            #expect(abs(floats * 255 - [1, 2, 3, 255]).max() < 0.01)
            // The row above the image is transparent; part of a pixel is left out.
            let above = bitmap(.RGBA8, CGRect(x: 0.5, y: 0, width: 1.9, height: 2))
            #expect(above.prefix(4) == [0, 0, 0, 0])
            #expect(above[16..<21] == [100, 50, 25, 128, 9])
            // Rows that do not fit leave the memory as it is.
            #expect(bitmap(.RGBA8, both, rowBytes: 7).allSatisfy { $0 == 9 })
            #expect(bitmap(CIFormat(rawValue: 1), both).allSatisfy { $0 == 9 })
            #expect(bitmap(.RGBA8, .null).allSatisfy { $0 == 9 })
            #expect(bitmap(.RGBA8, .infinite).allSatisfy { $0 == 9 })
        }

        @Test func filtersFollowOneAnother() throws {
            let rows = Self.random(40, 30, seed: 7)
            let image = try Self.image(rows).oriented(.left).transformed(by: CGAffineTransform(translationX: -7, y: 11))
            let chain = image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2.0])
                .applyingGaussianBlur(sigma: 9)
                .applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 0.5])
                .applyingFilter("CIEdges").cropped(to: CGRect(x: 0, y: 4, width: 12, height: 12))
            let whole = try Self.pixels(chain)
            // A part of the result is computed from a part of the images.
            let part = try Self.pixels(chain, in: CGRect(x: 3, y: 6, width: 4, height: 5))
            #expect(part == whole[5..<10].map { Array($0[3..<7]) })
            #expect(whole.joined().contains { $0.x > 0 })
        }

        @Test func aColorTellsItsParts() {
            var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
            #expect(UIColor.orange.withAlphaComponent(0.25).getRed(&red, green: &green, blue: &blue, alpha: &alpha))
            #expect([red, green, blue, alpha] == [1, 0.5, 0, 0.25])
            UIColor(white: 0.5, alpha: 1).getRed(nil, green: nil, blue: &blue, alpha: nil)
            #expect(blue == 0.5)
        }

        @Test func vectorsHoldNumbers() {
            let vector = CIVector(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4))
            #expect(vector == CIVector(x: 1, y: 2, z: 3, w: 4))
            #expect(vector.cgRectValue.height == 4)
            #expect(vector.count == 4)
            #expect(CIVector(x: 5).y == 0)
            #expect(CIVector(cgPoint: CGPoint(x: 1, y: 2)).description == "[1.0 2.0]")
            #expect(CIVector(values: [1, 2], count: 2).value(at: 7) == 0)
        }
    }

    private func abs(_ vector: SIMD4<Double>) -> SIMD4<Double> {
        vector.replacing(with: -vector, where: vector .< .zero)
    }
    private func abs(_ vector: SIMD4<Float>) -> SIMD4<Float> { vector.replacing(with: -vector, where: vector .< .zero) }
#endif
