// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import CoreVideo

public class CMSampleBuffer {
    init() {}
}

public struct CMTime: Hashable, Sendable {
    public var isNumeric: Bool { fatalError() }
    public static var zero: CMTime { fatalError() }
    public var seconds: Double { fatalError() }
}

public struct CMTimeRange: Hashable, Sendable {
    public static var zero: CMTimeRange { fatalError() }
}

public func CMSampleBufferIsValid(_ sample: CMSampleBuffer) -> Bool { fatalError() }
public func CMSampleBufferGetImageBuffer(_ sample: CMSampleBuffer) -> CVImageBuffer? { fatalError() }
public func CMSampleBufferGetPresentationTimeStamp(_ sample: CMSampleBuffer) -> CMTime { fatalError() }
