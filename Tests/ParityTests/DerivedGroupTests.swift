// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// Detection of faces of 8 to 200 pixels at known places, and identities in clips.
@Suite struct DerivedGroupTests {
    /// The measured number of faces found in each group of ``DerivedImages/groups``. Nothing else is detected.
    private static let found: [String: Measured] = [
        "group-8": (yuNet: 33, tiled: 36, of: 36), "group-12": (36, 36, 36), "group-24": (28, 28, 28),
        "group-48": (25, 25, 25), "group-100": (8, 8, 8), "group-160": (2, 2, 2), "group-mixed": (17, 18, 18),
    ]

    private typealias Measured = (yuNet: Int, tiled: Int, of: Int)

    @Test(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)")) func autoFindsTheGroups() throws {
        let options = FaceDetectorOptions()
        options.range = .auto
        let detector = try FaceDetector(options: options)
        for group in try DerivedInputs.images.get().groups {
            let image = try DerivedInputs.image(group.image.name).image()
            let boxes = try detector.detect(image: image).detections.map(\.boundingBox)
            try expect(boxes, of: group) { $0.yuNet }
        }
        for name in ["no-face", "flat", "gradient"] {
            let found = try detector.detect(image: DerivedInputs.image(name).image()).detections
            #expect(found.isEmpty, "\(name)")
        }
    }

    /// The detector that replaces YuNet where its model is not installed.
    @Test func autoFindsTheGroupsWithoutYuNet() throws {
        let threading = try Threading(requested: 0)
        let detector = TiledFaceDetector(
            base: try BlazeFaceDetector(.fixed(.faceDetector), threading: threading, style: .tasks),
            full: try BlazeFaceDetector(
                .fixed(.fullRangeFaceDetector), threading: threading, style: .tasks),
            maxSearchedPixels: FaceDetectorOptions().maxSearchedPixels)
        for group in try DerivedInputs.images.get().groups {
            let pixels = try DerivedInputs.image(group.image.name).pixelBuffer()
            let found = try detector.faces(
                in: pixels, region: .wholeImage(pixels.size, rotation: 0), minScore: 0.5, iouThreshold: 0.3)
            let boxes = found.map {
                CGRect(
                    x: Double($0.box.minimum.x) * Double(pixels.width),
                    y: Double($0.box.minimum.y) * Double(pixels.height),
                    width: Double($0.box.maximum.x - $0.box.minimum.x) * Double(pixels.width),
                    height: Double($0.box.maximum.y - $0.box.minimum.y) * Double(pixels.height))
            }
            // Its precision is 0.97, measured on the labeled photos. Among the smallest, as many other faces count as
            // evidence for what is none: three of 39 detections.
            try expect(boxes, of: group, mostWrong: group.image.name == "group-8" ? 3 : 1) { $0.tiled }
        }
    }

    private func expect(
        _ boxes: [CGRect], of group: DerivedImages.Group, mostWrong: Int = 0, _ measured: (Measured) -> Int
    ) throws {
        let name = group.image.name
        let known = try #require(Self.found[name])
        let found = group.faces.count { face in boxes.contains { $0.matches(face) } }
        let wrong = boxes.count { box in !group.faces.contains { box.matches($0) } }
        #expect(group.faces.count == known.of, "\(name)")
        // One fewer than measured of the smallest, which other processors may score slightly differently.
        let allowed = name == "group-8" ? 2 : name == "group-mixed" ? 1 : 0
        #expect(found >= measured(known) - allowed, "\(name): \(found) of \(known.of) faces")
        #expect(wrong <= mostWrong, "\(name): \(wrong) detections are no faces")
        #expect(boxes.count == found + wrong, "\(name): a face is detected twice")
    }

    /// A face keeps its ID while it moves, jumps, turns, and fades for four frames; one that leaves on one side and comes
    /// back on the other has a new one.
    @Test(arguments: ["moving", "zooming", "fading", "leaving"]) func oneFaceHasOneID(name: String) throws {
        let ids = try ids(name, numFaces: 1)
        let clip = try DerivedInputs.clip(name)
        try #require(ids.count == clip.frames.count)
        #expect(ids.allSatisfy { $0.count <= 1 })
        let expected = name == "leaving" ? [1, 2] : [1]
        var changes: [Int] = []
        for (id, _) in ids.joined() where changes.last != id { changes.append(id) }
        #expect(changes == expected)
        let found = ids.map { !$0.isEmpty }
        let firstGap = found.firstIndex(of: false) ?? found.count
        switch name {
        case "moving":
            #expect(found.count { !$0 } == 1)
            #expect(firstGap == 25)
        case "zooming": #expect(firstGap == found.count)
        case "fading":
            #expect(found.count { !$0 } == 4)
            #expect(firstGap == 18)
        default:
            #expect(found.count { !$0 } == 24)
            #expect(firstGap == 11)
        }
    }

    @Test func crossingFacesKeepTheirIDs() throws {
        let ids = try ids("crossing", numFaces: 2)
        #expect(ids.allSatisfy { $0.map(\.id).sorted() == [1, 2] })
        func places(_ frame: [(id: Int, x: Float)]) -> [Int] { frame.sorted { $0.x < $1.x }.map(\.id) }
        let (first, last) = (try #require(ids.first.map(places)), try #require(ids.last.map(places)))
        #expect(first == last.reversed())
        // In the order of time, the left one becomes the right one once.
        let isSwapped = ids.map { places($0) != first }
        #expect(isSwapped.firstIndex(of: true) == isSwapped.count { !$0 })
    }

    @Test func twoPeopleKeepTheirIDs() throws {
        let options = PoseLandmarkerOptions()
        options.runningMode = .video
        options.numPoses = 2
        let landmarker = try PoseLandmarker(options: options)
        let clip = try DerivedInputs.clip("two-people")
        var incomplete = 0
        for (time, frame) in zip(clip.times, clip.frames) {
            let result = try landmarker.detect(videoFrame: frame.image(), timestampInMilliseconds: time)
            #expect(Set(result.trackIDs).isSubset(of: [1, 2]))
            guard result.trackIDs == [1, 2] else {
                incomplete += 1
                continue
            }
            #expect(result.landmarks[0][0].x > 0.6)
            #expect(result.landmarks[1][0].x < 0.4)
        }
        // As Ivy Bridge, one of them is missed in one frame of 60.
        #expect(incomplete <= (ProcessorFamily.current.roundsLikeAVX512 ? 0 : 3))
    }

    /// Returns the IDs and the noses' places in each frame.
    private func ids(_ name: String, numFaces: Int) throws -> [[(id: Int, x: Float)]] {
        let options = FaceLandmarkerOptions()
        options.runningMode = .video
        options.numFaces = numFaces
        let landmarker = try FaceLandmarker(options: options)
        let clip = try DerivedInputs.clip(name)
        return try zip(clip.times, clip.frames).map { time, frame in
            let result = try landmarker.detect(videoFrame: frame.image(), timestampInMilliseconds: time)
            return try pairs(result.trackIDs, result.faceLandmarks).map { (id: $0, x: $1[1].x) }
        }
    }
}

extension CGRect {
    /// Returns whether a detection is of a face, by the rule of Scripts/evaluation/evaluate.py.
    fileprivate func matches(_ face: DerivedImages.Face) -> Bool {
        let other = CGRect(x: face.x, y: face.y, width: face.width, height: face.height)
        let shared = intersection(other)
        let overlap = shared.isNull ? 0 : shared.width * shared.height
        let (area, otherArea) = (width * height, other.width * other.height)
        return overlap / (area + otherArea - overlap) >= 0.4
            || (other.contains(CGPoint(x: midX, y: midY)) && (0.4...2.5).contains(area / otherArea))
    }
}
