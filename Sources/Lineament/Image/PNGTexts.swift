// SPDX-License-Identifier: Apache-2.0

/// The limit for texts in a PNG file. Decoders expand each compressed one, up to a thousandfold, before leaving it out:
/// two megabytes took half a minute, or two gigabytes of memory.
package enum PNGTexts {
    /// The names of chunks with texts.
    package static let names: Set<String> = ["zTXt", "iTXt", "tEXt"]

    /// The bytes of such chunks that decoders are given; those of cameras and editors are fewer.
    package static let maxSize = 64 << 10
}
