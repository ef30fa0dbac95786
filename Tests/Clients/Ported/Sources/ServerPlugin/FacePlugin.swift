// SPDX-License-Identifier: Apache-2.0
import CoreGraphics
import CoreVideo
import Foundation
import ImageIO
import MediaPipeTasksVision
import UIKit

enum PluginError: Error, LocalizedError {
    case notAnImage
    case noFace
    case noMemory(CVReturn)

    var errorDescription: String? {
        switch self {
        case .notAnImage: return "The data is not an image."
        case .noFace: return "There is no face in the image."
        case .noMemory(let status): return "The buffer cannot be made: \(status)"
        }
    }
}

struct FaceReport: Codable, Sendable {
    let width: Int
    let height: Int
    let points: [[Float]]
    let box: [Double]
}

/// Portraits and landmarks from uploaded images, one at a time.
actor FacePlugin {
    private let landmarker: FaceLandmarker

    init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.numFaces = 1
        landmarker = try FaceLandmarker(options: options)
    }

    /// Returns the landmarks of an image in a file's format.
    func report(on data: Data) throws -> FaceReport {
        guard let image = UIImage(data: data), let cgImage = image.cgImage else { throw PluginError.notAnImage }
        return try report(on: cgImage)
    }

    /// Returns the face as a JPEG of 256 by 256 pixels.
    func portrait(from data: Data, quality: CGFloat = 0.85) throws -> Data {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { throw PluginError.notAnImage }
        let box = try report(on: image).box
        let side = max(box[2], box[3]) * 1.6
        let square = CGRect(
            x: box[0] + box[2] / 2 - side / 2, y: box[1] + box[3] / 2 - side / 2, width: side, height: side)
        let bounds = CGRect(x: 0, y: 0, width: image.width, height: image.height)
        guard let face = image.cropping(to: square.intersection(bounds).integral),
            let small = Self.resize(face, to: CGSize(width: 256, height: 256)),
            let jpeg = UIImage(cgImage: small).jpegData(compressionQuality: quality)
        else { throw PluginError.noFace }
        return jpeg
    }

    private func report(on image: CGImage) throws -> FaceReport {
        let buffer = try Self.makePixelBuffer(from: image)
        let result = try landmarker.detect(image: MPImage(pixelBuffer: buffer))
        guard let points = result.faceLandmarks.first else { throw PluginError.noFace }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let xs = points.map { Double($0.x) * Double(width) }
        let ys = points.map { Double($0.y) * Double(height) }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
            throw PluginError.noFace
        }
        return FaceReport(
            width: width, height: height, points: points.map { [$0.x, $0.y, $0.z] },
            box: [left, top, right - left, bottom - top])
    }

    private static func resize(_ image: CGImage, to size: CGSize) -> CGImage? {
        guard
            let context = CGContext(
                data: nil, width: Int(size.width), height: Int(size.height), bitsPerComponent: 8, bytesPerRow: 0,
                space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
        else { return nil }
        context.interpolationQuality = .high
        context.draw(image, in: CGRect(origin: .zero, size: size))
        return context.makeImage()
    }

    private static func makePixelBuffer(from image: CGImage) throws -> CVPixelBuffer {
        let attributes: [String: Any] = [
            kCVPixelBufferCGImageCompatibilityKey as String: true,
            kCVPixelBufferCGBitmapContextCompatibilityKey as String: true,
            kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
        ]
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(
            kCFAllocatorDefault, image.width, image.height, kCVPixelFormatType_32BGRA, attributes as CFDictionary,
            &buffer)
        guard status == kCVReturnSuccess, let buffer else { throw PluginError.noMemory(status) }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.noneSkipFirst.rawValue
        guard
            let context = CGContext(
                data: CVPixelBufferGetBaseAddress(buffer), width: image.width, height: image.height,
                bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)
        else { throw PluginError.noMemory(kCVReturnInvalidArgument) }
        context.clear(CGRect(x: 0, y: 0, width: image.width, height: image.height))
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        return buffer
    }
}
