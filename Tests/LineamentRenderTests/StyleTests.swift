// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentRender
import TestSupport
import Testing

/// The effects of styles, on made-up results; the stored images hold the default look.
@Suite struct StyleTests {
    private let pose: PoseLandmarkerResult.Pose
    private let face: FaceLandmarkerResult.Face
    private let detection = Detection(
        categories: [ResultCategory(index: 0, score: 0.9, categoryName: nil, displayName: nil)],
        boundingBox: CGRect(x: 100, y: 100, width: 200, height: 200),
        keypoints: (0..<6).map { index in
            NormalizedKeypoint(location: CGPoint(x: 0.3 + 0.05 * Double(index), y: 0.5), label: nil, score: 0)
        })
    private let magenta = Color(red: 1, green: 0, blue: 1)

    init() {
        let landmarks = (0..<478).map { index in
            let (column, row) = (Float(index * 37 % 101), Float(index * 59 % 103))
            return NormalizedLandmark(
                x: 0.2 + column * 0.006, y: 0.2 + row * 0.006, z: 0, visibility: 1, presence: 1)
        }
        face = FaceLandmarkerResult.Face(landmarks: FaceLandmarks(landmarks), trackID: 3)
        pose = PoseLandmarkerResult.Pose(
            landmarks: PoseLandmarks(Array(landmarks.prefix(33))),
            worldLandmarks: PoseWorldLandmarks(
                landmarks.prefix(33).map { Landmark(x: $0.x, y: $0.y, z: 0, visibility: nil, presence: nil) }),
            trackID: 3)
    }

    private func drawn(_ overlay: any Overlay) throws -> [[UInt8]] {
        let gray = try PixelBuffer(
            copying: [UInt8](repeating: 110, count: 400 * 400), width: 400, height: 400, format: .gray8)
        let bytes = try overlay.drawn(over: gray).rgbBytes
        return stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
    }

    private func count(_ pixels: [[UInt8]], where matches: ([UInt8]) -> Bool) -> Int { pixels.count(where: matches) }

    private func changed(_ overlay: any Overlay) throws -> Int { count(try drawn(overlay)) { $0 != [110, 110, 110] } }

    private func magentaPixels(_ overlay: any Overlay) throws -> Int {
        count(try drawn(overlay)) { $0[0] > 230 && $0[1] < 40 && $0[2] > 230 }
    }

    @Test func theDefaultPartsAreTheDefault() throws {
        let mesh = OverlayStyle(parts: FaceMeshOverlay.defaultParts)
        #expect(try drawn(FaceMeshOverlay(face)) == drawn(FaceMeshOverlay(face, style: mesh)))
        let body = OverlayStyle(parts: PoseOverlay.defaultParts)
        #expect(try drawn(PoseOverlay(pose)) == drawn(PoseOverlay(pose, style: body)))
        let box = OverlayStyle(parts: FaceDetectionOverlay.defaultParts)
        #expect(try drawn(FaceDetectionOverlay(detection)) == drawn(FaceDetectionOverlay(detection, style: box)))
    }

    @Test func onePersonIsDrawnLikeAResultOfOne() throws {
        let poses = PoseLandmarkerResult(poses: [pose], timestampInMilliseconds: 0)
        let faces = FaceLandmarkerResult(faces: [face], timestampInMilliseconds: 0)
        #expect(try drawn(PoseOverlay(pose)) == drawn(PoseOverlay(poses)))
        #expect(try drawn(WorldLandmarksOverlay(pose)) == drawn(WorldLandmarksOverlay(poses)))
        #expect(try drawn(FaceMeshOverlay(face)) == drawn(FaceMeshOverlay(faces)))
    }

    /// World landmarks can be anything that a damaged model answers.
    @Test(arguments: [Float.nan, .infinity, .greatestFiniteMagnitude, -1e30, 1e6])
    func worldLandmarksOutOfReachAreNotDrawn(place: Float) throws {
        var (joints, without) = (Array(pose.worldLandmarks), Array(pose.worldLandmarks))
        joints[16] = Landmark(x: place, y: place, z: 0, visibility: nil, presence: nil)
        without[16] = Landmark(x: .nan, y: .nan, z: .nan, visibility: nil, presence: nil)
        func drawing(_ joints: [Landmark]) throws -> [[UInt8]] {
            try drawn(
                WorldLandmarksOverlay(
                    PoseLandmarkerResult.Pose(
                        landmarks: pose.landmarks, worldLandmarks: PoseWorldLandmarks(joints), trackID: 3)))
        }
        #expect(try drawing(joints) == drawing(without))
        let nowhere = Landmark(x: place, y: place, z: place, visibility: nil, presence: nil)
        _ = try drawing([Landmark](repeating: nowhere, count: 33))
    }

