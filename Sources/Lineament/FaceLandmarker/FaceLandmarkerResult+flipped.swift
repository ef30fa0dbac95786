extension FaceLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) -> FaceLandmarkerResult {
        let faces = faces.map { face in
            var flipped = face
            flipped.landmarks = FaceLandmarks(face.landmarks.map(\.flipped))
            flipped.transformationMatrix = face.transformationMatrix?.flipped
            return flipped
        }
        return FaceLandmarkerResult(
            faces: faces, detectedFaceCount: detectedFaceCount, contents: contents,
            timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}
