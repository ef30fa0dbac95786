// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

@Suite struct FaceGeometryTests {
    private func turn(_ axis: SIMD3<Double>, _ angle: Double) -> Matrix3 {
        let (c, s) = (cos(angle), sin(angle))
        let k = axis.normalized
        let cross = Matrix3(SIMD3(0, -k.z, k.y), SIMD3(k.z, 0, -k.x), SIMD3(-k.y, k.x, 0))
        let squared = cross * cross
        func row(_ index: Int) -> SIMD3<Double> {
            Matrix3.identity[index] + cross[index] * s + squared[index] * (1 - c)
        }
        return Matrix3(row(0), row(1), row(2))
    }

    @Test func fitRecoversTheTransformation() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            func random() -> SIMD3<Double> {
                SIMD3(
                    .random(in: -5...5, using: &generator), .random(in: -5...5, using: &generator),
                    .random(in: -5...5, using: &generator))
            }
            let rotation = turn(random(), .random(in: -3...3, using: &generator))
            let scale = Double.random(in: 0.5...3, using: &generator)
            let shift = random()
            let points = (0..<12).map { _ in random() }
            let moved = points.map { (rotation * $0) * scale + shift }
            let weights = (0..<12).map { _ in Double.random(in: 0.1...1, using: &generator) }
            let fit = try #require(SimilarityFit(from: points, to: moved, weights: weights))
            #expect(abs(fit.scale - scale) < 1e-9)
            #expect(abs(fit.rotation.determinant - 1) < 1e-9)
            for (point, target) in zip(points, moved) {
                let error = (fit.rotation * point) * fit.scale + fit.translation - target
                #expect(error.dot(error) < 1e-16)
            }
        }
    }

    @Test func fitOfOnePointFails() {
        let point = SIMD3<Double>(1, 2, 3)
        #expect(SimilarityFit(from: [point, point], to: [point, point], weights: [1, 1]) == nil)
        #expect(SimilarityFit(from: [point], to: [point], weights: [0]) == nil)
    }

    @Test func mirroredPointsAreNeverReflected() throws {
        let points = [SIMD3<Double>(1, 0, 0), SIMD3(0, 2, 0), SIMD3(0, 0, 3), SIMD3(1, 1, 1)]
        let mirrored = points.map { SIMD3(-$0.x, $0.y, $0.z) }
        let fit = try #require(SimilarityFit(from: points, to: mirrored, weights: [1, 1, 1, 1]))
        #expect(abs(fit.rotation.determinant - 1) < 1e-9)
    }

    @Test func coincidentLandmarksHaveNoPose() throws {
        let solver = HeadPoseSolver(face: try canonicalFace(), verticalFieldOfView: 63)
        let landmarks = LandmarkSet(repeating: SIMD3(0.5, 0.5, 0), count: 478)
        #expect(solver.transformation(for: landmarks, in: ImageSize(width: 100, height: 100)) == nil)
    }

    @Test func canonicalFaceIsReadCompletely() throws {
        let face = try canonicalFace()
        try #require(face.vertices.count == 468)
        #expect(face.weights.count == 33)
        #expect(abs(face.vertices[0].y + 3.406404) < 1e-6)
        #expect(throws: LineamentError.self) { try CanonicalFace(serialized: [1, 2, 3], name: "cut") }
        #expect(throws: LineamentError.self) { try CanonicalFace(serialized: [], name: "empty") }
    }

    /// A head that a camera sees turned has the angles of the turn, each with its sign. Of the depths only the differences
    /// are known, so angles are up to 0.9 degrees off.
    @Test func anglesAreThoseOfTheTurnedHead() throws {
        let face = try canonicalFace()
        let solver = HeadPoseSolver(face: face, verticalFieldOfView: 63)
        let size = ImageSize(width: 640, height: 480)
        for (yaw, pitch, roll) in [(0.0, 0.0, 0.0), (25, 0, 0), (-25, 0, 0), (0, 18, 0), (0, -18, 0), (12, -7, 30)] {
            // In a frame with x to the right, y up and z toward the viewer, turning about y by a positive angle moves the
            // nose to the right, and about x by a negative one moves it up.
            let rotation =
                turn(SIMD3(0, 1, 0), yaw * .pi / 180) * turn(SIMD3(1, 0, 0), -pitch * .pi / 180)
                * turn(SIMD3(0, 0, 1), roll * .pi / 180)
            let landmarks = seen(face, rotation, at: SIMD3(0, 0, -60), fieldOfView: 63)
            // The tip of the nose, seen from the middle between the ears, is where the head looks.
            let nose = landmarks[1] - (landmarks[234] + landmarks[454]) / 2
            if roll == 0, yaw != 0 { #expect((nose.x > 0) == (yaw > 0)) }
            let matrix = try #require(solver.transformation(for: landmarks, in: size))
            let angles = HeadAngles(matrix: matrix)
            #expect(abs(Double(angles.yaw) - yaw) < 1)
            #expect(abs(Double(angles.pitch) - pitch) < 1)
            #expect(abs(Double(angles.roll) - roll) < 1)
        }
    }

    /// A camera with a long lens sees a face at the side of the image. With its own angle of view the place is right, and a
    /// head that faces the camera has no angles against the ray.
    @Test func aCamerasAngleOfViewSaysWhereTheFaceIs() throws {
        let face = try canonicalFace()
        let size = ImageSize(width: 640, height: 480)
        let place = SIMD3<Double>(18, 9, -80)
        let toCamera = turn(SIMD3(0, 1, 0), atan2(-place.x, -place.z))
        let pitch = asin(-place.y / (place * place).sum().squareRoot())
        let rotation = toCamera * turn(SIMD3(1, 0, 0), -pitch)
        let landmarks = seen(face, rotation, at: place, fieldOfView: 40)
        let matrix = try #require(
            HeadPoseSolver(face: face, verticalFieldOfView: 40).transformation(for: landmarks, in: size))
        #expect(abs(Double(matrix[3]) - place.x) < 0.5)
        #expect(abs(Double(matrix[7]) - place.y) < 0.5)
        #expect(abs(Double(matrix[11]) - place.z) < 2)
        let angles = HeadAngles(matrix: matrix)
        #expect(abs(Double(angles.yaw) * .pi / 180 - atan2(-place.x, -place.z)) < 0.035)
        let rows = TransformMatrix(rowMajor: matrix, side: 4)
        let against = try #require(HeadAngles.towardCamera(rows))
        #expect(abs(against.yaw) < 2)
        #expect(abs(against.pitch) < 2)
        #expect(abs(against.roll) < 2)
        let wide = try #require(
            HeadPoseSolver(face: face, verticalFieldOfView: 63).transformation(for: landmarks, in: size))
        #expect(abs(Double(wide[11]) - place.z) > 20)
    }

    /// A focal length says the same as the angle of view that follows from it.
    @Test func aFocalLengthIsAnAngleOfView() throws {
        let face = try canonicalFace()
        let size = ImageSize(width: 640, height: 480)
        let rotation = turn(SIMD3(0, 1, 0), 0.3)
        let landmarks = seen(face, rotation, at: SIMD3(10, 5, -70), fieldOfView: 40)
        let focal = 240 / tan(20 * Double.pi / 180)
        let byAngle = try #require(
            HeadPoseSolver(face: face, verticalFieldOfView: 40).transformation(for: landmarks, in: size))
        let byLength = try #require(
            HeadPoseSolver(face: face, verticalFieldOfView: 63, focalLength: focal)
                .transformation(for: landmarks, in: size))
        for (one, other) in zip(byAngle, byLength) { #expect(abs(one - other) < 1e-4) }
    }

    /// The camera sees each point of the mesh where its landmark is, and the mesh is where the canonical face is.
    @Test func theMeshIsSeenWhereTheLandmarksAre() throws {
        let face = try canonicalFace()
        let size = ImageSize(width: 640, height: 480)
        let place = SIMD3<Double>(-12, 6, -65)
        let rotation = turn(SIMD3(0, 1, 0), -0.4) * turn(SIMD3(1, 0, 0), 0.2)
        let landmarks = seen(face, rotation, at: place, fieldOfView: 50)
        let solver = HeadPoseSolver(face: face, verticalFieldOfView: 50)
        let pose = try #require(solver.pose(of: landmarks, in: size))
        let mesh = solver.mesh(of: landmarks, in: size, pose: pose)
        #expect(mesh.count == 478)
        let focal = Float(240 / tan(25 * Double.pi / 180))
        for (point, landmark) in zip(mesh, landmarks) {
            #expect(abs((320 - focal * point.x / point.z) / 640 - landmark.x) < 1e-4)
            #expect(abs((240 + focal * point.y / point.z) / 480 - landmark.y) < 1e-4)
        }
        for (point, vertex) in zip(mesh, face.vertices) {
            let expected = rotation * vertex + place
            let way = SIMD3<Double>(point) - expected
            #expect((way * way).sum().squareRoot() < 2)
        }
    }

    @Test func meshesAreInJSON() throws {
        let landmarks = FaceLandmarks(
            (0..<478).map { NormalizedLandmark(x: Float($0), y: 0, z: 0, visibility: nil, presence: nil) })
        let mesh = (0..<478).map { SIMD3<Float>(Float($0), 1, -60) }
        let result = FaceLandmarkerResult(
            faces: [FaceLandmarkerResult.Face(landmarks: landmarks, mesh: mesh)], timestampInMilliseconds: 0)
        let read = try JSONDecoder().decode(FaceLandmarkerResult.self, from: JSONEncoder().encode(result))
        #expect(read.faces[0].mesh == mesh)
        #expect(read.hasMeshes)
        let plain = FaceLandmarkerResult(
            faces: [FaceLandmarkerResult.Face(landmarks: landmarks)], timestampInMilliseconds: 0)
        #expect(try !String(decoding: JSONEncoder().encode(plain), as: UTF8.self).contains("faceMeshes"))
    }

    /// Returns the landmarks of a face as a camera with a vertical angle of view sees it in an image of 640 by 480 pixels.
    private func seen(
        _ face: CanonicalFace, _ rotation: Matrix3, at place: SIMD3<Double>, fieldOfView: Double
    ) -> LandmarkSet {
        let height = 2 * tan(fieldOfView * .pi / 360)
        let width = height * 640 / 480
        var landmarks = LandmarkSet(repeating: SIMD3(0.5, 0.5, 0), count: 478)
        for (index, vertex) in face.vertices.enumerated() {
            let point = rotation * SIMD3(Double(vertex.x), Double(vertex.y), Double(vertex.z)) + place
            landmarks[index] = SIMD3(
                Float(0.5 - point.x / point.z / width), Float(0.5 + point.y / point.z / height),
                Float((point.z / place.z - 1) / width))
        }
        return landmarks
    }

    private func canonicalFace() throws -> CanonicalFace {
        let file = try ModelFile.fixed(.faceLandmarker)
        let bundle = try ModelBundle(bytes: file.bytes, name: file.name)
        return try CanonicalFace(
            serialized: Array(bundle.required("geometry_pipeline_metadata_landmarks.binarypb")), name: "bundle")
    }

    @Test func matrixAccessorMatchesMediaPipe() {
        let packed = (0..<16).map { Float($0) * 0.1 }
        let matrix = TransformMatrix(data: packed, rows: 4, columns: 4)
        for row in 0..<4 {
            for column in 0..<4 {
                let value = matrix.value(atRow: UInt(row), column: UInt(column))
                #expect(abs(value - (0.4 * Float(row) + 0.1 * Float(column))) < 1e-6)
                #expect(matrix.element(row: column, column: row) == value)
            }
        }
        #expect(matrix.element(row: 4, column: 0) == nil)
    }

    /// The accessor's formula, for a matrix that is not square.
    @Test func matrixAccessorStaysInsideTheMatrix() {
        let matrix = TransformMatrix(data: [0, 1, 2, 3, 4, 5], rows: 2, columns: 3)
        #expect((0..<3).map { matrix.value(atRow: 0, column: $0) } == [0, 1, 2])
        #expect((0..<3).map { matrix.value(atRow: 1, column: $0) } == [2, 3, 4])
        #expect((0..<3).map { matrix[row: 1, column: $0] } == [1, 3, 5])
        let tall = TransformMatrix(data: [0, 1, 2, 3, 4, 5], rows: 3, columns: 2)
        #expect(tall.value(atRow: 1, column: 1) == 4)
        #expect(tall[row: 2, column: 1] == 5)
    }
}
