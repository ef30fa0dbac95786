// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Writes all derived images and clips into a folder, as PPM files and an index of sizes, times and checksums.
public func writeDerivedImages(_ images: DerivedImages, _ camera: DerivedCameraImages, to folder: String) throws {
    let root = URL(fileURLWithPath: folder)
    var index: [String: Any] = [:]
    func write(_ pixels: DerivedPixels, _ path: String) throws {
        let file = root.appendingPathComponent("\(path).ppm")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("P6\n\(pixels.width) \(pixels.height)\n255\n".utf8 + pixels.bytes).write(to: file)
    }
    func entry(_ pixels: [DerivedPixels], _ more: [String: Any] = [:]) -> [String: Any] {
        var entry = more
        entry["width"] = pixels[0].width
        entry["height"] = pixels[0].height
        let checksum = String(DerivedPixels.checksum(pixels), radix: 16)
        entry["checksum"] = String(repeating: "0", count: 16 - checksum.count) + checksum
        return entry
    }
    var singles: [String: Any] = [:]
    for image in DerivedImages.allNames.map(images.image) + DerivedCameraImages.names.map(camera.image) {
        try write(image.pixels, "images/\(image.name)")
        singles[image.name] = entry([image.pixels])
    }
    index["images"] = singles
    var clips: [String: Any] = [:]
    func add(_ clip: DerivedClips.Clip) throws {
        for (number, frame) in clip.frames.enumerated() { try write(frame, "clips/\(clip.name)/\(number)") }
        clips[clip.name] = entry(clip.frames, ["times": clip.times])
    }
    for name in DerivedClips.names { try add(DerivedClips(images).clip(name)) }
    for name in DerivedCameraImages.clipNames { try add(camera.clip(name)) }
    index["clips"] = clips
    let data = try JSONSerialization.data(withJSONObject: index, options: [.prettyPrinted, .sortedKeys])
    try data.write(to: root.appendingPathComponent("index.json"))
}
