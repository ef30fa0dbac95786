// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import CoreVideo
@_exported import ImageIO

open class CIImage {
    public init?(contentsOf url: URL) {}
    public init?(data: Data) {}
    public init(cvPixelBuffer: CVPixelBuffer) {}
    public var extent: CGRect { fatalError() }
}

open class CIContext {
    public init() {}
    public func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? { fatalError() }
}
