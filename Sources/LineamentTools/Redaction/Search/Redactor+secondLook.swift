// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament

extension Redactor {
    /// The share of a face at a border that must be inside of the image.
    private static let borderShare = 0.2

    /// Returns the detections once the first faces are covered: faces beside them, and areas that still look like one.
    func secondLook(at image: MPImage, _ areas: [RedactedArea], sparing kept: [CGRect]) throws -> [RedactedArea] {
        try detections(in: MPImage(pixelBuffer: covered(image, areas))).map(\.boundingBox)
            .filter { !kept.showFace(of: $0) }
            .map { RedactedArea(face: $0, extent: extent, score: RedactedArea.weakScore) }
    }

    /// Returns the faces of a frame that a detector finds only once those found before are covered, and those that a border
    /// cuts: in a small copy, as the search of an image in which no face is known takes several times as long.
    func secondLook(at image: MPImage, _ detections: [Detection]) throws -> [Detection] {
        let copy = try PaddedCopy(image.pixels)
        let areas = detections.map { face in
            RedactedArea(face: copy.place(of: face.boundingBox), extent: extent, score: face.score)
        }
        let covered = try copy.pixels.covering(areas, method: options.method)
        let whole = CGRect(x: 0, y: 0, width: image.pixels.width, height: image.pixels.height)
        return try faces.detect(image: MPImage(pixelBuffer: covered)).detections.reduce(into: []) { kept, face in
            let box = copy.original(face.boundingBox)
            let inside = box.intersection(whole)
            guard !inside.isNull, inside.width * inside.height > Self.borderShare * box.width * box.height,
                !(detections + kept).contains(where: { $0.boundingBox.intersects(box) })
            else { return }
            kept.append(Detection(categories: face.categories, boundingBox: box, keypoints: nil))
        }
    }

    /// Returns a redaction that also covers what a detector still finds in the finished copy; with
    /// `RedactorOptions.verifies` only.
    /// - Parameters:
    ///   - redaction: The areas and people to be covered.
    ///   - image: The image or frame.
    /// - Throws: `LineamentError` if the image cannot be converted or there is not enough memory.
    package func verified(_ redaction: Redaction, of image: MPImage) throws -> Redaction {
        guard options.verifies else { return redaction }
        let copy = try image.pixels.covering(
            redaction.areas, silhouette: redaction.silhouette, method: options.method)
        let found = try detections(in: MPImage(pixelBuffer: copy)).filter { face in
            !redaction.keptBoxes.showFace(of: face.boundingBox)
        }
        var verified = redaction
        verified.areas += found.map {
            RedactedArea(face: $0.boundingBox, extent: extent, score: $0.score, cause: .verified)
        }
        return verified
    }

    private func covered(_ image: MPImage, _ areas: [RedactedArea]) throws -> PixelBuffer {
        try image.pixels.covering(areas, method: options.method)
    }
}

extension [CGRect] {
    /// Returns whether the middle of a face is in one of the boxes.
    fileprivate func showFace(of box: CGRect) -> Bool {
        contains { $0.contains(CGPoint(x: box.midX, y: box.midY)) }
    }
}
