// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

extension HardClips {
    /// Returns clips of the sample photo and, where they are, of photos that may not be published.
    public static func standard() throws -> HardClips {
        let options = FaceDetectorOptions()
        options.range = .auto
        let detector = try FaceDetector(options: options)
        func photo(_ url: URL) throws -> FacePhoto {
            let pixels = try ImageDecoder().decode(contentsOf: url)
            let found = try detector.detect(image: MPImage(pixelBuffer: pixels)).detections.map(\.boundingBox)
            return FacePhoto(
                name: url.lastPathComponent,
                DerivedPixels(width: pixels.width, height: pixels.height, bytes: pixels.rgbBytes),
                boxes: found.map { (Double($0.minX), Double($0.minY), Double($0.width), Double($0.height)) })
        }
        func unpublished(_ names: [String]) throws -> [FacePhoto] {
            TestData.isPresent ? try names.map { try photo(TestData.url($0)) } : []
        }
        let more = try unpublished([
            "faces/biden.jpg", "faces/emotion_a1.jpg", "faces/emotion_b4.jpg", "faces/face_700.jpg",
        ])
        let plain = DerivedPixels(width: 640, height: 360, red: 120, green: 130, blue: 110)
        return HardClips(
            [try photo(Sample.url)] + more.filter { $0.faces.count == 1 },
            backgrounds: [FacePhoto(name: "gray", plain, boxes: [])]
                + (try unpublished(["none/grass.jpg", "none/no_face.jpg"])))
    }
}
