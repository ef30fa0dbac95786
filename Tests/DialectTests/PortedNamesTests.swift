// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    @testable import AVFoundation
    import Foundation
    import struct Lineament.LineamentError
    import LineamentAppleTypes
    import LineamentMLKit
    import Testing

    /// Names that public programs use around their calls.
    @Suite struct PortedNamesTests {
        @Test func aPushedContextTakesWhatIsDrawn() throws {
            let context = try #require(
                CGContext(
                    data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
            context.translateBy(x: 0, y: 2)
            context.scaleBy(x: 1, y: -1)
            UIGraphicsPushContext(context)
            UIColor.red.setFill()
            UIRectFill(CGRectMake(0, 0, 1, 1))
            #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
            UIGraphicsPopContext()
            #expect(UIGraphicsGetCurrentContext() == nil)
            let data = try #require(context.makeImage()?.dataProvider?.data)
            #expect(Array(data.prefix(8)) == [255, 0, 0, 255, 0, 0, 0, 0])
        }

        @Test func aColorOfDisplayP3IsThatOfTheScreen() throws {
            let gray = UIColor(displayP3Red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
            let parts = try #require(gray.cgColor.components)
            #expect(parts.allSatisfy { abs($0 - 0.5) < 0.001 || $0 == 1 })
            #expect(UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1).cgColor == UIColor.red.cgColor)
        }

        @Test func aValueHoldsAPoint() {
            #expect(NSValue(cgPoint: CGPointMake(1, 2)).cgPointValue == CGPoint(x: 1, y: 2))
            #expect(NSValue(cgRect: CGRectMake(1, 2, 3, 4)).cgRectValue == CGRect(x: 1, y: 2, width: 3, height: 4))
        }

        @Test func aModeIsMadeFromItsNumber() {
            let options = FaceDetectorOptions()
            options.performanceMode = FaceDetectorPerformanceMode(rawValue: 2)
            options.landmarkMode = FaceDetectorLandmarkMode(rawValue: 2)
            #expect(options.performanceMode == .accurate)
            #expect(options.landmarkMode == .all)
            #expect(PoseDetectorMode(rawValue: 2) == .singleImage)
        }

        @Test func aCameraThatCannotBeReadIsAnAVError() throws {
            let device = AVCaptureDevice(uniqueID: "0", localizedName: "", position: .back, address: "/no/such.mp4")
            #expect(!device.isTorchModeSupported(.on))
            #expect(!device.isFocusModeSupported(.continuousAutoFocus))
            let error = AVError(reason: LineamentError(.notFound, "There is no camera 7."))
            #expect(error.code == .deviceNotConnected)
            #expect((error as NSError).domain == AVFoundationErrorDomain)
            #expect(error.localizedDescription.contains("camera 7"))
        }
    }
#endif
