// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension RequestImage {
    /// Returns the observations of faces with what a request adds to each.
    /// - Parameters:
    ///   - given: The faces to process, which keep identifier, box and confidence; `nil` for all in `region`.
    ///   - region: The region to search, if no faces are given.
    ///   - descriptor: The request.
    ///   - completed: Returns an observation with the request's results.
    func observations(
        of given: [FaceObservation]?, in region: NormalizedRect, from descriptor: RequestDescriptor,
        completed: (FaceObservation, FaceAttributes, UprightImage) -> FaceObservation
    ) throws -> [FaceObservation] {
        let image = try image()
        guard let given else {
            return try meshes(in: region).map {
                completed(try FaceObservation($0, of: self, from: descriptor), $0, image)
            }
        }
        return zip(given, try analyzed(given)).map {
            completed($0.restated(with: $1, in: image, from: descriptor), $1, image)
        }
    }

    /// Returns faces that the caller supplied, in the same order, with their meshes, without searching the whole image.
    ///
    /// A face that was detected in this image is recognized by its box. The landmark model runs on the boxes of other
    /// detected faces, rotated by their roll. The neighborhood of a box is searched for a face only if the caller drew
    /// the box, so that the rotation is unknown, or if the landmark model sees no face in it.
    func analyzed(_ observations: [FaceObservation]) throws -> [FaceAttributes] {
        let image = try image()
        let known = knownFaces
        let placed = try observations.map { given in
            let face = given.attributes(among: known, in: image)
            guard given.originatingRequestDescriptor == nil, face.mesh == nil else { return face }
            return try detected(near: given.boundingBox) ?? face
        }
        var faces = try analyzedWhereOpen(placed)
        let missed = try faces.indices.compactMap { index -> (index: Int, face: FaceAttributes)? in
            let given = observations[index]
            guard given.originatingRequestDescriptor != nil, faces[index].mesh == nil else { return nil }
            return try detected(near: given.boundingBox).map { (index, $0) }
        }
        for (place, face) in zip(missed, try analyzed(missed.map(\.face))) { faces[place.index] = face }
        return zip(observations, faces).map { given, face in
            // The caller's box and score are those that the quality is rated by.
            var face = face
            let box = given.attributes(among: [], in: image)
            face.boxOrigin = box.boxOrigin
            face.boxSize = box.boxSize
            face.score = box.score
            return face
        }
    }

    /// Runs the landmark model on the faces without a mesh.
    private func analyzedWhereOpen(_ faces: [FaceAttributes]) throws -> [FaceAttributes] {
        var results = faces
        let open = faces.indices.filter { faces[$0].mesh == nil }
        for (index, face) in zip(open, try analyzed(open.map { faces[$0] })) { results[index] = face }
        return results
    }

    /// Returns the face detected around a box that fits it best; `nil` if there is none.
    private func detected(near box: NormalizedRect) throws -> FaceAttributes? {
        guard let region = try neighborhood(of: box.cgRect, margin: 0.5) else { return nil }
        let image = try image()
        let best = try faces(in: region).map { face in
            (face, NormalizedRect(face, in: image).cgRect.intersectionOverUnion(with: box.cgRect))
        }.max { $0.1 < $1.1 }
        guard let best, best.1 > 0.2 else { return nil }
        return best.0
    }

    /// Returns the part of the image around a box, in normalized coordinates; `nil` if they do not intersect or the box
    /// is not finite.
    /// - Parameters:
    ///   - box: The box, normalized.
    ///   - margin: The width of the margin on each side, relative to the box.
    func neighborhood(of box: CGRect, margin: CGFloat) throws -> NormalizedRect? {
        let image = try image()
        let width = CGFloat(image.width)
        let height = CGFloat(image.height)
        // The detectors need some context, even for the smallest faces.
        let side = max(96, (1 + 2 * margin) * max(box.width * width, box.height * height))
        let inset = CGSize(
            width: max(margin * box.width, (side / width - box.width) / 2),
            height: max(margin * box.height, (side / height - box.height) / 2))
        let region = box.insetBy(dx: -inset.width, dy: -inset.height)
        guard region.isFinite else { return nil }
        let part = region.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard !part.isNull, part.width * width >= 8, part.height * height >= 8 else { return nil }
        return NormalizedRect(normalizedRect: part)
    }
}

extension FaceObservation {
    /// Returns this face as input for the landmark model: the detection in `known` with the same box, or else the box,
    /// with eyes that have the observation's roll.
    fileprivate func attributes(among known: [FaceAttributes], in image: UprightImage) -> FaceAttributes {
        if let own = known.first(where: { NormalizedRect($0, in: image) == boundingBox }) { return own }
        let size = CGSize(width: image.width, height: image.height)
        let box = boundingBox.toImageCoordinates(size, origin: .upperLeft)
        var face = FaceAttributes(
            boxOrigin: SIMD2(Float(box.minX), Float(box.minY)), boxSize: SIMD2(Float(box.width), Float(box.height)),
            score: confidence)
        let turn = Float(roll.converted(to: .radians).value)
        let center = face.boxOrigin + face.boxSize / 2
        face.keypoints = face.keypoints.map { point in
            let away = point - center
            return center + SIMD2(cos(turn) * away.x + sin(turn) * away.y, cos(turn) * away.y - sin(turn) * away.x)
        }
        return face
    }
}
