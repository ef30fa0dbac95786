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
        let solver = HeadPoseSolver(face: try canonicalFace())
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
        let solver = HeadPoseSolver(face: face)
        let size = ImageSize(width: 640, height: 480)
        for (yaw, pitch, roll) in [(0.0, 0.0, 0.0), (25, 0, 0), (-25, 0, 0), (0, 18, 0), (0, -18, 0), (12, -7, 30)] {
            // In a frame with x to the right, y up and z toward the viewer, turning about y by a positive angle moves the
            // nose to the right, and about x by a negative one moves it up.
            let rotation =
                turn(SIMD3(0, 1, 0), yaw * .pi / 180) * turn(SIMD3(1, 0, 0), -pitch * .pi / 180)
                * turn(SIMD3(0, 0, 1), roll * .pi / 180)
            let distance = 60.0
            let (height, width) = (2 * tan(31.5 * Double.pi / 180), 2 * tan(31.5 * Double.pi / 180) * 640 / 480)
            var landmarks = LandmarkSet(repeating: SIMD3(0.5, 0.5, 0), count: 478)
            for (index, vertex) in face.vertices.enumerated() {
                let point = rotation * SIMD3(Double(vertex.x), Double(vertex.y), Double(vertex.z))
                let depth = distance - point.z
                landmarks[index] = SIMD3(
                    Float(0.5 + point.x / depth / width), Float(0.5 - point.y / depth / height),
                    Float((depth / distance - 1) / width))
            }
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

    private func canonicalFace() throws -> CanonicalFace {
        let file = try ModelFile.read(path: "", default: .faceLandmarker)
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
