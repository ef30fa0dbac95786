// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
public typealias simd_float2 = SIMD2<Float>

@frozen public struct simd_float4x4: Sendable {
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    public init() { columns = (.zero, .zero, .zero, .zero) }
    public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }
    public init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) { columns = (a, b, c, d) }
    public init(_ columns: [SIMD4<Float>]) { self.init(columns[0], columns[1], columns[2], columns[3]) }
    public init(diagonal: SIMD4<Float>) { self.init() }
    public var inverse: simd_float4x4 { self }
    public static func * (left: simd_float4x4, right: simd_float4x4) -> simd_float4x4 { left }
    public static func * (left: simd_float4x4, right: SIMD4<Float>) -> SIMD4<Float> { right }
}

public let matrix_identity_float4x4 = simd_float4x4()
