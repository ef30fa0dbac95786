// SPDX-License-Identifier: Apache-2.0

/// Generators of copies of a file, each deterministically damaged in a different way.
public enum Damage {
    /// Returns copies with four wrong bytes, half of them near the beginning, where the offsets of a FlatBuffer are.
    public static func overwritten(_ whole: [UInt8], copies: Int) -> some Sequence<[UInt8]> {
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<copies).lazy.map { _ in
            var damaged = whole
            for _ in 0..<4 { damaged[random(2) == 0 ? random(whole.count) : random(400)] = UInt8(random(256)) }
            return damaged
        }
    }

    /// Returns truncated copies.
    public static func cut(_ whole: [UInt8]) -> some Sequence<[UInt8]> {
        stride(from: 0, to: min(4000, whole.count), by: 61).lazy.map { Array(whole.prefix($0)) }
    }
}
