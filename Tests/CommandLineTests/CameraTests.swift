// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// A camera, played by a library of Tests/Faults.
@Suite(.enabled(if: Faults.canBePreloaded, "the sanitizers cannot be preloaded over"))
struct CameraTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try Self.frame().write(to: scratch.url("frame.yuyv"))
    }

    /// The face of the sample photo as 320x240 pixels in YUYV.
    private static func frame() throws -> Data {
        let photo = try Sample.pixels()
        let rgb = photo.rgbBytes
        var bytes = Data()
        for row in 0..<240 {
            for column in stride(from: 0, to: 320, by: 2) {
                let start = (row * photo.width + column + 64) * 3
                func value(_ offset: Double, _ weights: SIMD3<Double>, at place: Int) -> UInt8 {
                    let color = SIMD3<UInt8>(rgb[place], rgb[place + 1], rgb[place + 2])
                    let sum: Double = (SIMD3<Double>(color) * weights).sum()
                    return UInt8(offset + sum / 256)
                }
                let luma = SIMD3(65.5, 128.6, 25)
                bytes.append(value(16, luma, at: start))
                bytes.append(value(128, SIMD3(-37.9, -74.5, 112), at: start))
                bytes.append(value(16, luma, at: start + 3))
                bytes.append(value(128, SIMD3(112, -94, -18), at: start))
            }
        }
        return bytes
    }

    @Test func everyFrameOfACameraHasALine() throws {
        let outcome = try Faults.runWithCamera(
            "lineament face-landmarker camera:/dev/video0 | head -n 5", frame: scratch.url("frame.yuyv"), count: 40,
            in: scratch.folder)
        #expect(outcome.objects.count == 5, "\(outcome.errors)")
        #expect(
            outcome.objects.allSatisfy { ($0["faceLandmarks"] as? [Any])?.count == 1 && $0["width"] as? Int == 320 })
        let times = outcome.objects.compactMap { $0["timestampInMilliseconds"] as? Int }
        #expect(times.count == 5)
        #expect(times == times.sorted())
        #expect(Set(times).count == 5)
    }

    /// Ctrl-C ends the program although the camera stays silent.
    @Test func aCameraThatHangsCanBeInterrupted() throws {
        let outcome = try Faults.runWithCamera(
            "timeout --preserve-status --kill-after 60 --signal INT 2 lineament face-detector camera:/dev/video0 -o out.json",
            frame: scratch.url("frame.yuyv"), count: 3, in: scratch.folder)
        #expect(outcome.status == 130, "\(outcome)")
    }
}
