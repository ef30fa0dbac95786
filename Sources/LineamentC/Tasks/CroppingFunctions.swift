// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentTasks
internal import LineamentTools

@_cdecl("lineament_result_crop")
package func lineamentResultCrop(
    _ result: UnsafePointer<LineamentResult>?, _ image: OpaquePointer?, _ template: Int32, _ size: Int32,
    _ margin: Float, _ crops: UnsafeMutablePointer<LineamentCrops>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        try crop(result, image, crops) { try CropTemplate(Settings(template: template, size: size, margin: margin)) }
    }
}

@_cdecl("lineament_result_crop_with")
package func lineamentResultCropWith(
    _ result: UnsafePointer<LineamentResult>?, _ image: OpaquePointer?, _ settings: OpaquePointer?,
    _ crops: UnsafeMutablePointer<LineamentCrops>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) { try crop(result, image, crops) { try CropTemplate(Settings.of(settings, .crop)) } }
}

/// Cuts out the faces of a result.
private func crop(
    _ result: UnsafePointer<LineamentResult>?, _ image: OpaquePointer?, _ crops: UnsafeMutablePointer<LineamentCrops>?,
    template: () throws -> CropTemplate
) throws {
    let crops = try place(crops, "crops", holding: LineamentCrops())
    let result = try required(result, "result").pointee
    let pixels = try result.pixels(of: image)
    let template = try template()
    let (width, height) = template.pixelSize
    let count = Int(result.count)
    guard count >= 0 else {
        throw LineamentError(
            .invalidArgument, "The count of the result is \(count). Pass one that lineament_task_detect filled in.")
    }
    let memory = try PixelMemory.allocate(max(1, count * template.byteCount))
    do {
        try result.crop(from: pixels, template, to: memory)
    } catch {
        memory.deallocate()
        throw error
    }
    crops.pointee = LineamentCrops(
        count: Int32(count), width: Int32(width), height: Int32(height), pixels: memory)
}

@_cdecl("lineament_cropper_create_with")
package func lineamentCropperCreateWith(
    _ settings: OpaquePointer?, _ cropper: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(cropper, "cropper", message) { try SharedCropper(Settings.of(settings, .crop)) }
}

@_cdecl("lineament_cropper_crop")
package func lineamentCropperCrop(
    _ cropper: OpaquePointer?, _ image: OpaquePointer?, _ crops: UnsafeMutablePointer<NewHandle?>?,
    _ count: UnsafeMutablePointer<Int32>?, _ report: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let crops = try place(crops, "crops", holding: nil)
        let count = try place(count, "count", holding: 0)
        report?.pointee = nil
        let found = try HandleTable.object(cropper, SharedCropper.self).crops(of: taskImage(of: image))
        // Released by lineament_data_free, as bytes are.
        let handles = NewHandle.allocate(capacity: max(1, found.crops.count))
        for (index, crop) in found.crops.enumerated() {
            (handles + index).initialize(to: HandleTable.insert(SharedImage(crop.image)))
        }
        crops.pointee = handles
        count.pointee = Int32(found.crops.count)
        report?.pointee = strdup(found.report)
    }
}

@_cdecl("lineament_cropper_close")
package func lineamentCropperClose(_ cropper: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(cropper, SharedCropper.self) }
}

/// A cropper that C code holds.
private final class SharedCropper: ForkBound {
    static let handleName = "cropper"
    private let body: Cropper
    let origin = ForkGuard()

    /// Loads the models.
    init(_ settings: Settings) throws {
        let choices = try settings.crops
        body = try Cropper(options: choices.options, baseOptions: settings.baseOptions)
    }

    func crops(of image: MPImage) throws -> CropResult { CropResult(crops: try body.crops(of: image)) }
}

extension Settings {
    /// Creates settings from the arguments of C; a size of 0 is the usual one.
    /// - Throws: `LineamentError` with code `invalidArgument` if one is out of its range.
    convenience init(template: Int32, size: Int32, margin: Float) throws {
        self.init(.crop)
        // In the order of LineamentCropTemplate.
        let kinds = [CropTemplate.Kind.arcface, .ffhq, .square, .passport]
        try set("template", to: choice(Int(template), of: kinds, "crop_template").rawValue)
        if size != 0 { try set("size", to: "\(size)") }
        // The other templates have none.
        if kinds[Int(template)] == .square { try set("margin", to: "\(Double(margin))") }
    }

    /// The options of crops, which suit each other.
    fileprivate var crops: CropChoices {
        get throws {
            let choices = filled(CropChoices(), by: CropChoices.table)
            try choices.check(naming: RedactorOptions.name)
            return choices
        }
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
    /// The size of squares whose size was not chosen, in pixels: the caller has to know it before there is a crop.
    private static let usualSide = 256

    /// Creates the template for the crops of a result, which all have the same size.
    /// - Throws: `LineamentError` with code `invalidArgument` for options that exclude each other or need a cropper.
    init(_ settings: Settings) throws {
        let choices = try settings.crops
        guard choices.what == .faces, choices.minSize == 0, choices.minQuality == 0 else {
            throw LineamentError(
                .invalidArgument,
                "The crops of a result are those of all its faces. For people, min_size and min_quality, use a cropper."
            )
        }
        self.init(
            choices.template, size: choices.size ?? choices.template.usualSize ?? Self.usualSide, margin: choices.margin
        )
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
