// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Bytes for an image.
public final class CGDataProvider: Sendable {
    private enum Origin: Sendable {
        case data(Data)
        case pixels(any PixelSource)
    }

    private let origin: Origin

    /// Creates a provider of bytes in memory.
    public init?(data: CFData) { origin = .data(data) }

    /// Creates a provider of bytes that the caller owns, which must stay valid and unchanged until `releaseData` is
    /// called with `info`, the bytes and their count.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: @escaping CGDataProviderReleaseDataCallback
    ) {
        guard size > 0 else { return nil }
        origin = .data(
            Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
                deallocator: .custom { pointer, count in releaseData(info, pointer, count) }))
    }

    init(pixels: any PixelSource) { origin = .pixels(pixels) }

    /// The bytes; `nil` if they cannot be read, such as those of a damaged file.
    public var data: CFData? {
        switch origin {
        case .data(let data): return data
        case .pixels(let source):
            var data = Data(count: source.width * source.height * 4)
            do {
                try data.withUnsafeMutableBytes { try source.copyRGBA(to: $0.bindMemory(to: UInt8.self)) }
            } catch {
                return nil
            }
            return data
        }
    }
}

/// A function that is called when bytes are no longer needed, with what `init(dataInfo:data:size:releaseData:)` got.
public typealias CGDataProviderReleaseDataCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
