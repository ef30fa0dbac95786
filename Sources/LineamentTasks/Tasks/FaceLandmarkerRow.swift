// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentRender

/// The texts and the output of face landmarker results.
package enum FaceLandmarkerRow: TaskRow {
    package typealias Task = FaceLandmarker

    /// The parts of a result.
    package enum Field: String, ResultField {
        case faceLandmarks, faceBlendshapes, facialTransformationMatrixes, faceMeshes, trackIDs, faceScores,
            detectedFaces, facesWithoutLandmarks
        // Derived from the others, and written only if asked for.
        case boundingBoxes, headAngles, headAnglesTowardCamera
    }

    package static let command = CommandTexts(
        abstract: "Locate 478 landmarks on each face, and optionally its expression and head pose.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x, where \
            smaller is nearer. The 4x4 matrix, in row-major order, transforms the canonical face, in centimeters, to camera \
            space. In videos each face has an ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament face-landmarker portrait.jpg --output-face-blendshapes > a.json
              lineament face-landmarker clip.mp4 --annotate drawn.mp4 > clip.jsonl
            """,
        model: "Model bundle (.task). Default: the installed face_landmarker.task.",
        relatedWords: [
            "blendshapes", "face-landmarks", "face-mesh", "facemesh", "iris", "landmarker", "landmarks", "mesh",
            "points",
        ])

    package static let answerOptions: [AnswerOption] = [
        .fields(
            Field.allCases.map(\.rawValue),
            help: """
                Parts of each result to write to JSON or CSV, separated by commas. Default: faceLandmarks, trackIDs \
                (videos), faceScores, detectedFaces and facesWithoutLandmarks (JSON), and what the --output-face-... options \
                add. Naming faceBlendshapes, facialTransformationMatrixes, faceMeshes, headAngles or headAnglesTowardCamera \
                computes them without those options. boundingBoxes are in pixels, angles in degrees. CSV always has the \
                track ID.
                """)
    ]

    package static var members: [ResultMember] {
        ResultSchema.members(of: FaceLandmarkerResult.values)
            + [ResultSchema.trackIDs("face"), ResultSchema.detectedFaces, ResultSchema.facesWithoutLandmarks]
    }

    package static func speedHint(_ options: FaceLandmarkerOptions) -> String? { options.range.speedHint }

    package static func usualColumns(_ options: FaceLandmarkerOptions) -> Set<Field> {
        var usual: Set<Field> = [.faceLandmarks]
        if options.outputFaceBlendshapes { usual.insert(.faceBlendshapes) }
        if options.outputFacialTransformationMatrixes { usual.insert(.facialTransformationMatrixes) }
        if options.outputFaceMeshes { usual.insert(.faceMeshes) }
        return usual
    }

    package static func require(_ choices: AnswerChoices, of options: FaceLandmarkerOptions) {
        if choices.names(Field.faceBlendshapes) { options.outputFaceBlendshapes = true }
        if choices.names(Field.faceMeshes) { options.outputFaceMeshes = true }
        // Angles follow from the matrices.
        let needingMatrixes: [Field] = [.facialTransformationMatrixes, .headAngles, .headAnglesTowardCamera]
        if needingMatrixes.contains(where: choices.names) { options.outputFacialTransformationMatrixes = true }
    }

    package static let subject = Subject.face
    package static let subjectColumns = ["face", "track"]

    package static func facesWithoutLandmarks(_ result: FaceLandmarkerResult) -> [Detection] {
        result.facesWithoutLandmarks
    }

    package static func detectedCount(_ result: FaceLandmarkerResult) -> Int { result.detectedFaceCount }

    package static func overlay(_ result: FaceLandmarkerResult, labels: LabelMode) -> any Overlay {
        FaceMeshOverlay(result, labels: labels)
    }

    package static func box(of face: FaceLandmarkerResult.Face, in size: CGSize) -> CGRect {
        face.boundingBox(in: size)
    }

    package static func details(of face: FaceLandmarkerResult.Face) -> [String] {
        (face.angles.map { ["\($0)"] } ?? []) + (face.blendshapes.map(strongest) ?? [])
    }

    /// Returns the three blendshapes with the highest scores of at least 0.3, as "jawOpen 0.81".
    private static func strongest(_ blendshapes: BlendshapeScores) -> [String] {
        let named = zip(FaceLandmarker.blendshapeNames, blendshapes.scores).map { (name: $0, score: $1) }
        let strong = named.filter { $0.score >= 0.3 && $0.name != "_neutral" }.sorted { $0.score > $1.score }
        return strong.prefix(3).map { String(format: "%@ %.2f", $0.name, $0.score) }
    }

    package static func writeDerived(
        _ result: FaceLandmarkerResult, _ choices: AnswerChoices, to json: inout JSONText
    ) {
        if choices.names(Field.headAngles) { json.member("headAngles", angles: result.faces.map(\.angles)) }
        if choices.names(Field.headAnglesTowardCamera) {
            json.member("headAnglesTowardCamera", angles: result.faces.map(\.anglesTowardCamera))
        }
    }
}

extension JSONText {
    /// Writes the angles of heads.
    fileprivate mutating func member(_ name: String, angles: [HeadAngles?]) {
        member(name, angles) { json, angles in
            json.object { json in
                json.member("yaw", angles?.yaw ?? .nan)
                json.member("pitch", angles?.pitch ?? .nan)
                json.member("roll", angles?.roll ?? .nan)
            }
        }
    }
}
