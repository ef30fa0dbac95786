// SPDX-License-Identifier: Apache-2.0

/// A kind of file.
public struct UTType: Sendable, Hashable {
    /// The identifier of the kind, such as "public.jpeg".
    public let identifier: String
    /// The file name extension that is used for new files.
    public let preferredFilenameExtension: String?
    /// The name of the kind in HTTP headers.
    public let preferredMIMEType: String?

    private init(known identifier: String, _ pathExtension: String, _ mimeType: String) {
        self.identifier = identifier
        preferredFilenameExtension = pathExtension
        preferredMIMEType = mimeType
    }

    /// Creates a kind from its identifier; `nil` unless it is one of the constants'.
    public init?(_ identifier: String) {
        guard let known = Self.known.first(where: { $0.identifier == identifier }) else { return nil }
        self = known
    }

    /// Creates a kind from a file name extension; `nil` if it is none of a constant's.
    public init?(filenameExtension: String) {
        let name = filenameExtension.lowercased()
        let wanted = ["jpg": "jpeg", "qt": "mov"][name] ?? name
        guard let known = Self.known.first(where: { $0.preferredFilenameExtension == wanted }) else { return nil }
        self = known
    }

    /// JPEG images.
    public static let jpeg = UTType(known: "public.jpeg", "jpeg", "image/jpeg")
    /// PNG images.
    public static let png = UTType(known: "public.png", "png", "image/png")
    /// WebP images.
    public static let webP = UTType(known: "org.webmproject.webp", "webp", "image/webp")
    /// MPEG-4 videos.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4", "mp4", "video/mp4")
    /// QuickTime videos.
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie", "mov", "video/quicktime")

    private static let known = [jpeg, png, webP, mpeg4Movie, quickTimeMovie]
}

/// The identifier of JPEG images.
public let kUTTypeJPEG: CFString = "public.jpeg"
/// The identifier of PNG images.
public let kUTTypePNG: CFString = "public.png"