    @Test(arguments: [
        OverlayStyle.Parts.box, .landmarks, .mesh, .contours, .irises, .skeleton, .labels,
    ])
    func everyPartCanBeDrawnAlone(part: OverlayStyle.Parts) throws {
        let style = OverlayStyle(parts: part)
        let overlays: [any Overlay] = [
            FaceMeshOverlay(face, labels: .all, style: style), PoseOverlay(pose, labels: .all, style: style),
            FaceDetectionOverlay(detection, labels: .all, style: style),
        ]
        let amounts = try overlays.map(changed)
        let isOfFaces = OverlayStyle.Parts([.mesh, .contours, .irises]).contains(part)
        #expect((amounts[0] > 0) == (part != .skeleton))
        #expect((amounts[1] > 0) == !isOfFaces)
        #expect((amounts[2] > 0) == (!isOfFaces && part != .skeleton))
        #expect(try changed(FaceMeshOverlay(face, style: OverlayStyle(parts: []))) == 0)
    }

    /// Where a person has a face or a hand, the body's few points of it would only cross its lines.
    @Test func facesAndHandsReplaceTheBodysPointsOfThem() throws {
        let place = NormalizedLandmark(x: 0.9, y: 0.9, z: 0, visibility: 1, presence: 1)
        let corner = FaceLandmarks([NormalizedLandmark](repeating: place, count: 478))
        let hand = HolisticLandmarkerResult.Person.Hand(
            landmarks: HandLandmarks([NormalizedLandmark](repeating: place, count: 21)),
            worldLandmarks: HandWorldLandmarks([]))
        func isDrawn(
            _ joint: PoseLandmark, face: FaceLandmarks? = nil, leftHand: HolisticLandmarkerResult.Person.Hand? = nil
        )
            throws -> Bool
        {
            let landmarks = (0..<33).map { index in
                NormalizedLandmark(
                    x: 0.1 + 0.1 * Float(index % 7), y: 0.1 + 0.12 * Float(index / 7), z: 0, visibility: 1, presence: 1)
            }
            let person = HolisticLandmarkerResult.Person(
                landmarks: PoseLandmarks(landmarks), worldLandmarks: PoseWorldLandmarks([]), face: face,
                leftHand: leftHand)
            let result = HolisticLandmarkerResult(people: [person], timestampInMilliseconds: 0)
            let pixels = try drawn(HolisticOverlay(result, style: OverlayStyle(parts: [.landmarks, .contours])))
            let landmark = landmarks[joint.rawValue]
            return pixels[Int(landmark.y * 400) * 400 + Int(landmark.x * 400)] != [110, 110, 110]
        }
        #expect(try isDrawn(.nose))
        #expect(try isDrawn(.leftThumb))
        #expect(try isDrawn(.leftWrist))
        #expect(try !isDrawn(.nose, face: corner))
        #expect(try isDrawn(.leftShoulder, face: corner))
        #expect(try !isDrawn(.leftThumb, leftHand: hand))
        #expect(try isDrawn(.rightThumb, leftHand: hand))
        #expect(try isDrawn(.leftWrist, leftHand: hand))
    }

    /// Several faces are numbered; the only one is not, and needs no plate without values.
    @Test func severalFacesAreNumbered() throws {
        let labels = OverlayStyle(parts: .labels)
        let one = FaceDrawing(box: CGRect(x: 50, y: 50, width: 40, height: 40), paths: [], dots: [], labelLines: [])
        let other = FaceDrawing(box: CGRect(x: 250, y: 50, width: 40, height: 40), paths: [], dots: [], labelLines: [])
        #expect(try changed(FaceContourOverlay([one], style: labels)) == 0)
        let two = try changed(FaceContourOverlay([one, other], style: labels))
        #expect(two > 100)
        #expect(try changed(FaceContourOverlay([one, other], labels: .none, style: labels)) == 0)
    }

    @Test func colorsAreThoseOfTheStyle() throws {
        var style = OverlayStyle()
        #expect(try magentaPixels(PoseOverlay(pose, style: style)) == 0)
        style.colors.left = magenta
        #expect(try magentaPixels(PoseOverlay(pose, style: style)) > 100)
        #expect(try magentaPixels(FaceMeshOverlay(face, style: style)) > 10)
        style.lineWidth = 3
        #expect(try magentaPixels(WorldLandmarksOverlay(pose, style: style)) > 10)
        style = OverlayStyle()
        style.colors.box = magenta
        style.lineWidth = 3
        #expect(try magentaPixels(FaceDetectionOverlay(detection, style: style)) > 100)
        #expect(try magentaPixels(BoxOverlay([detection.boundingBox], style: style)) > 100)
        style = OverlayStyle()
        style.colors.labels = magenta
        #expect(try magentaPixels(FaceMeshOverlay(face, labels: .all, style: style)) > 100)
        style.colors.masks = []
        _ = try drawn(PoseOverlay(pose, style: style))
    }

    @Test func factorsWidenLinesAndPoints() throws {
        let lines = OverlayStyle.Parts([.skeleton])
        let thin = try changed(PoseOverlay(pose, style: OverlayStyle(parts: lines)))
        #expect(try changed(PoseOverlay(pose, style: OverlayStyle(parts: lines, lineWidth: 3))) > 3 * thin / 2)
        let small = try changed(FaceDetectionOverlay(detection, style: OverlayStyle(parts: .landmarks)))
        let large = try changed(
            FaceDetectionOverlay(detection, style: OverlayStyle(parts: .landmarks, pointRadius: 3)))
        #expect(large > 5 * small)
    }
}
