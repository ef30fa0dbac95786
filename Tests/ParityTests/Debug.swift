import Foundation
@testable import Lineament
import LineamentMedia
import TestSupport
import Testing
@Test func debugVideo() throws {
    let reader = try VideoReader(TestData.url("videos/synth_h264.mp4").path)
    let options = FaceLandmarkerOptions(); options.runningMode = .video; options.numFaces = 2; options.minTrackingConfidence = 1
    let a = try FaceLandmarker(options: options)
    var frames = Data(), raws = Data()
    var k = 0
    while let f = try reader.next(), k < 24 {
        let rgb = try f.pixels.convertedToRGB()
        frames.append(contentsOf: rgb.rgbBytes)
        let r = try a.detect(videoFrame: MPImage(pixelBuffer: rgb), timestampInMilliseconds: k * 40)
        for i in 0..<2 { for p in r.faceLandmarks[min(i, r.faceLandmarks.count - 1)] { withUnsafeBytes(of: (p.x, p.y, p.z)) { raws.append(contentsOf: $0) } } }
        k += 1
    }
    try frames.write(to: URL(fileURLWithPath: "/tmp/dbg/frames.rgb")); try raws.write(to: URL(fileURLWithPath: "/tmp/dbg/raw2.f32"))
}
