// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The format of an image that C code holds; the raw values are MediaPipe's.
enum ImageFormat: UInt32, Sendable, CustomStringConvertible {
    case srgb = 1
    case srgba = 2
    case gray8 = 3
    case gray16 = 4
    case srgb48 = 7
    case srgba64 = 8
    case vec32F1 = 9
    case sbgra = 11
    case vec32F2 = 12
    case vec32F4 = 13

    /// The format as which C code reads pixels of `format`.
    init(_ format: PixelFormat) {
        switch format {
        case .gray8: self = .gray8
        case .rgba8: self = .srgba
        case .bgra8: self = .sbgra
        case .rgb8, .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: self = .srgb
        }
    }

    /// The format for tasks; `nil` for those that they cannot read.
    var pixelFormat: PixelFormat? {
        switch self {
        case .gray8: .gray8
        case .srgb: .rgb8
        case .srgba: .rgba8
        case .sbgra: .bgra8
        default: nil
        }
    }

    /// The number of values of a pixel.
    var channels: Int {
        switch self {
        case .gray8, .gray16, .vec32F1: 1
        case .vec32F2: 2
        case .srgb, .srgb48: 3
        case .srgba, .sbgra, .srgba64, .vec32F4: 4
        }
    }

    /// The size of a value, in bytes.
    var channelDepth: Int {
        switch self {
        case .gray8, .srgb, .srgba, .sbgra: 1
        case .gray16, .srgb48, .srgba64: 2
        case .vec32F1, .vec32F2, .vec32F4: 4
        }
    }

    /// MediaPipe's name of the format.
    var description: String {
        switch self {
        case .srgb: "SRGB"
        case .srgba: "SRGBA"
        case .gray8: "GRAY8"
        case .gray16: "GRAY16"
        case .srgb48: "SRGB48"
        case .srgba64: "SRGBA64"
        case .vec32F1: "VEC32F1"
        case .sbgra: "SBGRA"
        case .vec32F2: "VEC32F2"
        case .vec32F4: "VEC32F4"
        }
    }
}

/// The types of the values of images, with the formats and names that belong to each.
protocol ImageValue: BitwiseCopyable {
    static var formats: String { get }
    static var typeName: String { get }
}

extension UInt8: ImageValue {
    static var formats: String { "GRAY8, SRGB, or SRGBA" }
    static var typeName: String { "uint8_t" }
}

extension UInt16: ImageValue {
    static var formats: String { "GRAY16, SRGB48, or SRGBA64" }
    static var typeName: String { "uint16_t" }
}

extension Float: ImageValue {
    static var formats: String { "VEC32F1, VEC32F2, or VEC32F4" }
    static var typeName: String { "float" }
}
