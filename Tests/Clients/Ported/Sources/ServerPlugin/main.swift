// SPDX-License-Identifier: Apache-2.0

// What a server does with an uploaded photo: landmarks as JSON, and the face as a JPEG.

import Checks
import Foundation
import UIKit

let paths = arguments("PHOTO", "MODELS")
let upload = try Data(contentsOf: URL(fileURLWithPath: paths[0]))
let plugin = try FacePlugin(modelPath: paths[1] + "/face_landmarker.task")

let report = try await plugin.report(on: upload)
check(report.width == 512 && report.height == 512 && report.points.count == 478, "the report")
check(Double(report.points[1][0]), near: 0.437, within: 0.01, "the nose's x")
check(Double(report.points[1][1]), near: 0.256, within: 0.01, "the nose's y")
let json = try JSONEncoder().encode(report)
check(try JSONDecoder().decode(FaceReport.self, from: json).box == report.box, "the JSON")

let portrait = try await plugin.portrait(from: upload)
guard let image = UIImage(data: portrait)?.cgImage else { fail("the portrait is not an image") }
check(image.width == 256 && image.height == 256, "the portrait is \(image.width) by \(image.height)")
check(portrait.prefix(2) == Data([0xff, 0xd8]), "the portrait is not a JPEG")
// The face is upright and in the middle of the portrait.
let again = try await plugin.report(on: portrait)
check(again.box[0] + again.box[2] / 2, near: 128, within: 8, "the face's middle")
check(again.points[152][1] > again.points[10][1], "the face is upside down")

await withTaskGroup(of: Bool.self) { group in
    for _ in 0..<4 {
        group.addTask { [plugin, upload] in (try? await plugin.report(on: upload).points.count) == 478 }
    }
    for await isRight in group { check(isRight, "several at once") }
}
do {
    _ = try await plugin.report(on: Data("no image".utf8))
    fail("text is an image")
} catch PluginError.notAnImage {
    print("done")
}
