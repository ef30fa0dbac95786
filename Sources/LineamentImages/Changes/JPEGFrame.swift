// SPDX-License-Identifier: Apache-2.0

/// The frame header and the quantization tables in the header of a JPEG file (ITU-T T.81, B.2).
struct JPEGFrame: Equatable {
    /// A plane of color.
    struct Component: Equatable {
        /// The number of samples for each that the smallest plane has, across and down.
        let sampling: SIMD2<Int>
        /// The step of each coefficient, in natural order, a vector for each row.
        let steps: [SIMD8<Float>]
    }

    /// The size of the stored image in pixels.
    let width: Int
    let height: Int
    let isProgressive: Bool
    let components: [Component]

    /// The number of rows and columns of a block.
    static let blockSide = 8

    /// Creates the frame of a file with 8 bits a sample; `nil` for another one, and for a damaged one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var tables: [UInt8: [SIMD8<Float>]] = [:]
        var header: (marker: UInt8, body: UnsafeRawBufferPointer)?
        for segment in IteratorSequence(JPEGSegments(bytes)) {
            switch segment.marker {
            case 0xdb:
                guard Self.read(segment.body, into: &tables) else { return nil }
            // Not 0xc4 (Huffman tables), 0xc8 (reserved) and 0xcc (arithmetic coding).
            case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
                guard header == nil else { return nil }
                header = segment
            default: break
            }
        }
        // Baseline, extended and progressive, also with arithmetic coding; the others are lossless or hierarchical.
        guard let (marker, body) = header, [0xc0, 0xc1, 0xc2, 0xc9, 0xca].contains(marker), body.count >= 6,
            body[0] == 8
        else { return nil }
        height = Int(body[1]) << 8 | Int(body[2])
        width = Int(body[3]) << 8 | Int(body[4])
        isProgressive = marker == 0xc2 || marker == 0xca
        let count = Int(body[5])
        guard width > 0, height > 0, count == 1 || count == 3, body.count == 6 + 3 * count else { return nil }
        var components: [Component] = []
        for place in stride(from: 6, to: body.count, by: 3) {
            let sampling = SIMD2(Int(body[place + 1] >> 4), Int(body[place + 1] & 15))
            guard let steps = tables[body[place + 2]], sampling.min() > 0 else { return nil }
            components.append(Component(sampling: sampling, steps: steps))
        }
        self.components = components
        guard components.allSatisfy({ maxSampling % $0.sampling == .zero }) else { return nil }
    }

    /// The sampling of the largest plane.
    private var maxSampling: SIMD2<Int> {
        components.reduce(SIMD2(1, 1)) { most, component in
            SIMD2(max(most.x, component.sampling.x), max(most.y, component.sampling.y))
        }
    }

    /// Returns how many pixels a sample of a component is the mean of, across and down.
    func pixelsPerSample(of component: Int) -> SIMD2<Int> { maxSampling / components[component].sampling }

    /// Reads the tables of a segment, and returns whether it is whole.
    private static func read(_ body: UnsafeRawBufferPointer, into tables: inout [UInt8: [SIMD8<Float>]]) -> Bool {
        var place = 0
        while place < body.count {
            let size = body[place] >> 4 == 0 ? 1 : 2
            let number = body[place] & 15
            place += 1
            guard place + 64 * size <= body.count else { return false }
            var steps = [SIMD8<Float>](repeating: .zero, count: 8)
            for (index, natural) in zigzag.enumerated() {
                let at = place + index * size
                let step = size == 1 ? Int(body[at]) : Int(body[at]) << 8 | Int(body[at + 1])
                guard step > 0 else { return false }
                steps[natural / 8][natural % 8] = Float(step)
            }
            tables[number] = steps
            place += 64 * size
        }
        return true
    }

    /// The natural places of the values of a table as it is stored: along the diagonals, up and down in turns.
    private static let zigzag: [Int] = (0..<15).flatMap { diagonal in
        let rows = Array(max(0, diagonal - 7)...min(7, diagonal))
        return (diagonal % 2 == 0 ? rows.reversed() : rows).map { $0 * 8 + diagonal - $0 }
    }
}
