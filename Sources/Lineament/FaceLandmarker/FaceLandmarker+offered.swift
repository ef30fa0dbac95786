extension FaceLandmarker: OfferedTask {
    package static var summary: String {
        "Locates \(FaceMeshLandmark.count) landmarks on each face, and optionally computes blendshapes and head pose."
    }
    package static var column: String { "faces" }
    package static var options: [TaskOption<FaceLandmarkerOptions>] { FaceLandmarkerOptions.table }
    package static var values: [ResultValue<FaceLandmarkerResult, FaceLandmarkerResult.Face>] {
        FaceLandmarkerResult.values
    }

    package static func makeOptions() -> FaceLandmarkerOptions { FaceLandmarkerOptions() }
    package static func subjects(of result: FaceLandmarkerResult) -> [FaceLandmarkerResult.Face] { result.faces }
}
