extension FaceLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) -> FaceLandmarkerResult {
        let faces = faces.map { face in
            var flipped = face
            flipped.landmarks = FaceLandmarks(face.landmarks.map(\.flipped))
            flipped.transformationMatrix = face.transformationMatrix?.flipped
            return flipped
        }
        // The faces without landmarks are in the image as stored already, whose pixels their boxes are rounded to.
        return FaceLandmarkerResult(
            faces: faces, facesWithoutLandmarks: facesWithoutLandmarks, detectedFaceCount: detectedFaceCount,
            contents: contents,
            timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}
