// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import LineamentAppleTypes
    import Testing

    /// Drawings that programs make with Core Graphics around their calls, on small bitmaps.
    @Suite struct DrawingStandInTests {
        /// Returns the red of each pixel, row by row from the top, of what is drawn on transparent black.
        private static func reds(_ width: Int, _ height: Int, _ draw: (CGContext) -> Void) throws -> [[UInt8]] {
            let context = try #require(
                CGContext(
                    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
            draw(context)
            let data = try #require(context.makeImage()?.dataProvider?.data)
            return (0..<height).map { row in (0..<width).map { data[row * context.bytesPerRow + $0 * 4] } }
        }

        @Test func strokedRectangleHasItsCorners() throws {
            let reds = try Self.reds(6, 5) { context in
                context.setStrokeColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
                context.setLineWidth(1)
                context.stroke(CGRect(x: 0.5, y: 0.5, width: 4, height: 3))
            }
            #expect(
                reds == [
                    [0, 0, 0, 0, 0, 0], [255, 255, 255, 255, 255, 0], [255, 0, 0, 0, 255, 0], [255, 0, 0, 0, 255, 0],
                    [255, 255, 255, 255, 255, 0],
                ])
        }

        @Test func edgesBetweenPixelsAreBlended() throws {
            let reds = try Self.reds(3, 1) { context in
                context.setFillColor(.white)
                context.fill(CGRect(x: 0.5, y: 0, width: 2, height: 1))
            }
            #expect(reds == [[128, 255, 128]])
        }

        @Test(arguments: [(CGPathFillRule.winding, UInt8(255)), (.evenOdd, 0)])
        func fillRuleDecidesOfHoles(rule: CGPathFillRule, middle: UInt8) throws {
            let path = CGMutablePath()
            path.addRects([CGRect(x: 0, y: 0, width: 3, height: 3), CGRect(x: 1, y: 1, width: 1, height: 1)])
            #expect(path.contains(CGPoint(x: 1.5, y: 1.5), using: rule) == (middle > 0))
            #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 3, height: 3))
            let reds = try Self.reds(3, 3) { context in
                context.setFillColor(.white)
                context.addPath(path)
                context.fillPath(using: rule)
            }
            #expect(reds == [[255, 255, 255], [255, middle, 255], [255, 255, 255]])
        }

        /// Points take the transform of the moment when they are added, and the pen that of the moment when it draws.
        @Test(arguments: [false, true]) func pathsKeepTheTransformTheyWereAddedUnder(isFilled: Bool) throws {
            let reds = try Self.reds(4, 1) { context in
                context.setFillColor(.white)
                context.setStrokeColor(.white)
                context.saveGState()
                context.translateBy(x: 1, y: 0)
                context.scaleBy(x: 2, y: 1)
                if isFilled {
                    context.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
                } else {
                    context.addLines(between: [CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5)])
                }
                context.restoreGState()
                if isFilled { context.fillPath() } else { context.strokePath() }
            }
            #expect(reds == [[0, 255, 255, 0]])
        }

        @Test func linesFollowTheTransformAndEachPathIsNew() throws {
            let reds = try Self.reds(3, 2) { context in
                context.translateBy(x: 0, y: 2)
                context.scaleBy(x: 1, y: -1)
                context.setStrokeColor(.white)
                context.strokeLineSegments(between: [CGPoint(x: 0, y: 0.5), CGPoint(x: 2, y: 0.5)])
                context.strokePath()
            }
            #expect(reds == [[255, 255, 0], [0, 0, 0]])
        }

        @Test(arguments: [true, false]) func circlesAreDrawnInEitherDirection(clockwise: Bool) throws {
            let reds = try Self.reds(3, 3) { context in
                context.setFillColor(.white)
                context.addArc(
                    center: CGPoint(x: 1.5, y: 1.5), radius: 1.5, startAngle: 0, endAngle: 2 * .pi,
                    clockwise: clockwise)
                context.fillPath()
            }
            #expect(reds[1][1] == 255)
            #expect(reds[1][0] > 200)
            #expect(reds[0][0] < 200)
        }

        @Test func whatIsNoNumberIsNotDrawn() throws {
            let none = CGFloat.nan
            let reds = try Self.reds(2, 2) { context in
                let rect = CGRect(x: none, y: 0, width: 2, height: 2)
                context.setFillColor(CGColor(red: none, green: 0, blue: 0, alpha: 1))
                context.fill(rect)
                context.clear(rect)
                context.addArc(center: .zero, radius: 1, startAngle: none, endAngle: 1, clockwise: false)
                context.strokePath()
                if let image = context.makeImage() {
                    context.draw(image, in: rect)
                    #expect(image.cropping(to: rect) == nil)
                    let cropped = CIImage(cgImage: image).cropped(to: rect)
                    #expect(CIContext().createCGImage(cropped, from: cropped.extent) == nil)
                }
            }
            #expect(reds == [[0, 0], [0, 0]])
        }

        @Test func impossibleBitmapsAreRefused() throws {
            let (space, last) = (CGColorSpaceCreateDeviceRGB(), CGImageAlphaInfo.premultipliedLast.rawValue)
            for sides in [(1 << 20, 1 << 20), (.max, 1), (1, .max), (0, 4), (-4, 4)] {
                #expect(
                    CGContext(
                        data: nil, width: sides.0, height: sides.1, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                        bitmapInfo: last) == nil)
            }
            UIGraphicsBeginImageContext(CGSize(width: 1e6, height: 1e6))
            #expect(UIGraphicsGetCurrentContext() == nil)
            UIGraphicsEndImageContext()
            let provider = try #require(CGDataProvider(data: Data([1, 2, 3, 4])))
            let pixel = try #require(
                CGImage(
                    width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
                    bitmapInfo: CGBitmapInfo(rawValue: last), provider: provider, decode: nil, shouldInterpolate: true,
                    intent: .defaultIntent))
            let huge = CIImage(cgImage: pixel).transformed(by: CGAffineTransform(scaleX: 1_000_000, y: 1_000_000))
            #expect(CIContext().createCGImage(huge, from: huge.extent) == nil)
        }

        @Test func poolGivesBuffersOfItsSizeAndFormat() throws {
            var pool: CVPixelBufferPool?
            #expect(CVPixelBufferPoolCreate(nil, nil, [kCVPixelBufferWidthKey: 8], &pool) != kCVReturnSuccess)
            let attributes: [String: Any] = [
                kCVPixelBufferWidthKey: 8, kCVPixelBufferHeightKey: 4,
                kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA,
            ]
            #expect(CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool) == kCVReturnSuccess)
            var buffer: CVPixelBuffer?
            let status = CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &buffer)
            let made = try #require(buffer)
            #expect(status == kCVReturnSuccess)
            #expect(CVPixelBufferGetWidth(made) == 8)
            #expect(CVPixelBufferGetHeight(made) == 4)
            #expect(CVPixelBufferGetPixelFormatType(made) == kCVPixelFormatType_32BGRA)
        }

        @Test func errorsAreShownByFormats() {
            let text = String(format: "failed: %@ (%d)", NSError(domain: "Camera", code: 3), 7)
            #expect(text.hasPrefix("failed: Error Domain=Camera Code=3"))
            #expect(text.hasSuffix("(7)"))
        }

        @Test func vectorsHaveLengthsAndProducts() {
            #expect(simd_length(SIMD3<Float>(2, 3, 6)) == 7)
            #expect(simd_distance(SIMD2<Double>(0, 0), SIMD2(3, 4)) == 5)
            #expect(simd_cross(SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0)) == SIMD3(0, 0, 1))
            #expect(simd_make_float3(SIMD4(1, 2, 3, 4)) == SIMD3(1, 2, 3))
        }
    }
#endif
