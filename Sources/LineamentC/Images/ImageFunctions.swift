// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentImages

/// Creates an image and stores its handle.
func create(_ image: NewHandle?, _ message: ErrorMessage?, _ make: () throws -> SharedImage) -> MpStatus {
    creating(image, "image", message, make)
}

@_cdecl("MpImageCreateFromImageFrame")
package func mpImageCreateFromImageFrame(
    _ source: OpaquePointer?, _ image: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    create(image, message) { try HandleTable.object(source) }
}

@_cdecl("MpImageCreateFromFile")
package func mpImageCreateFromFile(
    _ path: UnsafePointer<CChar>?, _ image: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    create(image, message) {
        let path = try String(path: path, "path")
        do {
            return SharedImage(try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path)))
        } catch let error as LineamentError {
            throw error.saidAsMediaPipe(path)
        }
    }
}

extension LineamentError {
    /// Returns the error of a file that is not an image with MediaPipe's message; the cause becomes the remedy. Errors
    /// that are not about the file's contents, such as missing permissions, libraries, or memory, stay as they are.
    fileprivate func saidAsMediaPipe(_ path: String) -> LineamentError {
        let others: [Code] = [.permissionDenied, .failedPrecondition, .resourceExhausted, .unavailable]
        guard !others.contains(code) else { return self }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let (code, text): (Code, String) =
            switch (exists, isFolder.boolValue) {
            case (false, _): (.notFound, "Can't find file: \(path)")
            case (true, true): (.internal, "Error while reading file: \(path)")
            case (true, false): (.internal, "Failed to load image from file")
            }
        return LineamentError(code, text, recoverySuggestion: summary, underlyingError: self)
    }
}

@_cdecl("lineament_image_create")
package func lineamentImageCreate(
    _ format: Int32, _ width: Int32, _ height: Int32, _ bytesPerRow: Int, _ data: UnsafeRawPointer?, _ size: Int,
    _ image: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    create(image, message) {
        guard let format = ImageFormat(rawValue: UInt32(bitPattern: format)), format.pixelFormat != nil else {
            throw LineamentError(
                .invalidArgument, "Unsupported image format: \(format) (expected GRAY8, SRGB, SRGBA or SBGRA)")
        }
        let data = try required(data, "data")
        try SharedImage.check(width: width, height: height)
        let rowLength = Int(width) * format.channels
        let (before, overflow) = bytesPerRow.multipliedReportingOverflow(by: Int(height) - 1)
        guard bytesPerRow >= rowLength, !overflow, size >= rowLength, before <= size - rowLength else {
            throw LineamentError(
                .invalidArgument,
                "Pixel data of \(size) bytes does not hold \(height) rows of \(rowLength) bytes, \(bytesPerRow) apart.")
        }
        return try .make(
            format: format, width: Int(width), height: Int(height), data: data, bytesPerRow: bytesPerRow)
    }
}

@_cdecl("lineament_image_open")
package func lineamentImageOpen(
    _ path: UnsafePointer<CChar>?, _ image: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    create(image, message) {
        SharedImage(try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: String(path: path, "path"))))
    }
}

@_cdecl("lineament_image_decode")
package func lineamentImageDecode(
    _ data: UnsafeRawPointer?, _ size: Int, _ image: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    create(image, message) {
        SharedImage(try ImageDecoder().decode(try Data(borrowing: data, count: size)))
    }
}

@_cdecl("MpImageFree")
package func mpImageFree(_ image: OpaquePointer?) {
    if image != nil { _ = try? HandleTable.remove(image, SharedImage.self) }
}

extension Data {
    /// Creates data over memory that the caller keeps until the data is gone.
    init(borrowing bytes: UnsafeRawPointer?, count: Int) throws {
        guard count > 0 else {
            self.init()
            return
        }
        let bytes = UnsafeMutableRawPointer(mutating: try required(bytes, "The data"))
        self.init(bytesNoCopy: bytes, count: count, deallocator: .none)
    }
}
