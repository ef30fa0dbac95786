// SPDX-License-Identifier: Apache-2.0
extension FaceLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) -> FaceLandmarkerResult {
        let faces = faces.map { face in
            var flipped = face
            flipped.landmarks = FaceLandmarks(face.landmarks.map(\.flipped))
            flipped.transformationMatrix = face.transformationMatrix?.flipped
            flipped.mesh = face.mesh?.map { SIMD3(-$0.x, $0.y, $0.z) }
            return flipped
        }
        // The faces without landmarks are in the image as stored already, whose pixels their boxes are rounded to.
        return FaceLandmarkerResult(
            faces: faces, facesWithoutLandmarks: facesWithoutLandmarks, detectedFaceCount: detectedFaceCount,
            contents: contents,
            timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}
