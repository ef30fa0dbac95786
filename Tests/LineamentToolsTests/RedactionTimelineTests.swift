// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentTools
import Testing

@Suite struct RedactionTimelineTests {
    private static let size = CGSize(width: 640, height: 480)

    private static func face(at x: Double, score: Float = 0.9) -> Detection {
        Detection(
            categories: [ResultCategory(index: 0, score: score, categoryName: nil, displayName: nil)],
            boundingBox: CGRect(x: x, y: 100, width: 40, height: 50), keypoints: nil)
    }

    /// Returns the faces of each frame of a clip with 25 frames a second.
    private static func frames(
        _ count: Int, scenes: (Int) -> Int = { _ in 0 }, _ faces: (Int) -> [Detection]
    ) -> [[RedactionTimeline.Face]] {
        var timeline = RedactionTimeline()
        var ready: [RedactionTimeline.Frame] = []
        var place = FramePlace(scene: scenes(0))
        for index in 0..<count {
            if scenes(index) != place.scene { place = FramePlace(scene: scenes(index), shot: place.shot + 1) }
            ready += timeline.add(faces(index), in: size, time: Double(index) / 25, at: place)
        }
        ready += timeline.finish()
        #expect(ready.map(\.index) == Array(0..<count))
        return ready.map(\.faces)
    }

    @Test func gapsAreBridged() {
        let faces = Self.frames(60) { (20..<35).contains($0) ? [] : [Self.face(at: 100 + Double($0))] }
        #expect(faces.allSatisfy { !$0.isEmpty })
        #expect((20..<35).allSatisfy { frame in faces[frame].contains { $0.cause == .bridged } })
        #expect(faces[10][0].cause == .detected)
        // Halfway between the last and the next box, and a little larger.
        #expect(abs(faces[27][0].box.midX - (127 + 20)) < 1)
        #expect(faces[27][0].box.width > 40)
    }

    /// Whoever keeps the face before a gap does not keep the one after it, nor what is in the gap.
    @Test func aGapEndsATrack() {
        let faces = Self.frames(60) { (20..<35).contains($0) ? [] : [Self.face(at: 100)] }
        #expect(faces[..<20].allSatisfy { $0.map(\.trackID) == [1] })
        #expect(faces[20..<35].allSatisfy { Set($0.map(\.trackID)) == [1, 2] })
        #expect(faces[35...].allSatisfy { $0.map(\.trackID) == [2] })
        #expect(faces.joined().compactMap(\.previousTrackID) == [1])
        #expect(faces[35][0].previousTrackID == 1)
    }

    @Test func aFewMissedFramesDoNotEndATrack() {
        let faces = Self.frames(60) { (20..<22).contains($0) ? [] : [Self.face(at: 100)] }
        #expect(Set(faces.joined().map(\.trackID)) == [1])
    }

    /// While two faces overlap, it is not certain which is which.
    @Test func anOverlapEndsTracks() {
        let faces = Self.frames(60) { [Self.face(at: 100 + 6 * Double($0)), Self.face(at: 400)] }
        let first = Set(faces[0].map(\.trackID))
        let last = Set(faces[59].map(\.trackID))
        #expect(first.isDisjoint(with: last), "\(first) and \(last)")
    }

    @Test func tracksAreExtendedAtBothEnds() {
        let faces = Self.frames(100) { (40..<60).contains($0) ? [Self.face(at: 100)] : [] }
        let covered = faces.indices.filter { !faces[$0].isEmpty }
        #expect(covered == Array(28..<72))
        #expect(faces[30][0].cause == .extended)
        #expect(faces[50][0].cause == .detected)
        #expect(faces[65][0].cause == .extended)
        #expect(faces.indices.filter { faces[$0].contains(where: \.isLast) } == [59])
    }

    @Test func nothingIsCarriedAcrossACut() throws {
        let faces = Self.frames(60, scenes: { $0 / 30 }) {
            $0 < 30 ? [Self.face(at: 100)] : $0 > 32 ? [Self.face(at: 100)] : []
        }
        try #require(faces[29].map(\.trackID) == [1])
        #expect(!faces[29][0].isLast)
        try #require(faces[30].map(\.trackID) == [2])
        #expect(faces[30][0].cause == .extended)
    }

    /// The face moves on through a gap that is longer than the usual look ahead.
    @Test func longGapsAreCoveredAlongTheLine() {
        let faces = Self.frames(80) { (20..<55).contains($0) ? [] : [Self.face(at: 100 + 4 * Double($0))] }
        for frame in 20..<55 {
            let place = 100 + 4 * Double(frame)
            #expect(faces[frame].contains { $0.box.minX <= place && $0.box.maxX >= place + 40 }, "frame \(frame)")
        }
        #expect(faces[21].contains { $0.cause == .bridged })
    }

    @Test func aFaceThatMovesIsExtendedAlongItsWay() {
        let faces = Self.frames(60) { $0 < 20 ? [Self.face(at: 100 + 10 * Double($0))] : [] }
        let place = 100 + 10 * 25.0
        #expect(faces[25][0].box.minX <= place)
        #expect(faces[25][0].box.maxX >= place + 40)
    }

    @Test func anInterruptedSceneGoesOn() {
        let faces = Self.frames(60, scenes: { (30..<32).contains($0) ? 1 : 0 }) { index in
            (30..<32).contains(index) ? [] : [Self.face(at: 100)]
        }
        #expect(faces[..<30].allSatisfy { $0.map(\.trackID) == [1] })
        #expect((30..<32).allSatisfy { frame in faces[frame].contains { $0.cause == .bridged } })
    }

