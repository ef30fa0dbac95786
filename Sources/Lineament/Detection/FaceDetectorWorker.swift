/// What a face detector does with a picture; it remembers nothing.
struct FaceDetectorWorker: FrameWorker {
    let finder: any FaceFinding
    let minScore: Float
    let suppression: Float

    func makeMemory() {}

    func process(_ image: MPImage, timestamp: Int) throws -> FaceDetectorResult {
        let size = image.pixels.size
        let faces = try finder.faces(
            in: image.pixels, region: .wholeImage(size, rotation: try image.regionRotation), minScore: minScore,
            suppression: suppression)
        return FaceDetectorResult(
            detections: faces.map { Detection($0, in: size) }, timestampInMilliseconds: timestamp)
    }

    func process(_ frame: MPImage, timestamp: Int, memory: inout Void) throws -> FaceDetectorResult {
        try process(frame, timestamp: timestamp)
    }
}
