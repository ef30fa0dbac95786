// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentTools

/// Bodies that are missed in a few frames.
@Suite struct WaitingPeopleTests {
    private static let (width, height) = (320, 240)

    /// Returns somebody who stands at a place.
    private static func person(_ track: Int, at x: Double) throws -> PoseLandmarkerResult.Pose {
        func point(_ across: Double, _ y: Double) -> (x: Float, y: Float) {
            (Float((x + across) / Double(width)), Float(y / Double(height)))
        }
        var places = (0..<33).map { _ in point(0, 70) }
        places[PoseLandmark.leftShoulder.rawValue] = point(14, 95)
        places[PoseLandmark.rightShoulder.rawValue] = point(-14, 95)
        for landmark in 13..<23 { places[landmark] = point(landmark % 2 == 0 ? -18 : 18, 120) }
        places[PoseLandmark.leftHip.rawValue] = point(10, 140)
        places[PoseLandmark.rightHip.rawValue] = point(-10, 140)
        for landmark in 25..<33 { places[landmark] = point(landmark % 2 == 0 ? -10 : 10, 190) }
        let bytes = (0..<width * height).map { index -> UInt8 in
            abs(Double(index % width) - x) < 20 && (60..<200).contains(index / width) ? 255 : 0
        }
        let mask = try #require(Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true))
        return PoseLandmarkerResult.Pose(
            landmarks: PoseLandmarks(
                places.map { NormalizedLandmark(x: $0.x, y: $0.y, z: 0, visibility: 0.9, presence: 0.9) }),
            worldLandmarks: PoseWorldLandmarks(
                places.map { _ in Landmark(x: 0, y: 0, z: 0, visibility: 0.9, presence: 0.9) }),
            segmentationMask: mask, trackID: track)
    }

    /// Returns what is covered in each frame of a clip with 25 frames a second.
    private static func frames(
        _ count: Int, _ people: (Int) throws -> [PoseLandmarkerResult.Pose],
        lookBack: (PoseLandmarkerResult.Pose, Int) -> PoseLandmarkerResult.Pose? = { _, _ in nil }
    ) throws -> [WaitingPeople.Frame] {
        var waiting = WaitingPeople()
        var ready: [WaitingPeople.Frame] = []
        let gray = try PixelBuffer(
            copying: [UInt8](repeating: 90, count: width * height), width: width, height: height, format: .gray8)
        for index in 0..<count {
            let frame = RedactionTimeline.Pending(
                index: index, time: Double(index) / 25, place: FramePlace(), size: CGSize(width: width, height: height))
            waiting.add(try people(index), frame, gray) { pose, frame in lookBack(pose, frame).map { ($0, gray) } }
            if index >= 25, let frame = waiting.takeFirst() { ready.append(frame) }
        }
        while let frame = waiting.takeFirst() { ready.append(frame) }
        return ready
    }

    private static func covers(_ frame: WaitingPeople.Frame, x: Int) -> Bool {
        frame.masks.compactMap(\.mask).contains { $0.withUnsafeBytes { $0[120 * width + x] > 0 } }
            && frame.bodies.contains { $0.cells.rect.contains(CGPoint(x: x, y: 120)) }
    }

    /// As many people are found as before, but not the same.
    @Test func aLostBodyIsCoveredWhenAnotherOneEnters() throws {
        let frames = try Self.frames(60) { index in
            let first = (25..<30).contains(index) ? [] : [try Self.person(1, at: 60)]
            return first + (index >= 25 ? [try Self.person(2, at: 220)] : [])
        }
        #expect(frames.count == 60)
        for (index, frame) in frames.enumerated() { #expect(Self.covers(frame, x: 60), "frame \(index)") }
    }

    /// A search finds people a while after they have entered.
    @Test func aNewBodyIsFollowedBack() throws {
        let frames = try Self.frames(60) { index in
            index >= 40 ? [try Self.person(1, at: 160)] : []
        } lookBack: { pose, frame in
            frame >= 30 ? try? Self.person(pose.trackID ?? 0, at: 160) : nil
        }
        for (index, frame) in frames.enumerated() where index >= 30 {
            #expect(frame.people.count == 1, "frame \(index)")
            #expect(Self.covers(frame, x: 160), "frame \(index)")
        }
        #expect(frames[10].masks.isEmpty)
    }

    /// After a gap, it is not certain that it is the same person.
    @Test func aGapEndsThePersonsNumber() throws {
        let frames = try Self.frames(60) { index in
            (20..<30).contains(index) ? [] : [try Self.person(1, at: 160)]
        }
        #expect(Set(frames[..<20].flatMap(\.people).map(\.trackID)) == [1])
        #expect(Set(frames[30...].flatMap(\.people).map(\.trackID)) == [2])
        #expect(frames[30].successions == [TrackSuccession(2, after: 1)])
    }
}