    /// While the face is hidden, something beside it is taken for a face.
    @Test func weakDetectionsDoNotPullATrackAway() {
        let faces = Self.frames(60) { index in
            guard (20..<40).contains(index) else { return [Self.face(at: 100)] }
            return [Self.face(at: 100 + 15 * Double(index - 19), score: 0.35)]
        }
        for index in 20..<40 {
            let isCovered = faces[index].contains { $0.box.minX <= 100 && $0.box.maxX >= 140 }
            #expect(isCovered, "frame \(index)")
        }
    }

    /// A face that is seen better and better keeps its number.
    @Test func aTrackThatBeginsWeakGoesOn() {
        let faces = Self.frames(60) { [Self.face(at: 100 + Double($0), score: $0 < 20 ? 0.4 : 0.9)] }
        #expect(Set(faces.joined().map(\.trackID)) == [1])
    }

    @Test func boxesThatAreNoNumbersAreLeftOut() {
        for x in [Double.nan, .infinity] {
            let faces = Self.frames(40) { _ in [Self.face(at: x)] }
            #expect(faces.joined().isEmpty)
        }
    }

    @Test func theCameraIsFollowed() {
        // The camera turns by a tenth of the width in each frame, and the face is missed while it does.
        func offset(_ index: Int) -> Double { index < 20 ? 0 : -0.1 * Double(min(index, 24) - 19) }
        var timeline = RedactionTimeline()
        var ready: [RedactionTimeline.Frame] = []
        for index in 0..<60 {
            let place = FramePlace(scene: 0, offset: SIMD2(offset(index), 0))
            let isSeen = index < 20
            let found = isSeen ? [Self.face(at: 500)] : []
            ready += timeline.add(found, in: Self.size, time: Double(index) / 25, at: place)
        }
        ready += timeline.finish()
        for index in 20..<30 {
            let x = 500 + 640 * offset(index)
            #expect(ready[index].faces.contains { $0.box.minX <= x && $0.box.maxX >= x + 40 }, "frame \(index)")
        }
    }

    @Test func anotherSizeScalesWhatIsCovered() {
        var timeline = RedactionTimeline()
        var ready: [RedactionTimeline.Frame] = []
        for index in 0..<40 {
            let isSmall = index >= 20
            let size = isSmall ? CGSize(width: 320, height: 240) : Self.size
            ready += timeline.add(index < 20 ? [Self.face(at: 400)] : [], in: size, time: Double(index) / 25)
        }
        ready += timeline.finish()
        for index in 20..<30 {
            // Half of the place in the larger frames, by edges, as a rectangle's `contains` rounds.
            let isCovered = ready[index].faces.contains {
                $0.box.minX <= 200 && $0.box.maxX >= 220 && $0.box.minY <= 50 && $0.box.maxY >= 75
            }
            #expect(isCovered, "frame \(index)")
        }
    }

    /// A face is half outside of the image when it is first detected.
    @Test func aFaceThatEntersIsCoveredFromTheBorderOn() {
        let faces = Self.frames(80) { index in
            let x = -60 + 2 * Double(index)
            return index >= 30 ? [Self.face(at: x)] : []
        }
        for index in 12..<30 {
            let x = -60 + 2 * Double(index)
            guard x + 40 > 4 else { continue }
            #expect(faces[index].contains { $0.box.minX <= max(0, x) && $0.box.maxX >= x + 40 }, "frame \(index)")
        }
    }

    @Test func boxesContainTheirDetections() {
        let places = (0..<40).map { 100 + Double($0 * 7 % 5) }
        let faces = Self.frames(40) { [Self.face(at: places[$0])] }
        for (place, face) in zip(places, faces.joined()) {
            #expect(face.box.minX <= place)
            #expect(face.box.maxX >= place + 40)
        }
    }

    @Test func framesWaitForASecondAndAHalfAtMost() {
        var timeline = RedactionTimeline()
        var waiting = 0
        for index in 0..<2000 {
            waiting += 1
            let faces = index % 3 == 0 ? [] : [Self.face(at: Double(index % 400))]
            let place = FramePlace(scene: index / 100)
            waiting -= timeline.add(faces, in: Self.size, time: Double(index) / 25, at: place).count
            #expect(waiting <= 39)
        }
        #expect(timeline.finish().count == waiting)
        #expect(timeline.finish().isEmpty)
    }

    /// Times come from containers, and from whoever calls.
    @Test func aTimeBeyondAnyVideoIsLimited() {
        var timeline = RedactionTimeline()
        let size = CGSize(width: 100, height: 100)
        #expect(timeline.add([], in: size, time: 0).isEmpty)
        // A second more is the same number.
        #expect(timeline.add([], in: size, time: 1e300).map(\.index) == [0, 1])
        #expect(timeline.finish().isEmpty)
    }

    @Test func cutsAreSeenAndMotionIsNot() throws {
        func frame(_ level: (Int, Int) -> Int) throws -> PixelBuffer {
            let bytes = (0..<64 * 48).map { UInt8(level($0 % 64, $0 / 64)) }
            return try PixelBuffer(copying: bytes, width: 64, height: 48, format: .gray8)
        }
        var scenes = SceneTracker()
        for step in 0..<10 {
            #expect(scenes.place(of: try frame { x, y in (x * y + step) % 256 }, time: Double(step) / 25).scene == 0)
        }
        #expect(scenes.place(of: try frame { x, _ in 255 - x * 4 }, time: 0.4).scene == 1)
        #expect(scenes.place(of: try frame { x, _ in 255 - x * 4 }, time: 0.44).scene == 1)
    }
}
