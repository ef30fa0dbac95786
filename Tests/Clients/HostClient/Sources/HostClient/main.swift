// SPDX-License-Identifier: Apache-2.0
import CHostFFmpeg
import CHostGLib
import Foundation
import Lineament
import LineamentImages
import LineamentVideo

/// Calls GLib and FFmpeg as a host program does.
func callOwnLibraries() -> Bool {
    guard let memory = g_malloc(64), let frame = av_frame_alloc(),
        let packet = av_packet_alloc()
    else { return false }
    g_free(memory)
    var (ownFrame, ownPacket): (UnsafeMutablePointer<AVFrame>?, UnsafeMutablePointer<AVPacket>?) = (frame, packet)
    av_frame_free(&ownFrame)
    av_packet_free(&ownPacket)
    return ownFrame == nil && ownPacket == nil && avcodec_find_decoder(AV_CODEC_ID_BMP) != nil
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let clip = folder.appendingPathComponent("clip.mp4").path

let worksBefore = callOwnLibraries()
let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let png = try ImageEncoder().encode(pixels, as: .png)
try ImageEncoder().encode(pixels, as: .jpeg).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
let worksBetween = callOwnLibraries()
let writer = try VideoWriter(path: clip, width: pixels.width, height: pixels.height, frameRate: 25)
for index in 0..<3 { try writer.write(pixels, time: Double(index) / 25) }
try writer.finish()
let reader = try VideoReader(clip)
var frames = 0
while let frame = try reader.next() {
    guard try frame.pixels.convertedToRGB().width == pixels.width else { exit(1) }
    frames += 1
}
let worksAfter = callOwnLibraries()
guard worksBefore, worksBetween, worksAfter, try ImageDecoder().decode(png).width == pixels.width, frames == 3 else {
    print("GLib, FFmpeg or Lineament does not work alongside the others.")
    exit(1)
}
print("GLib, FFmpeg and Lineament work together.")
