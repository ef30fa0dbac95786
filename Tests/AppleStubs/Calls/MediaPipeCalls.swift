// SPDX-License-Identifier: Apache-2.0
import Lineament

func mediaPipeCalls(pixels: CVPixelBuffer, sample: CMSampleBuffer) throws {
    let image = try MPImage(pixelBuffer: pixels)
    let turned = try MPImage(pixelBuffer: pixels, orientation: .right)
    let frame = try MPImage(sampleBuffer: sample)
    let turnedFrame = try MPImage(sampleBuffer: sample, orientation: .leftMirrored)
    let buffers: [CVPixelBuffer?] = [image.pixelBuffer, turned.pixelBuffer]
    let samples: [CMSampleBuffer?] = [frame.sampleBuffer, turnedFrame.sampleBuffer]
    _ = (buffers, samples)
    _ = try FaceLandmarker(options: FaceLandmarkerOptions()).detect(image: image)
}

#if canImport(UIKit)
    func mediaPipeCalls(photo: UIImage) throws {
        let image = try MPImage(uiImage: photo)
        let turned = try MPImage(uiImage: photo, orientation: photo.imageOrientation)
        let photos: [UIImage?] = [image.image, turned.image]
        let orientation: UIImage.Orientation = image.orientation
        _ = (photos, orientation)
    }
#endif
