/// What a face landmarker does with a picture, and with the frames of a video.
struct FaceLandmarkerWorker: FrameWorker {
    let analyzer: FaceAnalyzer
    let numFaces: Int
    let minTrackingConfidence: Float
    let smoothing: Smoothing

    func makeMemory() -> FaceTracks { FaceTracks() }

    func process(_ image: MPImage, timestamp: Int) throws -> FaceLandmarkerResult {
        let pixels = image.pixels
        let regions = try analyzer.detectedRegions(
            in: pixels, rotation: try image.regionRotation, limit: numFaces)
        let faces = try analyzer.faces(try analyzer.landmarks(in: pixels, regions: regions), in: pixels.size)
        return FaceLandmarkerResult(faces: faces, trackIDs: [], timestampInMilliseconds: timestamp)
    }

    func process(_ frame: MPImage, timestamp: Int, memory: inout FaceTracks) throws -> FaceLandmarkerResult {
        let pixels = frame.pixels
        let tracked = memory.regions ?? []
        let detected =
            tracked.count >= numFaces
            ? []
            : try analyzer.detectedRegions(
                in: pixels, rotation: try frame.regionRotation, limit: numFaces,
                isThorough: memory.search.isDue(at: timestamp))
        let regions = associated(tracked: tracked, detected: detected, threshold: minTrackingConfidence)
        let found = try analyzer.landmarks(in: pixels, regions: Array(regions.prefix(numFaces)))
        memory.regions = found.isEmpty ? nil : found.map { FaceRegion.around($0, in: pixels.size) }
        let ids = memory.register.identify(found.map(\.bounds), size: pixels.size, time: timestamp)
        let smooth = smoothed(found, ids: ids, memory: &memory, size: pixels.size, timestamp: timestamp)
        return FaceLandmarkerResult(
            faces: try analyzer.faces(smooth, in: pixels.size), trackIDs: ids,
            timestampInMilliseconds: timestamp)
    }

    private func smoothed(
        _ faces: [LandmarkSet], ids: [Int], memory: inout FaceTracks, size: ImageSize, timestamp: Int
    ) -> [LandmarkSet] {
        let filters: [Int]
        switch smoothing {
        case .none: return faces
        case .everyone: filters = ids
        case .original:
            guard numFaces == 1 else { return faces }
            // MediaPipe has one filter, which goes on even if the face is now another.
            filters = faces.map { _ in 0 }
        }
        memory.smoothers = memory.smoothers.filter { filters.contains($0.key) }
        return zip(faces, filters).map { face, filter in
            memory.smoothers[filter, default: LandmarkSmoother(.imageLandmarks)]
                .smooth(face, in: size, objectSize: face.extent(in: size), timestamp: timestamp)
        }
    }
}
