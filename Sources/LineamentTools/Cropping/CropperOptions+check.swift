// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension CropperOptions {
    /// - Throws: `LineamentError` with code `invalidArgument` for a size, margin or quality that no crop can have.
    func check() throws {
        switch subject {
        case .faces(let template): try template.check()
        case .people(let longerSide, let margin):
            if let longerSide { try Self.check(longerSide, in: CropTemplate.sizes, "longer side of a person's crop") }
            try Self.check(margin, in: CropTemplate.margins, "margin of a person")
        }
        try Self.check(minSize, in: 0...Double(PixelBuffer.maximumSide), "minSize of crops")
        try Self.check(minQuality, in: 0...1, "minQuality of crops")
    }

    fileprivate static func check<Value>(_ value: Value, in range: ClosedRange<Value>, _ name: String) throws {
        guard !range.contains(value) else { return }
        throw LineamentError(
            .invalidArgument, "The \(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
}

extension CropTemplate {
    fileprivate func check() throws {
        switch self {
        case .arcface(let side): try check(side, of: .arcface)
        case .ffhq(let side): try check(side, of: .ffhq)
        case .passport(let height): try check(height, of: .passport)
        case .square(let side, let margin):
            if let side { try check(side, of: .square) }
            try CropperOptions.check(margin, in: Self.margins, "margin of a square")
        }
    }

    private func check(_ size: Int, of kind: Kind) throws {
        try CropperOptions.check(size, in: Self.sizes, "size of a crop")
        try Self.check(size, of: kind)
    }
}
