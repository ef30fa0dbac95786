import Foundation
import Lineament
import LineamentMedia
import TestSupport
import Testing

@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct VideoParityTests {
    @Test(arguments: Reference.videoNames)
    func probe(name: String) throws {
        let reference = try Reference.video(name)
        let reader = try VideoReader(TestData.url(reference.path).path)
        var frames: [VideoFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        var line = "\(name) frames \(frames.count)/\(reference.times.count) times \(frames.map(\.timestampInMilliseconds) == reference.times) "
        var equal = 0
        var rgb: [PixelBuffer] = []
        for (f, s) in zip(frames, reference.sha256) { let r = try f.pixels.convertedToRGB(); rgb.append(r); if try sha256(r.rgbBytes) == s { equal += 1 } }
        line += "sha \(equal) "
        for (n, faces) in reference.faces.sorted(by: { $0.key < $1.key }) {
            let options = FaceLandmarkerOptions()
            options.runningMode = .video
            options.numFaces = n
            options.outputFaceBlendshapes = true
            options.outputFacialTransformationMatrixes = true
            let a = try FaceLandmarker(options: options), b = try FaceLandmarker(options: options)
            var ra = Residual(), rb = Residual(); var wrong = 0, wrongY = 0, ids = Set<Int>()
            for (i, t) in reference.times.enumerated() where i < frames.count {
                let x = try a.detect(videoFrame: MPImage(pixelBuffer: rgb[i]), timestampInMilliseconds: t)
                if x.faceLandmarks.count == faces[i].count { ra.add(x, faces[i], width: rgb[i].width, height: rgb[i].height) } else { wrong += 1 }
                let y = try b.detect(videoFrame: MPImage(pixelBuffer: frames[i].pixels), timestampInMilliseconds: t)
                ids.formUnion(y.trackIDs)
                if y.faceLandmarks.count == faces[i].count { rb.add(y, faces[i], width: rgb[i].width, height: rgb[i].height) } else { wrongY += 1 }
            }
            line += String(format: "| n%d wrong %d px %.5f bs %.5f r %.6f t %.5f; yuv wrong %d px %.4f ids \(ids.sorted())", n, wrong, ra.position, ra.blendshape, ra.rotation, ra.translation, wrongY, rb.position)
        }
        print(line)
    }
}
