// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A host may use GLib, libvips or FFmpeg itself, so this package must not define any of their symbols.
@Suite struct SymbolTests {
    private static let prefixes = [
        "g_", "gdk_", "vips_", "av_", "avio_", "avcodec_", "avformat_", "avdevice_", "avutil_", "sws_", "swr_", "tj",
        "jpeg_", "cairo_",
    ]

    /// Returns the foreign names among the external symbols that `nm` lists.
    private static func foreign(_ listing: String) -> [Substring] {
        listing.split(separator: "\n").compactMap { $0.split(separator: " ").last }.filter { name in
            prefixes.contains { name.hasPrefix($0) }
        }
    }

    @Test(arguments: ["", "-D"])
    func programDefinesNoForeignSymbol(table: String) throws {
        let line = "nm \(table) --extern-only --defined-only \"$(command -v lineament)\""
        let outcome = try Program.shell(line, in: FileManager.default.temporaryDirectory)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(Self.foreign(outcome.output).isEmpty)
    }

    /// Static linking exposes symbols that dynamic linking hides, so object files are checked too.
    @Test func objectsDefineNoForeignSymbol() throws {
        let folder = Program.builtFolder
        let targets = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".build") && ($0.hasPrefix("Lineament") || $0.hasPrefix("CLineament"))
        }
        #expect(targets.count >= 9)
        let line = "nm --extern-only --defined-only $(find \(targets.joined(separator: " ")) -name '*.o')"
        let outcome = try Program.shell(line, in: folder)
        #expect(outcome.output.contains("lineament_vips_open"))
        #expect(outcome.output.contains("lineament_ffmpeg_open"))
        #expect(Self.foreign(outcome.output).isEmpty)
    }
}
