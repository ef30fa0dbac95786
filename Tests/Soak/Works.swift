// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import TestSupport

/// A broken promise of the library.
struct Broken: Error { let what: String }

/// The middle of the sample photo, with the face, drifting by some pixels so that tracks have something to follow.
func faceImages() throws -> [PixelBuffer] {
    let photo = try Sample.pixels()
    let (bytes, side) = (photo.rgbBytes, 288)
    return try (0..<8).map { shift in
        let rows = (0..<side).flatMap { row in
            let start = ((row + shift) * photo.width + 80 + 2 * shift) * 3
            return bytes[start..<start + side * 3]
        }
        return try PixelBuffer(copying: rows, width: side, height: side, format: .rgb8)
    }
}

/// Returns a round that processes the next frame: in turns in a session that tracks the face, with blendshapes and
/// matrix, and in one that tracks the body, with its mask.
func frames() throws -> (Int) throws -> Void {
    let faceOptions = FaceLandmarkerOptions()
    faceOptions.outputFaceBlendshapes = true
    faceOptions.outputFacialTransformationMatrixes = true
    let faces = try FaceLandmarker(options: faceOptions).makeSession()
    let poseOptions = PoseLandmarkerOptions()
    poseOptions.shouldOutputSegmentationMasks = true
    let bodies = try PoseLandmarker(options: poseOptions).makeSession()
    let images = try faceImages()
    return { index in
        let place = index / 2 % 14
        let image = try MPImage(pixelBuffer: images[place < 8 ? place : 14 - place])
        if index.isMultiple(of: 2) {
            let result = try faces.detect(videoFrame: image, timestampInMilliseconds: index * 33)
            guard result.trackIDs == [1] else { throw Broken(what: "frame \(index) has faces \(result.trackIDs)") }
        } else {
            let result = try bodies.detect(videoFrame: image, timestampInMilliseconds: index * 33)
            guard result.trackIDs == [1], result.segmentationMasks.count == 1 else {
                throw Broken(what: "frame \(index) has bodies \(result.trackIDs)")
            }
        }
    }
}

/// Returns a round that processes the next frame: in turns in a session that follows the whole person, with blendshapes and
/// mask, and in one that takes anything for a hand, as the photo hardly shows one.
func people() throws -> (Int) throws -> Void {
    let personOptions = HolisticLandmarkerOptions()
    personOptions.outputFaceBlendshapes = true
    personOptions.outputPoseSegmentationMasks = true
    let people = try HolisticLandmarker(options: personOptions).makeSession()
    let handOptions = HandLandmarkerOptions()
    (handOptions.minHandDetectionConfidence, handOptions.minHandPresenceConfidence) = (0.001, 0.001)
    handOptions.numHands = 2
    let hands = try HandLandmarker(options: handOptions).makeSession()
    let images = try faceImages()
    return { index in
        let place = index / 2 % 14
        let image = try MPImage(pixelBuffer: images[place < 8 ? place : 14 - place])
        if index.isMultiple(of: 2) {
            let result = try people.detect(videoFrame: image, timestampInMilliseconds: index * 33)
            guard result.trackIDs == [1], result.people[0].face != nil else {
                throw Broken(what: "frame \(index) has people \(result.trackIDs)")
            }
        } else {
            let result = try hands.detect(videoFrame: image, timestampInMilliseconds: index * 33)
            guard result.hands.count <= 2 else { throw Broken(what: "frame \(index) has \(result.hands.count) hands") }
        }
    }
}

/// Returns a round that decodes the next photo, of which one in ten is broken, and detects the faces in it.
func photos() throws -> (Int) throws -> Void {
    let detector = try FaceDetector(options: FaceDetectorOptions())
    let files = try photoFiles()
    var counts = [Int?](repeating: nil, count: files.count)
    return { index in
        let kind = index % files.count
        let file = files[kind]
        guard index % 10 != 7 else {
            // Cut somewhere else each time. Some decoders accept a file without its last bytes.
            let cut = file.prefix(index &* 2_654_435_761 % (file.count / 2))
            do {
                _ = try ImageDecoder().decode(cut)
            } catch is LineamentError {
                return
            }
            throw Broken(what: "photo \(index) was decoded though it is cut")
        }
        let found = try detector.detect(image: MPImage(pixelBuffer: ImageDecoder().decode(file))).detections.count
        guard found == counts[kind] ?? found else { throw Broken(what: "photo \(index) has \(found) faces") }
        counts[kind] = found
    }
}

/// Returns the middle of the sample photo in all formats that can be written here, and the small test images in the
/// other formats where the test data is present.
private func photoFiles() throws -> [Data] {
    let image = try faceImages()[0]
    let written = try ImageEncoder.Format.allCases.map { try ImageEncoder().encode(image, as: $0) }
    let ppm = Data("P6 \(image.width) \(image.height) 255\n".utf8) + Data(image.rgbBytes)
    guard TestData.isPresent else { return written + [ppm] }
    let folder = TestData.url("formats")
    let others = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { ["gif", "tif", "tiff", "heic", "avif", "bmp"].contains(($0 as NSString).pathExtension) }
        .map { try Data(contentsOf: folder.appendingPathComponent($0)) }
        .filter { (try? ImageDecoder().decode($0)).map { $0.width * $0.height < 1_000_000 } ?? false }
    return written + [ppm] + others
}

/// Returns a round that opens a session, processes a frame in it and closes it.
func sessions() throws -> (Int) throws -> Void {
    let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
    let image = try MPImage(pixelBuffer: faceImages()[0])
    return { index in
        let result = try landmarker.makeSession().detect(videoFrame: image, timestampInMilliseconds: 0)
        guard result.trackIDs == [1] else { throw Broken(what: "session \(index) has faces \(result.trackIDs)") }
    }
}
