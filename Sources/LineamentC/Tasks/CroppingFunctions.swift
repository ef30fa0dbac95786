// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentTools

@_cdecl("lineament_result_crop")
package func lineamentResultCrop(
    _ result: UnsafePointer<LineamentResult>?, _ image: OpaquePointer?, _ template: Int32, _ size: Int32,
    _ margin: Float,
    _ crops: UnsafeMutablePointer<LineamentCrops>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let crops = try place(crops, "crops", holding: LineamentCrops())
        let result = try required(result, "result").pointee
        let pixels = try result.pixels(of: image)
        let placement = try CropTemplate(template, size: Int(size), margin: Double(margin))
        let (width, height) = placement.pixelSize
        let count = Int(result.count)
        guard count >= 0 else {
            throw LineamentError(
                .invalidArgument, "The count of the result is \(count). Pass one that lineament_task_detect filled in.")
        }
        let memory = try PixelMemory.allocate(max(1, count * placement.byteCount))
        do {
            try result.crop(from: pixels, placement, to: memory)
        } catch {
            memory.deallocate()
            throw error
        }
        crops.pointee = LineamentCrops(
            count: Int32(count), width: Int32(width), height: Int32(height), pixels: memory)
    }
}

extension LineamentResult {
    /// Writes the crops of all faces, one after the other, in RGB; those that were not found are black.
    /// - Parameter memory: Where to; of ``CropTemplate/byteCount`` for each face.
    /// - Throws: `LineamentError` with code `invalidArgument` if the task finds no faces.
    func crop(from pixels: PixelBuffer, _ placement: CropTemplate, to memory: UnsafeMutablePointer<UInt8>) throws {
        let faces = try faces()
        memory.initialize(repeating: 0, count: faces.count * placement.byteCount)
        let size = CGSize(width: pixels.width, height: pixels.height)
        for (index, face) in faces.enumerated() {
            guard let transform = CropTransform(face, in: size, template: placement) else { continue }
            try pixels.cropped(transform).copyRGB(to: memory + index * placement.byteCount)
        }
    }

    /// The landmarks of the faces.
    /// - Throws: `LineamentError` with code `invalidArgument` if the task finds none.
    fileprivate func faces() throws -> [FaceLandmarks] {
        let perFace = FaceMeshLandmark.count
        guard let kind = TaskKind(number: task), kind.hasMeshes else {
            throw LineamentError(
                .invalidArgument,
                "Crops are of faces: only results of face landmarkers and holistic landmarkers have some to cut out.")
        }
        guard count > 0 else { return [] }
        let numbers = try required(face_landmarks ?? landmarks, "The array of the result's landmarks")
        return (0..<Int(count)).map { (face: Int) -> FaceLandmarks in
            let points = (0..<perFace).map { (point: Int) -> NormalizedLandmark in
                let at: Int = (face * perFace + point) * 3
                return NormalizedLandmark(
                    x: numbers[at], y: numbers[at + 1], z: numbers[at + 2], visibility: nil, presence: nil)
            }
            return FaceLandmarks(points)
        }
    }
}

extension TaskKind {
    /// Whether its results have the landmarks of faces' meshes.
    fileprivate var hasMeshes: Bool { values.contains { $0.key == "faceLandmarks" } }
}

extension CropTemplate {
    /// Creates a template as C names it; a size of 0 is the usual one.
    init(_ number: Int32, size: Int, margin: Double) throws {
        guard size == 0 || Self.sizes.contains(size) else {
            throw LineamentError(.invalidArgument, "size must be 8 to 8192, or 0 for the template's own, not \(size).")
        }
        guard Self.margins.contains(margin) else {
            throw LineamentError(.invalidArgument, "margin must be 0 to 4, not \(margin).")
        }
        let kind: Kind =
            switch UInt32(bitPattern: number) {
            case kLineamentCropArcface.rawValue: .arcface
            case kLineamentCropFfhq.rawValue: .ffhq
            case kLineamentCropSquare.rawValue: .square
            case kLineamentCropPassport.rawValue: .passport
            default:
                throw LineamentError(.invalidArgument, "There is no template \(number); see LineamentCropTemplate.")
            }
        // The caller has to know the size before there is a crop.
        let usual = kind.usualSize ?? 256
        if size != 0 { try Self.check(size, of: kind) }
        self.init(kind, size: size == 0 ? usual : size, margin: margin)
    }

    /// The number of bytes of a crop in RGB.
    var byteCount: Int { pixelSize.width * pixelSize.height * 3 }

    /// The size of the crops, in pixels.
    fileprivate var pixelSize: (width: Int, height: Int) {
        switch self {
        case .arcface(let side), .ffhq(let side): (side, side)
        case .square(let side, _): (side ?? 0, side ?? 0)
        case .passport(let height): (Int((Double(height) * 35 / 45).rounded()), height)
        }
    }
}

extension PixelBuffer {
    /// Copies the pixels of an image in `rgb8`, row by row without padding.
    fileprivate func copyRGB(to target: UnsafeMutablePointer<UInt8>) throws {
        let length = width * 3
        try withPlanes { planes in
            for row in 0..<height {
                memcpy(target + row * length, planes[0].address + row * planes[0].bytesPerRow, length)
            }
        }
    }
}
