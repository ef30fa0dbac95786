// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender

@_cdecl("lineament_result_draw")
package func lineamentResultDraw(
    _ result: UnsafePointer<LineamentResult>?, _ image: OpaquePointer?, _ labels: Int32, _ drawing: NewHandle?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(drawing, "drawing", message) {
        let result = try required(result, "result").pointee
        let drawn = try ResultArrays.owner(of: result)
        let pixels = try result.pixels(of: image)
        let mode = try choice(Int(labels), of: [LabelMode.auto, .none, .all], "labels")
        return SharedImage(try drawn.overlay(mode).drawn(over: pixels))
    }
}

@_cdecl("lineament_image_encode")
package func lineamentImageEncode(
    _ image: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<Int>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let data = try place(data, "data", holding: nil)
        let size = try place(size, "size", holding: 0)
        let format = try ImageEncoder.Format(named: String(utf8: required(type, "type"), "type"))
        let encoded = try ImageEncoder().encode(taskImage(of: image).pixels, as: format)
        data.pointee = try encoded.copiedForC()
        size.pointee = encoded.count
    }
}

@_cdecl("lineament_data_free")
package func lineamentDataFree(_ data: UnsafeMutablePointer<UInt8>?) { data?.deallocate() }

extension ImageEncoder.Format {
    /// - Throws: `LineamentError` with code `invalidArgument` for another name.
    init(named name: String) throws {
        guard let format = Self(pathExtension: name) else {
            throw LineamentError(.invalidArgument, "type must be png, jpg or webp, not \(name).")
        }
        self = format
    }
}

extension Data {
    /// Returns a copy that `lineament_data_free` releases.
    func copiedForC() throws -> UnsafeMutablePointer<UInt8> {
        let memory = try PixelMemory.allocate(count)
        copyBytes(to: memory, count: count)
        return memory
    }
}

extension LineamentResult {
    /// Returns the pixels of the image to which the result belongs.
    /// - Throws: `LineamentError` with code `invalidArgument` if the image has another size.
    func pixels(of image: OpaquePointer?) throws -> PixelBuffer {
        let pixels = try taskImage(of: image).pixels
        guard pixels.width == Int(width), pixels.height == Int(height) else {
            throw LineamentError(
                .invalidArgument,
                "The result is of an image of \(width)×\(height) pixels, but this one has "
                    + "\(pixels.width)×\(pixels.height).")
        }
        return pixels
    }
}
