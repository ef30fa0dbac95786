// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import Locking

/// Returns a round in which callers come and go: one, a few, or many more than there are cores, each a thread that
/// detects the face in an image, or in the frames of a session of its own.
func callers() throws -> (Int) throws -> Void {
    let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
    let images = try faceImages()
    let counts = [1, 2, 1, 3 * ProcessInfo.processInfo.activeProcessorCount + 6]
    return { index in
        let mistakes = Locked<[String]>([])
        let threads = (0..<counts[index % counts.count]).map { number in
            Thread {
                do {
                    try call(landmarker, images[(index + number) % images.count], inSession: number.isMultiple(of: 2))
                } catch {
                    mistakes.withLock { $0.append("\(error)") }
                }
            }
        }
        for thread in threads { thread.start() }
        while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.001) }
        if let mistake = mistakes.withLock({ $0.first }) { throw Broken(what: "round \(index): \(mistake)") }
    }
}

/// One caller, who looks twice and then goes.
private func call(_ landmarker: FaceLandmarker, _ pixels: PixelBuffer, inSession: Bool) throws {
    let image = try MPImage(pixelBuffer: pixels)
    let session = inSession ? landmarker.makeSession() : nil
    for time in [0, 33] {
        let result =
            try session?.detect(videoFrame: image, timestampInMilliseconds: time) ?? landmarker.detect(image: image)
        guard result.faces.count == 1 else { throw Broken(what: "\(result.faces.count) faces") }
    }
}
